#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <pleat/render/text.hpp>

namespace pleat {
namespace {

// Capitals are 8 units high and small letters 5. A stroke is a line through points, each a column and a row digit; rows
// a, b, c are 1, 2, 3 units below the line. A stroke of one point twice is a dot.
struct Glyph {
    char letter;
    std::string_view strokes;
};

constexpr Glyph kGlyphs[] = {
    {'0', "10 30 41 47 38 18 07 01 10"},
    {'1', "06 28 20"},
    {'2', "07 18 38 47 45 00 40"},
    {'3', "07 18 38 47 45 34 14|34 43 41 30 10 01"},
    {'4', "30 38 02 42"},
    {'5', "48 08 05 35 44 41 30 10 01"},
    {'6', "47 38 18 07 01 10 30 41 43 34 14 03"},
    {'7', "08 48 10"},
    {'8', "14 05 07 18 38 47 45 34 14 03 01 10 30 41 43 34"},
    {'9', "01 10 30 41 47 38 18 07 05 14 34 45"},
    {'A', "00 38 60|13 53"},
    {'B', "00 08 38 47 45 34 04|34 43 41 30 00"},
    {'C', "47 38 18 07 01 10 30 41"},
    {'D', "00 08 28 46 42 20 00"},
    {'E', "48 08 00 40|04 34"},
    {'F', "48 08 00|04 34"},
    {'G', "47 38 18 07 01 10 30 41 44 24"},
    {'H', "00 08|40 48|04 44"},
    {'I', "00 08"},
    {'J', "48 41 30 10 01"},
    {'K', "08 00|48 04 40"},
    {'L', "08 00 40"},
    {'M', "00 08 34 68 60"},
    {'N', "00 08 50 58"},
    {'O', "10 40 51 57 48 18 07 01 10"},
    {'P', "00 08 38 47 45 34 04"},
    {'Q', "10 40 51 57 48 18 07 01 10|32 50"},
    {'R', "00 08 38 47 45 34 04|24 40"},
    {'S', "47 38 18 07 05 14 34 43 41 30 10 01"},
    {'T', "08 48|28 20"},
    {'U', "08 01 10 30 41 48"},
    {'V', "08 20 48"},
    {'W', "08 10 36 50 68"},
    {'X', "08 40|00 48"},
    {'Y', "08 24 48|24 20"},
    {'Z', "08 48 00 40"},
    {'a', "40 45|44 35 15 04 01 10 30 41"},
    {'b', "08 00|04 15 35 44 41 30 10 01"},
    {'c', "44 35 15 04 01 10 30 41"},
    {'d', "48 40|44 35 15 04 01 10 30 41"},
    {'e', "03 43 44 35 15 04 01 10 30 41"},
    {'f', "38 28 17 10|05 35"},
    {'g', "45 4b 3c 1c 0b|44 35 15 04 01 10 30 41"},
    {'h', "08 00|04 15 35 44 40"},
    {'i', "05 00|07 07"},
    {'j', "15 1b 0c|17 17"},
    {'k', "08 00|45 02|13 40"},
    {'l', "08 01 10"},
    {'m', "05 00|04 15 25 34 30|34 45 55 64 60"},
    {'n', "05 00|04 15 35 44 40"},
    {'o', "10 30 41 44 35 15 04 01 10"},
    {'p', "05 0c|04 15 35 44 41 30 10 01"},
    {'q', "45 4c|44 35 15 04 01 10 30 41"},
    {'r', "05 00|03 25 35"},
    {'s', "44 35 15 04 13 32 41 30 10 01"},
    {'t', "18 11 20 30|05 35"},
    {'u', "05 01 10 30 41|45 40"},
    {'v', "05 20 45"},
    {'w', "05 10 34 50 65"},
    {'x', "05 40|00 45"},
    {'y', "05 20|45 20 1c 0c"},
    {'z', "05 45 00 40"},
    {' ', ""},
    {'.', "00 00"},
    {',', "10 0b"},
    {':', "00 00|04 04"},
    {'-', "03 33"},
    {'+', "03 43|21 25"},
    {'=', "02 42|04 44"},
    {'_', "0a 4a"},
    {'/', "0a 48"},
    {'%', "00 58|08 18 16 06 08|40 50 52 42 40"},
    {'(', "18 06 02 10"},
    {')', "08 16 12 00"},
    {'[', "28 08 0a 2a"},
    {']', "08 28 2a 0a"},
    {'\'', "08 06"},
    {'"', "08 06|28 26"},
    {'#', "10 18|30 38|03 43|05 45"},
    {'^', "05 28 45"},
    {'<', "46 03 40"},
    {'>', "06 43 00"},
    {'!', "08 03|00 00"},
    {'?', "07 18 38 47 45 23 22|20 20"},
    {'*', "16 42|46 12|05 45"},
};
constexpr std::string_view kUnknown = "00 40 48 08 00";

constexpr float kUnits = 8;         // of a capital letter
constexpr float kLetterGap = 2.2f;  // between letters
constexpr float kSpace = 2.5f;      // a blank without its gap
constexpr float kPen = 0.5f;        // half the width of a stroke

std::string_view strokes_of(char letter) {
    const auto* found =
        std::find_if(std::begin(kGlyphs), std::end(kGlyphs), [&](const Glyph& g) { return g.letter == letter; });
    return found == std::end(kGlyphs) ? kUnknown : found->strokes;
}

float to_row(char c) { return c >= 'a' ? static_cast<float>('a' - c - 1) : static_cast<float>(c - '0'); }

// Calls segment(from, to) for each line of a letter, in units.
template <class Body>
void for_each_segment(std::string_view strokes, Body&& segment) {
    for (std::size_t i = 0; i + 4 < strokes.size(); i += 3) {
        if (strokes[i + 2] == '|') continue;
        segment(Eigen::Vector2f(static_cast<float>(strokes[i] - '0'), to_row(strokes[i + 1])),
                Eigen::Vector2f(static_cast<float>(strokes[i + 3] - '0'), to_row(strokes[i + 4])));
    }
}

float width_of(char letter) {
    float width = letter == ' ' ? kSpace : 0;
    for_each_segment(strokes_of(letter), [&](const Eigen::Vector2f& from, const Eigen::Vector2f& to) {
        width = std::max({width, from.x(), to.x()});
    });
    return width;
}

float distance(const Eigen::Vector2f& p, const Eigen::Vector2f& from, const Eigen::Vector2f& to) {
    const Eigen::Vector2f along = to - from;
    const float length2 = along.squaredNorm();
    const float t = length2 > 0 ? std::clamp((p - from).dot(along) / length2, 0.0f, 1.0f) : 0;
    return (p - from - t * along).norm();
}

void draw_letter(char letter, const TextPlace& place, Rgb color, Picture& picture) {
    const float unit = place.height / kUnits;
    const float pen = std::max(0.5f, kPen * unit);
    const std::string_view strokes = strokes_of(letter);
    const auto pixel = [](float x) { return static_cast<int>(std::floor(x)); };
    const float width = width_of(letter) * unit;
    for (int y = pixel(place.base - place.height - pen - 1); y <= pixel(place.base + 3 * unit + pen + 1); ++y) {
        for (int x = pixel(place.left - pen - 1); x <= pixel(place.left + width + pen + 1); ++x) {
            const Eigen::Vector2f p((static_cast<float>(x) + 0.5f - place.left) / unit,
                                    (place.base - static_cast<float>(y) - 0.5f) / unit);
            float nearest = std::numeric_limits<float>::infinity();
            for_each_segment(strokes, [&](const Eigen::Vector2f& from, const Eigen::Vector2f& to) {
                nearest = std::min(nearest, distance(p, from, to));
            });
            picture.blend(x, y, color, std::clamp(pen + 0.5f - nearest * unit, 0.0f, 1.0f));
        }
    }
}

}  // namespace

void draw_text(std::string_view text, const TextPlace& place, Rgb color, Picture& picture) {
    TextPlace next = place;
    for (const char letter : text) {
        draw_letter(letter, next, color, picture);
        next.left += (width_of(letter) + kLetterGap) * place.height / kUnits;
    }
}

float text_width(std::string_view text, float height) {
    float units = text.empty() ? 0 : -kLetterGap;
    for (const char letter : text) units += width_of(letter) + kLetterGap;
    return units * height / kUnits;
}

}  // namespace pleat
