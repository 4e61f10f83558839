#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <pleat/render/color_map.hpp>
#include <pleat/render/text.hpp>

namespace pleat {
namespace {

// Stations of the scale in sRGB; straight lines between them.
constexpr std::array<Rgb, 7> kStations = {
    {{40, 26, 94}, {44, 70, 139}, {33, 112, 142}, {36, 152, 128}, {92, 189, 98}, {178, 214, 62}, {251, 226, 58}}};

Rgb scale_color(float share) {
    const float place = std::clamp(share, 0.0f, 1.0f) * (kStations.size() - 1);
    const auto first = std::min(static_cast<std::size_t>(place), kStations.size() - 2);
    const float t = place - static_cast<float>(first);
    const auto mix = [&](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(static_cast<float>(a) + t * static_cast<float>(b - a)));
    };
    const Rgb &a = kStations[first], &b = kStations[first + 1];
    return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

std::string format_value(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", static_cast<double>(value == 0 ? 0 : value));
    return text;
}

}  // namespace

Color map_color(float share) { return to_linear(scale_color(share)); }

LegendPlace legend_place(ImageSize size) {
    const int height = size.height / 2;
    const int width = std::max(4, size.height / 36);
    return {size.width - width - size.height / 7, (size.height - height) / 2, width, height};
}

void draw_legend(const std::string& title, const ValueRange& range, Picture& picture) {
    constexpr Rgb kInk{30, 30, 30};
    constexpr int kSteps = 4;
    const LegendPlace place = legend_place(picture.size);
    for (int row = 0; row < place.height; ++row) {
        const float share = 1 - (static_cast<float>(row) + 0.5f) / static_cast<float>(place.height);
        const Rgb color = scale_color(share);
        for (int column = 0; column < place.width; ++column)
            picture.blend(place.left + column, place.top + row, color, 1);
    }
    const float letter = std::max(6.0f, static_cast<float>(picture.size.height) / 40);
    for (int step = 0; step <= kSteps; ++step) {
        const float share = static_cast<float>(step) / kSteps;
        const float y = static_cast<float>(place.top) + (1 - share) * static_cast<float>(place.height);
        const float x = static_cast<float>(place.left + place.width) + 0.6f * letter;
        draw_text(format_value(range.low + share * (range.high - range.low)), {x, y + 0.5f * letter, letter}, kInk,
                  picture);
    }
    const float width = text_width(title, letter);
    const float right = static_cast<float>(picture.size.width) - 0.5f * letter;
    const float left = std::min(static_cast<float>(place.left), right - width);
    draw_text(title, {left, static_cast<float>(place.top) - letter, letter}, kInk, picture);
}

}  // namespace pleat
