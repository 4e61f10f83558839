// Numbers of every particle that a picture can show as colours.
#pragma once
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pleat/io/animation.hpp>
#include <pleat/render/color_map.hpp>

namespace pleat {

/// A number a particle, in each frame of an animation.
class Field {
public:
    virtual ~Field() = default;
    /// What is written over the legend, with its unit.
    virtual std::string title() const = 0;
    virtual std::vector<float> values(const Animation& animation, int frame) const = 0;
};

/// `name` is one of field_names(), "moved:" and the name of a mover (corrections/moved_particles), or a .csv file with
/// a row a frame, or one row for all, and a column a particle. Throws ErrorKind::bad_input with the nearest name, or
/// with the place in the file.
std::unique_ptr<Field> make_field(const std::string& name, const Animation& animation);

/// A field that Pleat computes.
struct FieldName {
    std::string name;
    std::string description;
};
std::span<const FieldName> field_names();

/// From the smallest to the largest value in these frames, but for the outermost half a percent at both ends, in which
/// single particles would decide the colours of all others.
ValueRange find_range(const Field& field, const Animation& animation, std::span<const int> frames);

}  // namespace pleat
