#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pleat/core/index.hpp>
#include <pleat/render/flat_view.hpp>
#include <pleat/render/order_picture.hpp>
#include <pleat/render/pen.hpp>
#include <pleat/render/text.hpp>

namespace pleat {
namespace {

using Place = Eigen::Vector2f;  // [pixels] from the top left corner

constexpr Rgb kPaper{255, 255, 255}, kInk{20, 20, 20}, kMesh{226, 226, 226}, kLeftOut{150, 150, 150};
constexpr std::array kClasses{EdgeClass::sideways, EdgeClass::down, EdgeClass::askew};

// A cloth's view and where it stands.
struct Panel {
    const Cloth* cloth;
    FlatView view;
    Vec2 low{0, 0}, size{0, 0};  // [m] of the view
    Place corner{0, 0};          // of the view's lower left
    float scale = 1;             // [pixels/m]

    Place place(int particle) const {
        const Vec2 p = view.places[at(particle - cloth->particles.begin)] - low;
        return corner + scale * Place(static_cast<float>(p.x()), static_cast<float>(-p.y()));
    }
    bool has(int particle) const { return particle >= cloth->particles.begin && particle < cloth->particles.end; }
    bool shows(int a, int b) const {
        return has(a) && view.shows(a - cloth->particles.begin, b - cloth->particles.begin);
    }
};

// Sum of the directions of the edges that lead down.
Vec2 down_in(const FlatView& view, const Cloth& cloth, std::span<const OrderedEdge> edges) {
    Vec2 sum = Vec2::Zero();
    Real count = 0;
    for (const OrderedEdge& edge : edges) {
        if (edge.kind != EdgeClass::down || edge.first < cloth.particles.begin) continue;
        if (edge.first >= cloth.particles.end) continue;
        const int first = edge.first - cloth.particles.begin, second = edge.second - cloth.particles.begin;
        const Vec2 way = view.places[at(second)] - view.places[at(first)];
        if (way.norm() > 0) sum += way.normalized();
        ++count;
    }
    // Where edges lead everywhere, no side is the lower one.
    return sum.norm() > 0.5 * count ? sum : Vec2(0, -1);
}

std::vector<Panel> make_panels(const OrderDrawing& drawing) {
    std::vector<Panel> panels;
    for (const Cloth& cloth : drawing.model.cloths) {
        std::vector<FlatView> views = flat_views(drawing.model, cloth);
        for (FlatView& view : views) {
            if (views.size() == 1) turn_down(view, down_in(view, cloth, drawing.edges));
            Panel& panel = panels.emplace_back(Panel{&cloth, std::move(view)});
            panel.low = panel.view.low();
            panel.size = panel.view.size();
        }
    }
    return panels;
}

// Cells of equal size for panels, in rows.
struct Cells {
    int columns;
    float width, height;  // [pixels]
    float scale;          // [pixels/m] that suits all panels
};

// The place that all panels have together, and the height of letters.
struct Sheet {
    float width, height;  // [pixels]
    float letter;         // [pixels]
};

Cells divide(const std::vector<Panel>& panels, const Sheet& sheet, int columns) {
    const int rows = (static_cast<int>(panels.size()) + columns - 1) / columns;
    Cells cells{columns, sheet.width / static_cast<float>(columns), sheet.height / static_cast<float>(rows), 1e9f};
    for (const Panel& panel : panels) {
        const auto fit = [&](float room, Real size) {
            if (size > 0) cells.scale = std::min(cells.scale, std::max(room, 1.0f) / static_cast<float>(size));
        };
        fit(cells.width - 3 * sheet.letter, panel.size.x());
        fit(cells.height - 4.5f * sheet.letter, panel.size.y());
    }
    return cells;
}

// Puts panels where they are drawn.
void arrange(std::vector<Panel>& panels, const Sheet& sheet) {
    Cells best = divide(panels, sheet, 1);
    for (int columns = 2; columns <= static_cast<int>(panels.size()); ++columns) {
        const Cells other = divide(panels, sheet, columns);
        if (other.scale > best.scale) best = other;
    }
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const int row = static_cast<int>(i) / best.columns, column = static_cast<int>(i) % best.columns;
        const Vec2 size = panels[i].size * best.scale;
        panels[i].scale = best.scale;
        panels[i].corner = {
            (static_cast<float>(column) + 0.5f) * best.width - 0.5f * static_cast<float>(size.x()),
            (static_cast<float>(row) + 0.5f) * best.height + 1.1f * sheet.letter + 0.5f * static_cast<float>(size.y())};
    }
}

// An edge as it is drawn.
struct Arrow {
    Place from, to;
    float boldness;    // 1: usual
    bool steps_aside;  // to the right, for one that comes the other way
};

void draw_arrow(const Arrow& arrow, Rgb color, Picture& picture) {
    const Place way = arrow.to - arrow.from;
    const float length = way.norm();
    if (!(length > 0)) return;
    const Place along = way / length, aside(-along.y(), along.x());
    const float width = arrow.boldness * std::clamp(0.06f * length, 0.8f, 2.5f);
    const float head = std::clamp(0.34f * length, 2.0f, 14.0f), half = 0.35f * head + 0.5f * width;
    const Place shift = arrow.steps_aside ? Place(std::min(0.1f * length, 5.0f) * aside) : Place(0, 0);
    const Place start = arrow.from + 0.08f * way + shift, tip = arrow.from + 0.94f * way + shift;
    const Place neck = tip - head * along;
    draw_line({start, neck, width}, color, picture);
    draw_triangle({tip, neck + half * aside, neck - half * aside}, color, picture);
}

// The edges of a list in another order, to look them up.
class SortedEdges {
public:
    explicit SortedEdges(std::span<const OrderedEdge> edges) {
        for (const OrderedEdge& edge : edges) pairs_.push_back({edge.first, edge.second});
        std::sort(pairs_.begin(), pairs_.end());
    }
    std::ptrdiff_t count(int first, int second) const {
        const auto [begin, end] = std::equal_range(pairs_.begin(), pairs_.end(), std::array{first, second});
        return end - begin;
    }

private:
    std::vector<std::array<int, 2>> pairs_;
};

// [m] Half of the edges are longer.
float usual_length(const Model& model) {
    std::vector<Real> lengths;
    for (const Edge& edge : model.edges) lengths.push_back(edge.rest_length);
    if (lengths.empty()) return 0;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return static_cast<float>(*middle);
}

// What becomes of each particle.
struct Reached {
    std::vector<bool> is_fixed, is_visited;
    int left_out = 0;

