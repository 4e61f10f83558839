#include <algorithm>
#include <cstdio>

#include <pleat/solvers/crossing_words.hpp>

namespace pleat {
namespace {

std::string name_of_particle(const Model& model, int particle) {
    for (const Cloth& cloth : model.cloths) {
        if (particle < cloth.particles.end) {
            return "particle " + std::to_string(particle - cloth.particles.begin) + " of \"" + cloth.name + "\"";
        }
    }
    return "particle " + std::to_string(particle);
}

}  // namespace

std::string describe_crossing(const ConstraintInput& in, const SolidSurfaces& surfaces, const ImpactPair& pair) {
    const auto is_cloth = [](int p) { return p >= 0; };
    const auto first = std::find_if(pair.particles.begin(), pair.particles.end(), is_cloth);
    const auto solid = std::find_if_not(pair.particles.begin(), pair.particles.end(), is_cloth);
    std::string what = "itself";
    if (solid != pair.particles.end()) {
        what = "solid \"" + in.scene.solids[static_cast<std::size_t>(surfaces.solid_of(~*solid))].name + "\"";
    }
    const Vec3& x = in.now.position[static_cast<std::size_t>(*first)];
    char where[96];
    std::snprintf(where, sizeof where, " near (%.3f, %.3f, %.3f) m at %.4f s", x.x(), x.y(), x.z(), in.now.time);
    return name_of_particle(in.model, *first) + " would pass through " + what + where;
}

}  // namespace pleat
