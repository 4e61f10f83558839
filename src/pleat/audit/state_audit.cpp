#include <pleat/audit/state_audit.hpp>

namespace pleat {
StateAudit::StateAudit(const Model& model, const Scene& scene) : scene_(scene), cloth_(model.triangle_particles()) {
    for (const Solid& solid : scene.solids) solids_.emplace_back(solid.surface->triangles);
}

int StateAudit::cloth_crossings(const State& state) const {
    return static_cast<int>(find_crossings({cloth_, state.position}).size());
}

int StateAudit::solid_crossings(const State& state) const {
    std::size_t count = 0;
    std::vector<Vec3> placed;
    for (std::size_t s = 0; s < solids_.size(); ++s) {
        scene_.solids[s].place(state.time, placed);
        count += find_crossings({cloth_, state.position}, {solids_[s], placed}).size();
    }
    return static_cast<int>(count);
}

}  // namespace pleat
