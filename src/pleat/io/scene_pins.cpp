// The section [[pin]].
#include <algorithm>
#include <set>
#include <tuple>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr std::size_t kMaxPins = 10'000;
constexpr Real kLatest = 1e9;  // [s]
constexpr std::size_t kMaxHeldParticles = 16'000'000;

const Cloth& find_cloth(const TomlTable& table, const Model& model) {
    std::vector<std::string> names;
    for (const Cloth& cloth : model.cloths) names.push_back(cloth.name);
    if (names.size() == 1 && !table.find("cloth")) return model.cloths.front();
    const TomlValue value = table.need("cloth", "must be the name of a cloth, as there are several");
    const std::string name = value.text("must be the name of a cloth");
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) value.fail("no such cloth" + suggest(name, names));
    return model.cloths[static_cast<std::size_t>(found - names.begin())];
}

int read_particle(const TomlValue& value, const Cloth& cloth) {
    const std::string hint = "index in cloth \"" + cloth.name + "\", from 0";
    return cloth.particles.begin + value.integer({.at_most = cloth.particles.size() - 1, .hint = hint});
}

std::vector<int> read_particles(const TomlValue& value, const Cloth& cloth) {
    std::vector<int> particles;
    std::set<int> seen;
    for (const TomlValue& item : value.items("must be one or more indices of particles", 1)) {
        particles.push_back(read_particle(item, cloth));
        if (!seen.insert(particles.back()).second) item.fail("must not be in the list twice");
    }
    return particles;
}

const std::vector<int>& find_group(const TomlValue& value, const Cloth& cloth) {
    const std::string name = value.text("must be the name of a group of particles");
    const auto found = cloth.groups.find(name);
    if (found != cloth.groups.end() && !found->second.empty()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, particles] : cloth.groups) names.push_back(known);
    const std::string what = found == cloth.groups.end() ? "no such group in cloth \"" : "an empty group of cloth \"";
    value.fail(what + cloth.name + "\"" + suggest(name, names));
}

int find_corner(const TomlValue& value, const Cloth& cloth) {
    value.choice({"bottom-left", "bottom-right", "top-left", "top-right"});
    const auto found = cloth.groups.find(value.text(""));
    if (found == cloth.groups.end() || found->second.size() != 1) {
        value.fail("cloth \"" + cloth.name + "\" has no such corner (only grids have; use group, box or nearest)");
    }
    return found->second.front();
}

std::vector<int> select_in_box(const TomlValue& value, const Cloth& cloth, const Model& model) {
    const SpaceBox box = read_box(value);
    std::vector<int> particles;
    for (int i = cloth.particles.begin; i < cloth.particles.end; ++i) {
        if (box.contains(model.positions[static_cast<std::size_t>(i)])) particles.push_back(i);
    }
    if (particles.empty())
        value.complain("holds no particle of cloth \"" + cloth.name + "\" (as placed, at the start)");
    return particles;
}

int find_nearest(const Vec3& point, const Cloth& cloth, const Model& model) {
    const auto distance = [&](int i) { return (model.positions[static_cast<std::size_t>(i)] - point).squaredNorm(); };
    int nearest = cloth.particles.begin;
    for (int i = cloth.particles.begin; i < cloth.particles.end; ++i) {
        if (distance(i) < distance(nearest)) nearest = i;
    }
    return nearest;
}

std::vector<int> select_particles(const TomlTable& table, const Cloth& cloth, const Model& model) {
    const TomlValue selector =
        table.need_one_of({"particle", "particles", "group", "corner", "corners", "box", "nearest"});
    if (table.find("particle")) return {read_particle(selector, cloth)};
    if (table.find("particles")) return read_particles(selector, cloth);
    if (table.find("group")) return find_group(selector, cloth);
    if (table.find("corner")) return {find_corner(selector, cloth)};
    if (table.find("box")) return select_in_box(selector, cloth, model);
    if (table.find("nearest")) return {find_nearest(selector.vec3({.unit = "m"}), cloth, model)};
    std::vector<int> particles;
    for (const TomlValue& item : selector.items("must be one to four corners", 1, 4)) {
        particles.push_back(find_corner(item, cloth));
    }
    return particles;
}

