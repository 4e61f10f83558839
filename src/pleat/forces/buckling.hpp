// Resists bending as Choi & Ko 2002 have it, with which Ye 2008 keeps folds (buckling_math.hpp): cloth between
// particles that a bend link joins is an arc, or flat.
//
// Constants come from the fabric: a link stands for some of the cloth, and all links of a sheet together have its
// energy at any curvature. On a grid they lie along both threads and both diagonals; each sees the curvature along
// itself, and so that the sum is the same in every direction, 2/3 of the energy is given to the threads' links and 2/3
// to those of the diagonals, which see half the curvature of a thread. On other meshes, where links cross edges and a
// third of the cloth has each direction, the mean over directions is right.
#pragma once
#include <array>
#include <vector>

#include <pleat/forces/buckling_math.hpp>
#include <pleat/forces/force.hpp>
#include <pleat/linear/stencils.hpp>

namespace pleat {

/// How arcs are made.
struct BucklingSettings {
    Real most_stretch = 0;  ///< [N/m] no linear spring is stiffer than stretch of such a cloth; 0: that of the fabric
    Real longest_step = 0;  ///< [s] that explicit steps take; 0: they are implicit
};

/// All arcs of a model.
class Buckling final : public Force {
public:
    /// Copies the tables it needs; does not keep `model`.
    Buckling(const Model& model, const BucklingSettings& settings);

    void couple(BlockPattern::Builder& pattern) const override { stencils_.couple(pattern); }
    void bind(const BlockPattern& pattern) override { stencils_.bind(pattern); }
    void add(const ForceInput& in, ForceSystem& out) const override;
    void add_energies(const ForceInput& in, Energies& energies) const override;
    void add_damping(const StepPath& path, EnergyFlows& flows) const override;
    bool is_stiff() const override { return true; }

    int size() const { return static_cast<int>(elements_.size()); }
    const BucklingSpan& span(int element) const { return elements_[static_cast<std::size_t>(element)].span; }

private:
    struct Element {
        std::array<int, 2> particles;
        BucklingSpan span;
    };

    std::vector<Element> elements_;
    Stencils<2> stencils_;
};

}  // namespace pleat
