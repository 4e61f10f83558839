// Resists stretch along warp and weft, and shear between them, in every triangle: Baraff & Witkin 1998, sections 4.2
// and 4.3. One force, because both live on (w_u, w_v) and add to the same nine blocks; their energies stay apart.
// With `area` scaling C carries the square root of the rest area, which makes k [N/m] and independent of the mesh; with
// `paper` scaling it carries the area, as printed, and k is [N/m^3].
#pragma once
#include <array>
#include <vector>

#include <pleat/forces/force.hpp>
#include <pleat/linear/stencils.hpp>
#include <pleat/solvers/method.hpp>

namespace pleat {

/// Stretch and shear of all triangles.
class Membrane final : public Force {
public:
    /// Copies the tables it needs; does not keep `model`.
    Membrane(const Model& model, Scaling scaling);

    void couple(BlockPattern::Builder& pattern) const override { stencils_.couple(pattern); }
    void bind(const BlockPattern& pattern) override { stencils_.bind(pattern); }
    void add(const ForceInput& in, ForceSystem& out) const override;
    void add_energies(const ForceInput& in, Energies& energies) const override;
    void add_damping(const StepPath& path, EnergyFlows& flows) const override;

private:
    struct Element {
        std::array<int, 3> particles;
        std::array<Real, 2> u_weights;  // w_u = u_weights[0] (x_j - x_i) + u_weights[1] (x_k - x_i)
        std::array<Real, 2> v_weights;
        Vec2 rest_stretch;
        Real scale;
        Real stretch_u, stretch_v, stretch_damping;
        Real shear, shear_damping;
    };

    void add_element(std::size_t index, const ForceInput& in, ForceSystem& out) const;

    std::vector<Element> elements_;
    Stencils<3> stencils_;
};

}  // namespace pleat
