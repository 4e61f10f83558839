#include "benchmarks/marks.hpp"

#include <cstdio>

namespace pleat::bench {
namespace {

// 0 if it was not measured.
Real value_of(const Collector& parts, const std::string& part, const std::string& counter) {
    const auto found = parts.values.find(part);
    if (found == parts.values.end()) return 0;
    const auto value = found->second.find(counter);
    return value == found->second.end() ? 0 : value->second;
}

}  // namespace

Json print_marks(const Collector& parts) {
    Json marks = Json::object();
    std::printf("\nMarks, one thread where nothing else is said:\n");
    for (const std::string bend : {"hinges", "plates"}) {
        for (const std::string n : {"2601", "100000"}) {
            const Real evaluation = value_of(parts, "evaluate/" + bend + "/" + n, "us/triangle");
            if (evaluation == 0) continue;
            std::printf("  evaluation with %s, %6s particles: %.3f us a triangle%s\n", bend.c_str(), n.c_str(),
                        evaluation, bend == "hinges" ? " (mark: 1 or less)" : "");
            marks["evaluation_us_per_triangle_" + bend + "_" + n] = evaluation;
        }
    }
    const Real picture = value_of(parts, "picture/threads:2/real_time", "seconds");
    if (picture > 0) {
        std::printf("  picture of 10000 particles, 1280x720, 4 samples, two threads: %.2f s (mark: about 1)\n",
                    picture);
        marks["picture_seconds"] = picture;
    }
    const Real triad = value_of(parts, "stream_triad/min_time:1.000", "GB/s");
    const Real cg = value_of(parts, "cg_iteration/100000/min_time:1.000", "GB/s");
    if (triad > 0 && cg > 0) {
        std::printf(
            "  CG iteration with block Jacobi, 100000 particles: %.1f GB/s, %.0f %% of the triad's %.1f GB/s (mark: 60 "
            "or more)\n",
            cg, 100 * cg / triad, triad);
        marks["cg_share_of_triad"] = cg / triad;
        marks["triad_gb_per_second"] = triad;
    }
    return marks;
}

}  // namespace pleat::bench
