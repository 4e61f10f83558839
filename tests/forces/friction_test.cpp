// Friction as springs that give way: derivatives, limits, and that it never gives energy.
#include <random>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <pleat/forces/contact_push.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

Vec3 along(const Vec3& v, const Vec3& normal) { return v - normal.dot(v) * normal; }

struct Place {
    explicit Place(std::mt19937& random)
        : normal(random_vector(random, 1).normalized()),
          slip(along(random_vector(random, 1e-3), normal)),
          direction(along(random_vector(random, 1), normal).normalized()) {}

    Vec3 normal, slip, direction;
};

void expect_positive(const Mat3& stiffness, const Vec3& normal) {
    EXPECT_LT((stiffness - stiffness.transpose()).norm(), 1e-12 * stiffness.norm());
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<Mat3>(stiffness).eigenvalues()[0], -1e-12 * stiffness.norm());
    EXPECT_LT((stiffness * normal).norm(), 1e-12 * stiffness.norm()) << "nothing acts along the normal";
}

TEST(Friction, StickingIsASpringAlongTheSurface) {
    std::mt19937 random(1);
    for (int n = 0; n < 100; ++n) {
        const Place p(random);
        const FrictionForce f = sticking_friction(p.slip, p.normal, 500);
        expect_positive(f.stiffness, p.normal);
        const Vec3 more = along(random_vector(random, 1e-4), p.normal);
        EXPECT_LT((sticking_friction(p.slip + more, p.normal, 500).force - f.force + f.stiffness * more).norm(), 1e-12);
        EXPECT_LE(f.force.dot(p.slip), 0);
    }
}

TEST(Friction, SlidingActsAgainstTheSlipWithItsLimit) {
    std::mt19937 random(2);
    for (int n = 0; n < 100; ++n) {
        const Place p(random);
        const Vec3 slip = 1e-3 * p.direction;
        const FrictionForce f = sliding_friction(slip, p.direction, p.normal, 0.2, 1e5);
        EXPECT_LT((f.force + 0.2 * p.direction).norm(), 1e-12);
        expect_positive(f.stiffness, p.normal);
        const Vec3 d = along(random_vector(random, 1), p.normal);
        const auto force = [&](Real s) {
            return Eigen::VectorXd(sliding_friction(slip + s * d, p.direction, p.normal, 0.2, 1e5).force);
        };
        EXPECT_LT((central_difference(force, 1e-6) + f.stiffness * d).norm(), 1e-3 * (f.stiffness * d).norm() + 1e-9);
    }
}

TEST(Friction, NeverGivesEnergyToWhatSlipsForward) {
    std::mt19937 random(3);
    for (int n = 0; n < 1000; ++n) {
        const Place p(random);
        const FrictionForce braking = braking_friction(p.slip, 2e-3, p.normal, 0.2, 1e5);
        EXPECT_LE(braking.force.dot(p.slip), 0);
        expect_positive(braking.stiffness, p.normal);
        if (p.direction.dot(p.slip) < 0) continue;
        EXPECT_LE(sliding_friction(p.slip, p.direction, p.normal, 0.2, 1e5).force.dot(p.slip), 0);
    }
}

TEST(Friction, OfAnExpectedSlipBrakesWithFourTimesTheLimit) {
    const Vec3 slip(1e-3, 0, 0);
    EXPECT_NEAR(braking_friction(slip, 1e-3, Vec3::UnitY(), 0.2, 1e6).force.norm(), 0.8, 1e-12);
    EXPECT_NEAR(braking_friction(slip, 1e-3, Vec3::UnitY(), 0.2, 100).force.norm(), 0.1, 1e-12)
        << "no more than it sticks";
}

TEST(Friction, AStrainIsKeptUpToTheLimit) {
    const Vec3 strain(3e-6, 0, 4e-6);
    EXPECT_EQ(limited_strain(strain, 1, 1e5), strain);
    const Vec3 limited = limited_strain(strain, 0.1, 1e5);
    EXPECT_NEAR(limited.norm(), 1e-6, 1e-18);
    EXPECT_LT(limited.cross(strain).norm(), 1e-24);
    EXPECT_EQ(limited_strain(Vec3::Zero(), 0, 1e5), Vec3::Zero());
}

