#include <algorithm>
#include <cmath>

#include <pleat/shapes/solid.hpp>

namespace pleat {

SurfaceSequence::Between SurfaceSequence::between(Real time) const {
    constexpr Real kRounding = 1e-9;  // of a share: times of frames are seldom exact
    const std::size_t last = frames.size() - 1;
    const Real place = (time - start) / interval;
    if (!(place > kRounding)) return {0, 0, 0, 0};
    if (place > static_cast<Real>(last) + kRounding) return {last, last, 0, 0};
    const auto after = std::min(last, static_cast<std::size_t>(std::ceil(place - kRounding)));
    const Real share = std::min(Real(1), place - static_cast<Real>(after - 1));
    return {after - 1, after, share, 1 / interval};
}

void Solid::place(Real time, std::vector<Vec3>& positions) const {
    positions = surface->positions;
    if (sequence != nullptr) {
        const auto [before, after, share, rate] = sequence->between(time);
        const auto &from = sequence->frames[before], &to = sequence->frames[after];
        for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = (1 - share) * from[i] + share * to[i];
    }
    if (motion.parts.empty()) return;
    const MovingPose pose = motion.at(time);
    for (Vec3& x : positions) x = pose.rotation * x + pose.translation;
}

}  // namespace pleat
