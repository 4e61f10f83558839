// Counts crossings in states of a simulation.
#pragma once
#include <vector>

#include <pleat/audit/crossings.hpp>
#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/model/state.hpp>

namespace pleat {

/// Of one model and scene, which must outlive it.
class StateAudit {
public:
    StateAudit(const Model& model, const Scene& scene);

    /// Pairs of triangles of the cloth that cross each other.
    int cloth_crossings(const State& state) const;
    /// Pairs of a triangle of the cloth and one of a solid that cross each other.
    int solid_crossings(const State& state) const;

private:
    const Scene& scene_;
    CrossingMesh cloth_;
    std::vector<CrossingMesh> solids_;
};

}  // namespace pleat
