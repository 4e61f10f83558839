#include "benchmarks/sheet.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <sys/resource.h>

#include <pleat/audit/state_audit.hpp>
#include <pleat/shapes/make_surface.hpp>

namespace pleat::bench {
namespace {

Real rms_speed(const std::vector<Vec3>& before, const std::vector<Vec3>& after, Real frame_rate) {
    Real sum = 0;
    for (std::size_t i = 0; i < before.size(); ++i) sum += (after[i] - before[i]).squaredNorm();
    return frame_rate * std::sqrt(sum / static_cast<Real>(before.size()));
}

// Its top at height 0, with 322 positions.
Solid make_cylinder_below() {
    constexpr Real kHeight = 0.6;
    Surface surface = make_cylinder({.radius = 0.25, .height = kHeight, .segments = 32, .rings = 10});
    for (Vec3& x : surface.positions) x.y() -= kHeight / 2;
    Solid cylinder;
    cylinder.name = "cylinder";
    cylinder.surface = std::make_shared<const Surface>(std::move(surface));
    cylinder.thickness = 0.005;
    return cylinder;
}

}  // namespace

SheetScene make_sheet_scene(const SheetSettings& settings) {
    const int cells = std::max(1, static_cast<int>(std::lround(std::sqrt(settings.particles))) - 1);
    ClothSource source;
    source.name = "sheet";
    source.mesh = make_grid({.size = {1, 1}, .cells = {cells, cells}, .facing = Facing::level});
    source.fabric = named_fabric("cotton");
    source.fabric.bend_warp *= settings.bend_factor;
    source.fabric.bend_weft *= settings.bend_factor;
    if (settings.density > 0) source.fabric.density = settings.density;
    if (settings.race == Race::cylinder) place(source.mesh, Mat3::Identity(), Vec3(0, 0.02, 0));
    SheetScene sheet{ModelBuilder().add(source).build(), {}};
    if (settings.race == Race::cylinder) {
        sheet.scene.solids.push_back(make_cylinder_below());
        return sheet;
    }
    Pin corners;
    for (const char* corner : {"top-left", "top-right"}) {
        corners.particles.push_back(sheet.model.cloths[0].groups.at(corner)[0]);
    }
    sheet.scene.pins.push_back(corners);
    sheet.scene.air_density = 0;
    return sheet;
}

SheetFrame SheetRun::sum(int count) const {
    SheetFrame sum;
    const int end = count < 0 ? frame_count() : std::min(count, frame_count());
    for (int i = 0; i < end; ++i) {
        const SheetFrame& frame = frames[static_cast<std::size_t>(i)];
        sum.wall += frame.wall;
        sum.cpu += frame.cpu;
        sum.seconds += frame.seconds;
        sum.steps += frame.steps;
        sum.cg_iterations += frame.cg_iterations;
    }
    return sum;
}

Real cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<Real>(t.tv_sec) + 1e-6 * static_cast<Real>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

SheetRun run_sheet(const SheetSettings& settings) {
    using Clock = std::chrono::steady_clock;
    SheetScene sheet = make_sheet_scene(settings);
    SheetRun run;
    run.settings = settings;
    run.particles = sheet.model.particle_count();
    SimulationSettings simulation_settings;
    simulation_settings.threads = settings.threads;
    simulation_settings.method.bend = settings.bend;
    simulation_settings.method.cloth_contact = settings.race == Race::cylinder && settings.cloth_contact;
    simulation_settings.method.integrator = settings.integrator;
    simulation_settings.steps.max_step = 1 / (simulation_settings.frame_rate * settings.steps_a_frame);
    Simulation simulation(std::move(sheet.model), sheet.scene, simulation_settings);
    const StateAudit audit(simulation.model(), simulation.scene());
    for (int i = 0; i < settings.frames; ++i) {
        const std::vector<Vec3> before = simulation.state().position;
        const Real cpu = cpu_seconds();
        const auto begin = Clock::now();
        simulation.advance_frame();
        const Real wall = std::chrono::duration<Real>(Clock::now() - begin).count();
        const FrameStats& stats = simulation.frame_stats();
        run.frames.push_back({wall, cpu_seconds() - cpu, stats.seconds, stats.steps, stats.cg_iterations});
        run.stretch_last = std::max(stats.warp.max_stretch, stats.weft.max_stretch);
        run.stretch_mean += run.stretch_last / settings.frames;
        run.peak_rms_speed = std::max(run.peak_rms_speed,
                                      rms_speed(before, simulation.state().position, simulation.settings().frame_rate));
        if (settings.race == Race::cylinder) {
            run.crossings += audit.cloth_crossings(simulation.state()) + audit.solid_crossings(simulation.state());
        }
        run.hash = stats.hash;
    }
    return run;
}

}  // namespace pleat::bench
