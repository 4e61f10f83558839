#include <algorithm>
#include <cstdint>
#include <numeric>

#include <pleat/core/index.hpp>
#include <pleat/corrections/edge_batches.hpp>
#include <pleat/corrections/lanes.hpp>

namespace pleat {
namespace {

static_assert(EdgeBatch::kMost == kLanes);

// Which level each edge of a list belongs to, from 1.
std::vector<int> levels_of(const std::vector<OrderedEdge>& list, int particle_count) {
    // By particle, the last level that moves it, reads it, and gives it a recoil: these are summed in order.
    std::vector<int> moved(at(particle_count), 0), read(at(particle_count), 0);
    std::vector<int> levels;
    for (const OrderedEdge& edge : list) {
        const std::size_t first = at(edge.first), second = at(edge.second);
        const int level = std::max({moved[first] + 1, moved[second] + 1, read[second] + 1, read[first]});
        moved[second] = level;
        read[first] = level;
        levels.push_back(level);
    }
    return levels;
}

bool has_twins(const EdgeBatch& batch) {
    std::array<int, kLanes> first = batch.first;
    std::sort(first.begin(), first.end());
    return std::adjacent_find(first.begin(), first.end()) != first.end();
}

// Lanes without an edge have the first particle of the first one twice.
void append(const OrderedEdge& edge, EdgeBatch& batch) {
    if (batch.count == 0) {
        batch.first.fill(edge.first);
        batch.second.fill(edge.first);
        batch.rest_length.fill(0);
    }
    const std::size_t lane = at(batch.count++);
    batch.first[lane] = edge.first;
    batch.second[lane] = edge.second;
    batch.rest_length[lane] = edge.rest_length;
}

// What the first particles feel [kg m], one after the other.
void give_back(const EdgeBatch& batch, const std::array<Double8, 3>& impulse, std::span<const Real> inverse_masses,
               bool has_recoil, CorrectionWork& work) {
    for (std::size_t lane = 0; lane < at(batch.count); ++lane) {
        const std::size_t first = at(batch.first[lane]);
        const Vec3 part(impulse[0][lane], impulse[1][lane], impulse[2][lane]);
        if (!(inverse_masses[first] > 0)) {
            work.reaction[first] -= part;
        } else if (has_recoil) {
            work.recoil[first] -= part;
        }
    }
}

// Returns how far it moved particles [m], by lane.
template <bool is_as_printed>
[[gnu::always_inline]] inline Double8 correct(const EdgeBatch& batch, std::span<const Real> inverse_masses,
                                              CorrectionWork& work) {
    Real* x = work.position.front().data();
    const Double8 none{};
    const Places first = places_of(batch.first), second = places_of(batch.second);
    const Double8 bx = gather(x, second), by = gather(x + 1, second), bz = gather(x + 2, second);
    const Double8 dx = bx - gather(x, first), dy = by - gather(x + 1, first), dz = bz - gather(x + 2, first);
    const Double8 squared = dx * dx + dy * dy + dz * dz;
    const auto rest = load<Double8>(batch.rest_length.data());
    auto is_off = is_as_printed ? squared > 0 : squared > rest * rest;
    if (is_zero(is_off)) return none;
    const Double8 inverse_mass = gather(inverse_masses.data(), batch.second);
    is_off &= inverse_mass > 0;
    if (is_zero(is_off)) return none;
    const Double8 length = square_root(squared);
    const Double8 share = is_off ? rest / length - 1 : none;
    const Double8 mass = is_off ? 1 / inverse_mass : none;
    scatter(is_off ? bx + share * dx : bx, x, second);
    scatter(is_off ? by + share * dy : by, x + 1, second);
    scatter(is_off ? bz + share * dz : bz, x + 2, second);
    const Double8 given = mass * share;
    const Double8 others = gather(inverse_masses.data(), batch.first);
    if (batch.is_plain && !is_as_printed && is_zero(others == 0)) {
        Real* recoil = work.recoil.front().data();
        scatter(gather(recoil, first) - given * dx, recoil, first);
        scatter(gather(recoil + 1, first) - given * dy, recoil + 1, first);
        scatter(gather(recoil + 2, first) - given * dz, recoil + 2, first);
    } else if (!is_as_printed || !is_zero(others == 0)) {
        give_back(batch, {given * dx, given * dy, given * dz}, inverse_masses, !is_as_printed, work);
    }
    const Double8 change = is_off ? rest - length : none;
    return change < 0 ? -change : change;
}

template <bool is_as_printed>
Double8 correct_all(const std::vector<EdgeBatch>& batches, std::span<const Real> inverse_masses, CorrectionWork& work) {
    Double8 moved{};
    for (const EdgeBatch& batch : batches) moved += correct<is_as_printed>(batch, inverse_masses, work);
    return moved;
}

}  // namespace

std::vector<EdgeBatch> make_batches(const std::vector<OrderedEdge>& list, int particle_count) {
    const std::vector<int> levels = levels_of(list, particle_count);
    std::vector<std::size_t> order(list.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return levels[a] < levels[b]; });
    // By particle, the first batch after the last one that moves it, and the last one that reads it.
    std::vector<std::size_t> after_moved(at(particle_count), 0), read(at(particle_count), 0);
    std::vector<std::uint8_t> is_read(at(particle_count), 0);
    std::vector<EdgeBatch> batches;
    std::size_t first_open = 0;
    for (const std::size_t index : order) {
        const OrderedEdge& edge = list[index];
        const std::size_t first = at(edge.first), second = at(edge.second);
        const std::size_t after_read = is_read[second] != 0 ? read[second] + 1 : 0;
        std::size_t place = std::max({first_open, after_moved[first], after_moved[second], after_read, read[first]});
        while (place < batches.size() && at(batches[place].count) == kLanes) ++place;
        while (place >= batches.size()) batches.emplace_back();
        append(edge, batches[place]);
        after_moved[second] = place + 1;
        read[first] = place;
        is_read[first] = 1;
        while (first_open < batches.size() && at(batches[first_open].count) == kLanes) ++first_open;
    }
    for (EdgeBatch& batch : batches) batch.is_plain = at(batch.count) == kLanes && !has_twins(batch);
    return batches;
}

Real correct_batches(const std::vector<EdgeBatch>& batches, std::span<const Real> inverse_masses, bool is_as_printed,
                     CorrectionWork& work) {
    if (batches.empty()) return 0;
    const Double8 moved = is_as_printed ? correct_all<true>(batches, inverse_masses, work)
                                        : correct_all<false>(batches, inverse_masses, work);
    Real sum = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) sum += moved[lane];
    return sum;
}

}  // namespace pleat
