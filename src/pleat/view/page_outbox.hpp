// Which message a page gets next. Of frames, at most two are on their way to a page that has not said that it has shown
// them; then it waits for the newest one. So a slow page sees fewer frames, but none late, and nothing piles up.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>

#include <pleat/view/show.hpp>

namespace pleat {

/// For one page. The caller writes one message at a time.
class PageOutbox {
public:
    static constexpr std::size_t kMostFrames = 2;
    static constexpr std::size_t kMostNotices = 8;

    explicit PageOutbox(SharedMessage greeting) { notices_.push_back(std::move(greeting)); }

    /// Takes the place of all earlier news.
    void offer(const ShowNews& news) { news_ = news; }
    /// Something for this page alone; if there are too many, the oldest is dropped.
    void add_notice(SharedMessage notice);
    /// The page has shown this frame, and so those before.
    void acknowledge(const Acknowledge& shown);
    /// What to write now; null if there is nothing, or if the page has to show something first.
    SharedMessage next();
    /// Frames sent and not acknowledged.
    std::size_t frames_on_the_way() const { return on_the_way_.size(); }

private:
    ShowNews news_;
    std::deque<SharedMessage> notices_;
    std::deque<Acknowledge> on_the_way_;  // what is to be said of frames that were sent
    std::uint32_t sent_stage_ = 0;
    std::uint32_t sent_settings_ = 0;
    std::uint32_t sent_frame_ = 0;
};

}  // namespace pleat