ParticleContact particle_contact(const Model& model, int particle, FrictionMode mode) {
    ParticleContact contact;
    contact.particle = particle;
    contact.normal = Vec3(0.2, 0.3, 1).normalized();
    contact.origin = model.positions[static_cast<std::size_t>(particle)];
    contact.direction = along(Vec3(1, 0, 0), contact.normal).normalized();
    contact.expected = 1e-3;
    contact.friction_limit = 0.05;
    contact.stiffness = 30;
    contact.strain = along(Vec3(1e-4, 2e-4, 0), contact.normal);
    contact.mode = mode;
    return contact;
}

FeatureContact feature_contact(const Model& model, bool is_edges) {
    FeatureContact contact;
    const auto& [a, b, c] = model.triangles[0].particles;
    contact.particles = {a, b, is_edges ? -1 : c, -1};
    if (is_edges)
        contact.weights = {0.4, 0.6, 0, 0};
    else
        contact.weights = {0.2, 0.3, 0.5, 0};
    contact.normal = Vec3(0.1, -0.2, 1).normalized();
    for (std::size_t i = 0; i < 3 && contact.particles[i] >= 0; ++i) {
        const Vec3& x = model.positions[static_cast<std::size_t>(contact.particles[i])];
        contact.point += contact.weights[i] * x;
    }
    contact.distance = 0.01;
    contact.stiffness = 50;
    contact.relaxation = 0.1;
    return contact;
}

// A particle of the sheet a little above one of its triangles.
FeatureContact cloth_contact(Model& model) {
    FeatureContact contact;
    const auto& [a, b, c] = model.triangles[0].particles;
    const int particle = model.particle_count() - 1;
    contact.particles = {particle, a, b, c};
    contact.weights = {1, -0.2, -0.3, -0.5};
    contact.normal = Vec3(0.1, -0.2, 1).normalized();
    const auto& x = model.positions;
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    model.positions[at(particle)] = 0.2 * x[at(a)] + 0.3 * x[at(b)] + 0.5 * x[at(c)] + 0.002 * contact.normal;
    contact.start = 0.002 * contact.normal;
    contact.strain = along(Vec3(1e-4, 2e-4, 0), contact.normal);
    contact.distance = 0.01;
    contact.stiffness = 50;
    contact.relaxation = 0.1;
    return contact;
}

// Both derivatives by finite differences, and the product with a displacement.
void expect_right_derivatives(const Model& model, const Contacts& contacts) {
    const Scene scene;
    ForceProbe probe(model, scene, std::make_unique<ContactPush>());
    probe.contacts = &contacts;
    std::mt19937 random(5);
    const std::vector<Vec3> x = shaken_positions(model, random, 1e-4);
    const std::vector<Vec3> v = random_vectors(random, x.size(), 1e-3);
    const std::vector<Vec3> d = random_vectors(random, x.size(), 1);
    const DenseForce dense = probe.derivatives(x, v, Jacobian::exact, d);
    const Eigen::VectorXd by_position = dense.by_position * flatten(d), by_velocity = dense.by_velocity * flatten(d);
    const auto along_x = [&](Real s) { return probe.force(moved(x, d, s), v); };
    const auto along_v = [&](Real s) { return probe.force(x, moved(v, d, s)); };
    EXPECT_GT(dense.force.norm(), 0);
    EXPECT_LT((central_difference(along_x, 1e-6) - by_position).norm(), 1e-5 * by_position.norm());
    EXPECT_LT((central_difference(along_v, 1e-6) - by_velocity).norm(), 1e-5 * by_velocity.norm() + 1e-12);
    EXPECT_LT((dense.along - by_position).norm(), 1e-12 * by_position.norm());
}

Model small_cloth() { return one_cloth(make_grid({.size = {0.3, 0.3}, .cells = {2, 2}})); }

TEST(ContactPush, HasTheRightDerivativesWhereParticlesStickOrBrake) {
    const Model model = small_cloth();
    for (const FrictionMode mode : {FrictionMode::sticks, FrictionMode::brakes}) {
        Contacts contacts;
        contacts.particles = {particle_contact(model, 1, mode), particle_contact(model, 4, mode)};
        expect_right_derivatives(model, contacts);
    }
}

TEST(ContactPush, HasTheRightDerivativesAtCornersAndEdges) {
    const Model model = small_cloth();
    for (const bool is_edges : {false, true}) {
        Contacts contacts;
        contacts.features = {feature_contact(model, is_edges)};
        expect_right_derivatives(model, contacts);
    }
}

TEST(ContactPush, HasTheRightDerivativesBetweenClothAndCloth) {
    Model model = small_cloth();
    Contacts contacts;
    contacts.cloth = {cloth_contact(model)};
    expect_right_derivatives(model, contacts);
}

