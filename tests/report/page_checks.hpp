// Questions about pages.
#pragma once
#include <string>

#include <gtest/gtest.h>

#include "tests/support/words.hpp"

namespace pleat::test {

inline int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t i = text.find(part); i != std::string::npos; i = text.find(part, i + 1)) ++found;
    return found;
}

/// Opens without a network and without other files.
inline void expect_self_contained(const std::string& html) {
    EXPECT_FALSE(has(html, "http:"));
    EXPECT_FALSE(has(html, "https:"));
    EXPECT_FALSE(has(html, "<link"));
    EXPECT_FALSE(has(html, "<script"));
    EXPECT_EQ(count(html, "src="), count(html, "src=\"data:image/png;base64,"));
}

}  // namespace pleat::test
