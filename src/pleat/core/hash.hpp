// A 64-bit fingerprint of values, for telling whether two runs or two models are the same to the bit.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace pleat {

/// Not for security: finds accidents, not attacks. Equal input gives equal output on every machine of one byte order.
class Hash {
public:
    Hash& bytes(const void* data, std::size_t size) {
        const auto* p = static_cast<const unsigned char*>(data);
        for (; size >= 8; size -= 8, p += 8) {
            std::uint64_t word;
            std::memcpy(&word, p, 8);
            mix(word);
        }
        std::uint64_t rest = size;
        for (std::size_t i = 0; i < size; ++i) rest = (rest << 8) | p[i];
        mix(rest);
        return *this;
    }

    template <class T>
    Hash& value(const T& v) {
        static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
        return bytes(&v, sizeof v);
    }

    Hash& text(std::string_view s) { return bytes(s.data(), s.size()); }

    /// The elements' bytes; T must have no padding (numbers, Vec2, Vec3, arrays of them).
    template <class T>
    Hash& span(std::span<const T> values) {
        return bytes(static_cast<const void*>(values.data()), values.size_bytes());
    }

    std::uint64_t digest() const { return state_; }

private:
    void mix(std::uint64_t word) {
        state_ ^= word * 0x9E3779B97F4A7C15ULL;
        state_ = (state_ << 27) | (state_ >> 37);
        state_ *= 0xD6E8FEB86659FD93ULL;
        state_ ^= state_ >> 32;
    }

    std::uint64_t state_ = 0x243F6A8885A308D3ULL;
};

/// The digest as 16 hexadecimal digits.
std::string to_hex(std::uint64_t digest);

}  // namespace pleat
