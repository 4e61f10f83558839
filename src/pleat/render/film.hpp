// Takes pictures of an animation.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include <pleat/io/animation.hpp>
#include <pleat/render/field.hpp>
#include <pleat/render/renderer.hpp>

namespace pleat {

/// A field as colours.
struct Coloring {
    std::shared_ptr<const Field> field;
    ValueRange range;
};

/// The height of the ground: a number [m], none at all, or that of a level plane among the solids, else just below the
/// lowest point of the animation.
struct GroundWish {
    enum class Kind { found, none, given } kind = Kind::found;
    Real height = 0;
};

/// What all pictures of an animation have in common.
struct FilmSettings {
    RenderSettings render;
    CameraWish camera;
    GroundWish ground;
    std::optional<Coloring> coloring;
};

/// Draws frames of an animation, all seen from one place and in one light.
class Film {
public:
    /// Looks at the given frames to find the camera and the ground. Keeps a reference to the animation.
    Film(const Animation& animation, std::span<const int> frames, const FilmSettings& settings);

    /// A frame as it is shown, with the legend if it has one.
    Picture shoot(int frame) const;

    const View& view() const { return view_; }  ///< without surfaces

private:
    void find_ground(const Eigen::AlignedBox<Real, 3>& box);
    std::vector<DrawnSurface> surfaces(int frame) const;
    void add_solids(int frame, std::vector<DrawnSurface>& surfaces) const;

    const Animation& animation_;
    FilmSettings settings_;
    View view_;
    float thread_width_;                            // [m]
    const AnimationSolid* ground_solid_ = nullptr;  // drawn as the ground, not as a surface
};

/// `settings` with a camera and a ground that suit all frames of all these animations, so that their pictures can be
/// compared.
FilmSettings share_view(std::span<const Animation> animations, FilmSettings settings);

}  // namespace pleat
