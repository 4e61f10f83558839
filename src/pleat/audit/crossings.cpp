#include <algorithm>

#include <pleat/audit/crossings.hpp>
#include <pleat/audit/orientation.hpp>
#include <pleat/audit/triangle_crossing.hpp>
#include <pleat/mesh/box.hpp>
#include <pleat/mesh/topology.hpp>

namespace pleat {
namespace {

using Corners = std::array<Vec3, 3>;

Corners corners(const PosedMesh& mesh, int triangle) {
    const auto& [a, b, c] = mesh.mesh.triangles()[static_cast<std::size_t>(triangle)];
    const auto x = [&](int i) { return mesh.positions[static_cast<std::size_t>(i)]; };
    return {x(a), x(b), x(c)};
}

// A triangle's box, for the sweep along an axis.
struct Extent {
    Box box;
    int triangle;
};

std::vector<Extent> extents(const PosedMesh& mesh) {
    std::vector<Extent> result;
    for (int t = 0; t < static_cast<int>(mesh.mesh.triangles().size()); ++t) {
        Extent extent{{}, t};
        for (const Vec3& x : corners(mesh, t)) extent.box.add(x);
        result.push_back(extent);
    }
    return result;
}

// Along which triangles are spread most.
int sweep_axis(const std::vector<Extent>& extents) {
    Box box;
    for (const Extent& extent : extents) box.add(extent.box);
    int axis = 0;
    if (!extents.empty()) (box.high - box.low).maxCoeff(&axis);
    return axis;
}

void sort_along(std::vector<Extent>& extents, int axis) {
    std::sort(extents.begin(), extents.end(), [&](const Extent& a, const Extent& b) {
        return std::pair(a.box.low[axis], a.triangle) < std::pair(b.box.low[axis], b.triangle);
    });
}

// Calls visit(a, b) for all boxes of two sorted lists that overlap and of which the second begins later, or as late.
template <class Visit>
void sweep(const std::vector<Extent>& first, const std::vector<Extent>& second, int axis, Visit&& visit) {
    std::size_t begin = 0;
    for (const Extent& a : first) {
        while (begin < second.size() && second[begin].box.low[axis] < a.box.low[axis]) ++begin;
        for (std::size_t k = begin; k < second.size() && second[k].box.low[axis] <= a.box.high[axis]; ++k) {
            if (overlap(a.box, second[k].box)) visit(a, second[k]);
        }
    }
}

// A triangle of a mesh, beside another one.
struct Face {
    const PosedMesh& mesh;
    int triangle;
    SidedTriangle shape;

    const std::array<int, 3>& particles() const { return mesh.mesh.triangles()[static_cast<std::size_t>(triangle)]; }
    const Vec3& position(int particle) const { return mesh.positions[static_cast<std::size_t>(particle)]; }
    bool has(const Face& other, int particle) const {
        const auto& own = particles();
        return &other.mesh.mesh == &mesh.mesh && std::find(own.begin(), own.end(), particle) != own.end();
    }
    // Whether the mesh goes on around a place on the triangle.
    bool is_within_mesh(const PlaceOnTriangle& place) const {
        switch (place.kind) {
            case PlaceOnTriangle::Kind::none:
                return false;
            case PlaceOnTriangle::Kind::inside:
                return true;
            case PlaceOnTriangle::Kind::side:
                return !mesh.mesh.is_border(triangle, place.index);
            case PlaceOnTriangle::Kind::corner:
                return !mesh.mesh.is_border(particles()[place.index]);
        }
        return false;
    }
};

bool has_neighbours_on_both_sides(const Face& face, int particle, const Corners& other) {
    int lowest = 0, highest = 0;
    for (const int neighbour : face.mesh.mesh.neighbours(particle)) {
        const int side = orientation(other[0], other[1], other[2], face.position(neighbour));
        lowest = std::min(lowest, side);
        highest = std::max(highest, side);
    }
    return lowest < 0 && highest > 0;
}

bool goes_through_at_a_particle(const Face& face, const Face& other) {
    for (std::size_t i = 0; i < 3; ++i) {
        const int particle = face.particles()[i];
        if (face.shape.sides[i] != 0 || other.has(face, particle)) continue;
        if (other.is_within_mesh(place_of(face.position(particle), other.shape.corners)) &&
            has_neighbours_on_both_sides(face, particle, other.shape.corners)) {
            return true;
        }
    }
    return false;
}

bool goes_through_at_an_edge(const Face& face, const Face& other) {
    const auto& [corners, sides] = face.shape;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        if (sides[i] * sides[j] >= 0 || face.mesh.mesh.is_border(face.triangle, i)) continue;
        const PlaceOnTriangle place = place_of(std::array<Vec3, 2>{corners[i], corners[j]}, other.shape.corners);
        if (place.kind != PlaceOnTriangle::Kind::inside && other.is_within_mesh(place)) return true;
    }
    return false;
}

bool cross(const PosedMesh& first, int a, const PosedMesh& second, int b) {
    const Corners corners_a = corners(first, a), corners_b = corners(second, b);
    const Face face_a{first, a, sided(corners_a, corners_b)};
    if (face_a.shape.is_on_one_side()) return false;
    const Face face_b{second, b, sided(corners_b, corners_a)};
    if (face_b.shape.is_on_one_side()) return false;
    return triangles_cross(face_a.shape, face_b.shape) || goes_through_at_a_particle(face_a, face_b) ||
           goes_through_at_a_particle(face_b, face_a) || goes_through_at_an_edge(face_a, face_b) ||
           goes_through_at_an_edge(face_b, face_a);
}

}  // namespace

