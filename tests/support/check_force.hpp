// Checks a force against finite differences of its energy, and its matrix against finite differences of the force.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <pleat/forces/force.hpp>

namespace pleat::test {

/// A force with the dense matrices of its derivatives.
struct DenseForce {
    Eigen::VectorXd force;
    Eigen::MatrixXd by_position;  ///< df/dx
    Eigen::MatrixXd by_velocity;  ///< df/dv
    Eigen::VectorXd along;        ///< (df/dx) displacement
};

/// Evaluates one force of a model at a time.
class ForceProbe {
public:
    ForceProbe(const Model& model, const Scene& scene, std::unique_ptr<Force> force);

    Eigen::VectorXd force(const std::vector<Vec3>& x, const std::vector<Vec3>& v) const;
    DenseForce derivatives(const std::vector<Vec3>& x, const std::vector<Vec3>& v, Jacobian jacobian,
                           const std::vector<Vec3>& displacement) const;
    Real energy(const std::vector<Vec3>& x) const;

    std::vector<std::uint8_t> fixed;     ///< as in ForceInput; empty: no particle
    const Contacts* contacts = nullptr;  ///< as in ForceInput

private:
    const Model& model_;
    const Scene& scene_;
    std::unique_ptr<Force> force_;
    std::shared_ptr<const BlockPattern> pattern_;
};

/// Directional derivative of f at 0 by central differences, extrapolated so that the error falls with h^6.
Eigen::VectorXd derivative(const std::function<Eigen::VectorXd(Real)>& f, Real h);

/// Plain central difference; its error falls with h^2.
Eigen::VectorXd central_difference(const std::function<Eigen::VectorXd(Real)>& f, Real h);

/// x + s d
std::vector<Vec3> moved(const std::vector<Vec3>& x, const std::vector<Vec3>& d, Real s);

/// All coordinates in one vector.
Eigen::VectorXd flatten(const std::vector<Vec3>& x);

}  // namespace pleat::test
