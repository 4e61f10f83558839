#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include <pleat/core/error.hpp>
#include <pleat/core/hash.hpp>
#include <pleat/core/index.hpp>
#include <pleat/io/scene_writer.hpp>
#include <pleat/view/live_show.hpp>

namespace pleat {
namespace {

using Json = nlohmann::json;

// [1/s] Frames are as long as the longest step, within these bounds.
constexpr Real kLeastFrameRate = 20, kMostFrameRate = 60;

// [m/s] No cloth moves so fast that is pulled by hand.
constexpr Real kWild = 30;

// [s] A frame may take while a pointer holds cloth; and how much longer than the one before.
constexpr Real kPatience = 2, kSlowFrame = 10;

std::chrono::nanoseconds to_duration(Real seconds) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * seconds));
}

Stage make_stage(const ShownScene& scene, const SceneFile& file, std::uint32_t number) {
    Stage stage{number, file.title, file.description, scene.name};
    stage.positions = file.model.positions;
    for (const Triangle& triangle : file.model.triangles) {
        stage.triangles.push_back(triangle.particles);
        stage.uv.push_back(triangle.uv);
    }
    for (const Cloth& cloth : file.model.cloths) stage.parts.push_back({cloth.name, cloth.triangles, cloth.colors});
    for (const Solid& solid : file.scene.solids) {
        StageSolid& shown = stage.solids.emplace_back();
        shown = {solid.name, solid.shape, solid.color, solid.is_moving(), {}, solid.surface->triangles};
        solid.place(0, shown.positions);
    }
    return stage;
}

Json side_to_json(const Side& side) {
    const FrameStats stats = side.stats();
    const State& state = side.simulation().state();
    const Energies& e = stats.energy;
    const PhaseSeconds& s = stats.seconds;
    const Real per_step = stats.steps > 0 ? 1000.0 / stats.steps : 0;
    return {{"method", side.values().methods.front()},
            {"steps", stats.steps},
            {"step", stats.largest_step},
            {"rejections", side.rejections()},
            {"reason", side.rejection_reason()},
            {"cg", stats.cg_iterations},
            {"contacts", stats.contacts},
            {"clothContacts", stats.cloth_contacts},
            {"stretch", std::max({stats.warp.max_stretch, stats.weft.max_stretch, stats.bias.max_stretch})},
            {"energy",
             {{"kinetic", e.kinetic},
              {"gravity", e.gravity},
              {"stretch", e.stretch},
              {"shear", e.shear},
              {"bend", e.bend},
              {"pressing", e.pressing}}},
            {"ms",
             {{"eval", per_step * s.eval},
              {"solve", per_step * s.solve},
              {"cloth-cloth", per_step * s.cloth_cloth},
              {"cloth-solid", per_step * s.cloth_solid},
              {"corrections", per_step * s.corrections}}},
            {"hash", to_hex(state.hash())}};
}

}  // namespace

LiveShow::LiveShow(const ShownScene& scene, std::uint32_t number, int threads)
    : LiveShow(scene, parse_scene(scene.text), number, threads) {}

LiveShow::LiveShow(ShownScene scene, const SceneFile& plain, std::uint32_t number, int threads)
    : Show(make_stage(scene, plain, number)), scene_(std::move(scene)), plain_(plain), threads_(threads) {
    rebuild({}, false);
}

void LiveShow::obey(int page, const PageCommand& command) {
    std::visit([&](const auto& wish) { act(page, wish); }, command);
}

void LiveShow::leave(int page) { hands_.leave(page); }

Clock::time_point LiveShow::due() const { return is_running_ ? due_ : Clock::time_point::max(); }

void LiveShow::advance(const std::function<bool()>& should_stop) {
    forward([&](bool) { return should_stop && should_stop(); });
    const Clock::time_point now = Clock::now();
    due_ = is_finished() ? std::max(due_ + to_duration(1 / frame_rate_), now - to_duration(0.1)) : now;
}

bool LiveShow::is_finished() const {
    return std::all_of(sides_.begin(), sides_.end(), [](const Side& side) { return side.is_finished(); });
}

// Simulations are in step: a frame of one begins when all have finished the one before.
void LiveShow::forward(const std::function<bool(bool has_moved)>& should_stop) {
    const Clock::time_point begin = Clock::now();
    if (is_finished()) {
        for (Side& side : sides_) side.begin_frame();
        seconds_ = 0;
    }
    const WantedPlaces places = wanted();
    note_frame();
    try {
        for (Side& side : sides_) {
            if (side.is_finished()) continue;
            if (color_ == ColorMode::impulse) side.remember_for_colors();
            side.hold(places);
            const State& state = side.simulation().state();
            side.advance([&, from = state.time] { return should_stop(state.time > from) || is_wild(side); });
        }
    } catch (const Error& error) {
        let_go_or_stop(error.what());
    }
    watch(std::chrono::duration<Real>(Clock::now() - begin).count());
}

