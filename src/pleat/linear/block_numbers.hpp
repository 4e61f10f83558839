// The nine numbers of a block, column by column, in registers: eight at once, and one. Only for use inside source
// files.
#pragma once
#include <pleat/core/real.hpp>
#include <pleat/core/simd.hpp>

namespace pleat {

/// A block, or a sum of blocks.
struct BlockNumbers {
    Double8 eight{};
    Real last = 0;

    static BlockNumbers read(const Real* block) { return {load<Double8>(block), block[8]}; }
    BlockNumbers transposed() const { return {__builtin_shufflevector(eight, eight, 0, 3, 6, 1, 4, 7, 2, 5), last}; }
    void add(Real weight, const BlockNumbers& other) {
        eight += weight * other.eight;
        last += weight * other.last;
    }
    Mat3 block() const {
        Mat3 m;
        store(eight, m.data());
        m(2, 2) = last;
        return m;
    }
};

}  // namespace pleat
