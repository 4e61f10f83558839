// pleat fabrics [NAME]
#include <memory>
#include <string>

#include <fmt/core.h>

#include <pleat/model/fabric.hpp>

#include "commands.hpp"
#include "exit_status.hpp"

namespace pleat {
namespace {

void print_table() {
    fmt::print("{:<22}{:>9}{:>15}{:>8}{:>18}{:>11}{:>10}\n", "name", "density", "stretch", "shear", "bend", "thickness",
               "friction");
    fmt::print("{:<22}{:>9}{:>15}{:>8}{:>18}{:>11}{:>10}\n", "", "kg/m^2", "N/m", "N/m", "N m", "m", "");
    for (const Fabric& f : named_fabrics()) {
        fmt::print("{:<22}{:>9.4g}{:>15}{:>8.3g}{:>18}{:>11.3g}{:>10.2g}\n", f.name, f.density,
                   fmt::format("{:.0f} {:.0f}", f.stretch_warp, f.stretch_weft), f.shear,
                   fmt::format("{:.2e} {:.2e}", f.bend_warp, f.bend_weft), f.thickness, f.friction);
    }
    fmt::print("\nStretch and bend: warp, weft. `pleat fabrics NAME` shows all numbers of one as TOML.\n");
}

// Numbers are printed so that they read back to the same bits.
void print_toml(const Fabric& f) {
    fmt::print("[fabric.{}]\n", f.name);
    fmt::print("description = \"{}\"\n", f.description);
    fmt::print("density = {}  # kg/m^2\n", f.density);
    fmt::print("stretch = {{ warp = {}, weft = {}, damping = {} }}  # N/m, N/m, N s/m\n", f.stretch_warp,
               f.stretch_weft, f.stretch_damping);
    fmt::print("shear = {{ stiffness = {}, damping = {} }}  # N/m, N s/m\n", f.shear, f.shear_damping);
    fmt::print("bend = {{ warp = {}, weft = {}, damping = {}, poisson = {} }}  # N m, N m, N m s, ratio\n", f.bend_warp,
               f.bend_weft, f.bend_damping, f.bend_poisson);
    fmt::print("friction = {}\n", f.friction);
    fmt::print("thickness = {}  # m\n", f.thickness);
    fmt::print("air_drag = {}\n", f.air_drag);
    fmt::print("strain = {{ min = {}, max = {} }}\n", f.strain_min, f.strain_max);
}

}  // namespace

Action define_fabrics(CLI::App& command) {
    const auto name = std::make_shared<std::string>();
    command.add_option("NAME", *name, "Show this fabric as TOML that can be pasted into a scene");
    return [name] {
        if (name->empty()) {
            print_table();
        } else {
            print_toml(named_fabric(*name));
        }
        return kDone;
    };
}

}  // namespace pleat
