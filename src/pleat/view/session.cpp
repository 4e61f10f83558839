#include <algorithm>
#include <exception>
#include <utility>

#include <nlohmann/json.hpp>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/view/live_show.hpp>
#include <pleat/view/session.hpp>

namespace pleat {
namespace {

using Json = nlohmann::json;

// Frames that take longer are shown while they are computed.
constexpr auto kLongestSilence = std::chrono::milliseconds(50);

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

SharedMessage make_trouble(const char* what) { return make_text(dump({{"type", "trouble"}, {"text", what}})); }

}  // namespace

Session::Session(SessionSettings settings, std::unique_ptr<Show> show)
    : settings_(std::move(settings)), show_(std::move(show)), thread_([this] { run(); }) {}

Session::~Session() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

SharedMessage Session::greeting(int page) const {
    Json json{{"type", "hello"},          {"page", page},
              {"scenes", Json::array()},  {"fabrics", Json::array()},
              {"methods", Json::array()}, {"controls", Json::array()}};
    for (const ListedScene& scene : settings_.scenes) {
        json["scenes"].push_back({{"name", scene.name}, {"title", scene.title}, {"description", scene.description}});
    }
    for (const Fabric& fabric : named_fabrics()) {
        json["fabrics"].push_back({{"name", fabric.name}, {"description", fabric.description}});
    }
    for (const MethodPreset& method : method_presets()) {
        json["methods"].push_back({{"name", method.name}, {"description", method.description}});
    }
    for (const ControlRule& rule : control_rules()) {
        json["controls"].push_back(
            {{"name", rule.name}, {"least", rule.least}, {"most", rule.most}, {"whole", rule.is_whole}});
    }
    return make_text(dump(json));
}

bool Session::submit(int page, PageCommand command) {
    {
        const std::lock_guard lock(mutex_);
        const auto* move = std::get_if<MovePointer>(&command);
        if (move != nullptr && !wishes_.empty() && wishes_.back().page == page) {
            auto* last = std::get_if<MovePointer>(&wishes_.back().command);
            if (last != nullptr && last->pointer == move->pointer) {
                *last = *move;
                return true;
            }
        }
        if (wishes_.size() >= kMostWishes) return false;
        wishes_.push_back({page, std::move(command)});
    }
    wake_.notify_all();
    return true;
}

void Session::leave(int page) {
    {
        const std::lock_guard lock(mutex_);
        gone_.push_back(page);
        std::erase_if(notices_, [&](const Notice& notice) { return notice.page == page; });
    }
    wake_.notify_all();
}

ShowNews Session::news() const {
    const std::lock_guard lock(mutex_);
    return news_;
}

std::vector<Notice> Session::take_notices() {
    const std::lock_guard lock(mutex_);
    return std::exchange(notices_, {});
}

void Session::run() {
    publish();
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            const auto is_wanted = [&] { return is_ending_ || !wishes_.empty() || !gone_.empty(); };
            const auto due = show_ == nullptr ? Clock::time_point::max() : show_->due();
            if (due == Clock::time_point::max()) {
                wake_.wait(lock, is_wanted);
            } else {
                wake_.wait_until(lock, due, is_wanted);
            }
            if (is_ending_) return;
        }
        do_wishes();
        if (show_ != nullptr && show_->due() <= Clock::now()) advance();
        publish();
    }
}

void Session::do_wishes() {
    std::vector<Wish> wishes;
    std::vector<int> gone;
    {
        const std::lock_guard lock(mutex_);
        wishes.swap(wishes_);
        gone.swap(gone_);
    }
    for (const Wish& wish : wishes) do_wish(wish);
    for (const int page : gone) {
        if (show_ != nullptr) show_->leave(page);
    }
}

void Session::do_wish(const Wish& wish) {
    try {
        if (const auto* scene = std::get_if<OpenScene>(&wish.command)) return open(scene->name);
        if (show_ == nullptr) throw Error(ErrorKind::bad_input, "choose a scene first");
        const auto* question = std::get_if<AskForSceneFile>(&wish.command);
        if (question == nullptr) return show_->obey(wish.page, wish.command);
        const KeptScene kept = show_->kept_scene(question->side);
        tell(wish.page, make_text(dump({{"type", "scene-file"}, {"text", kept.text}, {"method", kept.method}})));
    } catch (const std::exception& error) {
        tell(wish.page, make_trouble(error.what()));
    }
}

// By its name alone: what pages say never becomes a path.
void Session::open(const std::string& name) {
    const auto found = std::find_if(settings_.scenes.begin(), settings_.scenes.end(),
                                    [&](const ListedScene& scene) { return scene.name == name; });
    if (found == settings_.scenes.end()) throw Error(ErrorKind::bad_input, "there is no scene of that name");
    const ShownScene scene{{read_file(found->path), found->path, {}}, found->name};
    show_ = std::make_unique<LiveShow>(scene, ++stages_, settings_.threads);
}

void Session::advance() {
    const Clock::time_point latest = Clock::now() + kLongestSilence;
    const auto should_stop = [&] {
        if (Clock::now() > latest) return true;
        const std::lock_guard lock(mutex_);
        return is_ending_ || !wishes_.empty();
    };
    try {
        show_->advance(should_stop);
    } catch (const std::exception& error) {
        tell(kEveryPage, make_trouble(error.what()));
    }
}

void Session::publish() {
    if (show_ == nullptr) return;
    const ShowNews& news = show_->news();
    {
        const std::lock_guard lock(mutex_);
        const bool is_new = news.stage_number != news_.stage_number || news.frame_number != news_.frame_number ||
                            news.settings_number != news_.settings_number;
        if (!is_new) return;
        news_ = news;
    }
    if (settings_.on_news) settings_.on_news();
}

void Session::tell(int page, SharedMessage message) {
    {
        const std::lock_guard lock(mutex_);
        if (notices_.size() < kMostWishes) notices_.push_back({page, std::move(message)});
    }
    if (settings_.on_news) settings_.on_news();
}

}  // namespace pleat
