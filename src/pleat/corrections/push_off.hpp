// Keeps triangles and edges of cloth off corners and edges of solids, which particles alone do not see: cones, the
// edges of a table. On round solids it is enough that particles keep a little more (PushOut). What this misses is up to
// the fail-safe, which acts once a step and is not as gentle.
#pragma once
#include <memory>
#include <vector>

#include <pleat/collision/cloth_search.hpp>
#include <pleat/collision/solid_features.hpp>
#include <pleat/corrections/correction.hpp>
#include <pleat/corrections/push_out.hpp>

namespace pleat {

/// Cloth against features of solids.
class PushOff final : public Correction {
public:
    /// Surfaces and predicted places are those of `push_out`, whose step begins first.
    PushOff(std::shared_ptr<ClothSearch> search, const PushOut& push_out)
        : search_(std::move(search)), push_out_(push_out) {}

    CorrectionKind kind() const override { return CorrectionKind::push_out; }
    TableCost begin_step(const CorrectionStep& step) override;
    Real sweep(const CorrectionInput& in, CorrectionWork& work) override;

private:
    // A place of the cloth, and the plane through a place of a solid's feature that it is kept behind.
    struct Plane {
        FeatureTouch touch;
        Real gap = 0;       // [m] that it has to keep at the start of the step
        Real rise = 0;      // [m] by which that grows in the step
        Real friction = 0;  // coefficient
    };

    void add_plane(const CorrectionStep& step, const FeaturePair& pair, int vertex);
    Real push(const Plane& plane, const CorrectionInput& in, CorrectionWork& work) const;

    std::shared_ptr<ClothSearch> search_;
    const PushOut& push_out_;
    Candidates candidates_;
    std::vector<Plane> planes_;
};

}  // namespace pleat
