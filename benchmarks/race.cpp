// The scene `pins` by Pleat and by Blender, in turn, in one run on one machine.
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
std::optional<Json> run_blender(const std::filesystem::path& driver, int quality) {
    // Without the first variable its loops spin on other cores and count as its time.
    const std::string output = output_of(
        "OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive blender -b --factory-startup -t 1 --python-exit-code 1 "
        "--python " +
        quoted(driver.string()) + " -- --scene pins --n 51 --self 0 --limit 60 --quality " + std::to_string(quality) +
        " 2>/dev/null");
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
Json in_words_of_the_driver(const PinsRun& run) {
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

std::vector<Racer> find_racers() {
    const auto pleat = [](const PinsSettings& settings) {
        return [settings]() -> std::optional<Json> { return in_words_of_the_driver(run_pins(settings)); };
    };
    // Backward Euler with a step a frame would be faster still, but slow the motion down.
    const PinsSettings alpha{.integrator = TimeIntegrator::generalized_alpha, .steps_a_frame = 1};
    PinsSettings alpha_hinges = alpha;
    alpha_hinges.bend = BendModel::hinge;
    std::vector<Racer> racers{{"Pleat", pleat({}), {}},
                              {"Pleat, hinges", pleat({.bend = BendModel::hinge}), {}},
                              {"Pleat, generalized-alpha", pleat(alpha), {}},
                              {"Pleat, generalized-a., hinges", pleat(alpha_hinges), {}},
                              {"Pleat, as heavy as Blender", pleat({.density = kBlenderDensity}), {}}};
    const std::filesystem::path driver = peers_folder() / "blender_cloth.py";
    if (!std::filesystem::exists(driver)) {
        std::printf("No race: there is no %s (PLEAT_PEERS names its folder).\n", driver.c_str());
    } else if (std::system("command -v blender >/dev/null 2>&1") != 0) {
        std::printf("No race: blender is not installed.\n");
    } else {
        for (const int quality : kQualities) {
            racers.push_back({"Blender, quality " + std::to_string(quality),
                              [driver, quality] { return run_blender(driver, quality); },
                              {}});
        }
    }
    return racers;
}

}  // namespace

Json measure_race() {
    std::vector<Racer> racers = find_racers();
    // In turn, so that a busy machine slows all alike.
    for (int round = 0; round < kRounds; ++round) {
        for (Racer& racer : racers) {
            if (const std::optional<Json> result = racer.run()) racer.rounds.push_back(*result);
        }
    }
    std::printf(
        "`pins`, 2601 particles, 75 frames, one thread; best of %d rounds. Marks: CPU 20 or less, better 10; stretch 5 "
        "or less, speed 2.3 or more. Backward Euler has two steps a frame, generalized-alpha one.\n\n%-30s %8s %8s %8s "
        "%8s %7s %12s\n",
        kRounds, "", "CPU ms", "wall ms", "stretch", "mean", "speed", "Pleat / this");
    const Real ours = best_of(racers.front().rounds)["cpu_per_frame"].get<Real>();
    Json race = Json::array();
    for (const Racer& racer : racers) {
        if (racer.rounds.empty()) {
            std::printf("%-30s failed\n", racer.name.c_str());
            continue;
        }
        Json result = best_of(racer.rounds);
        const auto number = [&](const char* key) { return result[key].get<Real>(); };
        const Real ratio = ours / number("cpu_per_frame");
        std::printf("%-30s %8.2f %8.2f %8.2f %8.2f %7.2f %12.2f\n", racer.name.c_str(), 1e3 * number("cpu_per_frame"),
                    1e3 * number("wall_per_frame"), number("stretch_max_last"), number("stretch_max_mean"),
                    number("rms_speed_peak"), ratio);
        result["who"] = racer.name;
        result["our_cpu_over_this"] = ratio;
        race.push_back(result);
    }
    std::printf(
        "\nStretch of grid edges in percent, at the last frame and as the mean of the frames' largest; peak rms "
        "speed in m/s.\n\n");
    return race;
}

}  // namespace pleat::bench
