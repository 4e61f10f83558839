#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

#include <pleat/collision/candidates.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>

namespace pleat {
namespace {

bool has(const std::array<int, 3>& triangle, int particle) {
    return triangle[0] == particle || triangle[1] == particle || triangle[2] == particle;
}

bool share_a_particle(const std::array<int, 2>& a, const std::array<int, 2>& b) {
    return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
}

// [m] More than Box::grown adds, so that what it lets overlap is among what is near.
Real reach_of(const BoxTree& first, const BoxTree& second, Real distance) {
    if (distance == 0) return 0;
    constexpr Real kRounding = 16 * std::numeric_limits<Real>::epsilon();
    Box all = first.box();
    all.add(second.box());
    const Real largest = std::max(all.low.cwiseAbs().maxCoeff(), all.high.cwiseAbs().maxCoeff());
    return distance + kRounding * (distance + largest);
}

}  // namespace

// Pairs of boxes that come near; accept(i, j, candidates) says which of them count, and names them.
template <class Accept>
void CandidateSearch::search(const BoxTree& first, const BoxTree& second, Real distance, Accept&& accept) {
    assert(distance >= 0);
    constexpr std::size_t kSharedParts = 64;  // enough for any number of threads
    if (blocks_.empty()) blocks_.resize(1);
    for (Block& block : blocks_) block.candidates.clear();
    const TreePairs pairs(first, second, reach_of(first, second, distance));
    pairs.begin(parts_);
    const auto into = [&](Block& block) { return [&](int i, int j) { accept(i, j, block.candidates); }; };
    while (!parts_.empty() && parts_.size() < kSharedParts) {
        inner_parts_.clear();
        for (const TreePairs::Parts& parts : parts_) pairs.open(parts, inner_parts_, into(blocks_.front()));
        std::swap(parts_, inner_parts_);
    }
    const BlockRange range(static_cast<int>(parts_.size()), 1);
    used_blocks_ = 1 + at(range.blocks);
    if (blocks_.size() < used_blocks_) blocks_.resize(used_blocks_);
    parallel_blocks(range.blocks, [&](int index) {
        Block& block = blocks_[1 + at(index)];
        block.parts.assign(parts_.begin() + range.begin(index), parts_.begin() + range.end(index));
        while (!block.parts.empty()) {
            const TreePairs::Parts parts = block.parts.back();
            block.parts.pop_back();
            pairs.open(parts, block.parts, into(block));
        }
    });
}

// Puts them in order: by their first elements at once, then the few of each.
void CandidateSearch::gather(std::vector<Candidate>& found) {
    const std::span<const Block> blocks = std::span(blocks_).first(used_blocks_);
    int firsts = 0;
    std::size_t count = 0;
    for (const Block& block : blocks) {
        count += block.candidates.size();
        for (const Candidate& candidate : block.candidates) firsts = std::max(firsts, candidate.first + 1);
    }
    begin_.assign(at(firsts) + 1, 0);
    for (const Block& block : blocks) {
        for (const Candidate& candidate : block.candidates) ++begin_[at(candidate.first) + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    found.resize(count);
    for (const Block& block : blocks) {
        for (const Candidate& candidate : block.candidates) found[at(begin_[at(candidate.first)]++)] = candidate;
    }
    int begin = 0;  // every begin_[i] is the end of i by now
    for (int first = 0; first < firsts; ++first) {
        const int end = begin_[at(first)];
        std::sort(found.begin() + begin, found.begin() + end);
        begin = end;
    }
}

void CandidateSearch::within(const SweptMesh& swept, Real distance, Candidates& found) {
    const CollisionMesh& mesh = swept.mesh();
    const SweptBoxes& boxes = swept.boxes();
    search(swept.particle_tree(), swept.triangle_tree(), distance, [&](int i, int triangle, auto& candidates) {
        const int particle = mesh.particles[at(i)];
        if (has(mesh.triangles[at(triangle)], particle)) return;
        if (overlap(boxes.particles[at(i)].grown(distance), boxes.triangles[at(triangle)]))
            candidates.push_back({particle, triangle});
    });
    gather(found.vertex_face);
    found.face_vertex.clear();
    search(swept.edge_tree(), swept.edge_tree(), distance, [&](int one, int other, auto& candidates) {
        if (share_a_particle(mesh.edges[at(one)], mesh.edges[at(other)])) return;
        const auto [i, j] = std::minmax(one, other);
        if (overlap(boxes.edges[at(i)].grown(distance), boxes.edges[at(j)])) candidates.push_back({i, j});
    });
    gather(found.edge_edge);
}

void CandidateSearch::between(const SweptMesh& first, const SweptMesh& second, Real distance, Candidates& found) {
    between_vertices(first, second, distance, found.vertex_face);
    between_faces(first, second, distance, found);
}

void CandidateSearch::between_vertices(const SweptMesh& first, const SweptMesh& second, Real distance,
                                       std::vector<Candidate>& found) {
    const SweptBoxes &ours = first.boxes(), &theirs = second.boxes();
    search(first.particle_tree(), second.triangle_tree(), distance, [&](int i, int triangle, auto& candidates) {
        if (overlap(ours.particles[at(i)].grown(distance), theirs.triangles[at(triangle)]))
            candidates.push_back({first.mesh().particles[at(i)], triangle});
    });
    gather(found);
}

void CandidateSearch::between_faces(const SweptMesh& first, const SweptMesh& second, Real distance, Candidates& found) {
    const SweptBoxes &ours = first.boxes(), &theirs = second.boxes();
    search(first.triangle_tree(), second.particle_tree(), distance, [&](int triangle, int i, auto& candidates) {
        if (overlap(theirs.particles[at(i)].grown(distance), ours.triangles[at(triangle)]))
            candidates.push_back({triangle, second.mesh().particles[at(i)]});
    });
    gather(found.face_vertex);
    search(first.edge_tree(), second.edge_tree(), distance, [&](int i, int j, auto& candidates) {
        if (overlap(ours.edges[at(i)].grown(distance), theirs.edges[at(j)])) candidates.push_back({i, j});
    });
    gather(found.edge_edge);
}

}  // namespace pleat
