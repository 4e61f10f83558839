// Measures the parts of a step on one thread.
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

// The forces and the solve of the large-steps paper, for which the marks are set.
MethodSettings as_printed() {
    MethodSettings method;
    method.bend = BendModel::hinge;
    method.preconditioner = PreconditionerKind::block_jacobi;
    return method;
}

void evaluate(benchmark::State& state, const MethodSettings& method) {
    ClothSystem system(static_cast<int>(state.range(0)), method);
    const Threads one(1);
    for (auto _ : state) one.run([&] { system.evaluate(); });
    state.counters["us/triangle"] = benchmark::Counter(
        1e-6 * system.triangles(), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void product(benchmark::State& state) {
    ClothSystem system(static_cast<int>(state.range(0)), as_printed());
    const Threads one(1);
    one.run([&] { system.evaluate(); });
    for (auto _ : state) one.run([&] { system.multiply(); });
    state.counters["GB/s"] =
        benchmark::Counter(1e-9 * system.product_bytes(), benchmark::Counter::kIsIterationInvariantRate);
}

void cg_iteration(benchmark::State& state) {
    ClothSystem system(static_cast<int>(state.range(0)), as_printed());
    const Threads one(1);
    one.run([&] { system.evaluate(); });
    const int iterations = 50;
    for (auto _ : state) one.run([&] { system.iterate(iterations); });
    state.counters["GB/s"] =
        benchmark::Counter(1e-9 * iterations * system.iteration_bytes(), benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(stream_triad)->Unit(benchmark::kMillisecond)->MinTime(1);
BENCHMARK_CAPTURE(evaluate, hinges, as_printed())->Arg(2601)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, plates, MethodSettings{})->Arg(2601)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(product)->Arg(2601)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(cg_iteration)->Arg(2601)->Arg(100000)->Unit(benchmark::kMillisecond)->MinTime(1);

}  // namespace
}  // namespace pleat::bench
