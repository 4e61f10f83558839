// A finished animation as files of other programs want it: objects with triangles of their own, frames with times, and
// numbers in single precision.
#pragma once
#include <array>
#include <functional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <pleat/io/animation.hpp>
#include <pleat/io/mesh_part.hpp>

namespace pleat {

/// A cloth, a solid, or all of a mesh from elsewhere.
struct ExportedObject {
    std::string name;  ///< letters, digits and _, not beginning with a digit; different from all others
    bool is_solid = false;
    bool is_moving = false;                     ///< else it is in all frames where it is in the first
    int particles = 0;                          ///< number of positions
    std::vector<std::array<int, 3>> triangles;  ///< indices into the object's positions
    std::vector<std::array<Vec2, 3>> uv;        ///< [m] per triangle corner; empty: there is none
    Eigen::Vector3f color;                      ///< linear, in [0, 1]
};

/// Thrown while an export reads a frame if it is to stop.
struct ExportStopped {};

/// Frames of an animation, numbered from 0 as samples. The animation must outlive it.
class ExportSource {
public:
    /// `frames` are the animation's, in increasing order, at least one. `should_stop` is asked before a frame is read.
    ExportSource(const Animation& animation, std::vector<int> frames, std::function<bool()> should_stop = {});

    const Animation& animation() const { return animation_; }
    const std::vector<ExportedObject>& objects() const { return objects_; }
    int sample_count() const { return static_cast<int>(frames_.size()); }
    /// The number of samples of an object: one if it does not move.
    int sample_count(std::size_t object) const { return objects_[object].is_moving ? sample_count() : 1; }
    int frame(int sample) const { return frames_[static_cast<std::size_t>(sample)]; }
    Real time(int sample) const { return frame(sample) / animation_.frame_rate(); }  ///< [s]
    /// [m] Throws ExportStopped.
    std::vector<Eigen::Vector3f> positions(std::size_t object, int sample) const;
    /// An object with its normals. It must not outlive this.
    MeshPart part(std::size_t object, int sample) const;
    /// NAME_0012.EXTENSION with the number of the animation's frame, so that files are in the order of their names.
    std::string file_name(const std::string& name, int sample, const char* extension) const;

private:
    void add_cloths();
    void add_solids();
    std::string unused_name(const std::string& wanted) const;

    const Animation& animation_;
    std::vector<int> frames_;
    std::function<bool()> should_stop_;
    std::vector<ExportedObject> objects_;
    std::vector<int> first_particles_;  // of each cloth
};

/// Box around points; nothing is in it if there are none.
struct FloatBox {
    explicit FloatBox(const std::vector<Eigen::Vector3f>& points);
    Eigen::Vector3f low, high;
};

}  // namespace pleat
