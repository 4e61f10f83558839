#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <pleat/core/parallel.hpp>

namespace pleat::test {
namespace {

Real awkward_sum(int threads, int count) {
    Real sum = 0;
    Threads(threads).run([&] {
        sum = parallel_sum(count, [](int begin, int end) {
            Real part = 0;
            for (int i = begin; i < end; ++i) part += std::sin(i) * std::pow(10.0, i % 17);
            return part;
        });
    });
    return sum;
}

TEST(Parallel, SumsAreEqualToTheBitForAnyNumberOfThreads) {
    for (const int count : {0, 1, 511, 512, 513, 100000, 1000003}) {
        const Real one = awkward_sum(1, count);
        for (const int threads : {2, 3, 4, 8}) EXPECT_EQ(one, awkward_sum(threads, count)) << count;
    }
}

TEST(Parallel, LoopsCoverEveryItemOnce) {
    for (const int count : {0, 1, 511, 513, 200000}) {
        std::vector<int> visits(static_cast<std::size_t>(count), 0);
        Threads(4).run([&] {
            parallel_for(count, [&](int begin, int end) {
                for (int i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
            });
        });
        for (const int v : visits) ASSERT_EQ(v, 1);
    }
}

TEST(Parallel, TheFirstOfEqualLargestIsFound) {
    Threads(4).run([] {
        const Largest largest = parallel_max(10000, [](int i) { return i % 1000 == 7 ? 5.0 : 1.0; });
        EXPECT_EQ(largest.index, 7);
        EXPECT_EQ(largest.value, 5);
        EXPECT_EQ(parallel_max(100, [](int) { return 0.0; }).index, -1);
    });
}

TEST(Parallel, AskedForMoreThreadsThanCoresItHasThem) {
    EXPECT_EQ(Threads(16).count(), 16);
    EXPECT_GE(Threads().count(), 1);
}

}  // namespace
}  // namespace pleat::test