int find_solid(const TomlValue& value, const std::vector<Solid>& solids) {
    std::vector<std::string> names;
    names.reserve(solids.size());
    for (const Solid& solid : solids) names.push_back(solid.name);
    const std::string name = value.text("must be the name of a solid");
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) value.fail("no such solid" + (names.empty() ? "" : suggest(name, names)));
    return static_cast<int>(found - names.begin());
}

Pin read_pin(const TomlTable& table, const PinSurroundings& surroundings) {
    const Model& model = surroundings.model;
    Pin pin;
    pin.particles = select_particles(table, find_cloth(table, model), model);
    std::sort(pin.particles.begin(), pin.particles.end());
    pin.particles.erase(std::unique(pin.particles.begin(), pin.particles.end()), pin.particles.end());
    pin.hold = read_hold(table);
    const auto carrier = table.find_one_of({"motion", "follow"});
    if (table.find("motion")) pin.motion = read_motion(*carrier);
    if (table.find("follow")) pin.solid = find_solid(*carrier, surroundings.solids);
    table.read("from", pin.from, {.at_most = kLatest, .may_be_infinite = true, .unit = "s"});
    const RealRule after{
        .above = pin.from, .at_least = -kLatest, .may_be_infinite = true, .unit = "s", .hint = "after from"};
    table.read("until", pin.until, after);
    return pin;
}

bool holds_fully(const Pin& pin) {
    const auto* hold = std::get_if<HoldDirections>(&pin.hold);
    return hold != nullptr && hold->directions.size() == 3;
}

std::string describe_particle(int particle, const Model& model) {
    const auto ends_after = [](int i, const Cloth& cloth) { return i < cloth.particles.end; };
    const auto cloth = std::upper_bound(model.cloths.begin(), model.cloths.end(), particle, ends_after);
    return "particle " + std::to_string(particle - cloth->particles.begin) + " of cloth \"" + cloth->name + "\"";
}

// A particle cannot be carried by two motions at once.
void refuse_conflicts(const std::vector<Pin>& pins, const std::vector<TomlValue>& places, const Model& model) {
    struct Grip {
        int particle;
        std::size_t pin;
    };
    std::vector<Grip> grips;
    for (std::size_t p = 0; p < pins.size(); ++p) {
        if (!holds_fully(pins[p])) continue;
        for (const int particle : pins[p].particles) grips.push_back({particle, p});
    }
    std::sort(grips.begin(), grips.end(), [&](const Grip& a, const Grip& b) {
        return std::tuple(a.particle, pins[a.pin].from, a.pin) < std::tuple(b.particle, pins[b.pin].from, b.pin);
    });
    // Ordered by the time at which they take hold, and none before overlaps: the one before lets go last.
    for (std::size_t i = 1; i < grips.size(); ++i) {
        const Grip& a = grips[i - 1];
        const Grip& b = grips[i];
        if (a.particle != b.particle || pins[b.pin].from >= pins[a.pin].until) continue;
        const std::size_t first = std::min(a.pin, b.pin);
        const std::size_t second = std::max(a.pin, b.pin);
        places[second].complain("(\"" + pins[second].name + "\") and " + places[first].path() + " (\"" +
                                pins[first].name + "\") both hold " + describe_particle(a.particle, model) +
                                " at the same time; change one, or their from and until");
    }
}

}  // namespace

std::vector<Pin> read_pins(const TomlValue& value, const PinSurroundings& surroundings) {
    std::vector<Pin> pins;
    std::set<std::string> names;
    std::size_t held = 0;
    const std::vector<TomlValue> items = value.items("must be at most 10000 tables: [[pin]]", 0, kMaxPins);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const TomlTable table(items[i], {"name", "cloth", "particle", "particles", "group", "corner", "corners", "box",
                                         "nearest", "hold", "slide", "motion", "follow", "from", "until"});
        pins.push_back(read_pin(table, surroundings));
        pins.back().name = read_name(table, "pin", i);
        if (!names.insert(pins.back().name).second) {
            items[i].complain("is called \"" + pins.back().name + "\" like a pin before it; give it another name");
        }
        held += pins.back().particles.size();
        if (held > kMaxHeldParticles)
            items[i].complain("is one too many: the pins hold more than 16 million particles");
    }
    refuse_conflicts(pins, items, surroundings.model);
    return pins;
}

}  // namespace pleat
