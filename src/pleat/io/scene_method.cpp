// The section [method].
#include <algorithm>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

using Keys = std::initializer_list<std::string_view>;

void read_preset(const TomlTable& table, MethodSettings& method) {
    const auto preset = table.find("preset");
    if (!preset) return;
    method.preset = preset->text("must be the name of a method");
    std::vector<std::string> names;
    for (const MethodPreset& known : method_presets()) names.push_back(known.name);
    if (std::find(names.begin(), names.end(), method.preset) == names.end()) {
        preset->fail("no such method" + suggest(method.preset, names));
    }
}

void read_integrator(const TomlTable& table, MethodSettings& method) {
    const auto integrator = table.find("integrator");
    if (!integrator) return;
    const bool is_solved = is_implicit(method);
    const auto& names = kTimeIntegratorNames;
    method.integrator =
        static_cast<TimeIntegrator>(integrator->choice({names[0], names[1], names[2], names[3], names[4], names[5]}));
    if (is_solved && !is_implicit(method)) {
        integrator->fail(
            "\"" + method.preset +
            "\" has forces that are too stiff for it; the presets that use it are \"interactive\" and \"directional\"");
    }
    if (!is_solved && is_implicit(method)) {
        integrator->fail("\"" + method.preset + "\" has only \"verlet\", since its corrections follow each step");
    }
    if (method.integrator == TimeIntegrator::symplectic_euler && method.preset != "impulses") {
        integrator->fail("\"" + method.preset +
                         "\" has forces that are too stiff for it; the preset that can use it is \"impulses\"");
    }
}

void refuse(const TomlTable& table, Keys keys, const std::string& why) {
    for (const std::string_view key : keys) {
        if (const auto value = table.find(key)) value->fail(why);
    }
}

void read_solve(const TomlTable& table, MethodSettings& method) {
    table.read("rho", method.rho, {.at_least = 0, .at_most = 1, .hint = "0 damps fast motion most"});
    if (const auto rho = table.find("rho"); rho && time_integrator(method) != TimeIntegrator::generalized_alpha) {
        rho->fail("only generalized-alpha has it (method.integrator = \"generalized-alpha\")");
    }
    table.read("newton", method.newton_steps, {.at_least = 1, .at_most = 100, .hint = "1 is usual"});
    if (const auto scaling = table.find("scaling")) {
        method.scaling = scaling->choice({"area", "paper"}) == 0 ? Scaling::area : Scaling::paper;
    }
    if (const auto kind = table.find("preconditioner")) {
        method.preconditioner = kind->choice({"two-level", "block-jacobi"}) == 0 ? PreconditionerKind::two_level
                                                                                 : PreconditionerKind::block_jacobi;
    }
    if (const auto bend = table.find("bend")) {
        method.bend = bend->choice({"plate", "hinge"}) == 0 ? BendModel::plate : BendModel::hinge;
    }
    if (const auto where = table.find("linearize")) {
        method.linearization =
            where->choice({"predicted", "start"}) == 0 ? Linearization::predicted : Linearization::start;
    }
    table.read("tolerance", method.tolerance, {.above = 0, .below = 1, .hint = "0.001 is usual"});
    table.read("max_iterations", method.max_iterations, {.at_least = 1});
}

void read_order(const TomlTable& table, CorrectionSettings& out) {
    if (const auto order = table.find("order")) {
        const std::string rule = "must be \"sideways\", \"down\" and \"askew\" in some order";
        const std::vector<TomlValue> items = order->items(rule, 3, 3);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto kind = static_cast<EdgeClass>(items[i].choice({"sideways", "down", "askew"}));
            for (std::size_t k = 0; k < i; ++k) {
                if (out.order.classes[k] == kind) items[i].fail("must not be there twice");
            }
            out.order.classes[i] = kind;
        }
    }
    table.read("visit_limit", out.order.visit_limit, {.at_least = 1, .at_most = 1000, .hint = "1 is usual"});
    table.read("as_printed", out.as_printed);
    if (const auto direction = table.find("order_direction")) out.order_down = direction->direction();
}

void read_strain_limits(const TomlTable& table, CorrectionSettings& out) {
    const auto limits = table.find("strain_limits");
    if (!limits) return;
    const Vec2 strain =
        limits->vec2({.meaning = "[shortest, longest]", .hint = "relative to the rest length: [-0.05, 0.05]"});
    if (!(strain[0] > -1 && strain[0] <= 0 && strain[1] >= 0 && strain[1] <= 10)) {
        limits->fail(
            "must be [shortest, longest] with -1 < shortest <= 0 <= longest <= 10 (relative to the rest length)");
    }
    out.strain_limits = strain;
}

void read_reach(const TomlTable& table, CorrectionSettings& out) {
    table.read("reach", out.reach, {.at_least = 1, .at_most = 1024, .hint = "8 is usual for fine cloth"});
    if ((out.reach & (out.reach - 1)) != 0) table.find("reach")->fail("must be 1, 2, 4, 8, ... edges");
    table.read("finishing_sweeps", out.finishing_sweeps, {.at_least = 0, .at_most = 1000});
}

template <class Value, class Rule>
void read(const TomlTable& table, std::string_view key, std::optional<Value>& out, const Rule& rule) {
    if (!table.find(key)) return;
    table.read(key, out.emplace(), rule);
}

