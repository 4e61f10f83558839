#include <gtest/gtest.h>

#include <pleat/render/contact_sheet.hpp>
#include <pleat/render/text.hpp>

namespace pleat {
namespace {

std::vector<Picture> tiles(int count, ImageSize size) {
    std::vector<Picture> pictures;
    for (int i = 0; i < count; ++i) {
        pictures.emplace_back(size, Rgb{static_cast<std::uint8_t>(10 * i), 100, 200});
    }
    return pictures;
}

TEST(ContactSheet, PicturesStandInRowsFromTheTopLeft) {
    const std::vector<Picture> pictures = tiles(5, {30, 20});
    const Picture sheet = make_contact_sheet(pictures, std::vector<std::string>(5));
    // Three columns and two rows, with 4 pixels around each.
    EXPECT_EQ(sheet.size, (ImageSize{3 * 34 + 4, 2 * 24 + 4}));
    Picture expected(sheet.size, {255, 255, 255});
    for (int i = 0; i < 5; ++i) paste(pictures[static_cast<std::size_t>(i)], 4 + i % 3 * 34, 4 + i / 3 * 24, expected);
    EXPECT_EQ(sheet.pixels, expected.pixels);
}

TEST(ContactSheet, EachPictureHasItsOwnLabel) {
    const std::vector<Picture> pictures = tiles(2, {60, 40});
    const Picture sheet = make_contact_sheet(pictures, std::vector<std::string>{"0.00 s", "0.25 s"});
    Picture expected(sheet.size, {255, 255, 255});
    for (int i = 0; i < 2; ++i) {
        const int left = 4 + i * 64;
        paste(pictures[static_cast<std::size_t>(i)], left, 4, expected);
        draw_text(i == 0 ? "0.00 s" : "0.25 s", {static_cast<float>(left) + 6, 4 + 2 * 6, 6}, {50, 50, 50}, expected);
    }
    EXPECT_EQ(sheet.pixels, expected.pixels);
}

TEST(ContactSheet, IsAboutAsLargeAsAskedFor) {
    for (const int count : {1, 2, 3, 4, 6, 9, 12, 16, 100}) {
        const ImageSize wanted{1280, 720};
        const ImageSize tile = contact_size(wanted, count);
        EXPECT_NEAR(static_cast<double>(tile.width) / tile.height, 16.0 / 9, 0.05) << count;
        const ImageSize sheet =
            make_contact_sheet(tiles(count, tile), std::vector<std::string>(static_cast<std::size_t>(count))).size;
        EXPECT_LE(sheet.width, wanted.width) << count;
        EXPECT_GE(sheet.width, wanted.width - 12) << count;
        EXPECT_LE(sheet.height, wanted.height + 20) << count;
    }
    EXPECT_EQ(contact_size({16, 16}, 100), (ImageSize{16, 16}));
}

}  // namespace
}  // namespace pleat
