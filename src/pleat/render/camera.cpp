#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/Geometry>

#include <pleat/core/error.hpp>
#include <pleat/render/camera.hpp>

namespace pleat {
namespace {

constexpr Real kDegree = kPi / 180;
// Part of the picture that stays free at each border.
constexpr Real kMargin = 0.07;

struct Axes {
    Vec3 right, up, back;  // back points from the target to the eye
};

Axes axes_towards(const Vec3& back) {
    const Vec3 sideways = Vec3::UnitY().cross(back);
    // Straight down or up: any direction may be called right.
    const Vec3 right = sideways.norm() > 1e-9 ? sideways.normalized() : Vec3::UnitX();
    return {right, back.cross(right), back};
}

// Broad sides are seen best: the azimuth of the thinner horizontal direction, turned to the front and a little aside.
Real broad_side(std::span<const Vec3> points) {
    Vec2 mean = Vec2::Zero();
    for (const Vec3& x : points) mean += Vec2(x.x(), x.z());
    mean /= static_cast<Real>(points.size());
    Real xx = 0, xz = 0, zz = 0;
    for (const Vec3& p : points) {
        const Real x = p.x() - mean.x(), z = p.z() - mean.y();
        xx += x * x;
        xz += x * z;
        zz += z * z;
    }
    const Real difference = std::hypot(xx - zz, 2 * xz);
    const bool is_round = difference < 0.2 * (xx + zz);
    // The thin direction (cos a, sin a) in (z, x).
    Real azimuth = is_round ? 0 : 0.5 * std::atan2(-2 * xz, xx - zz);
    if (std::cos(azimuth) < -1e-9) azimuth += kPi;
    return azimuth - 25 * kDegree;
}

// Level cloth is seen from higher up than hanging cloth.
Real good_elevation(std::span<const Vec3> points) {
    Eigen::AlignedBox<Real, 3> box;
    for (const Vec3& x : points) box.extend(x);
    const Vec3 size = box.sizes();
    const Real flatness = std::clamp(1 - size.y() / std::max({size.x(), size.z(), 1e-9}), 0.0, 1.0);
    return (10 + 25 * flatness) * kDegree;
}

// How far back the eye must be so that all points fit between two borders. A point is between them if
// |x - eye| <= tangent (back - z): the largest x + tangent z and -x + tangent z of all points decide.
Real nearest_eye(std::span<const Vec3> seen, int axis, Real tangent) {
    Real high = -std::numeric_limits<Real>::infinity(), low = high;
    for (const Vec3& p : seen) {
        high = std::max(high, p[axis] + tangent * p.z());
        low = std::max(low, -p[axis] + tangent * p.z());
    }
    return 0.5 * (high + low) / tangent;
}

// Where the eye must be along an axis so that what it sees is as far from one border as from the other.
Real centered(std::span<const Vec3> seen, int axis, Real back) {
    Real low = std::numeric_limits<Real>::infinity(), high = -low;
    for (const Vec3& p : seen) {
        low = std::min(low, p[axis]);
        high = std::max(high, p[axis]);
    }
    for (int i = 0; i < 24; ++i) {
        const Real middle = 0.5 * (low + high);
        Real least = 0, most = 0;
        for (const Vec3& p : seen) {
            const Real slope = (p[axis] - middle) / (back - p.z());
            least = std::min(least, slope);
            most = std::max(most, slope);
        }
        (most + least > 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace

CameraWish parse_camera(const std::string& text) {
    const auto refuse = [&] {
        return Error(ErrorKind::bad_input,
                     "camera \"" + text +
                         "\"; must be azimuth,elevation or azimuth,elevation,zoom (degrees, for example 30,15), or "
                         "x,y,z:x,y,z (eye and target in metres)");
    };
    std::vector<Real> numbers;
    std::string separators;
    for (const char* at = text.data(); at != text.data() + text.size();) {
        Real number = 0;
        const auto [next, error] = std::from_chars(at, text.data() + text.size(), number);
        if (error != std::errc() || !std::isfinite(number)) throw refuse();
        numbers.push_back(number);
        at = next;
        if (at == text.data() + text.size()) break;
        separators += *at++;
        if (at == text.data() + text.size()) throw refuse();
    }
    CameraWish wish;
    if (separators == "," || separators == ",,") {
        wish.azimuth = numbers[0] * kDegree;
        wish.elevation = numbers[1] * kDegree;
        if (numbers.size() == 3) wish.zoom = numbers[2];
        if (std::abs(numbers[1]) > 90 || !(wish.zoom > 0)) throw refuse();
        return wish;
    }
    if (separators != ",,:,,") throw refuse();
    wish.exact = Camera{{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}};
    if (!((wish.exact->eye - wish.exact->target).norm() > 1e-9)) throw refuse();
    return wish;
}

Camera find_camera(std::span<const Vec3> points, ImageSize size, const CameraWish& wish) {
    if (wish.exact) return *wish.exact;
    if (points.empty()) return {};
    const Real azimuth = wish.azimuth.value_or(broad_side(points));
    const Real elevation = wish.elevation.value_or(good_elevation(points));
    const Axes axes = axes_towards(
        {std::sin(azimuth) * std::cos(elevation), std::sin(elevation), std::cos(azimuth) * std::cos(elevation)});
    Camera camera;
    const Real tan_y = std::tan(0.5 * camera.field_of_view) * (1 - 2 * kMargin);
    const Real tan_x = tan_y * size.width / size.height;
    std::vector<Vec3> seen;  // right, up and towards the eye
    for (const Vec3& p : points) seen.emplace_back(axes.right.dot(p), axes.up.dot(p), axes.back.dot(p));
    const Real needed = std::max(nearest_eye(seen, 0, tan_x), nearest_eye(seen, 1, tan_y));
    const auto [farthest, nearest] =
        std::minmax_element(seen.begin(), seen.end(), [](const Vec3& a, const Vec3& b) { return a.z() < b.z(); });
    const Real middle = 0.5 * (farthest->z() + nearest->z());
    const Real back = std::max({needed, nearest->z() + 0.01, middle + 0.01});
    const Real zoomed = middle + (back - middle) / wish.zoom;
    const Vec3 across = centered(seen, 0, back) * axes.right + centered(seen, 1, back) * axes.up;
    camera.eye = across + zoomed * axes.back;
    camera.target = across + middle * axes.back;
    return camera;
}

CameraRays::CameraRays(const Camera& camera, ImageSize size) : eye_(camera.eye.cast<float>()) {
    const Axes axes = axes_towards((camera.eye - camera.target).normalized());
    const Real pixel = 2 * std::tan(0.5 * camera.field_of_view) / size.height;
    right_ = (pixel * axes.right).cast<float>();
    down_ = (-pixel * axes.up).cast<float>();
    corner_ = (-axes.back - 0.5 * size.width * pixel * axes.right + 0.5 * size.height * pixel * axes.up).cast<float>();
}

Eigen::Vector3f CameraRays::direction(float x, float y) const {
    return (corner_ + x * right_ + y * down_).normalized();
}

}  // namespace pleat
