#include <array>

#include <nlohmann/json.hpp>

#include <pleat/core/error.hpp>
#include <pleat/core/hash.hpp>
#include <pleat/io/stats_json.hpp>
#include <pleat/version.hpp>

namespace pleat {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 3> kStatusNames{"finished", "interrupted", "cannot go on"};  // as in RunStatus

Json seconds_to_json(const PhaseSeconds& s) {
    return {{"eval", s.eval},
            {"solve", s.solve},
            {"cloth_cloth", s.cloth_cloth},
            {"cloth_solid", s.cloth_solid},
            {"corrections", s.corrections},
            {"output", s.output},
            {"total", s.total}};
}

PhaseSeconds seconds_from_json(const Json& json) {
    PhaseSeconds s;
    json.at("eval").get_to(s.eval);
    json.at("solve").get_to(s.solve);
    json.at("cloth_cloth").get_to(s.cloth_cloth);
    json.at("cloth_solid").get_to(s.cloth_solid);
    json.at("corrections").get_to(s.corrections);
    json.at("output").get_to(s.output);
    json.at("total").get_to(s.total);
    return s;
}

Json strain_to_json(const EdgeStrain& s) {
    return {{"max_stretch", s.max_stretch},
            {"mean_stretch", s.mean_stretch},
            {"max_compression", s.max_compression},
            {"mean_compression", s.mean_compression}};
}

Json energy_to_json(const Energies& e) {
    return {{"kinetic", e.kinetic}, {"gravity", e.gravity},   {"stretch", e.stretch}, {"shear", e.shear},
            {"bend", e.bend},       {"pressing", e.pressing}, {"total", e.total()}};
}

Json ledger_to_json(const FrameStats& f) {
    Json json;
    for (const EnergyFlow& flow : kEnergyFlows) json[flow.name] = f.flows.*flow.value;
    json["remainder"] = f.remainder;
    return json;
}

Json corrections_to_json(const CorrectionAmounts& amounts) {
    Json json{{"substeps", amounts.substeps}};
    for (std::size_t i = 0; i < kCorrectionNames.size(); ++i) json[kCorrectionNames[i]] = amounts.moved[i];
    json["orders"] = amounts.orders;
    json["order_seconds"] = amounts.order_seconds;
    json["repetitions"] = amounts.repetitions;
    for (const ImpulseStage& stage : kImpulseStages) {
        json["impulse_seconds"][stage.name] = amounts.impulse_seconds.*stage.value;
    }
    return json;
}

Json frame_to_json(const FrameStats& f) {
    Json json{{"frame", f.frame},
              {"time", f.time},
              {"steps", f.steps},
              {"smallest_step", f.smallest_step},
              {"largest_step", f.largest_step},
              {"rejections", f.rejections},
              {"contacts", f.contacts},
              {"cloth_contacts", f.cloth_contacts},
              {"inside", f.inside},
              {"crossings", f.crossings},
              {"fail_safe_moves", f.fail_safe_moves}};
    if (!f.rejection_reason.empty()) json["rejection_reason"] = f.rejection_reason;
    json["evaluations"] = f.evaluations;
    json["cg_iterations"] = f.cg_iterations;
    if (f.corrections.substeps > 0 || f.corrections.repetitions > 0)
        json["corrections"] = corrections_to_json(f.corrections);
    json["energy"] = energy_to_json(f.energy);
    json["ledger"] = ledger_to_json(f);
    json["strain"] = {
        {"warp", strain_to_json(f.warp)}, {"weft", strain_to_json(f.weft)}, {"bias", strain_to_json(f.bias)}};
    json["rms_speed"] = f.rms_speed;
    json["max_speed"] = f.max_speed;
    json["max_constraint_error"] = f.max_constraint_error;
    json["hash"] = to_hex(f.hash);
    json["seconds"] = seconds_to_json(f.seconds);
    return json;
}

Json totals_to_json(const RunTotals& t) {
    return {{"frames", t.frames},
            {"steps", t.steps},
            {"rejections", t.rejections},
            {"evaluations", t.evaluations},
            {"cg_iterations", t.cg_iterations},
            {"worst_stretch",
             {{"stretch", t.worst_stretch.stretch},
              {"direction", t.worst_stretch.direction},
              {"frame", t.worst_stretch.frame}}},
            {"seconds", seconds_to_json(t.seconds)}};
}

RunTotals totals_from_json(const Json& json) {
    RunTotals t;
    json.at("frames").get_to(t.frames);
    json.at("steps").get_to(t.steps);
    json.at("rejections").get_to(t.rejections);
    json.at("evaluations").get_to(t.evaluations);
    json.at("cg_iterations").get_to(t.cg_iterations);
    const Json& worst = json.at("worst_stretch");
    worst.at("stretch").get_to(t.worst_stretch.stretch);
    worst.at("direction").get_to(t.worst_stretch.direction);
    worst.at("frame").get_to(t.worst_stretch.frame);
    t.seconds = seconds_from_json(json.at("seconds"));
    return t;
}

Json cloths_to_json(const std::vector<ClothAccount>& cloths) {
    Json json = Json::array();
    for (const ClothAccount& cloth : cloths) {
        Json entry{{"name", cloth.name}, {"particles", cloth.particles}, {"triangles", cloth.triangles}};
        if (!cloth.colors.warp.empty()) entry["color"] = {cloth.colors.warp, cloth.colors.weft};
        json.push_back(std::move(entry));
    }
    return json;
}

std::vector<ClothAccount> cloths_from_json(const Json& json) {
    std::vector<ClothAccount> cloths;
    for (const Json& entry : json) {
        ClothAccount& cloth = cloths.emplace_back();
        entry.at("name").get_to(cloth.name);
        entry.at("particles").get_to(cloth.particles);
        entry.at("triangles").get_to(cloth.triangles);
        if (!entry.contains("color")) continue;
        entry.at("color").at(0).get_to(cloth.colors.warp);
        entry.at("color").at(1).get_to(cloth.colors.weft);
    }
    return cloths;
}

Json solids_to_json(const std::vector<SolidAccount>& solids) {
    Json json = Json::array();
    for (const SolidAccount& solid : solids) {
        Json entry{{"name", solid.name},
                   {"shape", solid.shape},
                   {"positions", solid.positions},
                   {"triangles", solid.triangles},
                   {"moving", solid.is_moving}};
        if (!solid.color.empty()) entry["color"] = solid.color;
        json.push_back(std::move(entry));
    }
    return json;
}

std::vector<SolidAccount> solids_from_json(const Json& json) {
    std::vector<SolidAccount> solids;
    for (const Json& entry : json) {
        SolidAccount& solid = solids.emplace_back();
        entry.at("name").get_to(solid.name);
        entry.at("shape").get_to(solid.shape);
        entry.at("positions").get_to(solid.positions);
        entry.at("triangles").get_to(solid.triangles);
        entry.at("moving").get_to(solid.is_moving);
        solid.color = entry.value("color", "");
    }
    return solids;
}

RunStatus status_from_json(const Json& json) {
    const auto name = json.get<std::string>();
    for (std::size_t i = 0; i < kStatusNames.size(); ++i) {
        if (name == kStatusNames[i]) return static_cast<RunStatus>(i);
    }
    throw Json::other_error::create(501, "unknown status \"" + name + "\"", &json);
}

StatsHead head_from_json(const Json& json) {
    StatsHead head;
    RunAccount& account = head.account;
    account.status = status_from_json(json.at("status"));
    account.reason = json.value("reason", "");
    const Json& scene = json.at("scene");
    scene.at("title").get_to(account.title);
    scene.at("file").get_to(account.scene_file);
    json.at("method").get_to(account.method);
    json.at("integrator").get_to(account.integrator);
    json.at("threads").get_to(account.threads);
    json.at("particles").get_to(account.particles);
    json.at("triangles").get_to(account.triangles);
    account.cloths = cloths_from_json(json.at("cloths"));
    account.solids = solids_from_json(json.at("solids"));
    json.at("frame_rate").get_to(account.frame_rate);
    json.at("hash").get_to(head.hash);
    head.totals = totals_from_json(json.at("totals"));
    return head;
}

}  // namespace

