#include <set>

#include <gtest/gtest.h>

#include <pleat/mesh/grid.hpp>
#include <pleat/render/order_picture.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat {
namespace {

using test::one_cloth;

std::size_t count(const Picture& picture, Rgb color) {
    return static_cast<std::size_t>(std::count(picture.pixels.begin(), picture.pixels.end(), color));
}

TEST(OrderPicture, ColorsOfClassesDifferAndBecomeLighter) {
    const auto brightness = [](Rgb c) {
        return 0.2126f * to_linear(c).x() + 0.7152f * to_linear(c).y() + 0.0722f * to_linear(c).z();
    };
    std::set<std::array<int, 3>> colors;
    for (const EdgeClass kind : OrderSettings{}.classes) {
        float last = -1;
        for (const float share : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f}) {
            const Rgb color = order_color(kind, share);
            EXPECT_GT(brightness(color), last);
            last = brightness(color);
            EXPECT_TRUE(colors.insert({color.red, color.green, color.blue}).second);
        }
        EXPECT_LT(last, 0.6f);
        EXPECT_EQ(order_color(kind, -1), order_color(kind, 0));
        EXPECT_EQ(order_color(kind, 2), order_color(kind, 1));
    }
}

// A sheet of one cell: where its parts are in the picture is found from what is fixed.
TEST(OrderPicture, DrawsAnArrowFromTheFirstToTheSecondInTheColorOfItsClass) {
    const Model model = one_cloth(make_grid({{1, 1}, {1, 1}, Facing::upright}));
    const std::vector<int> fixed{0, 1, 2, 3};
    const Picture bare = draw_order({model, fixed, {}}, {400, 400});
    for (const EdgeClass kind : OrderSettings{}.classes) {
        // From the top left to the right, or down: the head, which is wider, is at the end.
        const bool is_down = kind == EdgeClass::down;
        const std::vector<OrderedEdge> edges{{2, is_down ? 0 : 3, 1, kind}};
        const Picture picture = draw_order({model, fixed, edges}, {400, 400});
        std::size_t near = 0, far = 0;
        for (int y = 0; y < 350; ++y) {
            for (int x = 0; x < 400; ++x) {
                if (picture.at(x, y) != order_color(kind, 0)) continue;
                EXPECT_LT(is_down ? x : y, 100);
                ((is_down ? y : x) < 200 ? near : far) += 1;
            }
        }
        EXPECT_GT(near, 50u);
        EXPECT_GT(far, near + 20);
    }
    EXPECT_GT(count(bare, {20, 20, 20}), 100u);
}

TEST(OrderPicture, WhatComesEarlyLiesOnTopAndIsDark) {
    const Model model = one_cloth(make_grid({{1, 1}, {1, 1}, Facing::upright}));
    const std::vector<int> fixed{0};
    const std::vector<OrderedEdge> edges{{2, 3, 1, EdgeClass::sideways}, {2, 3, 1, EdgeClass::sideways}};
    Picture picture = draw_order({model, fixed, edges}, {400, 400});
    // Without the legend.
    picture.pixels.resize(400 * 350);
    EXPECT_GT(count(picture, order_color(EdgeClass::sideways, 0)), 100u);
    EXPECT_EQ(count(picture, order_color(EdgeClass::sideways, 1)), 0u);
}

TEST(OrderPicture, TurnsClothsThatLieSoThatWhatHoldsThemIsAbove) {
    const TriangleMesh mesh = make_grid({{1, 1}, {10, 10}, Facing::level});
    const Model model = one_cloth(mesh);
    std::set<std::vector<std::array<int, 2>>> places;
    for (const char* side : {"left", "right", "top", "bottom"}) {
        const std::vector<int>& fixed = mesh.groups.at(side);
        const std::vector<OrderedEdge> edges = CorrectionOrder(model, {}).list(fixed);
        const Picture picture = draw_order({model, fixed, edges}, {400, 400});
        std::vector<std::array<int, 2>> dark;
        for (int y = 0; y < 200; ++y) {
            for (int x = 0; x < 400; ++x) {
                // Below its title.
                if (y > 16 && picture.at(x, y) == Rgb{20, 20, 20}) dark.push_back({x, y});
            }
        }
        EXPECT_GT(dark.size(), 100u) << side;
        places.insert(dark);
    }
    EXPECT_EQ(places.size(), 1u);
}

TEST(OrderPicture, IsDrawnInAnySize) {
    const Model model = one_cloth(make_disc({0.5, 6}));
    const std::vector<OrderedEdge> edges = CorrectionOrder(model, {}).list(std::vector{0});
    for (const ImageSize size : {ImageSize{16, 16}, ImageSize{16, 900}, ImageSize{900, 16}, ImageSize{333, 200}}) {
        const std::vector<int> fixed{0};
        EXPECT_EQ(draw_order({model, fixed, edges}, size).size, size);
    }
}

}  // namespace
}  // namespace pleat
