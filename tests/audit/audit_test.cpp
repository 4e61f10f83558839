// Audits of meshes and animations in which it is known what crosses.
#include <random>

#include <gtest/gtest.h>

#include <pleat/audit/audit.hpp>
#include <pleat/audit/triangle_crossing.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/mesh/grid.hpp>

#include "tests/io/expect_error.hpp"
#include "tests/io/sample_animation.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat {
namespace {

TriangleMesh sheet(int cells, const Vec3& offset = Vec3::Zero(), Facing facing = Facing::upright) {
    TriangleMesh mesh = make_grid({Vec2(1, 1), {cells, cells}, facing});
    for (Vec3& x : mesh.positions) x += offset;
    return mesh;
}

TriangleMesh together(const TriangleMesh& a, const TriangleMesh& b) {
    TriangleMesh mesh = a;
    const int count = static_cast<int>(a.positions.size());
    mesh.positions.insert(mesh.positions.end(), b.positions.begin(), b.positions.end());
    for (const auto& [i, j, k] : b.triangles) mesh.triangles.push_back({i + count, j + count, k + count});
    mesh.uv.clear();
    return mesh;
}

std::size_t crossings(const TriangleMesh& mesh) {
    return find_crossings({CrossingMesh(mesh.triangles), mesh.positions}).size();
}

std::size_t crossings(const TriangleMesh& a, const TriangleMesh& b) {
    return find_crossings({CrossingMesh(a.triangles), a.positions}, {CrossingMesh(b.triangles), b.positions}).size();
}

TEST(Crossings, ASheetHasNoneFlatOrFolded) {
    TriangleMesh mesh = sheet(8);
    EXPECT_EQ(crossings(mesh), 0u);
    for (Vec3& x : mesh.positions) x.z() = std::abs(x.x());
    EXPECT_EQ(crossings(mesh), 0u);
    for (Vec3& x : mesh.positions) x = {std::abs(x.x()), x.y(), 0};
    EXPECT_GT(crossings(mesh), 0u) << "folded onto itself";
}

TEST(Crossings, SheetsThatCrossAreFoundWhereverTheirTrianglesMeet) {
    // Through the insides of triangles, through particles that lie on the other sheet, and along edges of both.
    for (const int cells : {3, 4, 8}) {
        for (const Real offset : {0.0, 0.25, 0.1}) {
            const TriangleMesh wall = sheet(cells), floor = sheet(8, Vec3(0, offset, 0), Facing::level);
            EXPECT_GE(crossings(wall, floor), 8u) << cells << " " << offset;
            EXPECT_EQ(crossings(floor, wall), crossings(wall, floor));
            EXPECT_EQ(crossings(together(wall, floor)), crossings(wall, floor));
        }
    }
}

TEST(Crossings, SheetsThatOnlyTouchHaveNone) {
    const TriangleMesh wall = sheet(4);
    EXPECT_EQ(crossings(wall, sheet(8, Vec3(0, -0.5, 0), Facing::level)), 0u) << "a wall that stands on a floor";
    EXPECT_EQ(crossings(wall, sheet(4, Vec3(1, 0, 0))), 0u) << "side by side";
    EXPECT_EQ(crossings(wall, sheet(4, Vec3(0, 0, 1e-9))), 0u) << "nearly the same";
    EXPECT_GT(crossings(wall, sheet(4, Vec3(0.1, 0, 0))), 0u) << "overlapping in a plane";
}

TEST(Crossings, AreThoseOfAllPairs) {
    std::mt19937 random(1);
    for (int n = 0; n < 50; ++n) {
        TriangleMesh mesh = sheet(6);
        for (Vec3& x : mesh.positions) x += test::random_vector(random, n % 2 == 0 ? 0.1 : 0.3);
        const auto corners = [&](std::size_t t) -> std::array<Vec3, 3> {
            const auto& [a, b, c] = mesh.triangles[t];
            const auto x = [&](int i) { return mesh.positions[static_cast<std::size_t>(i)]; };
            return {x(a), x(b), x(c)};
        };
        std::vector<Crossing> expected;
        for (std::size_t a = 0; a < mesh.triangles.size(); ++a) {
            for (std::size_t b = a + 1; b < mesh.triangles.size(); ++b) {
                if (triangles_cross(corners(a), corners(b)))
                    expected.push_back({static_cast<int>(a), static_cast<int>(b)});
            }
        }
        EXPECT_EQ(find_crossings({CrossingMesh(mesh.triangles), mesh.positions}), expected);
    }
}

class AuditOf : public testing::Test {
protected:
    TemporaryFolder folder_;
};

TEST_F(AuditOf, ACacheFindsTheFramesAndTheStretch) {
    const TriangleMesh mesh = together(sheet(4), sheet(4, Vec3(0, 0, 0.25)));
    const auto second_at = [&](Real z, Real scale) {
        std::vector<Vec3> x = mesh.positions;
        for (std::size_t i = 25; i < 50; ++i) x[i] = {scale * x[i].x(), x[i].y(), z + x[i].x()};
        return x;
    };
    const Animation cloth(
        test::write_animation(folder_ / "a", mesh, {mesh.positions, second_at(0.125, 1), second_at(2, 1.5)}));
    const TriangleMesh floor = sheet(4, Vec3(0, -0.25, 0), Facing::level);
    test::write_animation(folder_ / "floor", floor, {floor.positions});
    std::vector<Animation> solids;
    solids.emplace_back(folder_ / "floor.obj");
    for (const int threads : {1, 3}) {
        Threads(threads).run([&] {
            const auto results = audit(cloth, solids, {{0, 1, 2}});
            ASSERT_EQ(results.size(), 3u);
            EXPECT_TRUE(results[0].with_itself.empty());
            EXPECT_GT(results[1].with_itself.size(), 4u);
            EXPECT_TRUE(results[2].with_itself.empty());
            EXPECT_GT(results[0].with_solid.at(0).size(), 4u);
            EXPECT_NEAR(results[0].stretch, 0, 1e-7);
            EXPECT_NEAR(results[1].stretch, std::sqrt(2) - 1, 1e-6);
            EXPECT_NEAR(results[2].stretch, std::sqrt(1.5 * 1.5 + 1) - 1, 1e-6);
            EXPECT_GE(results[2].stretched_edge[0], 25);
        });
    }
}

TEST_F(AuditOf, SolidsThatMoveNeedAllFrames) {
    const TriangleMesh mesh = sheet(2);
    const Animation cloth(test::write_animation(folder_ / "a", mesh, {mesh.positions, mesh.positions, mesh.positions}));
    std::vector<Vec3> far = mesh.positions, through = mesh.positions;
    for (Vec3& x : far) x.z() += 1;
    for (Vec3& x : through) x = {x.x() + 0.1, 0.1, x.y() + 0.1};
    std::vector<Animation> solids;
    solids.emplace_back(test::write_animation(folder_ / "s", mesh, {far, through}));
    const auto results = audit(cloth, solids, {{0, 1}});
    EXPECT_EQ(results[0].crossings(), 0u);
    EXPECT_GT(results[1].crossings(), 0u);
    EXPECT_EQ(error_of(ErrorKind::bad_input,
                       [&] {
                           audit(cloth, solids, {{0, 1, 2}});
                       }),
              "solid 1 has 2 frames; must have 1, or 3 like the cloth");
}

TEST_F(AuditOf, StretchIsRelativeToTheRestShapeThatIsAskedFor) {
    TriangleMesh mesh = sheet(2);
    for (auto& uv : mesh.uv) {
        for (Vec2& corner : uv) corner *= 0.5;
    }
    test::write_animation(folder_ / "a", mesh, {mesh.positions});
    const Animation cloth(folder_ / "a.pc2");
    EXPECT_NEAR(audit(cloth, {}, {{0}}).at(0).stretch, 0, 1e-6);
    EXPECT_NEAR(audit(cloth, {}, {{0}, RestShape::uv}).at(0).stretch, 1, 1e-6);
}

}  // namespace
}  // namespace pleat
