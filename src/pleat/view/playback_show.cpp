#include <algorithm>

#include <nlohmann/json.hpp>

#include <pleat/core/error.hpp>
#include <pleat/view/playback_show.hpp>

namespace pleat {
namespace {

using Json = nlohmann::json;

Stage make_stage(const Animation& animation, std::string title, std::uint32_t number) {
    Stage stage{number, std::move(title), "", ""};
    stage.positions = animation.positions(0);
    stage.triangles = animation.mesh().triangles;
    stage.uv = animation.mesh().uv;
    stage.frames = animation.frame_count();
    stage.frame_rate = animation.frame_rate();
    for (const AnimationPart& part : animation.parts()) stage.parts.push_back({"", part.triangles, part.colors});
    for (const AnimationSolid& solid : animation.solids()) {
        const bool is_ground = solid.ground_height().has_value();
        stage.solids.push_back(
            {"", is_ground ? "plane" : "mesh", solid.color(), true, solid.positions(0), solid.triangles()});
    }
    return stage;
}

}  // namespace

PlaybackShow::PlaybackShow(Animation animation, std::string title, std::uint32_t number)
    : Show(make_stage(animation, std::move(title), number)), animation_(std::move(animation)), due_(Clock::now()) {}

void PlaybackShow::obey(int, const PageCommand& command) {
    if (std::holds_alternative<Play>(command) || std::holds_alternative<Pause>(command)) {
        is_running_ = std::holds_alternative<Play>(command);
        due_ = Clock::now();
    } else if (std::holds_alternative<StepOnce>(command)) {
        is_running_ = false;
        seek((frame_ + 1) % animation_.frame_count());
    } else if (std::holds_alternative<Reset>(command)) {
        seek(0);
    } else if (const auto* wish = std::get_if<Seek>(&command)) {
        seek(wish->frame);
    } else if (const auto* color = std::get_if<SetColor>(&command)) {
        set_color(color->mode);
    } else {
        throw Error(ErrorKind::bad_input, "a finished animation cannot do that");
    }
    note_settings();
}

void PlaybackShow::seek(int frame) {
    if (frame >= animation_.frame_count()) {
        throw Error(ErrorKind::bad_input, "there are only " + std::to_string(animation_.frame_count()) + " frames");
    }
    frame_ = frame;
    note_frame();
}

void PlaybackShow::set_color(ColorMode mode) {
    if (mode == ColorMode::order || mode == ColorMode::impulse) {
        throw Error(ErrorKind::bad_input, "only a running simulation knows that");
    }
    field_ =
        mode == ColorMode::cloth ? nullptr : make_field(kColorModeNames[static_cast<std::size_t>(mode)], animation_);
    color_ = mode;
    note_frame();
}

Clock::time_point PlaybackShow::due() const { return is_running_ ? due_ : Clock::time_point::max(); }

void PlaybackShow::advance(const std::function<bool()>&) {
    seek((frame_ + 1) % animation_.frame_count());
    const auto interval = std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 / animation_.frame_rate()));
    due_ = std::max(due_ + interval, Clock::now());
}

SharedMessage PlaybackShow::describe_settings() const {
    return make_text(Json{{"type", "settings"},
                          {"running", is_running_},
                          {"methods", Json::array()},
                          {"numbers", Json::array()},
                          {"pulls", Json::array()},
                          {"fabric", ""},
                          {"chosenFabric", ""},
                          {"color", kColorModeNames[static_cast<std::size_t>(color_)]},
                          {"colorTitle", field_ == nullptr ? "" : field_->title()}}
                         .dump());
}

SharedMessage PlaybackShow::describe_frame(std::uint32_t stage, std::uint32_t frame) {
    FrameArrays arrays;
    arrays.positions.push_back(animation_.positions(frame_));
    if (field_ != nullptr) arrays.colors.push_back(field_->values(animation_, frame_));
    for (const AnimationSolid& solid : animation_.solids()) arrays.solids.push_back(solid.positions(frame_));
    const Json json{{"number", frame},
                    {"time", frame_ / animation_.frame_rate()},
                    {"frame", frame_},
                    {"sides", Json::array({Json::object()})},
                    {"colored", field_ != nullptr},
                    {"color", kColorModeNames[static_cast<std::size_t>(color_)]},
                    {"pinned", Json::array()},
                    {"moves", Json::object()},
                    {"held", Json::object()}};
    return make_frame_message(stage, json.dump(), arrays);
}

KeptScene PlaybackShow::kept_scene(int) const {
    throw Error(ErrorKind::bad_input, "a finished animation has no scene to save");
}

}  // namespace pleat
