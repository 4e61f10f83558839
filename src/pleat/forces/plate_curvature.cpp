#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/forces/plate_bend_math.hpp>
#include <pleat/forces/plate_curvature.hpp>

namespace pleat {
namespace {

using Fixed = std::span<const std::uint8_t>;

bool is_same_edge(const Hinge& a, const Hinge& b) {
    return a.particles[0] == b.particles[0] && a.particles[1] == b.particles[1];
}

bool is_fixed(const Triangle& triangle, Fixed fixed) {
    if (fixed.empty()) return false;
    return fixed[at(triangle.particles[0])] != 0 && fixed[at(triangle.particles[1])] != 0 &&
           fixed[at(triangle.particles[2])] != 0;
}

std::size_t corner_of(const Triangle& triangle, int particle) {
    std::size_t c = 0;
    while (triangle.particles[c] != particle) ++c;
    return c;
}

// What is across a side of a triangle.
struct Neighbour {
    int triangle;
    int flap;  // particle
};

Neighbour across(const Model& model, int triangle, int hinge) {
    const Hinge& h = model.hinges[at(hinge)];
    const std::size_t other = h.triangles[0] == triangle ? 1 : 0;
    return {h.triangles[other], h.particles[2 + other]};
}

bool is_clamped(const Model& model, const TriangleSides& sides, int triangle, std::size_t side, Fixed fixed) {
    const int hinge = sides[at(triangle)][side];
    return hinge >= 0 && is_fixed(model.triangles[at(across(model, triangle, hinge).triangle)], fixed);
}

bool is_clamped(const Model& model, const TriangleSides& sides, int triangle, Fixed fixed) {
    for (std::size_t side = 0; side < 3; ++side) {
        if (is_clamped(model, sides, triangle, side, fixed)) return true;
    }
    return false;
}

// Where the neighbour's third corner lies in the plane of the triangle, once unfolded about the side across from
// `corner`: lengths along and across the side are the neighbour's, so that it does not matter how the panels of a seam
// lie in the material plane, nor whether their edges are equally long.
Vec2 unfold(const Triangle& triangle, std::size_t corner, const Triangle& neighbour, int flap) {
    const std::size_t a = (corner + 1) % 3, b = (corner + 2) % 3;
    const Vec2& near_a = neighbour.uv[corner_of(neighbour, triangle.particles[a])];
    const Vec2& near_b = neighbour.uv[corner_of(neighbour, triangle.particles[b])];
    const Vec2 from_middle = neighbour.uv[corner_of(neighbour, flap)] - 0.5 * (near_a + near_b);
    const Vec2 edge = near_b - near_a;
    const Real along = from_middle.dot(edge) / edge.norm();
    const Real beyond = std::abs(edge.x() * from_middle.y() - edge.y() * from_middle.x()) / edge.norm();
    const Vec2 own_edge = (triangle.uv[b] - triangle.uv[a]).normalized();
    Vec2 outward(own_edge.y(), -own_edge.x());
    if (outward.dot(triangle.uv[corner] - triangle.uv[a]) > 0) outward = -outward;
    return 0.5 * (triangle.uv[a] + triangle.uv[b]) + along * own_edge + beyond * outward;
}

// The model's rest angle has the sign of the hinge's own order of particles and triangles.
Real rest_angle_seen_from(const Triangle& triangle, std::size_t corner, const Hinge& hinge) {
    const bool is_first = hinge.particles[2] == triangle.particles[corner];
    const bool is_same_way = hinge.particles[0] == triangle.particles[(corner + 1) % 3];
    return is_first == is_same_way ? hinge.rest_angle : -hinge.rest_angle;
}

PlateTriangle make_plate_triangle(const Model& model, const TriangleSides& sides, int t) {
    const Triangle& triangle = model.triangles[at(t)];
    PlateTriangle plate;
    plate.corners = plate.flaps = triangle.uv;
    for (std::size_t side = 0; side < 3; ++side) {
        const int hinge = sides[at(t)][side];
        plate.sides[side] = hinge >= 0 ? PlateSide::flap : PlateSide::free;
        if (hinge < 0) continue;
        const Neighbour neighbour = across(model, t, hinge);
        plate.flaps[side] = unfold(triangle, side, model.triangles[at(neighbour.triangle)], neighbour.flap);
    }
    return plate;
}

// The plate's stiffness, as far as free sides need it: where the threads of one direction do not resist, any moment
// would do, so they are taken as almost so.
Mat3 stiffness_at_free_sides(const Model& model, const Triangle& triangle) {
    const Fabric& fabric = model.fabrics[at(triangle.fabric)];
    const Real most = std::max(fabric.bend_warp, fabric.bend_weft);
    if (most == 0) return plate_stiffness(1, 1, 0);
    return plate_stiffness(std::max(fabric.bend_warp / most, 1e-3), std::max(fabric.bend_weft / most, 1e-3),
                           fabric.bend_poisson);
}

// True if both wind alike around the side they share.
bool faces_alike(const Triangle& triangle, std::size_t side, const Triangle& neighbour) {
    const int a = triangle.particles[(side + 1) % 3];
    const int b = triangle.particles[(side + 2) % 3];
    return neighbour.particles[(corner_of(neighbour, b) + 1) % 3] == a;
}

// The angle at a side, seen from the triangle.
PlateAngle angle_at(const Model& model, const TriangleSides& sides, int t, std::size_t side) {
    const Triangle& triangle = model.triangles[at(t)];
    const int a = triangle.particles[(side + 1) % 3], b = triangle.particles[(side + 2) % 3];
    const int hinge = sides[at(t)][side];
    if (hinge < 0) return {{a, b, triangle.particles[side], triangle.particles[side]}, 0, Vec3::Zero()};
    return {{a, b, triangle.particles[side], across(model, t, hinge).flap},
            rest_angle_seen_from(triangle, side, model.hinges[at(hinge)]),
            Vec3::Zero()};
}

}  // namespace

SideHinges find_side_hinges(const Model& model) {
    SideHinges found;
    found.sides.assign(model.triangles.size(), {-1, -1, -1});
    const std::size_t count = model.hinges.size();
    for (std::size_t h = 0; h < count; ++h) {
        const Hinge& hinge = model.hinges[h];
        // The hinges of one edge follow each other. Two triangles over the same three particles make no flap either.
        const bool is_layered = (h > 0 && is_same_edge(hinge, model.hinges[h - 1])) ||
                                (h + 1 < count && is_same_edge(hinge, model.hinges[h + 1])) ||
                                hinge.particles[2] == hinge.particles[3];
        if (is_layered) {
            found.layers.push_back(static_cast<int>(h));
            continue;
        }
        for (std::size_t which = 0; which < 2; ++which) {
            const int t = hinge.triangles[which];
            const std::size_t corner = corner_of(model.triangles[at(t)], hinge.particles[2 + which]);
            found.sides[at(t)][corner] = static_cast<int>(h);
        }
    }
    return found;
}

bool is_next_to_fixed(const Model& model, const TriangleSides& sides, int triangle, Fixed fixed) {
    if (is_clamped(model, sides, triangle, fixed)) return true;
    for (const int hinge : sides[at(triangle)]) {
        if (hinge >= 0 && is_clamped(model, sides, across(model, triangle, hinge).triangle, fixed)) return true;
    }
    return false;
}

PlateAngles find_plate_angles(const Model& model, const TriangleSides& sides, int t, Fixed fixed) {
    const Triangle& triangle = model.triangles[at(t)];
    const Mat3 stiffness = stiffness_at_free_sides(model, triangle);
    const PlateTriangle plate = make_plate_triangle(model, sides, t);
    const Mat3 quadratic = fit_quadratic(plate, stiffness);
    const Mat3 by_slopes = curvature_by_slopes(plate, stiffness);
    const bool is_any_clamped = is_clamped(model, sides, t, fixed);
    PlateAngles angles;
    for (std::size_t side = 0; side < 3; ++side) {
        angles[side] = angle_at(model, sides, t, side);
        angles[3 + 2 * side] = angles[4 + 2 * side] = angles[side];
    }
    for (std::size_t side = 0; side < 3; ++side) {
        if (plate.sides[side] == PlateSide::free) continue;
        const Vec3 by_slope = by_slopes.col(static_cast<Eigen::Index>(side));
        if (is_clamped(model, sides, t, side, fixed)) {
            angles[side].curvature += by_slope;
            continue;
        }
        // The correction takes the mean of both triangles' quadratics, or that of the one that is not clamped: the fit
        // of the other would see only half of its curvature.
        const Neighbour neighbour = across(model, t, sides[at(t)][side]);
        const Triangle& other = model.triangles[at(neighbour.triangle)];
        const bool is_other_clamped = is_clamped(model, sides, neighbour.triangle, fixed);
        const Real weight = is_any_clamped == is_other_clamped ? 0.5 : 1;
        const PlateSideFrame frame(plate, side);
        const PlateSlope own(frame, plate.flaps[side], frame.outward, (frame.b - frame.a) / frame.length);
        angles[side].curvature += own.share * by_slope;
        if (own.correction.isZero(0)) continue;
        for (std::size_t i = 0; i < 3 && (!is_any_clamped || is_other_clamped); ++i)
            angles[i].curvature += weight * own.correction.dot(quadratic.col(static_cast<Eigen::Index>(i))) * by_slope;

        const PlateTriangle other_plate = make_plate_triangle(model, sides, neighbour.triangle);
        const Mat3 other_quadratic = fit_quadratic(other_plate, stiffness_at_free_sides(model, other));
        const std::size_t other_side = corner_of(other, neighbour.flap);
        const PlateSideFrame other_frame(other_plate, other_side);
        const Vec2& a = other.uv[corner_of(other, triangle.particles[(side + 1) % 3])];
        const Vec2& b = other.uv[corner_of(other, triangle.particles[(side + 2) % 3])];
        const PlateSlope seen(frame, plate.flaps[side], -other_frame.outward, (b - a).normalized());
        const Real facing = faces_alike(triangle, side, other) ? 1 : -1;
        for (std::size_t i = 0, next = 3 + 2 * side; i < 3; ++i) {
            const Real slope = weight * seen.correction.dot(other_quadratic.col(static_cast<Eigen::Index>(i)));
            const bool counts = !is_other_clamped || is_any_clamped;
            if (i == other_side) {
                if (counts) angles[side].curvature += slope * by_slope;
                continue;
            }
            PlateAngle& angle = angles[next++];
            angle = angle_at(model, sides, neighbour.triangle, i);
            if (counts) angle.curvature = facing * slope * by_slope;
        }
    }
    // What is zero but for rounding must not cost anything.
    Real largest = 0;
    for (const PlateAngle& angle : angles) largest = std::max(largest, angle.curvature.norm());
    for (PlateAngle& angle : angles) {
        if (angle.curvature.norm() < 1e-9 * largest) angle.curvature.setZero();
    }
    return angles;
}

}  // namespace pleat
