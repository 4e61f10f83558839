#include "validation/scenes.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <pleat/audit/state_audit.hpp>
#include <pleat/io/scene_file.hpp>
#include <pleat/mesh/box.hpp>
#include <pleat/report/markup.hpp>

#include "validation/setup.hpp"

namespace pleat::validation {
namespace {

const std::filesystem::path kSource = PLEAT_SOURCE_DIR;
constexpr const char* kHuman = "walking-human";

std::filesystem::path path_of(const std::string& name) {
    return kSource / (name == kHuman ? "validation/scenes" : "scenes") / (name + ".toml");
}

Simulation make_simulation(const SceneFile& file) { return {file.model, file.scene, file.settings}; }

// Of a cloth.
Vec3 middle_of(const Simulation& simulation, int cloth) {
    const auto& particles = simulation.model().cloths[at(cloth)].particles;
    Vec3 sum = Vec3::Zero();
    for (int i = particles.begin; i < particles.end; ++i) sum += simulation.state().position[at(i)];
    return sum / particles.size();
}

// [m/s] Of what moves fastest on any solid, on the way of a frame.
Real fastest_solid(const Scene& scene, Real begin, Real end) {
    Real fastest = 0;
    std::vector<Vec3> before, after;
    for (const Solid& solid : scene.solids) {
        if (!solid.is_moving()) continue;
        solid.place(begin, before);
        solid.place(end, after);
        for (std::size_t i = 0; i < after.size(); ++i) {
            fastest = std::max(fastest, (after[i] - before[i]).norm() / (end - begin));
        }
    }
    return fastest;
}

// Whether cloth has more energy than it had at the start and was given since. What is too much is held against what
// cloth has when it falls by its size, flies as fast as the solids, and has all that it was given: the work of a solid
// that hits cloth at 20 m/s is known only to within what cloth has at that speed.
class EnergyBalance {
public:
    explicit EnergyBalance(const Simulation& simulation) : energy_(simulation.frame_stats().energy.total()) {
        Box box;
        for (const Vec3& x : simulation.model().positions) box.add(x);
        for (const Real m : simulation.model().masses) mass_ += m;
        scale_ = mass_ * kGravity * (box.high - box.low).norm();
    }

    void take(const Simulation& simulation) {
        const FrameStats& stats = simulation.frame_stats();
        const Real given = stats.flows.pins + stats.flows.air + stats.flows.solids;
        energy_ += given;
        scale_ += std::max(Real(0), given);
        const Real time = simulation.state().time;
        speed_ = std::max(speed_, fastest_solid(simulation.scene(), time_, time));
        time_ = time;
        const Real scale = scale_ + 0.5 * mass_ * speed_ * speed_;
        most_gained_ = std::max(most_gained_, (stats.energy.total() - energy_) / scale);
    }

    Real most_gained() const { return most_gained_; }

private:
    Real energy_;     // [J] that there is if nothing is lost
    Real mass_ = 0;   // [kg]
    Real scale_ = 0;  // [J] but for the speed of solids
    Real speed_ = 0;  // [m/s] of solids
    Real time_ = 0;   // [s]
    Real most_gained_ = 0;
};

}  // namespace

std::vector<std::string> scenes_with_contact() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kSource / "scenes")) {
        if (entry.path().extension() != ".toml") continue;
        const SceneFile file = load_scene(entry.path());
        if (file.settings.method.cloth_contact || !file.scene.solids.empty()) names.push_back(entry.path().stem());
    }
    std::sort(names.begin(), names.end());
    names.push_back(kHuman);
    return names;
}

bool is_there(const std::string& name) {
    return name != kHuman || std::filesystem::exists(kSource / "../shared/data/character/walker.pc2");
}

SceneAudit audit_scene(const std::string& name, int most_work) {
    const SceneFile file = load_scene(path_of(name));
    const int frames = std::min(file.frames, most_work / std::max(1, file.model.particle_count()));
    Simulation simulation = make_simulation(file);
    const StateAudit audit(simulation.model(), simulation.scene());
    EnergyBalance balance(simulation);
    SceneAudit result;
    result.name = name;
    try {
        while (simulation.state().frame < frames) {
            simulation.advance_frame();
            const FrameStats& stats = simulation.frame_stats();
            result.frames = stats.frame;
            result.steps += stats.steps;
            result.rejections += stats.rejections;
            result.most_contacts = std::max(result.most_contacts, stats.contacts);
            result.most_cloth_contacts = std::max(result.most_cloth_contacts, stats.cloth_contacts);
            result.fail_safe_moves += stats.fail_safe_moves;
            balance.take(simulation);
            result.crossings += audit.solid_crossings(simulation.state());
            if (file.settings.method.cloth_contact) result.crossings += audit.cloth_crossings(simulation.state());
        }
    } catch (const Error& error) {
        result.ending = error.what();
    }
    result.most_gained = balance.most_gained();
    return result;
}

std::vector<Comparison> resting_stack() {
    Simulation simulation = make_simulation(load_scene(path_of("stack-on-slope")));
    while (simulation.state().time < 1 - 1e-9) simulation.advance_frame();
    const Vec3 middle = middle_of(simulation, 1), upper = middle_of(simulation, 2);
    while (simulation.state().time < 3 - 1e-9) simulation.advance_frame();
    return {{"stack on a slope, friction 0.6: way of the middle sheet in 2 s",
             (middle_of(simulation, 1) - middle).norm(), 0, "m"},
            {"stack on a slope, friction 0.6: way of the upper sheet in 2 s", (middle_of(simulation, 2) - upper).norm(),
             0, "m"}};
}

std::vector<Comparison> sliding_stack() {
    constexpr Real kWanted = 0.1;  // [m]
    const std::array<std::string, 1> slippery{"fabric.napped.friction=0.1"};
    Simulation simulation = make_simulation(load_scene(path_of("stack-on-slope"), slippery));
    const auto ways = [&] {
        const Vec3 lower = middle_of(simulation, 0), middle = middle_of(simulation, 1);
        return std::array<Vec3, 2>{middle - lower, middle_of(simulation, 2) - middle};
    };
    const auto before = ways();
    while (simulation.state().time < 1.5 - 1e-9) simulation.advance_frame();
    const auto after = ways();
    std::vector<Comparison> results;
    for (const std::size_t sheet : {0u, 1u}) {
        const Real way = (after[sheet] - before[sheet]).norm();
        results.push_back({std::string("stack on a slope, friction 0.1: way of the ") +
                               (sheet == 0 ? "middle" : "upper") + " sheet on the one below in 1.5 s, " +
                               significant(way) + " m, short of 0.1 m",
                           std::max(Real(0), kWanted - way), 0, "m"});
    }
    return results;
}

std::vector<Speeds> speeds_on_cylinder(const std::vector<Real>& times) {
    Simulation simulation = make_simulation(load_scene(path_of("cylinder")));
    std::vector<Speeds> speeds;
    for (const Real time : times) {
        while (simulation.state().time < time - 1e-9) simulation.advance_frame();
        speeds.push_back({time, simulation.frame_stats().rms_speed, simulation.frame_stats().max_speed});
    }
    return speeds;
}

}  // namespace pleat::validation
