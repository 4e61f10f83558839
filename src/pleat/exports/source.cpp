#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include <pleat/exports/source.hpp>
#include <pleat/mesh/normals.hpp>

namespace pleat {
namespace {

// From "#rrggbb" in sRGB.
Eigen::Vector3f linear_color(const std::string& text) {
    Eigen::Vector3f color = Eigen::Vector3f::Constant(0.35f);
    if (text.size() != 7) return color;
    for (int channel = 0; channel < 3; ++channel) {
        int byte = 0;
        const char* digits = text.data() + 1 + 2 * channel;
        std::from_chars(digits, digits + 2, byte, 16);
        const float s = static_cast<float>(byte) / 255;
        color[channel] = s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
    }
    return color;
}

std::vector<std::array<int, 3>> shifted(std::vector<std::array<int, 3>> triangles, int by) {
    for (auto& triangle : triangles) {
        for (int& particle : triangle) particle -= by;
    }
    return triangles;
}

template <class T>
std::vector<T> part_of_list(const std::vector<T>& all, IndexRange range) {
    return all.empty() ? all : std::vector<T>(all.begin() + range.begin, all.begin() + range.end);
}

}  // namespace

ExportSource::ExportSource(const Animation& animation, std::vector<int> frames, std::function<bool()> should_stop)
    : animation_(animation), frames_(std::move(frames)), should_stop_(std::move(should_stop)) {
    assert(!frames_.empty());
    add_cloths();
    add_solids();
}

std::string ExportSource::unused_name(const std::string& wanted) const {
    std::string name = wanted.empty() ? "cloth" : wanted;
    const auto is_plain = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    std::replace_if(
        name.begin(), name.end(), [&](char c) { return !is_plain(c); }, '_');
    if (name.front() >= '0' && name.front() <= '9') name = "_" + name;
    const auto is_used = [&](const std::string& text) {
        return std::any_of(objects_.begin(), objects_.end(), [&](const ExportedObject& o) { return o.name == text; });
    };
    std::string unused = name;
    for (int number = 2; is_used(unused); ++number) unused = name + "_" + std::to_string(number);
    return unused;
}

void ExportSource::add_cloths() {
    const TriangleMesh& mesh = animation_.mesh();
    // The pieces of a mesh from elsewhere stay together: other programs know its particles by their numbers.
    std::vector<AnimationPart> parts = animation_.parts();
    if (!animation_.is_run()) {
        const IndexRange all{0, static_cast<int>(mesh.positions.size())};
        parts = {{{0, static_cast<int>(mesh.triangles.size())}, {}, "cloth", all}};
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const AnimationPart& part = parts[i];
        ExportedObject& object = objects_.emplace_back();
        object.name = unused_name(part.name);
        object.is_moving = sample_count() > 1;
        object.particles = part.particles.size();
        object.triangles = shifted(part_of_list(mesh.triangles, part.triangles), part.particles.begin);
        object.uv = part_of_list(mesh.uv, part.triangles);
        object.color = linear_color(shown_colors(part, i).warp);
        first_particles_.push_back(part.particles.begin);
    }
}

void ExportSource::add_solids() {
    for (const AnimationSolid& solid : animation_.solids()) {
        ExportedObject& object = objects_.emplace_back();
        object.name = unused_name(solid.name());
        object.is_solid = true;
        object.is_moving = solid.is_moving() && sample_count() > 1;
        object.particles = static_cast<int>(solid.positions(0).size());
        object.triangles = solid.triangles();
        object.color = linear_color(solid.color());
    }
}

std::vector<Eigen::Vector3f> ExportSource::positions(std::size_t object, int sample) const {
    if (should_stop_ && should_stop_()) throw ExportStopped{};
    const std::size_t cloths = first_particles_.size();
    const bool is_solid = object >= cloths;
    const std::vector<Vec3> all =
        is_solid ? animation_.solids()[object - cloths].positions(frame(sample)) : animation_.positions(frame(sample));
    const auto first = is_solid ? 0 : static_cast<std::size_t>(first_particles_[object]);
    std::vector<Eigen::Vector3f> positions(static_cast<std::size_t>(objects_[object].particles));
    constexpr Real kLargest = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        positions[i] = all[first + i].cwiseMin(kLargest).cwiseMax(-kLargest).cast<float>();
    }
    return positions;
}

MeshPart ExportSource::part(std::size_t object, int sample) const {
    const ExportedObject& shape = objects_[object];
    std::vector<Eigen::Vector3f> x = positions(object, sample);
    std::vector<Eigen::Vector3f> normals = smooth_normals(x, shape.triangles);
    return {shape.name, std::move(x), std::move(normals), shape.triangles, shape.uv};
}

std::string ExportSource::file_name(const std::string& name, int sample, const char* extension) const {
    char number[24];
    std::snprintf(number, sizeof number, "_%04d", frame(sample));
    return name + number + extension;
}

FloatBox::FloatBox(const std::vector<Eigen::Vector3f>& points)
    : low(Eigen::Vector3f::Constant(std::numeric_limits<float>::infinity())), high(-low) {
    for (const Eigen::Vector3f& x : points) {
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
    }
}

}  // namespace pleat
