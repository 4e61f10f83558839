#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/collision/edge_crossings.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>

namespace pleat {
namespace {

// Edges that a thread looks at together, at least.
constexpr int kSmallestBlock = 128;

// Six times the volume of a tetrahedron; its sign says on which side of the first three the last one is.
Real volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) { return (b - a).cross(c - a).dot(d - a); }

bool share_particle(const std::array<int, 2>& edge, const std::array<int, 3>& triangle) {
    return std::any_of(triangle.begin(), triangle.end(), [&](int p) { return p == edge[0] || p == edge[1]; });
}

bool find_crossing(const std::array<Vec3, 2>& edge, const std::array<Vec3, 3>& triangle, EdgeCrossing& crossing) {
    const Real begin = volume(triangle[0], triangle[1], triangle[2], edge[0]);
    const Real end = volume(triangle[0], triangle[1], triangle[2], edge[1]);
    // In flat cloth all volumes are 0, but for rounding.
    const Real size = (triangle[1] - triangle[0]).norm() + (triangle[2] - triangle[0]).norm() +
                      (edge[1] - edge[0]).norm() + (edge[0] - triangle[0]).norm();
    const Real least = 1e-13 * size * size * size;
    if (std::min(std::abs(begin), std::abs(end)) <= least || (begin > 0) == (end > 0)) return false;
    Vec3 shares;
    for (std::size_t i = 0; i < 3; ++i) {
        shares[static_cast<Eigen::Index>(i)] = volume(edge[0], edge[1], triangle[(i + 1) % 3], triangle[(i + 2) % 3]);
    }
    const bool is_through = (shares.array() >= 0).all() || (shares.array() <= 0).all();
    if (!is_through || shares.sum() == 0) return false;
    crossing.along = begin / (begin - end);
    crossing.weights = shares / shares.sum();
    return true;
}

}  // namespace

void EdgeCrossings::look_at(std::span<const Vec3> position, int edge, Block& block) const {
    const auto& particles = mesh_.edges[at(edge)];
    block.near.clear();
    tree_.find_overlaps(swept_box({position, position}, particles), block.near);
    std::sort(block.near.begin(), block.near.end());
    for (const int t : block.near) {
        const auto& triangle = mesh_.triangles[at(t)];
        if (share_particle(particles, triangle)) continue;
        EdgeCrossing crossing{edge, t, 0, Vec3::Zero()};
        const auto x = [&](int p) { return position[at(p)]; };
        if (find_crossing({x(particles[0]), x(particles[1])}, {x(triangle[0]), x(triangle[1]), x(triangle[2])},
                          crossing)) {
            block.crossings.push_back(crossing);
        }
    }
}

void EdgeCrossings::find(std::span<const Vec3> position, std::vector<EdgeCrossing>& crossings,
                         std::span<const std::uint8_t> wanted) {
    crossings.clear();
    edges_.clear();
    for (std::size_t e = 0; e < mesh_.edges.size(); ++e) {
        const auto& [a, b] = mesh_.edges[e];
        if (wanted.empty() || wanted[at(a)] != 0 || wanted[at(b)] != 0) edges_.push_back(static_cast<int>(e));
    }
    if (edges_.empty()) return;
    boxes_.resize(mesh_.triangles.size());
    parallel_for_each(static_cast<int>(boxes_.size()), [&](std::size_t t) {
        boxes_[t] = swept_box({position, position}, mesh_.triangles[t]);
    });
    tree_.update(boxes_);
    const BlockRange range(static_cast<int>(edges_.size()), kSmallestBlock);
    if (blocks_.size() < at(range.blocks)) blocks_.resize(at(range.blocks));
    parallel_blocks(range.blocks, [&](int index) {
        Block& block = blocks_[at(index)];
        block.crossings.clear();
        for (int i = range.begin(index); i < range.end(index); ++i) look_at(position, edges_[at(i)], block);
    });
    for (const Block& block : std::span(blocks_).first(at(range.blocks))) {
        crossings.insert(crossings.end(), block.crossings.begin(), block.crossings.end());
    }
}

std::vector<int> EdgeCrossings::particles_of(std::span<const EdgeCrossing> crossings) const {
    std::vector<int> particles;
    for (const EdgeCrossing& crossing : crossings) {
        const auto& edge = mesh_.edges[at(crossing.edge)];
        const auto& triangle = mesh_.triangles[at(crossing.triangle)];
        particles.insert(particles.end(), edge.begin(), edge.end());
        particles.insert(particles.end(), triangle.begin(), triangle.end());
    }
    std::sort(particles.begin(), particles.end());
    particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
    return particles;
}

}  // namespace pleat
