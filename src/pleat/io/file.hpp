// Reading and writing whole files, and what goes with it.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace pleat {

/// The contents of a file. Throws ErrorKind::io naming the file and the reason.
std::string read_file(const std::filesystem::path& path);

/// Writes a file whole or not at all: a temporary beside it, flushed to the disk, then renamed. Throws ErrorKind::io.
void write_file(const std::filesystem::path& path, std::string_view contents);

/// Makes a folder, and those that it is in; nothing if the name is empty. Throws ErrorKind::io.
void make_folder(const std::filesystem::path& folder);

/// Removes a file, if it is there. Throws ErrorKind::io.
void remove_file(const std::filesystem::path& file);

}  // namespace pleat
