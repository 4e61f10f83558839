#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/core/hash.hpp>

namespace pleat::test {
namespace {

const std::vector<std::string> kNames{"stretch", "shear", "bend", "density"};

TEST(Suggestion, NamesTheNearest) {
    EXPECT_EQ(suggestion("strech", kNames), " (did you mean \"stretch\"?)");
    EXPECT_EQ(suggestion("sehar", kNames), " (did you mean \"shear\"?)");
    EXPECT_EQ(suggestion("BEND", kNames), " (did you mean \"bend\"?)");
}

TEST(Suggestion, ListsAllWhenNoneIsNear) {
    EXPECT_EQ(suggestion("colour", kNames), " (known: stretch, shear, bend, density)");
    EXPECT_EQ(suggestion("x", {}), "");
}

TEST(Hash, ChangesWithEveryBitAndWithTheCut) {
    const std::string text = "cloth and cloth";
    const auto of = [](std::string_view s) { return Hash().text(s).digest(); };
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string other = text;
        other[i] = static_cast<char>(other[i] ^ 1);
        EXPECT_NE(of(text), of(other));
    }
    EXPECT_NE(Hash().text("ab").text("c").digest(), Hash().text("a").text("bc").digest());
    EXPECT_EQ(to_hex(0x0123456789abcdefULL), "0123456789abcdef");
}

}  // namespace
}  // namespace pleat::test
