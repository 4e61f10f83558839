// Measures how long a picture takes.
#include <cmath>

#include <benchmark/benchmark.h>

#include <pleat/core/parallel.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/mesh/normals.hpp>
#include <pleat/render/renderer.hpp>

namespace pleat::bench {
namespace {

// A hanging sheet of 10,000 particles with folds, as large in the picture as a found camera makes it.
View make_view(ImageSize size) {
    TriangleMesh mesh = make_grid({.size = {1.6, 1}, .cells = {99, 99}});
    for (Vec3& x : mesh.positions) x.z() = 0.06 * std::sin(25 * x.x()) * (0.6 - x.y());
    View view;
    DrawnSurface& surface = view.surfaces.emplace_back();
    for (const Vec3& x : mesh.positions) surface.positions.push_back(x.cast<float>());
    surface.triangles = mesh.triangles;
    for (const auto& uv : mesh.uv)
        surface.uv.push_back({uv[0].cast<float>(), uv[1].cast<float>(), uv[2].cast<float>()});
    surface.normals = smooth_normals(surface.positions, surface.triangles);
    surface.material.thread_width = 0.003f;
    view.ground = -0.55;
    view.camera = find_camera(mesh.positions, size);
    return view;
}

void picture(benchmark::State& state) {
    const RenderSettings settings{{1280, 720}, 4};
    const View view = make_view(settings.size);
    const Threads threads(static_cast<int>(state.range(0)));
    for (auto _ : state) threads.run([&] { benchmark::DoNotOptimize(develop(render(view, settings)).pixels.data()); });
}

BENCHMARK(picture)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace pleat::bench
