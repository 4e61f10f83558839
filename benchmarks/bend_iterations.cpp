// Whether stiff bending makes the linear solve harder.
#include <cstdio>

#include <pleat/core/hash.hpp>

#include "benchmarks/tables.hpp"

namespace pleat::bench {

Json measure_bend_iterations() {
    std::printf(
        "CG iterations of `pins`, 2601 particles, 15 frames, over the bend stiffness of cotton (paper: they change "
        "by 5 %%).\n\n%8s %9s %9s %9s %8s  %s\n",
        "times", "CG/step", "change", "ms/frame", "stretch", "hash");
    std::vector<SheetRun> runs;
    Json list = Json::array();
    for (const Real factor : {1.0, 0.1, 10.0, 100.0, 1000.0}) {
        runs.push_back(run_sheet({.frames = 15, .bend_factor = factor}));
        const auto iterations = [](const SheetRun& run) {
            const SheetFrame sum = run.sum();
            return static_cast<Real>(sum.cg_iterations) / sum.steps;
        };
        const Real change = iterations(runs.back()) / iterations(runs.front()) - 1;
        std::printf("%8g %9.1f %+7.1f %% %9.2f %8.2f  %s\n", factor, iterations(runs.back()), 100 * change,
                    1e3 * runs.back().sum().wall / runs.back().frame_count(), 100 * runs.back().stretch_last,
                    to_hex(runs.back().hash).c_str());
        std::fflush(stdout);
        Json entry = to_json(runs.back());
        entry["bend_factor"] = factor;
        entry["change_of_cg_iterations"] = change;
        list.push_back(entry);
    }
    std::printf("\n");
    return list;
}

}  // namespace pleat::bench
