// Feeds arbitrary bytes to the checkpoint reader: as a whole file, and as the payload of a file whose size and hash are
// right, since few inputs would get past these by chance. It may refuse them with pleat::Error, and must do nothing
// else wrong.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <pleat/core/error.hpp>
#include <pleat/core/hash.hpp>
#include <pleat/sim/checkpoint.hpp>

namespace {

void require(bool is_true) {
    if (!is_true) std::abort();
}

std::string with_right_frame(const std::string& payload) {
    constexpr std::size_t kBeforeSize = 24;  // magic, version and fingerprint
    std::string file = pleat::format_checkpoint({}).substr(0, kBeforeSize);
    const auto append = [&](std::uint64_t number) {
        for (int i = 0; i < 8; ++i) file.push_back(static_cast<char>(number >> (8 * i)));
    };
    append(payload.size());
    file += payload;
    append(pleat::Hash().text(file).digest());
    return file;
}

void parse(const std::string& bytes) {
    try {
        const pleat::Checkpoint checkpoint = pleat::parse_checkpoint(bytes, "state.pleat", 0);
        require(pleat::format_checkpoint(checkpoint) == bytes);
        for (const pleat::Vec3& x : checkpoint.snapshot.state.position) require(x.allFinite());
    } catch (const pleat::Error& error) {
        require(std::string(error.what()).find('\n') == std::string::npos);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    parse(bytes);
    parse(with_right_frame(bytes));
    return 0;
}
