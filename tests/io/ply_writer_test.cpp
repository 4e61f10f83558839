#include <gtest/gtest.h>

#include <pleat/io/little_endian.hpp>
#include <pleat/io/ply_writer.hpp>

#include "two_cloths.hpp"

namespace pleat {
namespace {

TEST(PlyWriter, HeaderAndNumbersAreWhereTheFormatWantsThem) {
    const Model model = two_cloths();
    const std::string ply = format_ply(model, model.positions);
    const std::string header =
        "ply\nformat binary_little_endian 1.0\nelement vertex 7\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 3\nproperty list uchar int vertex_indices\nend_header\n";
    ASSERT_EQ(ply.size(), header.size() + 7 * 12 + 3 * 13);
    EXPECT_EQ(ply.substr(0, header.size()), header);
    for (std::size_t i = 0; i < 7; ++i) {
        for (std::size_t d = 0; d < 3; ++d) {
            EXPECT_EQ(f32_at(ply, header.size() + 12 * i + 4 * d),
                      static_cast<float>(model.positions[i][static_cast<int>(d)]));
        }
    }
    const std::size_t faces = header.size() + 7 * 12;
    for (std::size_t t = 0; t < 3; ++t) {
        EXPECT_EQ(ply[faces + 13 * t], 3);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_EQ(i32_at(ply, faces + 13 * t + 1 + 4 * k), model.triangles[t].particles[k]);
        }
    }
}

}  // namespace
}  // namespace pleat
