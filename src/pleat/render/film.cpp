#include <algorithm>
#include <charconv>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/core/error.hpp>
#include <pleat/core/index.hpp>
#include <pleat/mesh/normals.hpp>
#include <pleat/render/film.hpp>

namespace pleat {
namespace {

Color parse_color(const std::string& text) {
    const auto byte = [&](std::size_t from) {
        std::uint8_t value = 0;
        std::from_chars(text.data() + from, text.data() + from + 2, value, 16);
        return value;
    };
    return text.size() == 7 ? to_linear(Rgb{byte(1), byte(3), byte(5)}) : Color(Color::Constant(0.6f));
}

Material material_of(const AnimationPart& part, std::size_t index, float thread_width) {
    Material material;
    const ClothColors colors = shown_colors(part, index);
    material.warp = parse_color(colors.warp);
    material.weft = parse_color(colors.weft);
    material.thread_width = thread_width;
    return material;
}

Material dull(const std::string& color) {
    Material material;
    material.warp = material.weft = color.empty() ? to_linear(Rgb{158, 152, 144}) : parse_color(color);
    material.sheen = 0;
    material.transmission = 0;
    return material;
}

std::vector<Eigen::Vector3f> to_float(const std::vector<Vec3>& positions) {
    std::vector<Eigen::Vector3f> out;
    out.reserve(positions.size());
    for (const Vec3& x : positions) out.push_back(x.cast<float>());
    return out;
}

Eigen::AlignedBox<Real, 3> box_of(const std::vector<Vec3>& points) {
    Eigen::AlignedBox<Real, 3> box;
    for (const Vec3& x : points) box.extend(x);
    return box;
}

// Adds the corners of boxes around the solids where they are near the cloth and not much larger than it: planes and
// what flies away do not matter.
void add_solid_corners(const Animation& animation, std::span<const int> frames, std::vector<Vec3>& points) {
    constexpr Real kLargest = 2.5;
    Eigen::AlignedBox<Real, 3> near = box_of(points);
    const Real size = near.diagonal().norm();
    near.min().array() -= 0.5 * size;
    near.max().array() += 0.5 * size;
    for (const AnimationSolid& solid : animation.solids()) {
        for (const int frame : frames) {
            const Eigen::AlignedBox<Real, 3> box = box_of(solid.positions(frame));
            if (!near.intersects(box) || box.diagonal().norm() > kLargest * size) continue;
            for (int k = 0; k < 8; ++k)
                points.push_back(box.corner(static_cast<Eigen::AlignedBox<Real, 3>::CornerType>(k)));
        }
    }
}

// Enough points of all frames to find the camera by.
std::vector<Vec3> sample_points(const Animation& animation, std::span<const int> frames) {
    constexpr std::size_t kMost = 100'000;
    const std::size_t stride = 1 + animation.mesh().positions.size() * frames.size() / kMost;
    std::vector<Vec3> points;
    for (const int frame : frames) {
        const std::vector<Vec3> positions = animation.positions(frame);
        for (std::size_t i = static_cast<std::size_t>(frame) % stride; i < positions.size(); i += stride) {
            points.push_back(positions[i]);
        }
    }
    add_solid_corners(animation, frames, points);
    return points;
}

// The ground that a film finds by itself [m].
Real ground_below(const Eigen::AlignedBox<Real, 3>& box) { return box.min().y() - 0.04 * box.diagonal().norm(); }

// The sun stands to the right of the camera, so that it grazes what is seen and shows its folds.
Eigen::Vector3f sun_beside(const Camera& camera) {
    const Vec3 back = camera.eye - camera.target;
    const Real azimuth = std::atan2(back.x(), back.z()) + 68 * kPi / 180, elevation = 42 * kPi / 180;
    return Vec3(std::sin(azimuth) * std::cos(elevation), std::sin(elevation), std::cos(azimuth) * std::cos(elevation))
        .cast<float>();
}

}  // namespace

Film::Film(const Animation& animation, std::span<const int> frames, const FilmSettings& settings)
    : animation_(animation), settings_(settings) {
    const std::vector<Vec3> points = sample_points(animation, frames);
    view_.camera = find_camera(points, settings.render.size, settings.camera);
    view_.light.sun_direction = sun_beside(view_.camera);
    find_ground(box_of(points));
    // Real threads are too thin to be seen; these are just wide enough.
    const CameraRays rays(view_.camera, settings.render.size);
    const float distance = (view_.camera.eye - view_.camera.target).cast<float>().norm();
    thread_width_ = 2.5f * rays.pixel_width() * distance;
}

void Film::find_ground(const Eigen::AlignedBox<Real, 3>& box) {
    if (settings_.ground.kind == GroundWish::Kind::given) view_.ground = settings_.ground.height;
    if (settings_.ground.kind != GroundWish::Kind::found) return;
    view_.ground = ground_below(box);
    for (const AnimationSolid& solid : animation_.solids()) {
        const std::optional<Real> height = solid.ground_height();
        if (!height) continue;
        view_.ground = height;
        if (!solid.color().empty()) view_.ground_color = parse_color(solid.color());
        ground_solid_ = &solid;
        return;
    }
}

void Film::add_solids(int frame, std::vector<DrawnSurface>& surfaces) const {
    for (const AnimationSolid& solid : animation_.solids()) {
        if (&solid == ground_solid_) continue;
        surfaces.push_back(with_sharp_edges(to_float(solid.positions(frame)), solid.triangles()));
        surfaces.back().material = dull(solid.color());
    }
}

std::vector<DrawnSurface> Film::surfaces(int frame) const {
    const std::vector<Vec3> positions = animation_.positions(frame);
    const TriangleMesh& mesh = animation_.mesh();
    std::vector<Color> colors;
    if (settings_.coloring) {
        const ValueRange& range = settings_.coloring->range;
        for (const float value : settings_.coloring->field->values(animation_, frame)) {
            colors.push_back(map_color(range.share(value)));
        }
    }
    std::vector<DrawnSurface> surfaces;
    std::vector<int> number(positions.size());  // of a particle in its surface, or -1
    for (std::size_t p = 0; p < animation_.parts().size(); ++p) {
        const AnimationPart& part = animation_.parts()[p];
        DrawnSurface& surface = surfaces.emplace_back();
        surface.material = material_of(part, p, thread_width_);
        std::fill(number.begin(), number.end(), -1);
        for (int t = part.triangles.begin; t < part.triangles.end; ++t) {
            std::array<int, 3> corners = mesh.triangles[at(t)];
            for (int& corner : corners) {
                int& mine = number[at(corner)];
                if (mine < 0) {
                    mine = static_cast<int>(surface.positions.size());
                    surface.positions.push_back(positions[at(corner)].cast<float>());
                    if (!colors.empty()) surface.colors.push_back(colors[at(corner)]);
                }
                corner = mine;
            }
            surface.triangles.push_back(corners);
            if (mesh.uv.empty()) continue;
            const auto& uv = mesh.uv[at(t)];
            surface.uv.push_back({uv[0].cast<float>(), uv[1].cast<float>(), uv[2].cast<float>()});
        }
        surface.normals = smooth_normals(surface.positions, surface.triangles);
    }
    add_solids(frame, surfaces);
    return surfaces;
}

FilmSettings share_view(std::span<const Animation> animations, FilmSettings settings) {
    std::vector<Vec3> points;
    for (const Animation& animation : animations) {
        const std::vector<Vec3> more = sample_points(animation, parse_frames("all", animation.frame_count()));
        points.insert(points.end(), more.begin(), more.end());
    }
    settings.camera.exact = find_camera(points, settings.render.size, settings.camera);
    if (settings.ground.kind == GroundWish::Kind::found) {
        settings.ground = {GroundWish::Kind::given, ground_below(box_of(points))};
    }
    return settings;
}

Picture Film::shoot(int frame) const {
    View view = view_;
    view.surfaces = surfaces(frame);
    Picture picture = develop(render(view, settings_.render));
    if (settings_.coloring) draw_legend(settings_.coloring->field->title(), settings_.coloring->range, picture);
    return picture;
}

}  // namespace pleat
