// Writes pictures as PNG.
#pragma once
#include <string>

#include <pleat/render/image.hpp>

namespace pleat {

/// The bytes of a PNG file.
std::string format_png(const Picture& picture);

/// The picture in the bytes of a PNG file. Throws ErrorKind::bad_input; `name` is for messages.
Picture parse_png(const std::string& bytes, const std::string& name);

}  // namespace pleat
