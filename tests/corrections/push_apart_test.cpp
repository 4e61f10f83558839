// Particles that keep apart: pairs against all pairs there are, distances by the mesh, and what a sweep does.
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/corrections/push_apart.hpp>

#include "tests/corrections/one_substep.hpp"

namespace pleat::test {
namespace {

using Pair = std::array<int, 2>;
using Pairs = std::set<Pair>;

Pair sorted(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

// Corners of an edge, or opposite each other across one.
Pairs neighbours(const Model& model) {
    Pairs pairs;
    for (const Edge& edge : model.edges) pairs.insert(sorted(edge.particles[0], edge.particles[1]));
    for (const Hinge& hinge : model.hinges) pairs.insert(sorted(hinge.particles[2], hinge.particles[3]));
    return pairs;
}

Real kept_by(const PushApart& apart, const Pair& pair) {
    return std::min(apart.distances()[at(pair[0])], apart.distances()[at(pair[1])]);
}

// All that are too near, by looking at all.
Pairs too_near(const Model& model, const PushApart& apart, const std::vector<Vec3>& x) {
    const Pairs excluded = neighbours(model);
    Pairs pairs;
    for (int a = 0; a < model.particle_count(); ++a) {
        for (int b = a + 1; b < model.particle_count(); ++b) {
            if ((x[at(a)] - x[at(b)]).norm() < kept_by(apart, {a, b}) && !excluded.contains({a, b})) {
                pairs.insert({a, b});
            }
        }
    }
    return pairs;
}

// Of those that were looked at.
Pairs too_near_of_found(const PushApart& apart, const std::vector<Vec3>& x) {
    Pairs pairs;
    for (const Pair& pair : apart.pairs()) {
        if ((x[at(pair[0])] - x[at(pair[1])]).norm() < kept_by(apart, pair)) pairs.insert(pair);
    }
    return pairs;
}

TriangleMesh sheet(int cells, Real size = 1) {
    return make_grid({.size = {size, size}, .cells = {cells, cells}, .facing = Facing::level});
}

// A square sheet above another one.
Model two_sheets(int cells, Real gap, Real size_of_upper = 1) {
    ClothSource lower, upper;
    lower.mesh = sheet(cells);
    lower.fabric = upper.fabric = sample_fabric();
    upper.name = "upper";
    upper.mesh = sheet(cells, size_of_upper);
    place(upper.mesh, Mat3::Identity(), Vec3(0, gap, 0));
    return ModelBuilder().add(lower).add(upper).build();
}

// ---- pairs

TEST(PushApart, LooksAtExactlyThosePairsThatAreTooNear) {
    std::mt19937 random(1);
    const Model model = two_sheets(7, 1);
    PushApart apart(model);
    std::size_t most = 0;
    for (const Real size : {0.05, 0.2, 0.5, 1.0, 5.0}) {
        OneSubstep sub(model);
        sub.now.position = random_vectors(random, model.positions.size(), size);
        sub.begin(apart);
        const Pairs expected = too_near(model, apart, sub.now.position);
        EXPECT_EQ(too_near_of_found(apart, sub.now.position), expected) << size;
        EXPECT_TRUE(std::is_sorted(apart.pairs().begin(), apart.pairs().end()));
        EXPECT_EQ(Pairs(apart.pairs().begin(), apart.pairs().end()).size(), apart.pairs().size()) << "none twice";
        most = std::max(most, expected.size());
    }
    EXPECT_GT(most, 5000u);
}

TEST(PushApart, NeverLooksAtNeighbours) {
    const Model model = one_cloth(sheet(8));
    PushApart apart(model);
    OneSubstep sub(model);
    for (Vec3& x : sub.now.position) x *= 0.05;
    sub.begin(apart);
    const Pairs found(apart.pairs().begin(), apart.pairs().end()), excluded = neighbours(model);
    for (const Pair& pair : excluded) EXPECT_FALSE(found.contains(pair)) << pair[0] << " " << pair[1];
    EXPECT_EQ(found.size() + excluded.size(), 81u * 80 / 2) << "and at all others";
}

TEST(PushApart, FindsAllPairsWhereverParticlesGoInASweep) {
    std::mt19937 random(2);
    OneSubstep sub(two_sheets(7, 1));
    PushApart apart(sub.model);
    sub.inverse_masses.assign(sub.inverse_masses.size(), 0);  // sweeps look, and move nothing
    sub.now.position = random_vectors(random, sub.position.size(), 0.3);
    sub.begin(apart);
    sub.position = sub.now.position;
    // A little each time, which adds up to more than the room.
    const std::vector<Vec3> way = random_vectors(random, sub.position.size(), 0.01);
    for (int k = 0; k < 30; ++k) {
        for (std::size_t p = 0; p < way.size(); ++p) sub.position[p] += way[p];
        sub.sweep(apart);
        const Pairs expected = too_near(sub.model, apart, sub.position);
        EXPECT_GT(expected.size(), 20u);
        ASSERT_EQ(too_near_of_found(apart, sub.position), expected) << k;
    }
}

// ---- distances

TEST(PushApart, KeepsThreeQuartersOfTheShortestEdgeAtAParticle) {
    // Columns get wider to the right, rows upwards.
    TriangleMesh mesh = make_grid({.size = {8, 8}, .cells = {8, 8}});
    for (Vec3& x : mesh.positions) x = Vec3(std::pow(1.3, x.x()), std::pow(1.4, x.y()), 0);
    take_rest_shape_from_positions(mesh);
    const Model model = one_cloth(mesh);
    std::vector<Real> shortest(model.positions.size(), 1e9);
    for (const Edge& edge : model.edges) {
        for (const int p : edge.particles) shortest[at(p)] = std::min(shortest[at(p)], edge.rest_length);
    }
    const PushApart apart(model);
    for (std::size_t p = 0; p < shortest.size(); ++p) {
        EXPECT_NEAR(apart.distances()[p], 0.75 * shortest[p], 1e-12) << p;
    }
    EXPECT_GT(*std::max_element(shortest.begin(), shortest.end()),
              4 * *std::min_element(shortest.begin(), shortest.end()));
}

TEST(PushApart, WhoStartsNearerKeepsALittleLessThanItHas) {
    const Real cell = 0.125, gap = 0.3 * cell;
    const Model model = two_sheets(8, gap, 0.5);
    PushApart apart(model);
    // The upper sheet is half as wide, with cells half as wide: every second particle is above one of the lower sheet.
    int near_ones = 0;
    for (int p = 0; p < 81; ++p) {
        const Vec3& x = model.positions[at(p)];
        Real nearest = 1e9;
        for (int q = 81; q < 162; ++q) nearest = std::min(nearest, (x - model.positions[at(q)]).norm());
        // What counts is what both want: the upper ones want less.
        const Real wanted = 0.75 * cell;
        const bool is_near = nearest < 0.75 * 0.5 * cell;
        if (is_near) {
            EXPECT_NEAR(apart.distances()[at(p)], 0.99 * nearest, 1e-12) << p;
        } else if (nearest > 2 * cell) {
            EXPECT_NEAR(apart.distances()[at(p)], wanted, 1e-12) << p;
        }
        EXPECT_LE(apart.distances()[at(p)], wanted + 1e-12);
        near_ones += is_near ? 1 : 0;
    }
    EXPECT_EQ(near_ones, 25);
    OneSubstep sub(model);
    sub.begin(apart);
    EXPECT_EQ(sub.sweep(apart), 0) << "where it starts, nothing acts";
    EXPECT_EQ(sub.position, model.positions);
}

// ---- a sweep

// Two sheets far from each other, of which one particle each is brought near the other.
struct TwoParticles : OneSubstep {
    TwoParticles() : OneSubstep(two_sheets(4, 5)), apart(model) {
        position[at(a)] = Vec3(0, 2.5, 0);
        inverse_masses[at(a)] = 2;
        inverse_masses[at(b)] = 6;
    }

    Real part(Real share) {
        position[at(b)] = position[at(a)] + share * apart.distances()[at(a)] * Vec3(2, 1, -2) / 3;
        now.position = position;
        begin(apart);
        return sweep(apart);
    }

    int a = 12, b = 25 + 12;
    PushApart apart;
};

TEST(PushApart, PartsAPairToItsDistanceInProportionToMasses) {
    TwoParticles two;
    const Real kept = two.apart.distances()[at(two.a)];
    EXPECT_NEAR(two.part(0.4), 0.6 * kept, 1e-15);
    EXPECT_NEAR(two.distance(two.a, two.b), kept, 1e-15);
    const Vec3 along = Vec3(2, 1, -2) / 3;
    EXPECT_LT((two.position[at(two.a)] - two.now.position[at(two.a)] + 0.25 * 0.6 * kept * along).norm(), 1e-15);
    EXPECT_LT((two.position[at(two.b)] - two.now.position[at(two.b)] - 0.75 * 0.6 * kept * along).norm(), 1e-15);
    for (std::size_t p = 0; p < two.position.size(); ++p) {
        if (p == at(two.a) || p == at(two.b)) continue;
        EXPECT_EQ(two.position[p], two.now.position[p]);
    }
}

TEST(PushApart, LeavesThoseThatAreFarEnoughApart) {
    TwoParticles two;
    EXPECT_EQ(two.part(1.0001), 0);
    EXPECT_EQ(two.position, two.now.position);
}

TEST(PushApart, NeverMovesWhatIsHeldAndSaysWhatItFelt) {
    for (const int which : {0, 1}) {
        TwoParticles two;
        const int held = which == 0 ? two.a : two.b;
        two.hold({held});
        two.part(0.4);
        EXPECT_EQ(two.position[at(held)], two.now.position[at(held)]);
        EXPECT_NEAR(two.distance(two.a, two.b), two.apart.distances()[at(two.a)], 1e-15);
        EXPECT_GT(two.reaction[at(held)].norm(), 1e-3);
        EXPECT_LT((two.impulse_since(two.now.position) + OneSubstep::sum(two.reaction)).norm(), 1e-15);
    }
    TwoParticles two;
    two.hold({two.a, two.b});
    EXPECT_EQ(two.part(0.4), 0);
    EXPECT_EQ(two.position, two.now.position);
}

TEST(PushApart, DoesNothingToParticlesInOnePlace) {
    TwoParticles two;
    EXPECT_EQ(two.part(0), 0);
    EXPECT_EQ(two.position, two.now.position);
    two.now.position.assign(two.position.size(), Vec3(1, 2, 3));
    two.position = two.now.position;
    two.begin(two.apart);
    EXPECT_EQ(two.sweep(two.apart), 0);
    EXPECT_EQ(two.position, two.now.position);
}

// A sheet pressed onto another one.
struct Pressed : OneSubstep {
    Pressed() : OneSubstep(two_sheets(40, 0.03)), apart(model) {
        std::mt19937 random(3);
        for (std::size_t p = 0; p < position.size(); ++p) {
            position[p].y() *= 0.5;
            position[p] += random_vector(random, 0.003);
        }
        now.position = position;
    }

    PushApart apart;
};

TEST(PushApart, KeepsTheCentreOfMassAndPartsSheets) {
    Pressed sub;
    sub.begin(sub.apart);
    const std::size_t before = too_near(sub.model, sub.apart, sub.position).size();
    EXPECT_GT(before, 1000u);
    EXPECT_GT(sub.sweep(sub.apart), 1);
    sub.sweep(sub.apart, 60);
    Real mass = 0;
    for (const Real m : sub.model.masses) mass += m;
    EXPECT_LT(sub.impulse_since(sub.now.position).norm() / mass, 1e-15);
    EXPECT_LT(sub.sweep(sub.apart), 1e-4 * 0.03 * static_cast<Real>(before)) << "hardly anything is left";
}

TEST(PushApart, GivesTheSameBitsForAnyNumberOfThreads) {
    std::vector<std::vector<Vec3>> positions;
    std::vector<Real> moved;
    for (const int threads : {1, 2, 4}) {
        Threads(threads).run([&] {
            Pressed sub;
            sub.begin(sub.apart);
            moved.push_back(sub.sweep(sub.apart, 3));
            positions.push_back(sub.position);
        });
    }
    EXPECT_GT(moved[0], 0);
    for (const std::size_t k : {1, 2}) {
        EXPECT_EQ(moved[k], moved[0]);
        EXPECT_EQ(positions[k], positions[0]);
    }
}

}  // namespace
}  // namespace pleat::test
