// Draws surfaces by following rays of light backwards: one bounce, sun and sky, soft shadows.
#pragma once
#include <optional>
#include <vector>

#include <pleat/render/camera.hpp>
#include <pleat/render/drawn_surface.hpp>
#include <pleat/render/light.hpp>

namespace pleat {

/// All that is in a picture.
struct View {
    std::vector<DrawnSurface> surfaces;
    std::optional<Real> ground;  ///< [m] its height; none: nothing below the horizon but light
    Color ground_color = {0.62f, 0.61f, 0.60f};
    Light light;
    Camera camera;
};

/// How well it is drawn.
struct RenderSettings {
    ImageSize size;
    int samples = 16;  ///< a pixel
};

/// The light in each pixel. The same in every run and for any number of threads.
Image render(const View& view, const RenderSettings& settings);

}  // namespace pleat
