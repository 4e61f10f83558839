// The scenes `pins` and `cylinder` by Pleat and by Blender, in turn, in one run on one machine.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "benchmarks/tables.hpp"

namespace pleat::bench {
namespace {

constexpr int kRounds = 3;
constexpr std::array kQualities{5, 10};
constexpr Real kBlenderDensity = 0.78;  // [kg/m^2] that its sheet acts like, says the driver's description

/// The folder with the driver of Blender: PLEAT_PEERS, or shared/peers beside the repository.
std::filesystem::path peers_folder() {
    const char* given = std::getenv("PLEAT_PEERS");
    return given != nullptr ? given : "../shared/peers";
}

std::string output_of(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string output;
    std::array<char, 4096> part{};
    while (pipe && std::fgets(part.data(), part.size(), pipe.get()) != nullptr) output += part.data();
    return output;
}

/// In single quotes, for the shell.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// What the driver says of a run; none if it failed.
std::optional<Json> run_blender(const std::filesystem::path& driver, Race race, int quality) {
    const std::string what =
        race == Race::pins ? " -- --scene pins --n 51 --self 0" : " -- --scene cylinder --n 51 --self 1";
    // Without the first variable its loops spin on other cores and count as its time.
    const std::string output = output_of(
        "OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive blender -b --factory-startup -t 1 --python-exit-code 1 "
        "--python " +
        quoted(driver.string()) + what + " --limit 60 --quality " + std::to_string(quality) + " 2>/dev/null");
    const std::size_t begin = output.find("RESULT ");
    if (begin == std::string::npos) return std::nullopt;
    const std::size_t end = output.find('\n', begin);
    const Json result = Json::parse(output.substr(begin + 7, end - begin - 7), nullptr, false);
    if (result.is_discarded()) return std::nullopt;
    return result;
}

/// The fastest round of one of the racers, in the words of Blender's driver.
Json best_of(const std::vector<Json>& rounds) {
    return *std::min_element(rounds.begin(), rounds.end(), [](const Json& a, const Json& b) {
        return a["cpu_per_frame"].get<Real>() < b["cpu_per_frame"].get<Real>();
    });
}

/// Our runs have other names for stretch and speed.
Json in_words_of_the_driver(const SheetRun& run) {
    Json result = to_json(run);
    result["stretch_max_last"] = result["stretch_last_percent"];
    result["stretch_max_mean"] = result["stretch_mean_percent"];
    result["rms_speed_peak"] = result["peak_rms_speed"];
    return result;
}

/// One who takes part, and the rounds that it finished.
struct Racer {
    std::string name;
    std::function<std::optional<Json>()> run;
    std::vector<Json> rounds;
};

Racer pleat(const std::string& name, const SheetSettings& settings) {
    return {name, [settings]() -> std::optional<Json> { return in_words_of_the_driver(run_sheet(settings)); }, {}};
}

std::vector<Racer> our_racers(Race race) {
    if (race == Race::cylinder) {
        const SheetSettings one_step{.race = race, .steps_a_frame = 1};
        SheetSettings hinges = one_step;
        hinges.bend = BendModel::hinge;
        SheetSettings hinges_through = hinges;
        hinges_through.cloth_contact = false;
        return {pleat("Pleat", {.race = race}),
                pleat("Pleat, passing through itself", {.race = race, .cloth_contact = false}),
                pleat("Pleat, as heavy as Blender", {.race = race, .density = kBlenderDensity}),
                pleat("Pleat, one step", one_step),
                pleat("Pleat, one step, hinges", hinges),
                pleat("... passing through itself", hinges_through)};
    }
    // Backward Euler with a step a frame would be faster still, but slow the motion down.
    const SheetSettings alpha{.integrator = TimeIntegrator::generalized_alpha, .steps_a_frame = 1};
    SheetSettings alpha_hinges = alpha;
    alpha_hinges.bend = BendModel::hinge;
    return {pleat("Pleat", {}), pleat("Pleat, hinges", {.bend = BendModel::hinge}),
            pleat("Pleat, generalized-alpha", alpha), pleat("Pleat, generalized-a., hinges", alpha_hinges),
            pleat("Pleat, as heavy as Blender", {.density = kBlenderDensity})};
}

std::vector<Racer> find_racers(Race race) {
    std::vector<Racer> racers = our_racers(race);
    const std::filesystem::path driver = peers_folder() / "blender_cloth.py";
    if (!std::filesystem::exists(driver)) {
        std::printf("No race: there is no %s (PLEAT_PEERS names its folder).\n", driver.c_str());
    } else if (std::system("command -v blender >/dev/null 2>&1") != 0) {
        std::printf("No race: blender is not installed.\n");
    } else {
        for (const int quality : kQualities) {
            racers.push_back({"Blender, quality " + std::to_string(quality),
                              [driver, race, quality] { return run_blender(driver, race, quality); },
                              {}});
        }
    }
    return racers;
}

/// Where the time of our frames goes, beside the large-steps paper's table 1.
void print_shares(const Json& run) {
    const auto share = [&](const char* key) { return 100 * run["shares"][key].get<Real>(); };
    std::printf("\nShares of a frame in percent: EVAL %.1f, CG %.1f, C/C %.1f, C/S %.1f, fail-safe %.1f. The paper's ",
                share("eval"), share("solve"), share("cloth_cloth"), share("cloth_solid"), share("corrections"));
    std::printf("table 1 has 25.7, 50.4, 18.3 and 1.4, of 2.23 s a frame with 1.07 steps; ours has %.2f steps.\n",
                run["steps"].get<Real>() / run["frames"].get<Real>());
}

Json measure(Race race) {
    std::vector<Racer> racers = find_racers(race);
    // In turn, so that a busy machine slows all alike.
    for (int round = 0; round < kRounds; ++round) {
        for (Racer& racer : racers) {
            if (const std::optional<Json> result = racer.run()) racer.rounds.push_back(*result);
        }
    }
    const bool is_pins = race == Race::pins;
    std::printf(
        "`%s`, 2601 particles, 75 frames, one thread; best of %d rounds. %s\n\n%-30s %8s %8s %8s %8s %7s %12s\n",
        is_pins ? "pins" : "cylinder", kRounds,
        is_pins ? "Marks: CPU 20 or less, better 10; stretch 5 or less, speed 2.3 or more. Backward Euler has "
                  "two steps a frame, generalized-alpha one."
                : "Marks: CPU 40 or less, better 25; stretch 5 or less, no crossing, motion as fast as without "
                  "contact of cloth with cloth. Two steps a frame where nothing is said.",
        "", "CPU ms", "wall ms", "stretch", "mean", "speed", "Pleat / this");
    const Real ours = best_of(racers.front().rounds)["cpu_per_frame"].get<Real>();
    Json results = Json::array();
    for (const Racer& racer : racers) {
        if (racer.rounds.empty()) {
            std::printf("%-30s failed\n", racer.name.c_str());
            continue;
        }
        Json result = best_of(racer.rounds);
        const auto number = [&](const char* key) { return result[key].get<Real>(); };
        const Real ratio = ours / number("cpu_per_frame");
        std::printf("%-30s %8.2f %8.2f %8.2f %8.2f %7.2f %12.2f", racer.name.c_str(), 1e3 * number("cpu_per_frame"),
                    1e3 * number("wall_per_frame"), number("stretch_max_last"), number("stretch_max_mean"),
                    number("rms_speed_peak"), ratio);
        if (!is_pins && result.contains("crossings")) std::printf("   %d crossings", result["crossings"].get<int>());
        std::printf("\n");
        result["who"] = racer.name;
        result["our_cpu_over_this"] = ratio;
        results.push_back(result);
    }
    if (!is_pins) print_shares(results.front());
    std::printf(
        "\nStretch of grid edges in percent, at the last frame and as the mean of the frames' largest; peak rms "
        "speed in m/s.\n\n");
    return results;
}

}  // namespace

Json measure_races() { return {{"pins", measure(Race::pins)}, {"cylinder", measure(Race::cylinder)}}; }

}  // namespace pleat::bench
