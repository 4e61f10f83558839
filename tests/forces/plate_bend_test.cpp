// The plate model of bending: exact curvature on any mesh, free and clamped sides, seams, layers and folds.
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <pleat/forces/bend.hpp>
#include <pleat/forces/plate_bend.hpp>
#include <pleat/forces/plate_bend_math.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/sample_cloth.hpp"
#include "validation/pattern_mesh.hpp"

namespace pleat::test {
namespace {

using validation::kPatterns;
using validation::make_pattern_mesh;
using validation::Pattern;
using validation::PatternShape;

// Where the outline of a mesh cuts the pattern at odd angles, some sides have four particles in a row, from which twist
// cannot be told.
Real bound_at_sides(Real rotation) { return rotation == 0 ? 1e-6 : 5e-3; }

constexpr Real kSmall = 1e-5;  // heights of surfaces: angles and their sines are the same

Fabric plate_fabric(Real warp, Real weft, Real poisson) {
    Fabric fabric = sample_fabric();
    fabric.bend_warp = warp;
    fabric.bend_weft = weft;
    fabric.bend_poisson = poisson;
    fabric.bend_damping = 0;
    return fabric;
}

struct Bent {
    Model model;
    std::vector<Vec3> x;
    Real area;  // of the triangles that resist
};

// A mesh as the surface z = kSmall / 2 p . k p, in which only the triangles that `counts` accepts resist.
template <class Counts>
Bent bend_to_quadratic(const TriangleMesh& mesh, const Fabric& fabric, const Vec3& k, Counts&& counts) {
    const Model whole = one_cloth(mesh, fabric);
    std::vector<int> neighbours(whole.triangles.size(), 0);
    for (const Hinge& hinge : whole.hinges) {
        for (const int t : hinge.triangles) ++neighbours[static_cast<std::size_t>(t)];
    }
    const Fabric limp = plate_fabric(0, 0, 0);
    ClothSource source;
    source.mesh = mesh;
    source.fabric = fabric;
    Region rest;
    rest.fabric = &limp;
    Real area = 0;
    for (std::size_t t = 0; t < whole.triangles.size(); ++t) {
        const Triangle& triangle = whole.triangles[t];
        const Vec2 middle = (triangle.uv[0] + triangle.uv[1] + triangle.uv[2]) / 3;
        if (counts(middle, neighbours[t])) {
            area += triangle.area;
        } else {
            rest.triangles.push_back(static_cast<int>(t));
        }
    }
    source.regions = {rest};
    Bent bent{ModelBuilder().add(source).build(), {}, area};
    for (const Vec3& p : bent.model.positions) {
        const Real u = p.x(), v = p.y();
        bent.x.push_back({u, v, kSmall / 2 * (k[0] * u * u + k[1] * v * v + k[2] * u * v)});
    }
    return bent;
}

Real plate_energy(const Model& model, const std::vector<Vec3>& x) {
    return ForceProbe(model, Scene{}, std::make_unique<PlateBend>(model)).energy(x);
}

TEST(PlateBend, HasTheExactEnergyOfAQuadraticSurfaceOnAnyMesh) {
    std::mt19937 random(1);
    for (const Pattern pattern : kPatterns) {
        for (const Real rotation : {0.0, 30.0, 45.0, 71.0}) {
            const Vec3 k = random_vector(random, 1);
            const Fabric fabric = plate_fabric(3e-2, 1e-2, 0.3);
            const TriangleMesh mesh =
                make_pattern_mesh({.pattern = pattern, .rotation = rotation, .facing = Facing::upright});
            const auto is_inner = [](const Vec2& p, int) {
                return (p - Vec2(0.5, 0.5)).lpNorm<Eigen::Infinity>() < 0.3;
            };
            const Bent bent = bend_to_quadratic(mesh, fabric, k, is_inner);
            const Real exact = 0.5 * bent.area * kSmall * kSmall * k.dot(plate_stiffness(3e-2, 1e-2, 0.3) * k);
            EXPECT_NEAR(plate_energy(bent.model, bent.x) / exact, 1, 1e-6) << name_of(pattern) << ", " << rotation;
        }
    }
}

TEST(PlateBend, IsExactAtFreeSidesWithoutAMoment) {
    // A strip along u that curves across as Poisson's ratio asks: no moment about its sides.
    for (const Pattern pattern : kPatterns) {
        for (const Real rotation : {0.0, 30.0, 45.0}) {
            const TriangleMesh mesh = make_pattern_mesh(
                {.pattern = pattern, .rotation = rotation, .edge = 0.1, .max = {2, 0.4}, .facing = Facing::upright});
            const auto is_away_from_ends = [](const Vec2& p, int) { return p.x() > 0.3 && p.x() < 1.7; };
            const Vec3 k(1, -0.3, 0);
            const Bent bent = bend_to_quadratic(mesh, plate_fabric(2e-2, 2e-2, 0.3), k, is_away_from_ends);
            const Real exact = 0.5 * bent.area * kSmall * kSmall * 2e-2 * (1 - 0.3 * 0.3);
            EXPECT_NEAR(plate_energy(bent.model, bent.x) / exact, 1, bound_at_sides(rotation))
                << name_of(pattern) << ", " << rotation;
        }
    }
}

// The height over the plane of its corners of a quadratic surface with second derivatives k.
Real height_over(const PlateTriangle& t, const Vec3& k, const Vec2& p) {
    const auto height = [&](const Vec2& q) -> Real { return 0.5 * quadratic_form(q, q).dot(k); };
    Mat3 plane;
    Vec3 heights;
    for (std::size_t c = 0; c < 3; ++c) {
        plane.row(static_cast<Eigen::Index>(c)) << t.corners[c].x(), t.corners[c].y(), 1;
        heights[static_cast<Eigen::Index>(c)] = height(t.corners[c]);
    }
    return height(p) - Vec3(plane.inverse() * heights).dot(Vec3(p.x(), p.y(), 1));
}

TEST(PlateBend, FitsAQuadraticByFlapsAndBySlopes) {
    std::mt19937 random(2);
    for (int sample = 0; sample < 1000; ++sample) {
        PlateTriangle t;
        t.corners = {Vec2(0, 0), Vec2(1, 0), Vec2(0.4, 0.9)};
        t.flaps = {Vec2(1.4, 1), Vec2(-0.6, 0.8), Vec2(0.6, -0.9)};
        t.sides.fill(PlateSide::flap);
        for (Vec2& flap : t.flaps) flap += random_vector(random, 0.2).head<2>();
        const Vec3 k = random_vector(random, 1);
        const Mat3 stiffness = plate_stiffness(1, 1, 0);
        Vec3 angles, slopes;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto row = static_cast<Eigen::Index>(i);
            const PlateSideFrame side(t, i);
            const Vec2 middle = 0.5 * (side.a + side.b);
            const auto w = [&](Real d) { return height_over(t, k, middle + d * side.outward); };
            angles[row] = height_over(t, k, t.flaps[i]) / side.outward.dot(t.flaps[i] - side.a);
            slopes[row] = (w(1e-3) - w(-1e-3)) / 2e-3;
            const PlateSlope slope(side, t.flaps[i], side.outward, (side.b - side.a) / side.length);
            ASSERT_NEAR(slope.share * angles[row] + slope.correction.dot(k), slopes[row], 1e-10);
        }
        ASSERT_LE((curvature_by_slopes(t, stiffness) * slopes - k).norm(), 1e-9) << "sample " << sample;
        ASSERT_LE((fit_quadratic(t, stiffness) * angles - k).norm(), 1e-9) << "sample " << sample;
    }
}

TEST(PlateBend, StaysSoundWhereNoQuadraticFits) {
    // Six particles on a circle, and almost so: a hexagon around a triangle.
    for (const Real off : {0.0, 1e-9, 1e-4, 1e-2}) {
        PlateTriangle t;
        t.sides.fill(PlateSide::flap);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto on_circle = [](Real turn) { return Vec2(std::cos(2 * kPi * turn), std::sin(2 * kPi * turn)); };
            t.corners[i] = on_circle(static_cast<Real>(i) / 3);
            t.flaps[i] = (1 + off) * on_circle(static_cast<Real>(i) / 3 + 0.5);
        }
        const Mat3 fit = fit_quadratic(t, plate_stiffness(1, 1, 0));
        EXPECT_TRUE(fit.allFinite());
        EXPECT_LE(fit.norm(), 10);
    }
}

