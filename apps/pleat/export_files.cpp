#include "export_files.hpp"

#include <fmt/core.h>

#include <pleat/io/file.hpp>

#include "stop_signal.hpp"

namespace pleat {

std::vector<ExportTarget> export_targets(const std::vector<const ExportFormat*>& formats,
                                         const std::filesystem::path& folder, const std::string& name) {
    std::vector<ExportTarget> targets;
    for (const ExportFormat* format : formats)
        targets.push_back({format, (folder / (name + format->suffix)).lexically_normal()});
    return targets;
}

bool write_exports(const Animation& animation, const std::vector<int>& frames, const std::vector<ExportTarget>& targets,
                   const std::function<void(const std::filesystem::path&)>& after) {
    const ExportSource source(animation, frames, [] { return stop_signal() != 0; });
    try {
        for (const ExportTarget& target : targets) {
            make_folder(target.path.parent_path());
            target.format->write(source, target.path);
            after(target.path);
        }
    } catch (const ExportStopped&) {
        return false;
    }
    return true;
}

std::string list_formats() {
    std::string list;
    for (const ExportFormat& format : export_formats()) {
        list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", format.name, format.description);
    }
    return list;
}

}  // namespace pleat
