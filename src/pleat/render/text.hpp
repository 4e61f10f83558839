// Letters for legends and labels, drawn with a pen.
#pragma once
#include <string_view>

#include <pleat/render/image.hpp>

namespace pleat {

/// Where a line of text stands.
struct TextPlace {
    float left;    ///< [pixels]
    float base;    ///< [pixels from the top] of the line the letters stand on
    float height;  ///< [pixels] of a capital letter
};

/// Draws a line of text of ASCII letters; others become boxes.
void draw_text(std::string_view text, const TextPlace& place, Rgb color, Picture& picture);

/// [pixels] that it takes.
float text_width(std::string_view text, float height);

}  // namespace pleat
