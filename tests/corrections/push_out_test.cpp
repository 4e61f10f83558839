// Particles that are kept out of solids: where they end, what friction takes, and the work that moving solids do.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/corrections/push_out.hpp>

#include "tests/corrections/one_substep.hpp"
#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

constexpr Real kThickness = 0.01;  // [m]
constexpr Real kPaperStep = 1.0 / 120;

Solid solid_of(Surface surface, Real friction = 0) {
    Solid solid = make_solid(std::move(surface));
    solid.thickness = kThickness;
    solid.friction = friction;
    return solid;
}

Solid floor_of(Real friction = 0) { return solid_of(make_plane({2, 1}), friction); }

// Carried by `offset` [m] in the first `time` [s].
Solid carried(Solid solid, Real time, const Vec3& offset) {
    solid.motion.parts.push_back(straight_motion(0, time, offset));
    return solid;
}

// A small level sheet whose particles all move alike.
struct Falling : OneSubstep {
    Falling(const std::vector<Solid>& solids, Real height, const PushOutFriction& friction = {})
        : OneSubstep(level_sheet(0.2, 2, height)),
          out(std::make_shared<ClothSearch>(model.triangle_particles()), friction) {
        scene.solids = solids;
    }

    // Finds solids in the way of this motion in the step, and corrects particles at its end, or where they are after a
    // part of it.
    Real go(const Vec3& way, int sweeps = 1, Real until = 1) {
        for (Vec3& v : now.velocity) v = way / dt;
        begin(out);
        for (std::size_t p = 0; p < position.size(); ++p) position[p] = now.position[p] + until * way;
        return sweep(out, sweeps, 0, until);
    }

    // [m] That each moved in the whole step; they move alike.
    Vec3 moved() const {
        const Vec3 first = position[0] - now.position[0];
        for (std::size_t p = 0; p < position.size(); ++p) {
            EXPECT_LT((position[p] - now.position[p] - first).norm(), 1e-12) << p;
        }
        return first;
    }

    Real mass() const {
        Real sum = 0;
        for (const Real m : model.masses) sum += m;
        return sum;
    }

    PushOut out;
};

// ---- where particles end

TEST(PushOut, PutsParticlesThatWouldCrossAPlaneOnItsThickness) {
    for (const Real fall : {0.055, 0.06, 0.1, 3.0}) {
        Falling sub({floor_of()}, 0.05);
        EXPECT_NEAR(sub.go(Vec3(0.01, -fall, 0.02)), 9 * (fall - 0.04), 1e-12) << fall;
        EXPECT_LT((sub.moved() - Vec3(0.01, -0.04, 0.02)).norm(), 1e-12) << fall;
    }
}

TEST(PushOut, LeavesParticlesThatStayAboveTheThickness) {
    Falling sub({floor_of()}, 0.05);
    EXPECT_EQ(sub.go(Vec3(0.01, -0.0399, 0)), 0);
    State next = sub.now;
    sub.out.end_step(sub.step(), next);
    EXPECT_TRUE(next.contacts.empty());
}

TEST(PushOut, ActsAlongTheNormalOfASlope) {
    const Vec3 normal = Vec3(1, 2, 0.5).normalized();
    Surface slope = make_plane({5, 1});
    const Eigen::Quaternion<Real> turn = Eigen::Quaternion<Real>::FromTwoVectors(Vec3::UnitY(), normal);
    for (Vec3& x : slope.positions) x = turn * x;
    Falling sub({solid_of(slope)}, 0.5);
    sub.go(Vec3(0.1, -2, 0.2));
    for (std::size_t p = 0; p < sub.position.size(); ++p) {
        EXPECT_NEAR(normal.dot(sub.position[p]), kThickness, 1e-12);
        const Vec3 pushed = sub.position[p] - sub.now.position[p] - Vec3(0.1, -2, 0.2);
        EXPECT_NEAR(pushed.cross(normal).norm(), 0, 1e-12);
    }
}

