// Lets the sheet of hello_cloth swing for a moment and draws it, with nothing but an installed Pleat.
#include <cstdio>
#include <cstdlib>

#include <pleat/mesh/normals.hpp>
#include <pleat/pleat.hpp>
#include <pleat/render/png.hpp>
#include <pleat/render/renderer.hpp>

int main() {
    pleat::ClothSource sheet;
    sheet.mesh = pleat::make_grid({.size = {1, 1}, .cells = {20, 20}, .facing = pleat::Facing::level});
    sheet.fabric = pleat::named_fabric("cotton");
    pleat::Model model = pleat::ModelBuilder().add(sheet).build();
    pleat::Pin corners;
    const auto& groups = model.cloths[0].groups;
    corners.particles = {groups.at("top-left")[0], groups.at("top-right")[0]};
    pleat::Scene scene;
    scene.pins.push_back(corners);
    pleat::Simulation simulation(std::move(model), scene);
    for (int frame = 0; frame < 5; ++frame) simulation.advance_frame();

    pleat::View view;
    pleat::DrawnSurface& surface = view.surfaces.emplace_back();
    for (const pleat::Vec3& x : simulation.state().position) surface.positions.push_back(x.cast<float>());
    surface.triangles = sheet.mesh.triangles;
    surface.normals = pleat::smooth_normals(surface.positions, surface.triangles);
    surface.material.warp = surface.material.weft = {0.5f, 0.02f, 0.02f};
    const pleat::RenderSettings settings{{64, 36}, 1};
    view.camera = pleat::find_camera(simulation.state().position, settings.size);
    const pleat::Picture picture = pleat::develop(pleat::render(view, settings));

    int red = 0;
    for (const pleat::Rgb& pixel : picture.pixels) red += pixel.red > 2 * pixel.blue;
    std::printf("%d of %zu pixels are red, %zu bytes of PNG\n", red, picture.pixels.size(),
                pleat::format_png(picture).size());
    return red > 100 ? EXIT_SUCCESS : EXIT_FAILURE;
}
