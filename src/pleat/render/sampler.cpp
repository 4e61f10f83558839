#include <array>
#include <bit>

#include <pleat/render/sampler.hpp>

namespace pleat {
namespace {

std::uint64_t spread_bits(std::uint32_t bits) {
    std::uint64_t x = bits;
    x = (x ^ (x << 16)) & 0x0000ffff0000ffffull;
    x = (x ^ (x << 8)) & 0x00ff00ff00ff00ffull;
    x = (x ^ (x << 4)) & 0x0f0f0f0f0f0f0f0full;
    x = (x ^ (x << 2)) & 0x3333333333333333ull;
    return (x ^ (x << 1)) & 0x5555555555555555ull;
}

std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 31;
    x *= 0x7fb5d329728ea185ull;
    x ^= x >> 27;
    x *= 0x81dadef4bc2dd44dull;
    return x ^ (x >> 33);
}

std::uint32_t reverse_bits(std::uint32_t x) {
    x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
    x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
    x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
    return __builtin_bswap32(x);
}

// A scramble in which each bit depends on the higher ones only (Laine & Karras 2011, constants of Vegdahl 2021).
std::uint32_t scramble(std::uint32_t x, std::uint32_t seed) {
    x = reverse_bits(x);
    x ^= x * 0x3d20adeau;
    x += seed;
    x *= (seed >> 16) | 1;
    x ^= x * 0x05526c56u;
    x ^= x * 0x53a22864u;
    return reverse_bits(x);
}

// The second dimension of Sobol's sequence, linear over the bits of the index: by a table a byte. The first dimension
// is reverse_bits.
constexpr std::array<std::array<std::uint32_t, 256>, 4> kSobolSecond = [] {
    std::array<std::array<std::uint32_t, 256>, 4> table{};
    std::uint32_t direction = 1u << 31;
    for (std::size_t bit = 0; bit < 32; ++bit, direction ^= direction >> 1) {
        for (std::size_t value = 0; value < 256; ++value) {
            if ((value >> (bit % 8)) & 1) table[bit / 8][value] ^= direction;
        }
    }
    return table;
}();

std::uint32_t sobol_second(std::uint32_t index) {
    return kSobolSecond[0][index & 255] ^ kSobolSecond[1][(index >> 8) & 255] ^ kSobolSecond[2][(index >> 16) & 255] ^
           kSobolSecond[3][index >> 24];
}

// All orders of four.
constexpr std::array<std::array<std::uint8_t, 4>, 24> kOrders = {
    {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}, {1, 0, 2, 3}, {1, 0, 3, 2},
     {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0}, {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0},
     {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}}};

// Appends the lowest `digits` digits (base 4) of `index` to `shuffled`, each permuted in a way that depends on `use`
// and on the digits above it.
std::uint64_t shuffle(std::uint64_t index, int digits, std::uint64_t use, std::uint64_t shuffled) {
    for (int digit = digits - 1; digit >= 0; --digit) {
        const std::uint64_t above = index >> (2 * (digit + 1));
        const std::uint64_t random = mix(above ^ (0x9e3779b97f4a7c15ull * (use + 1))) >> 32;
        const auto& order = kOrders[(random * kOrders.size()) >> 32];
        shuffled = (shuffled << 2) | order[(index >> (2 * digit)) & 3];
    }
    return shuffled;
}

float to_unit(std::uint32_t bits) { return static_cast<float>(bits >> 8) * 0x1p-24f; }

}  // namespace

PixelSampler::PixelSampler(int x, int y, int samples)
    : pixel_(spread_bits(static_cast<std::uint32_t>(x)) | (spread_bits(static_cast<std::uint32_t>(y)) << 1)),
      // A count that is no power of 4 leaves gaps, which is harmless.
      sample_digits_((std::bit_width(static_cast<unsigned>(samples - 1)) + 1) / 2) {
    constexpr int kPixelDigits = 14;  // pictures of up to 16384 x 16384 pixels
    for (std::size_t use = 0; use < kUses; ++use) shuffled_pixel_[use] = shuffle(pixel_, kPixelDigits, use, 0);
}

Eigen::Vector2f PixelSampler::pair(SampleUse use, int sample) const {
    const auto u = static_cast<std::size_t>(use);
    const std::uint64_t index = (pixel_ << (2 * sample_digits_)) | static_cast<std::uint64_t>(sample);
    const auto number = static_cast<std::uint32_t>(shuffle(index, sample_digits_, u, shuffled_pixel_[u]));
    const std::uint64_t seeds = mix(0xd1342543de82ef95ull * (u + 1));
    return {to_unit(scramble(reverse_bits(number), static_cast<std::uint32_t>(seeds))),
            to_unit(scramble(sobol_second(number), static_cast<std::uint32_t>(seeds >> 32)))};
}

}  // namespace pleat
