// What the command tells the shell (docs/command.md).
#pragma once
#include <pleat/core/error.hpp>

namespace pleat {

inline constexpr int kDone = 0;
inline constexpr int kFoundSomething = 1;  ///< `pleat check` or `pleat audit` has something to say
inline constexpr int kBadInput = 2;
inline constexpr int kIo = 3;
inline constexpr int kCannotGoOn = 4;
inline constexpr int kSignal = 128;  ///< plus the number of the signal that ended a run

inline int exit_status(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::bad_input:
            return kBadInput;
        case ErrorKind::io:
            return kIo;
        case ErrorKind::cannot_go_on:
            return kCannotGoOn;
    }
    return kIo;
}

}  // namespace pleat
