// The first frames of every scene with contact, looked through for cloth that crosses solids or itself, and for energy
// from nowhere.
#include "validation/scenes.hpp"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include <pleat/io/file.hpp>

#include "tests/support/effort.hpp"
#include "tests/support/places.hpp"
#include "tests/support/words.hpp"
#include "validation/bounds.hpp"

namespace pleat::validation {
namespace {

// As scenes_with_contact() has them, but without making every cloth: this is asked whenever a test of any kind starts.
std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(test::source_path("scenes"))) {
        if (entry.path().extension() != ".toml") continue;
        if (!test::has(read_file(entry.path()), "\ncloth_contact = false")) names.push_back(entry.path().stem());
    }
    std::sort(names.begin(), names.end());
    names.push_back("walking-human");
    return names;
}

TEST(ScenesWithContact, AreThoseThatAreLookedThrough) { EXPECT_EQ(names(), scenes_with_contact()); }

class SceneWithContact : public ::testing::TestWithParam<std::string> {};

TEST_P(SceneWithContact, CrossesNothing) {
    if (!is_there(GetParam())) GTEST_SKIP() << "its data is not there";
    const SceneAudit audit = audit_scene(GetParam(), test::effort(40'000, 15'000));
    EXPECT_EQ(audit.ending, "");
    EXPECT_GE(audit.frames, test::effort(5, 1));
    EXPECT_EQ(audit.crossings, 0);
    EXPECT_LE(audit.most_gained, bounds::kGain.value);
}

INSTANTIATE_TEST_SUITE_P(Scenes, SceneWithContact, ::testing::ValuesIn(names()), [](const auto& which) {
    std::string name = which.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace pleat::validation
