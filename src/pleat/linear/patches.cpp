#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>

#include <pleat/core/index.hpp>
#include <pleat/linear/patches.hpp>

namespace pleat {
namespace {

// A way from a particle to its neighbour, in material coordinates.
struct Way {
    int to;
    Vec2 offset;  // [m]
    Real length;  // [m]
};

std::vector<std::vector<Way>> find_ways(const Model& model) {
    std::vector<std::vector<Way>> ways(model.positions.size());
    for (const Triangle& t : model.triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            for (const std::size_t other : {(k + 1) % 3, (k + 2) % 3}) {
                const Vec2 offset = t.uv[other] - t.uv[k];
                ways[at(t.particles[k])].push_back({t.particles[other], offset, offset.norm()});
            }
        }
    }
    return ways;
}

// Distances to the nearest of several centres along ways; every particle learns its centre and its place seen from it.
class Spreading {
public:
    explicit Spreading(const std::vector<std::vector<Way>>& ways)
        : ways_(ways),
          distance(ways.size(), std::numeric_limits<Real>::infinity()),
          centre(ways.size(), -1),
          place(ways.size(), Vec2::Zero()) {}

    void add_centre(int particle, int number) {
        distance[at(particle)] = 0;
        centre[at(particle)] = number;
        place[at(particle)].setZero();
        queue_.emplace(0, particle);
    }

    void run() {
        while (!queue_.empty()) {
            const auto [reached, particle] = queue_.top();
            queue_.pop();
            if (reached > distance[at(particle)]) continue;
            for (const Way& way : ways_[at(particle)]) {
                const Real there = reached + way.length;
                if (!(there < distance[at(way.to)])) continue;
                distance[at(way.to)] = there;
                centre[at(way.to)] = centre[at(particle)];
                place[at(way.to)] = place[at(particle)] + way.offset;
                queue_.emplace(there, way.to);
            }
        }
    }

private:
    const std::vector<std::vector<Way>>& ways_;
    using Entry = std::pair<Real, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;

public:
    std::vector<Real> distance;
    std::vector<int> centre;
    std::vector<Vec2> place;
};

// The particle of each patch that is nearest to its middle.
std::vector<int> middles(const Spreading& spread, int count) {
    std::vector<Vec2> mean(at(count), Vec2::Zero());
    std::vector<int> members(at(count), 0);
    for (std::size_t i = 0; i < spread.centre.size(); ++i) {
        mean[at(spread.centre[i])] += spread.place[i];
        ++members[at(spread.centre[i])];
    }
    std::vector<int> middle(at(count), -1);
    std::vector<Real> nearest(at(count), std::numeric_limits<Real>::infinity());
    for (std::size_t i = 0; i < spread.centre.size(); ++i) {
        const std::size_t c = at(spread.centre[i]);
        const Real distance = (spread.place[i] - mean[c] / members[c]).squaredNorm();
        if (distance < nearest[c]) {
            nearest[c] = distance;
            middle[c] = static_cast<int>(i);
        }
    }
    return middle;
}

}  // namespace

Patches make_patches(const Model& model, int size) {
    const std::vector<std::vector<Way>> ways = find_ways(model);
    // Centres as far from each other as can be, then moved to the middle of what is nearest to them.
    std::vector<int> centres;
    Spreading far(ways);
    const int wanted = (model.particle_count() + size - 1) / size;
    for (int next = 0; next >= 0;) {
        far.add_centre(next, static_cast<int>(centres.size()));
        far.run();
        centres.push_back(next);
        const auto farthest = std::max_element(far.distance.begin(), far.distance.end());
        // Every piece of cloth needs a centre, however many there are.
        const bool is_enough = static_cast<int>(centres.size()) >= wanted && std::isfinite(*farthest);
        next = is_enough ? -1 : static_cast<int>(farthest - far.distance.begin());
        if (*farthest == 0) next = -1;
    }
    constexpr int kRounds = 4;
    Patches patches;
    patches.count = static_cast<int>(centres.size());
    for (int round = 0; round < kRounds; ++round) {
        Spreading spread(ways);
        for (std::size_t c = 0; c < centres.size(); ++c) spread.add_centre(centres[c], static_cast<int>(c));
        spread.run();
        centres = middles(spread, patches.count);
        patches.patch = std::move(spread.centre);
        patches.place = std::move(spread.place);
    }
    // From the middle of the patch, in units of its width, so that numbers are of order one.
    std::vector<Vec2> mean(at(patches.count), Vec2::Zero());
    std::vector<Real> width(at(patches.count), 0);
    std::vector<int> members(at(patches.count), 0);
    for (std::size_t i = 0; i < patches.patch.size(); ++i) {
        mean[at(patches.patch[i])] += patches.place[i];
        ++members[at(patches.patch[i])];
    }
    for (std::size_t i = 0; i < patches.patch.size(); ++i) {
        const std::size_t p = at(patches.patch[i]);
        patches.place[i] -= mean[p] / members[p];
        width[p] = std::max(width[p], 2 * patches.place[i].norm());
    }
    for (std::size_t i = 0; i < patches.patch.size(); ++i) {
        const Real w = width[at(patches.patch[i])];
        if (w > 0) patches.place[i] /= w;
    }
    return patches;
}

}  // namespace pleat
