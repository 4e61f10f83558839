// Keeps particles of cloth apart that are not neighbours: self-collision after Fuhrmann, Gross & Luckas 2003,
// section 4. Pairs of particles are looked at, not triangles and edges; so they have to keep a distance of the size of
// the triangles, which makes crossings rare and does not prevent them: that is up to no_crossing.
//
// The distance follows the mesh where the particle is, as the paper's does not; and who starts nearer to other cloth,
// as in a stack of sheets, keeps no more than it has there.
//
// Where cloth crosses itself, particles are on the wrong side of each other, and would be kept there: they are let go
// until it is untangled (untangle.hpp).
//
// Pairs are found with some room around the particles: until one of them has left its room, which moves with the cloth
// on the whole, all pairs that are too near are among those found.
#pragma once
#include <cstdint>
#include <vector>

#include <pleat/collision/particle_search.hpp>
#include <pleat/corrections/correction.hpp>

namespace pleat {

/// Pairs of particles.
class PushApart final : public Correction {
public:
    explicit PushApart(const Model& model);

    CorrectionKind kind() const override { return CorrectionKind::push_apart; }
    TableCost begin_step(const CorrectionStep& step) override;
    Real sweep(const CorrectionInput& in, CorrectionWork& work) override;

    /// [m] What a particle keeps; a pair keeps the smaller one of its two.
    std::span<const Real> distances() const { return distances_; }
    /// Pairs within reach, in increasing order, as looked at last.
    std::span<const std::array<int, 2>> pairs() const { return pairs_; }
    /// Marks the particles of these pairs. Of an edge and a triangle that begin to cross, some are among them.
    void mark_near(std::vector<std::uint8_t>& is_near) const;

private:
    void find_pairs(std::span<const Vec3> position);

    ParticleSearch search_;
    std::vector<Real> distances_;
    Real room_ = 0;             // [m]
    std::vector<Real> reach_;   // [m] of the search, by particle
    std::vector<Vec3> center_;  // [m] where pairs were looked for
    std::vector<std::array<int, 2>> pairs_;
    std::vector<std::uint8_t> is_tangled_;  // by particle; empty: none is
};

}  // namespace pleat
