#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/core/index.hpp>
#include <pleat/io/animation_measures.hpp>

namespace pleat {
namespace {

TriangleStretch measure(const std::array<Vec2, 3>& rest, const Vec3& a, const Vec3& b, const Vec3& c) {
    Mat2 edges;
    edges << rest[1] - rest[0], rest[2] - rest[0];
    if (!(std::abs(edges.determinant()) > 0)) return {1, 1, 0, 1};
    Eigen::Matrix<Real, 3, 2> now;
    now << b - a, c - a;
    const Eigen::Matrix<Real, 3, 2> w = now * edges.inverse();
    const Real uu = w.col(0).squaredNorm(), vv = w.col(1).squaredNorm(), uv = w.col(0).dot(w.col(1));
    const Real largest = 0.5 * (uu + vv) + std::sqrt(0.25 * (uu - vv) * (uu - vv) + uv * uv);
    const Real lengths = std::sqrt(uu * vv);
    return {std::sqrt(uu), std::sqrt(vv), lengths > 0 ? uv / lengths : 0, std::sqrt(largest)};
}

// The shape of each triangle in the first frame.
std::vector<std::array<Vec2, 3>> first_shapes(const Animation& animation) {
    const std::vector<Vec3> x = animation.positions(0);
    std::vector<std::array<Vec2, 3>> shapes;
    for (const auto& [a, b, c] : animation.mesh().triangles) {
        const Vec3 side = x[at(b)] - x[at(a)], other = x[at(c)] - x[at(a)];
        const Real length = std::max(side.norm(), 1e-30);
        shapes.push_back(
            {Vec2(0, 0), Vec2(length, 0), Vec2(side.dot(other) / length, side.cross(other).norm() / length)});
    }
    return shapes;
}

}  // namespace

Real strain_percent(const TriangleStretch& stretch) { return 100 * (stretch.largest - 1); }

StretchMeasure::StretchMeasure(const Animation& animation)
    : triangles_(animation.mesh().triangles),
      rest_(animation.mesh().uv.empty() ? first_shapes(animation) : animation.mesh().uv) {}

std::vector<float> StretchMeasure::values(const std::vector<Vec3>& x, Real (*value)(const TriangleStretch&)) const {
    std::vector<Real> sums(x.size()), areas(x.size());
    for (std::size_t t = 0; t < rest_.size(); ++t) {
        const auto& particles = triangles_[t];
        const auto& rest = rest_[t];
        const Vec2 side = rest[1] - rest[0], other = rest[2] - rest[0];
        const Real area = std::abs(side.x() * other.y() - side.y() * other.x());
        const Real here = value(measure(rest, x[at(particles[0])], x[at(particles[1])], x[at(particles[2])]));
        for (const int particle : particles) {
            sums[at(particle)] += area * here;
            areas[at(particle)] += area;
        }
    }
    std::vector<float> values(x.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = areas[i] > 0 ? static_cast<float>(sums[i] / areas[i]) : 0;
    }
    return values;
}

std::vector<float> particle_speeds(const Animation& animation, int frame) {
    const int before = std::max(0, frame - 1), after = std::min(animation.frame_count() - 1, frame + 1);
    const std::vector<Vec3> from = animation.positions(before), to = animation.positions(after);
    const Real rate = after > before ? animation.frame_rate() / (after - before) : 0;
    std::vector<float> values(from.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(rate * (to[i] - from[i]).norm());
    return values;
}

}  // namespace pleat
