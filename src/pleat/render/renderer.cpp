#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include <pleat/core/parallel.hpp>
#include <pleat/render/ray_scene.hpp>
#include <pleat/render/renderer.hpp>
#include <pleat/render/sampler.hpp>
#include <pleat/render/weave.hpp>

namespace pleat {
namespace {

constexpr float kPiFloat = std::numbers::pi_v<float>;

// A number in [-1, 1], most often near 0: pixels overlap, so that fine threads do not beat with the pixels.
float tent(float random) { return random < 0.5f ? std::sqrt(2 * random) - 1 : 1 - std::sqrt(2 - 2 * random); }

// A place on a surface, seen from the side of `normal`.
struct ShadingPoint {
    Eigen::Vector3f position;
    Eigen::Vector3f facing;  // of the flat triangle, towards the eye
    WovenPoint woven;
};

// Where the random numbers for the light of one sample come from.
struct LightSample {
    const PixelSampler& sampler;
    int number;
};

class Drawing {
public:
    Drawing(const View& view, const RenderSettings& settings)
        : view_(view), settings_(settings), rays_(view.camera, settings.size), scene_(view.surfaces) {
        const Eigen::Vector3f target = view.camera.target.cast<float>();
        reach_ = std::max(1e-6f, (target - rays_.eye()).norm());
    }

    Color pixel(int x, int y) const {
        const PixelSampler sampler(x, y, settings_.samples);
        Color sum = Color::Zero();
        for (int sample = 0; sample < settings_.samples; ++sample) {
            const Eigen::Vector2f random = sampler.pair(SampleUse::pixel, sample);
            const float left = static_cast<float>(x) + 0.5f + tent(random.x());
            const float top = static_cast<float>(y) + 0.5f + tent(random.y());
            const Ray ray{rays_.eye(), rays_.direction(left, top)};
            sum += trace(ray, {sampler, sample});
        }
        return sum / static_cast<float>(settings_.samples);
    }

private:
    Color trace(const Ray& ray, const LightSample& sample) const {
        const std::optional<Hit> hit = scene_.intersect(ray);
        const float to_ground = distance_to_ground(ray);
        if (hit && hit->distance < to_ground) {
            return shade(find_point(ray, *hit), -ray.direction, sample);
        }
        if (std::isfinite(to_ground)) return shade_ground(ray, to_ground, sample);
        return view_.light.backdrop;
    }

    float distance_to_ground(const Ray& ray) const {
        if (!view_.ground || !(ray.direction.y() < 0)) return std::numeric_limits<float>::infinity();
        const float distance = (static_cast<float>(*view_.ground) - ray.origin.y()) / ray.direction.y();
        return distance > 0 ? distance : std::numeric_limits<float>::infinity();
    }

    Color shade_ground(const Ray& ray, float distance, const LightSample& sample) const {
        const Eigen::Vector3f up = Eigen::Vector3f::UnitY();
        ShadingPoint point{ray.origin + distance * ray.direction, up, {view_.ground_color, up, 0, 0}};
        const float from_middle = (point.position - view_.camera.target.cast<float>()).norm() / reach_;
        const float fade = 1 - std::exp(-0.12f * from_middle * from_middle);
        const Color color = shade(point, -ray.direction, sample);
        return (1 - fade) * color + fade * view_.light.backdrop;
    }

    ShadingPoint find_point(const Ray& ray, const Hit& hit) const {
        const auto at = [](int i) { return static_cast<std::size_t>(i); };
        const DrawnSurface& surface = view_.surfaces[at(hit.surface)];
        const auto& corners = surface.triangles[at(hit.triangle)];
        const auto corner = [&](int k) { return at(corners[at(k)]); };
        const Eigen::Vector3f &a = surface.positions[corner(0)], &b = surface.positions[corner(1)],
                              &c = surface.positions[corner(2)];
        Eigen::Vector3f facing = (b - a).cross(c - a).normalized();
        const bool is_front = facing.dot(ray.direction) < 0;
        if (!is_front) facing = -facing;
        Eigen::Vector3f normal = hit.corners[0] * surface.normals[corner(0)] +
                                 hit.corners[1] * surface.normals[corner(1)] +
                                 hit.corners[2] * surface.normals[corner(2)];
        if (!is_front) normal = -normal;
        normal = normal.norm() > 1e-6f ? normal.normalized() : facing;
        ShadingPoint point{ray.origin + hit.distance * ray.direction, facing, {}};
        point.woven = weave_at(surface, hit, normal, -ray.direction.dot(facing));
        if (!surface.colors.empty()) {
            point.woven.albedo = hit.corners[0] * surface.colors[corner(0)] +
                                 hit.corners[1] * surface.colors[corner(1)] +
                                 hit.corners[2] * surface.colors[corner(2)];
        }
        // A tilted normal may look away from the eye where the cloth does not.
        const float towards_eye = -point.woven.normal.dot(ray.direction);
        if (towards_eye < 0.02f) {
            point.woven.normal = (point.woven.normal - (0.02f - towards_eye) * ray.direction).normalized();
        }
        return point;
    }

