#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <pleat/io/little_endian.hpp>

namespace pleat {
namespace {

TEST(LittleEndian, LeastSignificantByteComesFirst) {
    std::string bytes;
    append_i32(bytes, 0x01020304);
    append_i32(bytes, -2);
    append_f32(bytes, 1.0);
    EXPECT_EQ(bytes, std::string("\4\3\2\1\xfe\xff\xff\xff\0\0\x80\x3f", 12));
    EXPECT_EQ(i32_at(bytes, 0), 0x01020304);
    EXPECT_EQ(i32_at(bytes, 4), -2);
    EXPECT_EQ(f32_at(bytes, 8), 1.0f);
}

TEST(LittleEndian, NumbersTooLargeForAFloatBecomeTheLargest) {
    std::string bytes;
    append_f32(bytes, 1e300);
    append_f32(bytes, -1e300);
    EXPECT_EQ(f32_at(bytes, 0), std::numeric_limits<float>::max());
    EXPECT_EQ(f32_at(bytes, 4), -std::numeric_limits<float>::max());
}

}  // namespace
}  // namespace pleat
