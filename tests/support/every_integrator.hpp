// Tests that hold for every integrator: derive from EveryIntegrator, instantiate with PLEAT_FOR_EVERY_INTEGRATOR.
#pragma once
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <pleat/solvers/method.hpp>

namespace pleat::test {

/// The parameter is the integrator to use.
class EveryIntegrator : public ::testing::TestWithParam<TimeIntegrator> {
protected:
    static MethodSettings method() {
        MethodSettings settings;
        settings.integrator = GetParam();
        return settings;
    }
};

inline std::string integrator_name(const ::testing::TestParamInfo<TimeIntegrator>& which) {
    std::string name = kTimeIntegratorNames[static_cast<std::size_t>(which.param)];
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace pleat::test

#define PLEAT_FOR_EVERY_INTEGRATOR(suite)                                                                         \
    INSTANTIATE_TEST_SUITE_P(Integrators, suite,                                                                  \
                             ::testing::Values(TimeIntegrator::backward_euler, TimeIntegrator::generalized_alpha, \
                                               TimeIntegrator::bdf2, TimeIntegrator::midpoint),                   \
                             integrator_name)
