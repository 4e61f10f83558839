#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

#include <Eigen/Geometry>

#include <pleat/core/index.hpp>
#include <pleat/corrections/correction_order.hpp>

namespace pleat {
namespace {

// Sines of angles with the level, and the margin of all bounds.
constexpr Real kMargin = 1e-6;
constexpr Real kSteepOnGrid = 0.70710678118654752;  // 45 degrees
constexpr Real kLevelOnMesh = 0.5;                  // 30 degrees
constexpr Real kSteepOnMesh = 0.86602540378443865;  // 60 degrees

// A cloth hangs if it is this much as long along "down" as its longest side.
constexpr Real kHanging = 0.5;
// What holds it is in its middle if it is nearer to that than this share of its longest side.
constexpr Real kInTheMiddle = 0.1;

// How an edge rises where its cloth starts: the sine of its angle with the level, > 0 towards the far end.
EdgeClass class_on_grid(bool is_shear, Real rise) {
    if (is_shear) return EdgeClass::askew;
    return std::abs(rise) < kSteepOnGrid - kMargin ? EdgeClass::sideways : EdgeClass::down;
}

EdgeClass class_on_mesh(Real rise) {
    if (std::abs(rise) < kLevelOnMesh - kMargin) return EdgeClass::sideways;
    return std::abs(rise) > kSteepOnMesh + kMargin ? EdgeClass::down : EdgeClass::askew;
}

// From the middle of the grid's first side to that of its last, along one of its threads.
Vec3 thread_of_grid(const Model& model, const Cloth& cloth, std::size_t thread) {
    const int columns = cloth.grid_cells[0] + 1, rows = cloth.grid_cells[1] + 1;
    const int count = thread == 0 ? rows : columns;
    const int step = thread == 0 ? columns : 1, across = (thread == 0 ? 1 : columns) * cloth.grid_cells[thread];
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < count; ++k) {
        const int first = cloth.particles.begin + k * step;
        sum += model.positions[at(first + across)] - model.positions[at(first)];
    }
    return sum / count;
}

bool is_permutation(const std::array<EdgeClass, 3>& classes) {
    constexpr std::array kAll{EdgeClass::sideways, EdgeClass::down, EdgeClass::askew};
    return std::is_permutation(classes.begin(), classes.end(), kAll.begin());
}

Vec3 unit_or_zero(const Vec3& v) {
    const Real length = v.norm();
    return length > 0 ? Vec3(v / length) : Vec3::Zero();
}

}  // namespace

CorrectionOrder::Lie CorrectionOrder::lie_of(const Model& model, const Cloth& cloth, const Vec3& down) {
    Eigen::AlignedBox<Real, 3> box;
    Real low = std::numeric_limits<Real>::infinity(), high = -low;
    Vec3 sum = Vec3::Zero();
    for (int i = cloth.particles.begin; i < cloth.particles.end; ++i) {
        const Vec3& x = model.positions[at(i)];
        box.extend(x);
        low = std::min(low, down.dot(x));
        high = std::max(high, down.dot(x));
        sum += x;
    }
    Lie lie{cloth.particles, is_grid(cloth), false, box.sizes().maxCoeff(), sum / cloth.particles.size(), {}};
    lie.hangs = high - low >= (kHanging - kMargin) * lie.size;
    if (lie.is_grid) lie.threads = {thread_of_grid(model, cloth, 0), thread_of_grid(model, cloth, 1)};
    return lie;
}

