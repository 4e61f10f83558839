// What can be measured of every particle in an animation: strain and speed.
#pragma once
#include <array>
#include <vector>

#include <pleat/io/animation.hpp>

namespace pleat {

/// Lengths of a triangle's deformation.
struct TriangleStretch {
    Real warp, weft;  ///< of a thread of length 1
    Real shear;       ///< cosine between warp and weft
    Real largest;     ///< in any direction
};

/// How much longer the cloth is in the direction in which it is longest [%].
Real strain_percent(const TriangleStretch& stretch);

/// Stretch compared with the rest shape of an animation: its uv, or for a mesh without uv its first frame.
class StretchMeasure {
public:
    explicit StretchMeasure(const Animation& animation);

    /// For each particle the mean of a value over its triangles, by their area at rest; 0 where it has none.
    std::vector<float> values(const std::vector<Vec3>& positions, Real (*value)(const TriangleStretch&)) const;

private:
    std::vector<std::array<int, 3>> triangles_;
    std::vector<std::array<Vec2, 3>> rest_;
};

/// [m/s] of each particle, from its places in the frames before and after.
std::vector<float> particle_speeds(const Animation& animation, int frame);

}  // namespace pleat
