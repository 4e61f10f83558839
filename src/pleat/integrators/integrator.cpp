#include <pleat/integrators/backward_euler.hpp>
#include <pleat/integrators/bdf2.hpp>
#include <pleat/integrators/generalized_alpha.hpp>
#include <pleat/integrators/integrator.hpp>
#include <pleat/integrators/midpoint.hpp>
#include <pleat/integrators/symplectic_euler.hpp>

namespace pleat {

std::unique_ptr<Integrator> make_integrator(const MethodSettings& settings) {
    switch (time_integrator(settings)) {
        case TimeIntegrator::generalized_alpha:
            return std::make_unique<GeneralizedAlpha>(settings.rho);
        case TimeIntegrator::bdf2:
            return std::make_unique<Bdf2>();
        case TimeIntegrator::midpoint:
            return std::make_unique<Midpoint>();
        case TimeIntegrator::symplectic_euler:
            return std::make_unique<SymplecticEuler>();
        case TimeIntegrator::verlet:
            return nullptr;
        case TimeIntegrator::backward_euler:
            break;
    }
    return std::make_unique<BackwardEuler>();
}

}  // namespace pleat
