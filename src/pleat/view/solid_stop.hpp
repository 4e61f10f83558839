// Stops pointers at solids. A particle that is held exactly never gives way: led into a solid it would leave no step
// that is good. So what a pointer wants is led along the surface instead.
#pragma once
#include <span>
#include <vector>

#include <pleat/collision/solid_surfaces.hpp>

namespace pleat {

/// Keeps its tables as long as the solids have the same surfaces.
class SolidStop {
public:
    /// Where the solids are at a time [s].
    void move(std::span<const Solid> solids, Real time);
    /// How far one comes on the way from one place to another, without coming nearer to solids than cloth may; on
    /// surfaces it slides along.
    Vec3 lead(std::span<const Solid> solids, const Vec3& from, const Vec3& to);

private:
    Vec3 pushed_out(std::span<const Solid> solids, const Vec3& before, Vec3 place);
    Vec3 way_out_of(const Solid& solid, int number, const Vec3& before, const Vec3& place);

    SolidSurfaces surfaces_;
    std::vector<int> near_;
    Real stride_ = 0;  // [m]
};

}  // namespace pleat
