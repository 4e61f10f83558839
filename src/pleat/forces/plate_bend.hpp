// Resists curvature as a thin plate does, on any mesh. Each triangle has a curvature k, from the angles at its sides
// and, where the mesh is not regular, at those of its neighbours (plate_bend_math.hpp), and the energy
//     area / 2 k . D k.
// With this the stiffness D [N m] is that of the fabric whatever the triangulation and its direction; hinges alone make
// it 0.8 to 2.3 times as stiff.
//
// k is a constant matrix times angles, so the energy is a quadratic form of angles: it does not change under rigid
// motion, resists folds of any size, and has the rest angles of the model.
//
// Where all particles of a triangle are held, it does not bend, and its neighbours are clamped to it. Without this a
// clamp would give way over half an edge, and the length of a clamped strip would be wrong by as much.
//
// The `positive` derivative leaves out the second derivatives of the angles, as for hinges.
#pragma once
#include <array>
#include <tuple>
#include <vector>

#include <pleat/forces/bend.hpp>
#include <pleat/forces/force.hpp>
#include <pleat/forces/plate_curvature.hpp>
#include <pleat/linear/stencils.hpp>

namespace pleat {

/// Bending of all triangles. Edges with more than two triangles count as free, and bend as hinges besides.
class PlateBend final : public Force {
public:
    /// Copies the tables it needs; does not keep `model`.
    explicit PlateBend(const Model& model);

    void couple(BlockPattern::Builder& pattern) const override;
    void bind(const BlockPattern& pattern) override;
    void add(const ForceInput& in, ForceSystem& out) const override;
    void add_energies(const ForceInput& in, Energies& energies) const override;
    void add_damping(const StepPath& path, EnergyFlows& flows) const override;

private:
    // The corners, the flap across from each, and one more for each angle at a side of a neighbour. Particles increase,
    // so that blocks of later ones in the row are in the lower half of the matrix; where there are fewer than N, the
    // first stands for the rest.
    template <std::size_t N>
    struct Element {
        static constexpr std::size_t kAngles = N - 3;

        std::array<int, N> particles;
        std::array<int, kAngles> hinges;                              // in hinges_
        std::array<std::array<std::uint8_t, 4>, kAngles> corners;     // of the hinges, as places in `particles`
        Eigen::Matrix<Real, 3, static_cast<int>(kAngles)> curvature;  // k = curvature * (angles - rest angles)
        std::uint8_t angle_count;
        std::uint8_t particle_count;
        int triangle;
        int fabric;
        Real area;
    };
    // Most meshes made by rule need 6 or 8 particles.
    template <std::size_t N>
    struct Elements {
        std::vector<Element<N>> list;
        Stencils<N> stencils;
    };
    // An angle that takes part in the curvatures of several triangles, so it is evaluated for all of them first.
    struct AngleHere {
        std::array<int, 4> particles;
        Real rest_angle;
    };
    struct AngleNow {
        Real angle;                                   // from rest
        Real rate;                                    // with the velocities
        Real displaced;                               // how far the displacement would turn it
        std::array<std::array<Real, 4>, 4> gradient;  // by the particles: three numbers and 0
    };
    // Of a fabric: moments by curvature, and by its rate.
    struct Plate {
        Mat3 stiffness;  // [N m]
        Mat3 damping;    // [N m s]
    };

    template <std::size_t N>
    const Element<N>* find_element(const Element<N>& e, const Model& model, std::span<const std::uint8_t> fixed,
                                   Element<N>& clamped) const;
    void evaluate_angles(const ForceInput& in, const ForceSystem& out) const;
    template <std::size_t N>
    void add_element(const Element<N>& e, const std::array<int, N * N>& slots, const ForceInput& in,
                     ForceSystem& out) const;
    // Sum of area k . D k over the elements, with k by the angles in turned_.
    template <std::size_t N>
    Real sum_squares(const Elements<N>& elements, Mat3 Plate::*form, const Model& model,
                     std::span<const std::uint8_t> fixed) const;

    TriangleSides sides_;
    std::vector<AngleHere> hinges_;
    mutable std::vector<AngleNow> now_;  // of the hinges; work space of add()
    mutable std::vector<Real> turned_;   // [rad] of the hinges; work space of the energies
    std::vector<Plate> plates_;          // by fabric
    std::tuple<Elements<6>, Elements<8>, Elements<12>> elements_;
    Bend layers_;  // hinges at edges with more than two triangles
};

}  // namespace pleat