TEST(PlateBend, BalancesTheMomentsOfConstantCurvature) {
    std::mt19937 random(6);
    for (const Pattern pattern : kPatterns) {
        for (const Real rotation : {0.0, 30.0, 45.0}) {
            const Vec3 k = random_vector(random, 1);
            const auto everywhere = [](const Vec2&, int) { return true; };
            const Bent bent = bend_to_quadratic(
                make_pattern_mesh({.pattern = pattern, .rotation = rotation, .facing = Facing::upright}),
                plate_fabric(3e-2, 1e-2, 0.3), k, everywhere);
            const ForceProbe probe(bent.model, Scene{}, std::make_unique<PlateBend>(bent.model));
            const Eigen::VectorXd force = probe.force(bent.x, std::vector<Vec3>(bent.x.size(), Vec3::Zero()));
            Real inner = 0, outer = 0;
            for (std::size_t i = 0; i < bent.x.size(); ++i) {
                const Real here = force.segment<3>(static_cast<Eigen::Index>(3 * i)).norm();
                const Vec2 from_middle(bent.x[i].x() - 0.5, bent.x[i].y() - 0.5);
                (from_middle.lpNorm<Eigen::Infinity>() < 0.2 ? inner : outer) += here;
            }
            EXPECT_LE(inner, 1e-6 * outer) << name_of(pattern) << ", " << rotation;
        }
    }
}

