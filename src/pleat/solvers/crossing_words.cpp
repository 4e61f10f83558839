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

// By how much the closest points at the impact would be too near at the end of the step; empty if it is not this pair
// alone that gets in the way.
std::string how_far(const SweptStep& step, const ImpactPair& pair, std::span<const Vec3> wanted) {
    const auto impact = find_impact(pair, step, wanted);
    if (!impact) return "";
    const StepMotion motion(step, wanted);
    Real gap = 0;
    for (std::size_t i = 0; i < 4; ++i) gap += impact->weights[i] * impact->normal.dot(motion.end(pair.particles[i]));
    char text[48];
    std::snprintf(text, sizeof text, " by %.2g mm", 1e3 * std::max(Real(0), impact->separation - gap));
    return text;
}

}  // namespace

std::string describe_crossing(const ConstraintInput& in, const SweptStep& step, const ImpactPair& pair,
                              std::span<const Vec3> wanted) {
    const auto is_cloth = [](int p) { return p >= 0; };
    const auto first = std::find_if(pair.particles.begin(), pair.particles.end(), is_cloth);
    const auto solid = std::find_if_not(pair.particles.begin(), pair.particles.end(), is_cloth);
    std::string what = "itself";
    if (solid != pair.particles.end()) {
        what = "solid \"" + in.scene.solids[static_cast<std::size_t>(step.solids.solid_of(~*solid))].name + "\"";
    }
    const Vec3& x = in.now.position[static_cast<std::size_t>(*first)];
    char where[128];
    std::snprintf(where, sizeof where, " near (%.3f, %.3f, %.3f) m at %.4f s", x.x(), x.y(), x.z(), in.now.time);
    return name_of_particle(in.model, *first) + " would pass through " + what + how_far(step, pair, wanted) + where;
}

}  // namespace pleat
