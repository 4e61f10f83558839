// How the cost of `pins` grows with the number of particles.
#include <chrono>
#include <cstdio>
#include <functional>

#include <pleat/core/hash.hpp>

#include "benchmarks/cloth_system.hpp"
#include "benchmarks/fit.hpp"
#include "benchmarks/tables.hpp"

namespace pleat::bench {
namespace {

/// Nearest squares to 500, 899, 2602, 7359, 30000 and 100000, the largest with few frames.
struct Size {
    int particles;
    int frames;
};
constexpr Size kSizes[] = {{484, 75}, {900, 75}, {2601, 75}, {7396, 24}, {29929, 10}, {99856, 6}};

/// All sizes have these, so that their cost can be compared: later frames need more iterations.
constexpr int kCommonFrames = 6;

/// Seconds that `work` takes, the least of some tries.
Real seconds_of(const std::function<void()>& work) {
    using Clock = std::chrono::steady_clock;
    Real least = 1e9, sum = 0;
    for (int i = 0; i < 3 || (sum < 0.1 && i < 100); ++i) {
        const auto begin = Clock::now();
        work();
        const Real seconds = std::chrono::duration<Real>(Clock::now() - begin).count();
        least = std::min(least, seconds);
        sum += seconds;
    }
    return least;
}

/// One row: times in seconds.
struct Row {
    SheetRun run;
    Real evaluation;
    Real product;
    Real solve;         ///< of one step, over the common frames
    Real common_frame;  ///< wall time, over the common frames
    Real common_cpu;
};

Row measure(const Size& size, int threads) {
    Row row;
    {
        ClothSystem system(size.particles, {});
        const Threads team(threads);
        team.run([&] {
            row.evaluation = seconds_of([&] { system.evaluate(); });
            row.product = seconds_of([&] { system.multiply(); });
        });
    }
    row.run = run_sheet({.particles = size.particles, .frames = size.frames, .threads = threads});
    const SheetFrame common = row.run.sum(kCommonFrames);
    row.solve = common.seconds.solve / common.steps;
    row.common_frame = common.wall / kCommonFrames;
    row.common_cpu = common.cpu / kCommonFrames;
    return row;
}

void print(const Row& row) {
    const SheetFrame sum = row.run.sum();
    const Real frames = row.run.frame_count();
    std::printf("%7d %7d %10.3f %9.3f %9.2f %11.2f %11.2f %6d %10.2f %10.2f %7.0f %7.2f %7.2f %6.2f  %s\n",
                row.run.settings.threads, row.run.particles, 1e3 * row.evaluation, 1e3 * row.product, 1e3 * row.solve,
                1e3 * row.common_frame, 1e3 * row.common_cpu, row.run.frame_count(), 1e3 * sum.wall / frames,
                1e3 * sum.cpu / frames, static_cast<Real>(sum.cg_iterations) / sum.steps, 100 * row.run.stretch_last,
                100 * row.run.stretch_mean, row.run.peak_rms_speed, to_hex(row.run.hash).c_str());
    std::fflush(stdout);
}

Json exponents_of(const std::vector<Row>& rows) {
    const auto fit = [&](auto member) {
        std::vector<Cost> costs;
        for (const Row& row : rows) costs.push_back({static_cast<Real>(row.run.particles), row.*member});
        return fit_exponent(costs);
    };
    Json exponents{{"evaluation", fit(&Row::evaluation)},
                   {"product", fit(&Row::product)},
                   {"solve", fit(&Row::solve)},
                   {"frame", fit(&Row::common_frame)},
                   {"frame_cpu", fit(&Row::common_cpu)}};
    std::printf(
        "        grows with n to the %.2f      %.2f      %.2f        %.2f        %.2f  (paper: a frame 1.43)\n\n",
        exponents["evaluation"].get<Real>(), exponents["product"].get<Real>(), exponents["solve"].get<Real>(),
        exponents["frame"].get<Real>(), exponents["frame_cpu"].get<Real>());
    return exponents;
}

}  // namespace

Json measure_growth() {
    std::printf(
        "\nGrowth of `pins` [ms]; solve is one step's; frame and CPU of a frame first over the first %d frames, "
        "then over all that were run;\nstretch of grid edges [%%] at the last frame and the mean of the frames' "
        "largest, peak rms speed [m/s], hash of the last state.\n\n",
        kCommonFrames);
    std::printf("%7s %7s %10s %9s %9s %11s %11s %6s %10s %10s %7s %7s %7s %6s  %s\n", "threads", "n", "evaluation",
                "product", "solve", "frame", "CPU", "frames", "frame", "CPU", "CG/step", "stretch", "mean", "speed",
                "hash");
    Json growth{{"common_frames", kCommonFrames}, {"paper_exponent", 1.43}, {"threads", Json::array()}};
    for (const int threads : {1, 2}) {
        std::vector<Row> rows;
        Json list = Json::array();
        for (const Size& size : kSizes) {
            rows.push_back(measure(size, threads));
            print(rows.back());
            const Row& row = rows.back();
            Json entry = to_json(row.run);
            entry["evaluation_seconds"] = row.evaluation;
            entry["product_seconds"] = row.product;
            entry["solve_seconds_of_a_step"] = row.solve;
            entry["common_wall_per_frame"] = row.common_frame;
            entry["common_cpu_per_frame"] = row.common_cpu;
            list.push_back(entry);
        }
        growth["threads"].push_back({{"count", threads}, {"sizes", list}, {"exponents", exponents_of(rows)}});
    }
    return growth;
}

Json to_json(const SheetRun& run) {
    const SheetFrame sum = run.sum();
    return {{"particles", run.particles},
            {"threads", run.settings.threads},
            {"frames", run.frame_count()},
            {"wall_per_frame", sum.wall / run.frame_count()},
            {"cpu_per_frame", sum.cpu / run.frame_count()},
            {"steps", sum.steps},
            {"cg_iterations", sum.cg_iterations},
            {"stretch_last_percent", 100 * run.stretch_last},
            {"stretch_mean_percent", 100 * run.stretch_mean},
            {"peak_rms_speed", run.peak_rms_speed},
            {"crossings", run.crossings},
            {"shares",
             {{"eval", sum.seconds.eval / sum.wall},
              {"solve", sum.seconds.solve / sum.wall},
              {"cloth_cloth", sum.seconds.cloth_cloth / sum.wall},
              {"cloth_solid", sum.seconds.cloth_solid / sum.wall},
              {"corrections", sum.seconds.corrections / sum.wall}}},
            {"hash", to_hex(run.hash)}};
}

}  // namespace pleat::bench
