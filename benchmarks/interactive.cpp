// The interactive method: cloth that falls on a sphere and touches itself, with the fail-safe and without.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include <pleat/corrections/correction_order.hpp>
#include <pleat/pleat.hpp>
#include <pleat/shapes/make_surface.hpp>

#include "benchmarks/fit.hpp"
#include "benchmarks/tables.hpp"

namespace pleat::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Real kFrame = 1.0 / 30;  // [s]

struct Settings {
    int cells;  // along each side
    int frames;
    int threads = 1;
    bool fail_safe = true;
    std::optional<Real> substep = 1.0 / 120;  // [s] the paper's; none: that of the method
    int sweeps = 4;
    // Beyond the paper: limits that reach far, sweeps at the end of a step, and limits of strain.
    int reach = 1;
    int finishing_sweeps = 0;
    std::optional<Vec2> strain = std::nullopt;
    Real step = kFrame;  // [s]

    const char* name() const {
        if (reach > 1) return fail_safe ? "reach, fail-safe" : "reach";
        return fail_safe ? "fail-safe" : "as in the paper";
    }
};

struct Result {
    int particles = 0;
    Real cpu = 0;      // [s] a frame, of all threads
    Real wall = 0;     // [s] a frame
    Real least = 1e9;  // [s] wall time of the fastest frame
    Real stretch = 0;  // worst of any frame
    Real at_rest = 0;  // worst of the last one
    int substeps = 0;  // a frame
};

// A level sheet of 1 m by 1 m just above a sphere.
std::pair<Model, Scene> make_scene(int cells) {
    ClothSource source;
    source.name = "sheet";
    source.mesh = make_grid({.size = {1, 1}, .cells = {cells, cells}, .facing = Facing::level});
    source.fabric = named_fabric("cotton");
    Solid sphere;
    sphere.name = "sphere";
    Surface surface = make_sphere({.radius = 0.25, .rings = 24});
    for (Vec3& x : surface.positions) x.y() -= 0.27;
    sphere.thickness = 0.008;
    sphere.surface = std::make_shared<const Surface>(std::move(surface));
    Scene scene;
    scene.solids.push_back(sphere);
    return {ModelBuilder().add(source).build(), std::move(scene)};
}

Result run(const Settings& wanted) {
    auto [model, scene] = make_scene(wanted.cells);
    SimulationSettings settings;
    settings.threads = wanted.threads;
    settings.method.preset = "interactive";
    settings.method.fail_safe = wanted.fail_safe;
    settings.method.corrections.substep = wanted.substep;
    settings.method.corrections.sweeps = wanted.sweeps;
    settings.method.corrections.reach = wanted.reach;
    settings.method.corrections.finishing_sweeps = wanted.finishing_sweeps;
    settings.method.corrections.strain_limits = wanted.strain;
    settings.steps.max_step = wanted.step;
    Simulation simulation(std::move(model), std::move(scene), settings);
    Result result;
    result.particles = simulation.model().particle_count();
    const Real cpu = cpu_seconds();
    const auto begin = Clock::now();
    for (int i = 0; i < wanted.frames; ++i) {
        const auto frame = Clock::now();
        simulation.advance_frame();
        result.least = std::min(result.least, std::chrono::duration<Real>(Clock::now() - frame).count());
        const FrameStats& stats = simulation.frame_stats();
        result.at_rest = std::max({stats.warp.max_stretch, stats.weft.max_stretch, stats.bias.max_stretch});
        result.stretch = std::max(result.stretch, result.at_rest);
        result.substeps = stats.corrections.substeps;
    }
    result.wall = std::chrono::duration<Real>(Clock::now() - begin).count() / wanted.frames;
    result.cpu = (cpu_seconds() - cpu) / wanted.frames;
    return result;
}

Json print(const Settings& settings, const Result& result) {
    std::printf("%7d %9d %8d %8d  %-16s %9.2f %9.2f %9.2f %9.2f %8.1f %8.1f\n", settings.threads, result.particles,
                result.substeps, settings.sweeps, settings.name(), 1e3 * result.cpu, 1e3 * result.wall,
                1e3 * result.least, kFrame / result.cpu, 100 * result.stretch, 100 * result.at_rest);
    std::fflush(stdout);
    return {{"threads", settings.threads},
            {"particles", result.particles},
            {"substeps_a_frame", result.substeps},
            {"sweeps", settings.sweeps},
            {"reach", settings.reach},
            {"finishing_sweeps", settings.finishing_sweeps},
            {"fail_safe", settings.fail_safe},
            {"cpu_per_frame", result.cpu},
            {"wall_per_frame", result.wall},
            {"least_wall_of_a_frame", result.least},
            {"worst_stretch", result.stretch},
            {"worst_stretch_at_the_end", result.at_rest}};
}

