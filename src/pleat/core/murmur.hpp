// MurmurHash3 of 128 bits (Austin Appleby, x64, seed 0), which file formats name samples by.
#pragma once
#include <string>
#include <string_view>

namespace pleat {

/// 16 bytes.
std::string murmur3_128(std::string_view bytes);

}  // namespace pleat
