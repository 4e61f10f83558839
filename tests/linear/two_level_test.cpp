// The two-level preconditioner against its definition, and what it is for.
#include <random>

#include <gtest/gtest.h>

#include <pleat/linear/modified_pcg.hpp>
#include <pleat/linear/two_level.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/solvers/recipes.hpp>

namespace pleat::test {
namespace {

// The matrix of a step of h for a level sheet of stiff cloth, held by two corners and sliding at a third particle.
struct StepSystem {
    explicit StepSystem(int cells, Real h = 1.0 / 60) {
        ClothSource source;
        source.mesh = make_grid({.size = {1, 1}, .cells = {cells, cells}, .facing = Facing::level});
        source.fabric = named_fabric("cotton");
        model = ModelBuilder().add(source).build();
        Recipe recipe = large_steps_recipe(model, {});
        BlockPattern::Builder builder(model.particle_count());
        for (const auto& force : recipe.forces) force->couple(builder);
        pattern = std::make_shared<const BlockPattern>(builder.build());
        for (const auto& force : recipe.forces) force->bind(*pattern);
        matrix = std::make_unique<BlockMatrix>(pattern);
        std::vector<Vec3> zero(model.positions.size(), Vec3::Zero()), force(zero), stiffness_force(zero);
        std::vector<Vec3> position = model.positions;
        for (Vec3& x : position) x.y() = 0.03 * std::sin(12 * x.x()) * std::cos(9 * x.z());
        ForceSystem sums;
        sums.force = force;
        sums.matrix = matrix.get();
        sums.position_weight = h * h;
        sums.velocity_weight = h;
        sums.displacement = zero;
        sums.stiffness_force = stiffness_force;
        const Scene scene;
        for (const auto& f : recipe.forces) f->add({model, scene, 0, position, zero}, sums);
        for (int i = 0; i < model.particle_count(); ++i) {
            matrix->block(pattern->diagonal(i)).diagonal().array() += model.masses[static_cast<std::size_t>(i)];
        }
        for (const char* corner : {"top-left", "top-right"}) {
            filter.particles.push_back({model.cloths[0].groups.at(corner)[0], Mat3::Zero(), Vec3::Zero()});
        }
        const Vec3 normal = Vec3(1, 2, 2) / 3;
        filter.particles.push_back(
            {model.particle_count() / 2, Mat3::Identity() - normal * normal.transpose(), Vec3::Zero()});
    }

    // As contacts do: stiff springs between particles that are far from each other in the cloth.
    void couple_opposite_sides() {
        const int count = model.particle_count();
        for (int k = 0; k < 12; ++k) {
            Coupling coupling;
            coupling.particles = {5 * k, count - 1 - 7 * k, count - 2 - 7 * k, k % 2 == 0 ? -1 : count / 3 + k, -1};
            coupling.weights = {1, -0.4, -0.6, 0};
            if (k % 2 != 0) coupling.weights = {0.3, -0.5, 0.7, -0.5};
            const Vec3 normal = Vec3(0.3, 1, -0.2 * k).normalized();
            coupling.block = 2 * normal * normal.transpose() + 0.1 * Mat3::Identity();
            matrix->couple(coupling);
        }
    }

    std::vector<Vec4> random_vector(unsigned seed) const {
        std::mt19937 random(seed);
        std::uniform_real_distribution<Real> uniform(-1, 1);
        std::vector<Vec4> v(model.positions.size());
        for (Vec4& x : v) x = {uniform(random), uniform(random), uniform(random), 0};
        filter.apply(v);
        return v;
    }

    Model model;
    std::shared_ptr<const BlockPattern> pattern;
    std::unique_ptr<BlockMatrix> matrix;
    ParticleFilter filter;
};

Real dot(std::span<const Vec4> a, std::span<const Vec4f> b) {
    Real sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i].cast<Real>());
    return sum;
}

std::vector<Vec3> unpadded(std::span<const Vec4> a) {
    std::vector<Vec3> v;
    for (const Vec4& x : a) v.push_back(x.head<3>());
    return v;
}

