#include <pleat/exports/ogawa.hpp>
#include <pleat/io/little_endian.hpp>

namespace pleat {
namespace {

// "Ogawa", a byte that says the file is complete, and the version; then the offset of the root.
constexpr std::string_view kSignature("Ogawa\xFF\0\1", 8);

}  // namespace

OgawaFile::OgawaFile(const std::filesystem::path& path) : file_(path) {
    std::string head(kSignature);
    append_u64(head, 0);
    file_.write(head);
}

OgawaChild OgawaFile::add_chunk(std::string_view bytes) {
    if (bytes.empty()) return kEmptyChunk;
    const OgawaChild child = file_.size() | kEmptyChunk;
    std::string size;
    append_u64(size, bytes.size());
    file_.write(size);
    file_.write(bytes);
    return child;
}

OgawaChild OgawaFile::add_group(std::span<const OgawaChild> children) {
    if (children.empty()) return kEmptyGroup;
    const OgawaChild child = file_.size();
    std::string bytes;
    append_u64(bytes, children.size());
    for (const OgawaChild inner : children) append_u64(bytes, inner);
    file_.write(bytes);
    return child;
}

void OgawaFile::finish(OgawaChild root) {
    std::string offset;
    append_u64(offset, root);
    file_.write_at(kSignature.size(), offset);
    file_.finish();
}

}  // namespace pleat
