// The file formats of other programs in which finished animations can be written: one row each.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <pleat/exports/source.hpp>

namespace pleat {

/// A format. A target appears whole or not at all, and so does each file beside it; it is the last one to appear.
struct ExportFormat {
    const char* name;         ///< as users write it
    const char* suffix;       ///< what the name of the target ends in: ".abc" for a file, "-obj" for a folder
    const char* description;  ///< a few words
    /// Writes `target`, replacing what is there, and what belongs to it beside it. Throws ErrorKind::io if the disk
    /// refuses, ErrorKind::bad_input if the format cannot hold the animation, and ExportStopped.
    void (*write)(const ExportSource& source, const std::filesystem::path& target);
};

/// All of them.
std::span<const ExportFormat> export_formats();

/// From names with commas between them, each once. Throws ErrorKind::bad_input with the nearest name.
std::vector<const ExportFormat*> parse_formats(const std::string& names);

}  // namespace pleat
