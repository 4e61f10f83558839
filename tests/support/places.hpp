// Where things are that tests read or run.
#pragma once
#include <string>

namespace pleat::test {

/// A file or folder of the project, for example "scenes/meshes/star.obj".
std::string source_path(const std::string& path);

/// The command that was built.
const char* command_path();

}  // namespace pleat::test
