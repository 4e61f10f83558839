// Resists curvature as a thin plate does, on any mesh: each triangle has the curvature k of a quadratic surface fitted
// to it and its neighbours, and the energy area / 2 k . D k. With this the stiffness D [N m] is that of the fabric
// whatever the triangulation and its direction; hinges alone are up to five times too stiff or too soft. The fit is
// made once, at rest (plate_bend_math.hpp). After that k is a constant matrix times the angles at the three sides, so
// the energy is a quadratic form of angles: it does not change under rigid motion, resists folds of any size, and has
// the rest angles of the model. The `positive` derivative leaves out the second derivatives of the angles, as for
// hinges.
#pragma once
#include <array>
#include <vector>

#include <pleat/forces/bend.hpp>
#include <pleat/forces/force.hpp>
#include <pleat/forces/plate_bend_math.hpp>
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

private:
    // Quadratic forms of the angles at the three sides: energy is angles . stiffness angles / 2.
    struct Response {
        Mat3 stiffness;  // [N m]
        Mat3 damping;    // [N m s]
    };
    struct Element {
        std::array<int, 6> particles;  // corners, then the flap across from each; the corner itself where there is none
        std::array<bool, 3> has_flap;
        Vec3 rest_angles;
        Response response;
    };
    // What the response is made from.
    struct Rest {
        PlateTriangle triangle;
        Real area;
        Mat3 stiffness;
        Mat3 damping;
    };

    static Response make_response(const Rest& rest);
    // The element's own response, or `own` next to held triangles, or null for a held one.
    const Response* find_response(std::size_t index, const ForceInput& in, Response& own) const;
    void add_element(std::size_t index, const ForceInput& in, ForceSystem& out) const;
    void add_second_derivatives(std::size_t index, const Vec3& moments, const ForceInput& in, ForceSystem& out) const;

    std::vector<Element> elements_;
    std::vector<Rest> rests_;  // of the elements
    Stencils<6> stencils_;
    Bend layers_;  // hinges at edges with more than two triangles
};

}  // namespace pleat
