#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include <pleat/core/error.hpp>
#include <pleat/core/hash.hpp>
#include <pleat/core/index.hpp>
#include <pleat/mesh/hinge_angle.hpp>
#include <pleat/mesh/topology.hpp>
#include <pleat/model/model.hpp>

namespace pleat {
namespace {

Triangle make_triangle(const std::array<int, 3>& particles, const std::array<Vec2, 3>& uv, int fabric) {
    Triangle triangle;
    triangle.particles = particles;
    triangle.uv = uv;
    Mat2 rest;
    rest << uv[1] - uv[0], uv[2] - uv[0];
    triangle.inverse_rest = rest.inverse();
    triangle.area = 0.5 * std::abs(rest.determinant());
    triangle.rest_stretch = Vec2::Ones();
    triangle.fabric = fabric;
    return triangle;
}

// The rest vector of an edge as one of its triangles has it, in units of the threads' own rest lengths.
Vec2 rest_vector(const Triangle& triangle, const std::array<int, 2>& edge) {
    std::array<Vec2, 2> ends{Vec2::Zero(), Vec2::Zero()};
    for (std::size_t c = 0; c < 3; ++c) {
        if (triangle.particles[c] == edge[0]) ends[0] = triangle.uv[c];
        if (triangle.particles[c] == edge[1]) ends[1] = triangle.uv[c];
    }
    return ends[1] - ends[0];
}

ThreadDirection direction_of(const Vec2& rest) {
    constexpr Real kAlong = 0.99;  // cosine: within 8 degrees of a thread
    if (std::abs(rest.x()) > kAlong * rest.norm()) return ThreadDirection::warp;
    if (std::abs(rest.y()) > kAlong * rest.norm()) return ThreadDirection::weft;
    return ThreadDirection::bias;
}

Hinge make_hinge(const Model& model, const MeshEdge& edge, std::array<int, 2> triangles, RestAngles rest_angles) {
    const Triangle& a = model.triangles[at(triangles[0])];
    const Triangle& b = model.triangles[at(triangles[1])];
    Hinge hinge;
    hinge.triangles = triangles;
    hinge.particles = {edge.particles[0], edge.particles[1], opposite_particle(a.particles, edge.particles),
                       opposite_particle(b.particles, edge.particles)};
    const Vec2 in_a = rest_vector(a, edge.particles);
    const Vec2 in_b = rest_vector(b, edge.particles);
    hinge.rest_length = 0.5 * (in_a.norm() + in_b.norm());
    hinge.rest_area = a.area + b.area;
    hinge.weave_share = 0.5 * (in_a.cwiseAbs2() / in_a.squaredNorm() + in_b.cwiseAbs2() / in_b.squaredNorm());
    hinge.rest_angle = 0;
    if (rest_angles == RestAngles::start) {
        const auto x = [&](std::size_t c) -> const Vec3& { return model.positions[at(hinge.particles[c])]; };
        hinge.rest_angle = hinge_angle(x(0), x(1), x(2), x(3));
    }
    return hinge;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

ModelBuilder& ModelBuilder::add(const ClothSource& source) {
    check(source.mesh, source.name);
    const int first_particle = model_.particle_count();
    const int first_triangle = static_cast<int>(model_.triangles.size());

    append(model_.positions, source.mesh.positions);
    const int fabric = fabric_index(source.fabric);
    for (std::size_t t = 0; t < source.mesh.triangles.size(); ++t) {
        std::array<int, 3> particles = source.mesh.triangles[t];
        for (int& p : particles) p += first_particle;
        model_.triangles.push_back(make_triangle(particles, source.mesh.uv[t], fabric));
    }
    for (const Region& region : source.regions) {
        const int region_fabric = region.fabric != nullptr ? fabric_index(*region.fabric) : -1;
        for (const int t : region.triangles) {
            Triangle& triangle = model_.triangles.at(at(first_triangle + t));
            if (region.rest_stretch) triangle.rest_stretch = *region.rest_stretch;
            if (region_fabric >= 0) triangle.fabric = region_fabric;
        }
    }

    std::vector<std::array<int, 3>> triangles;
    for (std::size_t t = at(first_triangle); t < model_.triangles.size(); ++t) {
        triangles.push_back(model_.triangles[t].particles);
    }
    for (MeshEdge& edge : find_edges(triangles)) {
        for (int& t : edge.triangles) t += first_triangle;
        const Triangle& first = model_.triangles[at(edge.triangles[0])];
        const Vec2 rest = rest_vector(first, edge.particles).cwiseProduct(first.rest_stretch);
        model_.edges.push_back({edge.particles, rest.norm(), direction_of(rest)});
        // Where more than two layers meet, each further one bends against the first.
        for (std::size_t other = 1; other < edge.triangles.size(); ++other) {
            model_.hinges.push_back(
                make_hinge(model_, edge, {edge.triangles[0], edge.triangles[other]}, source.rest_angles));
        }
    }

    Cloth cloth;
    cloth.name = source.name;
    cloth.particles = {first_particle, model_.particle_count()};
    cloth.triangles = {first_triangle, static_cast<int>(model_.triangles.size())};
    cloth.colors = source.colors;
    cloth.velocity = source.velocity;
    cloth.groups = source.mesh.groups;
    cloth.grid_cells = source.mesh.grid_cells;
    for (auto& [name, particles] : cloth.groups) {
        for (int& p : particles) p += first_particle;
    }
    model_.cloths.push_back(std::move(cloth));
    return *this;
}

Model ModelBuilder::build() {
    if (model_.cloths.empty()) throw Error(ErrorKind::bad_input, "a model needs at least one cloth");
    model_.masses.assign(model_.positions.size(), 0);
    for (const Triangle& triangle : model_.triangles) {
        const Real third = model_.fabrics[at(triangle.fabric)].density * triangle.area / 3;
        for (const int p : triangle.particles) model_.masses[at(p)] += third;
    }
    for (std::size_t p = 0; p < model_.masses.size(); ++p) {
        if (model_.masses[p] > 0) continue;
        throw Error(ErrorKind::bad_input, "particle " + std::to_string(p + 1) +
                                              " belongs to no triangle and has no mass; remove it from its mesh");
    }
    return std::move(model_);
}

int ModelBuilder::fabric_index(const Fabric& fabric) {
    for (std::size_t i = 0; i < model_.fabrics.size(); ++i) {
        if (model_.fabrics[i] == fabric) return static_cast<int>(i);
    }
    model_.fabrics.push_back(fabric);
    return static_cast<int>(model_.fabrics.size()) - 1;
}

std::vector<std::array<int, 3>> Model::triangle_particles() const {
    std::vector<std::array<int, 3>> particles;
    particles.reserve(triangles.size());
    for (const Triangle& t : triangles) particles.push_back(t.particles);
    return particles;
}

std::uint64_t Model::hash() const {
    Hash hash;
    for (const Fabric& f : fabrics) {
        for (const Real value : {f.density, f.stretch_warp, f.stretch_weft, f.stretch_damping, f.shear, f.shear_damping,
                                 f.bend_warp, f.bend_weft, f.bend_damping, f.bend_poisson, f.friction, f.thickness,
                                 f.air_drag, f.strain_min, f.strain_max}) {
            hash.value(value);
        }
    }
    for (const Cloth& cloth : cloths) {
        hash.value(cloth.particles.end).value(cloth.triangles.end);
        hash.value(cloth.grid_cells[0]).value(cloth.grid_cells[1]);
        for (int d = 0; d < 3; ++d) hash.value(cloth.velocity[d] + 0.0);  // so that 0 and -0 are the same
    }
    hash.span<Vec3>(positions).span<Real>(masses);
    for (const Triangle& t : triangles) {
        hash.value(t.particles[0]).value(t.particles[1]).value(t.particles[2]).value(t.fabric);
        hash.span<Vec2>(t.uv).bytes(t.rest_stretch.data(), sizeof t.rest_stretch);
    }
    for (const Hinge& h : hinges) hash.value(h.rest_angle);
    return hash.digest();
}

}  // namespace pleat
