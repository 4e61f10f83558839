#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/solvers/recoil.hpp>

namespace pleat {
namespace {

// Of a recoil, felt in the next substep; the rest is handed on.
constexpr Real kShare = 0.5;

// Coordinates one behind the other, which is faster than by particle.
template <class Body>
void for_each_coordinate(std::size_t particles, Body&& body) {
    parallel_for(static_cast<int>(particles), [&](int begin, int end) { body(3 * begin, 3 * end); });
}

}  // namespace

void Recoil::begin_step(std::span<const Real> inverse_masses, Real dt, State& next) {
    if (given_.empty()) return;
    std::vector<Vec3>& felt = next.history.recoil;
    felt.resize(given_.size(), Vec3::Zero());
    weights_.resize(given_.size());
    parallel_for_each(static_cast<int>(given_.size()), [&](std::size_t i) {
        weights_[i].setConstant(kShare / dt * inverse_masses[i]);
        if (!(inverse_masses[i] > 0)) felt[i].setZero();
    });
}

void Recoil::take(Real dt, State& next) const {
    if (given_.empty()) return;
    Real* x = next.position.front().data();
    const Real* felt = next.history.recoil.front().data();
    for_each_coordinate(given_.size(), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) x[i] += dt * felt[i];
    });
}

void Recoil::leave(State& next) {
    if (given_.empty()) return;
    Real *felt = next.history.recoil.front().data(), *given = given_.front().data();
    const Real* weights = weights_.front().data();
    for_each_coordinate(given_.size(), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            felt[i] += weights[i] * given[i] - kShare * felt[i];
            given[i] = 0;
        }
    });
}

Real Recoil::brake(const RecoilBrake& sub, Real driven, State& next) const {
    if (given_.empty()) return 0;
    const auto energy = [&](auto&& way) {
        return parallel_sum(static_cast<int>(next.position.size()), [&](int begin, int end) {
            Real sum = 0;
            for (int i = begin; i < end; ++i) {
                if (sub.inverse_masses[at(i)] > 0) sum += 0.5 * sub.masses[at(i)] * way(at(i)).squaredNorm();
            }
            return sum;
        });
    };
    const Real allowed =
        std::max(Real(0), driven) + energy([&](std::size_t i) { return Vec3((sub.free[i] - sub.before[i]) / sub.dt); });
    const Real now = energy([&](std::size_t i) { return next.velocity[i]; });
    if (!(now > allowed)) return 0;
    const Real share = std::sqrt(allowed / now);
    parallel_for_each(static_cast<int>(next.position.size()), [&](std::size_t i) {
        if (!(sub.inverse_masses[i] > 0)) return;
        next.velocity[i] *= share;
        next.history.recoil[i] *= share;
    });
    return now - allowed;
}

}  // namespace pleat
