// The sections of a scene file, one function each. Used by scene_file.cpp only.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <pleat/io/scene_file.hpp>
#include <pleat/io/toml_table.hpp>

namespace pleat {

/// [s] No script begins or ends later than this, but never.
inline constexpr Real kLatest = 1e9;

/// The fabrics that a scene can name: its own, then those that come with Pleat.
class FabricShelf {
public:
    void add(Fabric fabric);
    /// The fabric whose name is in `name`. It stays where it is as long as the shelf.
    const Fabric& find(const TomlValue& name) const;
    /// The one of a cloth that names none.
    const Fabric& standard() const;

private:
    std::map<std::string, Fabric> own_;
};

/// What the cloths need besides their own tables.
struct ClothSurroundings {
    std::filesystem::path folder;  ///< where relative file names begin
    const FabricShelf& fabrics;
    int max_particles;  ///< of all cloths together
};

/// The mesh of a cloth as placed, and what its regions need to know.
struct ClothMesh {
    TriangleMesh mesh;
    std::vector<std::array<Vec2, 3>> file_uv;  ///< those of the file, where the mesh has other ones now
    bool has_file_uv = false;                  ///< false: mesh.uv are the ones to use for selecting
    bool has_uv = true;                        ///< false: there was no uv to select by
    RestAngles rest_angles = RestAngles::flat;

    const std::vector<std::array<Vec2, 3>>& selecting_uv() const { return has_file_uv ? file_uv : mesh.uv; }
};

/// A box in space.
struct SpaceBox {
    Vec3 min;
    Vec3 max;
    bool contains(const Vec3& x) const { return (x.array() >= min.array() && x.array() <= max.array()).all(); }
};

/// Where a mesh is put: x -> rotation * (scale * x) + translation.
struct Placement {
    Mat3 rotation = Mat3::Identity();
    Vec3 translation = Vec3::Zero();  ///< [m]
    Real scale = 1;

    Vec3 operator()(const Vec3& x) const { return rotation * (scale * x) + translation; }
};

/// What the solids need besides their own tables.
struct SolidSurroundings {
    std::filesystem::path folder;  ///< where relative file names begin
    int max_particles;             ///< of all solids together
};

/// What pins and order rules need besides their own tables.
struct PinSurroundings {
    const Model& model;
    const std::vector<Solid>& solids;
};

/// What a solid is made of, and what that is called: "sphere", "mesh".
struct SolidShape {
    std::string name;
    Surface surface;
};

using PinHold = std::variant<HoldDirections, HoldOnTrack>;

MethodSettings read_method(const TomlValue& value);
/// The section [strain]; the method has been read.
void read_strain(const TomlValue& value, MethodSettings& method);
/// The longest step in `out` is the one that is usual.
void read_steps(const TomlValue& value, StepSettings& out);
void read_time(const TomlValue& value, SceneFile& out);
void read_world(const TomlValue& value, Scene& out);
OutputSettings read_output(const TomlValue& value);
FabricShelf read_fabrics(const std::optional<TomlValue>& value);
/// Reads `grid`, `disc` or `obj` and what belongs to it; at most `max_particles` particles.
ClothMesh read_cloth_mesh(const TomlTable& cloth, const std::filesystem::path& folder, int max_particles);
std::vector<Region> read_regions(const TomlValue& value, const ClothMesh& cloth, const FabricShelf& fabrics);
Model read_cloths(const TomlValue& value, const ClothSurroundings& surroundings);
std::vector<Solid> read_solids(const TomlValue& value, const SolidSurroundings& surroundings);
/// Reads the one shape of a solid, or its `obj`; to be placed.
SolidShape read_shape(const TomlTable& solid, const SolidSurroundings& surroundings);
/// The meshes that `surface`, as it is in the file, becomes one after the other; to be placed.
SurfaceSequence read_sequence(const TomlValue& value, const Surface& surface, const std::filesystem::path& folder);
std::vector<Pin> read_pins(const TomlValue& value, const PinSurroundings& surroundings);
std::vector<OrderRule> read_order_rules(const TomlValue& value, const PinSurroundings& surroundings);
/// Reads `cloth` and the one key that chooses particles (`group`, `box` and so on): indices into the model, in
/// increasing order.
std::vector<int> select_particles(const TomlTable& table, const Model& model);
/// Index of the solid of that name.
int find_solid(const TomlValue& value, const std::vector<Solid>& solids);
PinHold read_hold(const TomlTable& pin);
Motion read_motion(const TomlValue& value);

/// The table `place` of a cloth or solid; none: it stays where it is.
Placement read_placement(const TomlTable& owner);
/// Throws if there would be more particles than `max_particles`.
void check_count(const TomlValue& place, Real particles, int max_particles);
std::filesystem::path read_file_name(const TomlValue& value, const std::string& rule);
TriangleMesh load_obj(const TomlValue& value, const std::filesystem::path& folder);
/// "#b03a2e"; other values fail with the rule.
std::string read_color(const TomlValue& value, const std::string& rule);
SpaceBox read_box(const TomlValue& value);
/// "name" of the table, or "kind", "kind2", ... by its index.
std::string read_name(const TomlTable& table, const std::string& kind, std::size_t index);
/// Refuses names that could not be used in messages and file names.
void check_name(const TomlValue& place, const std::string& name);

/// The fingerprint of everything that decides the result.
std::uint64_t fingerprint(const SceneFile& file);

}  // namespace pleat
