#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/view/side.hpp>

namespace pleat {
namespace {

// [m] By so much a spring is stretched that carries the whole cloth.
constexpr Real kSpringStretch = 0.05;

SceneFile read(const SidePlan& plan) {
    SceneText text = plan.scene.text;
    text.overrides = make_overrides(plan.scene, plan.plain, plan.settings, plan.number);
    return parse_scene(text);
}

SimulationSettings settings_of(const SidePlan& plan, const SceneFile& scene) {
    SimulationSettings settings = scene.settings;
    settings.frame_rate = plan.frame_rate;
    settings.threads = plan.threads;
    return settings;
}

Scene without(Scene scene, const std::set<int>& freed) {
    for (Pin& pin : scene.pins) {
        std::erase_if(pin.particles, [&](int particle) { return freed.contains(particle); });
    }
    return scene;
}

// The grips of pins in another simulation of the same scene, of which other particles may have been freed.
std::vector<PinGrip> matching_grips(const Simulation& from, const Scene& to) {
    std::map<std::pair<std::size_t, int>, PinGrip> known;
    auto grip = from.state().pin_grips.begin();
    for (std::size_t i = 0; i < from.scene().pins.size(); ++i) {
        for (const int particle : from.scene().pins[i].particles) known[{i, particle}] = *grip++;
    }
    std::vector<PinGrip> grips;
    for (std::size_t i = 0; i < to.pins.size(); ++i) {
        for (const int particle : to.pins[i].particles) grips.push_back(known[{i, particle}]);
    }
    return grips;
}

PointerSpring spring_of(const Model& model, std::size_t holders) {
    Real mass = 0;
    for (const Real m : model.masses) mass += m;
    const Real stiffness = 9.81 * mass / kSpringStretch / static_cast<Real>(holders);
    return {stiffness, 0.05 * stiffness};
}

}  // namespace

Side::Side(const SidePlan& plan, const Side* before) : Side(plan, read(plan), before) {}

Side::Side(const SidePlan& plan, SceneFile scene, const Side* before)
    : values_(read_values(scene)),
      simulation_(std::move(scene.model), without(std::move(scene.scene), plan.freed), settings_of(plan, scene)) {
    if (before == nullptr) return;
    State state = before->simulation_.state();
    state.pin_grips = matching_grips(before->simulation_, simulation_.scene());
    simulation_.take_over(state);
    is_finished_ = before->is_finished_;
}

void Side::advance(const std::function<bool()>& should_stop) {
    is_finished_ = simulation_.advance_frame(should_stop);
    if (is_finished_) rejections_ += simulation_.frame_stats().rejections;
    note_reason();
}

void Side::note_reason() {
    std::string reason = stats().rejection_reason;
    if (!reason.empty()) rejection_reason_ = std::move(reason);
}

bool Side::is_by_spring(const WantedPlace& wanted) const {
    return (wanted.pull == Pull::usual ? values_.pull : wanted.pull) == Pull::spring;
}

void Side::hold(const WantedPlaces& wanted) {
    std::vector<PointerGrip>& grips = simulation_.scene().pointer;
    std::erase_if(grips, [&](const PointerGrip& grip) {
        const auto found = wanted.find(grip.particle);
        return found == wanted.end() || is_by_spring(found->second) != grip.spring.has_value();
    });
    const auto springs =
        std::count_if(wanted.begin(), wanted.end(), [&](const auto& w) { return is_by_spring(w.second); });
    for (const auto& [particle, place] : wanted) {
        const auto held = std::find_if(grips.begin(), grips.end(),
                                       [&, p = particle](const PointerGrip& grip) { return grip.particle == p; });
        if (held != grips.end()) continue;
        const auto spring = is_by_spring(place)
                                ? std::optional(spring_of(simulation_.model(), static_cast<std::size_t>(springs)))
                                : std::nullopt;
        grips.push_back(take_hold(simulation_.state(), particle, spring));
    }
    const bool is_any_exact = springs < static_cast<std::ptrdiff_t>(wanted.size());
    if (is_any_exact) stop_.move(simulation_.scene().solids, script_time(simulation_.state().time));
    for (PointerGrip& grip : grips) lead(grip, wanted.at(grip.particle).place);
}

// To where it is to be at the end of the frame.
void Side::lead(PointerGrip& grip, const Vec3& place) {
    const State& state = simulation_.state();
    const Real arrival = (state.frame + 1) / simulation_.settings().frame_rate;
    const Vec3 from = grip.at(state.time).position;
    const Vec3 way = place - from;
    const Real farthest = kFastestPointer * std::max(arrival - state.time, Real(0));
    Vec3 to = way.norm() > farthest ? Vec3(from + farthest * way.normalized()) : Vec3(from + way);
    if (!grip.spring) {
        to = leash_.lead(simulation_.model(), state.position, grip.particle, from, to);
        to = stop_.lead(simulation_.scene().solids, from, to);
    }
    grip.move(to, state.time, arrival);
}

Real Side::fastest() const {
    Real fastest2 = 0;
    for (const Vec3& v : simulation_.state().velocity) fastest2 = std::max(fastest2, v.squaredNorm());
    return std::sqrt(fastest2);
}

void Side::calm(Real speed) {
    note_reason();
    rejections_ = rejections();
    State state = simulation_.state();
    for (Vec3& v : state.velocity) v *= std::min(Real(1), speed / std::max(v.norm(), speed));
    simulation_.take_over(state);
}

std::vector<int> Side::pinned() const {
    std::vector<int> particles;
    auto grip = simulation_.state().pin_grips.begin();
    for (const Pin& pin : simulation_.scene().pins) {
        for (const int particle : pin.particles) {
            if ((grip++)->is_holding || (simulation_.state().time <= 0 && pin.from <= 0)) particles.push_back(particle);
        }
    }
    std::sort(particles.begin(), particles.end());
    particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
    return particles;
}

bool Side::is_pinned(int particle) const {
    const std::vector<int> all = pinned();
    return std::binary_search(all.begin(), all.end(), particle);
}

long long Side::rejections() const { return rejections_ + (is_finished_ ? 0 : stats().rejections); }

FrameStats Side::stats() const { return is_finished_ ? simulation_.frame_stats() : simulation_.frame_so_far(); }

}  // namespace pleat
