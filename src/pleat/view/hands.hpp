// What pages hold, each with several pointers.
#pragma once
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <pleat/view/page_command.hpp>
#include <pleat/view/side.hpp>

namespace pleat {

/// All pointers that hold something.
class Hands {
public:
    /// Takes the particle and, if the grab has a radius, those that are as near to it now.
    void grab(int page, const Grab& grab, std::span<const Vec3> position);
    /// Does nothing if the pointer holds nothing.
    void move(int page, const MovePointer& move);
    void release(int page, int pointer) { held_.erase({page, pointer}); }
    void leave(int page);
    void clear() { held_.clear(); }

    /// If several want a particle, the first one has it.
    void add_to(WantedPlaces& wanted) const;
    /// The number of the move that each page made last, since it has been known.
    const std::map<int, int>& last_moves() const { return last_moves_; }
    bool is_empty() const { return held_.empty(); }
    /// The pointers that hold something, by page.
    std::map<int, std::vector<int>> pointers() const;

private:
    struct Held {
        Vec3 place;                                   // [m] of the pointer
        std::vector<std::pair<int, Vec3>> particles;  // and how far from it each is wanted
        Pull pull;
    };

    std::map<std::pair<int, int>, Held> held_;  // by page and pointer
    std::map<int, int> last_moves_;             // by page
};

}  // namespace pleat