TEST(PushOut, KeepsParticlesOutOfASphere) {
    const Real radius = 0.3;
    Falling sub({solid_of(make_sphere({radius}))}, 0.4);
    sub.go(Vec3(0, -0.2, 0));
    for (std::size_t p = 0; p < sub.position.size(); ++p) {
        // Facets lie up to a thousandth of the radius inside it.
        EXPECT_GT(sub.position[p].norm(), radius * (1 - 1e-3) + kThickness - 1e-6) << p;
        // Planes that touch it lie outside of it, and the edges between particles are kept out, too.
        EXPECT_LT(sub.position[p].norm(), radius + kThickness + 6e-3) << p;
        EXPECT_GT(sub.position[p].y(), 0.2) << p;
    }
}

TEST(PushOut, KeepsParticlesOutOfTwoWalls) {
    // A floor, and a wall that faces along x.
    Surface wall = make_plane({2, 1});
    for (Vec3& x : wall.positions) x = Vec3(x.y() - 0.15, -x.x(), x.z());
    Falling sub({floor_of(), solid_of(wall)}, 0.05);
    sub.go(Vec3(-0.2, -0.2, 0), 2);
    for (const Vec3& x : sub.position) {
        EXPECT_GT(x.y(), kThickness - 1e-12);
        EXPECT_GT(x.x(), -0.15 + kThickness - 1e-12);
    }
    EXPECT_NEAR(sub.position[0].x(), -0.15 + kThickness, 1e-12);
}

TEST(PushOut, FollowsASolidThroughTheStep) {
    // It comes up by 0.1 m while the sheet stays.
    for (const Real until : {0.25, 0.5, 1.0}) {
        Falling sub({carried(floor_of(), 0.01, Vec3(0, 0.1, 0))}, 0.02);
        sub.go(Vec3::Zero(), 1, until);
        EXPECT_NEAR(sub.moved().y(), std::max(Real(0), 0.1 * until + kThickness - 0.02), 1e-12) << until;
    }
}

TEST(PushOut, LetsWhoStartsTooNearOutWithoutAJump) {
    Falling sub({floor_of()}, 0.4 * kThickness);
    sub.go(Vec3::Zero());
    // A twentieth of the thickness in a hundredth of a second.
    EXPECT_NEAR(sub.moved().y(), 0.05 * kThickness, 1e-12);
    Falling slow({floor_of()}, 0.4 * kThickness);
    slow.dt = 1;
    slow.go(Vec3::Zero());
    EXPECT_NEAR(slow.moved().y(), 0.6 * kThickness, 1e-12) << "and never beyond it";
}

TEST(PushOut, NeverMovesWhatIsHeld) {
    Falling sub({floor_of()}, 0.05);
    sub.hold({0, 4});
    sub.go(Vec3(0, -0.2, 0));
    for (std::size_t p = 0; p < 9; ++p) {
        EXPECT_EQ(sub.position[p], p == 0 || p == 4 ? Vec3(sub.now.position[p] + Vec3(0, -0.2, 0)) : sub.position[p]);
        EXPECT_EQ(sub.position[p].y() < 0, p == 0 || p == 4);
    }
}

TEST(PushOut, HoldsClothOnEitherSideOfASheetThatHasTwo) {
    Solid metal = floor_of();
    metal.is_two_sided = true;
    Falling above({metal}, 0.05), below({metal}, -0.05);
    above.go(Vec3(0, -0.2, 0));
    below.go(Vec3(0, 0.2, 0));
    EXPECT_NEAR(above.position[0].y(), kThickness, 1e-12);
    EXPECT_NEAR(below.position[0].y(), -kThickness, 1e-12);
}

// ---- friction

