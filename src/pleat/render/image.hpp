// Pictures in two forms: light as computed, and bytes as shown.
#pragma once
#include <cstdint>
#include <vector>

#include <Eigen/Core>

namespace pleat {

/// Linear red, green and blue; 1 is white.
using Color = Eigen::Vector3f;

/// Width and height in pixels.
struct ImageSize {
    int width = 1280;
    int height = 720;

    bool operator==(const ImageSize&) const = default;
};

/// Light that reaches each pixel, row by row from the top.
struct Image {
    explicit Image(ImageSize image_size)
        : size(image_size), pixels(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)) {
        for (Color& pixel : pixels) pixel.setZero();
    }

    Color& at(int x, int y) { return pixels[index(x, y)]; }
    const Color& at(int x, int y) const { return pixels[index(x, y)]; }

    ImageSize size;
    std::vector<Color> pixels;

private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x);
    }
};

/// A colour of 8 bits a channel, in sRGB.
struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    bool operator==(const Rgb&) const = default;
};

/// What is shown: sRGB bytes, row by row from the top.
struct Picture {
    explicit Picture(ImageSize picture_size, Rgb fill = {})
        : size(picture_size),
          pixels(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height), fill) {}

    Rgb& at(int x, int y) { return pixels[index(x, y)]; }
    const Rgb& at(int x, int y) const { return pixels[index(x, y)]; }
    /// Mixes `color` into a pixel by `share` in [0, 1]; outside of the picture nothing happens.
    void blend(int x, int y, Rgb color, float share);

    ImageSize size;
    std::vector<Rgb> pixels;

private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x);
    }
};

/// From sRGB to linear light.
Color to_linear(Rgb color);
/// From linear light in [0, 1] to sRGB; what is outside is cut off.
Rgb to_srgb(const Color& color);

/// Light as a camera would show it: highlights bend towards white instead of being cut off.
Picture develop(const Image& image);

/// `source` with its top left corner at (x, y) of `target`; what reaches beyond is left out.
void paste(const Picture& source, int x, int y, Picture& target);

}  // namespace pleat
