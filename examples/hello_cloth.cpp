// A sheet held by two corners swings down. Prints where its lowest particle is, frame by frame.
#include <algorithm>
#include <cstdio>

#include <pleat/pleat.hpp>

int main() {
    pleat::ClothSource sheet;
    sheet.name = "sheet";
    sheet.mesh = pleat::make_grid({.size = {1, 1}, .cells = {20, 20}, .facing = pleat::Facing::level});
    sheet.fabric = pleat::named_fabric("cotton");
    pleat::Model model = pleat::ModelBuilder().add(sheet).build();

    pleat::Pin corners;
    const auto& groups = model.cloths[0].groups;
    corners.particles = {groups.at("top-left")[0], groups.at("top-right")[0]};
    pleat::Scene scene;
    scene.pins.push_back(corners);

    pleat::Simulation simulation(std::move(model), scene);
    for (int frame = 1; frame <= 30; ++frame) {
        simulation.advance_frame();
        const auto& x = simulation.state().position;
        const auto lowest = std::min_element(x.begin(), x.end(), [](auto& a, auto& b) { return a.y() < b.y(); });
        std::printf("%.3f s: lowest at %.3f m\n", simulation.state().time, lowest->y());
    }
}
