// Lines and triangles with smooth borders, in pictures. All lengths are in pixels, from the top left corner.
#pragma once
#include <array>

#include <pleat/render/image.hpp>

namespace pleat {

/// A line with round ends; if these are equal, a disc.
struct DrawnLine {
    Eigen::Vector2f from, to;
    float width;  ///< one that is narrower than a pixel is fainter instead
};

void draw_line(const DrawnLine& line, Rgb color, Picture& picture);

/// In either sense of rotation.
void draw_triangle(const std::array<Eigen::Vector2f, 3>& corners, Rgb color, Picture& picture);

}  // namespace pleat
