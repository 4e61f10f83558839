#include "tests/corrections/flying_cloth.hpp"

#include <algorithm>
#include <cmath>

#include <pleat/audit/crossings.hpp>
#include <pleat/collision/brute_force.hpp>
#include <pleat/collision/distance_math.hpp>
#include <pleat/core/index.hpp>
#include <pleat/mesh/grid.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

Real distance(PairKind kind, const std::array<Vec3, 4>& x) {
    if (kind == PairKind::vertex_face) {
        const auto w = closest_on_triangle<Real>(x[0], {x[1], x[2], x[3]});
        return (x[0] - w[0] * x[1] - w[1] * x[2] - w[2] * x[3]).norm();
    }
    const auto [s, r] = closest_on_edges<Real>({x[0], x[1]}, {x[2], x[3]});
    return (x[0] + s * (x[1] - x[0]) - x[2] - r * (x[3] - x[2])).norm();
}

// What the contract says: a pair that begins nearer than its separation keeps a share of its distance.
bool comes_too_near(PairKind kind, const PairMotion& motion, Real separation) {
    const Real start = distance(kind, motion.start);
    const bool begins_near = start < separation * (1 + 1e-9);
    return first_contact(kind, motion, begins_near ? 0.999 * kKeptShare * start : separation).has_value();
}

// Particles of the first mesh and of the second.
struct Sides {
    Sweep first, second;

    template <std::size_t N, std::size_t M>
    PairMotion motion(const std::array<int, N>& a, const std::array<int, M>& b) const {
        PairMotion m;
        for (std::size_t i = 0; i < N; ++i) m.start[i] = first.start[at(a[i])], m.end[i] = first.end[at(a[i])];
        for (std::size_t i = 0; i < M; ++i)
            m.start[N + i] = second.start[at(b[i])], m.end[N + i] = second.end[at(b[i])];
        return m;
    }
};

int contacts(const Candidates& all, const MovingMesh& a, const MovingMesh& b, Real separation) {
    int count = 0;
    const Sides forth{a.sweep, b.sweep}, back{b.sweep, a.sweep};
    const auto look = [&](PairKind kind, const PairMotion& m) { count += comes_too_near(kind, m, separation) ? 1 : 0; };
    for (const auto& [p, t] : all.vertex_face)
        look(PairKind::vertex_face, forth.motion(std::array<int, 1>{p}, b.mesh.triangles[at(t)]));
    for (const auto& [t, p] : all.face_vertex)
        look(PairKind::vertex_face, back.motion(std::array<int, 1>{p}, a.mesh.triangles[at(t)]));
    for (const auto& [i, j] : all.edge_edge)
        look(PairKind::edge_edge, forth.motion(a.mesh.edges[at(i)], b.mesh.edges[at(j)]));
    return count;
}

}  // namespace

void FlyingCloth::add(const TriangleMesh& mesh, const Vec3& velocity) {
    const int first = static_cast<int>(positions.size());
    for (const auto& t : mesh.triangles) triangles.push_back({first + t[0], first + t[1], first + t[2]});
    positions.insert(positions.end(), mesh.positions.begin(), mesh.positions.end());
    velocities.resize(positions.size(), velocity);
    inverse_masses.resize(positions.size(), 1000);
}

void FlyingCloth::add_solid(Surface surface, Motion motion) {
    Solid solid;
    solid.surface = std::make_shared<const Surface>(std::move(surface));
    solid.motion = std::move(motion);
    solids.push_back(std::move(solid));
}

FlownStep fly(const FlyingCloth& cloth, NoCrossing& no_crossing, Real dt) {
    FlownStep step;
    step.now = cloth.positions;
    step.wanted = step.now;
    for (std::size_t i = 0; i < step.now.size(); ++i) {
        const bool is_free = cloth.inverse_masses[i] > 0;
        step.wanted[i] += dt * (cloth.velocities[i] + (is_free ? Vec3(dt * cloth.gravity) : Vec3::Zero()));
    }
    step.next = step.wanted;
    step.separations.assign(cloth.solids.size(), cloth.separation);
    step.solids.move(cloth.solids, cloth.time, cloth.time + dt);
    step.report = no_crossing.apply(
        {step.now, cloth.inverse_masses, step.solids, step.separations, cloth.cloth_separation, {}, {}, cloth.guided},
        step.next);
    return step;
}

