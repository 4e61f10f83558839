// A checkpoint holds everything that contacts remember.
#include <gtest/gtest.h>

#include <pleat/sim/checkpoint.hpp>

#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

HeldContact some_contact(int particle) {
    HeldContact contact;
    contact.particle = particle;
    contact.triangle = 3 * particle;
    contact.normal = Vec3(0, 0.6, 0.8);
    contact.strain = Vec3(1e-7, 0, -2e-7);
    contact.pressing = 0.25;
    return contact;
}

Snapshot some_snapshot() {
    const Simulation simulation(level_sheet(0.2, 2, 0), Scene{});
    Snapshot snapshot = simulation.snapshot();
    snapshot.state.contacts = {some_contact(2), some_contact(5)};
    snapshot.state.grips = {{{false, 4, 7}, Vec3(1, 2, 3)}, {{true, 6, 1}, Vec3(-1, 0, 4)}};
    snapshot.state.cloth_grips = {{{true, 2, 5}, Vec3(5, 6, 7), 0.5}};
    snapshot.state.inside = {1, 3, 8};
    snapshot.state.pressing_energy = 0.75;
    snapshot.frame_so_far.fail_safe_moves = 11;
    snapshot.frame_so_far.flows.solids = 0.5;
    snapshot.frame_so_far.flows.contact = 0.25;
    snapshot.frame_so_far.flows.friction = 2;
    snapshot.frame_so_far.flows.fail_safe = 3;
    snapshot.last_frame.contacts = 9;
    snapshot.last_frame.inside = 3;
    return snapshot;
}

TEST(Checkpoint, KeepsContactsGripsAndWhoIsInside) {
    const Snapshot before = some_snapshot();
    const Snapshot after = parse_checkpoint(format_checkpoint({7, before, {}}), "state", 7).snapshot;
    EXPECT_EQ(after.state.hash(), before.state.hash());
    ASSERT_EQ(after.state.contacts.size(), 2u);
    EXPECT_EQ(after.state.contacts[1].particle, 5);
    EXPECT_EQ(after.state.contacts[1].triangle, 15);
    EXPECT_EQ(after.state.contacts[1].normal, before.state.contacts[1].normal);
    EXPECT_EQ(after.state.contacts[1].strain, before.state.contacts[1].strain);
    EXPECT_EQ(after.state.contacts[1].pressing, 0.25);
    ASSERT_EQ(after.state.grips.size(), 2u);
    EXPECT_EQ(after.state.grips[1].pair, before.state.grips[1].pair);
    EXPECT_EQ(after.state.grips[1].strain, before.state.grips[1].strain);
    ASSERT_EQ(after.state.cloth_grips.size(), 1u);
    EXPECT_EQ(after.state.cloth_grips[0].pair, before.state.cloth_grips[0].pair);
    EXPECT_EQ(after.state.cloth_grips[0].strain, before.state.cloth_grips[0].strain);
    EXPECT_EQ(after.state.cloth_grips[0].push, 0.5);
    EXPECT_EQ(after.state.inside, before.state.inside);
    EXPECT_EQ(after.state.pressing_energy, 0.75);
    EXPECT_EQ(after.frame_so_far.fail_safe_moves, 11);
    for (const EnergyFlow& flow : kEnergyFlows) {
        EXPECT_EQ(after.frame_so_far.flows.*flow.value, before.frame_so_far.flows.*flow.value) << flow.name;
    }
    EXPECT_EQ(after.last_frame.contacts, 9);
    EXPECT_EQ(after.last_frame.inside, 3);
}

TEST(Checkpoint, TheHashOfAStateKnowsItsContacts) {
    const State state = some_snapshot().state;
    const auto changed = [&](auto&& change) {
        State other = state;
        change(other);
        return other.hash() != state.hash();
    };
    EXPECT_TRUE(changed([](State& s) { s.contacts[0].strain.x() += 1e-9; }));
    EXPECT_TRUE(changed([](State& s) { s.contacts[0].pressing += 1e-9; }));
    EXPECT_TRUE(changed([](State& s) { s.contacts.pop_back(); }));
    EXPECT_TRUE(changed([](State& s) { s.grips[1].strain.z() += 1e-9; }));
    EXPECT_TRUE(changed([](State& s) { s.grips[0].pair.second = 8; }));
    EXPECT_TRUE(changed([](State& s) { s.cloth_grips[0].strain.x() += 1e-9; }));
    EXPECT_TRUE(changed([](State& s) { s.cloth_grips[0].push += 1e-9; }));
    EXPECT_TRUE(changed([](State& s) { s.inside.pop_back(); }));
}

}  // namespace
}  // namespace pleat::test
