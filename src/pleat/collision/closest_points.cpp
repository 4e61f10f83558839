#include <pleat/collision/closest_points.hpp>
#include <pleat/collision/distance_math.hpp>

namespace pleat {

ClosestPoints closest_points(PairKind kind, const std::array<Vec3, 4>& x) {
    ClosestPoints closest;
    if (kind == PairKind::vertex_face) {
        const auto w = closest_on_triangle<Real>(x[0], {x[1], x[2], x[3]});
        closest.weights = {1, -w[0], -w[1], -w[2]};
    } else {
        const auto [s, r] = closest_on_edges<Real>({x[0], x[1]}, {x[2], x[3]});
        closest.weights = {1 - s, s, r - 1, -r};
    }
    for (std::size_t i = 0; i < 4; ++i) closest.gap += closest.weights[i] * x[i];
    return closest;
}

std::array<Vec3, 4> positions_at(const PairMotion& motion, Real time) {
    std::array<Vec3, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = (1 - time) * motion.start[i] + time * motion.end[i];
    return x;
}

}  // namespace pleat