bool LiveShow::is_wild(const Side& side) const { return !hands_.is_empty() && side.fastest() > kWild; }

// Cloth that is held exactly may be asked for so much that it bursts apart, or that its steps become tiny before they
// fail.
void LiveShow::watch(Real seconds) {
    seconds_ += seconds;
    last_seconds_ = seconds_;
    all_seconds_ += seconds;
    if (std::any_of(sides_.begin(), sides_.end(), [&](const Side& side) { return is_wild(side); })) {
        let_go_or_stop("it was torn about");
    }
    if (is_finished()) {
        usual_seconds_ = seconds_;
        return;
    }
    const bool is_slow = usual_seconds_ > 0 && seconds_ > std::max(kPatience, kSlowFrame * usual_seconds_);
    if (!is_slow || hands_.is_empty()) return;
    seconds_ = 0;
    let_go_or_stop("a frame took far longer than the ones before");
}

// What pointers hold, or pages pinned, may ask for what no step can follow. Then it is let go, and the simulation goes
// on from its last good state.
void LiveShow::let_go_or_stop(const std::string& why) {
    const auto because = [&](const char* what) { return Error(ErrorKind::cannot_go_on, what + (": " + why)); };
    note_frame();
    for (Side& side : sides_) side.calm(kFastestPointer);
    if (!hands_.is_empty()) {
        hands_.clear();
        throw because("The cloth was let go, since it could not follow the pointer");
    }
    if (!pinned_.empty()) {
        pinned_.clear();
        throw because("What was pinned by hand was let go, since it could not be held");
    }
    is_running_ = false;
    note_settings();
    throw because("The simulation stopped; reset it, or change something and play on");
}

WantedPlaces LiveShow::wanted() const {
    WantedPlaces places;
    for (const auto& [particle, place] : pinned_) places[particle] = {place, Pull::exact};
    hands_.add_to(places);
    return places;
}

// New tables, and a new start where and when the old one is. Nothing changes if it cannot be.
void LiveShow::rebuild(const ControlSettings& settings, bool keeps_state) {
    const std::size_t count = std::max<std::size_t>(1, settings.methods.size());
    const auto make = [&](Real frame_rate) {
        std::vector<Side> sides;
        for (std::size_t i = 0; i < count; ++i) {
            const Side* before = keeps_state ? &sides_[std::min(i, sides_.size() - 1)] : nullptr;
            sides.emplace_back(SidePlan{scene_, plain_, settings, i, frame_rate, threads_, freed_}, before);
        }
        return sides;
    };
    const Real least = 1 / kMostFrameRate;
    Real longest = least;
    for (std::size_t i = 0; i < count; ++i) {
        SceneText text = scene_.text;
        text.overrides = make_overrides(scene_, plain_, settings, i);
        longest = std::max(longest, parse_scene(text).settings.steps.max_step);
    }
    const Real frame_rate = std::clamp(1 / longest, kLeastFrameRate, kMostFrameRate);
    sides_ = make(frame_rate);
    frame_rate_ = frame_rate;
    settings_ = settings;
    due_ = Clock::now();
    note_settings();
    note_frame();
}

void LiveShow::check_particle(int particle) const {
    if (particle < plain_.model.particle_count()) return;
    throw Error(ErrorKind::bad_input, "there is no particle " + std::to_string(particle));
}

void LiveShow::act(int, const Play&) {
    is_running_ = true;
    due_ = Clock::now();
    note_settings();
}

void LiveShow::act(int, const Pause&) {
    is_running_ = false;
    note_settings();
}

void LiveShow::act(int, const StepOnce&) {
    is_running_ = false;
    note_settings();
    forward([](bool has_moved) { return has_moved; });
}

void LiveShow::act(int, const Reset&) {
    const std::set<int> freed = std::exchange(freed_, {});
    try {
        rebuild(settings_, false);
    } catch (...) {
        freed_ = freed;
        throw;
    }
    pinned_.clear();
    hands_.clear();
}

void LiveShow::act(int, const SetMethod& method) {
    ControlSettings settings = settings_;
    if (settings.methods.empty()) settings.methods = {plain_.settings.method.preset};
    if (static_cast<std::size_t>(method.side) >= settings.methods.size()) {
        throw Error(ErrorKind::bad_input, "there is only one simulation");
    }
    settings.methods[at(method.side)] = method.preset;
    rebuild(settings, true);
}