    explicit Reached(const OrderDrawing& drawing)
        : is_fixed(drawing.model.positions.size()), is_visited(drawing.model.positions.size()) {
        for (const int particle : drawing.fixed) is_fixed[at(particle)] = true;
        for (const OrderedEdge& edge : drawing.edges) is_visited[at(edge.second)] = true;
        for (std::size_t i = 0; i < is_fixed.size(); ++i) left_out += is_fixed[i] || is_visited[i] ? 0 : 1;
    }
};

void draw_panel(const Panel& panel, const OrderDrawing& drawing, Picture& picture) {
    const auto place = [&](int particle) { return panel.place(particle); };
    for (const Edge& edge : drawing.model.edges) {
        const auto [a, b] = edge.particles;
        if (panel.shows(a, b)) draw_line({place(a), place(b), 1}, kMesh, picture);
    }
    const auto count = static_cast<float>(drawing.edges.size());
    const SortedEdges sorted(drawing.edges);
    for (std::size_t e = drawing.edges.size(); e-- > 0;) {
        const OrderedEdge& edge = drawing.edges[e];
        if (!panel.shows(edge.first, edge.second)) continue;
        const Rgb color = order_color(edge.kind, static_cast<float>(e) / std::max(count - 1, 1.0f));
        const float boldness = sorted.count(edge.first, edge.second) > 1 ? 1.8f : 1.0f;
        const bool steps_aside = sorted.count(edge.second, edge.first) > 0;
        draw_arrow({place(edge.first), place(edge.second), boldness, steps_aside}, color, picture);
    }
    const Reached reached(drawing);
    const float dot = std::clamp(0.4f * panel.scale * usual_length(drawing.model), 3.0f, 16.0f);
    for (int i = panel.cloth->particles.begin; i < panel.cloth->particles.end; ++i) {
        if (reached.is_visited[at(i)] || !panel.shows(i, i)) continue;
        const bool is_fixed = reached.is_fixed[at(i)];
        draw_line({place(i), place(i), is_fixed ? dot : 0.6f * dot}, is_fixed ? kInk : kLeftOut, picture);
    }
}

// An entry of the legend: a bar or a dot, and words.
struct Entry {
    std::string words;
    std::optional<EdgeClass> kind{};
    Rgb dot{};
};

std::vector<Entry> legend(const OrderDrawing& drawing) {
    std::vector<Entry> entries;
    for (const EdgeClass kind : kClasses) {
        const auto count = std::count_if(drawing.edges.begin(), drawing.edges.end(),
                                         [&](const OrderedEdge& edge) { return edge.kind == kind; });
        entries.push_back({std::string(name_of(kind)) + ": " + std::to_string(count), kind});
    }
    entries.push_back({"fixed: " + std::to_string(drawing.fixed.size()), {}, kInk});
    const int left_out = Reached(drawing).left_out;
    if (left_out > 0) entries.push_back({"not reached: " + std::to_string(left_out), {}, kLeftOut});
    return entries;
}

// [letters] Widths of parts of the legend.
constexpr float kBar = 6, kDot = 1, kLegendGap = 0.9f, kBetween = 3;
constexpr std::string_view kLead = "from first to last";

void draw_legend(const std::vector<Entry>& entries, float largest_letter, Picture& picture) {
    float letters = 2 + text_width(kLead, 1) + kBetween;
    for (const Entry& entry : entries) {
        letters += (entry.kind ? kBar : kDot) + kLegendGap + text_width(entry.words, 1) + kBetween;
    }
    const auto width = static_cast<float>(picture.size.width);
    const float letter = std::min(largest_letter, width / letters);
    const float base = static_cast<float>(picture.size.height) - 1.5f * largest_letter, middle = base - 0.5f * letter;
    float left = 0.5f * (width - (letters - kBetween) * letter) + letter;
    draw_text(kLead, {left, base, letter}, kInk, picture);
    left += (text_width(kLead, 1) + kBetween) * letter;
    for (const Entry& entry : entries) {
        const float own = letter * (entry.kind ? kBar : kDot);
        constexpr int kSteps = 64;
        for (int s = 0; entry.kind && s < kSteps; ++s) {
            const float from = left + own * static_cast<float>(s) / kSteps, to = from + own / kSteps;
            draw_line({{from, middle}, {to, middle}, 0.7f * letter},
                      order_color(*entry.kind, (static_cast<float>(s) + 0.5f) / kSteps), picture);
        }
        const Place dot(left + 0.5f * own, middle);
        if (!entry.kind) draw_line({dot, dot, 0.9f * letter}, entry.dot, picture);
        draw_text(entry.words, {left + own + kLegendGap * letter, base, letter}, kInk, picture);
        left += own + (kLegendGap + text_width(entry.words, 1) + kBetween) * letter;
    }
}

}  // namespace

