// Clamped strips on any triangulation: what the closed forms of bending are measured with.
#pragma once
#include <array>
#include <string>
#include <vector>

#include <pleat/solvers/method.hpp>

#include "validation/closed_forms.hpp"
#include "validation/pattern_mesh.hpp"

namespace pleat::validation {

/// The triangulation of a strip of length 1.
struct StripMesh {
    Pattern pattern = Pattern::alternating;
    Real rotation = 0;  ///< [degrees] of the pattern against the strip
    int edges = 20;     ///< along the strip
};

/// A level strip that has come to rest under its own weight, clamped before x = 0.
struct SettledStrip {
    StripMesh mesh;
    BendModel model = BendModel::plate;
    Real load = 0;  ///< density g length^3 / D
    std::vector<Vec3> positions;
    std::vector<std::array<int, 3>> triangles;
    Vec3 tip = Vec3::Zero();  ///< seen from the clamp

    Comparison ratio() const;        ///< by how much the tip hangs below the clamp, over how far it is away
    Comparison chord_angle() const;  ///< [degrees] below level
};

SettledStrip settle_strip(const StripMesh& mesh, BendModel model, Real load);

/// "one diagonal at 30, 20 edges"
std::string name_of(const StripMesh& mesh);
std::string name_of(BendModel model);

/// One for each load.
std::vector<SettledStrip> cantilevers(const StripMesh& mesh, const std::vector<Real>& loads);

/// On four triangulations in three directions, with load 10.
std::vector<SettledStrip> cantilevers_on_meshes(int edges, BendModel model);

/// Of all strips.
std::vector<Comparison> ratios(const std::vector<SettledStrip>& strips);

/// By how much a strip clamped with its width upright has left its plane when it comes to rest, over how much it had
/// left it at the start.
Real lateral_deflection(const StripMesh& mesh, BendModel model, Real load);

}  // namespace pleat::validation
