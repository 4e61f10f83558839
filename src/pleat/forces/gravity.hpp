// Weight.
#pragma once
#include <pleat/forces/force.hpp>

namespace pleat {

/// f = m g
class Gravity final : public Force {
public:
    void add(const ForceInput& in, ForceSystem& out) const override;
    void add_energies(const ForceInput& in, Energies& energies) const override;
};

}  // namespace pleat
