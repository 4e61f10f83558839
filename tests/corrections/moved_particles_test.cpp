// How far corrections move particles, recorded one by one.
#include <gtest/gtest.h>

#include <pleat/corrections/distance_limits.hpp>
#include <pleat/corrections/moved_particles.hpp>
#include <pleat/model/motion.hpp>

#include "tests/corrections/one_substep.hpp"

namespace pleat::test {
namespace {

constexpr std::size_t kLimits = mover_of(CorrectionKind::limits);

TEST(MoveRecorder, TwoParticlesTooFarApartMoveHalfTheExcessEach) {
    OneSubstep sub(one_cloth(make_grid({.size = {1, 1}, .cells = {1, 1}})));
    sub.inverse_masses.assign(4, 3);
    sub.position[1] = sub.position[0] + Vec3(1.5, 0, 0);
    DistanceLimits limits(sub.model, {{{0, 1}, 0, 1.2}});
    sub.begin(limits);
    MoveRecorder moves(4, std::array{kLimits});
    moves.look(sub.position);
    const Real moved = sub.sweep(limits);
    moves.add(kLimits, sub.position);
    const std::vector<Real>& ways = moves.moved().by[kLimits];
    ASSERT_EQ(ways.size(), 4u);
    EXPECT_NEAR(ways[0], 0.15, 1e-15);
    EXPECT_NEAR(ways[1], 0.15, 1e-15);
    EXPECT_EQ(ways[2], 0);
    EXPECT_EQ(ways[3], 0);
    EXPECT_NEAR(ways[0] + ways[1], moved, 1e-15) << "what the account counts";
}

TEST(MoveRecorder, AddsUpWaysThereAndBackEachForItsMover) {
    MoveRecorder moves(2, std::array{kLimits, kFailSafeMover});
    std::vector<Vec3> x{{0, 0, 0}, {1, 1, 1}};
    moves.look(x);
    x[0].x() = 3;
    moves.add(kLimits, x);
    x[0].x() = 0;
    moves.add(kLimits, x);
    x[1] += Vec3(0, 3, 4);
    moves.add(kFailSafeMover, x);
    x[1].z() = 100;  // by nobody who is watched
    moves.look(x);
    x[1].z() = 98;
    moves.add(kFailSafeMover, x);
    EXPECT_EQ(moves.moved().by[kLimits], (std::vector<Real>{6, 0}));
    EXPECT_EQ(moves.moved().by[kFailSafeMover], (std::vector<Real>{0, 7}));
    EXPECT_TRUE(moves.moved().by[mover_of(CorrectionKind::push_out)].empty());
    moves.begin_step();
    EXPECT_EQ(moves.moved().by[kLimits], (std::vector<Real>{0, 0}));
}

TEST(MovedParticles, OfStepsAddUpAlsoFromNothing) {
    MovedParticles step, frame;
    step.by[kLimits] = {1, 2, 3};
    frame += step;
    frame += step;
    EXPECT_EQ(frame.by[kLimits], (std::vector<Real>{2, 4, 6}));
    EXPECT_TRUE(frame.by[kFailSafeMover].empty());
    EXPECT_TRUE(frame.fits(3));
    EXPECT_FALSE(frame.fits(4));
}

}  // namespace
}  // namespace pleat::test