Rgb order_color(EdgeClass kind, float share) {
    struct Ends {
        Eigen::Vector3f first, last;  // in sRGB
    };
    const Ends blue{{8, 38, 110}, {122, 178, 240}}, red{{130, 16, 8}, {250, 160, 84}},
        green{{0, 74, 48}, {120, 205, 120}};
    const Ends& ends = kind == EdgeClass::sideways ? blue : kind == EdgeClass::down ? red : green;
    const Eigen::Vector3f color = ends.first + std::clamp(share, 0.0f, 1.0f) * (ends.last - ends.first);
    const auto byte = [&](int channel) { return static_cast<std::uint8_t>(std::lround(color[channel])); };
    return {byte(0), byte(1), byte(2)};
}

const char* name_of(EdgeClass kind) {
    switch (kind) {
        case EdgeClass::sideways:
            return "sideways";
        case EdgeClass::down:
            return "down";
        case EdgeClass::askew:
            return "askew";
    }
    return "";
}

Picture draw_order(const OrderDrawing& drawing, ImageSize size) {
    Picture picture(size, kPaper);
    std::vector<Panel> panels = make_panels(drawing);
    const float letter = std::max(6.0f, static_cast<float>(size.height) / 48);
    const Sheet sheet{static_cast<float>(size.width), static_cast<float>(size.height) - 3.5f * letter, letter};
    arrange(panels, sheet);
    for (const Panel& panel : panels) {
        draw_panel(panel, drawing, picture);
        const float left = panel.corner.x(), top = panel.corner.y() - panel.scale * static_cast<float>(panel.size.y());
        draw_text(panel.view.title, {left, top - 1.2f * letter, letter}, kInk, picture);
    }
    draw_legend(legend(drawing), letter, picture);
    return picture;
}

}  // namespace pleat
