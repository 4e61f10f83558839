#include <pleat/core/parallel.hpp>
#include <pleat/io/run_account.hpp>

namespace pleat {

RunAccount make_account(const Simulation& simulation, const std::string& title, const std::string& scene_file) {
    RunAccount account;
    account.title = title;
    account.scene_file = scene_file;
    account.method = simulation.settings().method.preset;
    account.integrator = kTimeIntegratorNames[static_cast<std::size_t>(time_integrator(simulation.settings().method))];
    account.threads = simulation.thread_count();
    account.particles = simulation.model().particle_count();
    account.triangles = static_cast<int>(simulation.model().triangles.size());
    for (const Cloth& cloth : simulation.model().cloths) {
        account.cloths.push_back({cloth.name, cloth.particles.size(), cloth.triangles.size(), cloth.colors});
    }
    for (const Solid& solid : simulation.scene().solids) {
        account.solids.push_back({solid.name, solid.shape, static_cast<int>(solid.surface->positions.size()),
                                  static_cast<int>(solid.surface->triangles.size()), solid.is_moving(), solid.color});
    }
    account.frame_rate = simulation.settings().frame_rate;
    return account;
}

RunTotals sum_frames(std::span<const FrameStats> frames) {
    RunTotals totals;
    totals.frames = static_cast<int>(frames.size());
    WorstStretch& worst = totals.worst_stretch;
    for (const FrameStats& frame : frames) {
        totals.steps += frame.steps;
        totals.rejections += frame.rejections;
        totals.evaluations += frame.evaluations;
        totals.cg_iterations += frame.cg_iterations;
        totals.seconds += frame.seconds;
        if (frame.warp.max_stretch > worst.stretch) worst = {frame.warp.max_stretch, "warp", frame.frame};
        if (frame.weft.max_stretch > worst.stretch) worst = {frame.weft.max_stretch, "weft", frame.frame};
        if (frame.bias.max_stretch > worst.stretch) worst = {frame.bias.max_stretch, "bias", frame.frame};
    }
    return totals;
}

}  // namespace pleat
