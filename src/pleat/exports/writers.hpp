// The writers of all formats, each in a file of its own; formats.hpp says what they are given and do.
#pragma once
#include <filesystem>

#include <pleat/exports/source.hpp>

namespace pleat {

void write_abc(const ExportSource& source, const std::filesystem::path& file);
void write_glb(const ExportSource& source, const std::filesystem::path& file);
void write_usda(const ExportSource& source, const std::filesystem::path& file);
void write_pc2(const ExportSource& source, const std::filesystem::path& file);
void write_mdd(const ExportSource& source, const std::filesystem::path& file);
void write_vtk(const ExportSource& source, const std::filesystem::path& file);
void write_obj_sequence(const ExportSource& source, const std::filesystem::path& folder);
void write_ply_sequence(const ExportSource& source, const std::filesystem::path& folder);
void write_stats_csv(const ExportSource& source, const std::filesystem::path& file);

}  // namespace pleat
