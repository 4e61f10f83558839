#include <algorithm>

#include <pleat/core/index.hpp>
#include <pleat/model/contact_distance.hpp>
#include <pleat/model/motion.hpp>

namespace pleat {

std::vector<Real> contact_distances(const Model& model) {
    constexpr Real kThinnest = 1e-5;  // [m] kept also by cloth without thickness
    constexpr Real kEdgeShare = 0.4;  // of the shortest edge at a particle
    std::vector<Real> distances(model.positions.size(), kForever);
    for (const Triangle& t : model.triangles) {
        const Real thickness = std::max(model.fabrics[at(t.fabric)].thickness, kThinnest);
        for (const int p : t.particles) distances[at(p)] = std::min(distances[at(p)], thickness);
    }
    for (const Edge& edge : model.edges) {
        for (const int p : edge.particles) {
            distances[at(p)] = std::min(distances[at(p)], kEdgeShare * edge.rest_length);
        }
    }
    for (Real& distance : distances) {
        if (distance == kForever) distance = kThinnest;  // it belongs to no cloth
    }
    return distances;
}

}  // namespace pleat
