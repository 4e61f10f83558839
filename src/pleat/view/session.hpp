// What all pages look at together: one show at a time, on a thread of its own. Pages send wishes and look at news; the
// thread never waits for them.
#pragma once
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <pleat/view/show.hpp>

namespace pleat {

/// A scene that pages may open.
struct ListedScene {
    std::string name;
    std::filesystem::path path;
    std::string title;
    std::string description;
};

/// What a session begins with.
struct SessionSettings {
    std::vector<ListedScene> scenes;
    int threads = 0;  ///< of simulations; 0: all cores
    /// Is called by the session's thread when there is something new; must not wait.
    std::function<void()> on_news{};
};

/// As the number of a page.
inline constexpr int kEveryPage = -1;

/// Something for one page alone, or for every page that is there.
struct Notice {
    int page = 0;
    SharedMessage message;
};

/// Every function may be called by any thread.
class Session {
public:
    static constexpr std::size_t kMostWishes = 256;

    /// `show` may be null: then pages choose a scene.
    Session(SessionSettings settings, std::unique_ptr<Show> show);
    /// Ends the thread after the step that it is at.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// What a page is told first.
    SharedMessage greeting(int page) const;
    /// Wishes are done one after the other between steps; one that moves a pointer takes the place of the one before.
    /// False if too many are waiting.
    [[nodiscard]] bool submit(int page, PageCommand command);
    /// The page is gone.
    void leave(int page);

    ShowNews news() const;
    std::vector<Notice> take_notices();

private:
    struct Wish {
        int page;
        PageCommand command;
    };

    void run();
    void do_wishes();
    void do_wish(const Wish& wish);
    void open(const std::string& name);
    void advance();
    void publish();
    void tell(int page, SharedMessage message);

    SessionSettings settings_;
    std::unique_ptr<Show> show_;  // used by the thread alone
    std::uint32_t stages_ = 1;    // shown so far

    mutable std::mutex mutex_;  // of all below
    std::condition_variable wake_;
    std::vector<Wish> wishes_;
    std::vector<int> gone_;
    std::vector<Notice> notices_;
    ShowNews news_;
    bool is_ending_ = false;
    std::thread thread_;
};

}  // namespace pleat
