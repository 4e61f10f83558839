#include <cmath>

#include <gtest/gtest.h>

#include <pleat/mesh/grid.hpp>
#include <pleat/render/field.hpp>

#include "tests/io/expect_error.hpp"
#include "tests/io/sample_animation.hpp"
#include "tests/io/temporary_folder.hpp"

namespace pleat {
namespace {

// A grid, mapped into space by two vectors: u goes to `along_u` and v to `along_v`.
struct Affine {
    Vec3 along_u, along_v;
};

class FieldOf : public testing::Test {
protected:
    FieldOf() : mesh_(make_grid({.size = {1, 0.5}, .cells = {4, 3}})) {}

    // An animation of one frame a map.
    Animation animate(const std::vector<Affine>& frames) {
        std::vector<std::vector<Vec3>> positions;
        for (const Affine& map : frames) {
            positions.push_back(test::moved_by(
                mesh_, [&](const Vec3& x) -> Vec3 { return x.x() * map.along_u + x.y() * map.along_v; }));
        }
        return Animation(test::write_animation(folder_ / "cloth", mesh_, positions));
    }

    static void expect_values(const std::string& name, const Animation& animation, int frame, Real expected) {
        const std::vector<float> values = make_field(name, animation)->values(animation, frame);
        EXPECT_EQ(values.size(), animation.mesh().positions.size());
        // Positions are stored as float: 1e-7 of a length, divided by the cells.
        for (const float value : values) EXPECT_NEAR(value, expected, 2e-4) << name;
    }

    std::string refusal(const std::string& text, const Animation& animation) {
        write_file(folder_ / "f.csv", text);
        const std::string message =
            error_of(ErrorKind::bad_input, [&] { make_field((folder_ / "f.csv").string(), animation); });
        const std::string name = (folder_ / "f.csv").string();
        EXPECT_TRUE(message.starts_with(name)) << message;
        return message.substr(std::min(message.size(), name.size()));
    }

