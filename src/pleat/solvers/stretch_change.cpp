#include <algorithm>
#include <cmath>

#include <pleat/solvers/stretch_change.hpp>

namespace pleat {
namespace {

Vec2 thread_lengths(const Triangle& t, std::span<const Vec3> x) {
    const Vec3& xi = x[static_cast<std::size_t>(t.particles[0])];
    const Vec3 a = x[static_cast<std::size_t>(t.particles[1])] - xi;
    const Vec3 b = x[static_cast<std::size_t>(t.particles[2])] - xi;
    return {(t.inverse_rest(0, 0) * a + t.inverse_rest(1, 0) * b).norm(),
            (t.inverse_rest(0, 1) * a + t.inverse_rest(1, 1) * b).norm()};
}

}  // namespace

Largest largest_stretch_change(const Model& model, std::span<const Vec3> before, std::span<const Vec3> after) {
    return parallel_max(static_cast<int>(model.triangles.size()), [&](int t) {
        const Triangle& triangle = model.triangles[static_cast<std::size_t>(t)];
        const Vec2 change = thread_lengths(triangle, after) - thread_lengths(triangle, before);
        return change.cwiseAbs().maxCoeff();
    });
}

}  // namespace pleat
