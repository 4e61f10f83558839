#include <algorithm>

#include <pleat/core/parallel.hpp>
#include <pleat/corrections/moved_particles.hpp>

namespace pleat {

bool MovedParticles::fits(std::size_t particles) const {
    return std::all_of(by.begin(), by.end(),
                       [&](const auto& moved) { return moved.empty() || moved.size() == particles; });
}

void MovedParticles::set_zero() {
    for (std::vector<Real>& moved : by) std::fill(moved.begin(), moved.end(), 0);
}

MovedParticles& MovedParticles::operator+=(const MovedParticles& other) {
    for (std::size_t mover = 0; mover < kMoverCount; ++mover) {
        std::vector<Real>& to = by[mover];
        const std::vector<Real>& from = other.by[mover];
        if (to.empty()) {
            to = from;
        } else {
            parallel_for_each(static_cast<int>(from.size()), [&](std::size_t i) { to[i] += from[i]; });
        }
    }
    return *this;
}

MoveRecorder::MoveRecorder(std::size_t particles, std::span<const std::size_t> movers)
    : last_(particles, Vec3::Zero()) {
    for (const std::size_t mover : movers) moved_.by[mover].assign(particles, 0);
}

void MoveRecorder::look(std::span<const Vec3> position) {
    parallel_for_each(static_cast<int>(last_.size()), [&](std::size_t i) { last_[i] = position[i]; });
}

void MoveRecorder::add(std::size_t mover, std::span<const Vec3> position) {
    std::vector<Real>& moved = moved_.by[mover];
    parallel_for_each(static_cast<int>(last_.size()), [&](std::size_t i) {
        moved[i] += (position[i] - last_[i]).norm();
        last_[i] = position[i];
    });
}

}  // namespace pleat