TEST(PushOut, CoulombFrictionTakesTheCoefficientTimesThePush) {
    // It is pushed by 0.01 m.
    const auto slip_of = [](Real friction) {
        Falling sub({floor_of(friction)}, 0.05);
        sub.go(Vec3(0.03, -0.05, 0.04));
        EXPECT_NEAR(sub.moved().y(), -0.04, 1e-12);
        EXPECT_NEAR(sub.moved().x() / sub.moved().z(), 0.75, 1e-9);
        return std::hypot(sub.moved().x(), sub.moved().z());
    };
    EXPECT_NEAR(slip_of(0), 0.05, 1e-12);
    EXPECT_NEAR(slip_of(0.4), 0.05 - 0.4 * 0.01, 1e-12);
    EXPECT_NEAR(slip_of(4), 0.05 - 4 * 0.01, 1e-12);
}

TEST(PushOut, CoulombFrictionStopsWhatIsSlowEnough) {
    Falling sub({floor_of(0.4)}, 0.05);
    sub.go(Vec3(0.0039, -0.05, 0));
    EXPECT_LT((sub.moved() - Vec3(0, -0.04, 0)).norm(), 1e-15);
}

TEST(PushOut, ThePapersFrictionTakesItsShareInEachOfItsSteps) {
    for (const int parts : {1, 2, 5}) {
        Falling sub({floor_of(0.4)}, 0.05, {.share = 0.3});
        sub.dt = kPaperStep / parts;
        sub.go(Vec3(0.03, -0.05, 0.04));
        const Real kept = std::pow(0.7, 1.0 / parts);
        EXPECT_LT((sub.moved() - Vec3(0.03 * kept, -0.04, 0.04 * kept)).norm(), 1e-12) << parts;
    }
    Falling all({floor_of()}, 0.05, {.share = 1});
    all.go(Vec3(0.03, -0.05, 0));
    EXPECT_LT((all.moved() - Vec3(0, -0.04, 0)).norm(), 1e-15);
    Falling none({floor_of(0.4)}, 0.05, {.share = 0});
    none.go(Vec3(0.03, -0.05, 0));
    EXPECT_LT((none.moved() - Vec3(0.03, -0.04, 0)).norm(), 1e-12);
}

TEST(PushOut, RemembersWhoRestsAndWhoSlips) {
    for (const Real way : {0.0039, 0.03}) {
        Falling sub({floor_of(0.4)}, 0.05);
        sub.go(Vec3(way, -0.05, 0));
        State next = sub.now;
        next.contacts.resize(3);
        sub.out.end_step(sub.step(), next);
        ASSERT_EQ(next.contacts.size(), 9u);
        for (int p = 0; p < 9; ++p) {
            EXPECT_EQ(next.contacts[at(p)].particle, p);
            EXPECT_LT((next.contacts[at(p)].normal - Vec3::UnitY()).norm(), 1e-12);
            EXPECT_NEAR(next.contacts[at(p)].strain.norm(), way < 0.004 ? 0 : way - 0.004, 1e-12);
            EXPECT_EQ(next.contacts[at(p)].strain.isZero(0), way < 0.004);
        }
    }
}

// ---- solids that move

TEST(PushOut, ASolidThatMovesCarriesWhatSticksToIt) {
    // To the side by 0.003 m, and the sheet falls by 0.01 m into it.
    Falling sub({carried(floor_of(0.4), 0.01, Vec3(0.003, 0, 0))}, kThickness);
    sub.go(Vec3(0, -0.01, 0));
    EXPECT_LT((sub.moved() - Vec3(0.003, 0, 0)).norm(), 1e-12);
    // As far as friction reaches.
    Falling slips({carried(floor_of(0.4), 0.01, Vec3(0.03, 0, 0))}, kThickness);
    slips.go(Vec3(0, -0.01, 0));
    EXPECT_LT((slips.moved() - Vec3(0.004, 0, 0)).norm(), 1e-12);
}

TEST(PushOut, ASolidThatMovesDoesTheWorkOfItsForceOnItsWay) {
    // It takes a sheet at rest along: its push times its way.
    const Vec3 way(0.002, 0.05, 0);
    Falling sub({carried(floor_of(0.4), 0.01, way)}, kThickness);
    sub.go(Vec3::Zero());
    EXPECT_LT((sub.moved() - way).norm(), 1e-12);
    // Half of it becomes kinetic energy: it is pushed like an inelastic body.
    const Real kinetic = 0.5 * sub.mass() * way.squaredNorm() / (sub.dt * sub.dt);
    EXPECT_NEAR(sub.given, 2 * kinetic, 1e-9 * kinetic);
    Falling still({floor_of(0.4)}, 0.05);
    still.go(Vec3(0.03, -0.2, 0));
    EXPECT_EQ(still.given, 0);
}

