#include "tests/support/check_force.hpp"

namespace pleat::test {

ForceProbe::ForceProbe(const Model& model, const Scene& scene, std::unique_ptr<Force> force)
    : model_(model), scene_(scene), force_(std::move(force)) {
    BlockPattern::Builder builder(model.particle_count());
    force_->couple(builder);
    pattern_ = std::make_shared<const BlockPattern>(builder.build());
    force_->bind(*pattern_);
}

Eigen::VectorXd ForceProbe::force(const std::vector<Vec3>& x, const std::vector<Vec3>& v) const {
    std::vector<Vec3> f(x.size(), Vec3::Zero());
    ForceSystem out;
    out.force = f;
    force_->add({model_, scene_, 0, x, v, fixed, contacts}, out);
    return flatten(f);
}

DenseForce ForceProbe::derivatives(const std::vector<Vec3>& x, const std::vector<Vec3>& v, Jacobian jacobian,
                                   const std::vector<Vec3>& displacement) const {
    const int n = model_.particle_count();
    DenseForce dense;
    for (const bool by_position : {true, false}) {
        BlockMatrix matrix(pattern_);
        std::vector<Vec3> f(x.size(), Vec3::Zero());
        std::vector<Vec3> along(x.size(), Vec3::Zero());
        ForceSystem out;
        out.force = f;
        out.matrix = &matrix;
        out.position_weight = by_position ? 1 : 0;
        out.velocity_weight = by_position ? 0 : 1;
        out.displacement = displacement;
        out.stiffness_force = along;
        out.jacobian = jacobian;
        force_->add({model_, scene_, 0, x, v, fixed, contacts}, out);
        Eigen::MatrixXd d = Eigen::MatrixXd::Zero(3 * n, 3 * n);
        for (int row = 0; row < n; ++row) {
            for (int entry = pattern_->row_begin(row); pattern_->column(entry) < row; ++entry) {
                const int column = pattern_->column(entry);
                d.block<3, 3>(3 * row, 3 * column) = -matrix.block(pattern_->slot(entry));
                d.block<3, 3>(3 * column, 3 * row) = -matrix.block(pattern_->slot(entry)).transpose();
            }
            d.block<3, 3>(3 * row, 3 * row) = -matrix.block(pattern_->diagonal(row));
        }
        for (const Coupling& coupling : matrix.couplings()) {
            coupling.for_each([&](std::size_t i, Real a) {
                coupling.for_each([&](std::size_t j, Real b) {
                    const auto row = 3 * static_cast<Eigen::Index>(i), column = 3 * static_cast<Eigen::Index>(j);
                    d.block<3, 3>(row, column) -= a * b * coupling.block;
                });
            });
        }
        (by_position ? dense.by_position : dense.by_velocity) = d;
        dense.force = flatten(f);
        dense.along = flatten(along);
    }
    return dense;
}

Real ForceProbe::energy(const std::vector<Vec3>& x) const {
    const std::vector<Vec3> rest(x.size(), Vec3::Zero());
    Energies energies;
    force_->add_energies({model_, scene_, 0, x, rest, fixed, contacts}, energies);
    return energies.total();
}

Eigen::VectorXd central_difference(const std::function<Eigen::VectorXd(Real)>& f, Real h) {
    return (f(h) - f(-h)) / (2 * h);
}

Eigen::VectorXd derivative(const std::function<Eigen::VectorXd(Real)>& f, Real h) {
    return 1.5 * central_difference(f, h) - 0.6 * central_difference(f, 2 * h) + 0.1 * central_difference(f, 3 * h);
}

std::vector<Vec3> moved(const std::vector<Vec3>& x, const std::vector<Vec3>& d, Real s) {
    std::vector<Vec3> y = x;
    for (std::size_t i = 0; i < x.size(); ++i) y[i] += s * d[i];
    return y;
}

Eigen::VectorXd flatten(const std::vector<Vec3>& x) {
    return Eigen::Map<const Eigen::VectorXd>(x.front().data(), static_cast<Eigen::Index>(3 * x.size()));
}

}  // namespace pleat::test
