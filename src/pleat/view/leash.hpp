// Keeps what pointers hold exactly from being torn off: cloth between two hands, or a hand and a pin, has an end, and a
// particle that is led on and on leaves the others no good place.
#pragma once
#include <map>
#include <span>
#include <vector>

#include <pleat/model/model.hpp>

namespace pleat {

/// Of one model.
class Leash {
public:
    /// How far a particle comes on the way from one place to another, while its neighbours are where they are: no edge
    /// gets longer than three times its rest length, or than it is.
    Vec3 lead(const Model& model, std::span<const Vec3> position, int particle, const Vec3& from, const Vec3& to);

private:
    struct Neighbour {
        int particle;
        Real length;  // [m] at rest
    };
    const std::vector<Neighbour>& neighbours(const Model& model, int particle);

    std::map<int, std::vector<Neighbour>> known_;  // of particles that were held
};

}  // namespace pleat
