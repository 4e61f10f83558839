// An animation with all that formats must hold: two cloths, one of them with a seam, a solid that moves and one that
// stands, in four frames of a tenth of a second.
#pragma once
#include <pleat/exports/source.hpp>

#include "tests/support/solids.hpp"

namespace pleat::test {

inline constexpr int kSampleFrames = 4;

inline Model sample_model() {
    ClothSource flag;
    flag.name = "flag";
    flag.mesh = make_grid({.size = {1, 0.5}, .cells = {4, 2}});
    flag.fabric = named_fabric("cotton");
    ClothSource patch = flag;
    patch.name = "a patch";
    patch.mesh = make_grid({.size = {0.4, 0.4}, .cells = {2, 2}});
    patch.mesh.uv.front()[0] += Vec2(3, 0);
    patch.mesh.uv.front()[1] += Vec2(3, 0);
    patch.mesh.uv.front()[2] += Vec2(3, 0);
    return ModelBuilder().add(flag).add(patch).build();
}

inline Animation sample_animation() {
    const Model model = sample_model();
    std::vector<std::vector<Vec3>> frames;
    std::vector<Real> times;
    for (int frame = 0; frame < kSampleFrames; ++frame) {
        auto& positions = frames.emplace_back(model.positions);
        for (Vec3& x : positions) x += Vec3(0.1 * frame, std::sin(7 * x.x() + frame) / 3, 0.25 * x.y() * frame);
        times.push_back(0.1 * frame);
    }
    Solid ball = make_solid(make_sphere({0.25, 3}), "ball");
    ball.motion.parts.push_back(straight_motion(0, 0.3, Vec3(0, 1, -2)));
    std::vector<AnimationSolid> solids;
    for (const Solid& solid : {ball, make_floor()}) solids.emplace_back(solid, times);
    return Animation(model, 10, std::move(frames), std::move(solids));
}

/// The sample as a source of exports.
struct SampleSource {
    Animation animation = sample_animation();
    ExportSource source{animation, {0, 1, 2, 3}};
};

}  // namespace pleat::test