void accept(FlyingCloth& cloth, const FlownStep& step, Real dt) {
    for (std::size_t i = 0; i < step.now.size(); ++i) cloth.velocities[i] = (step.next[i] - step.now[i]) / dt;
    cloth.positions = step.next;
    cloth.time += dt;
}

int contacts_on_the_way(const FlyingCloth& cloth, const FlownStep& step) {
    const CollisionMesh mesh = make_collision_mesh(cloth.triangles);
    const MovingMesh moving{mesh, {step.now, step.next}};
    const MovingMesh solids{step.solids.mesh(), step.solids.sweep()};
    int count = contacts(brute_force_between(moving, solids, cloth.separation), moving, solids, cloth.separation);
    if (cloth.cloth_separation > 0) {
        count += contacts(brute_force_within(moving, cloth.cloth_separation), moving, moving, cloth.cloth_separation);
    }
    return count;
}

int crossings_at_the_end(const FlyingCloth& cloth, const FlownStep& step) {
    const CrossingMesh mesh(cloth.triangles), solids(step.solids.mesh().triangles);
    const PosedMesh posed{mesh, step.next};
    std::size_t count = find_crossings(posed, {solids, step.solids.sweep().end}).size();
    if (cloth.cloth_separation > 0) count += find_crossings(posed).size();
    return static_cast<int>(count);
}

Real energy_of(const FlyingCloth& cloth, const std::vector<Vec3>& now, const std::vector<Vec3>& next) {
    Real sum = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (cloth.inverse_masses[i] > 0) sum += 0.5 * (next[i] - now[i]).squaredNorm() / cloth.inverse_masses[i];
    }
    return sum;
}

Vec3 momentum_of(const FlyingCloth& cloth, const std::vector<Vec3>& now, const std::vector<Vec3>& next) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (cloth.inverse_masses[i] > 0) sum += (next[i] - now[i]) / cloth.inverse_masses[i];
    }
    return sum;
}

TriangleMesh triangle_soup(std::mt19937& random, int count, const Vec3& place, Real size) {
    TriangleMesh soup;
    while (static_cast<int>(soup.triangles.size()) < count) {
        const Vec3 middle = place + random_vector(random, size);
        TriangleMesh more = soup;
        const int first = static_cast<int>(more.positions.size());
        for (int k = 0; k < 3; ++k) more.positions.push_back(middle + random_vector(random, 0.2 * size));
        more.triangles.push_back({first, first + 1, first + 2});
        const CrossingMesh mesh(more.triangles);
        if (find_crossings({mesh, more.positions}).empty()) soup = std::move(more);
    }
    return soup;
}

TriangleMesh wavy_sheet(int cells, const Vec3& place, Real height) {
    TriangleMesh sheet = make_grid({Vec2(1, 1), {cells, cells}, Facing::level});
    for (Vec3& x : sheet.positions) x += place + Vec3(0, height * std::sin(9 * x.x()) * std::cos(7 * x.z()), 0);
    return sheet;
}

Surface bed_of_spikes(int count) {
    Surface bed;
    const Real side = 1.0 / count;
    for (int i = 0; i < count * count; ++i) {
        const int first = 4 * i;
        const Vec3 corner(side * (i % count) - 0.5, 0, side * (i / count) - 0.5);
        for (const Vec3& x : {Vec3(0.1, 0, 0.1), Vec3(0.9, 0, 0.1), Vec3(0.5, 0, 0.9)})
            bed.positions.push_back(corner + side * x);
        bed.positions.push_back(corner + Vec3(0.5 * side, 0.3, 0.4 * side));
        for (const auto& t : std::initializer_list<std::array<int, 3>>{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}})
            bed.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    return bed;
}

}  // namespace pleat::test
