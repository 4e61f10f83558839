// The fingerprint of a scene file: equal if and only if, accidents aside, the results are equal.
#include <pleat/core/hash.hpp>
#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

// Adds 0 so that 0 and -0, which mean the same, are the same.
void add(Hash& hash, Real x) { hash.value(x + 0.0); }

void add(Hash& hash, const Vec3& v) {
    for (int d = 0; d < 3; ++d) add(hash, v[d]);
}

void add(Hash& hash, const Keyframes& keyframes) {
    hash.value(keyframes.times.size());
    for (const Real time : keyframes.times) add(hash, time);
    for (const Vec3& value : keyframes.values) add(hash, value);
    hash.value(static_cast<int>(keyframes.interpolation));
}

void add(Hash& hash, const KeyframedTranslation& translation) { add(hash, translation.offsets); }

void add(Hash& hash, const SineTranslation& sine) {
    add(hash, sine.amplitude);
    add(hash, sine.period);
    add(hash, sine.phase);
}

void add(Hash& hash, const CircleTranslation& circle) {
    add(hash, circle.radius);
    add(hash, circle.axis);
    add(hash, circle.period);
}

void add(Hash& hash, const Rotation& rotation) {
    add(hash, rotation.axis);
    add(hash, rotation.center);
    add(hash, rotation.rate);
    add(hash, rotation.swing);
    add(hash, rotation.swing_period);
    add(hash, rotation.angles);
}

void add(Hash& hash, const CurveTrack& curve) {
    hash.value(curve.points.size()).value(curve.closed);
    for (const Vec3& point : curve.points) add(hash, point);
}

void add(Hash& hash, const PlaneTrack& plane) {
    add(hash, plane.point);
    add(hash, plane.normal);
}

void add(Hash& hash, const SphereTrack& sphere) {
    add(hash, sphere.center);
    add(hash, sphere.radius);
}

void add(Hash& hash, const CylinderTrack& cylinder) {
    add(hash, cylinder.point);
    add(hash, cylinder.axis);
    add(hash, cylinder.radius);
}

void add(Hash& hash, const HoldDirections& hold) {
    hash.value(hold.directions.size());
    for (const Vec3& direction : hold.directions) add(hash, direction);
}

void add(Hash& hash, const HoldOnTrack& hold) {
    hash.value(hold.track.index());
    std::visit([&](const auto& track) { add(hash, track); }, hold.track);
}

void add(Hash& hash, const Motion& motion) {
    hash.value(motion.parts.size());
    for (const MotionPart& part : motion.parts) {
        hash.value(part.kind.index());
        std::visit([&](const auto& kind) { add(hash, kind); }, part.kind);
        add(hash, part.from);
        add(hash, part.until);
    }
}

void add(Hash& hash, const std::vector<Vec3>& positions) {
    hash.value(positions.size());
    for (const Vec3& x : positions) add(hash, x);
}

void add(Hash& hash, const Solid& solid) {
    add(hash, solid.surface->positions);
    hash.value(solid.surface->triangles.size());
    for (const auto& triangle : solid.surface->triangles) hash.span(std::span<const int>(triangle));
    hash.value(solid.sequence != nullptr);
    if (solid.sequence != nullptr) {
        add(hash, solid.sequence->start);
        add(hash, solid.sequence->interval);
        hash.value(solid.sequence->frames.size());
        for (const auto& frame : solid.sequence->frames) add(hash, frame);
    }
    add(hash, solid.motion);
    add(hash, solid.thickness);
    add(hash, solid.friction);
    hash.value(solid.is_two_sided);
}

void add(Hash& hash, const Pin& pin) {
    hash.span(std::span<const int>(pin.particles));
    hash.value(pin.hold.index());
    std::visit([&](const auto& hold) { add(hash, hold); }, pin.hold);
    add(hash, pin.motion);
    hash.value(pin.solid);
    add(hash, pin.from);
    add(hash, pin.until);
}

void add(Hash& hash, const OrderRule& rule) {
    hash.value(rule.fixed.size()).span(std::span<const int>(rule.fixed)).value(rule.solid);
    add(hash, rule.from);
    add(hash, rule.until);
    add(hash, rule.period);
}

void add(Hash& hash, const Scene& scene) {
    add(hash, scene.gravity);
    add(hash, scene.air_density);
    add(hash, scene.wind.velocity);
    add(hash, scene.wind.gust);
    add(hash, scene.wind.gust_period);
    add(hash, scene.wind.turbulence);
    hash.value(scene.wind.seed);
    hash.value(scene.pins.size());
    for (const Pin& pin : scene.pins) add(hash, pin);
    hash.value(scene.solids.size());
    for (const Solid& solid : scene.solids) add(hash, solid);
    hash.value(scene.order_rules.size());
    for (const OrderRule& rule : scene.order_rules) add(hash, rule);
}

void add(Hash& hash, int x) { hash.value(x); }
void add(Hash& hash, bool x) { hash.value(x); }
void add(Hash& hash, const Vec2& v) {
    add(hash, v[0]);
    add(hash, v[1]);
}

template <class Value>
void add(Hash& hash, const std::optional<Value>& value) {
    hash.value(value.has_value());
    if (value) add(hash, *value);
}

void add(Hash& hash, const CorrectionSettings& corrections) {
    add(hash, corrections.substep);
    add(hash, corrections.sweeps);
    add(hash, corrections.damping);
    add(hash, corrections.springs);
    add(hash, corrections.strain_limits);
    add(hash, corrections.repetitions);
    hash.value(static_cast<int>(corrections.impulse_solver));
    add(hash, corrections.bend_limit);
    hash.value(corrections.reach).value(corrections.finishing_sweeps);
    add(hash, corrections.friction_share);
    for (const EdgeClass kind : corrections.order.classes) hash.value(static_cast<int>(kind));
    add(hash, corrections.order.visit_limit);
    add(hash, corrections.order_down);
    hash.value(corrections.as_printed);
}

void add(Hash& hash, const SimulationSettings& settings) {
    hash.text(settings.method.preset);
    hash.value(static_cast<int>(time_integrator(settings.method))).value(settings.method.newton_steps);
    add(hash, settings.method.rho);
    hash.value(static_cast<int>(settings.method.scaling)).value(static_cast<int>(settings.method.bend));
    hash.value(static_cast<int>(settings.method.linearization));
    hash.value(static_cast<int>(settings.method.preconditioner));
    add(hash, settings.method.most_stretch);
    add(hash, settings.method.strain_max);
    hash.value(settings.method.cloth_contact).value(settings.method.fail_safe);
    hash.value(static_cast<int>(length_correction(settings.method)));
    add(hash, settings.method.corrections);
    add(hash, settings.method.tolerance);
    hash.value(settings.method.max_iterations);
    add(hash, settings.steps.max_step);
    add(hash, settings.steps.min_step);
    add(hash, settings.steps.max_stretch_change);
    add(hash, settings.frame_rate);
    add(hash, settings.settle);
}

}  // namespace

std::uint64_t fingerprint(const SceneFile& file) {
    Hash hash;
    hash.value(file.model.hash());
    add(hash, file.scene);
    add(hash, file.settings);
    return hash.digest();
}

}  // namespace pleat
