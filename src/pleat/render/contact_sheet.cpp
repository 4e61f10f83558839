#include <algorithm>
#include <cassert>
#include <cmath>

#include <pleat/render/contact_sheet.hpp>
#include <pleat/render/text.hpp>

namespace pleat {
namespace {

constexpr int kGap = 4;  // [pixels]

// As many columns as rows, or one more.
int columns_for(int count) { return static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count)))); }

int rows_for(int count) { return (count + columns_for(count) - 1) / columns_for(count); }

}  // namespace

ImageSize contact_size(ImageSize sheet, int count) {
    const int columns = columns_for(count);
    const int width = std::max(16, (sheet.width - (columns + 1) * kGap) / columns);
    return {width,
            std::max(16, static_cast<int>(std::lround(static_cast<double>(width) * sheet.height / sheet.width)))};
}

Picture make_contact_sheet(std::span<const Picture> pictures, std::span<const std::string> labels) {
    assert(!pictures.empty() && pictures.size() == labels.size());
    const ImageSize tile = pictures.front().size;
    const auto count = static_cast<int>(pictures.size());
    const int columns = columns_for(count), rows = rows_for(count);
    Picture sheet({columns * (tile.width + kGap) + kGap, rows * (tile.height + kGap) + kGap}, {255, 255, 255});
    const float letter = std::max(6.0f, static_cast<float>(tile.height) / 22);
    for (int i = 0; i < count; ++i) {
        const int left = kGap + i % columns * (tile.width + kGap), top = kGap + i / columns * (tile.height + kGap);
        paste(pictures[static_cast<std::size_t>(i)], left, top, sheet);
        draw_text(labels[static_cast<std::size_t>(i)],
                  {static_cast<float>(left) + letter, static_cast<float>(top) + 2 * letter, letter}, {50, 50, 50},
                  sheet);
    }
    return sheet;
}

}  // namespace pleat
