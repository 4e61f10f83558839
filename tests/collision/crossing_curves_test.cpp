// The way out of a crossing, for sheets of which one can see what went astray.
#include <gtest/gtest.h>

#include <pleat/collision/crossing_curves.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

// Two level sheets of 1 m in one mesh, the second one higher by `lift(x)`.
struct TwoSheets {
    template <class Lift>
    explicit TwoSheets(Lift&& lift) {
        TriangleMesh grid = make_grid({.size = {1, 1}, .cells = {12, 12}, .facing = Facing::level});
        const int count = static_cast<int>(grid.positions.size());
        for (int k = 0; k < 2; ++k) {
            for (const auto& [a, b, c] : grid.triangles) {
                triangles.push_back({a + k * count, b + k * count, c + k * count});
            }
            for (const Vec3& x : grid.positions) {
                positions.push_back(k == 0 ? x : Vec3(x + Vec3(0.013, lift(x), 0.017)));
            }
        }
        first_of_second = count;
        EdgeCrossings finder(make_collision_mesh(triangles));
        finder.find(positions, crossings);
        CrossingCurves(make_collision_mesh(triangles)).find_ways(crossings, positions, ways);
    }

    // Of the second sheet against the first.
    Vec3 way_of_second(std::size_t crossing) const {
        const CollisionMesh mesh = make_collision_mesh(triangles);
        const bool is_second = mesh.edges[static_cast<std::size_t>(crossings[crossing].edge)][0] >= first_of_second;
        return is_second ? ways[crossing] : Vec3(-ways[crossing]);
    }

    std::vector<std::array<int, 3>> triangles;
    std::vector<Vec3> positions;
    int first_of_second = 0;
    std::vector<EdgeCrossing> crossings;
    std::vector<Vec3> ways;
};

void expect_all_upwards(const TwoSheets& sheets, Real sign) {
    ASSERT_GT(sheets.crossings.size(), 5u);
    Real upwards = 0;
    for (std::size_t c = 0; c < sheets.crossings.size(); ++c) {
        EXPECT_LT(sheets.ways[c].norm(), 1 + 1e-12);
        upwards += sign * sheets.way_of_second(c).y();
        EXPECT_GT(sign * sheets.way_of_second(c).y(), 0) << c;
    }
    EXPECT_GT(upwards, 0.8 * static_cast<Real>(sheets.crossings.size())) << "mostly across, not along";
}

Real bump(const Vec3& x) { return std::exp(-Vec3(x.x() - 0.1, 0, x.z() + 0.05).squaredNorm() / 0.02); }

TEST(CrossingCurves, ABumpGoesBackTheWayItCame) {
    expect_all_upwards(TwoSheets([](const Vec3& x) { return 0.03 - 0.08 * bump(x); }), 1);
    expect_all_upwards(TwoSheets([](const Vec3& x) { return -0.03 + 0.08 * bump(x); }), -1);
}

TEST(CrossingCurves, TheSmallerPartOfATiltedSheetGivesWay) {
    // The curve ends on the borders, of the one sheet here and of the other there.
    expect_all_upwards(TwoSheets([](const Vec3& x) { return 0.04 + 0.2 * x.x() + 0.03 * x.z(); }), 1);
    expect_all_upwards(TwoSheets([](const Vec3& x) { return -0.04 + 0.2 * x.x() + 0.03 * x.z(); }), -1);
}

TEST(CrossingCurves, EachCurveIsLookedAtAlone) {
    const TwoSheets sheets([](const Vec3& x) {
        const Real down = std::exp(-Vec3(x.x() - 0.25, 0, x.z()).squaredNorm() / 0.01);
        return 0.03 - 0.2 * down + (x.x() < -0.2 ? -0.4 * (-0.2 - x.x()) : 0);
    });
    expect_all_upwards(sheets, 1);
}

TEST(CrossingCurves, WithoutCrossingsThereIsNothingToDo) {
    const TwoSheets sheets([](const Vec3&) { return 0.1; });
    EXPECT_TRUE(sheets.crossings.empty());
    EXPECT_TRUE(sheets.ways.empty());
}

}  // namespace
}  // namespace pleat::test
