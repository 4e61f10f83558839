// The container of Alembic files: chunks of bytes and groups of them, written one after the other and named by where
// they are. A group is written after all that is in it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include <pleat/io/whole_file.hpp>

namespace pleat {

/// A chunk or a group in the file: its offset, with the highest bit set for a chunk.
using OgawaChild = std::uint64_t;

inline constexpr OgawaChild kEmptyGroup = 0;
inline constexpr OgawaChild kEmptyChunk = std::uint64_t{1} << 63;

/// Throws ErrorKind::io if the disk refuses.
class OgawaFile {
public:
    explicit OgawaFile(const std::filesystem::path& path);

    OgawaChild add_chunk(std::string_view bytes);
    OgawaChild add_group(std::span<const OgawaChild> children);
    /// Names the group that holds everything, and gives the file its name.
    void finish(OgawaChild root);

private:
    WholeFile file_;
};

}  // namespace pleat
