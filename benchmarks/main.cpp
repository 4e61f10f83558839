// Measures the parts of a step, mostly on one thread, and says how they stand against the marks we set ourselves.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "benchmarks/cloth_system.hpp"

namespace pleat::bench {
namespace {

// Arrays as large together as what one CG iteration on 100,000 particles touches, so that caches help both alike.
void stream_triad(benchmark::State& state) {
    const std::size_t n = 5'000'000;
    std::vector<double> a(n, 1), b(n, 2), c(n, 3);
    for (auto _ : state) {
        for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
        benchmark::ClobberMemory();
    }
    state.counters["GB/s"] =
        benchmark::Counter(24e-9 * static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate);
}

void evaluate(benchmark::State& state) {
    ClothSystem system(static_cast<int>(state.range(0)));
    const Threads one(1);
    for (auto _ : state) one.run([&] { system.evaluate(); });
    state.counters["us/triangle"] = benchmark::Counter(
        1e-6 * system.triangles(), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void product(benchmark::State& state) {
    ClothSystem system(static_cast<int>(state.range(0)));
    const Threads one(1);
    one.run([&] { system.evaluate(); });
    for (auto _ : state) one.run([&] { system.multiply(); });
    state.counters["GB/s"] =
        benchmark::Counter(1e-9 * system.product_bytes(), benchmark::Counter::kIsIterationInvariantRate);
}

void cg_iteration(benchmark::State& state) {
    ClothSystem system(static_cast<int>(state.range(0)));
    const Threads one(1);
    one.run([&] { system.evaluate(); });
    const int iterations = 50;
    for (auto _ : state) one.run([&] { system.iterate(iterations); });
    state.counters["GB/s"] =
        benchmark::Counter(1e-9 * iterations * system.iteration_bytes(), benchmark::Counter::kIsIterationInvariantRate);
}

void frame(benchmark::State& state) {
    const PinsScene pins = make_pins_scene(static_cast<int>(state.range(0)));
    SimulationSettings settings;
    settings.threads = 1;
    const int frames = 15;
    double stretch = 0;
    for (auto _ : state) {
        Simulation simulation(pins.model, pins.scene, settings);
        for (int i = 0; i < frames; ++i) simulation.advance_frame();
        stretch = 100 * std::max(simulation.frame_stats().warp.max_stretch, simulation.frame_stats().weft.max_stretch);
    }
    state.counters["ms/frame"] =
        benchmark::Counter(1e-3 * frames, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["stretch %"] = stretch;
}

BENCHMARK(stream_triad)->Unit(benchmark::kMillisecond)->MinTime(1);
BENCHMARK(evaluate)->Arg(2601)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(product)->Arg(2601)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(cg_iteration)->Arg(2601)->Arg(100000)->Unit(benchmark::kMillisecond)->MinTime(1);
BENCHMARK(frame)->Arg(500)->Arg(2601)->Unit(benchmark::kMillisecond);

// Prints the usual table and keeps the counters.
class Collector : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            values[run.benchmark_name()]["seconds"] = run.real_accumulated_time / static_cast<double>(run.iterations);
            for (const auto& [name, counter] : run.counters) values[run.benchmark_name()][name] = counter.value;
        }
        ConsoleReporter::ReportRuns(runs);
    }

    std::map<std::string, std::map<std::string, double>> values;
};

void print_marks(std::map<std::string, std::map<std::string, double>>& values) {
    const double triad = values["stream_triad/min_time:1.000"]["GB/s"];
    const double cg = values["cg_iteration/100000/min_time:1.000"]["GB/s"];
    std::printf("\nMarks, one thread where nothing else is said:\n");
    for (const char* n : {"2601", "100000"}) {
        std::printf("  evaluation, %6s particles: %.3f us a triangle (mark: 1 or less)\n", n,
                    values[std::string("evaluate/") + n]["us/triangle"]);
    }
    const double picture = values["picture/threads:2/real_time"]["seconds"];
    if (picture > 0)
        std::printf("  picture of 10000 particles, 1280x720, 4 samples, two threads: %.2f s (mark: about 1)\n",
                    picture);
    std::printf("  CG iteration, 100000 particles: %.1f GB/s, %.0f %% of the triad's %.1f GB/s (mark: 60 or more)\n",
                cg, 100 * cg / triad, triad);
}

}  // namespace
}  // namespace pleat::bench

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    pleat::bench::Collector collector;
    benchmark::RunSpecifiedBenchmarks(&collector);
    pleat::bench::print_marks(collector.values);
    return 0;
}
