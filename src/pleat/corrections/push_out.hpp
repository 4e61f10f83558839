// Keeps particles out of solids: Fuhrmann, Gross & Luckas 2003, section 4, for every solid that contact knows.
//
// Once a step, the surfaces that a particle may meet on its way are found, and each becomes a plane that moves with the
// surface through the substeps. A particle behind a plane is set back along the normal to the solid's thickness, and
// friction takes back of its motion along the plane: as much as it was set back times the coefficient (Coulomb), or, as
// printed, a share of it. Who starts inside a solid is led out the nearest way.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include <pleat/collision/cloth_search.hpp>
#include <pleat/collision/inside.hpp>
#include <pleat/collision/solid_surfaces.hpp>
#include <pleat/collision/touch_search.hpp>
#include <pleat/corrections/correction.hpp>

namespace pleat {

/// [1/s] What is nearer to a solid than it is to be is moved out by this share of that distance in a second: who starts
/// there does not jump.
inline constexpr Real kPushOutRate = 5;

/// How friction acts.
struct PushOutFriction {
    std::optional<Real>
        share;  ///< c_f of the paper: of the motion along the surface, taken back in 1/120 s; none: Coulomb
};

/// Cloth against solids.
class PushOut final : public Correction {
public:
    PushOut(std::shared_ptr<ClothSearch> search, const PushOutFriction& friction)
        : search_(std::move(search)), friction_(friction) {}

    CorrectionKind kind() const override { return CorrectionKind::push_out; }
    TableCost begin_step(const CorrectionStep& step) override;
    Real sweep(const CorrectionInput& in, CorrectionWork& work) override;
    void end_step(const CorrectionStep& step, State& next) override;

    /// Particles that are inside solids at the start of a simulation, in increasing order.
    std::vector<int> find_inside(const Scene& scene, const State& state);

    const SolidSurfaces& surfaces() const { return surfaces_; }
    /// [m] Where particles would be at the end of the step without corrections.
    std::span<const Vec3> predicted() const { return predicted_; }
    /// Per particle 1 if it was inside a solid at the start of the step; empty if none was.
    std::span<const std::uint8_t> inside() const { return is_inside_; }

private:
    // A particle and a place on a surface that it may meet.
    struct Plane {
        int particle = 0;
        int triangle = 0;
        Vec3 normal = Vec3::Zero();  // unit, from the solid to the cloth
        Vec3 start = Vec3::Zero();   // [m] the place at the start of the step
        Vec3 motion = Vec3::Zero();  // [m] of the place in the step
        Real keep = 0;               // [m] that the particle has to keep in the end
        Real gap = 0;                // [m] that it has to keep at the start of the step
        Real rise = 0;               // [m] by which that grows in the step
        Real friction = 0;           // coefficient
        Real pushed = 0;             // [m] in the last sweep
        Vec3 slip = Vec3::Zero();    // [m] that friction left over in the last sweep
    };

    void find_planes(const CorrectionStep& step);
    void add_planes(const CorrectionStep& step, std::span<const ParticleTouch> touches);
    void lift_edges(const CorrectionStep& step);
    void set_gaps(const CorrectionStep& step);
    void lead_out(const CorrectionStep& step);
    Real push(Plane& plane, const CorrectionInput& in, std::span<Vec3> position, Real& given) const;

    std::shared_ptr<ClothSearch> search_;
    PushOutFriction friction_;
    SolidSurfaces surfaces_;
    InsideTest inside_test_;
    std::vector<std::uint8_t> is_inside_;
    std::vector<Vec3> predicted_;
    std::optional<TouchSearch> touch_search_;  // made in the first step
    std::vector<ParticleTouch> touches_;
    std::vector<Plane> planes_;     // in increasing order of particles
    std::vector<int> first_plane_;  // by particle; -1: it has none
    std::vector<Real> lift_;        // [m] by plane
};

}  // namespace pleat
