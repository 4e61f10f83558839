// Feeds arbitrary bytes to the reader of collision queries, and what it reads to continuous collision: bytes may be
// refused with pleat::Error, times are in [0, 1], and nothing else goes wrong.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <pleat/core/error.hpp>
#include <pleat/io/collision_queries.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using pleat::PairKind;
    try {
        const std::string_view text(static_cast<const char*>(static_cast<const void*>(data)), size);
        for (const pleat::CollisionQuery& query : pleat::parse_collision_queries(text, "fuzz.csv")) {
            for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
                const auto time = pleat::first_contact(kind, query.motion);
                if (time && !(*time >= 0 && *time <= 1)) std::abort();
            }
        }
    } catch (const pleat::Error&) {
        // Refused, as most inputs should be.
    }
    return 0;
}
