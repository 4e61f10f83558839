// Tests that hold for every way to move cloth: derive from EveryMethod, instantiate with PLEAT_FOR_EVERY_METHOD.
#pragma once
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <pleat/solvers/method.hpp>

namespace pleat::test {

/// The parameter is the name of an integrator of large steps, or of a preset that solves nothing.
class EveryMethod : public ::testing::TestWithParam<const char*> {
protected:
    static MethodSettings method() {
        MethodSettings settings;
        for (std::size_t i = 0; i < kTimeIntegratorNames.size(); ++i) {
            if (kTimeIntegratorNames[i] != std::string(GetParam())) continue;
            settings.integrator = static_cast<TimeIntegrator>(i);
            return settings;
        }
        settings.preset = GetParam();
        return settings;
    }
};

inline std::string method_name(const ::testing::TestParamInfo<const char*>& which) {
    std::string name = which.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace pleat::test

#define PLEAT_FOR_EVERY_METHOD(suite)                                                                               \
    INSTANTIATE_TEST_SUITE_P(                                                                                       \
        Methods, suite,                                                                                             \
        ::testing::Values("backward-euler", "generalized-alpha", "bdf2", "midpoint", "interactive", "directional"), \
        method_name)
