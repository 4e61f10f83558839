// Colours for numbers.
#pragma once
#include <string>

#include <pleat/render/image.hpp>

namespace pleat {

/// From dark blue over green to yellow for a share in [0, 1]; shares outside are cut off. Brightness grows evenly, so
/// that it can be read in grey and by the colour-blind.
Color map_color(float share);

/// What numbers the ends of a colour scale stand for.
struct ValueRange {
    float low = 0;
    float high = 1;

    /// Where a value lies between the ends; 0 if they are equal.
    float share(float value) const { return high > low ? (value - low) / (high - low) : 0; }
};

/// A scale with its name and its values, at the right border of a picture.
void draw_legend(const std::string& title, const ValueRange& range, Picture& picture);

/// Where draw_legend puts the scale: pixels (left, top) to (left + width, top + height).
struct LegendPlace {
    int left, top, width, height;
};
LegendPlace legend_place(ImageSize size);

}  // namespace pleat
