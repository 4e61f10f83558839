#include <algorithm>

#include <pleat/audit/audit.hpp>
#include <pleat/core/error.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/mesh/topology.hpp>

namespace pleat {
namespace {

struct RestEdge {
    std::array<int, 2> particles;
    Real length;  // [m]
};

Real length_in_uv(const TriangleMesh& mesh, std::size_t triangle, const std::array<int, 2>& edge) {
    std::array<Vec2, 2> ends{Vec2::Zero(), Vec2::Zero()};
    for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t e = 0; e < 2; ++e) {
            if (mesh.triangles[triangle][c] == edge[e]) ends[e] = mesh.uv[triangle][c];
        }
    }
    return (ends[1] - ends[0]).norm();
}

// The mean of the edge's triangles.
Real length_in_uv(const TriangleMesh& mesh, const MeshEdge& edge) {
    Real sum = 0;
    for (const int t : edge.triangles) sum += length_in_uv(mesh, static_cast<std::size_t>(t), edge.particles);
    return sum / static_cast<Real>(edge.triangles.size());
}

// Edges without a length at rest cannot be compared and are left out.
std::vector<RestEdge> rest_edges(const Animation& cloth, RestShape rest) {
    const TriangleMesh& mesh = cloth.mesh();
    if (rest == RestShape::uv && mesh.uv.empty())
        throw Error(ErrorKind::bad_input, "the mesh has no uv to tell its rest shape; use --rest mesh");
    std::vector<RestEdge> edges;
    for (const MeshEdge& edge : find_edges(mesh.triangles)) {
        const auto& [a, b] = edge.particles;
        const Vec3 side = mesh.positions[static_cast<std::size_t>(b)] - mesh.positions[static_cast<std::size_t>(a)];
        const Real length = rest == RestShape::uv ? length_in_uv(mesh, edge) : side.norm();
        if (length > 0) edges.push_back({edge.particles, length});
    }
    return edges;
}

void measure_stretch(std::span<const RestEdge> edges, std::span<const Vec3> x, FrameAudit& result) {
    result.stretch = -1;
    for (const RestEdge& edge : edges) {
        const auto& [a, b] = edge.particles;
        const Real stretch = (x[static_cast<std::size_t>(b)] - x[static_cast<std::size_t>(a)]).norm() / edge.length - 1;
        if (stretch <= result.stretch) continue;
        result.stretch = stretch;
        result.stretched_edge = edge.particles;
    }
}

// A solid, ready to be posed.
struct SolidAnimation {
    const Animation& animation;
    CrossingMesh mesh;

    std::vector<Vec3> positions(int frame) const {
        return animation.positions(animation.frame_count() == 1 ? 0 : frame);
    }
};

void check_lengths(std::span<const Animation> solids, const AuditSettings& settings) {
    const int last = settings.frames.empty() ? 0 : settings.frames.back();
    for (std::size_t s = 0; s < solids.size(); ++s) {
        const int count = solids[s].frame_count();
        if (count > 1 && count <= last) {
            throw Error(ErrorKind::bad_input, "solid " + std::to_string(s + 1) + " has " + std::to_string(count) +
                                                  " frames; must have 1, or " + std::to_string(last + 1) +
                                                  " like the cloth");
        }
    }
}

}  // namespace

std::size_t FrameAudit::crossings() const {
    std::size_t sum = with_itself.size();
    for (const auto& list : with_solid) sum += list.size();
    return sum;
}

std::vector<FrameAudit> audit(const Animation& cloth, std::span<const Animation> animations,
                              const AuditSettings& settings) {
    check_lengths(animations, settings);
    const CrossingMesh mesh(cloth.mesh().triangles);
    const auto edges = rest_edges(cloth, settings.rest.value_or(cloth.is_run() ? RestShape::uv : RestShape::mesh));
    std::vector<SolidAnimation> solids;
    for (const Animation& animation : animations)
        solids.push_back({animation, CrossingMesh(animation.mesh().triangles)});
    std::vector<FrameAudit> results(settings.frames.size());
    parallel_blocks(static_cast<int>(results.size()), [&](int index) {
        FrameAudit& result = results[static_cast<std::size_t>(index)];
        result.frame = settings.frames[static_cast<std::size_t>(index)];
        const std::vector<Vec3> x = cloth.positions(result.frame);
        measure_stretch(edges, x, result);
        result.with_itself = find_crossings({mesh, x});
        for (const SolidAnimation& solid : solids)
            result.with_solid.push_back(find_crossings({mesh, x}, {solid.mesh, solid.positions(result.frame)}));
    });
    return results;
}

}  // namespace pleat
