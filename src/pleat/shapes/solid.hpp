// Solids that cloth touches: closed or open surfaces of triangles that stand still, move rigidly or deform.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <pleat/model/motion.hpp>

namespace pleat {

/// Triangles, seen from outside counterclockwise. Every shape becomes one: cloth, pictures and audits see the same.
struct Surface {
    std::vector<Vec3> positions;                ///< [m]
    std::vector<std::array<int, 3>> triangles;  ///< indices into positions
};

/// Positions of a deforming surface at equal intervals of time; between two they are interpolated linearly, before the
/// first and after the last they stay.
struct SurfaceSequence {
    Real start = 0;                         ///< [s] time of the first
    Real interval = 1.0 / 30;               ///< [s]
    std::vector<std::vector<Vec3>> frames;  ///< [m] at least one, each with as many positions as the surface

    /// Between which frames a time is.
    struct Between {
        std::size_t before;
        std::size_t after;
        Real share;  ///< of the way from `before` to `after`
        Real rate;   ///< [1/s] at which the share grows; 0 while it stays
    };
    /// At the time of a frame: on the way to it.
    Between between(Real time) const;
};

/// One solid. The sequence, if any, gives the shape; the motion carries it.
struct Solid {
    std::string name{};
    std::shared_ptr<const Surface> surface{};
    std::shared_ptr<const SurfaceSequence> sequence{};  ///< null: it does not deform
    Motion motion{};
    Real thickness = 0.002;     ///< [m] cloth is kept this far from the surface
    Real friction = 0.4;        ///< coefficient between it and cloth
    bool is_two_sided = false;  ///< whether cloth may be on either side
    std::string shape{};        ///< what it was made as, for people: "sphere", "mesh"
    std::string color{};        ///< in pictures, like "#b0a28c"; empty: a grey

    /// Whether it is not always in the same place.
    bool is_moving() const { return sequence != nullptr || !motion.parts.empty(); }
    /// Writes where the surface's positions are at a time [s].
    void place(Real time, std::vector<Vec3>& positions) const;
};

}  // namespace pleat