std::string format_stats_json(const RunAccount& account) {
    Json json{{"pleat", kVersion},
              {"scene", {{"title", account.title}, {"file", account.scene_file}}},
              {"status", kStatusNames[static_cast<std::size_t>(account.status)]}};
    if (!account.reason.empty()) json["reason"] = account.reason;
    json["method"] = account.method;
    json["integrator"] = account.integrator;
    json["threads"] = account.threads;
    json["particles"] = account.particles;
    json["triangles"] = account.triangles;
    json["cloths"] = cloths_to_json(account.cloths);
    json["solids"] = solids_to_json(account.solids);
    json["frame_rate"] = account.frame_rate;
    json["hash"] = account.frames.empty() ? "" : to_hex(account.frames.back().hash);
    json["totals"] = totals_to_json(sum_frames(account.frames));
    json["frames"] = Json::array();
    for (const FrameStats& frame : account.frames) json["frames"].push_back(frame_to_json(frame));
    // Names of files need not be UTF-8, but JSON must be.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

StatsHead parse_stats_head(std::string_view text, const std::string& name) {
    try {
        return head_from_json(Json::parse(text));
    } catch (const Json::exception& error) {
        throw Error(ErrorKind::bad_input, name + ": is not the account of a run: " + error.what());
    }
}

}  // namespace pleat