TEST(PlateBend, DoesNotSeeSeams) {
    std::mt19937 random(3);
    const TriangleMesh whole = make_grid({.size = {0.4, 0.3}, .cells = {4, 3}});
    TriangleMesh sewn = whole;
    const Eigen::Rotation2D<Real> turn(1.1);
    for (std::size_t t = 0; t < sewn.uv.size(); t += 3) {
        // Every third triangle is a panel of its own: moved, turned and face down.
        for (Vec2& uv : sewn.uv[t]) uv = turn * Vec2(-uv.x(), uv.y()) + Vec2(3, 5);
    }
    const Fabric fabric = plate_fabric(1e-2, 1e-2, 0.2);
    const Model a = one_cloth(whole, fabric);
    const Model b = one_cloth(sewn, fabric);
    const std::vector<Vec3> x = shaken_positions(a, random, 0.02);
    EXPECT_NEAR(plate_energy(b, x) / plate_energy(a, x), 1, 1e-10);
}

TEST(PlateBend, RestsAtTheAnglesItStartsWith) {
    std::mt19937 random(4);
    ClothSource source;
    source.mesh = make_pattern_mesh({.pattern = Pattern::four, .edge = 0.25, .facing = Facing::upright});
    for (Vec3& x : source.mesh.positions) x += random_vector(random, 0.1);
    for (std::size_t t = 0; t < source.mesh.triangles.size(); t += 2) {  // the winding must not matter
        std::swap(source.mesh.triangles[t][0], source.mesh.triangles[t][1]);
        std::swap(source.mesh.uv[t][0], source.mesh.uv[t][1]);
    }
    source.fabric = sample_fabric();
    source.rest_angles = RestAngles::start;
    const Model model = ModelBuilder().add(source).build();
    EXPECT_LE(plate_energy(model, model.positions), 1e-25);
    source.rest_angles = RestAngles::flat;
    const Model flat = ModelBuilder().add(source).build();
    EXPECT_GT(plate_energy(flat, flat.positions), 1e-3);
}

TEST(PlateBend, ResistsAFoldUntilItCloses) {
    const Model model = one_cloth(make_grid({.size = {0.4, 0.4}, .cells = {4, 4}}), plate_fabric(1e-2, 1e-2, 0));
    Real before = 0;
    for (Real angle = 0.1; angle < kPi; angle += 0.1) {
        std::vector<Vec3> x = model.positions;
        for (Vec3& p : x) {
            if (p.x() > 0) p = Vec3(p.x() * std::cos(angle), p.y(), p.x() * std::sin(angle));
        }
        const Real energy = plate_energy(model, x);
        EXPECT_GT(energy, before) << "at " << angle;
        before = energy;
    }
}

