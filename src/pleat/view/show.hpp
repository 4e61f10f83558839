// Something that pages look at: simulations or a finished animation. Used by one thread.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>

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

/// Simulations or an animation.
class Show {
public:
    virtual ~Show() = default;

    /// Does what a page asks for. Throws ErrorKind::bad_input if that cannot be done; nothing has changed then.
    virtual void obey(int page, const PageCommand& command) = 0;
    /// A page is gone: it holds nothing any more.
    virtual void leave(int page) = 0;
    /// When to go on; the end of time if there is nothing to do.
    virtual Clock::time_point due() const = 0;
    /// Goes on; between steps `should_stop` is asked. Throws ErrorKind::cannot_go_on.
    virtual void advance(const std::function<bool()>& should_stop) = 0;
    /// As it is now.
    virtual const ShowNews& news() = 0;
    /// The scene with what was set, as a file; throws if there is none.
    virtual std::string scene_file() const = 0;
};

}  // namespace pleat
