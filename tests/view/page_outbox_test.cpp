#include <gtest/gtest.h>

#include <pleat/view/page_outbox.hpp>

namespace pleat {
namespace {

ShowNews news(std::uint32_t stage, std::uint32_t settings, std::uint32_t frame) {
    return {
        make_text("stage"), make_text("settings"), make_text("frame " + std::to_string(frame)), stage, settings, frame};
}

std::string next_text(PageOutbox& outbox) {
    const SharedMessage message = outbox.next();
    return message == nullptr ? "" : message->bytes;
}

// An outbox that has told everything up to its first frame.
PageOutbox begun() {
    PageOutbox outbox(make_text("hello"));
    outbox.offer(news(1, 1, 1));
    for (const char* text : {"hello", "stage", "settings", "frame 1"}) EXPECT_EQ(next_text(outbox), text);
    return outbox;
}

TEST(PageOutbox, TellsTheStageBeforeItsFrames) { begun(); }

TEST(PageOutbox, HasAtMostTwoFramesOnTheWayAndThenTheNewest) {
    PageOutbox outbox = begun();
    EXPECT_EQ(next_text(outbox), "");
    outbox.offer(news(1, 1, 2));
    EXPECT_EQ(next_text(outbox), "frame 2");
    for (std::uint32_t frame = 3; frame < 1000; ++frame) {
        outbox.offer(news(1, 1, frame));
        EXPECT_EQ(next_text(outbox), "");
        EXPECT_EQ(outbox.frames_on_the_way(), 2u);
    }
    outbox.acknowledge({1, 1});
    EXPECT_EQ(next_text(outbox), "frame 999");
    EXPECT_EQ(next_text(outbox), "");
    outbox.acknowledge({1, 999});
    EXPECT_EQ(outbox.frames_on_the_way(), 0u);
}

TEST(PageOutbox, IsNotToldTheSameFrameTwice) {
    PageOutbox outbox = begun();
    outbox.acknowledge({1, 1});
    EXPECT_EQ(next_text(outbox), "");
}

TEST(PageOutbox, IgnoresAcknowledgementsOfWhatWasNotSent) {
    PageOutbox outbox = begun();
    outbox.offer(news(1, 1, 2));
    next_text(outbox);
    for (const Acknowledge& wrong : {Acknowledge{1, 3}, Acknowledge{1, 0}, Acknowledge{2, 1}})
        outbox.acknowledge(wrong);
    EXPECT_EQ(outbox.frames_on_the_way(), 2u);
}

TEST(PageOutbox, TellsAllOfANewStageThoughItsNumbersAreTheOldOnes) {
    PageOutbox outbox = begun();
    outbox.offer(news(2, 1, 1));
    for (const char* text : {"stage", "settings", "frame 1"}) EXPECT_EQ(next_text(outbox), text);
    EXPECT_EQ(outbox.frames_on_the_way(), 2u);
}

TEST(PageOutbox, KeepsFewNotices) {
    PageOutbox outbox = begun();
    for (int i = 0; i < 100; ++i) outbox.add_notice(make_text(std::to_string(i)));
    EXPECT_EQ(next_text(outbox), "92");
    for (int i = 0; i < 7; ++i) next_text(outbox);
    EXPECT_EQ(next_text(outbox), "");
}

}  // namespace
}  // namespace pleat
