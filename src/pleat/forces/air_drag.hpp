// The push of moving air, and the drag of still air, on every triangle along its normal:
//     f = -1/2 rho c_d A |r| r n,   r = (velocity of the triangle - wind) . n,
// shared equally by its particles. Its derivative in velocity is in the system; that in position is left out.
#pragma once
#include <array>
#include <vector>

#include <pleat/forces/force.hpp>
#include <pleat/linear/stencils.hpp>

namespace pleat {

/// Wind and air drag on all triangles.
class AirDrag final : public Force {
public:
    explicit AirDrag(const Model& model);

    void couple(BlockPattern::Builder& pattern) const override { stencils_.couple(pattern); }
    void bind(const BlockPattern& pattern) override { stencils_.bind(pattern); }
    void add(const ForceInput& in, ForceSystem& out) const override;
    void add_power(const ForceInput& in, EnergyFlows& power) const override;

private:
    struct Element {
        std::array<int, 3> particles;
        Real coefficient;
    };
    struct Push {
        Vec3 normal;
        Vec3 velocity;  // of the triangle
        Real speed;     // of the triangle in the air, along the normal
        Real pressure;  // on all of it, per speed squared [kg/m]
    };

    static bool find_push(const Element& e, const ForceInput& in, Push& push);

    std::vector<Element> elements_;
    Stencils<3> stencils_;
};

}  // namespace pleat
