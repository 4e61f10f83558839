// Brings cloth apart that crosses itself: from a bad start, or after a step that was not kept from crossing. Edges that
// go through triangles are driven back where the smaller part came from (collision/crossing_curves.hpp).
#pragma once
#include <vector>

#include <pleat/collision/crossing_curves.hpp>
#include <pleat/corrections/correction.hpp>

namespace pleat {

/// Acts as long as the state has crossings.
class Untangle final : public Correction {
public:
    explicit Untangle(const CollisionMesh& cloth) : cloth_(cloth), crossings_(cloth), curves_(cloth) {}

    CorrectionKind kind() const override { return CorrectionKind::untangle; }
    TableCost begin_step(const CorrectionStep& step) override;
    Real sweep(const CorrectionInput& in, CorrectionWork& work) override;

    /// Where to look for crossings when the next step begins: at edges of these particles, and of those that were
    /// tangled. Nobody is named: everywhere.
    void look_near(std::span<const std::uint8_t> wanted) { is_wanted_.assign(wanted.begin(), wanted.end()); }

    /// Where the cloth crosses itself, in a state that may; with `wanted`, only at edges of particles that are.
    void find_tangled(State& state, std::span<const std::uint8_t> wanted = {});
    /// Per particle 1 if the cloth crossed itself there at the start of the step; empty if it did nowhere.
    std::span<const std::uint8_t> tangled() const { return is_tangled_; }

private:
    CollisionMesh cloth_;
    EdgeCrossings crossings_;
    CrossingCurves curves_;
    std::vector<EdgeCrossing> found_;
    std::vector<Vec3> ways_;
    std::vector<std::uint8_t> is_tangled_, is_wanted_;
};

}  // namespace pleat
