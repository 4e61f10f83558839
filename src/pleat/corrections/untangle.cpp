#include <pleat/core/index.hpp>
#include <pleat/corrections/untangle.hpp>

namespace pleat {
namespace {

// [m/s] Cloth that crosses itself comes apart this fast.
constexpr Real kSpeed = 0.2;

}  // namespace

void Untangle::find_tangled(State& state, std::span<const std::uint8_t> wanted) {
    crossings_.find(state.position, found_, wanted);
    state.tangled = crossings_.particles_of(found_);
    state.crossings = static_cast<int>(found_.size());
}

TableCost Untangle::begin_step(const CorrectionStep& step) {
    found_.clear();
    is_tangled_.assign(step.now.tangled.empty() ? 0 : step.now.position.size(), 0);
    if (step.now.tangled.empty()) return {};
    for (const int particle : step.now.tangled) is_tangled_[at(particle)] = 1;
    for (const int particle : step.now.tangled) {
        if (!is_wanted_.empty()) is_wanted_[at(particle)] = 1;
    }
    crossings_.find(step.now.position, found_, is_wanted_);
    curves_.find_ways(found_, step.now.position, ways_);
    return {};
}

Real Untangle::sweep(const CorrectionInput& in, CorrectionWork& work) {
    Real moved = 0;
    for (std::size_t k = 0; k < found_.size(); ++k) {
        const auto& [a, b] = cloth_.edges[at(found_[k].edge)];
        const auto& [c, d, e] = cloth_.triangles[at(found_[k].triangle)];
        const Real along = found_[k].along;
        const Vec3& w = found_[k].weights;
        const std::array<int, 5> particles{a, b, c, d, e};
        const std::array<Real, 5> weights{1 - along, along, -w[0], -w[1], -w[2]};
        Vec3 change = Vec3::Zero();
        Real mobility = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            const std::size_t p = at(particles[i]);
            change += weights[i] * (work.position[p] - in.before[p]);
            mobility += weights[i] * weights[i] * in.step.inverse_masses[p];
        }
        // At this speed along the way out, if it is not faster already.
        const Real missing = kSpeed * in.dt() * ways_[k].norm() - change.dot(ways_[k].normalized());
        if (!(missing > 0) || !(mobility > 0) || ways_[k].isZero(0)) continue;
        const Vec3 impulse = missing / mobility * ways_[k].normalized();
        for (std::size_t i = 0; i < 5; ++i) {
            const std::size_t p = at(particles[i]);
            if (in.step.inverse_masses[p] > 0)
                work.position[p] += weights[i] * in.step.inverse_masses[p] * impulse;
            else
                work.reaction[p] += weights[i] * impulse;
        }
        moved += missing;
    }
    return moved;
}

}  // namespace pleat
