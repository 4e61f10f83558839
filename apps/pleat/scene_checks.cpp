#include "scene_checks.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <fmt/core.h>

#include <pleat/core/index.hpp>
#include <pleat/mesh/topology.hpp>
#include <pleat/mesh/triangle_angles.hpp>

namespace pleat {
namespace {

using Findings = std::vector<std::string>;

constexpr Real kThinnest = 5 * kPi / 180;  // [rad]
constexpr Real kMostStretch = 0.10;

std::string counted(int count, const char* one, const char* several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
}

// Counts and remembers the worst.
struct Tally {
    int count = 0;
    Real worst = 0;
    int where = -1;

    void add(Real badness, int place) {
        ++count;
        if (where >= 0 && badness <= worst) return;
        worst = badness;
        where = place;
    }
};

void find_thin_triangles(const Model& model, const Cloth& cloth, Findings& findings) {
    Tally thin;
    for (int t = cloth.triangles.begin; t < cloth.triangles.end; ++t) {
        const auto& uv = model.triangles[at(t)].uv;
        const Real angle = smallest_angle(uv[0], uv[1], uv[2]);
        if (angle < kThinnest) thin.add(-angle, t - cloth.triangles.begin);
    }
    if (thin.count == 0) return;
    findings.push_back(fmt::format(
        "cloth \"{}\": {} an angle below 5 degrees at rest (triangle {}: {:.2g} degrees); such triangles are stiff and "
        "need small steps: make the mesh anew with more even triangles",
        cloth.name, counted(thin.count, "triangle has", "triangles have"), thin.where, -thin.worst * 180 / kPi));
}

void find_crowded_edges(const Model& model, const Cloth& cloth, Findings& findings) {
    std::vector<std::array<int, 3>> triangles;
    for (int t = cloth.triangles.begin; t < cloth.triangles.end; ++t)
        triangles.push_back(model.triangles[at(t)].particles);
    int count = 0;
    MeshEdge first;
    for (const MeshEdge& edge : find_edges(triangles)) {
        if (edge.triangles.size() <= 2) continue;
        if (count++ == 0) first = edge;
    }
    if (count == 0) return;
    findings.push_back(fmt::format(
        "cloth \"{}\": {} more than two triangles (particles {} and {}: {}); fine where layers are sewn together, "
        "otherwise remove double faces or weld less",
        cloth.name, counted(count, "edge has", "edges have"), first.particles[0] - cloth.particles.begin,
        first.particles[1] - cloth.particles.begin, first.triangles.size()));
}

void find_loose_particles(const Model& model, const Cloth& cloth, Findings& findings) {
    std::vector<bool> is_used(at(cloth.particles.size()), false);
    for (int t = cloth.triangles.begin; t < cloth.triangles.end; ++t) {
        for (const int p : model.triangles[at(t)].particles) is_used[at(p - cloth.particles.begin)] = true;
    }
    const auto loose = std::count(is_used.begin(), is_used.end(), false);
    if (loose == 0) return;
    const auto first = std::find(is_used.begin(), is_used.end(), false) - is_used.begin();
    findings.push_back(fmt::format("cloth \"{}\": {} no triangle (particle {}); remove them from the mesh", cloth.name,
                                   counted(static_cast<int>(loose), "particle has", "particles have"), first));
}

// Compares |w_u| and |w_v| with the flat rest shape itself: a cuff that gathers the cloth on purpose is no mistake.
void find_start_stretch(const Model& model, const Cloth& cloth, Findings& findings) {
    Tally stretched;
    Real worst = 0;
    for (int t = cloth.triangles.begin; t < cloth.triangles.end; ++t) {
        const Triangle& triangle = model.triangles[at(t)];
        const auto x = [&](std::size_t c) -> const Vec3& { return model.positions[at(triangle.particles[c])]; };
        Eigen::Matrix<Real, 3, 2> sides;
        sides << x(1) - x(0), x(2) - x(0);
        const Eigen::Matrix<Real, 3, 2> w = sides * triangle.inverse_rest;
        for (const Real change : {w.col(0).norm() - 1, w.col(1).norm() - 1}) {
            if (std::abs(change) <= kMostStretch) continue;
            if (std::abs(change) > std::abs(worst)) worst = change;
            stretched.add(std::abs(change), t - cloth.triangles.begin);
        }
    }
    if (stretched.count == 0) return;
    findings.push_back(fmt::format(
        "cloth \"{}\": triangle {} starts {} by {:.0f} % compared with its rest shape, and others more than 10 % too; "
        "check scale, place.scale and rest (\"mesh\" or \"uv\")",
        cloth.name, stretched.where, worst > 0 ? "stretched" : "squeezed", 100 * std::abs(worst)));
}

// A pin acts in steps that end after `from` and not after `until`; the first step ends after time 0.
void find_idle_pins(const Scene& scene, Real duration, Findings& findings) {
    for (const Pin& pin : scene.pins) {
        if (pin.from >= duration) {
            findings.push_back(fmt::format(
                "pin \"{}\" never holds: it begins at {:g} s, and the scene ends at {:g} s; begin earlier, or make the "
                "scene longer (time.duration)",
                pin.name, pin.from, duration));
        } else if (pin.until <= 0) {
            findings.push_back(
                fmt::format("pin \"{}\" never holds: it ends at {:g} s, and the scene begins at 0 s; let it end later",
                            pin.name, pin.until));
        }
    }
}

// Cloth is pushed out of a solid to the side that its triangles face.
void find_inverted_solids(const Scene& scene, Findings& findings) {
    for (const Solid& solid : scene.solids) {
        const std::vector<MeshEdge> edges = find_edges(solid.surface->triangles);
        const auto has_two = [](const MeshEdge& edge) { return edge.triangles.size() == 2; };
        if (solid.is_two_sided || !std::all_of(edges.begin(), edges.end(), has_two)) continue;
        const auto x = [&](int i) -> const Vec3& { return solid.surface->positions[at(i)]; };
        Real volume = 0;
        for (const auto& [a, b, c] : solid.surface->triangles) volume += x(a).dot(x(b).cross(x(c))) / 6;
        if (volume >= 0) continue;
        findings.push_back(
            fmt::format("solid \"{}\" is closed and faces inwards, so cloth would be kept inside it; flip its faces in "
                        "the mesh, or "
                        "set two_sided = true",
                        solid.name));
    }
}

}  // namespace

std::vector<std::string> find_mistakes(const Model& model, const Scene& scene, Real duration) {
    Findings findings;
    for (const Cloth& cloth : model.cloths) {
        find_thin_triangles(model, cloth, findings);
        find_crowded_edges(model, cloth, findings);
        find_loose_particles(model, cloth, findings);
        find_start_stretch(model, cloth, findings);
    }
    find_idle_pins(scene, duration, findings);
    find_inverted_solids(scene, findings);
    return findings;
}

}  // namespace pleat
