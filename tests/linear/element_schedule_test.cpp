#include <atomic>
#include <random>

#include <gtest/gtest.h>

#include <pleat/linear/element_schedule.hpp>
#include <pleat/mesh/grid.hpp>

namespace pleat::test {
namespace {

// Adds 1/3 of a different size per element to each particle; the sum depends on the order of additions.
std::vector<Real> sums(const ElementSchedule& schedule, const std::vector<std::array<int, 3>>& elements, int particles,
                       int threads) {
    std::vector<Real> sum(static_cast<std::size_t>(particles), 0);
    Threads(threads).run([&] {
        schedule.for_each([&](std::size_t e) {
            for (const int p : elements[e]) sum[static_cast<std::size_t>(p)] += 1.0 / static_cast<Real>(3 + 7 * e);
        });
    });
    return sum;
}

TEST(ElementSchedule, GivesOneResultForAnyNumberOfThreads) {
    const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {60, 60}});
    const int particles = static_cast<int>(mesh.positions.size());
    const ElementSchedule schedule(particles, std::span<const std::array<int, 3>>(mesh.triangles));
    EXPECT_GT(schedule.colours(), 1);
    EXPECT_LT(schedule.colours(), 10);
    const std::vector<Real> one = sums(schedule, mesh.triangles, particles, 1);
    for (int repeat = 0; repeat < 20; ++repeat) {
        EXPECT_EQ(one, sums(schedule, mesh.triangles, particles, 2));
        EXPECT_EQ(one, sums(schedule, mesh.triangles, particles, 4));
    }
}

TEST(ElementSchedule, VisitsEveryElementOnceEvenIfAllShareAParticle) {
    std::vector<std::array<int, 3>> fan;
    const int count = 300'000;  // more blocks than colours
    for (int i = 1; i <= count; ++i) fan.push_back({0, i, i + 1});
    const ElementSchedule schedule(count + 2, std::span<const std::array<int, 3>>(fan));
    ASSERT_GT(schedule.blocks(), 64);
    std::vector<std::atomic<int>> visits(fan.size());
    Threads(4).run([&] { schedule.for_each([&](std::size_t e) { ++visits[e]; }); });
    for (const auto& v : visits) ASSERT_EQ(v, 1);
    EXPECT_EQ(sums(schedule, fan, count + 2, 1), sums(schedule, fan, count + 2, 4));
}

TEST(ElementSchedule, OfNothingDoesNothing) {
    const ElementSchedule schedule(3, std::span<const std::array<int, 3>>{});
    schedule.for_each([](std::size_t) { FAIL(); });
    EXPECT_EQ(schedule.colours(), 0);
}

}  // namespace
}  // namespace pleat::test
