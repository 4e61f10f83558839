#include <cmath>

#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/mesh/hinge_angle.hpp>
#include <pleat/mesh/triangle_mesh.hpp>

namespace pleat::test {
namespace {

std::string message_of(const TriangleMesh& mesh) {
    try {
        check(mesh, "cloth");
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Check, NamesWhatIsWrong) {
    TriangleMesh good = make_grid({.size = {1, 1}, .cells = {2, 2}});
    EXPECT_EQ(message_of(good), "");
    TriangleMesh bad = good;
    bad.triangles[2][1] = 99;
    EXPECT_EQ(message_of(bad), "cloth: triangle 3 uses particle 100, which does not exist");
    bad = good;
    bad.triangles[0][1] = bad.triangles[0][0];
    EXPECT_NE(message_of(bad).find("triangle 1 uses a particle twice"), std::string::npos);
    bad = good;
    bad.uv[4][2] = 2 * bad.uv[4][1] - bad.uv[4][0];
    EXPECT_NE(message_of(bad).find("triangle 5 has no area"), std::string::npos);
    bad = good;
    bad.positions[1].x() = NAN;
    EXPECT_NE(message_of(bad).find("particle 2"), std::string::npos);
    bad = good;
    bad.uv.clear();
    EXPECT_NE(message_of(bad).find("no rest shape"), std::string::npos);
}

TEST(RestShape, FromPositionsKeepsLengthsAndGrain) {
    TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {3, 3}});
    // Bend it into a quarter of a cylinder: lengths along u shrink a little, and the grain must still follow u.
    for (Vec3& x : mesh.positions) x = Vec3(std::sin(x.x()), x.y(), std::cos(x.x()));
    take_rest_shape_from_positions(mesh);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (std::size_t c = 0; c < 3; ++c) {
            const auto i = static_cast<std::size_t>(mesh.triangles[t][c]);
            const auto j = static_cast<std::size_t>(mesh.triangles[t][(c + 1) % 3]);
            const Vec2 flat = mesh.uv[t][(c + 1) % 3] - mesh.uv[t][c];
            const Vec3 space = mesh.positions[j] - mesh.positions[i];
            EXPECT_NEAR(flat.norm(), space.norm(), 1e-14);
            EXPECT_NEAR(std::abs(flat.y()), std::abs(space.y()), 1e-14) << "v runs along y";
        }
    }
}

TEST(RestShape, OfAMeshWithoutGrainFollowsTheGivenWarp) {
    TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {1, 1}});
    mesh.uv.clear();
    take_rest_shape_from_positions(mesh, Vec3(1, 1, 0));
    const Vec2 side = mesh.uv[0][1] - mesh.uv[0][0];  // runs along x, at 45 degrees to the warp
    EXPECT_NEAR(std::abs(side.x()), std::sqrt(0.5), 1e-12);
    take_rest_shape_from_positions(mesh, Vec3(0, 0, 1));  // upright on the cloth: anything goes, but nothing breaks
    EXPECT_EQ(message_of(mesh), "");
}

TEST(Weld, SewsPanelsAndKeepsBothRestShapes) {
    TriangleMesh left = make_grid({.size = {1, 1}, .cells = {2, 2}});
    TriangleMesh right = left;
    place(right, Mat3::Identity(), Vec3(1, 0, 1e-7));
    const int shift = static_cast<int>(left.positions.size());
    TriangleMesh both = left;
    both.positions.insert(both.positions.end(), right.positions.begin(), right.positions.end());
    for (auto triangle : right.triangles) {
        for (int& p : triangle) p += shift;
        both.triangles.push_back(triangle);
    }
    both.uv.insert(both.uv.end(), right.uv.begin(), right.uv.end());
    EXPECT_EQ(weld(both, 1e-6), 3);
    EXPECT_EQ(both.positions.size(), 15u);
    EXPECT_EQ(message_of(both), "");
    EXPECT_EQ(weld(both, 1e-6), 0) << "nothing is left to join";
    TriangleMesh collapsed = left;
    EXPECT_THROW(weld(collapsed, 0.6), Error);
}

TEST(HingeAngle, IsTheFoldAngleWithItsSign) {
    const Vec3 a(0, 0, 0), b(0, 1, 0), left(-1, 0.5, 0);
    for (const Real fold : {-3.0, -1.0, 0.0, 0.5, 3.1}) {
        const Vec3 right(std::cos(fold), 0.5, std::sin(fold));
        EXPECT_NEAR(std::abs(hinge_angle<Real>(a, b, left, right)), std::abs(fold), 1e-12);
        EXPECT_NEAR(hinge_angle<Real>(a, b, left, right), hinge_angle<Real>(b, a, right, left), 1e-12);
    }
    EXPECT_EQ(hinge_angle<Real>(a, a, left, b), 0) << "an edge of no length has no angle";
}

}  // namespace
}  // namespace pleat::test
