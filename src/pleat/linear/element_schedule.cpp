#include <bit>
#include <cstdint>

#include <pleat/linear/element_schedule.hpp>

namespace pleat {

ElementSchedule::ElementSchedule(int particle_count, std::span<const int> particles, std::size_t per_element,
                                 int smallest_block)
    : element_count_(static_cast<int>(particles.size() / per_element)) {
    constexpr int kMaxColours = 64;
    // Every colour is one pass over the matrix. Large blocks need few colours, since they meet only their neighbours,
    // and their part of the matrix stays in the cache; but there must be enough of them for all threads.
    block_size_ = std::clamp(element_count_ / 64, smallest_block, 4096);
    const int block_count = (element_count_ + block_size_ - 1) / block_size_;
    const std::size_t per_block = per_element * static_cast<std::size_t>(block_size_);
    std::vector<std::uint64_t> used(static_cast<std::size_t>(particle_count), 0);  // colours at each particle, as bits
    std::vector<std::vector<int>> by_colour;
    std::vector<int> alone;  // blocks that found no colour: each runs by itself
    for (int block = 0; block < block_count; ++block) {
        const std::size_t begin = per_block * static_cast<std::size_t>(block);
        const std::span<const int> own = particles.subspan(begin, std::min(per_block, particles.size() - begin));
        std::uint64_t taken = 0;
        for (const int p : own) taken |= used[static_cast<std::size_t>(p)];
        const int colour = std::countr_one(taken);
        if (colour == kMaxColours) {
            alone.push_back(block);
            continue;
        }
        for (const int p : own) used[static_cast<std::size_t>(p)] |= std::uint64_t{1} << colour;
        if (static_cast<std::size_t>(colour) >= by_colour.size())
            by_colour.resize(static_cast<std::size_t>(colour) + 1);
        by_colour[static_cast<std::size_t>(colour)].push_back(block);
    }
    for (const int block : alone) by_colour.push_back({block});
    for (const std::vector<int>& blocks : by_colour) {
        blocks_.insert(blocks_.end(), blocks.begin(), blocks.end());
        colour_begin_.push_back(static_cast<int>(blocks_.size()));
    }
}

}  // namespace pleat
