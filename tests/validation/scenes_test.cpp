// The first frames of every scene with contact, looked through for cloth that crosses solids or itself, and for energy
// from nowhere.
#include "validation/scenes.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/effort.hpp"
#include "validation/bounds.hpp"

namespace pleat::validation {
namespace {

class SceneWithContact : public ::testing::TestWithParam<std::string> {};

TEST_P(SceneWithContact, CrossesNothing) {
    if (!is_there(GetParam())) GTEST_SKIP() << "its data is not there";
    const SceneAudit audit = audit_scene(GetParam(), test::effort(40'000, 15'000));
    EXPECT_EQ(audit.ending, "");
    EXPECT_GE(audit.frames, test::effort(5, 1));
    EXPECT_EQ(audit.crossings, 0);
    EXPECT_LE(audit.most_gained, bounds::kGain.value);
}

INSTANTIATE_TEST_SUITE_P(Scenes, SceneWithContact, ::testing::ValuesIn(scenes_with_contact()), [](const auto& which) {
    std::string name = which.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace pleat::validation