TEST(PlateBend, BendsAsHingesWhereThreeLayersMeet) {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {0, 1, 0}, {1, 0.5, 0}, {-1, 0.5, 0}, {0.2, 0.5, 1}};
    mesh.triangles = {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
    const Vec2 a(0, 0), b(0, 1), c(1, 0.5);
    mesh.uv = {{a, b, c}, {b, a, Vec2(-1, 0.5)}, {a, b, c}};
    const Model model = one_cloth(mesh, plate_fabric(1e-2, 1e-2, 0));
    const ForceProbe hinges(model, Scene{}, std::make_unique<Bend>(model, Scaling::area));
    EXPECT_GT(hinges.energy(model.positions), 1e-3);
    EXPECT_NEAR(plate_energy(model, model.positions), hinges.energy(model.positions), 1e-15);
}

// A grid of which the left half is held.
ForceProbe make_clamped(const Model& model, const Scene& scene, std::unique_ptr<Force> force) {
    ForceProbe probe(model, scene, std::move(force));
    for (const Vec3& x : model.positions) probe.fixed.push_back(x.x() < 1e-9);
    return probe;
}

TEST(PlateBend, NextToHeldTrianglesHasTheGradientOfItsEnergy) {
    std::mt19937 random(5);
    const Model model = one_cloth(make_pattern_mesh({.pattern = Pattern::four,
                                                     .rotation = 30,
                                                     .edge = 0.25,
                                                     .min = {-0.5, 0},
                                                     .max = {0.5, 0.5},
                                                     .facing = Facing::upright,
                                                     .is_cut_at_zero = true}),
                                  plate_fabric(2e-2, 1e-2, 0.2));
    const Scene scene;
    for (const bool is_plate : {true, false}) {
        std::unique_ptr<Force> force = std::make_unique<PlateBend>(model);
        if (!is_plate) force = std::make_unique<Bend>(model, Scaling::area);
        const ForceProbe probe = make_clamped(model, scene, std::move(force));
        const std::vector<Vec3> x = shaken_positions(model, random, 0.05);
        const std::vector<Vec3> v(x.size(), Vec3::Zero());
        const std::vector<Vec3> d = random_vectors(random, x.size(), 0.25);
        const auto energy = [&](Real t) { return Eigen::VectorXd::Constant(1, probe.energy(moved(x, d, t))); };
        const auto force_along = [&](Real t) { return probe.force(moved(x, d, t), v); };
        const DenseForce dense = probe.derivatives(x, v, Jacobian::exact, d);
        const Real scale = dense.force.norm() * flatten(d).norm();
        EXPECT_LE(std::abs(derivative(energy, 1e-3)[0] + dense.force.dot(flatten(d))), 1e-7 * scale);
        EXPECT_LE((derivative(force_along, 1e-3) - dense.along).norm(), 1e-6 * dense.along.norm());
    }
}

TEST(PlateBend, OfAClampedStripIsExactForConstantCurvature) {
    // On an arc with the tangent of the clamp, the energy is that of the free half alone, with no part of the clamp.
    for (const Pattern pattern : kPatterns) {
        for (const Real rotation : {0.0, 30.0, 45.0}) {
            const TriangleMesh mesh = make_pattern_mesh({.pattern = pattern,
                                                         .rotation = rotation,
                                                         .edge = 0.1,
                                                         .min = {-0.5, 0},
                                                         .max = {1, 0.4},
                                                         .facing = Facing::upright,
                                                         .is_cut_at_zero = true});
            const auto is_away_from_end = [](const Vec2& p, int) { return p.x() < 0.7; };
            Bent bent = bend_to_quadratic(mesh, plate_fabric(2e-2, 2e-2, 0), Vec3(1, 0, 0), is_away_from_end);
            for (Vec3& x : bent.x) {
                if (x.x() < 0) x.z() = 0;
            }
            const ForceProbe probe = make_clamped(bent.model, Scene{}, std::make_unique<PlateBend>(bent.model));
            const Real exact = 0.5 * (bent.area - 0.5 * 0.4) * kSmall * kSmall * 2e-2;
            EXPECT_NEAR(probe.energy(bent.x) / exact, 1, bound_at_sides(rotation))
                << name_of(pattern) << ", " << rotation;
        }
    }
}

}  // namespace
}  // namespace pleat::test