void read_corrections(const TomlTable& table, MethodSettings& method) {
    CorrectionSettings& out = method.corrections;
    read(table, "substep", out.substep, RealRule{.above = 0, .unit = "s", .hint = "a step is cut into parts"});
    read(table, "sweeps", out.sweeps, IntRule{.at_least = 1, .at_most = 1000});
    read(table, "damping", out.damping, RealRule{.at_least = 0, .at_most = 1e6, .unit = "1/s"});
    if (const auto springs = table.find("springs")) out.springs = springs->boolean();
    if (const auto lengths = table.find("lengths")) {
        const auto& names = kLengthCorrectionNames;
        out.lengths =
            static_cast<LengthCorrection>(lengths->choice({names[0], names[1], names[2], names[3], names[4]}));
        if (out.lengths == LengthCorrection::impulses) {
            lengths->fail("impulses follow a solve, and \"" + method.preset + "\" has none; use \"limits\"");
        }
    }
    refuse(table, {"repetitions", "impulse_solver", "most_stretch"}, "only with method.lengths = \"impulses\"");
    const LengthCorrection lengths = length_correction(method);
    if (lengths != LengthCorrection::limits) {
        refuse(table, {"strain_limits", "bend_limit", "reach", "finishing_sweeps"},
               "only with method.lengths = \"limits\"");
    }
    if (lengths != LengthCorrection::directional) {
        refuse(table, {"order", "visit_limit", "order_direction", "as_printed"},
               "only with method.lengths = \"directional\"");
    }
    read_strain_limits(table, out);
    read(table, "bend_limit", out.bend_limit, RealRule{.at_least = 0, .at_most = 1, .hint = "1: stiff as a board"});
    read_reach(table, out);
    read(table, "friction_share", out.friction_share, RealRule{.at_least = 0, .at_most = 1});
    read_order(table, out);
    table.read("fail_safe", method.fail_safe);
}

// Of methods that solve for each step.
void read_impulses(const TomlTable& table, MethodSettings& method) {
    CorrectionSettings& out = method.corrections;
    if (const auto lengths = table.find("lengths")) {
        const int which = lengths->choice({"none", "impulses"});
        out.lengths = which == 0 ? LengthCorrection::none : LengthCorrection::impulses;
    }
    if (method.preset != "impulses") {
        refuse(table, {"most_stretch"}, "only \"impulses\" has springs; that of other presets is the fabric's");
    }
    read(table, "most_stretch", method.most_stretch, RealRule{.above = 0, .unit = "N/m", .hint = "400 is usual"});
    if (length_correction(method) != LengthCorrection::impulses) {
        refuse(table, {"strain_limits", "repetitions", "impulse_solver", "as_printed"},
               "only with method.lengths = \"impulses\"");
    }
    read_strain_limits(table, out);
    table.read("repetitions", out.repetitions, {.at_least = 1, .at_most = 1000, .hint = "30 is usual"});
    if (const auto solver = table.find("impulse_solver")) {
        out.impulse_solver =
            solver->choice({"direct", "iterative"}) == 0 ? ImpulseSolver::direct : ImpulseSolver::iterative;
    }
    table.read("as_printed", out.as_printed);
}

}  // namespace

void read_strain(const TomlValue& value, MethodSettings& method) {
    const TomlTable table(value, {"max"});
    if (length_correction(method) != LengthCorrection::impulses) {
        value.complain(
            "needs a method that can keep it: method.preset = \"impulses\", or method.lengths = \"impulses\"");
    }
    read(
        table, "max", method.strain_max,
        RealRule{.at_least = 1e-4, .at_most = 10, .hint = "0.01: no thread is ever more than 1 % longer than at rest"});
}

MethodSettings read_method(const TomlValue& value) {
    const TomlTable table(
        value, {"preset",         "integrator",     "rho",          "newton",          "scaling",         "bend",
                "linearize",      "preconditioner", "tolerance",    "max_iterations",  "cloth_contact",   "substep",
                "sweeps",         "damping",        "springs",      "lengths",         "strain_limits",   "bend_limit",
                "friction_share", "order",          "visit_limit",  "order_direction", "as_printed",      "fail_safe",
                "repetitions",    "impulse_solver", "most_stretch", "reach",           "finishing_sweeps"});
    MethodSettings method;
    read_preset(table, method);
    read_integrator(table, method);
    if (is_implicit(method)) {
        refuse(table,
               {"substep", "sweeps", "damping", "springs", "bend_limit", "friction_share", "order", "visit_limit",
                "order_direction", "fail_safe", "reach", "finishing_sweeps"},
               "\"" + method.preset + "\" solves for each step; only \"interactive\" and \"directional\" have this");
        if (method.preset == "impulses") {
            refuse(table, {"scaling", "bend"}, "\"impulses\" has springs; only methods with triangles have this");
        }
        read_solve(table, method);
        read_impulses(table, method);
    } else {
        refuse(table,
               {"rho", "newton", "scaling", "bend", "linearize", "preconditioner", "tolerance", "max_iterations"},
               "\"" + method.preset + "\" solves no system; only methods that solve for each step have this");
        read_corrections(table, method);
    }
    table.read("cloth_contact", method.cloth_contact);
    return method;
}

}  // namespace pleat
