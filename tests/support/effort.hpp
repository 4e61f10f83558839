// How much a test repeats: less under sanitizers, where everything takes ten times as long.
#pragma once

#include <cstdlib>

namespace pleat::test {

/// `PLEAT_TEST_QUICK` in the environment asks for fewer repetitions of the same kind, or for shorter ones.
template <typename T>
T effort(T whole, T quick) {
    return std::getenv("PLEAT_TEST_QUICK") != nullptr ? quick : whole;
}

}  // namespace pleat::test
