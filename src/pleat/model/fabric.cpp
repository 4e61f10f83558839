// The fabrics that come with Pleat. docs/fabrics.md says where each number comes from and how it was converted.
#include <vector>

#include <pleat/core/error.hpp>
#include <pleat/model/fabric.hpp>

namespace pleat {
namespace {

// What is published about a fabric.
struct Measured {
    const char* name;
    const char* description;
    Real density, stretch_warp, stretch_weft, shear, bend_warp, bend_weft, thickness, friction;
};

constexpr Measured kMeasured[] = {
    // density, stretch warp and weft, shear, bend warp and weft, thickness, friction
    {"cotton", "100% cotton plain weave, shirting, crisp", 0.1238, 2.14e+04, 2.14e+04, 72.2, 1.16e-05, 1.16e-05,
     0.000497, 0.17},
    {"cotton-twill", "65% cotton 31% polyester 4% elastane, 2/1 twill, chino trousers with weft stretch", 0.2534,
     1.41e+04, 2320, 72.2, 7.43e-06, 3.7e-06, 0.00062, 0.17},
    {"denim", "light to medium denim, twill, jeans; mean of six measured denims", 0.2921, 9420, 9420, 110, 1.71e-05,
     1.71e-05, 0.000993, 0.17},
    {"wool-tropical", "100% wool plain weave, light summer suiting", 0.1629, 5420, 4270, 28.6, 6.57e-06, 6.57e-06,
     0.000407, 0.17},
    {"wool-twill", "75% wool 15% polyester 10% elastane, 2/1 twill, suiting with stretch", 0.1787, 5420, 4270, 28.6,
     2.14e-06, 2e-06, 0.0004, 0.17},
    {"viscose-twill", "63% polyester 33% viscose 4% elastane, 2/1 twill, heavy soft suiting with stretch", 0.2861, 2280,
     2220, 35, 2.97e-06, 2.4e-06, 0.00061, 0.17},
    {"polyester-faille", "Polyester faille, light ribbed dress fabric, very fluid", 0.1043, 1.78e+04, 7090, 23.5,
     1.86e-06, 1.86e-06, 0.000226, 0.17},
    {"polyester-tropical", "Polyester tropical, plain weave, light crisp suiting", 0.1165, 1.78e+04, 7090, 23.5,
     7.55e-06, 7.55e-06, 0.00034, 0.17},
    {"polyester-plain-light", "100% polyester plain weave, blouse weight, the most fluid of the set; nearest to silk",
     0.08366, 1.26e+04, 1570, 26.4, 8.5e-07, 3.3e-07, 0.00025, 0.17},
    {"polyester-twill", "100% polyester 3/1 twill, dress weight, fluid", 0.1352, 1.78e+04, 7090, 23.5, 1.95e-06,
     6.1e-07, 0.00031, 0.17},
    {"polyester-plain-heavy", "97% polyester 3% elastane plain weave, skirts and jackets", 0.242, 2400, 2700, 32.7,
     3.22e-06, 3.88e-06, 0.00056, 0.17},
    {"nylon-ripstop", "nylon parachute cloth of 1.6 oz/yd2, flags, kites, tents; mostly estimated", 0.05425, 2.54e+04,
     2.54e+04, 26.4, 3.83e-06, 2.59e-06, 0.000102, 0.17},
};

// Damping is not published. These are the times [s] in which each kind of deformation relaxes; they stop ringing within
// a few swings and leave slow motion alone.
constexpr Real kStretchTime = 1e-3;
constexpr Real kShearTime = 5e-3;
constexpr Real kBendTime = 2e-2;

Fabric make_fabric(const Measured& m) {
    Fabric fabric;
    fabric.name = m.name;
    fabric.description = m.description;
    fabric.density = m.density;
    fabric.stretch_warp = m.stretch_warp;
    fabric.stretch_weft = m.stretch_weft;
    fabric.stretch_damping = kStretchTime * 0.5 * (m.stretch_warp + m.stretch_weft);
    fabric.shear = m.shear;
    fabric.shear_damping = kShearTime * m.shear;
    fabric.bend_warp = m.bend_warp;
    fabric.bend_weft = m.bend_weft;
    fabric.bend_damping = kBendTime * 0.5 * (m.bend_warp + m.bend_weft);
    fabric.thickness = m.thickness;
    fabric.friction = m.friction;
    return fabric;
}

}  // namespace

std::span<const Fabric> named_fabrics() {
    static const std::vector<Fabric> fabrics = [] {
        std::vector<Fabric> list;
        for (const Measured& measured : kMeasured) list.push_back(make_fabric(measured));
        return list;
    }();
    return fabrics;
}

const Fabric& named_fabric(std::string_view name) {
    std::vector<std::string> names;
    for (const Fabric& fabric : named_fabrics()) {
        if (fabric.name == name) return fabric;
        names.push_back(fabric.name);
    }
    throw Error(ErrorKind::bad_input, "there is no fabric \"" + std::string(name) + "\"" + suggestion(name, names));
}

}  // namespace pleat
