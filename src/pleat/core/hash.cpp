#include <pleat/core/hash.hpp>

namespace pleat {

std::string to_hex(std::uint64_t digest) {
    std::string text(16, '0');
    for (std::size_t i = 16; i-- > 0; digest >>= 4) text[i] = "0123456789abcdef"[digest & 15];
    return text;
}

}  // namespace pleat
