// One of the simulations that are shown beside each other: the same scene, each by its own method.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <vector>

#include <pleat/sim/simulation.hpp>
#include <pleat/view/controls.hpp>
#include <pleat/view/leash.hpp>
#include <pleat/view/show_colors.hpp>
#include <pleat/view/solid_stop.hpp>

namespace pleat {

/// [m/s] Nobody's hand is faster; a step that follows one that is would be refused for its stretch.
inline constexpr Real kFastestPointer = 5;

/// Where pages want particles: by particle.
struct WantedPlace {
    Vec3 place = Vec3::Zero();  ///< [m]
    Pull pull = Pull::usual;
};
using WantedPlaces = std::map<int, WantedPlace>;

/// What a side is made from.
struct SidePlan {
    const ShownScene& scene;
    const SceneFile& plain;  ///< without what was set
    const ControlSettings& settings;
    std::size_t number = 0;      ///< of the side
    Real frame_rate = 60;        ///< [1/s]
    int threads = 0;             ///< 0: all cores
    const std::set<int>& freed;  ///< particles that were taken off the scene's pins
};

/// One simulation.
class Side {
public:
    /// At the start; or, if there is a side before it, where and when that one is. Throws ErrorKind::bad_input.
    Side(const SidePlan& plan, const Side* before);

    const Simulation& simulation() const { return simulation_; }
    const ControlValues& values() const { return values_; }

    /// A frame, or as much of it as can be computed until it is to stop. Throws ErrorKind::cannot_go_on.
    void advance(const std::function<bool()>& should_stop);
    bool is_finished() const { return is_finished_; }
    void begin_frame() { is_finished_ = false; }
    /// From the next step on: particles are held and released. What is held exactly stops at solids, and before the
    /// cloth would tear.
    void hold(const WantedPlaces& wanted);
    /// [m/s] Of the particle that moves fastest.
    Real fastest() const;
    /// Slows down what is faster [m/s], and begins anew from there.
    void calm(Real speed);
    /// Whether anything but a page holds it.
    bool is_pinned(int particle) const;
    std::vector<int> pinned() const;  ///< by the scene, at the moment

    std::vector<float> colors(ColorMode mode) { return colors_.values(mode, simulation_); }
    void remember_for_colors() { colors_.remember(simulation_); }
    /// Of the frame that was finished last, or as far as it came.
    FrameStats stats() const;
    /// Steps thrown away since this simulation began.
    long long rejections() const;
    /// Of the one that was thrown away last.
    const std::string& rejection_reason() const { return rejection_reason_; }

private:
    Side(const SidePlan& plan, SceneFile scene, const Side* before);
    void note_reason();
    bool is_by_spring(const WantedPlace& wanted) const;
    void lead(PointerGrip& grip, const Vec3& place);

    ControlValues values_;
    Simulation simulation_;
    Leash leash_;
    SolidStop stop_;
    ShowColors colors_;
    bool is_finished_ = true;
    long long rejections_ = 0;  // in frames that are finished
    std::string rejection_reason_;
};

}  // namespace pleat
