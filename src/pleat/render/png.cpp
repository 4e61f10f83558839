#include <algorithm>
#include <cstring>

#include <png.h>

#include <pleat/core/error.hpp>
#include <pleat/render/png.hpp>

namespace pleat {
namespace {

constexpr png_uint_32 kLargest = 16384;  // [pixels] a side; larger than any that Pleat draws

png_image describe(ImageSize size) {
    png_image image;
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(size.width);
    image.height = static_cast<png_uint_32>(size.height);
    image.format = PNG_FORMAT_RGB;
    return image;
}

static_assert(sizeof(Rgb) == 3);

}  // namespace

std::string format_png(const Picture& picture) {
    png_image image = describe(picture.size);
    png_alloc_size_t length = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string bytes(length, '\0');
    if (png_image_write_to_memory(&image, bytes.data(), &length, 0, picture.pixels.data(), 0, nullptr) == 0) {
        throw Error(ErrorKind::io, std::string("the picture cannot be compressed: ") + image.message);
    }
    bytes.resize(length);
    return bytes;
}

Picture parse_png(const std::string& bytes, const std::string& name) {
    png_image image = describe({});
    if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
        throw Error(ErrorKind::bad_input, name + ": is not a PNG picture: " + image.message);
    }
    if (std::max(image.width, image.height) > kLargest) {
        png_image_free(&image);
        throw Error(ErrorKind::bad_input, name + ": is " + std::to_string(image.width) + " x " +
                                              std::to_string(image.height) + " pixels large; at most " +
                                              std::to_string(kLargest) + " x " + std::to_string(kLargest) +
                                              " can be read");
    }
    image.format = PNG_FORMAT_RGB;
    Picture picture({static_cast<int>(image.width), static_cast<int>(image.height)});
    if (png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr) == 0) {
        throw Error(ErrorKind::bad_input, name + ": is a damaged PNG picture: " + image.message);
    }
    return picture;
}

}  // namespace pleat
