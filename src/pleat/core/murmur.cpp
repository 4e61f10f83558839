#include <algorithm>
#include <bit>
#include <cstdint>

#include <pleat/core/murmur.hpp>

namespace pleat {
namespace {

constexpr std::uint64_t kFirst = 0x87c37b91114253d5, kSecond = 0x4cf5ad432745937f;

// The first bytes, at most 8, as a number.
std::uint64_t word(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = std::min<std::size_t>(bytes.size(), 8); i-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return value;
}

std::uint64_t mix_first(std::uint64_t k) { return std::rotl(k * kFirst, 31) * kSecond; }
std::uint64_t mix_second(std::uint64_t k) { return std::rotl(k * kSecond, 33) * kFirst; }

std::uint64_t avalanche(std::uint64_t k) {
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccd;
    k ^= k >> 33;
    k *= 0xc4ceb9fe1a85ec53;
    return k ^ k >> 33;
}

}  // namespace

std::string murmur3_128(std::string_view bytes) {
    std::uint64_t a = 0, b = 0;
    const std::uint64_t size = bytes.size();
    for (; bytes.size() >= 16; bytes.remove_prefix(16)) {
        a = (std::rotl(a ^ mix_first(word(bytes)), 27) + b) * 5 + 0x52dce729;
        b = (std::rotl(b ^ mix_second(word(bytes.substr(8))), 31) + a) * 5 + 0x38495ab5;
    }
    if (bytes.size() > 8) b ^= mix_second(word(bytes.substr(8)));
    a ^= mix_first(word(bytes));
    a ^= size;
    b ^= size;
    a += b;
    b += a;
    a = avalanche(a);
    b = avalanche(b);
    a += b;
    b += a;
    std::string digest;
    for (const std::uint64_t half : {a, b}) {
        for (int shift = 0; shift < 64; shift += 8) digest += static_cast<char>(half >> shift & 0xFF);
    }
    return digest;
}

}  // namespace pleat
