#include <algorithm>
#include <cmath>
#include <utility>

#include <pleat/mesh/grid.hpp>
#include <pleat/shapes/make_surface.hpp>

namespace pleat {
namespace {

// The angle [rad] of an arc of a circle that lies as far from its chord as is allowed.
Real widest_arc(Real radius) { return 2 * std::acos(1 - std::min(Real(0.5), kept_depth(radius) / radius)); }

// The corners of a triangle lie on a circle of at most 1.1 / rings [rad] about its middle.
int rings_of(Real radius, std::optional<int> wish) {
    constexpr int kFewest = 4;
    return wish.value_or(std::max(kFewest, static_cast<int>(std::ceil(2 * 1.1 / widest_arc(radius)))));
}

int segments_of(Real radius, std::optional<int> wish) {
    constexpr int kFewest = 12;
    return wish.value_or(std::max(kFewest, static_cast<int>(std::ceil(2 * kPi / widest_arc(radius)))));
}

// Rows of triangles along a tube, so that none is longer than half the radius; at least one, and none without a length.
int rows_of(Real radius, Real length) {
    constexpr Real kMost = 1000;
    return static_cast<int>(std::min(kMost, std::ceil(2 * length / radius)));
}

class Turner {
public:
    int add(const Vec3& x) {
        surface.positions.push_back(x);
        return static_cast<int>(surface.positions.size()) - 1;
    }

    /// A circle at height y, counterclockwise seen from above; returns its first position.
    int add_ring(Real y, Real radius, int segments) {
        const int first = static_cast<int>(surface.positions.size());
        for (int k = 0; k < segments; ++k) {
            const Real angle = 2 * kPi * k / segments;
            add({radius * std::cos(angle), y, -radius * std::sin(angle)});
        }
        return first;
    }

    /// The side between two rings.
    void join(int lower, int upper, int segments) {
        for (int k = 0; k < segments; ++k) {
            const int next = (k + 1) % segments;
            surface.triangles.push_back({lower + k, lower + next, upper + next});
            surface.triangles.push_back({lower + k, upper + next, upper + k});
        }
    }

    enum class Side { above, below };

    /// From a ring to a point above or below it, or in its middle and seen from there.
    void close(int ring, int segments, int tip, Side side) {
        for (int k = 0; k < segments; ++k) {
            const int next = (k + 1) % segments;
            if (side == Side::above) surface.triangles.push_back({ring + k, ring + next, tip});
            if (side == Side::below) surface.triangles.push_back({ring + next, ring + k, tip});
        }
    }

    /// Half a sphere above the height y, with a new ring at its rim, which is returned.
    int add_upper_dome(Real y, Real radius, int rings) {
        const TriangleMesh disc = dome(radius, rings);
        for (const Vec3& x : disc.positions) add(x + Vec3(0, y, 0));
        for (const auto& triangle : disc.triangles) surface.triangles.push_back(triangle);
        return disc.groups.at("rim").front();
    }

    /// Half a sphere below the height y, at a ring that is there.
    void add_lower_dome(Real y, Real radius, int rings, int rim) {
        const TriangleMesh disc = dome(radius, rings);
        const int first_at_rim = disc.groups.at("rim").front();
        const int first = static_cast<int>(surface.positions.size());
        for (int i = 0; i < first_at_rim; ++i) {
            const Vec3& x = disc.positions[static_cast<std::size_t>(i)];
            add({x.x(), y - x.y(), x.z()});
        }
        const auto number = [&](int i) { return i < first_at_rim ? first + i : rim + i - first_at_rim; };
        for (const auto& [a, b, c] : disc.triangles) surface.triangles.push_back({number(b), number(a), number(c)});
    }

