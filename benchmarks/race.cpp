// Pleat and Blender's cloth on the same scene, in turn, in one run on one machine.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include "benchmarks/tables.hpp"

namespace pleat::bench {
namespace {

constexpr int kRounds = 2;
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

/// Cotton, cotton as heavy as Blender's, Blender at two qualities; rounds in which it failed are left out.
std::array<std::vector<Json>, 4> run_rounds(const std::filesystem::path& driver) {
    // In turn, so that a busy machine slows all alike.
    std::array<std::vector<Json>, 4> rounds;
    for (int round = 0; round < kRounds; ++round) {
        rounds[0].push_back(in_words_of_the_driver(run_pins({})));
        rounds[1].push_back(in_words_of_the_driver(run_pins({.density = kBlenderDensity})));
        for (std::size_t q = 0; q < kQualities.size(); ++q) {
            if (const std::optional<Json> result = run_blender(driver, kQualities[q])) rounds[2 + q].push_back(*result);
        }
    }
    return rounds;
}

}  // namespace

Json measure_race() {
    const std::filesystem::path driver = peers_folder() / "blender_cloth.py";
    if (!std::filesystem::exists(driver)) {
        std::printf("No race: there is no %s (PLEAT_PEERS names its folder).\n\n", driver.c_str());
        return nullptr;
    }
    if (std::system("command -v blender >/dev/null 2>&1") != 0) {
        std::printf("No race: blender is not installed.\n\n");
        return nullptr;
    }
    const auto rounds = run_rounds(driver);
    if (rounds[2].empty() || rounds[3].empty()) {
        std::printf("No race: blender failed.\n\n");
        return nullptr;
    }
    const std::array<Json, 2> ours{best_of(rounds[0]), best_of(rounds[1])};
    Json race = Json::array();
    std::printf(
        "Race on `pins`, 2601 particles, 75 frames, one thread; best of %d rounds; ratios: our CPU time over "
        "theirs.\n\n%-26s %8s %8s %8s %8s %7s %10s %10s\n",
        kRounds, "", "CPU ms", "wall ms", "stretch", "mean", "speed", "cotton", "as heavy");
    const std::array<std::string, 4> names{"Pleat, cotton", "Pleat, as heavy as Blender", "Blender, quality 5",
                                           "Blender, quality 10"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        Json result = best_of(rounds[i]);
        result["who"] = names[i];
        const auto number = [&](const char* key) { return result[key].get<Real>(); };
        std::printf("%-26s %8.2f %8.2f %8.2f %8.2f %7.2f", names[i].c_str(), 1e3 * number("cpu_per_frame"),
                    1e3 * number("wall_per_frame"), number("stretch_max_last"), number("stretch_max_mean"),
                    number("rms_speed_peak"));
        for (std::size_t o = 0; i >= 2 && o < ours.size(); ++o) {
            const Real ratio = ours[o]["cpu_per_frame"].get<Real>() / number("cpu_per_frame");
            result[o == 0 ? "cpu_of_cotton_over_this" : "cpu_of_as_heavy_over_this"] = ratio;
            std::printf(" %10.2f", ratio);
        }
        std::printf("\n");
        race.push_back(result);
    }
    std::printf(
        "\nStretch in percent, speed in m/s. Air slows light cotton more than Blender's sheet of %.2f kg/m^2.\n\n",
        kBlenderDensity);
    return race;
}

}  // namespace pleat::bench
