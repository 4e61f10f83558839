// Where corners and edges of solids come near triangles and edges of cloth during a step. It only finds.
#pragma once
#include <optional>
#include <span>

#include <pleat/collision/candidates.hpp>
#include <pleat/collision/solid_surfaces.hpp>
#include <pleat/model/contact.hpp>

namespace pleat {

/// A pair of features where it is nearest at the start of a step, or where it meets first.
struct FeatureTouch {
    FeaturePair pair;
    std::array<int, 3> particles{-1, -1, -1};  ///< of the cloth; the last is -1 for an edge
    int vertex = 0;                            ///< a vertex of the solid's part
    Vec3 weights = Vec3::Zero();               ///< of the particles
    Vec3 normal = Vec3::Zero();                ///< unit, from the solid to the cloth
    Vec3 solid_start = Vec3::Zero();           ///< [m] the solid's place at the start of the step
    Vec3 solid_end = Vec3::Zero();             ///< [m] and at its end
    bool has_crossed = false;                  ///< they begin farther apart, and meet on the way
};

/// None if the pair begins `distance` [m] or more apart and does not meet on the way, if that is looked at.
std::optional<FeatureTouch> find_feature_touch(const FeaturePair& pair, const CollisionMesh& cloth, const Sweep& way,
                                               const SolidSurfaces& surfaces, Real distance, bool looks_ahead = true);

}  // namespace pleat
