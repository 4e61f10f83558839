#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <pleat/render/weave.hpp>

namespace pleat {
namespace {

// A number in [-1, 1] that belongs to a thread.
float thread_tone(int number, std::uint32_t kind) {
    std::uint32_t x = static_cast<std::uint32_t>(number) * 0x9e3779b9u ^ (kind * 0x85ebca6bu);
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return static_cast<float>(x >> 8) * 0x1p-23f - 1;
}

// Slow changes along the number of a thread, as if yarns were not all alike.
float streak(float number, std::uint32_t kind) {
    const float whole = std::floor(number);
    const float t = number - whole;
    const float s = t * t * (3 - 2 * t);
    const int first = static_cast<int>(whole);
    return (1 - s) * thread_tone(first, kind) + s * thread_tone(first + 1, kind);
}

float sheen_share(float sheen, float cosine) {
    const float rest = 1 - std::min(1.0f, cosine);
    return sheen * rest * rest * rest;
}

}  // namespace

WovenPoint weave(const Material& material, const Eigen::Vector2f& uv, float footprint, const Eigen::Vector3f& normal,
                 const Eigen::Vector3f& along_u, const Eigen::Vector3f& along_v) {
    const Color mean = 0.5f * (material.warp + material.weft);
    if (!(material.thread_width > 0)) return {mean, normal, material.sheen, material.transmission};
    // Threads fade between half and a whole thread a pixel.
    const float detail = std::clamp(2 - 2 * footprint / material.thread_width, 0.0f, 1.0f);
    // Warp threads run along u and are counted along v; weft threads the other way round.
    const Eigen::Vector2f threads = uv / material.thread_width;
    const float column = std::floor(threads.x()), row = std::floor(threads.y());
    const bool is_warp = (static_cast<int>(column) + static_cast<int>(row)) % 2 == 0;
    const float across = 2 * (is_warp ? threads.y() - row : threads.x() - column) - 1;  // -1 .. 1 over the thread
    const float along = 2 * (is_warp ? threads.x() - column : threads.y() - row) - 1;   // -1 .. 1 over the crossing
    const Eigen::Vector3f& side = is_warp ? along_v : along_u;
    const Eigen::Vector3f& run = is_warp ? along_u : along_v;

    const float tone = is_warp ? thread_tone(static_cast<int>(row), 1) : thread_tone(static_cast<int>(column), 2);
    const float far_tone = 0.5f * (streak(threads.y() / 7, 3) + streak(threads.x() / 7, 4));
    const float shade = 1 + detail * 0.08f * tone + 0.05f * far_tone - detail * 0.2f * across * across;
    const Color thread = (1 - detail) * mean + detail * (is_warp ? material.warp : material.weft);

    WovenPoint point{(shade * thread).cwiseMin(1.0f), normal, material.sheen, material.transmission};
    // Threads are round across, and dive under the next ones along.
    const Eigen::Vector3f tilted = normal + detail * (0.35f * across * side + 0.2f * along * run);
    if (tilted.squaredNorm() > 0.01f) point.normal = tilted.normalized();
    return point;
}

Color total_scatter(const WovenPoint& point, float out) {
    const float fibres = sheen_share(point.sheen, out);
    return (1 - fibres) * point.albedo + fibres * 0.5f * (point.albedo + Color::Ones());
}

Color scatter(const WovenPoint& point, LitSide from, float out) {
    return (from == LitSide::hidden ? point.transmission : 1 - point.transmission) * total_scatter(point, out);
}

}  // namespace pleat
