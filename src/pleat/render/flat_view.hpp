// A cloth spread out on paper, for drawing on it.
#pragma once
#include <string>
#include <vector>

#include <pleat/model/model.hpp>

namespace pleat {

/// Places of all particles of a cloth on paper. What lies behind the cloth's middle is left to another view.
struct FlatView {
    std::string title;
    std::vector<Vec2> places;    ///< [m] to the right and up
    std::vector<Real> nearness;  ///< [m] in front of the middle; all 0 in the only view of a cloth

    /// Whether an edge is in front.
    bool shows(int first, int second) const;
    /// [m] To the right and up.
    Vec2 low() const;
    Vec2 size() const;
};

/// By u and v, if all triangles around each particle agree about them and no two of them lie on each other as far as
/// areas tell. Else where the cloth starts, seen from the front, or from above if it is flat on the ground; from both
/// sides if it is thicker than a fiftieth of its longest side.
std::vector<FlatView> flat_views(const Model& model, const Cloth& cloth);

/// Turns a view by quarters, so that `down` points down as far as it can.
void turn_down(FlatView& view, const Vec2& down);

}  // namespace pleat
