// Variants of a scene: every combination of values that some of its keys are to have.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace pleat {

/// A key of a scene and the values that it is to have in turn, as TOML.
struct Variation {
    std::string key;
    std::vector<std::string> values;
};

/// Understands "key=a,b,c". Commas within brackets, braces and quotes do not separate; "method" is short for
/// "method.preset". Throws ErrorKind::bad_input.
Variation parse_variation(const std::string& text);

/// One combination.
struct Variant {
    std::string label;                   ///< what is special about it
    std::vector<std::string> overrides;  ///< "key=value", as load_scene() takes them
};

/// All combinations; the last variation changes fastest. Throws ErrorKind::bad_input if a key is varied twice or there
/// are more than 100.
std::vector<Variant> combine(std::span<const Variation> variations);

}  // namespace pleat
