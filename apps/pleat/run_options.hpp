// The options of `pleat run`.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <pleat/core/real.hpp>

#include "progress.hpp"

namespace pleat {

struct RunOptions {
    std::string scene;                   ///< a file or a name
    std::string out;                     ///< empty: out/NAME
    std::optional<int> frames;           ///< instead of the scene's
    std::optional<int> threads;          ///< instead of all cores
    std::vector<std::string> overrides;  ///< key=value
    Real checkpoint_interval = 1;        ///< [s]
    std::optional<std::string> sheet;    ///< a contact sheet when done; empty: DIR/sheet.png
    std::optional<std::string> video;    ///< a video when done; empty: DIR/video.mp4
    std::string exports;                 ///< formats that the run is written in when done, with commas between them
    bool energy_steps = false;           ///< the energy ledger of every step too
    bool moves = false;                  ///< how far corrections move each particle too
    bool resume = false;
    bool overwrite = false;
    bool quiet = false;
    bool verbose = false;

    Verbosity verbosity() const;
    /// Where the files go, if the scene is in this file.
    std::filesystem::path folder(const std::filesystem::path& scene_file) const;
    /// What to type to go on with this run.
    std::string resume_command(const std::filesystem::path& folder) const;
};

/// Adds the options to the parser, which fills `options`.
void add_options(CLI::App& command, RunOptions& options);

}  // namespace pleat