// Beside each other both start anew, so that the comparison is fair.
void LiveShow::act(int, const Compare& method) {
    ControlSettings settings = settings_;
    if (settings.methods.empty()) settings.methods = {plain_.settings.method.preset};
    settings.methods.resize(1);
    if (!method.preset.empty()) settings.methods.push_back(method.preset);
    rebuild(settings, method.preset.empty());
}

void LiveShow::act(int, const SetFabric& fabric) {
    ControlSettings settings = settings_;
    settings.fabric = fabric.name;
    if (!fabric.name.empty()) static_cast<void>(named_fabric(fabric.name));
    rebuild(settings, true);
}

void LiveShow::act(int, const SetNumber& number) {
    ControlSettings settings = settings_;
    settings.numbers[number.control] = number.value;
    rebuild(settings, true);
}

void LiveShow::act(int, const SetColor& color) {
    color_ = color.mode;
    note_settings();
    note_frame();
}

void LiveShow::act(int page, const Grab& grab) {
    check_particle(grab.particle);
    hands_.grab(page, grab, sides_.front().simulation().state().position);
}

void LiveShow::act(int page, const MovePointer& move) { hands_.move(page, move); }

void LiveShow::act(int page, const ReleasePointer& release) { hands_.release(page, release.pointer); }

void LiveShow::act(int, const TogglePin& pin) {
    check_particle(pin.particle);
    note_frame();
    if (pinned_.erase(pin.particle) > 0) return;
    if (!sides_.front().is_pinned(pin.particle)) {
        pinned_[pin.particle] = sides_.front().simulation().state().position[at(pin.particle)];
        return;
    }
    freed_.insert(pin.particle);
    try {
        rebuild(settings_, true);
    } catch (...) {
        freed_.erase(pin.particle);
        throw;
    }
}

template <class Other>
void LiveShow::act(int, const Other&) {
    throw Error(ErrorKind::bad_input, "a simulation cannot do that");
}

SharedMessage LiveShow::describe_settings() const {
    Json numbers = Json::array();
    Json methods = Json::array();
    Json pulls = Json::array();
    for (const Side& side : sides_) {
        methods.push_back(side.values().methods.front());
        pulls.push_back(kPullNames[static_cast<std::size_t>(side.values().pull)]);
        Json& own = numbers.emplace_back(Json::object());
        for (const auto& [control, value] : side.values().numbers) {
            own[control_rules()[static_cast<std::size_t>(control)].name] = value;
        }
    }
    return make_text(Json{{"type", "settings"},
                          {"running", is_running_},
                          {"methods", methods},
                          {"numbers", numbers},
                          {"pulls", pulls},
                          {"fabric", sides_.front().values().fabric},
                          {"chosenFabric", settings_.fabric},
                          {"color", kColorModeNames[static_cast<std::size_t>(color_)]},
                          {"colorTitle", title_of(color_)}}
                         .dump());
}

SharedMessage LiveShow::describe_frame(std::uint32_t stage, std::uint32_t frame) {
    FrameArrays arrays;
    Json sides = Json::array();
    for (Side& side : sides_) {
        arrays.positions.push_back(side.simulation().state().position);
        if (color_ != ColorMode::cloth) arrays.colors.push_back(side.colors(color_));
        sides.push_back(side_to_json(side));
    }
    const Real time = sides_.front().simulation().state().time;
    for (const Solid& solid : plain_.scene.solids) {
        if (solid.is_moving()) solid.place(script_time(time), arrays.solids.emplace_back());
    }
    std::vector<int> pinned = sides_.front().pinned();
    for (const auto& [particle, place] : pinned_) pinned.push_back(particle);
    Json moves = Json::object();
    for (const auto& [page, number] : hands_.last_moves()) moves[std::to_string(page)] = number;
    Json held = Json::object();
    for (const auto& [page, pointers] : hands_.pointers()) held[std::to_string(page)] = pointers;
    const Json json{{"number", frame},
                    {"time", time},
                    {"sides", sides},
                    {"colored", color_ != ColorMode::cloth},
                    {"color", kColorModeNames[static_cast<std::size_t>(color_)]},
                    {"pinned", pinned},
                    {"moves", moves},
                    {"held", held},
                    {"computed", all_seconds_},
                    {"factor", last_seconds_ > 0 ? 1 / (frame_rate_ * last_seconds_) : 0}};
    return make_frame_message(stage, json.dump(-1, ' ', false, Json::error_handler_t::replace), arrays);
}

KeptScene LiveShow::kept_scene(int side) const {
    if (at(side) >= sides_.size()) throw Error(ErrorKind::bad_input, "there is only one simulation");
    SceneText text = scene_.text;
    text.overrides = make_overrides(scene_, plain_, settings_, at(side));
    return {format_scene(text), sides_[at(side)].values().methods.front()};
}

}  // namespace pleat
