// Limits of distances: single ones in closed form, and what a cloth of them keeps.
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/corrections/distance_limits.hpp>
#include <pleat/corrections/fabric_limits.hpp>
#include <pleat/model/motion.hpp>

#include "tests/corrections/one_substep.hpp"

namespace pleat::test {
namespace {

Model sheet(int cells) { return one_cloth(make_grid({.size = {1, 1}, .cells = {cells, cells}})); }

// How far the worst length is beyond its limits, relative to the limit.
Real worst_excess(const OneSubstep& sub, const std::vector<DistanceLimit>& limits) {
    Real worst = 0;
    for (const auto& [particles, least, most] : limits) {
        const Real length = sub.distance(particles[0], particles[1]);
        worst = std::max({worst, length / most - 1, 1 - length / least});
    }
    return worst;
}

// Two particles of a cell, with their inverse masses.
struct Pair {
    Pair(Real inverse_a, Real inverse_b) : sub(sheet(1)) {
        sub.inverse_masses[0] = inverse_a;
        sub.inverse_masses[1] = inverse_b;
    }

    // At this distance [m], in some direction.
    void put(Real distance) {
        sub.position[0] = Vec3(0.3, -0.1, 0.7);
        sub.position[1] = sub.position[0] + distance * Vec3(1, 2, -2) / 3;
    }

    Real correct(Real least, Real most) {
        DistanceLimits limits(sub.model, {{{0, 1}, least, most}});
        sub.begin(limits);
        return sub.sweep(limits);
    }

