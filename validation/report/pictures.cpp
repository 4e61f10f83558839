#include "validation/report/pictures.hpp"

#include <set>

#include <Eigen/Geometry>

#include <pleat/core/parallel.hpp>
#include <pleat/mesh/normals.hpp>
#include <pleat/render/contact_sheet.hpp>
#include <pleat/render/renderer.hpp>
#include <pleat/render/text.hpp>

#include "validation/elastica.hpp"
#include "validation/report/page.hpp"

namespace pleat::validation {
namespace {

using Point = Eigen::Vector3f;

constexpr int kSamples = 64;
constexpr Rgb kBlue{62, 112, 150}, kOrange{214, 140, 60}, kBlack{25, 25, 25}, kGrey{70, 70, 70};

DrawnSurface of_color(Rgb color) {
    DrawnSurface surface;
    surface.material.warp = surface.material.weft = to_linear(color);
    return surface;
}

// A round bar from a to b is a prism of six sides.
void add_bar(const Point& a, const Point& b, float radius, DrawnSurface& surface) {
    constexpr int kSides = 6;
    const Point along = (b - a).normalized();
    const Point across =
        along.cross(std::abs(along.z()) < 0.9f ? Point(Point::UnitZ()) : Point(Point::UnitX())).normalized();
    const int first = static_cast<int>(surface.positions.size());
    for (int i = 0; i < kSides; ++i) {
        const Point offset =
            radius * (Eigen::AngleAxisf(2 * static_cast<float>(kPi) * static_cast<float>(i) / kSides, along) * across);
        surface.positions.push_back(a + offset);
        surface.positions.push_back(b + offset);
        const int p = first + 2 * i, q = first + 2 * ((i + 1) % kSides);
        surface.triangles.push_back({p, q, p + 1});
        surface.triangles.push_back({q, q + 1, p + 1});
    }
}

// At z, towards the eye from the strip's middle.
DrawnSurface exact_curve(Real load, Real z) {
    DrawnSurface surface = of_color(kBlack);
    const std::vector<Vec2> curve = solve_elastica(load).curve;
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const auto place = [&](const Vec2& p) -> Point { return Vec3(p.x(), p.y(), z).cast<float>(); };
        add_bar(place(curve[i - 1]), place(curve[i]), 0.005f, surface);
    }
    surface.normals = smooth_normals(surface.positions, surface.triangles);
    return surface;
}

DrawnSurface cloth(const SettledStrip& strip, Real z, Rgb color) {
    DrawnSurface surface = of_color(color);
    for (const Vec3& x : strip.positions) surface.positions.push_back((x + Vec3(0, 0, z)).cast<float>());
    surface.triangles = strip.triangles;
    surface.normals = smooth_normals(surface.positions, surface.triangles);
    return surface;
}

DrawnSurface edges_of(const DrawnSurface& cloth) {
    DrawnSurface surface = of_color(kGrey);
    std::set<std::pair<int, int>> edges;
    for (const auto& t : cloth.triangles) {
        for (std::size_t c = 0; c < 3; ++c) edges.insert(std::minmax(t[c], t[(c + 1) % 3]));
    }
    for (const auto& [a, b] : edges) {
        add_bar(cloth.positions[static_cast<std::size_t>(a)], cloth.positions[static_cast<std::size_t>(b)], 0.0025f,
                surface);
    }
    surface.normals = smooth_normals(surface.positions, surface.triangles);
    return surface;
}

// Where a place in space is in the picture [pixels].
Eigen::Vector2f project(const Vec3& place, const Camera& camera, ImageSize size) {
    const Vec3 back = (camera.eye - camera.target).normalized();
    const Vec3 right = Vec3::UnitY().cross(back).normalized(), up = back.cross(right);
    const Vec3 seen = place - camera.eye;
    const Real scale = 0.5 * size.height / std::tan(0.5 * camera.field_of_view) / -seen.dot(back);
    return Vec2(0.5 * size.width + scale * seen.dot(right), 0.5 * size.height - scale * seen.dot(up)).cast<float>();
}

struct Look {
    ImageSize size;
    Real azimuth;    // [degrees]
    Real elevation;  // [degrees]
};

View view_of(std::vector<DrawnSurface> surfaces, const std::vector<Vec3>& shown, const Look& look) {
    View view;
    view.surfaces = std::move(surfaces);
    CameraWish wish;
    wish.azimuth = look.azimuth * kPi / 180;
    wish.elevation = look.elevation * kPi / 180;
    view.camera = find_camera(shown, look.size, wish);
    view.light.sun_direction = Point(0.35f, 0.72f, 0.6f).normalized();
    return view;
}

Picture draw(const View& view, ImageSize size) {
    Image light{size};
    const Threads threads;
    threads.run([&] { light = render(view, {size, kSamples}); });
    return develop(light);
}

}  // namespace

