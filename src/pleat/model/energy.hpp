// The energies of cloth, and the ways in which energy comes and goes.
#pragma once
#include <array>

#include <pleat/core/real.hpp>

namespace pleat {

/// [J] Energies of all cloths together.
struct Energies {
    Real kinetic = 0;
    Real gravity = 0;
    Real stretch = 0;
    Real shear = 0;
    Real bend = 0;
    Real pressing = 0;  ///< of cloth that presses on cloth

    Real total() const { return kinetic + gravity + stretch + shear + bend + pressing; }
};

/// Energy on its way: [J] over some time, or [W] at an instant.
struct EnergyFlows {
    Real pins = 0;             ///< work that pins, and the pointer, do on the cloth
    Real air = 0;              ///< work that wind and drag do on the cloth
    Real stretch_damping = 0;  ///< taken by the damping of stretch
    Real shear_damping = 0;    ///< taken by the damping of shear
    Real bend_damping = 0;     ///< taken by the damping of bend
    Real solids = 0;           ///< work that moving solids do on the cloth
    Real contact = 0;          ///< lost where cloth is stopped by solids
    Real friction = 0;         ///< taken by friction with solids
    Real corrections = 0;      ///< taken by corrections after integration
    Real fail_safe = 0;        ///< taken by keeping cloth from crossing after a solve
    Real settling = 0;         ///< taken by stopping the motion while the cloth settles

    /// What the cloth gains.
    Real net() const;
    EnergyFlows& operator+=(const EnergyFlows& other);
};

/// One of the flows.
struct EnergyFlow {
    const char* name;          ///< in accounts
    Real EnergyFlows::*value;  ///< where it is
    int sign;                  ///< 1: the cloth gains it, -1: it loses it
};

/// All flows, in the order of accounts. Whoever adds, saves or prints flows goes through this list.
inline constexpr std::array<EnergyFlow, 11> kEnergyFlows{{
    {"pins", &EnergyFlows::pins, 1},
    {"air", &EnergyFlows::air, 1},
    {"stretch_damping", &EnergyFlows::stretch_damping, -1},
    {"shear_damping", &EnergyFlows::shear_damping, -1},
    {"bend_damping", &EnergyFlows::bend_damping, -1},
    {"solids", &EnergyFlows::solids, 1},
    {"contact", &EnergyFlows::contact, -1},
    {"friction", &EnergyFlows::friction, -1},
    {"corrections", &EnergyFlows::corrections, -1},
    {"fail_safe", &EnergyFlows::fail_safe, -1},
    {"settling", &EnergyFlows::settling, -1},
}};

inline Real EnergyFlows::net() const {
    Real sum = 0;
    for (const EnergyFlow& flow : kEnergyFlows) sum += flow.sign * this->*flow.value;
    return sum;
}

inline EnergyFlows& EnergyFlows::operator+=(const EnergyFlows& other) {
    for (const EnergyFlow& flow : kEnergyFlows) this->*flow.value += other.*flow.value;
    return *this;
}

inline EnergyFlows operator*(Real factor, EnergyFlows flows) {
    for (const EnergyFlow& flow : kEnergyFlows) flows.*flow.value *= factor;
    return flows;
}

}  // namespace pleat
