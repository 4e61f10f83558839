#include <algorithm>
#include <cmath>

#include <pleat/sim/measure.hpp>

namespace pleat {

EdgeStrain measure_edges(const Model& model, const State& state, ThreadDirection direction) {
    EdgeStrain strain;
    int count = 0;
    for (const Edge& edge : model.edges) {
        if (edge.direction != direction) continue;
        const Vec3& a = state.position[static_cast<std::size_t>(edge.particles[0])];
        const Vec3& b = state.position[static_cast<std::size_t>(edge.particles[1])];
        const Real change = (b - a).norm() / edge.rest_length - 1;
        ++count;
        strain.max_stretch = std::max(strain.max_stretch, change);
        strain.mean_stretch += std::max(0.0, change);
        strain.max_compression = std::max(strain.max_compression, -change);
        strain.mean_compression += std::max(0.0, -change);
    }
    if (count == 0) return strain;
    strain.mean_stretch /= count;
    strain.mean_compression /= count;
    return strain;
}

void measure(const Model& model, const State& state, FrameStats& stats) {
    stats.frame = state.frame;
    stats.time = state.time;
    stats.warp = measure_edges(model, state, ThreadDirection::warp);
    stats.weft = measure_edges(model, state, ThreadDirection::weft);
    stats.bias = measure_edges(model, state, ThreadDirection::bias);
    Real sum = 0;
    Real largest = 0;
    for (const Vec3& v : state.velocity) {
        sum += v.squaredNorm();
        largest = std::max(largest, v.squaredNorm());
    }
    stats.rms_speed = std::sqrt(sum / static_cast<Real>(state.velocity.size()));
    stats.max_speed = std::sqrt(largest);
    stats.contacts = static_cast<int>(state.contacts.size());
    stats.cloth_contacts = static_cast<int>(state.cloth_grips.size());
    stats.crossings = state.crossings;
    stats.inside = static_cast<int>(state.inside.size());
    stats.hash = state.hash();
}

}  // namespace pleat
