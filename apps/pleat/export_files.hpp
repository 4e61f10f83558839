// Writes a finished animation in formats of other programs.
#pragma once
#include <filesystem>
#include <vector>

#include <pleat/exports/formats.hpp>

namespace pleat {

/// A format and where it goes.
struct ExportTarget {
    const ExportFormat* format;
    std::filesystem::path path;
};

/// FOLDER/NAME.abc and the like, one for each format.
std::vector<ExportTarget> export_targets(const std::vector<const ExportFormat*>& formats,
                                         const std::filesystem::path& folder, const std::string& name);

/// Makes the folders that are missing; `after` is called with each path that is written. False if a signal to stop came
/// first: every file that is there is whole. Throws as the formats do.
bool write_exports(const Animation& animation, const std::vector<int>& frames, const std::vector<ExportTarget>& targets,
                   const std::function<void(const std::filesystem::path&)>& after);

/// For help: "abc (Alembic), ...".
std::string list_formats();

}  // namespace pleat
