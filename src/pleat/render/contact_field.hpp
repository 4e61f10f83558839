// Where cloth touches solids or itself, as a field of colours.
#pragma once
#include <vector>

#include <pleat/render/field.hpp>

namespace pleat {

/// [mm] From each particle to the nearest solid or other part of the cloth, at most `kFarthest` edges' lengths. Parts
/// that share a particle with it do not count.
class ContactField final : public Field {
public:
    explicit ContactField(const Animation& animation);

    std::string title() const override { return "distance to what it meets [mm]"; }
    std::vector<float> values(const Animation& animation, int frame) const override;

private:
    static constexpr Real kFarthest = 0.5;  // of the mean length of edges: in flat cloth nothing is as near

    Real farthest_ = 0;  // [m]
};

}  // namespace pleat
