// Feeds arbitrary bytes to the OBJ reader: it may refuse them with pleat::Error, and must do nothing else wrong.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <pleat/core/error.hpp>
#include <pleat/io/obj_reader.hpp>

namespace {

void require(bool is_true) {
    if (!is_true) std::abort();
}

void require_consistent(const pleat::TriangleMesh& mesh) {
    const int count = static_cast<int>(mesh.positions.size());
    require(!mesh.triangles.empty());
    require(mesh.uv.empty() || mesh.uv.size() == mesh.triangles.size());
    for (const auto& [i, j, k] : mesh.triangles) {
        for (const int p : {i, j, k}) require(p >= 0 && p < count);
        require(i != j && j != k && k != i);
    }
    for (const auto& [name, particles] : mesh.groups) {
        require(!name.empty() && particles.size() >= 3);
        require(particles.front() >= 0 && particles.back() < count);
        for (std::size_t i = 1; i < particles.size(); ++i) require(particles[i - 1] < particles[i]);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        require_consistent(pleat::parse_obj(
            std::string_view(static_cast<const char*>(static_cast<const void*>(data)), size), "fuzz.obj"));
    } catch (const pleat::Error&) {
        // Refused, as most inputs should be.
    }
    return 0;
}
