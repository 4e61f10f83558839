#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/Geometry>

#include <pleat/core/index.hpp>
#include <pleat/render/flat_view.hpp>

namespace pleat {
namespace {

Eigen::AlignedBox<Real, 2> box_of(const std::vector<Vec2>& places) {
    Eigen::AlignedBox<Real, 2> box;
    for (const Vec2& place : places) box.extend(Eigen::Matrix<Real, 2, 1>(place));
    return box;
}

// Particles without a triangle have no uv.
std::optional<std::vector<Vec2>> places_by_uv(const Model& model, const Cloth& cloth) {
    std::vector<std::optional<Vec2>> found(at(cloth.particles.size()));
    Real area = 0, size = 0;
    for (int t = cloth.triangles.begin; t < cloth.triangles.end; ++t) {
        const Triangle& triangle = model.triangles[at(t)];
        const Vec2 a = triangle.uv[1] - triangle.uv[0], b = triangle.uv[2] - triangle.uv[0];
        area += 0.5 * std::abs(a.x() * b.y() - a.y() * b.x());
        size = std::max({size, a.norm(), b.norm()});
        for (std::size_t c = 0; c < 3; ++c) {
            std::optional<Vec2>& place = found[at(triangle.particles[c] - cloth.particles.begin)];
            if (place && (*place - triangle.uv[c]).norm() > 1e-6 * size) return std::nullopt;
            place = triangle.uv[c];
        }
    }
    std::vector<Vec2> places;
    for (const std::optional<Vec2>& place : found) {
        if (!place) return std::nullopt;
        places.push_back(*place);
    }
    if (area > 1.0001 * box_of(places).volume()) return std::nullopt;
    return places;
}

// What is to the right, up and near.
struct Eye {
    Vec3 right, up, near;
};

FlatView view_from(const Model& model, const Cloth& cloth, const Eye& eye, Real middle) {
    FlatView view;
    for (int i = cloth.particles.begin; i < cloth.particles.end; ++i) {
        const Vec3& x = model.positions[at(i)];
        view.places.emplace_back(eye.right.dot(x), eye.up.dot(x));
        view.nearness.push_back(eye.near.dot(x) - middle);
    }
    return view;
}

std::vector<FlatView> views_in_space(const Model& model, const Cloth& cloth) {
    constexpr Real kThick = 0.02;
    Eigen::AlignedBox<Real, 3> box;
    for (int i = cloth.particles.begin; i < cloth.particles.end; ++i) box.extend(model.positions[at(i)]);
    const Vec3 sizes = box.sizes();
    const bool lies = sizes.y() < 0.5 * std::min(sizes.x(), sizes.z());
    Eye eye{Vec3::UnitX(), lies ? Vec3(-Vec3::UnitZ()) : Vec3::UnitY(), lies ? Vec3::UnitY() : Vec3::UnitZ()};
    const Real middle = eye.near.dot(box.center());
    FlatView front = view_from(model, cloth, eye, middle);
    if (std::abs(eye.near.dot(sizes)) <= kThick * sizes.maxCoeff()) {
        std::fill(front.nearness.begin(), front.nearness.end(), 0);
        front.title = cloth.name;
        return {front};
    }
    eye.right *= -1;
    eye.near *= -1;
    FlatView back = view_from(model, cloth, eye, -middle);
    front.title = cloth.name + (lies ? ", from above" : ", from the front");
    back.title = cloth.name + (lies ? ", from below" : ", from behind");
    return {front, back};
}

}  // namespace

bool FlatView::shows(int first, int second) const { return nearness[at(first)] + nearness[at(second)] >= 0; }

Vec2 FlatView::low() const { return box_of(places).min(); }

Vec2 FlatView::size() const { return box_of(places).sizes(); }

std::vector<FlatView> flat_views(const Model& model, const Cloth& cloth) {
    if (auto places = places_by_uv(model, cloth)) {
        const std::size_t count = places->size();
        return {{cloth.name, std::move(*places), std::vector<Real>(count, 0)}};
    }
    return views_in_space(model, cloth);
}

void turn_down(FlatView& view, const Vec2& down) {
    const auto turn = [](const Vec2& v) { return Vec2(-v.y(), v.x()); };
    Vec2 turned = down;
    for (int quarter = 0; quarter < 4 && -turned.y() < std::abs(turned.x()); ++quarter) {
        turned = turn(turned);
        for (Vec2& place : view.places) place = turn(place);
    }
}

}  // namespace pleat
