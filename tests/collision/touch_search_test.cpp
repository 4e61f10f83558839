// Touches of all particles at once, against each particle with each triangle.
#include <algorithm>
#include <random>
#include <tuple>

#include <gtest/gtest.h>

#include <pleat/collision/touch_search.hpp>
#include <pleat/core/index.hpp>

#include "tests/support/sample_cloth.hpp"
#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

constexpr Real kRoom = 0.01;  // [m]

using Touches = std::vector<ParticleTouch>;

Touches all_touches(const Model& model, const Sweep& sweep, const SolidSurfaces& surfaces,
                    const std::vector<Solid>& solids) {
    Touches touches;
    for (int p = 0; p < model.particle_count(); ++p) {
        for (int t = 0; t < static_cast<int>(surfaces.mesh().triangles.size()); ++t) {
            const Solid& solid = solids[at(surfaces.solid_of_triangle(t))];
            ParticleTouch found{p, {}};
            if (find_touch(surfaces, t, solid.is_two_sided, sweep.start[at(p)], sweep.end[at(p)],
                           solid.thickness + kRoom, found.touch)) {
                touches.push_back(found);
            }
        }
    }
    std::sort(touches.begin(), touches.end(), [](const ParticleTouch& a, const ParticleTouch& b) {
        return std::tuple(a.particle, a.touch.gap, a.touch.triangle) <
               std::tuple(b.particle, b.touch.gap, b.touch.triangle);
    });
    return touches;
}

bool is_same(const ParticleTouch& a, const ParticleTouch& b) {
    return a.particle == b.particle && a.touch.triangle == b.touch.triangle && a.touch.gap == b.touch.gap &&
           a.touch.normal == b.touch.normal && a.touch.weights == b.touch.weights &&
           a.touch.has_crossed == b.touch.has_crossed;
}

bool is_on_face(const SolidSurfaces& surfaces, const ParticleTouch& touch) {
    return std::abs(surfaces.normal_at_end(touch.touch.triangle).dot(touch.touch.normal)) > 0.999;
}

// Whether a touch that was left out is beside a nearer face of the same solid.
bool may_be_left_out(const SolidSurfaces& surfaces, const Touches& all, const ParticleTouch& touch) {
    if (is_on_face(surfaces, touch) || touch.touch.has_crossed) return false;
    return std::any_of(all.begin(), all.end(), [&](const ParticleTouch& other) {
        return other.particle == touch.particle && is_on_face(surfaces, other) &&
               surfaces.solid_of_triangle(other.touch.triangle) == surfaces.solid_of_triangle(touch.touch.triangle) &&
               other.touch.gap <= touch.touch.gap;
    });
}

std::vector<Solid> some_solids(bool is_moving) {
    Solid ball = make_solid(make_sphere({.radius = 0.2, .rings = 12}), "ball");
    Solid box = make_solid(moved_by(make_box({0.3, 0.2, 0.3}), Vec3(0.25, -0.1, 0.1)), "box");
    Solid plane = make_floor();
    plane.is_two_sided = true;
    ball.thickness = 0.008;
    box.thickness = 0.02;
    if (is_moving) ball.motion.parts.push_back(straight_motion(0, 1, Vec3(0.05, 0.03, 0)));
    return {ball, box, plane};
}

TEST(TouchSearch, FindsWhatEachParticleWithEachTriangleGivesButFartherEdges) {
    const Model model = level_sheet(0.8, 24, 0);
    std::size_t found_in_all = 0, left_out = 0;
    for (const bool is_moving : {false, true}) {
        const std::vector<Solid> solids = some_solids(is_moving);
        SolidSurfaces surfaces;
        surfaces.move(solids, 0, 1);
        TouchSearch search(model);
        std::mt19937 random(7);
        for (const Real height : {0.25, 0.2, 0.12, 0.02, -0.1}) {
            for (const Real fall : {0.0, 0.002, 0.02, 0.1}) {
                std::vector<Vec3> start = model.positions, end;
                for (Vec3& x : start) {
                    x += Vec3(0, height, 0) + random_vector(random, 0.01);
                    end.push_back(x + Vec3(0, -fall, 0) + random_vector(random, 0.003));
                }
                Touches found;
                search.find({start, end}, surfaces, solids, kRoom, found);
                const Touches all = all_touches(model, {start, end}, surfaces, solids);
                // Those of a particle follow each other, the nearest first.
                std::stable_sort(found.begin(), found.end(), [](const ParticleTouch& a, const ParticleTouch& b) {
                    return a.particle < b.particle;
                });
                auto next = found.begin();
                for (const ParticleTouch& touch : all) {
                    if (next != found.end() && is_same(*next, touch)) {
                        ++next;
                    } else {
                        EXPECT_TRUE(may_be_left_out(surfaces, all, touch)) << touch.particle;
                        ++left_out;
                    }
                }
                EXPECT_EQ(next, found.end()) << "and nothing else";
                found_in_all += found.size();
            }
        }
    }
    EXPECT_GT(found_in_all, 2000u);
    EXPECT_GT(left_out, 1000u);
}

TEST(TouchSearch, FindsTheSameWhateverWasFoundBefore) {
    const Model model = level_sheet(0.8, 24, 0);
    const std::vector<Solid> solids = some_solids(false);
    SolidSurfaces surfaces;
    surfaces.move(solids, 0, 1);
    TouchSearch used(model);
    std::mt19937 random(8);
    std::vector<Vec3> start = model.positions;
    for (Vec3& x : start) x += Vec3(0, 0.22, 0);
    std::size_t count = 0;
    for (int step = 0; step < 40; ++step) {
        // Slow at first, so that the tree is not asked, then faster.
        std::vector<Vec3> end = start;
        for (Vec3& x : end) x += Vec3(0, -0.0002 * step, 0) + random_vector(random, 0.0004);
        Touches found, fresh;
        used.find({start, end}, surfaces, solids, kRoom, found);
        TouchSearch(model).find({start, end}, surfaces, solids, kRoom, fresh);
        ASSERT_EQ(found.size(), fresh.size());
        EXPECT_TRUE(std::equal(found.begin(), found.end(), fresh.begin(), is_same));
        count += found.size();
        start = end;
    }
    EXPECT_GT(count, 1000u);
}

}  // namespace
}  // namespace pleat::test
