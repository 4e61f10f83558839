#include <atomic>
#include <chrono>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <pleat/io/file.hpp>
#include <pleat/view/live_show.hpp>
#include <pleat/view/session.hpp>

namespace pleat {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

ListedScene listed(const std::string& name) {
    return {name, fs::path(PLEAT_SOURCE_DIR) / "tests" / "view" / "scenes" / (name + ".toml"), name, ""};
}

std::unique_ptr<Show> hanging() {
    const ListedScene scene = listed("hanging");
    return std::make_unique<LiveShow>(ShownScene{{read_file(scene.path), scene.path, {}}, scene.name}, 1, 1);
}

// Whether it becomes true within so long that nothing but a fault can be the reason if it does not.
template <class Question>
bool becomes(Question&& question) {
    for (int i = 0; i < 6000; ++i) {
        if (question()) return true;
        std::this_thread::sleep_for(5ms);
    }
    return false;
}

bool says(const std::vector<Notice>& notices, int page, const std::string& type) {
    for (const Notice& notice : notices) {
        if (notice.page == page && nlohmann::json::parse(notice.message->bytes)["type"] == type) return true;
    }
    return false;
}

TEST(Session, GoesOnWithoutAnyPage) {
    Session session({}, hanging());
    EXPECT_TRUE(becomes([&] { return session.news().frame_number > 10; }));
}

TEST(Session, HasNothingToShowUntilASceneIsOpened) {
    Session session({{listed("hanging"), listed("ball")}, 1, {}}, nullptr);
    EXPECT_TRUE(session.submit(1, Play{}));
    EXPECT_TRUE(becomes([&] { return says(session.take_notices(), 1, "trouble"); }));
    EXPECT_EQ(session.news().stage, nullptr);
    for (const char* name : {"ball", "hanging"}) {
        const std::uint32_t before = session.news().stage_number;
        EXPECT_TRUE(session.submit(1, OpenScene{name}));
        EXPECT_TRUE(becomes([&] { return session.news().stage_number > before; }));
    }
}

TEST(Session, OpensNothingThatIsNotInItsList) {
    Session session({{listed("hanging")}, 1, {}}, nullptr);
    for (const char* name : {"ball", "../hanging", "hanging.toml", "", "/etc/passwd"}) {
        EXPECT_TRUE(session.submit(1, OpenScene{name}));
        EXPECT_TRUE(becomes([&] { return says(session.take_notices(), 1, "trouble"); })) << name;
    }
    EXPECT_EQ(session.news().stage, nullptr);
}

TEST(Session, AnswersOnlyThePageThatAsked) {
    Session session({}, hanging());
    EXPECT_TRUE(session.submit(7, AskForSceneFile{0}));
    std::vector<Notice> notices;
    EXPECT_TRUE(becomes([&] {
        notices = session.take_notices();
        return !notices.empty();
    }));
    EXPECT_TRUE(says(notices, 7, "scene-file"));
    EXPECT_EQ(notices.size(), 1u);
}

TEST(Session, RefusesMoreWishesThanItCanKeep) {
    // Two that take a while; what comes then has to wait.
    Session session({{listed("hanging")}, 1, {}}, nullptr);
    std::size_t taken = 0;
    for (int i = 0; i < 100'000 && session.submit(1, OpenScene{"hanging"}); ++i) ++taken;
    EXPECT_LT(taken, 100'000u);
    EXPECT_GE(taken, Session::kMostWishes);
    EXPECT_TRUE(becomes([&] { return session.submit(1, Pause{}); }));
}

TEST(Session, KeepsOnlyTheLastPlaceOfAPointer) {
    Session session({{listed("hanging")}, 1, {}}, hanging());
    EXPECT_TRUE(session.submit(1, Grab{0, 5, Vec3(0, -0.2, 0.2), 0, Pull::exact}));
    for (int i = 1; i <= 100'000; ++i) EXPECT_TRUE(session.submit(1, MovePointer{0, Vec3(0, -0.2, 0.2), i}));
}

TEST(Session, EndsInTheMiddleOfWork) {
    std::atomic<int> news = 0;
    {
        Session session({{listed("hanging")}, 1, [&] { ++news; }}, hanging());
        EXPECT_TRUE(becomes([&] { return news > 3; }));
    }
    const int last = news;
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(news, last);
}

}  // namespace
}  // namespace pleat
