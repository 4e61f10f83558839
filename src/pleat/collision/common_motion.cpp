#include <algorithm>
#include <array>

#include <pleat/collision/common_motion.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>

namespace pleat {

bool is_near_common_motion(std::span<const Vec3> before, std::span<const Vec3> now, Real most) {
    const int count = static_cast<int>(now.size());
    const BlockRange range(count);
    std::array<Vec3, BlockRange::kMaxBlocks> sums;
    parallel_blocks(range.blocks, [&](int block) {
        Vec3 sum = Vec3::Zero();
        for (int i = range.begin(block); i < range.end(block); ++i) sum += now[at(i)] - before[at(i)];
        sums[at(block)] = sum;
    });
    Vec3 common = Vec3::Zero();
    for (int block = 0; block < range.blocks; ++block) common += sums[at(block)];
    common /= std::max(count, 1);
    const Real outside = parallel_sum(count, [&](int begin, int end) {
        Real sum = 0;
        for (int i = begin; i < end; ++i) {
            if (!((now[at(i)] - before[at(i)] - common).squaredNorm() <= most * most)) ++sum;
        }
        return sum;
    });
    return outside == 0;
}

}  // namespace pleat
