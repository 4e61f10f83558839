#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/corrections/fabric_limits.hpp>
#include <pleat/model/links.hpp>
#include <pleat/model/motion.hpp>

namespace pleat {
namespace {

constexpr Real kGravity = 9.81;
// Measured with hanging strips (docs/validation.md, "Bending by limits").
constexpr Real kLimitAngle = 0.128;   // half the angle of a fold at rest, over the length across it in bending lengths
constexpr Real kWeightShare = 10.5;   // of the second term of the header
constexpr Real kStretchShare = 0.75;  // of the most that edges may stretch: how much longer they are where they fold

Real least_share(const Link& link, const Fabric& fabric, Real strain, Real fall) {
    const Real bend = link.weave_share.x() * fabric.bend_warp + link.weave_share.y() * fabric.bend_weft;
    const Real bending_length = std::cbrt(bend / (fabric.density * kGravity));
    const Real across = link.rest_length;
    const Real half_angle = std::min(kLimitAngle * across / bending_length, 0.45 * kPi);
    const Real sinking = kWeightShare * fall * bending_length * bending_length / (across * across * across);
    return std::min(Real(1), (1 + kStretchShare * strain) * (std::cos(half_angle) + sinking / std::sin(half_angle)));
}

// Limits that meet at a particle stand together, so that the order of a sweep follows the mesh.
void order_by_place(std::vector<DistanceLimit>& limits) {
    std::stable_sort(limits.begin(), limits.end(), [](const DistanceLimit& a, const DistanceLimit& b) {
        return std::minmax(a.particles[0], a.particles[1]) < std::minmax(b.particles[0], b.particles[1]);
    });
}

}  // namespace

std::vector<DistanceLimit> fabric_limits(const Model& model, const LimitSettings& settings) {
    std::vector<DistanceLimit> limits;
    for (const Link& link : mesh_links(model)) {
        const Fabric& fabric = model.fabrics[at(link.fabric)];
        const Vec2 strain = settings.strain.value_or(Vec2(fabric.strain_min, fabric.strain_max));
        if (link.kind == LinkKind::bend) {
            const Real share = settings.bend.value_or(least_share(link, fabric, strain[1], settings.fall));
            limits.push_back({link.particles, share * link.rest_length, kForever});
        } else {
            limits.push_back({link.particles, (1 + strain[0]) * link.rest_length, (1 + strain[1]) * link.rest_length});
        }
    }
    order_by_place(limits);
    return limits;
}

std::vector<DistanceLimit> rest_lengths(const Model& model) {
    std::vector<DistanceLimit> limits;
    for (const Link& link : spring_links(model)) {
        if (link.kind != LinkKind::bend) limits.push_back({link.particles, link.rest_length, link.rest_length});
    }
    order_by_place(limits);
    return limits;
}

}  // namespace pleat
