#include <gtest/gtest.h>

#include <pleat/report/markup.hpp>

namespace pleat::test {
namespace {

TEST(Markup, Base64IsThatOfItsStandard) {
    // RFC 4648, section 10.
    for (const auto& [bytes, text] : std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                                                      {"f", "Zg=="},
                                                                                      {"fo", "Zm8="},
                                                                                      {"foo", "Zm9v"},
                                                                                      {"foob", "Zm9vYg=="},
                                                                                      {"fooba", "Zm9vYmE="},
                                                                                      {"foobar", "Zm9vYmFy"},
                                                                                      {"\xff\xfe", "//4="}}) {
        EXPECT_EQ(encode_base64(bytes), text);
    }
}

TEST(Markup, WhatHasAMeaningInHtmlIsEscaped) {
    EXPECT_EQ(escape_markup("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
}

TEST(Markup, AMarkdownTableHasALineOfDashesUnderItsHead) {
    EXPECT_EQ(markdown_table({"a", "b"}, {{"1", "2"}, {"3", "4"}}), "| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |\n");
    EXPECT_EQ(markdown_table({"|x|"}, {}), "| \\|x\\| |\n|---|\n");
}

}  // namespace
}  // namespace pleat::test
