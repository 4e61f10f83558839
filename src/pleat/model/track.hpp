// Curves and surfaces on which a held particle may slide.
#pragma once
#include <array>
#include <variant>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

/// A smooth curve through points (Catmull-Rom with centripetal knots; a straight line if there are two).
struct CurveTrack {
    std::vector<Vec3> points;  ///< [m] at least two, no two consecutive ones equal
    bool closed = false;
};

/// A plane through `point`.
struct PlaneTrack {
    Vec3 point = Vec3::Zero();    ///< [m]
    Vec3 normal = Vec3::UnitY();  ///< unit length
};

/// The surface of a sphere.
struct SphereTrack {
    Vec3 center = Vec3::Zero();  ///< [m]
    Real radius = 1;             ///< [m]
};

/// The surface of an endless cylinder.
struct CylinderTrack {
    Vec3 point = Vec3::Zero();  ///< [m] on the axis
    Vec3 axis = Vec3::UnitY();  ///< unit length
    Real radius = 1;            ///< [m]
};

using Track = std::variant<CurveTrack, PlaneTrack, SphereTrack, CylinderTrack>;

/// The nearest point of a track, and the directions in which it must not be left.
struct TrackPoint {
    Vec3 position;                ///< [m]
    std::array<Vec3, 3> normals;  ///< unit, orthogonal
    int normal_count = 0;         ///< 1 on a surface, 2 on a curve, 3 beyond the end of an open curve
};

/// At a sphere's centre or on a cylinder's axis, where no nearest point is the only one, one of them is taken.
TrackPoint nearest_on_track(const Track& track, const Vec3& x);

}  // namespace pleat
