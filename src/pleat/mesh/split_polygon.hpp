// Splits a face with many corners into triangles.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

/// Keeps its tables from face to face, so that splitting a whole mesh allocates almost nothing.
class PolygonSplitter {
public:
    /// Faces with more corners than this are split only if they are convex: the time grows with the square.
    static constexpr std::size_t kMostCorners = 1024;

    /// corners.size() - 2 triangles of indices into `corners` (at least three), turning the same way as the face. None
    /// is flipped or without area, unless the face crosses itself or is itself without area. The result is valid until
    /// the next call; it is empty if the face has too many corners.
    std::span<const std::array<int, 3>> split(std::span<const Vec3> corners);

private:
    enum class Ear : char { none, thin, good };

    bool flatten(std::span<const Vec3> corners);
    bool is_convex() const;
    void split_as_fan();
    void clip_ears();
    Ear judge(int i) const;
    int choose_ear(int start) const;
    Real turn(int a, int b, int c) const;

    std::vector<Vec2> flat_;   // the corners in the face's plane, scaled to about 1, turning left
    std::vector<int> before_;  // of each corner still there, the one before it
    std::vector<int> after_;   // and the one after it
    std::vector<Ear> ears_;    // and whether it can be cut off
    std::vector<std::array<int, 3>> triangles_;
};

}  // namespace pleat
