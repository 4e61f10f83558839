#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/model/links.hpp>
#include <pleat/model/thread_spans.hpp>

namespace pleat {
namespace {

// No limit is kept more exactly than this.
constexpr Real kLeastStrain = 1e-4;

// By particle; cloths are few.
const Cloth& cloth_of(const Model& model, int particle) {
    return *std::find_if(model.cloths.begin(), model.cloths.end(),
                         [&](const Cloth& cloth) { return particle < cloth.particles.end; });
}

Vec2 limits_of(const Fabric& fabric, const StrainLimits& given) {
    Vec2 limits = given.range.value_or(Vec2(fabric.strain_min, fabric.strain_max));
    if (given.longest) limits[1] = *given.longest;
    return {limits[0], std::max(limits[1], kLeastStrain)};
}

// |w_u| or |w_v| as a length: its weights have the unit 1/m, and times the size of the triangle they are like those of
// an edge.
ThreadSpan span_of(const Triangle& triangle, int thread, Real longest) {
    const Real size = std::sqrt(2 * triangle.area);
    const Vec2 column = triangle.inverse_rest.col(thread);
    ThreadSpan span;
    span.particles = triangle.particles;
    span.weights = {-size * (column[0] + column[1]), size * column[0], size * column[1]};
    span.rest_length = size * triangle.rest_stretch[thread];
    span.least = 0;
    span.most = (1 + longest) * span.rest_length;
    span.edge = -1;
    return span;
}

}  // namespace

std::vector<ThreadSpan> thread_spans(const Model& model, const StrainLimits& limits) {
    std::vector<ThreadSpan> spans;
    const std::vector<Link> links = mesh_links(model);  // of the edges first
    for (std::size_t e = 0; e < model.edges.size(); ++e) {
        const Edge& edge = model.edges[e];
        if (edge.direction == ThreadDirection::bias) continue;
        const Vec2 strain = limits_of(model.fabrics[at(links[e].fabric)], limits);
        const bool is_held_below = is_grid(cloth_of(model, edge.particles[0]));
        spans.push_back({{edge.particles[0], edge.particles[1], -1},
                         {-1, 1, 0},
                         edge.rest_length,
                         is_held_below ? (1 + strain[0]) * edge.rest_length : 0,
                         (1 + strain[1]) * edge.rest_length,
                         static_cast<int>(e)});
    }
    for (const Triangle& triangle : model.triangles) {
        if (is_grid(cloth_of(model, triangle.particles[0]))) continue;
        const Real longest = limits_of(model.fabrics[at(triangle.fabric)], limits)[1];
        for (int thread = 0; thread < 2; ++thread) spans.push_back(span_of(triangle, thread, longest));
    }
    return spans;
}

Largest longest_thread(const Model& model, std::span<const Vec3> position) {
    return parallel_max(static_cast<int>(model.edges.size()), [&](int e) {
        const Edge& edge = model.edges[at(e)];
        if (edge.direction == ThreadDirection::bias) return Real(0);
        return (position[at(edge.particles[1])] - position[at(edge.particles[0])]).norm() / edge.rest_length - 1;
    });
}

}  // namespace pleat
