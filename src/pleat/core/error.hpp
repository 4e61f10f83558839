// What the library throws: one sentence for people, and a kind for programs.
#pragma once
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pleat {

/// Why something could not be done.
enum class ErrorKind {
    bad_input,     ///< the user gave something that cannot be used
    io,            ///< a file could not be read or written
    cannot_go_on,  ///< the simulation cannot be continued
};

/// Thrown while loading or building, and by Simulation when no step is small enough; never inside a step.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    ErrorKind kind() const { return kind_; }

private:
    ErrorKind kind_;
};

/// " (did you mean "x"?)" with the known name nearest to `name`, or, when none is near, " (known: a, b, c)".
std::string suggestion(std::string_view name, std::span<const std::string> known);

}  // namespace pleat
