// Reads questions about continuous collision with their answers, in the form of the benchmark of Wang et al. 2021.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <pleat/collision/continuous.hpp>

namespace pleat {

/// Do these touch?
struct CollisionQuery {
    PairMotion motion;
    bool is_contact = false;  ///< the known answer
};

/// A query is 8 lines, the four particles at time 0 and then at time 1, of 7 integers with commas between them: x, y
/// and z, each as a numerator and a denominator, and the answer, 0 or 1. Integers may have any number of digits. Throws
/// ErrorKind::bad_input with "file:line:column: what was found; what is allowed", ErrorKind::io if the file cannot be
/// read.
std::vector<CollisionQuery> read_collision_queries(const std::filesystem::path& path);

/// The same from text; `name` is for messages.
std::vector<CollisionQuery> parse_collision_queries(std::string_view text, const std::string& name);

}  // namespace pleat
