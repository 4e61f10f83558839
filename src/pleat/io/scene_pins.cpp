// The section [[pin]].
#include <algorithm>
#include <set>
#include <tuple>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr std::size_t kMaxPins = 10'000;
constexpr std::size_t kMaxHeldParticles = 16'000'000;

Pin read_pin(const TomlTable& table, const PinSurroundings& surroundings) {
    const Model& model = surroundings.model;
    Pin pin;
    pin.particles = select_particles(table, model);
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
