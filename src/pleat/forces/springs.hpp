// Springs for stretch, shear and bend, as Ozgen & Kallmann 2011 (section 3) and Ye 2008 lay them, or along edges and
// across hinges on meshes that are not grids (model/links.hpp).
//
// Their constants come from the fabric, so that a sheet of springs is as stiff as the fabric says:
//   stretch  k = Y A / l^2, where A is the cloth beside the link (Van Gelder 1998)
//   shear    k = G A / (l^2 c^2 s^2) with the cosines c and s to both threads: two diagonals of a cell share its shear
//   bend     a straight spring does not resist a little bending: the k of which the energy is that of the fabric at the
//            curvature 1 / c, where c = (B / (density g))^(1/3) is the bending length: k = 576 B A c^2 / L^6
//
// Explicit steps carry only so much: with `longest_step` springs at a particle are made softer, and less damped, where
// their motion would be faster than steps of this size can follow. What then stretches too far is up to corrections.
#pragma once
#include <array>
#include <vector>

#include <pleat/forces/force.hpp>
#include <pleat/forces/springs_math.hpp>
#include <pleat/linear/stencils.hpp>
#include <pleat/model/links.hpp>

namespace pleat {

/// How springs are made.
struct SpringSettings {
    Real longest_step = 0;  ///< [s] that explicit steps take; 0: as stiff as the fabric
    Real most_stretch = 0;  ///< [N/m] no thread is stiffer; 0: as stiff as the fabric
    bool bend = true;       ///< whether bend links have springs
};

/// What the fabric makes of a link.
SpringConstants spring_constants(const Link& link, const Fabric& fabric);

/// All springs of a model.
class Springs final : public Force {
public:
    /// Copies the tables it needs; does not keep `model`.
    explicit Springs(const Model& model, const SpringSettings& settings = {});

    void couple(BlockPattern::Builder& pattern) const override { stencils_.couple(pattern); }
    void bind(const BlockPattern& pattern) override { stencils_.bind(pattern); }
    void add(const ForceInput& in, ForceSystem& out) const override;
    void add_energies(const ForceInput& in, Energies& energies) const override;
    void add_damping(const StepPath& path, EnergyFlows& flows) const override;
    bool is_stiff() const override { return true; }

    int size() const { return static_cast<int>(elements_.size()); }
    const SpringConstants& constants(int spring) const { return elements_[static_cast<std::size_t>(spring)].spring; }

private:
    struct Element {
        std::array<int, 2> particles;
        SpringConstants spring;
        LinkKind kind;
    };

    void soften(const Model& model, Real longest_step);

    std::vector<Element> elements_;
    Stencils<2> stencils_;
};

}  // namespace pleat
