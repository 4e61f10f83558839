// Keeps distances of particles within limits: Fuhrmann, Gross & Luckas 2003, section 3. Two particles that are too far
// apart or too near are moved along the line between them, in inverse proportion to their masses, so that their centre
// of mass stays. With both limits at the rest length this is the correction of Provot 1995.
//
// Limits meet at particles, and each correction disturbs its neighbours: a sweep visits all in an order made once, and
// a few sweeps, or short substeps, bring the lengths near. On several threads the order is the same.
//
// Eight limits that share no particle are looked at together. Most are met, and what costs time is to see that.
#pragma once
#include <vector>

#include <pleat/corrections/correction.hpp>
#include <pleat/linear/element_schedule.hpp>

namespace pleat {

/// Two particles and how far apart they may be.
struct DistanceLimit {
    std::array<int, 2> particles;
    Real least;  ///< [m]
    Real most;   ///< [m] kForever: there is no limit
};

/// Limits of all lengths.
class DistanceLimits final : public Correction {
public:
    DistanceLimits(const Model& model, const std::vector<DistanceLimit>& limits);

    CorrectionKind kind() const override { return CorrectionKind::limits; }
    Real sweep(const CorrectionInput& in, CorrectionWork& work) override;

    static constexpr std::size_t kTogether = 8;
    /// Limits that share no particle; those behind the last one are always met.
    struct Batch {
        std::array<int, kTogether> first, second;  // particles
        std::array<Real, kTogether> least, most;   // [m]
        int count = 0;
    };
    /// Block after block, and in the order of a sweep within each.
    std::span<const Batch> batches() const { return batches_; }

private:
    ElementSchedule schedule_;
    std::vector<Batch> batches_;
    std::vector<int> first_batch_;  // by block of the schedule; one more at the end
    std::vector<Real> moved_;       // [m] by block, in this sweep
};

}  // namespace pleat