    OneSubstep sub;
};

TEST(DistanceLimits, MeetASingleLimitInProportionToMasses) {
    for (const auto& [start, wanted] : {std::pair(1.5, 1.2), std::pair(0.3, 0.8)}) {
        Pair pair(2, 6);
        pair.put(start);
        const std::vector<Vec3> before = pair.sub.position;
        EXPECT_NEAR(pair.correct(0.8, 1.2), std::abs(start - wanted), 1e-15);
        EXPECT_NEAR(pair.sub.distance(0, 1), wanted, 1e-15);
        const Vec3 along = Vec3(1, 2, -2) / 3;
        EXPECT_LT((pair.sub.position[0] - before[0] - 0.25 * (start - wanted) * along).norm(), 1e-15);
        EXPECT_LT((pair.sub.position[1] - before[1] + 0.75 * (start - wanted) * along).norm(), 1e-15);
        EXPECT_EQ(pair.sub.position[2], before[2]);
    }
}

TEST(DistanceLimits, LeaveWhatIsWithinThemAsItIs) {
    for (const Real distance : {0.80001, 1.0, 1.19999}) {
        Pair pair(2, 6);
        pair.put(distance);
        const std::vector<Vec3> before = pair.sub.position;
        EXPECT_EQ(pair.correct(0.8, 1.2), 0);
        EXPECT_EQ(pair.sub.position, before);
    }
    Pair far(2, 6);
    far.put(1e6);
    EXPECT_EQ(far.correct(0.8, kForever), 0) << "there is no upper limit";
}

TEST(DistanceLimits, MoveOnlyTheFreeOneOfTwoAndSayWhatTheOtherFelt) {
    for (const int held : {0, 1}) {
        Pair pair(held == 0 ? 0 : 4, held == 1 ? 0 : 4);
        pair.put(1.5);
        const std::vector<Vec3> before = pair.sub.position;
        pair.correct(0.8, 1.2);
        EXPECT_EQ(pair.sub.position[at(held)], before[at(held)]);
        EXPECT_NEAR(pair.sub.distance(0, 1), 1.2, 1e-15);
        EXPECT_LT((pair.sub.impulse_since(before) + pair.sub.reaction[at(held)]).norm(), 1e-15);
        EXPECT_NEAR(pair.sub.reaction[at(held)].norm(), 0.3 / 4, 1e-15);
    }
    Pair both(0, 0);
    both.put(1.5);
    const std::vector<Vec3> before = both.sub.position;
    EXPECT_EQ(both.correct(0.8, 1.2), 0);
    EXPECT_EQ(both.sub.position, before);
}

TEST(DistanceLimits, KeepTheCentreOfMassOfAFreeClothToRounding) {
    OneSubstep sub(sheet(12));
    std::mt19937 random(1);
    sub.position = shaken_positions(sub.model, random, 0.08);
    const std::vector<Vec3> before = sub.position;
    DistanceLimits limits(sub.model, fabric_limits(sub.model, {}));
    sub.begin(limits);
    EXPECT_GT(sub.sweep(limits, 20), 0);
    Real mass = 0, moved = 0;
    for (std::size_t p = 0; p < before.size(); ++p) {
        mass += sub.model.masses[p];
        moved += sub.model.masses[p] * (sub.position[p] - before[p]).norm();
    }
    EXPECT_GT(moved / mass, 0.01) << "there is something to keep";
    EXPECT_LT(sub.impulse_since(before).norm() / mass, 1e-16 * 20);
}

TEST(DistanceLimits, NeverMoveWhatIsHeldAndBalanceWithWhatItFelt) {
    OneSubstep sub(sheet(12));
    const auto& groups = sub.model.cloths[0].groups;
    std::vector<int> held = groups.at("left");
    held.push_back(groups.at("top-right").front());
    sub.hold(held);
    std::mt19937 random(2);
    sub.position = shaken_positions(sub.model, random, 0.08);
    const std::vector<Vec3> before = sub.position;
    DistanceLimits limits(sub.model, fabric_limits(sub.model, {}));
    sub.begin(limits);
    sub.sweep(limits, 20);
    Real felt = 0;
    for (std::size_t p = 0; p < before.size(); ++p) {
        if (sub.is_held(p)) {
            EXPECT_EQ(sub.position[p], before[p]);
            felt += sub.reaction[p].norm();
        } else {
            EXPECT_NE(sub.position[p], before[p]);
            EXPECT_EQ(sub.reaction[p], Vec3(Vec3::Zero()));
        }
    }
    EXPECT_GT(felt, 1e-3);
    EXPECT_LT((sub.impulse_since(before) + OneSubstep::sum(sub.reaction)).norm(), 1e-15);
}

// One limit after the other, by the plain formula.
void correct_plainly(OneSubstep& sub, const DistanceLimits::Batch& batch, std::size_t lane) {
    const std::size_t a = at(batch.first[lane]), b = at(batch.second[lane]);
    const Vec3 apart = sub.position[b] - sub.position[a];
    const Real length = apart.norm(), wanted = std::clamp(length, batch.least[lane], batch.most[lane]);
    const Real sum = sub.inverse_masses[a] + sub.inverse_masses[b];
    if (length == wanted || length == 0 || sum == 0) return;
    sub.position[a] += sub.inverse_masses[a] / sum * (length - wanted) / length * apart;
    sub.position[b] -= sub.inverse_masses[b] / sum * (length - wanted) / length * apart;
}

TEST(DistanceLimits, TogetherDoWhatEachDoesByThePlainFormula) {
    for (const int held : {0, 5}) {
        OneSubstep sub(sheet(8));  // one block
        std::mt19937 random(5);
        sub.position = shaken_positions(sub.model, random, 0.02);
        for (int p = 0; p < held; ++p) sub.inverse_masses[at(16 * p)] = 0;
        OneSubstep plain = sub;
        const std::vector<DistanceLimit> all = fabric_limits(sub.model, {});
        DistanceLimits limits(sub.model, all);
        std::size_t count = 0, of_one_kind = 0;
        for (const DistanceLimits::Batch& batch : limits.batches()) {
            std::set<int> particles;
            for (std::size_t lane = 0; lane < at(batch.count); ++lane) {
                particles.insert({batch.first[lane], batch.second[lane]});
                correct_plainly(plain, batch, lane);
            }
            EXPECT_EQ(particles.size(), 2 * at(batch.count)) << "none is shared";
            count += at(batch.count);
            of_one_kind += at(batch.count) == DistanceLimits::kTogether ? 1 : 0;
        }
        EXPECT_EQ(count, all.size()) << "each once";
        EXPECT_GT(of_one_kind, limits.batches().size() / 2) << "most are full";
        sub.begin(limits);
        EXPECT_GT(sub.sweep(limits), 0);
        Real off = 0;
        for (std::size_t p = 0; p < sub.position.size(); ++p) {
            off = std::max(off, (sub.position[p] - plain.position[p]).norm());
        }
        EXPECT_LT(off, 1e-14);
    }
}

TEST(DistanceLimits, AreAllMetAfterManySweeps) {
    OneSubstep sub(sheet(6));
    std::mt19937 random(3);
    const std::vector<DistanceLimit> all = fabric_limits(sub.model, {.strain = Vec2(-0.05, 0.05), .bend = 0.8});
    DistanceLimits limits(sub.model, all);
    sub.position = shaken_positions(sub.model, random, 0.04);
    for (Vec3& x : sub.position) x *= 1.3;
    EXPECT_GT(worst_excess(sub, all), 0.3);
    sub.begin(limits);
    sub.sweep(limits, 1000);
    EXPECT_LT(worst_excess(sub, all), 1e-6);
}

TEST(DistanceLimits, GiveTheSameBitsForAnyNumberOfThreads) {
    const Model model = sheet(60);
    std::vector<std::vector<Vec3>> positions;
    std::vector<Real> moved;
    for (const int threads : {1, 2, 4}) {
        Threads(threads).run([&] {
            OneSubstep sub(model);
            sub.hold(model.cloths[0].groups.at("top"));
            std::mt19937 random(4);
            sub.position = shaken_positions(model, random, 0.02);
            DistanceLimits limits(model, fabric_limits(model, {}));
            sub.begin(limits);
            moved.push_back(sub.sweep(limits, 3));
            positions.push_back(sub.position);
        });
    }
    EXPECT_GT(moved[0], 0);
    for (const std::size_t k : {1, 2}) {
        EXPECT_EQ(moved[k], moved[0]);
        EXPECT_EQ(positions[k], positions[0]);
    }
}

TEST(DistanceLimits, DoNothingToParticlesInOnePlace) {
    OneSubstep sub(sheet(4));
    const std::vector<DistanceLimit> all = fabric_limits(sub.model, {});
    DistanceLimits limits(sub.model, all);
    const Vec3 place(0.1, 0.2, 0.3);
    sub.position.assign(sub.position.size(), place);
    sub.begin(limits);
    EXPECT_EQ(sub.sweep(limits, 5), 0);
    for (const Vec3& x : sub.position) EXPECT_EQ(x, place);
    // And the cloth around two of them is corrected.
    sub.position = sub.model.positions;
    sub.position[7] = sub.position[6];
    sub.sweep(limits, 2000);
    EXPECT_LT(worst_excess(sub, all), 1e-3);
}

}  // namespace
}  // namespace pleat::test
