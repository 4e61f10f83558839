#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <pleat/io/energy_csv.hpp>
#include <pleat/io/stats_json.hpp>

#include "expect_error.hpp"

namespace pleat {
namespace {

RunAccount two_frames() {
    RunAccount account;
    account.title = "A flag";
    account.scene_file = "flag.toml";
    account.method = "large-steps";
    account.threads = 2;
    account.particles = 187;
    account.triangles = 320;
    account.frame_rate = 30;
    FrameStats frame;
    frame.warp.max_stretch = 0.01;
    frame.seconds.total = 0.25;
    account.frames.push_back(frame);
    frame.frame = 1;
    frame.time = 1.0 / 30;
    frame.steps = 3;
    frame.rejections = 1;
    frame.rejection_reason = "triangle 5 of \"cloth\" changed its stretch by 20 % in one step";
    frame.cg_iterations = 70;
    frame.evaluations = 4;
    frame.energy = {1, 2, 3, 4, 5, 6};
    frame.flows.pins = 0.25;
    frame.flows.bend_damping = 0.5;
    frame.flows.solids = 2;
    frame.flows.contact = 3;
    frame.flows.friction = 4;
    frame.flows.corrections = 8;
    frame.flows.fail_safe = 5;
    frame.corrections.substeps = 4;
    frame.corrections.moved[1] = 0.5;
    frame.contacts = 12;
    frame.cloth_contacts = 13;
    frame.inside = 6;
    frame.fail_safe_moves = 7;
    frame.remainder = -0.125;
    frame.weft.max_stretch = 0.03;
    frame.hash = 0xABC;
    account.frames.push_back(frame);
    return account;
}

TEST(StatsJson, HoldsEveryFrameWithItsFigures) {
    const auto json = nlohmann::json::parse(format_stats_json(two_frames()));
    EXPECT_EQ(json["frames"].size(), 2u);
    const auto& frame = json["frames"][1];
    EXPECT_EQ(frame["time"].get<Real>(), 1.0 / 30);  // to the bit
    EXPECT_EQ(frame["steps"], 3);
    EXPECT_EQ(frame["energy"]["pressing"], 6);
    EXPECT_EQ(frame["energy"]["total"], 21);
    EXPECT_EQ(frame["ledger"]["pins"], 0.25);
    EXPECT_EQ(frame["ledger"]["bend_damping"], 0.5);
    EXPECT_EQ(frame["ledger"]["solids"], 2);
    EXPECT_EQ(frame["ledger"]["contact"], 3);
    EXPECT_EQ(frame["ledger"]["friction"], 4);
    EXPECT_EQ(frame["ledger"]["corrections"], 8);
    EXPECT_EQ(frame["ledger"]["fail_safe"], 5);
    EXPECT_EQ(frame["ledger"]["remainder"], -0.125);
    EXPECT_EQ(frame["corrections"]["substeps"], 4);
    EXPECT_EQ(frame["corrections"]["directional"], 0.5);
    EXPECT_FALSE(json["frames"][0].contains("corrections"));
    EXPECT_EQ(frame["contacts"], 12);
    EXPECT_EQ(frame["cloth_contacts"], 13);
    EXPECT_EQ(frame["inside"], 6);
    EXPECT_EQ(frame["fail_safe_moves"], 7);
    EXPECT_EQ(frame["strain"]["weft"]["max_stretch"], 0.03);
    EXPECT_EQ(frame["hash"], "0000000000000abc");
    EXPECT_EQ(json["hash"], frame["hash"]);
}

TEST(EnergyCsv, HasALineOfNamesAndOneForEachFrame) {
    EXPECT_EQ(format_energy_csv(two_frames().frames),
              "frame,time,kinetic,gravity,stretch,shear,bend,pressing,total,pins,air,stretch_damping,shear_damping,"
              "bend_damping,solids,contact,friction,corrections,fail_safe,settling,remainder\n"
              "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n"
              "1,0.03333333333333333,1,2,3,4,5,6,21,0.25,0,0,0,0.5,2,3,4,8,5,0,-0.125\n");
}

TEST(StatsJson, GivesAReasonOnlyForFramesWithRejectedSteps) {
    const auto json = nlohmann::json::parse(format_stats_json(two_frames()));
    EXPECT_FALSE(json["frames"][0].contains("rejection_reason"));
    EXPECT_EQ(json["frames"][1]["rejection_reason"], two_frames().frames[1].rejection_reason);
}

TEST(StatsJson, ItsHeadReadsBackAsItWasWritten) {
    RunAccount account = two_frames();
    account.status = RunStatus::cannot_go_on;
    account.reason = "no step is small enough";
    const StatsHead head = parse_stats_head(format_stats_json(account), "stats.json");
    EXPECT_EQ(head.account.title, "A flag");
    EXPECT_EQ(head.account.status, RunStatus::cannot_go_on);
    EXPECT_EQ(head.account.reason, account.reason);
    EXPECT_EQ(head.account.particles, 187);
    EXPECT_EQ(head.hash, "0000000000000abc");
    EXPECT_EQ(head.totals.frames, 2);
    EXPECT_EQ(head.totals.steps, 3);
    EXPECT_EQ(head.totals.evaluations, 4);
    EXPECT_EQ(head.totals.cg_iterations, 70);
    EXPECT_EQ(head.totals.seconds.total, 0.5);
    EXPECT_EQ(head.totals.worst_stretch.stretch, 0.03);
    EXPECT_EQ(head.totals.worst_stretch.direction, "weft");
    EXPECT_EQ(head.totals.worst_stretch.frame, 1);
}

TEST(StatsJson, AnAccountWithoutFramesCanBeWrittenAndRead) {
    RunAccount account;
    account.status = RunStatus::interrupted;
    const StatsHead head = parse_stats_head(format_stats_json(account), "stats.json");
    EXPECT_EQ(head.hash, "");
    EXPECT_EQ(head.totals.frames, 0);
    EXPECT_EQ(head.totals.worst_stretch.direction, "none");
}

TEST(StatsJson, FileNamesThatAreNotUtf8StillGiveJson) {
    RunAccount account = two_frames();
    account.scene_file = "fl\xE4g.toml";
    EXPECT_NO_THROW(parse_stats_head(format_stats_json(account), "stats.json"));
}

TEST(StatsJson, RefusesWhatIsNotTheAccountOfARun) {
    std::string cut = format_stats_json(two_frames());
    cut.resize(cut.size() / 2);
    std::string foreign_status = format_stats_json(two_frames());
    foreign_status.replace(foreign_status.find("finished"), 8, "lost....");
    for (const std::string& text : {std::string(""), std::string("[]"), std::string("{}"), cut, foreign_status,
                                    std::string("{\"status\": 3}"), std::string("\xFF\xFE")}) {
        const std::string message = error_of(ErrorKind::bad_input, [&] { parse_stats_head(text, "out/stats.json"); });
        EXPECT_TRUE(message.starts_with("out/stats.json: is not the account of a run")) << message;
    }
}

}  // namespace
}  // namespace pleat
