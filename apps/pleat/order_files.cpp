#include "order_files.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/core.h>

#include <pleat/core/index.hpp>
#include <pleat/io/little_endian.hpp>

namespace pleat {
namespace {

constexpr Rgb kFixed{20, 20, 20}, kNotReached{190, 190, 190};

// What the list does with a particle.
struct Mark {
    Rgb color = kNotReached;
    int first_edge = -1;  // that leads to it
    int visits = 0;
};

std::vector<Mark> make_marks(const OrderDrawing& drawing) {
    std::vector<Mark> marks(drawing.model.positions.size());
    for (const int particle : drawing.fixed) marks[at(particle)].color = kFixed;
    const auto last = static_cast<float>(std::max<std::size_t>(drawing.edges.size(), 2) - 1);
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        Mark& mark = marks[at(drawing.edges[e].second)];
        if (mark.visits++ > 0) continue;
        mark.first_edge = static_cast<int>(e);
        mark.color = order_color(drawing.edges[e].kind, static_cast<float>(e) / last);
    }
    return marks;
}

}  // namespace

std::string format_order_csv(std::span<const OrderedEdge> edges) {
    std::string text = "index,first,second,class,rest_length\n";
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const OrderedEdge& edge = edges[e];
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", e, edge.first, edge.second, name_of(edge.kind),
                       edge.rest_length);
    }
    return text;
}

std::string format_order_ply(const OrderDrawing& drawing) {
    const Model& model = drawing.model;
    const std::vector<Mark> marks = make_marks(drawing);
    std::string ply = fmt::format(
        "ply\nformat binary_little_endian 1.0\n"
        "element vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\n"
        "property int first_edge\nproperty int visits\n"
        "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        marks.size(), model.triangles.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
        append_f32(ply, model.positions[i]);
        const Rgb color = marks[i].color;
        for (const std::uint8_t channel : {color.red, color.green, color.blue}) ply += static_cast<char>(channel);
        append_i32(ply, marks[i].first_edge);
        append_i32(ply, marks[i].visits);
    }
    for (const Triangle& triangle : model.triangles) {
        ply += '\3';
        for (const int particle : triangle.particles) append_i32(ply, particle);
    }
    return ply;
}

}  // namespace pleat
