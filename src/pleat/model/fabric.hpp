// What a cloth is made of, in SI units.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include <pleat/core/real.hpp>

namespace pleat {

/// Material constants of one fabric. The warp runs along u of the material coordinates, the weft along v.
struct Fabric {
    std::string name;
    std::string description;

    Real density = 0.15;  ///< [kg/m^2]

    Real stretch_warp = 2000;   ///< [N/m] force per width and relative extension along the warp
    Real stretch_weft = 2000;   ///< [N/m] the same along the weft
    Real stretch_damping = 2;   ///< [N s/m] force per width and rate of extension
    Real shear = 40;            ///< [N/m] force per width and shear angle
    Real shear_damping = 0.04;  ///< [N s/m]
    Real bend_warp = 1e-5;      ///< [N m] moment per width and curvature of the warp threads
    Real bend_weft = 1e-5;      ///< [N m] the same for the weft threads
    Real bend_damping = 1e-7;   ///< [N m s]
    Real bend_poisson = 0;      ///< share of the moment that curvature in one direction causes across it; -1 to 1

    Real friction = 0.3;    ///< coefficient of Coulomb friction
    Real thickness = 4e-4;  ///< [m]
    Real air_drag = 1;      ///< drag coefficient of a triangle met by air along its normal

    Real strain_min = -0.02;  ///< shortest allowed relative length change of a thread, where a method limits it
    Real strain_max = 0.10;   ///< longest allowed

    bool operator==(const Fabric&) const = default;
};

/// The fabrics that come with Pleat; docs/fabrics.md names the source of every number.
std::span<const Fabric> named_fabrics();

/// Throws ErrorKind::bad_input with the nearest known name.
const Fabric& named_fabric(std::string_view name);

}  // namespace pleat
