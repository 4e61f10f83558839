// Resists bending at every inner edge: C = scale (angle - rest angle), after Baraff & Witkin 1998, section 4.3.
// With `area` scaling, scale = |e| / sqrt(a1 + a2), which makes k the bending stiffness D [N m] of the fabric on an
// equilateral mesh; with `paper` scaling it is 1, as printed, and k is [N m].
// The `positive` derivative keeps k grad C grad C^T and leaves out the second derivative of the angle: that one has as
// much negative as positive curvature, so no part of it helps a solve.
#pragma once
#include <array>
#include <vector>

#include <pleat/forces/force.hpp>
#include <pleat/linear/stencils.hpp>
#include <pleat/solvers/method.hpp>

namespace pleat {

/// Bending of hinges.
class Bend final : public Force {
public:
    Bend() = default;
    /// Copies the tables it needs; does not keep `model`.
    Bend(const Model& model, Scaling scaling);
    /// Only of these hinges.
    Bend(const Model& model, Scaling scaling, std::span<const int> hinges);

    void couple(BlockPattern::Builder& pattern) const override { stencils_.couple(pattern); }
    void bind(const BlockPattern& pattern) override { stencils_.bind(pattern); }
    void add(const ForceInput& in, ForceSystem& out) const override;
    void add_energies(const ForceInput& in, Energies& energies) const override;
    void add_damping(const StepPath& path, EnergyFlows& flows) const override;

private:
    struct Element {
        std::array<int, 4> particles;
        Real rest_angle;
        Real stiffness;  // with the scale squared in it
        Real damping;
        std::array<Real, 2> clamped_factor;  // by which the hinge is stiffer when its first or second triangle is held
    };

    // A hinge stands for the cloth on both sides of it. Where one side is held, only the other bends.
    static Real clamp_factor(const Element& e, std::span<const std::uint8_t> fixed);
    void add_element(std::size_t index, const ForceInput& in, ForceSystem& out) const;

    std::vector<Element> elements_;
    Stencils<4> stencils_;
};

}  // namespace pleat
