// Reading and writing whole files.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace pleat {

/// The contents of a file. Throws ErrorKind::io naming the file and the reason.
std::string read_file(const std::filesystem::path& path);

/// Writes a file whole or not at all: a temporary beside it, flushed to the disk, then renamed. Throws ErrorKind::io.
void write_file(const std::filesystem::path& path, std::string_view contents);

}  // namespace pleat
