#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/corrections/distance_limits.hpp>
#include <pleat/corrections/lanes.hpp>

namespace pleat {
namespace {

using Batch = DistanceLimits::Batch;
constexpr std::size_t kTogether = DistanceLimits::kTogether;
static_assert(kTogether == kLanes);
// Limits in a block: fewer have not enough that share no particle.
constexpr int kSmallestBlock = 512;

void push(int particle, const Vec3& impulse, std::span<const Real> inverse_masses, const CorrectionWork& work) {
    const Real inverse_mass = inverse_masses[at(particle)];
    if (inverse_mass > 0)
        work.position[at(particle)] += inverse_mass * impulse;
    else
        work.reaction[at(particle)] += impulse;
}

// Returns how far it moved particles [m], by lane.
[[gnu::always_inline]] inline Double8 correct(const Batch& batch, std::span<const Real> inverse_masses,
                                              const CorrectionWork& work) {
    Real* x = work.position.front().data();
    const Places first = places_of(batch.first), second = places_of(batch.second);
    const Double8 ax = gather(x, first), ay = gather(x + 1, first), az = gather(x + 2, first);
    const Double8 bx = gather(x, second), by = gather(x + 1, second), bz = gather(x + 2, second);
    const Double8 squared = (bx - ax) * (bx - ax) + (by - ay) * (by - ay) + (bz - az) * (bz - az);
    const auto least = load<Double8>(batch.least.data()), most = load<Double8>(batch.most.data());
    const auto is_long = squared > most * most;
    // Two that are in one place have no line between them; other corrections part them.
    auto is_off = (is_long | (squared < least * least)) & (squared > 0);
    const Double8 none{};
    if (is_zero(is_off)) return none;
    const Double8 wa = gather(inverse_masses.data(), batch.first), wb = gather(inverse_masses.data(), batch.second);
    is_off &= wa + wb > 0;
    const Double8 length = square_root(squared);
    const Double8 excess = length - (is_long ? most : least);
    const Double8 share = is_off ? excess / ((wa + wb) * length) : none;  // [kg]
    const bool is_plain = at(batch.count) == kTogether && is_zero((wa * wb == 0) & is_off);
    if (is_plain) {
        scatter(is_off ? ax + wa * share * (bx - ax) : ax, x, first);
        scatter(is_off ? ay + wa * share * (by - ay) : ay, x + 1, first);
        scatter(is_off ? az + wa * share * (bz - az) : az, x + 2, first);
        scatter(is_off ? bx - wb * share * (bx - ax) : bx, x, second);
        scatter(is_off ? by - wb * share * (by - ay) : by, x + 1, second);
        scatter(is_off ? bz - wb * share * (bz - az) : bz, x + 2, second);
    } else {
        for (std::size_t lane = 0; lane < kTogether; ++lane) {
            if (is_off[lane] == 0) continue;
            const Vec3 impulse = share[lane] * Vec3(bx[lane] - ax[lane], by[lane] - ay[lane], bz[lane] - az[lane]);
            push(batch.first[lane], impulse, inverse_masses, work);
            push(batch.second[lane], -impulse, inverse_masses, work);
        }
    }
    return is_off ? (excess < 0 ? -excess : excess) : none;
}

// Limits that share no particle, four batches of them: what follows at once would have to wait for what is written.
struct Group {
    bool has_most = false;
    std::vector<DistanceLimit> limits;

    bool takes(const DistanceLimit& limit) const {
        const auto shares = [&](const DistanceLimit& other) {
            const auto& [a, b] = limit.particles;
            const auto& [c, d] = other.particles;
            return a == c || a == d || b == c || b == d;
        };
        return limits.size() < 4 * kTogether && has_most == (limit.most < kForever) &&
               std::none_of(limits.begin(), limits.end(), shares);
    }
};

// Puts limits that follow each other into groups, each into the first that takes it: those with an upper limit, and the
// others, which are met more often.
std::vector<Group> make_groups(std::span<const DistanceLimit> limits) {
    std::vector<Group> groups;
    for (const DistanceLimit& limit : limits) {
        auto place = std::find_if(groups.begin(), groups.end(), [&](const Group& group) { return group.takes(limit); });
        if (place == groups.end()) place = groups.insert(groups.end(), {limit.most < kForever, {}});
        place->limits.push_back(limit);
    }
    return groups;
}

// Lanes without a limit have two particles in one place.
Batch make_batch(std::span<const DistanceLimit> limits) {
    Batch batch;
    batch.first.fill(limits.front().particles[0]);
    batch.second.fill(limits.front().particles[0]);
    batch.least.fill(0);
    batch.most.fill(kForever);
    for (const DistanceLimit& limit : limits) {
        const std::size_t lane = at(batch.count++);
        batch.first[lane] = limit.particles[0];
        batch.second[lane] = limit.particles[1];
        batch.least[lane] = limit.least;
        batch.most[lane] = limit.most;
    }
    return batch;
}

}  // namespace

DistanceLimits::DistanceLimits(const Model& model, const std::vector<DistanceLimit>& limits) {
    std::vector<std::array<int, 2>> particles;
    for (const DistanceLimit& limit : limits) particles.push_back(limit.particles);
    schedule_ = ElementSchedule(model.particle_count(), std::span<const std::array<int, 2>>(particles), kSmallestBlock);
    std::vector<std::pair<int, int>> bounds(at(schedule_.blocks()));
    schedule_.for_each_block([&](int block, int begin, int end) { bounds[at(block)] = {begin, end}; });
    first_batch_.push_back(0);
    for (const auto& [begin, end] : bounds) {
        for (const Group& group : make_groups(std::span(limits).subspan(at(begin), at(end - begin)))) {
            for (std::size_t i = 0; i < group.limits.size(); i += kTogether) {
                const std::size_t count = std::min(kTogether, group.limits.size() - i);
                batches_.push_back(make_batch(std::span(group.limits).subspan(i, count)));
            }
        }
        first_batch_.push_back(static_cast<int>(batches_.size()));
    }
    moved_.assign(bounds.size(), 0);
}

Real DistanceLimits::sweep(const CorrectionInput& in, CorrectionWork& work) {
    schedule_.for_each_block([&](int block, int, int) {
        Double8 moved{};
        for (int i = first_batch_[at(block)]; i < first_batch_[at(block) + 1]; ++i) {
            moved += correct(batches_[at(i)], in.step.inverse_masses, work);
        }
        moved_[at(block)] = 0;
        for (std::size_t lane = 0; lane < kTogether; ++lane) moved_[at(block)] += moved[lane];
    });
    Real sum = 0;
    for (const Real moved : moved_) sum += moved;
    return sum;
}

}  // namespace pleat