    Surface surface;

private:
    // A disc bent to half a sphere: distances from the middle become arcs. Its rings make the most even triangles.
    static TriangleMesh dome(Real radius, int rings) {
        TriangleMesh disc = make_disc({.radius = kPi / 2, .rings = rings, .facing = Facing::level});
        for (Vec3& x : disc.positions) {
            const Real arc = x.norm();
            const Real share = arc > 0 ? std::sin(arc) / arc : 1;
            x = radius * Vec3(share * x.x(), std::cos(arc), share * x.z());
        }
        for (const int i : disc.groups["rim"]) disc.positions[static_cast<std::size_t>(i)].y() = 0;
        return disc;
    }
};

}  // namespace

Real kept_depth(Real radius) { return std::max(1e-3 * radius, 2e-4); }

Surface make_plane(const PlaneShape& shape) {
    const Real size = 2 * shape.half_size;
    TriangleMesh grid = make_grid({.size = {size, size}, .cells = {shape.cells, shape.cells}, .facing = Facing::level});
    return {std::move(grid.positions), std::move(grid.triangles)};
}

Surface make_box(const Vec3& size) {
    Surface box;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        box.positions.push_back(0.5 * size.cwiseProduct(sign));
    }
    box.triangles = {{0, 6, 2}, {0, 4, 6}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                     {2, 7, 3}, {2, 6, 7}, {0, 2, 3}, {0, 3, 1}, {4, 7, 6}, {4, 5, 7}};
    return box;
}

Surface make_sphere(const SphereShape& shape) { return make_capsule({shape.radius, 0, shape.rings}); }

Surface make_capsule(const CapsuleShape& shape) {
    const int rings = rings_of(shape.radius, shape.rings);
    const int rows = rows_of(shape.radius, shape.length);
    Turner turner;
    int rim = turner.add_upper_dome(0.5 * shape.length, shape.radius, rings);
    for (int row = 1; row <= rows; ++row) {
        const Real y = shape.length * (0.5 - static_cast<Real>(row) / rows);
        const int below = turner.add_ring(y, shape.radius, 6 * rings);
        turner.join(below, rim, 6 * rings);
        rim = below;
    }
    turner.add_lower_dome(-0.5 * shape.length, shape.radius, rings, rim);
    return std::move(turner.surface);
}

Surface make_cylinder(const CylinderShape& shape) {
    const int segments = segments_of(shape.radius, shape.segments);
    const int rings = shape.rings.value_or(1 + rows_of(shape.radius, shape.height));
    Turner turner;
    const int bottom = turner.add_ring(-0.5 * shape.height, shape.radius, segments);
    int top = bottom;
    for (int ring = 1; ring < rings; ++ring) {
        const Real y = shape.height * (static_cast<Real>(ring) / (rings - 1) - 0.5);
        const int above = turner.add_ring(y, shape.radius, segments);
        turner.join(top, above, segments);
        top = above;
    }
    turner.close(bottom, segments, turner.add({0, -0.5 * shape.height, 0}), Turner::Side::below);
    turner.close(top, segments, turner.add({0, 0.5 * shape.height, 0}), Turner::Side::above);
    return std::move(turner.surface);
}

Surface make_cone(const ConeShape& shape) {
    const int segments = segments_of(shape.radius, shape.segments);
    Turner turner;
    const int base = turner.add_ring(0, shape.radius, segments);
    turner.close(base, segments, turner.add(Vec3::Zero()), Turner::Side::below);
    turner.close(base, segments, turner.add({0, shape.height, 0}), Turner::Side::above);
    return std::move(turner.surface);
}

Real position_count(const PlaneShape& shape) { return (shape.cells + 1.0) * (shape.cells + 1.0); }

Real position_count(const SphereShape& shape) { return position_count(CapsuleShape{shape.radius, 0, shape.rings}); }

Real position_count(const CapsuleShape& shape) {
    const Real rings = rings_of(shape.radius, shape.rings);
    return 2 + 6 * rings * rings + 6 * rings * rows_of(shape.radius, shape.length);
}

Real position_count(const CylinderShape& shape) {
    const Real rings = shape.rings.value_or(1 + rows_of(shape.radius, shape.height));
    return 2 + rings * segments_of(shape.radius, shape.segments);
}

Real position_count(const ConeShape& shape) { return 2 + segments_of(shape.radius, shape.segments); }

}  // namespace pleat
