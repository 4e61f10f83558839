// Reads a mesh from a Wavefront OBJ file.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include <pleat/mesh/triangle_mesh.hpp>

namespace pleat {

/// Reads v, vt, f, g and o, and ignores everything else. Faces with more than three corners are split. uv is filled
/// only if every corner of every face has a vt. Each g and o becomes a group of the particles of its faces; o takes the
/// whole line as its name and ends with the next o only, g may name several. Throws ErrorKind::bad_input with
/// "file:line:column: what was found; what is allowed", ErrorKind::io if the file cannot be read.
TriangleMesh read_obj(const std::filesystem::path& path);

/// The same from text; `name` is for messages.
TriangleMesh parse_obj(std::string_view text, const std::string& name);

}  // namespace pleat