CrossingMesh::CrossingMesh(std::span<const std::array<int, 3>> triangles)
    : triangles_(triangles.begin(), triangles.end()), borders_(triangles.size()) {
    int particles = 0;
    for (const auto& [a, b, c] : triangles) particles = std::max({particles, a + 1, b + 1, c + 1});
    neighbours_.resize(static_cast<std::size_t>(particles));
    is_border_particle_.resize(static_cast<std::size_t>(particles));
    for (const MeshEdge& edge : find_edges(triangles)) {
        const auto [a, b] = edge.particles;
        neighbours_[static_cast<std::size_t>(a)].push_back(b);
        neighbours_[static_cast<std::size_t>(b)].push_back(a);
        if (edge.triangles.size() > 1) continue;
        const auto triangle = static_cast<std::size_t>(edge.triangles.front());
        for (const int p : edge.particles) is_border_particle_[static_cast<std::size_t>(p)] = true;
        for (std::size_t i = 0; i < 3; ++i) {
            if (opposite_particle(triangles_[triangle], edge.particles) == triangles_[triangle][(i + 2) % 3])
                borders_[triangle][i] = true;
        }
    }
}

std::vector<Crossing> find_crossings(const PosedMesh& mesh) {
    std::vector<Extent> list = extents(mesh);
    const int axis = sweep_axis(list);
    sort_along(list, axis);
    std::vector<Crossing> found;
    for (std::size_t i = 0; i < list.size(); ++i) {
        for (std::size_t j = i + 1; j < list.size() && list[j].box.low[axis] <= list[i].box.high[axis]; ++j) {
            if (!overlap(list[i].box, list[j].box)) continue;
            const auto [a, b] = std::minmax(list[i].triangle, list[j].triangle);
            if (cross(mesh, a, mesh, b)) found.push_back({a, b});
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<Crossing> find_crossings(const PosedMesh& first, const PosedMesh& second) {
    std::vector<Extent> firsts = extents(first), seconds = extents(second);
    const int axis = sweep_axis(firsts);
    sort_along(firsts, axis);
    sort_along(seconds, axis);
    std::vector<Crossing> found;
    sweep(firsts, seconds, axis, [&](const Extent& a, const Extent& b) {
        if (cross(first, a.triangle, second, b.triangle)) found.push_back({a.triangle, b.triangle});
    });
    sweep(seconds, firsts, axis, [&](const Extent& b, const Extent& a) {
        const bool is_done = a.box.low[axis] == b.box.low[axis];  // found above
        if (!is_done && cross(first, a.triangle, second, b.triangle)) found.push_back({a.triangle, b.triangle});
    });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace pleat
