// Questions about texts.
#pragma once
#include <string>

namespace pleat::test {

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace pleat::test
