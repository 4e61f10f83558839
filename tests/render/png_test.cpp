#include <random>

#include <gtest/gtest.h>

#include <pleat/render/png.hpp>

#include "tests/io/expect_error.hpp"

namespace pleat {
namespace {

Picture random_picture(ImageSize size) {
    std::mt19937 random(7);
    Picture picture(size);
    for (Rgb& pixel : picture.pixels) {
        const auto bits = random();
        pixel = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
                 static_cast<std::uint8_t>(bits >> 16)};
    }
    return picture;
}

TEST(Png, PicturesSurviveTheRoundTrip) {
    for (const ImageSize size : {ImageSize{1, 1}, {7, 3}, {64, 36}, {1, 100}}) {
        const Picture picture = random_picture(size);
        const std::string bytes = format_png(picture);
        EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
        const Picture back = parse_png(bytes, "a.png");
        EXPECT_EQ(back.size, size);
        EXPECT_EQ(back.pixels, picture.pixels);
    }
}

TEST(Png, EqualPicturesAreEqualFiles) {
    EXPECT_EQ(format_png(random_picture({30, 20})), format_png(random_picture({30, 20})));
}

TEST(Png, DamagedBytesAreRefused) {
    const Picture picture = random_picture({20, 10});
    const std::string good = format_png(picture);
    const auto refusal = [](const std::string& bytes) {
        return error_of(ErrorKind::bad_input, [&] { parse_png(bytes, "bad.png"); });
    };
    EXPECT_TRUE(refusal("").starts_with("bad.png: is not a PNG picture"));
    EXPECT_TRUE(refusal("P6 2 2 255\n").starts_with("bad.png: is not a PNG picture"));
    EXPECT_TRUE(refusal(good.substr(0, 20)).starts_with("bad.png: is "));
    EXPECT_TRUE(refusal(good.substr(0, good.size() / 2)).starts_with("bad.png: is a damaged PNG picture"));
    // A damaged byte is found by the checksums, or it changes nothing that is seen.
    for (std::size_t at = 0; at < good.size(); at += 11) {
        std::string flipped = good;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
        try {
            EXPECT_EQ(parse_png(flipped, "bad.png").pixels, picture.pixels) << at;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::bad_input);
        }
    }
}

TEST(Png, APictureTooLargeForMemoryIsRefused) {
    // A header of 999999 x 999999 pixels and no data, with right checksums.
    const std::string bytes(
        "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x0f\x42\x3f\0\x0f\x42\x3f\x08\x02\0\0\0.9\xce+\0\0\0\0IDAT5\xaf\x06\x1e", 45);
    EXPECT_EQ(error_of(ErrorKind::bad_input, [&] { parse_png(bytes, "huge.png"); }),
              "huge.png: is 999999 x 999999 pixels large; at most 16384 x 16384 can be read");
}

}  // namespace
}  // namespace pleat
