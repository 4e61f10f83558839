// The surfaces of all solids as one mesh, and where it moves during a step.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <pleat/collision/swept_mesh.hpp>
#include <pleat/shapes/solid.hpp>

namespace pleat {

/// A point on a surface during a step.
struct ContactPoint {
    Vec3 start;     ///< [m]
    Vec3 end;       ///< [m]
    Vec3 velocity;  ///< [m/s] mean over the step
};

/// Keeps its tables as long as the solids have the same surfaces.
class SolidSurfaces {
public:
    /// Where they are from one time [s] to another.
    void move(std::span<const Solid> solids, Real from, Real to);

    /// Changes whenever something moved, or the solids are others.
    int motions() const { return motions_; }
    bool is_empty() const { return swept_.mesh().triangles.empty(); }
    const SweptMesh& swept() const { return swept_; }
    const CollisionMesh& mesh() const { return swept_.mesh(); }
    Sweep sweep() const { return {start_, end_}; }
    /// Which solid a vertex of the mesh belongs to.
    int solid_of(int vertex) const { return solid_of_[static_cast<std::size_t>(vertex)]; }
    int solid_of_triangle(int t) const { return solid_of(mesh().triangles[static_cast<std::size_t>(t)][0]); }

    /// Whether every edge of a solid has a triangle on both sides.
    bool is_closed(int solid) const { return is_closed_[static_cast<std::size_t>(solid)] != 0; }

    /// Whether two triangles meet at an angle above 0.35 rad somewhere, in the shape that it has in the scene.
    bool is_sharp(int solid) const { return is_sharp_[static_cast<std::size_t>(solid)] != 0; }

    /// [m] of a triangle
    std::array<Vec3, 3> corners_at_start(int triangle) const;
    std::array<Vec3, 3> corners_at_end(int triangle) const;
    ContactPoint point(int triangle, const Vec3& weights) const;
    /// Unit normal of a triangle as it is at the end of the step; zero if it has no area.
    const Vec3& normal_at_end(int triangle) const { return normal_at_end_[static_cast<std::size_t>(triangle)]; }
    const Vec3& normal_at_start(int triangle) const { return normal_at_start_[static_cast<std::size_t>(triangle)]; }

private:
    void adopt(std::span<const Solid> solids);

    std::vector<std::shared_ptr<const Surface>> surfaces_;
    std::vector<int> first_vertex_;  // of each solid; one more at the end
    std::vector<int> solid_of_;
    std::vector<std::uint8_t> is_closed_, is_sharp_;  // by solid
    std::vector<Vec3> start_, end_, placed_;
    std::vector<Vec3> normal_at_start_, normal_at_end_;  // by triangle
    SweptMesh swept_{CollisionMesh{}};
    Real from_ = 0, to_ = 0;
    int motions_ = 0;
    bool is_at_rest_ = false;  // where it was when it was moved last
};

}  // namespace pleat
