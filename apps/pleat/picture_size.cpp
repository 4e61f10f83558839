#include "picture_size.hpp"

#include <fmt/core.h>

#include <pleat/core/error.hpp>

namespace pleat {

ImageSize parse_size(const std::string& text) {
    constexpr int kLargest = 16384;
    const auto size = parse_two<int>(text, 'x');
    if (size && (*size)[0] >= 16 && (*size)[1] >= 16 && (*size)[0] <= kLargest && (*size)[1] <= kLargest) {
        return {(*size)[0], (*size)[1]};
    }
    throw Error(ErrorKind::bad_input,
                fmt::format("size \"{}\"; must be WIDTHxHEIGHT, each 16 to {} pixels, for example "
                            "1280x720",
                            text, kLargest));
}

}  // namespace pleat
