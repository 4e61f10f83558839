#include "tests/support/places.hpp"

namespace pleat::test {

std::string source_path(const std::string& path) { return PLEAT_SOURCE_DIR "/" + path; }

const char* command_path() { return PLEAT_COMMAND; }

}  // namespace pleat::test
