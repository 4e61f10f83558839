// A scene for trying the command, and questions about what a run left behind.
#pragma once
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <pleat/io/file.hpp>

namespace pleat {

/// A flag of 187 particles in gusty wind.
inline constexpr const char* kFlag = R"(
title = "A flag"
[time]
frames = 12
[world.wind]
velocity = [3, 0, 1]
gust = 0.3
[[cloth]]
grid = { size = [1, 0.6], cells = [16, 10] }
[[pin]]
group = "left"
)";

inline nlohmann::json stats_in(const std::filesystem::path& run) {
    return nlohmann::json::parse(read_file(run / "stats.json"));
}

inline std::string hash_in(const std::filesystem::path& run) { return stats_in(run)["hash"]; }

/// Names of all that is in a folder and below; none if there is no such folder.
inline std::vector<std::string> all_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    if (!std::filesystem::exists(folder)) return names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        names.push_back(entry.path().lexically_relative(folder).string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace pleat
