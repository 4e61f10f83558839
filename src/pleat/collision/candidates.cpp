#include <algorithm>
#include <cassert>
#include <utility>

#include <pleat/collision/candidates.hpp>
#include <pleat/core/parallel.hpp>

namespace pleat {
namespace {

bool has(const std::array<int, 3>& triangle, int particle) {
    return triangle[0] == particle || triangle[1] == particle || triangle[2] == particle;
}

bool share_a_particle(const std::array<int, 2>& a, const std::array<int, 2>& b) {
    return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
}

}  // namespace

// For each box those of the tree that come near; accept(box, other, candidate) says which pairs count and names them.
template <class Accept>
void CandidateSearch::search(std::span<const Box> boxes, const BoxTree& tree, Real distance, Accept&& accept) {
    assert(distance >= 0);
    constexpr int kSmallestBlock = 64;
    const BlockRange range(static_cast<int>(boxes.size()), kSmallestBlock);
    used_blocks_ = static_cast<std::size_t>(range.blocks);
    if (blocks_.size() < used_blocks_) blocks_.resize(used_blocks_);
    parallel_blocks(range.blocks, [&](int index) {
        Block& block = blocks_[static_cast<std::size_t>(index)];
        block.candidates.clear();
        for (int i = range.begin(index); i < range.end(index); ++i) {
            block.overlaps.clear();
            tree.find_overlaps(boxes[static_cast<std::size_t>(i)].grown(distance), block.overlaps);
            const auto before = static_cast<std::ptrdiff_t>(block.candidates.size());
            for (const int other : block.overlaps) accept(i, other, block.candidates);
            std::sort(block.candidates.begin() + before, block.candidates.end());
        }
    });
}

void CandidateSearch::gather(std::vector<Candidate>& found) const {
    found.clear();
    for (const Block& block : std::span(blocks_).first(used_blocks_))
        found.insert(found.end(), block.candidates.begin(), block.candidates.end());
}

void CandidateSearch::within(const SweptMesh& swept, Real distance, Candidates& found) {
    const CollisionMesh& mesh = swept.mesh();
    search(swept.boxes().particles, swept.triangle_tree(), distance, [&](int i, int triangle, auto& candidates) {
        const int particle = mesh.particles[static_cast<std::size_t>(i)];
        if (!has(mesh.triangles[static_cast<std::size_t>(triangle)], particle))
            candidates.push_back({particle, triangle});
    });
    gather(found.vertex_face);
    found.face_vertex.clear();
    search(swept.boxes().edges, swept.edge_tree(), distance, [&](int i, int j, auto& candidates) {
        const auto& a = mesh.edges[static_cast<std::size_t>(i)];
        if (i < j && !share_a_particle(a, mesh.edges[static_cast<std::size_t>(j)])) candidates.push_back({i, j});
    });
    gather(found.edge_edge);
}

void CandidateSearch::between(const SweptMesh& first, const SweptMesh& second, Real distance, Candidates& found) {
    search(first.boxes().particles, second.triangle_tree(), distance, [&](int i, int triangle, auto& candidates) {
        candidates.push_back({first.mesh().particles[static_cast<std::size_t>(i)], triangle});
    });
    gather(found.vertex_face);
    search(second.boxes().particles, first.triangle_tree(), distance, [&](int i, int triangle, auto& candidates) {
        candidates.push_back({triangle, second.mesh().particles[static_cast<std::size_t>(i)]});
    });
    gather(found.face_vertex);
    std::sort(found.face_vertex.begin(), found.face_vertex.end());
    search(first.boxes().edges, second.edge_tree(), distance, [&](int i, int j, auto& candidates) {
        candidates.push_back({i, j});
    });
    gather(found.edge_edge);
}

}  // namespace pleat
