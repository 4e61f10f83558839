#include <pleat/core/index.hpp>
#include <pleat/view/hands.hpp>

namespace pleat {

void Hands::grab(int page, const Grab& grab, std::span<const Vec3> position) {
    Held held{grab.place, {{grab.particle, Vec3::Zero()}}, grab.pull};
    const Vec3& middle = position[at(grab.particle)];
    for (int i = 0; i < static_cast<int>(position.size()); ++i) {
        const Vec3 offset = position[at(i)] - middle;
        if (i != grab.particle && offset.norm() < grab.radius) held.particles.emplace_back(i, offset);
    }
    held_[{page, grab.pointer}] = std::move(held);
}

void Hands::move(int page, const MovePointer& move) {
    last_moves_[page] = move.number;
    const auto found = held_.find({page, move.pointer});
    if (found != held_.end()) found->second.place = move.place;
}

void Hands::leave(int page) {
    std::erase_if(held_, [&](const auto& entry) { return entry.first.first == page; });
    last_moves_.erase(page);
}

std::map<int, std::vector<int>> Hands::pointers() const {
    std::map<int, std::vector<int>> pointers;
    for (const auto& [who, held] : held_) pointers[who.first].push_back(who.second);
    return pointers;
}

void Hands::add_to(WantedPlaces& wanted) const {
    for (const auto& [pointer, held] : held_) {
        for (const auto& [particle, offset] : held.particles) {
            wanted.try_emplace(particle, WantedPlace{held.place + offset, held.pull});
        }
    }
}

}  // namespace pleat