void measure_small(const Settings& settings, Json& list) {
    const Result result = run(settings);
    list.push_back(print(settings, result));
    std::printf("        %.1f times real time (mark: 20 or more)\n", kFrame / result.cpu);
}

void measure_large(const Settings& settings, Json& list) {
    const Result result = run(settings);
    list.push_back(print(settings, result));
    std::printf("        %.0f ms a frame (mark: 33 or less), worst stretch %.1f %% (mark: 10 %% or less)\n",
                1e3 * result.wall, 100 * result.stretch);
}

// The paper's size on one thread, and far beyond it on two: as the paper has it, with as many sweeps in shorter
// substeps, which stretch cloth less, or with substeps that the method finds short enough by itself, and with limits
// that reach far, for which longer ones are enough.
Json measure_marks() {
    Json list = Json::array();
    for (const bool fail_safe : {false, true}) {
        const Settings paper{.cells = 39, .frames = 90, .fail_safe = fail_safe};
        measure_small(paper, list);
        Settings fine = paper, far = paper;
        fine.substep = 1.0 / 480;
        fine.sweeps = 1;
        measure_small(fine, list);
        far.sweeps = 2;
        far.reach = 4;
        measure_small(far, list);
    }
    for (const bool fail_safe : {false, true}) {
        const Settings paper{.cells = 140, .frames = 30, .threads = 2, .fail_safe = fail_safe};
        measure_large(paper, list);
        Settings usual = paper, far = paper;
        usual.substep.reset();
        usual.sweeps = 1;
        measure_large(usual, list);
        far.step = kFrame / 2;
        far.substep = 1.0 / 600;
        far.sweeps = 1;
        far.reach = 8;
        far.finishing_sweeps = 12;
        far.strain = Vec2(-0.02, 0.01);
        measure_large(far, list);
    }
    return list;
}

Json measure_growth_with_size() {
    Json list = Json::array();
    for (const bool fail_safe : {false, true}) {
        std::vector<Cost> costs;
        for (const int cells : {19, 39, 79, 159}) {
            const Settings settings{.cells = cells, .frames = 30, .fail_safe = fail_safe};
            const Result result = run(settings);
            costs.push_back({static_cast<Real>(result.particles), result.cpu});
            list.push_back(print(settings, result));
            std::printf("        %.2f us a particle and frame\n", 1e6 * result.cpu / result.particles);
        }
        std::printf("        a frame grows with n to the %.2f (mark: close to 1)\n", fit_exponent(costs));
        list.back()["exponent"] = fit_exponent(costs);
    }
    return list;
}

// What making the order of directional correction costs.
Json measure_orders() {
    Json list = Json::array();
    std::printf("\nTime to make an order of directional correction, two top corners fixed:\n");
    for (const int cells : {19, 40, 79, 159}) {
        const Model model = make_scene(cells).first;
        const int last = model.particle_count() - 1;
        const CorrectionOrder order(model, {});
        Real least = 1e9;
        std::size_t edges = 0;
        for (int i = 0; i < 5; ++i) {
            const auto begin = Clock::now();
            edges = order.list(std::vector{last - cells, last}).size();
            least = std::min(least, std::chrono::duration<Real>(Clock::now() - begin).count());
        }
        std::printf("  %6d particles: %8.3f ms, %zu corrections%s\n", model.particle_count(), 1e3 * least, edges,
                    cells == 40 ? " (paper, 2011: 520 ms)" : "");
        list.push_back({{"particles", model.particle_count()}, {"seconds", least}, {"corrections", edges}});
    }
    std::printf("\n");
    return list;
}

}  // namespace

Json measure_interactive() {
    std::printf(
        "\nThe interactive method: a sheet of 1 m falls on a sphere and touches itself, frames of 1/30 s [ms]: of the "
        "processor, of the clock, and of the fastest frame;\ntimes real time by the processor; worst stretch of any "
        "frame "
        "and of the last [%%].\n\n%7s %9s %8s %8s  %-16s %9s %9s %9s %9s %8s %8s\n",
        "threads", "particles", "substeps", "sweeps", "", "CPU", "wall", "least", "x real", "stretch", "at end");
    Json results;
    results["marks"] = measure_marks();
    results["growth"] = measure_growth_with_size();
    results["orders"] = measure_orders();
    return results;
}

}  // namespace pleat::bench