TEST(TwoLevel, IsSymmetricAndPositive) {
    const StepSystem system(16);
    TwoLevel preconditioner(system.model, *system.pattern);
    preconditioner.update(*system.matrix, system.filter);
    const std::vector<Vec4> a = system.random_vector(1), b = system.random_vector(2);
    std::vector<Vec4f> pa(a.size()), pb(a.size());
    const Real aa = preconditioner.apply(a, pa);
    preconditioner.apply(b, pb);
    EXPECT_GT(aa, 0);
    EXPECT_NEAR(dot(a, pa), aa, 1e-10 * aa);
    EXPECT_NEAR(dot(a, pb), dot(b, pa), 1e-6 * aa);
}

// With r = S A R m, the exact solve of the patches' part gives R m back, besides what block Jacobi adds.
void expect_exact_patches(const StepSystem& system) {
    TwoLevel preconditioner(system.model, *system.pattern);
    preconditioner.update(*system.matrix, system.filter);
    BlockJacobi own;
    own.update(*system.matrix, system.filter);
    const Patches patches = make_patches(system.model, TwoLevel::kPatchSize);
    std::vector<Vec4> moved(system.model.positions.size(), Vec4::Zero());
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (patches.patch[i] == 1) moved[i] = Vec4(1, 2, 3, 0) + patches.place[i].x() * Vec4(-1, 0, 2, 0);
        if (patches.patch[i] == 2) moved[i] = Vec4(0, 1, 0, 0) - patches.place[i].y() * Vec4(4, 0, 1, 0);
    }
    system.filter.apply(moved);
    std::vector<Vec4> r(moved.size());
    std::vector<Vec4f> z(moved.size()), z_own(moved.size());
    const std::vector<Vec3> motion = unpadded(moved);
    for (int i = 0; i < system.matrix->rows(); ++i) {
        r[static_cast<std::size_t>(i)] = padded(system.matrix->multiply_row(i, motion));
    }
    add_product(system.matrix->couplings(), std::span<const Vec3>(motion), std::span(r));
    system.filter.apply(r);
    preconditioner.apply(r, z);
    own.apply(r, z_own);
    for (std::size_t i = 0; i < z.size(); ++i) z[i] -= z_own[i];
    system.filter.apply(z);
    for (std::size_t i = 0; i < z.size(); ++i) EXPECT_LT((z[i].cast<Real>() - moved[i]).norm(), 1e-5) << i;
}

TEST(TwoLevel, SolvesMotionsOfWholePatchesExactly) {
    StepSystem system(24);
    expect_exact_patches(system);
    system.couple_opposite_sides();
    expect_exact_patches(system);
}

// A preconditioner that has seen other contacts before, and one that has not, must agree to the bit.
TEST(TwoLevel, DoesNotDependOnContactsBefore) {
    StepSystem with(16), without(16);
    with.couple_opposite_sides();
    TwoLevel used(with.model, *with.pattern), fresh(with.model, *with.pattern);
    used.update(*with.matrix, with.filter);
    used.update(*without.matrix, without.filter);
    fresh.update(*without.matrix, without.filter);
    const std::vector<Vec4> r = with.random_vector(1);
    std::vector<Vec4f> a(r.size()), b(r.size());
    EXPECT_EQ(used.apply(r, a), fresh.apply(r, b));
    EXPECT_EQ(a, b);
}

TEST(TwoLevel, NeedsManyTimesFewerIterationsAndGivesTheSame) {
    for (const int cells : {24, 48}) {
        StepSystem system(cells);
        system.couple_opposite_sides();
        const std::vector<Vec3> b = unpadded(system.random_vector(3));
        std::vector<Vec3> x(b.size(), Vec3::Zero()), y(x);
        ModifiedPcg simple(std::make_unique<BlockJacobi>());
        ModifiedPcg coarse(std::make_unique<TwoLevel>(system.model, *system.pattern));
        const PcgReport slow = simple.solve(*system.matrix, b, system.filter, {1e-10, 10000}, x);
        const PcgReport fast = coarse.solve(*system.matrix, b, system.filter, {1e-10, 10000}, y);
        ASSERT_TRUE(slow.converged && fast.converged);
        EXPECT_LT(3 * fast.iterations, slow.iterations) << cells;
        Real difference = 0, size = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            difference = std::max(difference, (x[i] - y[i]).norm());
            size += x[i].squaredNorm();
        }
        EXPECT_LT(difference, 1e-6 * std::sqrt(size));
    }
}

}  // namespace
}  // namespace pleat::test
