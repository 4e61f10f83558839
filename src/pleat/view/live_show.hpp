// Simulations of a scene, in real time if the machine can, that pages look at, pull at and change.
#pragma once
#include <set>

#include <pleat/view/hands.hpp>
#include <pleat/view/show.hpp>
#include <pleat/view/side.hpp>

namespace pleat {

/// One simulation, or two beside each other, in step.
class LiveShow final : public Show {
public:
    /// `number` of the stage; `threads` 0: all cores. Throws what loading and building throw.
    LiveShow(const ShownScene& scene, std::uint32_t number, int threads);

    void obey(int page, const PageCommand& command) override;
    void leave(int page) override;
    Clock::time_point due() const override;
    void advance(const std::function<bool()>& should_stop) override;
    KeptScene kept_scene(int side) const override;

private:
    void act(int page, const Play&);
    void act(int page, const Pause&);
    void act(int page, const StepOnce&);
    void act(int page, const Reset&);
    void act(int page, const SetMethod& method);
    void act(int page, const Compare& method);
    void act(int page, const SetFabric& fabric);
    void act(int page, const SetNumber& number);
    void act(int page, const SetColor& color);
    void act(int page, const Grab& grab);
    void act(int page, const MovePointer& move);
    void act(int page, const ReleasePointer& release);
    void act(int page, const TogglePin& pin);
    template <class Other>
    void act(int page, const Other&);

    LiveShow(ShownScene scene, const SceneFile& plain, std::uint32_t number, int threads);
    void rebuild(const ControlSettings& settings, bool keeps_state);
    void check_particle(int particle) const;
    void forward(const std::function<bool(bool has_moved)>& should_stop);
    bool is_finished() const;
    bool is_wild(const Side& side) const;
    void watch(Real seconds);
    [[noreturn]] void let_go_or_stop(const std::string& why);
    WantedPlaces wanted() const;
    SharedMessage describe_settings() const override;
    SharedMessage describe_frame(std::uint32_t stage, std::uint32_t frame) override;

    ShownScene scene_;
    SceneFile plain_;
    int threads_;
    ControlSettings settings_;
    ColorMode color_ = ColorMode::cloth;
    std::set<int> freed_;         // taken off the scene's pins
    std::map<int, Vec3> pinned_;  // by pages, and where [m]
    Hands hands_;
    std::vector<Side> sides_;
    Real frame_rate_ = 60;    // [1/s]
    Real seconds_ = 0;        // of wall time that the frame took so far
    Real last_seconds_ = 0;   // and the last one, or this one as far as it came
    Real usual_seconds_ = 0;  // and the one that was finished last
    Real all_seconds_ = 0;    // since the show began
    bool is_running_ = true;
    Clock::time_point due_{};
};

}  // namespace pleat