    TemporaryFolder folder_;
    TriangleMesh mesh_;
};

TEST_F(FieldOf, ContactIsNearnessToOtherPartsOfTheCloth) {
    // Two sheets of four cells, 1 m wide, one above the other at 3 mm or at 1 m.
    TriangleMesh two = make_grid({.size = {1, 1}, .cells = {4, 4}, .facing = Facing::level});
    const auto count = static_cast<int>(two.positions.size());
    const TriangleMesh one = two;
    two.positions.insert(two.positions.end(), one.positions.begin(), one.positions.end());
    for (const auto& [a, b, c] : one.triangles) two.triangles.push_back({a + count, b + count, c + count});
    two.uv.insert(two.uv.end(), one.uv.begin(), one.uv.end());
    std::vector<std::vector<Vec3>> frames;
    for (const Real height : {0.003, 1.0}) {
        frames.push_back(two.positions);
        for (int i = count; i < 2 * count; ++i) frames.back()[static_cast<std::size_t>(i)].y() += height;
    }
    const Animation animation(test::write_animation(folder_ / "two", two, frames));
    const auto field = make_field("contact", animation);
    // 40 straight edges and 32 halves of diagonals or 16 whole ones, by the kind of grid: half their mean is 0.13 to
    // 0.16.
    for (const float value : field->values(animation, 0)) EXPECT_NEAR(value, 100 * (1 - 0.003 / 0.145), 0.3);
    for (const float value : field->values(animation, 1)) EXPECT_EQ(value, 0);
}

TEST_F(FieldOf, AffineDeformationIsExact) {
    const Real angle = 0.3;
    const Animation animation = animate({
        {{1, 0, 0}, {0, 1, 0}},
        {{0, 0, 1.1}, {0, 0.95, 0}},                                // stretched and turned
        {{1, 0, 0}, {std::sin(angle), std::cos(angle), 0}},         // sheared: threads keep their lengths
        {{-0.6, 0.8, 0}, {-1.2 * 0.8, -1.2 * 0.6, 0}},              // weft longer
        {{1, 0, 0}, {-std::sin(angle), std::cos(angle) * 0.5, 0}},  // the other way
    });
    for (const std::string name : {"strain", "warp", "weft", "shear"}) expect_values(name, animation, 0, 0);
    expect_values("strain", animation, 1, 10);
    expect_values("warp", animation, 1, 10);
    expect_values("weft", animation, 1, -5);
    expect_values("shear", animation, 1, 0);
    // The metric has ones and sin(angle): the longest direction is the diagonal.
    expect_values("strain", animation, 2, 100 * (std::sqrt(1 + std::sin(angle)) - 1));
    expect_values("warp", animation, 2, 0);
    expect_values("weft", animation, 2, 0);
    expect_values("shear", animation, 2, angle * 180 / kPi);
    expect_values("strain", animation, 3, 20);
    expect_values("weft", animation, 3, 20);
    const Real length = std::hypot(std::sin(angle), 0.5 * std::cos(angle));
    expect_values("shear", animation, 4, std::asin(-std::sin(angle) / length) * 180 / kPi);
}

TEST_F(FieldOf, AMeshWithoutUvIsAtRestInItsFirstFrame) {
    mesh_.uv.clear();
    const Animation animation = animate({{{0.7, 0, 0}, {0.2, 2, 0}}, {{1.4, 0, 0}, {0.4, 4, 0}}});
    ASSERT_TRUE(animation.mesh().uv.empty());
    expect_values("strain", animation, 0, 0);
    expect_values("strain", animation, 1, 100);
    expect_values("warp", animation, 1, 100);
}

TEST_F(FieldOf, SpeedIsTakenFromTheFramesAround) {
    const auto at = [&](Real x) {
        return test::moved_by(mesh_, [&](const Vec3& p) -> Vec3 { return p + Vec3(0, x, 0); });
    };
    // Accelerated: differences over two frames are the speed in the middle.
    const Animation animation(test::write_animation(folder_ / "a", mesh_, {at(0), at(1), at(4), at(9)}));
    ASSERT_EQ(animation.frame_rate(), 24);
    for (const auto& [frame, speed] : {std::pair(0, 1.0), {1, 2.0}, {2, 4.0}, {3, 5.0}}) {
        for (const float value : make_field("speed", animation)->values(animation, frame)) {
            EXPECT_NEAR(value, 24 * speed, 1e-4);
        }
    }
    const Animation still(folder_ / "a.obj");
    for (const float value : make_field("speed", still)->values(still, 0)) EXPECT_EQ(value, 0);
}

TEST_F(FieldOf, HeightIsY) {
    const Animation animation = animate({{{1, 0, 0}, {0, 1, 0}}});
    const std::vector<float> values = make_field("height", animation)->values(animation, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_FLOAT_EQ(values[i], static_cast<float>(mesh_.positions[i].y()));
    }
}

TEST_F(FieldOf, EveryNameMakesAFieldWithATitle) {
    const Animation animation = animate({{{1, 0, 0}, {0, 1, 0}}});
    for (const FieldName& name : field_names()) {
        EXPECT_FALSE(make_field(name.name, animation)->title().empty()) << name.name;
        EXPECT_FALSE(name.description.empty()) << name.name;
    }
    const std::string message = error_of(ErrorKind::bad_input, [&] { make_field("starin", animation); });
    EXPECT_NE(message.find("did you mean \"strain\"?"), std::string::npos) << message;
    EXPECT_NE(message.find(".csv"), std::string::npos) << message;
}

// A triangle in two frames.
Animation triangle(const std::filesystem::path& name) {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.triangles = {{0, 1, 2}};
    return Animation(test::write_animation(name, mesh, {mesh.positions, mesh.positions}));
}

TEST_F(FieldOf, NumbersOfAFileAreReadByFrame) {
    const Animation animation = triangle(folder_ / "t");
    write_file(folder_ / "pull.csv", "1,2.5,-3e2\r\n 4 ,\t5, 1e-60\n");
    const auto field = make_field((folder_ / "pull.csv").string(), animation);
    EXPECT_EQ(field->title(), "pull");
    EXPECT_EQ(field->values(animation, 0), (std::vector<float>{1, 2.5f, -300}));
    EXPECT_EQ(field->values(animation, 1), (std::vector<float>{4, 5, 0}));
    write_file(folder_ / "one.csv", "7,8,9");
    const auto one = make_field((folder_ / "one.csv").string(), animation);
    EXPECT_EQ(one->values(animation, 1), (std::vector<float>{7, 8, 9}));
}

TEST_F(FieldOf, BadFilesAreRefusedWithThePlace) {
    const Animation animation = triangle(folder_ / "t");
    EXPECT_EQ(refusal("1,2,x\n", animation), ":1:5: must be a finite number");
    EXPECT_EQ(refusal("1,2,3\n1,nan,3\n", animation), ":2:3: must be a finite number");
    EXPECT_EQ(refusal("1,2,1e50\n", animation), ":1:5: must be a finite number");
    EXPECT_EQ(refusal("1,2,3,\n", animation), ":1:7: must be a finite number");
    EXPECT_EQ(refusal("1,,3\n", animation), ":1:3: must be a finite number");
    EXPECT_EQ(refusal("1 2 3\n", animation), ":1:3: must be a comma between numbers");
    EXPECT_EQ(refusal("1,2,3\n\n", animation), ":2:1: must be a finite number");
    EXPECT_EQ(refusal("1,2,3\n1,2\n", animation), ":2:1: the row has 2 numbers; must be one a particle, 3");
    EXPECT_EQ(refusal("1,2,3\n1,2,3\n1,2,3\n", animation), ": holds 3 rows; must be 1 or one a frame, 2");
    EXPECT_EQ(refusal("", animation), ": holds 0 rows; must be 1 or one a frame, 2");
    error_of(ErrorKind::io, [&] { make_field((folder_ / "none.csv").string(), animation); });
}

TEST_F(FieldOf, TheRangeLeavesOutWhatIsFarAndRare) {
    TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {99, 9}});  // 1000 particles
    for (std::size_t i = 0; i < 1000; ++i) mesh.positions[i].y() = static_cast<Real>(i);
    mesh.positions[999].y() = 1e6;
    mesh.positions[0].y() = -1e6;
    std::vector<Vec3> higher = mesh.positions;
    for (Vec3& x : higher) x.y() += 5000;
    const Animation animation(test::write_animation(folder_ / "g", mesh, {mesh.positions, higher}));
    const auto field = make_field("height", animation);
    const ValueRange first = find_range(*field, animation, std::vector{0});
    EXPECT_NEAR(first.low, 5, 2);
    EXPECT_NEAR(first.high, 994, 2);
    const ValueRange both = find_range(*field, animation, std::vector{0, 1});
    EXPECT_NEAR(both.low, 10, 3);
    EXPECT_NEAR(both.high, 5989, 3);
    const ValueRange none = find_range(*field, animation, {});
    EXPECT_EQ(none.low, ValueRange{}.low);
    EXPECT_EQ(none.high, ValueRange{}.high);
}

}  // namespace
}  // namespace pleat
