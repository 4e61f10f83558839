#include <algorithm>
#include <cmath>

#include <pleat/core/parallel.hpp>
#include <pleat/render/image.hpp>

namespace pleat {
namespace {

float to_linear(std::uint8_t byte) {
    const float s = static_cast<float>(byte) / 255;
    return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
}

std::uint8_t to_srgb(float linear) {
    const float l = std::clamp(linear, 0.0f, 1.0f);
    const float s = l <= 0.0031308f ? 12.92f * l : 1.055f * std::pow(l, 1 / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(std::lround(255 * s));
}

// The same up to kKnee, from there on towards 1 without ever reaching it.
float soften(float light) {
    constexpr float kKnee = 0.7f;
    if (light <= kKnee) return light;
    const float above = (light - kKnee) / (1 - kKnee);
    return kKnee + (1 - kKnee) * above / (1 + above);
}

std::uint8_t mix(std::uint8_t from, std::uint8_t to, float share) {
    const float mixed = static_cast<float>(from) + share * (static_cast<float>(to) - static_cast<float>(from));
    return static_cast<std::uint8_t>(std::lround(mixed));
}

}  // namespace

void Picture::blend(int x, int y, Rgb color, float share) {
    if (x < 0 || y < 0 || x >= size.width || y >= size.height || share <= 0) return;
    Rgb& pixel = at(x, y);
    pixel = {mix(pixel.red, color.red, share), mix(pixel.green, color.green, share),
             mix(pixel.blue, color.blue, share)};
}

Color to_linear(Rgb color) { return {to_linear(color.red), to_linear(color.green), to_linear(color.blue)}; }

Rgb to_srgb(const Color& color) { return {to_srgb(color.x()), to_srgb(color.y()), to_srgb(color.z())}; }

Picture develop(const Image& image) {
    Picture picture(image.size);
    parallel_for(static_cast<int>(image.pixels.size()), [&](int begin, int end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            picture.pixels[i] = to_srgb(Color(image.pixels[i].unaryExpr(&soften)));
        }
    });
    return picture;
}

void paste(const Picture& source, int x, int y, Picture& target) {
    const int left = std::max(0, -x), right = std::min(source.size.width, target.size.width - x);
    for (int row = std::max(0, -y); row < std::min(source.size.height, target.size.height - y); ++row) {
        for (int column = left; column < right; ++column) target.at(x + column, y + row) = source.at(column, row);
    }
}

}  // namespace pleat
