// An order in which elements can add to shared particles on several threads, with the same result for any number of
// them: elements are cut into blocks of neighbours, and blocks that share no particle get one colour and run together.
#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <pleat/core/parallel.hpp>

namespace pleat {

/// Made once from the elements' particles.
class ElementSchedule {
public:
    ElementSchedule() = default;

    template <std::size_t N>
    ElementSchedule(int particle_count, std::span<const std::array<int, N>> elements, int smallest_block = 64)
        : ElementSchedule(particle_count, {elements.empty() ? nullptr : elements.front().data(), N * elements.size()},
                          N, smallest_block) {}

    /// Calls body(block, begin, end) for every block and the elements in it, colour after colour, blocks of one colour
    /// on any thread.
    template <class Body>
    void for_each_block(Body&& body) const {
        for (std::size_t colour = 0; colour + 1 < colour_begin_.size(); ++colour) {
            const int first = colour_begin_[colour];
            parallel_blocks(colour_begin_[colour + 1] - first, [&](int index) {
                const int block = blocks_[static_cast<std::size_t>(first) + static_cast<std::size_t>(index)];
                body(block, block_size_ * block, std::min(element_count_, block_size_ * (block + 1)));
            });
        }
    }

    /// Calls body(element) for every element, in the same order.
    template <class Body>
    void for_each(Body&& body) const {
        for_each_block([&](int, int begin, int end) {
            for (int element = begin; element < end; ++element) body(static_cast<std::size_t>(element));
        });
    }

    int blocks() const { return static_cast<int>(blocks_.size()); }
    int colours() const { return static_cast<int>(colour_begin_.size()) - 1; }

private:
    ElementSchedule(int particle_count, std::span<const int> particles, std::size_t per_element, int smallest_block);

    int element_count_ = 0;
    int block_size_ = 1;                // elements in a block
    std::vector<int> blocks_;           // by colour
    std::vector<int> colour_begin_{0};  // first block of each colour, and the end
};

}  // namespace pleat