CorrectionOrder::CorrectionOrder(const Model& model, const OrderSettings& settings)
    : settings_(settings), positions_(model.positions), begin_(model.positions.size() + 1, 0) {
    assert(is_permutation(settings.classes) && settings.visit_limit > 0);
    std::vector<std::uint8_t> is_on_grid(model.positions.size(), 0);
    for (const Cloth& cloth : model.cloths) {
        cloths_.push_back(lie_of(model, cloth, settings.down));
        if (!is_grid(cloth)) continue;
        std::fill(is_on_grid.begin() + cloth.particles.begin, is_on_grid.begin() + cloth.particles.end, 1);
    }
    std::vector<Link> links = spring_links(model);
    std::erase_if(links, [](const Link& link) { return link.kind == LinkKind::bend; });
    for (const Link& link : links) {
        for (const int particle : link.particles) ++begin_[at(particle) + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    ways_.resize(2 * links.size());
    std::vector<int> next(begin_.begin(), begin_.end() - 1);
    for (const Link& link : links) {
        const auto [a, b] = link.particles;
        const bool is_shear = is_on_grid[at(a)] != 0 && link.kind == LinkKind::shear;
        ways_[at(next[at(a)]++)] = {b, is_shear, link.rest_length};
        ways_[at(next[at(b)]++)] = {a, is_shear, link.rest_length};
    }
    for (std::size_t i = 0; i + 1 < begin_.size(); ++i) {
        std::sort(ways_.begin() + begin_[i], ways_.begin() + begin_[i + 1],
                  [](const Way& one, const Way& other) { return one.to < other.to; });
    }
}

std::span<const CorrectionOrder::Way> CorrectionOrder::ways_of(int particle) const {
    const int first = begin_[at(particle)];
    return std::span(ways_).subspan(at(first), at(begin_[at(particle) + 1] - first));
}

// A unit vector, or zero if down is away from the nearest fixed particle.
Vec3 CorrectionOrder::way_down(const Lie& lie, std::span<const int> fixed) const {
    if (lie.hangs) return settings_.down;
    Vec3 held = Vec3::Zero();
    for (const int particle : fixed) held += positions_[at(particle)];
    const Vec3 way = lie.middle - held / static_cast<Real>(fixed.size());
    if (way.norm() <= (kInTheMiddle + kMargin) * lie.size) return Vec3::Zero();
    const Vec3 u = unit_or_zero(lie.threads[0]), v = unit_or_zero(lie.threads[1]);
    if (!lie.is_grid || u.isZero(0) || v.isZero(0)) return way.normalized();
    const Real along_u = way.dot(u), along_v = way.dot(v);
    const bool is_along_v = std::abs(along_v) >= std::abs(along_u) - kMargin * way.norm();
    return is_along_v ? Vec3(std::copysign(1.0, along_v) * v) : Vec3(std::copysign(1.0, along_u) * u);
}

// Away from the nearest fixed particle, along edges (Dijkstra). What cannot be reached keeps its height.
void CorrectionOrder::fall_from(std::span<const int> fixed, std::vector<Real>& heights) const {
    std::priority_queue<std::pair<Real, int>> highest;
    const auto reach = [&](int particle, Real height) {
        if (height <= heights[at(particle)]) return;
        heights[at(particle)] = height;
        highest.emplace(height, particle);
    };
    for (const int particle : fixed) reach(particle, 0);
    while (!highest.empty()) {
        const auto [height, particle] = highest.top();
        highest.pop();
        if (height < heights[at(particle)]) continue;
        for (const Way& way : ways_of(particle)) {
            reach(way.to, height - (positions_[at(way.to)] - positions_[at(particle)]).norm());
        }
    }
}

void CorrectionOrder::measure_heights(const Lie& lie, std::span<const int> fixed, std::vector<Real>& heights) const {
    const Vec3 down = way_down(lie, fixed);
    if (down.isZero(0)) return fall_from(fixed, heights);
    for (int i = lie.particles.begin; i < lie.particles.end; ++i) heights[at(i)] = -down.dot(positions_[at(i)]);
}

void CorrectionOrder::add_offers(const Lie& lie, std::span<const Real> heights, std::vector<Offer>& offers) const {
    for (int from = lie.particles.begin; from < lie.particles.end; ++from) {
        if (std::isinf(heights[at(from)])) continue;
        for (int w = begin_[at(from)]; w < begin_[at(from) + 1]; ++w) {
            const Way& way = ways_[at(w)];
            const Real length = (positions_[at(way.to)] - positions_[at(from)]).norm();
            const Real rise = length > 0 ? (heights[at(way.to)] - heights[at(from)]) / length : 0;
            const EdgeClass kind = lie.is_grid ? class_on_grid(way.is_shear, rise) : class_on_mesh(rise);
            if (kind == EdgeClass::sideways || rise < -kMargin) offers[at(w)] = kind;
        }
    }
}

std::vector<OrderedEdge> CorrectionOrder::list(std::span<const int> fixed) const {
    assert(std::adjacent_find(fixed.begin(), fixed.end(), std::greater_equal<>()) == fixed.end());
    std::vector<Real> heights(positions_.size(), -std::numeric_limits<Real>::infinity());
    std::vector<Offer> offers(ways_.size());
    for (const Lie& lie : cloths_) {
        const auto first = std::lower_bound(fixed.begin(), fixed.end(), lie.particles.begin);
        const auto last = std::lower_bound(first, fixed.end(), lie.particles.end);
        if (first == last) continue;
        measure_heights(lie, {first, last}, heights);
        add_offers(lie, heights, offers);
    }
    std::vector<int> visits(positions_.size(), 0);
    for (const int particle : fixed) visits[at(particle)] = settings_.visit_limit;
    std::vector<int> queue(fixed.begin(), fixed.end());
    std::vector<OrderedEdge> edges;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const int from = queue[head];
        for (const EdgeClass kind : settings_.classes) {
            for (int w = begin_[at(from)]; w < begin_[at(from) + 1]; ++w) {
                const Way& way = ways_[at(w)];
                if (offers[at(w)] != kind || visits[at(way.to)] >= settings_.visit_limit) continue;
                ++visits[at(way.to)];
                edges.push_back({from, way.to, way.rest_length, kind});
                queue.push_back(way.to);
            }
        }
    }
    return edges;
}

}  // namespace pleat
