// Numbers as the bytes that binary files hold, least significant first on every machine.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <pleat/core/real.hpp>

namespace pleat {

inline void append_u32(std::string& bytes, std::uint32_t value) {
    std::array<char, 4> four;
    for (char& byte : four) {
        byte = static_cast<char>(value & 0xFF);
        value >>= 8;
    }
    bytes.append(four.data(), four.size());
}

inline void append_u64(std::string& bytes, std::uint64_t value) {
    append_u32(bytes, static_cast<std::uint32_t>(value & 0xFFFFFFFF));
    append_u32(bytes, static_cast<std::uint32_t>(value >> 32));
}

inline void append_f64(std::string& bytes, double value) { append_u64(bytes, std::bit_cast<std::uint64_t>(value)); }

inline void append_i32(std::string& bytes, std::int32_t value) { append_u32(bytes, static_cast<std::uint32_t>(value)); }

/// What is too large for a float becomes the largest one.
inline void append_f32(std::string& bytes, Real value) {
    constexpr Real kLargest = std::numeric_limits<float>::max();
    append_u32(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(std::clamp(value, -kLargest, kLargest))));
}

inline void append_f32(std::string& bytes, const Vec3& x) {
    for (int d = 0; d < 3; ++d) append_f32(bytes, x[d]);
}

inline void append_f32(std::string& bytes, const Eigen::Vector3f& x) {
    for (int d = 0; d < 3; ++d) append_u32(bytes, std::bit_cast<std::uint32_t>(x[d]));
}

/// The four bytes at `offset`, which must be there.
inline std::uint32_t u32_at(std::string_view bytes, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[offset + i]);
    return value;
}

inline std::int32_t i32_at(std::string_view bytes, std::size_t offset) {
    return static_cast<std::int32_t>(u32_at(bytes, offset));
}

inline float f32_at(std::string_view bytes, std::size_t offset) { return std::bit_cast<float>(u32_at(bytes, offset)); }

}  // namespace pleat
