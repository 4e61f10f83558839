#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/corrections/fabric_limits.hpp>
#include <pleat/model/links.hpp>
#include <pleat/model/motion.hpp>

namespace pleat {
namespace {

constexpr Real kGravity = 9.81;
constexpr Real kChordAngle = 0.7243;  // [rad] 41.5 degrees

// Of two triangles bent at their common edge so that they follow the largest curvature.
Real least_share(const Link& link, const Fabric& fabric) {
    const Real bend = link.weave_share.x() * fabric.bend_warp + link.weave_share.y() * fabric.bend_weft;
    const Real bending_length = std::cbrt(bend / (fabric.density * kGravity));
    const Real angle = kChordAngle / bending_length * (0.5 * link.rest_length);
    return std::cos(0.5 * std::min(angle, 0.9 * kPi));
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
        if (link.kind == LinkKind::bend) {
            const Real share = settings.bend.value_or(least_share(link, fabric));
            limits.push_back({link.particles, share * link.rest_length, kForever});
        } else {
            const Vec2 strain = settings.strain.value_or(Vec2(fabric.strain_min, fabric.strain_max));
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
