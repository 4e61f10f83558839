// Several frames in one picture.
#pragma once
#include <span>
#include <string>

#include <pleat/render/image.hpp>

namespace pleat {

/// Pictures side by side in rows, each with its label. All have the same size, and there is at least one.
Picture make_contact_sheet(std::span<const Picture> pictures, std::span<const std::string> labels);

/// The size that each of `count` pictures should have so that their sheet is about `sheet` large.
ImageSize contact_size(ImageSize sheet, int count);

}  // namespace pleat
