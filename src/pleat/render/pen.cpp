#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/render/pen.hpp>

namespace pleat {
namespace {

// Calls share(center of pixel) for all pixels of a box that the picture has, and blends as much as it says.
template <class Share>
void blend_box(const Eigen::AlignedBox2f& box, Rgb color, Picture& picture, Share&& share) {
    if (!box.min().allFinite() || !box.max().allFinite()) return;
    const auto pixel = [](float x, int size) {
        return static_cast<int>(std::clamp(std::floor(x), 0.0f, static_cast<float>(size)));
    };
    const int left = pixel(box.min().x(), picture.size.width), right = pixel(box.max().x() + 1, picture.size.width);
    const int top = pixel(box.min().y(), picture.size.height), bottom = pixel(box.max().y() + 1, picture.size.height);
    for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right; ++x) {
            const Eigen::Vector2f center(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
            picture.blend(x, y, color, std::clamp(share(center), 0.0f, 1.0f));
        }
    }
}

}  // namespace

void draw_line(const DrawnLine& line, Rgb color, Picture& picture) {
    const float half = std::max(0.5f * line.width, 0.5f), strength = std::min(line.width, 1.0f);
    Eigen::AlignedBox2f box(line.from);
    box.extend(line.to);
    const Eigen::Vector2f border = Eigen::Vector2f::Constant(half + 1), along = line.to - line.from;
    blend_box({box.min() - border, box.max() + border}, color, picture, [&](const Eigen::Vector2f& center) {
        const float squared = along.squaredNorm();
        const float t = squared > 0 ? std::clamp((center - line.from).dot(along) / squared, 0.0f, 1.0f) : 0;
        return strength * std::clamp(half + 0.5f - (center - line.from - t * along).norm(), 0.0f, 1.0f);
    });
}

void draw_triangle(const std::array<Eigen::Vector2f, 3>& corners, Rgb color, Picture& picture) {
    Eigen::AlignedBox2f box(corners[0]);
    box.extend(corners[1]).extend(corners[2]);
    const auto cross = [](const Eigen::Vector2f& a, const Eigen::Vector2f& b) { return a.x() * b.y() - a.y() * b.x(); };
    const float sense = cross(corners[1] - corners[0], corners[2] - corners[0]) < 0 ? -1.0f : 1.0f;
    const Eigen::Vector2f border = Eigen::Vector2f::Ones();
    blend_box({box.min() - border, box.max() + border}, color, picture, [&](const Eigen::Vector2f& center) {
        float inside = 1;
        for (std::size_t c = 0; c < 3; ++c) {
            const Eigen::Vector2f &from = corners[c], side = corners[(c + 1) % 3] - from;
            const float length = side.norm();
            if (!(length > 0)) return 0.0f;
            inside = std::min(inside, sense * cross(side, center - from) / length + 0.5f);
        }
        return inside;
    });
}

}  // namespace pleat
