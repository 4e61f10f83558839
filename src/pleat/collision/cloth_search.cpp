#include <algorithm>

#include <pleat/collision/cloth_search.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>

namespace pleat {
namespace {

// Of the mean length of edges. More room finds more pairs; less is left sooner.
constexpr Real kRoom = 0.1;
// Share of it that may be used, so that rounding loses nothing.
constexpr Real kUsedRoom = 0.999;

Real mean_length(std::span<const std::array<int, 2>> edges, std::span<const Vec3> x) {
    const Real sum = parallel_sum(static_cast<int>(edges.size()), [&](int begin, int end) {
        Real part = 0;
        for (int i = begin; i < end; ++i) part += (x[at(edges[at(i)][0])] - x[at(edges[at(i)][1])]).norm();
        return part;
    });
    return edges.empty() ? 0 : sum / static_cast<Real>(edges.size());
}

}  // namespace

ClothSearch::ClothSearch(std::span<const std::array<int, 3>> triangles) : cloth_(make_collision_mesh(triangles)) {}

bool ClothSearch::is_in_room(const Sweep& sweep) const {
    if (room_ < 0) return false;
    const auto& particles = mesh().particles;
    const Real outside = parallel_sum(static_cast<int>(particles.size()), [&](int begin, int end) {
        Real count = 0;
        for (int i = begin; i < end; ++i) {
            const Box& box = cloth_.boxes().particles[at(i)];
            const Vec3 &x = sweep.start[at(particles[at(i)])], &y = sweep.end[at(particles[at(i)])];
            const Real below = (box.low - x.cwiseMin(y)).maxCoeff(), above = (x.cwiseMax(y) - box.high).maxCoeff();
            if (!(std::max(below, above) <= kUsedRoom * room_)) ++count;
        }
        return count;
    });
    return outside == 0;
}

// As those of what is kept. Boxes of edges and triangles follow from those of their particles.
bool ClothSearch::are_the_same(const SweptMesh& solids) const {
    const auto is_equal = [](const Box& a, const Box& b) { return a.low == b.low && a.high == b.high; };
    const auto& boxes = solids.boxes().particles;
    return std::equal(boxes.begin(), boxes.end(), solid_boxes_.begin(), solid_boxes_.end(), is_equal) &&
           solids.mesh().triangles == solid_triangles_;
}

// Makes it the way that is looked at. What was found on another one is kept if that holds all pairs of this one.
void ClothSearch::take(const Sweep& sweep) {
    if (is_in_room(sweep)) {
        boxes_.move(mesh(), sweep);
        return;
    }
    cloth_.move(sweep);
    boxes_ = cloth_.boxes();
    room_ = kRoom * mean_length(mesh().edges, sweep.start);
    for (Kept* kept : {&own_, &vertices_, &faces_}) kept->distance = -1;
}

void ClothSearch::take(const SweptMesh& solids) {
    if (are_the_same(solids)) return;
    solid_boxes_ = solids.boxes().particles;
    solid_triangles_ = solids.mesh().triangles;
    for (Kept* kept : {&vertices_, &faces_}) kept->distance = -1;
}

template <class Overlap>
void ClothSearch::pick(std::span<const Candidate> pairs, Overlap&& overlaps, std::vector<Candidate>& found) {
    const BlockRange range(static_cast<int>(pairs.size()));
    if (blocks_.size() < at(range.blocks)) blocks_.resize(at(range.blocks));
    parallel_blocks(range.blocks, [&](int index) {
        std::vector<Candidate>& block = blocks_[at(index)];
        block.clear();
        for (int i = range.begin(index); i < range.end(index); ++i) {
            if (overlaps(pairs[at(i)])) block.push_back(pairs[at(i)]);
        }
    });
    found.clear();
    for (const auto& block : std::span(blocks_).first(at(range.blocks))) {
        found.insert(found.end(), block.begin(), block.end());
    }
}

void ClothSearch::within(const Sweep& sweep, Real distance, Candidates& found) {
    take(sweep);
    if (own_.distance < distance) {
        ++searches_;
        own_.distance = distance;
        search_.within(cloth_, distance + 2 * room_, own_.pairs);
    }
    pick(
        own_.pairs.vertex_face,
        [&](const Candidate& pair) {
            const Box& box = boxes_.particles[cloth_.place_of(pair.first)];
            return overlap(box.grown(distance), boxes_.triangles[at(pair.second)]);
        },
        found.vertex_face);
    found.face_vertex.clear();
    pick(
        own_.pairs.edge_edge,
        [&](const Candidate& pair) {
            return overlap(boxes_.edges[at(pair.first)].grown(distance), boxes_.edges[at(pair.second)]);
        },
        found.edge_edge);
}

void ClothSearch::between_vertices(const Sweep& sweep, const SweptMesh& solids, Real distance,
                                   std::vector<Candidate>& found) {
    take(sweep);
    take(solids);
    if (vertices_.distance < distance) {
        ++searches_;
        vertices_.distance = distance;
        search_.between_vertices(cloth_, solids, distance + room_, vertices_.pairs.vertex_face);
    }
    const SweptBoxes& others = solids.boxes();
    pick(
        vertices_.pairs.vertex_face,
        [&](const Candidate& pair) {
            const Box& box = boxes_.particles[cloth_.place_of(pair.first)];
            return overlap(box.grown(distance), others.triangles[at(pair.second)]);
        },
        found);
}

void ClothSearch::between(const Sweep& sweep, const SweptMesh& solids, Real distance, Candidates& found) {
    between_vertices(sweep, solids, distance, found.vertex_face);
    if (faces_.distance < distance) {
        ++searches_;
        faces_.distance = distance;
        search_.between_faces(cloth_, solids, distance + room_, faces_.pairs);
    }
    const SweptBoxes& others = solids.boxes();
    pick(
        faces_.pairs.face_vertex,
        [&](const Candidate& pair) {
            const Box& box = others.particles[solids.place_of(pair.second)];
            return overlap(box.grown(distance), boxes_.triangles[at(pair.first)]);
        },
        found.face_vertex);
    pick(
        faces_.pairs.edge_edge,
        [&](const Candidate& pair) {
            return overlap(boxes_.edges[at(pair.first)].grown(distance), others.edges[at(pair.second)]);
        },
        found.edge_edge);
}

}  // namespace pleat
