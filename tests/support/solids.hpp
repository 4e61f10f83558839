// Solids, and sheets that touch them, for tests.
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <Eigen/Geometry>

#include <pleat/pleat.hpp>
#include <pleat/shapes/make_surface.hpp>

namespace pleat::test {

inline Solid make_solid(Surface surface, const std::string& name = "solid") {
    return {.name = name, .surface = std::make_shared<Surface>(std::move(surface))};
}

/// A level square about the origin.
inline Solid make_floor(Real half_size = 2) { return make_solid(make_plane({half_size, 1}), "floor"); }

inline Surface moved_by(Surface surface, const Vec3& offset) {
    for (Vec3& x : surface.positions) x += offset;
    return surface;
}

/// Moves along a straight line from one time to another [s], by `offset` [m].
inline MotionPart straight_motion(Real from, Real to, const Vec3& offset) {
    const Keyframes keys{{from, to}, {Vec3::Zero(), offset}, Interpolation::linear};
    return {KeyframedTranslation{keys}, 0, kForever};
}

/// A square sheet, level at this height [m], of a fabric that comes with Pleat.
inline Model level_sheet(Real side, int cells, Real height, const std::string& fabric = "cotton") {
    ClothSource source;
    source.name = "sheet";
    source.mesh = make_grid({.size = {side, side}, .cells = {cells, cells}, .facing = Facing::level});
    place(source.mesh, Mat3::Identity(), Vec3(0, height, 0));
    source.fabric = named_fabric(fabric);
    return ModelBuilder().add(source).build();
}

/// Gives all particles of a simulation a velocity [m/s].
inline void throw_cloth(Simulation& simulation, const Vec3& velocity) {
    Snapshot snapshot = simulation.snapshot();
    std::fill(snapshot.state.velocity.begin(), snapshot.state.velocity.end(), velocity);
    simulation.restore(std::move(snapshot));
}

/// Advances to a time [s].
inline void advance_to(Simulation& simulation, Real time) {
    while (simulation.state().time < time - 1e-9) simulation.advance_frame();
}

/// [m] of the centre of mass.
inline Vec3 center_of_mass(const Simulation& simulation) {
    Vec3 sum = Vec3::Zero();
    Real mass = 0;
    for (std::size_t i = 0; i < simulation.state().position.size(); ++i) {
        sum += simulation.model().masses[i] * simulation.state().position[i];
        mass += simulation.model().masses[i];
    }
    return sum / mass;
}

/// [J] Flows of all frames until a time [s].
inline EnergyFlows flows_until(Simulation& simulation, Real time) {
    EnergyFlows sum;
    while (simulation.state().time < time - 1e-9) {
        simulation.advance_frame();
        sum += simulation.frame_stats().flows;
    }
    return sum;
}

}  // namespace pleat::test
