#include <algorithm>
#include <map>
#include <numeric>

#include <pleat/core/index.hpp>
#include <pleat/corrections/far_limits.hpp>
#include <pleat/model/motion.hpp>

namespace pleat {
namespace {

// Two steps along the cloth are one longer step if its chord is at least this share of their length.
constexpr Real kStraight = 0.94;

// Shorter ones cost as much and hold little more.
constexpr std::size_t kLengths = 2;

// From a particle to another one.
struct Way {
    int to;
    Vec2 offset;  // [m] on the flat cloth
    Real length;  // [m] at rest, along edges
    Real most;    // [m]
};

// All ways of one number of edges, by the particle that they begin at.
class Ways {
public:
    struct Pair {
        std::array<int, 2> particles;
        Vec2 offset;
        Real length, most;
    };

    Ways(std::size_t particle_count, std::span<const Pair> pairs) : begin_(particle_count + 1, 0) {
        for (const Pair& pair : pairs) {
            for (const int p : pair.particles) ++begin_[at(p) + 1];
        }
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        ways_.resize(2 * pairs.size());
        std::vector<int> next(begin_.begin(), begin_.end() - 1);
        for (const auto& [particles, offset, length, most] : pairs) {
            const auto [a, b] = particles;
            ways_[at(next[at(a)]++)] = {b, offset, length, most};
            ways_[at(next[at(b)]++)] = {a, -offset, length, most};
        }
    }

    std::span<const Way> of(int particle) const {
        const auto begin = at(begin_[at(particle)]);
        return std::span(ways_).subspan(begin, at(begin_[at(particle) + 1]) - begin);
    }

private:
    std::vector<int> begin_;  // of each particle's; one more at the end
    std::vector<Way> ways_;
};

using Pair = Ways::Pair;

std::vector<Pair> edges_with_limits(const Model& model, const std::vector<DistanceLimit>& limits) {
    std::map<std::array<int, 2>, Real> most;
    for (const DistanceLimit& limit : limits) {
        const auto [a, b] = std::minmax(limit.particles[0], limit.particles[1]);
        if (limit.most < kForever) most[{a, b}] = limit.most;
    }
    std::vector<Pair> pairs;
    for (const Triangle& triangle : model.triangles) {
        for (std::size_t c = 0; c < 3; ++c) {
            const std::size_t d = (c + 1) % 3;
            const bool is_up = triangle.particles[c] < triangle.particles[d];
            const std::size_t one = is_up ? c : d, other = is_up ? d : c;
            const std::array<int, 2> particles{triangle.particles[one], triangle.particles[other]};
            // The second triangle of an edge does not find it any more.
            const auto found = most.find(particles);
            if (found == most.end()) continue;
            const Vec2 offset = (triangle.uv[other] - triangle.uv[one]).cwiseProduct(triangle.rest_stretch);
            pairs.push_back({particles, offset, offset.norm(), found->second});
            most.erase(found);
        }
    }
    return pairs;
}

// The straightest way on.
const Way* next_of(const Ways& ways, int from, const Way& way) {
    const Way* best = nullptr;
    Real straightest = kStraight;
    for (const Way& next : ways.of(way.to)) {
        if (next.to == from) continue;
        const Real straight = (way.offset + next.offset).norm() / (way.length + next.length);
        if (straight > straightest) {
            straightest = straight;
            best = &next;
        }
    }
    return best;
}

// Each way, and the straightest one on from where it ends.
std::vector<Pair> twice_as_far(const Model& model, const Ways& ways) {
    std::vector<Pair> pairs;
    for (int from = 0; from < model.particle_count(); ++from) {
        for (const Way& way : ways.of(from)) {
            const Way* next = next_of(ways, from, way);
            if (next == nullptr || next->to == from) continue;
            const Vec2 offset = way.offset + next->offset;
            const Real length = way.length + next->length, most = way.most + next->most;
            const bool is_up = from < next->to;
            pairs.push_back({is_up ? std::array{from, next->to} : std::array{next->to, from},
                             is_up ? offset : Vec2(-offset), length, most});
        }
    }
    std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
        return std::pair(a.particles, a.most) < std::pair(b.particles, b.most);
    });
    const auto is_same = [](const Pair& a, const Pair& b) { return a.particles == b.particles; };
    pairs.erase(std::unique(pairs.begin(), pairs.end(), is_same), pairs.end());
    return pairs;
}

}  // namespace

std::vector<std::vector<DistanceLimit>> far_limits(const Model& model, const std::vector<DistanceLimit>& limits,
                                                   int reach) {
    std::vector<std::vector<DistanceLimit>> all;
    std::vector<Pair> pairs = edges_with_limits(model, limits);
    for (int edges = 2; edges <= reach; edges *= 2) {
        pairs = twice_as_far(model, Ways(model.positions.size(), pairs));
        std::vector<DistanceLimit>& one = all.emplace_back();
        for (const Pair& pair : pairs) one.push_back({pair.particles, 0, pair.most});
    }
    std::reverse(all.begin(), all.end());
    if (all.size() > kLengths) all.resize(kLengths);
    return all;
}

}  // namespace pleat
