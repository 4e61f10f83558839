// The first frames of every scene with solids, looked through for cloth that crosses them.
#include "validation/scenes.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace pleat::validation {
namespace {

class SceneWithSolids : public ::testing::TestWithParam<std::string> {};

TEST_P(SceneWithSolids, CrossesNothing) {
    if (!is_there(GetParam())) GTEST_SKIP() << "its data is not there";
    const SceneAudit audit = audit_scene(GetParam(), 15);
    EXPECT_EQ(audit.ending, "");
    EXPECT_EQ(audit.frames, 15);
    EXPECT_GT(audit.most_contacts, 0);
    EXPECT_EQ(audit.crossings, 0);
}

INSTANTIATE_TEST_SUITE_P(Scenes, SceneWithSolids, ::testing::ValuesIn(scenes_with_solids()), [](const auto& which) {
    std::string name = which.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace pleat::validation
