// The particles of a force's elements, all of one kind, and where their blocks are in the matrix.
#pragma once
#include <array>
#include <span>
#include <vector>

#include <pleat/linear/block_matrix.hpp>
#include <pleat/linear/element_schedule.hpp>

namespace pleat {

/// Elements of N particles each, which all act on each other.
template <std::size_t N>
class Stencils {
public:
    /// Slots of an element's blocks (row corner, column corner), row by row; -1 for those of the matrix's upper half.
    using Slots = std::array<int, N * N>;

    Stencils() = default;
    Stencils(int particle_count, std::vector<std::array<int, N>> particles)
        : particles_(std::move(particles)),
          schedule_(particle_count, std::span<const std::array<int, N>>(particles_)) {}

    void couple(BlockPattern::Builder& pattern) const {
        for (const auto& particles : particles_) pattern.couple(particles);
    }

    /// Called once with the finished pattern, before `slots`.
    void bind(const BlockPattern& pattern) {
        slots_.resize(particles_.size());
        for (std::size_t i = 0; i < particles_.size(); ++i) {
            for (std::size_t s = 0; s < N * N; ++s) {
                const int row = particles_[i][s / N], column = particles_[i][s % N];
                slots_[i][s] = row < column ? -1 : pattern.slot(row, column);
            }
        }
    }

    const Slots& slots(std::size_t element) const { return slots_[element]; }

    /// Calls body(element) for every element, on any thread, so that none meets another at a particle.
    template <class Body>
    void for_each(Body&& body) const {
        schedule_.for_each(body);
    }

private:
    std::vector<std::array<int, N>> particles_;
    std::vector<Slots> slots_;
    ElementSchedule schedule_;
};

}  // namespace pleat
