#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <pleat/core/error.hpp>
#include <pleat/view/controls.hpp>

namespace pleat {
namespace {

constexpr std::array<ControlRule, 8> kRules{{
    {Control::step, "step", 0.0005, 0.05, false},
    {Control::sweeps, "sweeps", 1, 50, true},
    {Control::tolerance, "tolerance", 1e-8, 0.5, false},
    {Control::rho, "rho", 0, 1, false},
    {Control::gravity, "gravity", 0, 30, false},
    {Control::wind_speed, "wind_speed", 0, 30, false},
    {Control::wind_direction, "wind_direction", -180, 180, false},
    {Control::self_collision, "self_collision", 0, 1, true},
}};

const ControlRule& rule_of(Control control) { return kRules[static_cast<std::size_t>(control)]; }

std::string show(Real value) {
    std::array<char, 32> buffer;
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

std::string show(const Vec3& v) { return "[" + show(v.x()) + ", " + show(v.y()) + ", " + show(v.z()) + "]"; }

// [degrees] Around y, from x to -z.
Real direction_of(const Vec3& wind) {
    return wind.x() == 0 && wind.z() == 0 ? 0 : std::atan2(-wind.z(), wind.x()) * 180 / kPi;
}

Vec3 make_wind(Real speed, Real degrees) {
    const Real angle = degrees * kPi / 180;
    return {speed * std::cos(angle), 0, -speed * std::sin(angle)};
}

}  // namespace

std::span<const ControlRule> control_rules() { return kRules; }

void check_control(Control control, Real value) {
    const ControlRule& rule = rule_of(control);
    const bool is_allowed = std::isfinite(value) && value >= rule.least && value <= rule.most &&
                            (!rule.is_whole || value == std::floor(value));
    if (is_allowed) return;
    throw Error(ErrorKind::bad_input, std::string(rule.name) + " = " + show(value) + "; must be " +
                                          (rule.is_whole ? "a whole number " : "") + "within [" + show(rule.least) +
                                          ", " + show(rule.most) + "]");
}

std::vector<std::string> make_overrides(const ShownScene& scene, const SceneFile& plain,
                                        const ControlSettings& settings, std::size_t side) {
    std::vector<std::string> overrides = scene.text.overrides;
    const auto set = [&](const std::string& key, const std::string& value) { overrides.push_back(key + "=" + value); };
    const auto number = [&](Control control) -> std::optional<Real> {
        const auto found = settings.numbers.find(control);
        return found == settings.numbers.end() ? std::nullopt : std::optional(found->second);
    };
    MethodSettings method = plain.settings.method;
    if (side < settings.methods.size() && settings.methods[side] != method.preset) {
        // What the scene says about its own method seldom fits another one.
        const bool touches = method.cloth_contact;
        method = {};
        method.preset = settings.methods[side];
        set("method", "{preset = \"" + method.preset + "\", cloth_contact = " + (touches ? "true" : "false") + "}");
    }
    const bool has_rho = time_integrator(method) == TimeIntegrator::generalized_alpha;
    if (const auto sweeps = number(Control::sweeps); sweeps && !is_implicit(method))
        set("method.sweeps", show(*sweeps));
    if (const auto rest = number(Control::tolerance); rest && is_implicit(method)) set("method.tolerance", show(*rest));
    if (const auto rho = number(Control::rho); rho && has_rho) set("method.rho", show(*rho));
    if (const auto touches = number(Control::self_collision)) {
        set("method.cloth_contact", *touches > 0 ? "true" : "false");
    }
    if (const auto step = number(Control::step)) {
        set("steps.max", show(*step));
        if (plain.settings.steps.min_step > *step) set("steps.min", show(*step));
    }
    if (const auto gravity = number(Control::gravity)) set("world.gravity", show(Vec3(0, -*gravity, 0)));
    if (number(Control::wind_speed) || number(Control::wind_direction)) {
        const Vec3& own = plain.scene.wind.velocity;
        set("world.wind.velocity", show(make_wind(number(Control::wind_speed).value_or(own.norm()),
                                                  number(Control::wind_direction).value_or(direction_of(own)))));
    }
    if (!settings.fabric.empty()) {
        for (std::size_t i = 0; i < plain.model.cloths.size(); ++i) {
            set("cloth." + std::to_string(i) + ".fabric", "\"" + settings.fabric + "\"");
        }
    }
    return overrides;
}

ControlValues read_values(const SceneFile& scene) {
    const MethodSettings& method = scene.settings.method;
    ControlValues values{{method.preset}, scene.model.fabrics.front().name, {}, usual_pull(method)};
    const auto set = [&](Control control, Real value) { values.numbers[control] = value; };
    set(Control::step, scene.settings.steps.max_step);
    if (is_implicit(method)) {
        set(Control::tolerance, method.tolerance);
    } else {
        set(Control::sweeps, method.corrections.sweeps.value_or(1));
    }
    if (time_integrator(method) == TimeIntegrator::generalized_alpha) set(Control::rho, method.rho);
    set(Control::gravity, scene.scene.gravity.norm());
    set(Control::wind_speed, scene.scene.wind.velocity.norm());
    set(Control::wind_direction, direction_of(scene.scene.wind.velocity));
    set(Control::self_collision, method.cloth_contact ? 1 : 0);
    return values;
}

}  // namespace pleat
