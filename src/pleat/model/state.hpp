// Everything that changes from step to step, and everything that is needed to go on from here to the bit.
#pragma once
#include <cstdint>
#include <vector>

#include <pleat/core/real.hpp>
#include <pleat/model/contact.hpp>
#include <pleat/model/energy.hpp>

namespace pleat {

/// What adaptive stepping remembers.
struct StepControlState {
    Real step = 0;           ///< [s] size wanted for the next step; 0: not begun
    int good_steps = 0;      ///< accepted since the size last changed
    int wait = 2;            ///< good steps to take before a larger size is tried
    bool is_trying = false;  ///< the size was just enlarged
};

/// What a pin remembers of one of its particles.
struct PinGrip {
    Vec3 anchor = Vec3::Zero();  ///< [m] where the particle was when the pin took hold
    Real since = 0;              ///< [s] when that was
    bool is_holding = false;
};

/// What integrators remember of earlier steps; each uses what it needs and leaves the rest empty. All is empty at the
/// start, and after velocities were changed from outside.
struct MotionHistory {
    Real step = 0;                     ///< [s] size of the last step, or of its last part; 0: there was none
    std::vector<Vec3> force_per_mass;  ///< [m/s^2] at the end of the last step
    std::vector<Vec3> position;        ///< [m] before the last step
    std::vector<Vec3> velocity;        ///< [m/s] before the last step
    std::vector<Vec3> recoil;          ///< [m/s] of corrections, felt in the next step

    void forget() {
        step = 0;
        for (auto* vectors : {&force_per_mass, &position, &velocity, &recoil}) vectors->clear();
    }
    /// Whether it can belong to so many particles.
    bool fits(std::size_t particles) const;
};

/// What directional correction remembers.
struct FixedForOrder {
    std::vector<int> particles;  ///< for which its order was made, in increasing order
    Real differing = 0;          ///< [s] for how long the particles that are fixed now have differed from them
    std::vector<Real> touched;   ///< [s] when cloth last touched the solid of each rule (Scene::order_rules)
    bool is_made = false;
};

/// The state of a simulation.
struct State {
    Real time = 0;                   ///< [s] negative while the cloth settles before frame 0
    int frame = 0;                   ///< the frame finished last; -1 while the cloth settles
    std::vector<Vec3> position;      ///< [m]
    std::vector<Vec3> velocity;      ///< [m/s]
    std::vector<Vec3> acceleration;  ///< [m/s^2] at the end of the last step or over it, as the integrator has it
    MotionHistory history;
    std::vector<PinGrip> pin_grips;        ///< of all particles of all pins, in order
    std::vector<int> gripped;              ///< particles that the pointer held exactly, in increasing order
    std::vector<HeldContact> contacts;     ///< with solids, in increasing order of particles
    std::vector<FeatureGrip> grips;        ///< of cloth at corners and edges of solids, in increasing order of pairs
    std::vector<FeatureGrip> cloth_grips;  ///< of cloth at cloth, in increasing order of pairs
    std::vector<int> inside;  ///< particles that started inside a solid and are not out yet, in increasing order
    /// Particles of edges and triangles that cross each other, from a bad start, in increasing order.
    std::vector<int> tangled;
    int crossings = 0;    ///< of these edges and triangles
    FixedForOrder order;  ///< of directional correction
    StepControlState control;
    Real settling_energy = 0;  ///< [J] kinetic energy after the last step, while the cloth settles

    EnergyFlows power;         ///< [W] at the last stage
    Real pressing_energy = 0;  ///< [J] of cloth that presses on cloth

    /// Fingerprint of all of it but `power` and `pressing_energy`, which only accounts look at.
    std::uint64_t hash() const;
};

}  // namespace pleat
