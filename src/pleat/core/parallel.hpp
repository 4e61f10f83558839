// Loops over several threads whose results do not depend on the number of threads: the work is cut into blocks whose
// bounds depend on the count alone, every block writes its own results, and sums are gathered in block order.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include <pleat/core/real.hpp>

namespace pleat {

/// Runs work on a given number of threads; loops started inside `run` use them.
class Threads {
public:
    /// `count` <= 0 means all cores.
    explicit Threads(int count = 0);
    ~Threads();
    Threads(Threads&&) noexcept;
    Threads& operator=(Threads&&) noexcept;

    int count() const;

    template <class Work>
    void run(Work&& work) const {
        run_erased([](void* w) { (*static_cast<std::remove_reference_t<Work>*>(w))(); }, &work);
    }

private:
    void run_erased(void (*call)(void*), void* work) const;

    struct Arena;
    std::unique_ptr<Arena> arena_;
};

namespace detail {
void run_blocks(int blocks, void (*call)(void*, int), void* body);
}

/// Calls body(block) for every block in [0, blocks), in any order and on any thread.
template <class Body>
void parallel_blocks(int blocks, Body&& body) {
    detail::run_blocks(
        blocks, [](void* b, int block) { (*static_cast<std::remove_reference_t<Body>*>(b))(block); }, &body);
}

/// Bounds of the blocks of a loop over `count` items: at most kMaxBlocks, none smaller than `smallest` but the last.
struct BlockRange {
    static constexpr int kMaxBlocks = 256;

    explicit BlockRange(int item_count, int smallest = 512)
        : count(item_count),
          size(std::max(smallest, (item_count + kMaxBlocks - 1) / kMaxBlocks)),
          blocks((item_count + size - 1) / size) {}

    int begin(int block) const { return block * size; }
    int end(int block) const { return std::min(count, (block + 1) * size); }

    int count;   ///< items
    int size;    ///< items in a block
    int blocks;  ///< number of blocks
};

/// Calls body(begin, end) for blocks that together cover [0, count).
template <class Body>
void parallel_for(int count, Body&& body) {
    const BlockRange range(count);
    parallel_blocks(range.blocks, [&](int block) { body(range.begin(block), range.end(block)); });
}

/// Calls body(item) for every item in [0, count).
template <class Body>
void parallel_for_each(int count, Body&& body) {
    parallel_for(count, [&](int begin, int end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) body(i);
    });
}

/// Sum of body(begin, end) over the blocks, added in block order.
template <class Body>
Real parallel_sum(int count, Body&& body) {
    const BlockRange range(count);
    std::array<Real, BlockRange::kMaxBlocks> partial;
    parallel_blocks(range.blocks, [&](int block) {
        partial[static_cast<std::size_t>(block)] = body(range.begin(block), range.end(block));
    });
    Real sum = 0;
    for (int block = 0; block < range.blocks; ++block) sum += partial[static_cast<std::size_t>(block)];
    return sum;
}

/// A value and the index of the item that has it.
struct Largest {
    Real value = 0;
    int index = -1;
};

/// Largest of body(item) over [0, count), the first one if several are equal; 0 at index -1 if none is above 0.
template <class Body>
Largest parallel_max(int count, Body&& body) {
    const BlockRange range(count);
    std::array<Largest, BlockRange::kMaxBlocks> partial;
    parallel_blocks(range.blocks, [&](int block) {
        Largest largest;
        for (int item = range.begin(block); item < range.end(block); ++item) {
            const Real value = body(item);
            if (value > largest.value) largest = {value, item};
        }
        partial[static_cast<std::size_t>(block)] = largest;
    });
    Largest largest;
    for (int block = 0; block < range.blocks; ++block) {
        const Largest& candidate = partial[static_cast<std::size_t>(block)];
        if (candidate.value > largest.value) largest = candidate;
    }
    return largest;
}

}  // namespace pleat
