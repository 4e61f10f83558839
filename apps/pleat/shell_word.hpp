// Commands as a user would type them.
#pragma once
#include <string>

namespace pleat {

/// As one word of a shell's command line.
std::string shell_word(const std::string& word);

}  // namespace pleat