TEST(ContactPush, HasTheRightDerivativesWhereClothCrossesItself) {
    const Model model = small_cloth();
    Contacts contacts;
    contacts.crossings = {{{0, 1, 6, 7, 8}, {0.7, 0.3, -0.2, -0.5, -0.3}, Vec3(0.1, -0.2, 0.05), 3}};
    const Scene scene;
    ForceProbe probe(model, scene, std::make_unique<ContactPush>());
    probe.contacts = &contacts;
    std::mt19937 random(5);
    const std::vector<Vec3> v = random_vectors(random, model.positions.size(), 1e-2);
    const std::vector<Vec3> d = random_vectors(random, v.size(), 1);
    const DenseForce dense = probe.derivatives(model.positions, v, Jacobian::exact, d);
    const auto along_v = [&](Real s) { return probe.force(model.positions, moved(v, d, s)); };
    const Eigen::VectorXd by_velocity = dense.by_velocity * flatten(d);
    EXPECT_LT((central_difference(along_v, 1e-3) - by_velocity).norm(), 1e-9 * by_velocity.norm());
    EXPECT_GT(by_velocity.norm(), 0.1);
    EXPECT_EQ(dense.by_position.norm(), 0);
}

TEST(ContactPush, ActsOnBothSidesAlike) {
    Model model = small_cloth();
    Contacts contacts;
    contacts.cloth = {cloth_contact(model)};
    contacts.cloth[0].friction = 0.5;
    const Scene scene;
    ForceProbe probe(model, scene, std::make_unique<ContactPush>());
    probe.contacts = &contacts;
    const std::vector<Vec3> rest(model.positions.size(), Vec3::Zero());
    const Eigen::VectorXd force = probe.force(model.positions, rest);
    Vec3 sum = Vec3::Zero();
    for (Eigen::Index i = 0; i < force.size(); i += 3) sum += force.segment<3>(i);
    EXPECT_GT(force.norm(), 0.1);
    EXPECT_LT(sum.norm(), 1e-14);
    // Along the surface it pulls with half of what it pushes with, which is less than its spring would.
    const Vec3 own = force.tail<3>();
    const Real push = contacts.cloth[0].normal.dot(own);
    EXPECT_NEAR(push, 50 * 0.008, 1e-12);
    EXPECT_NEAR(along(own, contacts.cloth[0].normal).norm(), std::min(0.5 * push, 50 * contacts.cloth[0].strain.norm()),
                1e-12);
}

// Cloth that comes fast is pushed harder in the guess of where it goes than it will be: friction must not follow.
TEST(ContactPush, FrictionIsLimitedByThePushWhereTheStepBegan) {
    Model model = small_cloth();
    FeatureContact contact = cloth_contact(model);
    contact.friction = 0.5;
    contact.strain = along(Vec3(1, 0, 0), contact.normal);
    std::vector<Vec3> nearer = model.positions, velocity(nearer.size(), Vec3::Zero());
    nearer.back() -= 0.001 * contact.normal;
    velocity.back() = -contact.normal;
    const FeaturePush push(contact, nearer, velocity);
    EXPECT_GT(push.push, 50 * 0.05);
    EXPECT_NEAR(push.friction.force.norm(), 0.5 * 50 * 0.008, 1e-3 * 0.2);
    contact.start = 0.02 * contact.normal;
    EXPECT_EQ(FeaturePush(contact, nearer, velocity).friction.force.norm(), 0) << "it was apart";
}

TEST(ContactPush, ACornerPushesOnlyWhatIsNearAndIsDamped) {
    const Model model = small_cloth();
    Contacts contacts;
    contacts.features = {feature_contact(model, false)};
    const FeatureContact& corner = contacts.features[0];
    const std::vector<Vec3> rest(model.positions.size(), Vec3::Zero());
    const auto push = [&](Real height, Real speed) {
        std::vector<Vec3> x = model.positions, v = rest;
        for (Vec3& p : x) p += height * corner.normal;
        for (Vec3& p : v) p = speed * corner.normal;
        return FeaturePush(corner, x, v).push;
    };
    EXPECT_NEAR(push(0.004, 0), corner.stiffness * 0.006, 1e-12);
    EXPECT_EQ(push(0.011, -1), 0) << "too far";
    EXPECT_GT(push(0.004, -0.01), push(0.004, 0)) << "it comes nearer";
    EXPECT_LT(push(0.004, 0.01), push(0.004, 0)) << "it leaves";
}

}  // namespace
}  // namespace pleat::test