Picture draw_cantilevers(const std::vector<SettledStrip>& strips) {
    const ImageSize size{1200, 480};
    std::vector<DrawnSurface> surfaces;
    std::vector<Vec3> shown, tips;
    for (std::size_t i = 0; i < strips.size(); ++i) {
        const SettledStrip& strip = strips[i];
        const Real z = -0.5 * static_cast<Real>(i), half_width = 2.0 / strip.mesh.edges;
        surfaces.push_back(cloth(strip, z, kBlue));
        surfaces.push_back(exact_curve(strip.load, z + half_width));
        for (const Vec3& x : strip.positions) shown.push_back(x + Vec3(0, 0, z));
        tips.push_back(strip.tip + Vec3(0, 0, z + half_width));
        shown.push_back(tips.back() - Vec3(0, 0.1, 0));
    }
    const View view = view_of(std::move(surfaces), shown, {size, 64, 16});
    Picture picture = draw(view, size);
    for (std::size_t i = 0; i < strips.size(); ++i) {
        const Eigen::Vector2f place = project(tips[i], view.camera, size);
        const std::string label = significant(strips[i].load);
        draw_text(label, {place.x() - 0.5f * text_width(label, 12), place.y() + 24, 12}, kBlack, picture);
    }
    return picture;
}

Picture draw_meshes(const std::vector<SettledStrip>& plates, const std::vector<SettledStrip>& hinges) {
    const ImageSize size{300, 220};
    // All seen from one place: that from which every strip is in the picture.
    std::vector<Vec3> shown;
    for (std::size_t i = 0; i < plates.size(); ++i) {
        for (const Vec3& x : plates[i].positions) shown.push_back(x);
        for (const Vec3& x : hinges[i].positions) shown.push_back(x - Vec3(0, 0, 0.3));
    }
    shown.emplace_back(0, 0.2, 0);  // room for the label
    std::vector<Picture> pictures;
    std::vector<std::string> labels;
    // A row for each direction, a column for each triangulation.
    const std::size_t directions = plates.size() / kPatterns.size();
    for (std::size_t place = 0; place < plates.size(); ++place) {
        const std::size_t i = place % kPatterns.size() * directions + place / kPatterns.size();
        std::vector<DrawnSurface> surfaces;
        const auto add = [&](const SettledStrip& strip, Real z, Rgb color) {
            surfaces.push_back(cloth(strip, z, color));
            surfaces.push_back(edges_of(surfaces.back()));
            surfaces.push_back(exact_curve(strip.load, z + 2.0 / strip.mesh.edges));
        };
        add(plates[i], 0, kBlue);
        add(hinges[i], -0.3, kOrange);
        pictures.push_back(draw(view_of(std::move(surfaces), shown, {size, 40, 25}), size));
        labels.push_back(name_of(plates[i].mesh.pattern) + (", " + significant(plates[i].mesh.rotation)));
    }
    return make_contact_sheet(pictures, labels);
}

}  // namespace pleat::validation
