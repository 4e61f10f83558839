#include <algorithm>
#include <cmath>

#include <pleat/shapes/solid.hpp>

namespace pleat {
namespace {

// Of the sequence, or of the surface itself.
void shape_at(const Solid& solid, Real time, std::vector<Vec3>& positions) {
    positions = solid.surface->positions;
    if (solid.sequence == nullptr || solid.sequence->frames.empty()) return;
    const auto& frames = solid.sequence->frames;
    const Real last = static_cast<Real>(frames.size() - 1);
    const Real place = std::clamp((time - solid.sequence->start) / solid.sequence->interval, Real(0), last);
    const auto before = static_cast<std::size_t>(place);
    const std::size_t after = std::min(before + 1, frames.size() - 1);
    const Real share = place - std::floor(place);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        positions[i] = (1 - share) * frames[before][i] + share * frames[after][i];
    }
}

}  // namespace

void Solid::place(Real time, std::vector<Vec3>& positions) const {
    shape_at(*this, time, positions);
    if (motion.parts.empty()) return;
    const MovingPose pose = motion.at(time);
    for (Vec3& x : positions) x = pose.rotation * x + pose.translation;
}

}  // namespace pleat
