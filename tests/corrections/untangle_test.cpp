// Cloth that crosses itself and comes apart.
#include <cmath>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/corrections/untangle.hpp>

#include "tests/corrections/one_substep.hpp"

namespace pleat::test {
namespace {

// Two level sheets of 1 m, the second one 0.03 m above the first but for a bump that went through.
struct Crossing : OneSubstep {
    explicit Crossing(Real bump = 0.08)
        : OneSubstep(two_sheets()), untangle(make_collision_mesh(model.triangle_particles())) {
        for (int p = first_of_upper(); p < model.particle_count(); ++p) {
            Vec3& x = now.position[at(p)];
            const Real from_middle = Vec3(x.x() - 0.1, 0, x.z() + 0.05).squaredNorm();
            x += Vec3(0.013, 0.03 - bump * std::exp(-from_middle / 0.02), 0.017);
        }
        dt = 1.0 / 60;
        untangle.find_tangled(now);
        position = now.position;
    }

    static Model two_sheets() {
        ClothSource sheet;
        sheet.mesh = make_grid({.size = {1, 1}, .cells = {12, 12}, .facing = Facing::level});
        sheet.fabric = sample_fabric();
        ClothSource upper = sheet;
        upper.name = "upper";
        return ModelBuilder().add(sheet).add(upper).build();
    }

    int first_of_upper() const { return model.particle_count() / 2; }

    // A step, in substeps; without velocities, as if they were damped away.
    void advance(int substeps = 1) {
        begin(untangle);
        position = now.position;
        for (int k = 0; k < substeps; ++k) {
            const std::vector<Vec3> before = position;
            const CorrectionStep whole = step();
            const CorrectionInput in{whole, before, Real(k) / substeps, Real(k + 1) / substeps};
            CorrectionWork work{position, reaction, recoil, given};
            untangle.sweep(in, work);
        }
        now.position = position;
        untangle.find_tangled(now);
    }

    Untangle untangle;
};

TEST(Untangle, FindsWhatCrosses) {
    Crossing sub;
    EXPECT_GT(sub.now.crossings, 10);
    EXPECT_GT(sub.now.tangled.size(), 20u);
    sub.begin(sub.untangle);
    std::vector<int> marked;
    for (int p = 0; p < sub.model.particle_count(); ++p) {
        if (sub.untangle.tangled()[at(p)] != 0) marked.push_back(p);
    }
    EXPECT_EQ(marked, sub.now.tangled);
    bool has_lower = false, has_upper = false;
    for (const int p : marked) (p < sub.first_of_upper() ? has_lower : has_upper) = true;
    EXPECT_TRUE(has_lower && has_upper);
}

TEST(Untangle, BringsTwoSheetsApart) {
    for (const int substeps : {1, 4}) {
        Crossing sub;
        const int start = sub.now.crossings;
        int steps = 0;
        for (; sub.now.crossings > 0 && steps < 100; ++steps) sub.advance(substeps);
        EXPECT_EQ(sub.now.crossings, 0);
        EXPECT_TRUE(sub.now.tangled.empty());
        // 0.05 m at 0.2 m/s are fifteen steps; ways are shorter than 1 at the end of it.
        EXPECT_GT(steps, 8) << start << " crossings do not vanish at once";
        EXPECT_LT(steps, 60);
        // The bump came back; nothing went through elsewhere.
        for (int p = 0; p < sub.first_of_upper(); ++p) {
            EXPECT_GT(sub.position[at(p + sub.first_of_upper())].y(), sub.position[at(p)].y() - 2e-3) << p;
        }
    }
}

TEST(Untangle, KeepsTheCentreOfMassOfFreeSheets) {
    Crossing sub;
    const std::vector<Vec3> start = sub.position;
    Real mass = 0;
    for (const Real m : sub.model.masses) mass += m;
    for (int k = 0; k < 5; ++k) sub.advance();
    EXPECT_NE(sub.position, start);
    EXPECT_LT(sub.impulse_since(start).norm() / mass, 1e-15);
}

TEST(Untangle, NeverMovesWhatIsHeldAndSaysWhatItFelt) {
    Crossing sub;
    std::vector<int> lower;
    for (int p = 0; p < sub.first_of_upper(); ++p) lower.push_back(p);
    sub.hold(lower);
    const std::vector<Vec3> start = sub.position;
    sub.advance();
    for (const int p : lower) EXPECT_EQ(sub.position[at(p)], start[at(p)]);
    EXPECT_GT(sub.impulse_since(start).norm(), 1e-5);
    EXPECT_LT((sub.impulse_since(start) + OneSubstep::sum(sub.reaction)).norm(), 1e-15);
    for (int k = 0; k < 60 && sub.now.crossings > 0; ++k) sub.advance();
    EXPECT_EQ(sub.now.crossings, 0) << "the upper one gives way alone";
    for (const int p : lower) EXPECT_EQ(sub.position[at(p)], start[at(p)]);
}

TEST(Untangle, MovesCrossingsNoFasterThanItsSpeed) {
    Crossing sub;
    const std::vector<Vec3> start = sub.position;
    sub.advance();
    Real farthest = 0;
    for (std::size_t p = 0; p < start.size(); ++p) {
        farthest = std::max(farthest, (sub.position[p] - start[p]).norm());
    }
    EXPECT_GT(farthest, 0.3 * 0.2 * sub.dt);
    EXPECT_LT(farthest, 4 * 0.2 * sub.dt) << "of both sheets, and of corners of what crosses";
    // What goes faster already is left alone.
    Crossing fast;
    fast.begin(fast.untangle);
    for (int p = fast.first_of_upper(); p < fast.model.particle_count(); ++p) fast.position[at(p)].y() += fast.dt;
    const std::vector<Vec3> before = fast.position;
    EXPECT_EQ(fast.sweep(fast.untangle), 0);
    EXPECT_EQ(fast.position, before);
}

TEST(Untangle, DoesNothingToClothThatDoesNotCross) {
    Crossing sub(0);
    EXPECT_EQ(sub.now.crossings, 0);
    EXPECT_TRUE(sub.now.tangled.empty());
    const std::vector<Vec3> start = sub.position;
    sub.begin(sub.untangle);
    EXPECT_TRUE(sub.untangle.tangled().empty());
    EXPECT_EQ(sub.sweep(sub.untangle), 0);
    EXPECT_EQ(sub.position, start);
}

TEST(Untangle, OfParticlesThatAreAllHeldDoesNothing) {
    Crossing sub;
    sub.inverse_masses.assign(sub.inverse_masses.size(), 0);
    const std::vector<Vec3> start = sub.position;
    sub.advance();
    EXPECT_EQ(sub.position, start);
}

}  // namespace
}  // namespace pleat::test