TEST(PushOut, ASolidThatTurnsCarriesEachParticleItsOwnWay) {
    Rotation turning;
    turning.axis = Vec3::UnitY();
    turning.rate = 2;  // [rad/s]
    Solid table = floor_of(100);
    table.motion.parts.push_back({turning, 0, kForever});
    Falling sub({table}, kThickness);
    for (std::size_t p = 0; p < 9; ++p) {
        // They turn with it, and fall.
        sub.now.velocity[p] = Vec3(0, 2, 0).cross(sub.now.position[p]) - Vec3(0, 1, 0);
        sub.position[p] = sub.now.position[p] + sub.dt * sub.now.velocity[p];
    }
    sub.begin(sub.out);
    sub.sweep(sub.out);
    for (std::size_t p = 0; p < 9; ++p) {
        const Vec3 turned = Eigen::AngleAxis<Real>(2 * sub.dt, Vec3::UnitY()) * sub.now.position[p];
        // To the third order of the angle.
        EXPECT_LT((sub.position[p] - turned).norm(), 8e-6 * turned.norm()) << p;
    }
}

// ---- inside

TEST(PushOut, LeadsOutWhoIsInside) {
    const Real radius = 0.3;
    Falling sub({solid_of(make_sphere({radius}))}, 0.28);
    // The sheet is level at 0.28 m: its middle is inside, its corners are not.
    std::vector<int> expected;
    for (int p = 0; p < 9; ++p) {
        if (sub.now.position[at(p)].norm() < 0.999 * radius) expected.push_back(p);
    }
    sub.now.inside = sub.out.find_inside(sub.scene, sub.now);
    EXPECT_EQ(sub.now.inside, expected);
    ASSERT_EQ(expected, (std::vector<int>{1, 3, 4, 5, 7})) << "half of its side is 0.1 m";
    const std::vector<Vec3> start = sub.now.position;
    int steps = 0;
    for (; !sub.now.inside.empty() && steps < 20; ++steps) {
        sub.begin(sub.out);
        EXPECT_EQ(sub.out.inside().size(), 9u);
        for (int p = 0; p < 9; ++p) {
            const bool is_inside = std::binary_search(sub.now.inside.begin(), sub.now.inside.end(), p);
            EXPECT_EQ(sub.out.inside()[at(p)], is_inside ? 1 : 0);
        }
        sub.position = sub.now.position;
        sub.sweep(sub.out);
        for (const int p : sub.now.inside) {
            // Half a metre a second, outwards.
            const Vec3 way = sub.position[at(p)] - sub.now.position[at(p)];
            EXPECT_NEAR(way.norm(), 0.5 * sub.dt, 1e-9);
            EXPECT_GT(way.normalized().dot(sub.now.position[at(p)].normalized()), 0.99);
        }
        State next = sub.now;
        next.position = sub.position;
        sub.out.end_step(sub.step(), next);
        sub.now = next;
    }
    // The middle is 0.02 m deep, and a step takes it out by 0.005 m.
    EXPECT_GE(steps, 4);
    EXPECT_LE(steps, 5);
    EXPECT_TRUE(sub.out.find_inside(sub.scene, sub.now).empty());
}

TEST(PushOut, WithoutSolidsDoesNothing) {
    Falling sub({}, 0.05);
    EXPECT_EQ(sub.go(Vec3(0, -1, 0)), 0);
    EXPECT_TRUE(sub.out.find_inside(sub.scene, sub.now).empty());
    EXPECT_LT((sub.moved() - Vec3(0, -1, 0)).norm(), 1e-15);
}

}  // namespace
}  // namespace pleat::test
