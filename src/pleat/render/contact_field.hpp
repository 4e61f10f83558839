// Where cloth touches solids or itself, as a field of colours.
#pragma once
#include <vector>

#include <pleat/render/field.hpp>

namespace pleat {

/// [%] How near the nearest solid or other part of the cloth is to each particle: 100 where they meet, 0 from half the
/// mean length of edges on, within which flat cloth has nothing. Parts that share a particle with it do not count.
class ContactField final : public Field {
public:
    explicit ContactField(const Animation& animation);

    std::string title() const override { return "nearness to what it meets [%]"; }
    std::vector<float> values(const Animation& animation, int frame) const override;

private:
    Real farthest_ = 0;  // [m] that is looked at
};

}  // namespace pleat