    // `slant` is the cosine between the line of sight and the normal of the triangle.
    WovenPoint weave_at(const DrawnSurface& surface, const Hit& hit, const Eigen::Vector3f& normal, float slant) const {
        const auto triangle = static_cast<std::size_t>(hit.triangle);
        const Eigen::Vector3f nowhere = Eigen::Vector3f::Zero();
        if (surface.uv.empty()) {
            Material smooth = surface.material;
            smooth.thread_width = 0;
            return weave(smooth, nowhere.head<2>(), 0, normal, nowhere, nowhere);
        }
        const auto& uv = surface.uv[triangle];
        const auto& corners = surface.triangles[triangle];
        const auto x = [&](std::size_t k) -> const Eigen::Vector3f& {
            return surface.positions[static_cast<std::size_t>(corners[k])];
        };
        Eigen::Matrix2f material_edges;
        material_edges << uv[1] - uv[0], uv[2] - uv[0];
        Eigen::Matrix<float, 3, 2> edges;
        edges << x(1) - x(0), x(2) - x(0);
        const float determinant = material_edges.determinant();
        const Eigen::Vector2f place = hit.corners[0] * uv[0] + hit.corners[1] * uv[1] + hit.corners[2] * uv[2];
        if (std::abs(determinant) < 1e-20f) return weave(surface.material, place, 1e9f, normal, nowhere, nowhere);
        const Eigen::Matrix<float, 3, 2> along = edges * material_edges.inverse();
        // A pixel covers more where the cloth is seen at an angle, and material coordinates may have another scale.
        const float footprint = rays_.pixel_width() * hit.distance / std::max(0.1f, std::sqrt(slant));
        const float scale =
            std::sqrt(std::abs(determinant) / std::max(1e-20f, (x(1) - x(0)).cross(x(2) - x(0)).norm()));
        return weave(surface.material, place, footprint * scale, normal, along.col(0).normalized(),
                     along.col(1).normalized());
    }

    Color shade(const ShadingPoint& point, const Eigen::Vector3f& to_eye, const LightSample& sample) const {
        const WovenPoint& woven = point.woven;
        const float out = std::clamp(woven.normal.dot(to_eye), 0.01f, 1.0f);
        Color light = Color::Zero();
        const Eigen::Vector3f to_sun = view_.light.towards_sun(sample.sampler.pair(SampleUse::sun, sample.number));
        const float sun_cosine = woven.normal.dot(to_sun);
        // Light must not leak through where the smooth normal and the flat triangle disagree.
        const bool is_possible = sun_cosine * point.facing.dot(to_sun) > 0;
        if (is_possible && (sun_cosine > 0 || woven.transmission > 0)) {
            const Color shares = scatter(woven, sun_cosine > 0 ? LitSide::seen : LitSide::hidden, out) *
                                 (std::abs(sun_cosine) / kPiFloat);
            if (!is_blocked(point, to_sun)) light += shares.cwiseProduct(view_.light.sun_irradiance);
        }
        return light + total_scatter(woven, out).cwiseProduct(from_sky(point, sample));
    }

    // Asks the sky on one side of the cloth, now and then the hidden one, as often as its light comes through.
    Color from_sky(const ShadingPoint& point, const LightSample& sample) const {
        Eigen::Vector2f random = sample.sampler.pair(SampleUse::sky, sample.number);
        const float hidden = point.woven.transmission;
        const bool is_hidden = random.x() < hidden;
        random.x() = is_hidden ? random.x() / hidden : (random.x() - hidden) / (1 - hidden);
        const Eigen::Vector3f direction =
            cosine_direction(is_hidden ? -point.woven.normal : point.woven.normal, random);
        const Color radiance = view_.light.sky(direction);
        return is_blocked(point, direction) ? Color(view_.light.bounce * radiance) : radiance;
    }

    bool is_blocked(const ShadingPoint& point, const Eigen::Vector3f& direction) const {
        const float side = point.facing.dot(direction) < 0 ? -1.0f : 1.0f;
        const float lift = 1e-4f * reach_;
        return scene_.is_blocked({point.position + side * lift * point.facing, direction});
    }

    const View& view_;
    const RenderSettings& settings_;
    CameraRays rays_;
    RayScene scene_;
    float reach_;  // [m] from the eye to what it looks at
};

}  // namespace

Image render(const View& view, const RenderSettings& settings) {
    constexpr int kTile = 16;
    const Drawing drawing(view, settings);
    Image image(settings.size);
    const int columns = (settings.size.width + kTile - 1) / kTile, rows = (settings.size.height + kTile - 1) / kTile;
    parallel_blocks(columns * rows, [&](int tile) {
        const int left = tile % columns * kTile, top = tile / columns * kTile;
        for (int y = top; y < std::min(top + kTile, settings.size.height); ++y) {
            for (int x = left; x < std::min(left + kTile, settings.size.width); ++x)
                image.at(x, y) = drawing.pixel(x, y);
        }
    });
    return image;
}

}  // namespace pleat
