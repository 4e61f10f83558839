// The cloths of a simulation, with everything about them that never changes.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <pleat/mesh/triangle_mesh.hpp>
#include <pleat/model/fabric.hpp>

namespace pleat {

/// Consecutive items of one of the model's arrays.
struct IndexRange {
    int begin = 0;
    int end = 0;
    int size() const { return end - begin; }
};

/// How the threads look, as "#rrggbb" in sRGB; empty: chosen when a picture is drawn.
struct ClothColors {
    std::string warp{};
    std::string weft{};

    bool operator==(const ClothColors&) const = default;
};

/// One cloth's part of the arrays.
struct Cloth {
    std::string name;
    IndexRange particles;
    IndexRange triangles;
    std::map<std::string, std::vector<int>> groups;  ///< named sets of particles, as indices into the model
    ClothColors colors{};
    Vec3 velocity = Vec3::Zero();         ///< [m/s] with which its particles start
    std::array<int, 2> grid_cells{0, 0};  ///< as in TriangleMesh
};

/// A triangle and its rest shape.
struct Triangle {
    std::array<int, 3> particles;
    std::array<Vec2, 3> uv;  ///< [m] material coordinates of the corners
    Mat2 inverse_rest;       ///< [1/m] (w_u w_v) = (x_j - x_i, x_k - x_i) * inverse_rest
    Real area;               ///< [m^2] at rest, > 0
    Vec2 rest_stretch;       ///< lengths of w_u, w_v at rest: b_u, b_v of the large-steps paper
    int fabric;              ///< index into Model::fabrics
};

/// Direction of an edge in the weave.
enum class ThreadDirection { warp, weft, bias };

/// An edge of the mesh.
struct Edge {
    std::array<int, 2> particles;
    Real rest_length;  ///< [m]
    ThreadDirection direction;
};

/// Two triangles that share an edge.
struct Hinge {
    std::array<int, 4> particles;  ///< two of the edge, then the one opposite in each triangle
    std::array<int, 2> triangles;
    Real rest_length;  ///< [m] of the edge
    Real rest_area;    ///< [m^2] of both triangles together
    Real rest_angle;   ///< [rad] 0: flat
    Vec2 weave_share;  ///< squared cosines of the edge with warp and weft; they sum to 1
};

/// Constant for the whole simulation. All cloths share the arrays.
struct Model {
    std::vector<Cloth> cloths;
    std::vector<Fabric> fabrics;
    std::vector<Vec3> positions;  ///< [m] where the particles start
    std::vector<Real> masses;     ///< [kg] a third of each triangle's mass at each of its corners
    std::vector<Triangle> triangles;
    std::vector<Edge> edges;
    std::vector<Hinge> hinges;

    int particle_count() const { return static_cast<int>(positions.size()); }
    /// The corners of every triangle, and nothing else of it.
    std::vector<std::array<int, 3>> triangle_particles() const;
    /// Fingerprint of everything in here but names and colours.
    std::uint64_t hash() const;
};

/// Which angle a hinge wants to have.
enum class RestAngles {
    flat,   ///< none: the cloth is flat at rest
    start,  ///< the angles that the mesh starts with
};

/// Part of a cloth that differs from the rest of it.
struct Region {
    std::vector<int> triangles;        ///< indices into the cloth's mesh
    std::optional<Vec2> rest_stretch;  ///< b_u, b_v: below 1 gathers the cloth (a cuff), above 1 leaves slack
    const Fabric* fabric = nullptr;    ///< instead of the cloth's; null: the same
};

/// What ModelBuilder makes a cloth from.
struct ClothSource {
    std::string name = "cloth";
    TriangleMesh mesh;
    Fabric fabric;
    RestAngles rest_angles = RestAngles::flat;
    std::vector<Region> regions;  ///< a later one changes only what it names
    ClothColors colors{};
    Vec3 velocity = Vec3::Zero();  ///< [m/s] with which the cloth starts
};

/// Puts cloths together into a model.
class ModelBuilder {
public:
    /// Throws ErrorKind::bad_input if the mesh cannot be used.
    ModelBuilder& add(const ClothSource& source);
    /// Throws if there is no cloth.
    Model build();

private:
    int fabric_index(const Fabric& fabric);

    Model model_;
};

}  // namespace pleat
