// A model of a square and a triangle, for testing writers.
#pragma once
#include <pleat/model/model.hpp>

namespace pleat {

inline Model two_cloths() {
    Model model;
    model.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {5, 0, 0.1}, {6, 0, 1e-9}, {5, 1, -1.0 / 3}};
    const auto add_triangle = [&](std::array<int, 3> particles, std::array<Vec2, 3> uv) {
        model.triangles.push_back({particles, uv, Mat2::Identity(), 0.5, Vec2::Ones(), 0});
    };
    add_triangle({0, 1, 2}, {Vec2(0, 0), Vec2(1, 0), Vec2(1, 1)});
    add_triangle({0, 2, 3}, {Vec2(0, 0), Vec2(1, 1), Vec2(0, 1)});
    add_triangle({4, 5, 6}, {Vec2(0, 0), Vec2(1, 0), Vec2(0, 0.5)});
    model.cloths = {{"flag", {0, 4}, {0, 2}, {}}, {"a b#\\\n", {4, 7}, {2, 3}, {}}};
    return model;
}

}  // namespace pleat
