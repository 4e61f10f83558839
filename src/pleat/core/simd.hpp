// Vectors of the compiler for the innermost loops: what the machine has no registers for becomes several smaller ones.
// Only for use inside source files, since how they are passed depends on the instruction set.
#pragma once
#include <cstdint>
#include <cstring>

// The warning is about how they are passed on machines without such registers.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pleat {

using Double4 = double __attribute__((vector_size(32)));
using Double8 = double __attribute__((vector_size(64)));
using Integer8 = std::int64_t __attribute__((vector_size(64)));  // also what comparisons of Double8 give
using Float4 = float __attribute__((vector_size(16)));
using Float8 = float __attribute__((vector_size(32)));

/// Reads a vector from where its first number is.
template <class Vector, class Number>
Vector load(const Number* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof(Vector));
    return vector;
}

template <class Vector, class Number>
void store(const Vector& vector, Number* to) {
    std::memcpy(to, &vector, sizeof(Vector));
}

/// Whether a comparison held nowhere.
inline bool is_zero(const Integer8& mask) {
    Integer8 any = mask | __builtin_shufflevector(mask, mask, 4, 5, 6, 7, 0, 1, 2, 3);
    any |= __builtin_shufflevector(any, any, 2, 3, 0, 1, 6, 7, 4, 5);
    return (any[0] | any[1]) == 0;
}

}  // namespace pleat
