// Something that pages look at: simulations or a finished animation. Used by one thread.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include <pleat/view/message.hpp>
#include <pleat/view/page_command.hpp>

namespace pleat {

using Clock = std::chrono::steady_clock;

/// What pages are to know. Numbers grow whenever the message before them changes.
struct ShowNews {
    SharedMessage stage, settings, frame;
    std::uint32_t stage_number = 0;
    std::uint32_t settings_number = 0;
    std::uint32_t frame_number = 0;
};

/// A scene with what was set, to be kept.
struct KeptScene {
    std::string text;    ///< as `pleat run` reads it
    std::string method;  ///< by which it is simulated
};

/// Simulations or an animation. Those that are made of it describe themselves; when, is decided here.
class Show {
public:
    virtual ~Show() = default;

    /// Does what a page asks for. Throws ErrorKind::bad_input if that cannot be done; nothing has changed then.
    virtual void obey(int page, const PageCommand& command) = 0;
    /// A page is gone: it holds nothing any more.
    virtual void leave(int page) = 0;
    /// When to go on; the end of time if there is nothing to do.
    virtual Clock::time_point due() const = 0;
    /// Goes on; between steps `should_stop` is asked. Throws ErrorKind::cannot_go_on if something had to be changed to
    /// go on, or to be stopped; the message says what.
    virtual void advance(const std::function<bool()>& should_stop) = 0;
    /// The scene of one of the simulations; throws if there is none.
    virtual KeptScene kept_scene(int side) const = 0;

    /// As it is now.
    const ShowNews& news();

protected:
    explicit Show(const Stage& stage);

    void note_settings() { is_settings_old_ = true; }
    void note_frame() { is_frame_old_ = true; }

private:
    virtual SharedMessage describe_settings() const = 0;
    virtual SharedMessage describe_frame(std::uint32_t stage, std::uint32_t frame) = 0;

    ShowNews news_;
    bool is_settings_old_ = true;
    bool is_frame_old_ = true;
};

}  // namespace pleat
