// What a step does to a spring: the amplification matrix of each integrator, measured and by its formula.
#pragma once
#include <complex>
#include <vector>

#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/sim/simulation.hpp>

namespace pleat {

/// Steps of exactly h [s], solved to rounding.
SimulationSettings fixed_steps(Real h, const MethodSettings& method = {});

/// An integrator with its parameter, for comparing several.
MethodSettings with_integrator(TimeIntegrator integrator, Real rho = 0);

/// One cell, left side held, right side free along x only, no weft: each right particle hangs on a linear spring.
struct TestSpring {
    TestSpring();

    Model model;
    Scene scene;
    std::size_t particle;  ///< one of the right side
    Real rest;             ///< [m] its x
    Real frequency;        ///< [1/s] w of x'' + w^2 x = 0
};

/// Eigenvalues of a step of the code with (w h) as given.
std::vector<std::complex<Real>> measured_eigenvalues(const MethodSettings& method, Real wh);

/// The same by formula: those of the amplification matrix on x'' + w^2 x = 0, but for conjugates.
std::vector<std::complex<Real>> exact_eigenvalues(const MethodSettings& method, Real wh);

/// The largest magnitude.
Real spectral_radius(const std::vector<std::complex<Real>>& eigenvalues);

}  // namespace pleat
