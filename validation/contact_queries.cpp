#include "validation/contact_queries.hpp"

#include <algorithm>
#include <chrono>

#include <pleat/core/parallel.hpp>

namespace pleat::validation {
namespace {

using Point = std::array<int, 3>;

int random_below(std::mt19937_64& random, int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); }

// Small ones meet by chance, large ones leave no digit of a double unused.
int random_size(std::mt19937_64& random) {
    constexpr std::array<int, 6> kSizes = {1, 2, 5, 20, 150, 1000};
    return kSizes[static_cast<std::size_t>(random_below(random, kSizes.size()))];
}

Point random_point(std::mt19937_64& random, int size) {
    Point point;
    for (int& c : point) c = random_below(random, 2 * size + 1) - size;
    return point;
}

IntegerMotion random_motion(std::mt19937_64& random, int size) {
    IntegerMotion motion;
    for (Point& x : motion.start) x = random_point(random, size);
    for (Point& x : motion.end) x = random_point(random, size);
    return motion;
}

// Moves everything into the plane z = `slope` x, or onto the line that is also in y = `slope` x.
void flatten(IntegerMotion& motion, int slope, bool to_a_line) {
    for (auto* x : {&motion.start, &motion.end}) {
        for (Point& p : *x) {
            p[2] = slope * p[0];
            if (to_a_line) p[1] = slope * p[0];
        }
    }
}

// Puts the first particle, at one end of the time, on the other part: a corner, the middle of a side, or inside.
void touch(IntegerMotion& motion, PairKind kind, std::mt19937_64& random) {
    auto& x = random_below(random, 2) == 0 ? motion.start : motion.end;
    const std::size_t last = kind == PairKind::vertex_face ? 3 : 2;
    const Point a = x[1 + static_cast<std::size_t>(random_below(random, 3))];
    const Point b = x[last];
    for (std::size_t d = 0; d < 3; ++d) x[0][d] = a[d] + (b[d] - a[d]) / 2;
}

// Mirrors start and end at the place where they would touch, so that they do so in the middle of the time.
void meet_in_the_middle(IntegerMotion& motion, std::mt19937_64& random) {
    const std::size_t other = 1 + static_cast<std::size_t>(random_below(random, 3));
    for (std::size_t d = 0; d < 3; ++d) {
        const int sum = motion.start[other][d] + motion.end[other][d];
        motion.end[0][d] = std::clamp(sum - motion.start[0][d], -IntegerMotion::kLargest, IntegerMotion::kLargest);
    }
}

void repeat_particle(IntegerMotion& motion, std::mt19937_64& random) {
    const auto i = static_cast<std::size_t>(random_below(random, 4)),
               j = static_cast<std::size_t>(random_below(random, 4));
    motion.start[i] = motion.start[j];
    if (random_below(random, 2) == 0) motion.end[i] = motion.end[j];
}

void move_as_one(IntegerMotion& motion, std::size_t first, std::mt19937_64& random) {
    const int size = IntegerMotion::kLargest / 16;
    const Point step = random_point(random, size);
    for (std::size_t i = first; i < 4; ++i) {
        for (std::size_t d = 0; d < 3; ++d) {
            motion.end[i][d] =
                std::clamp(motion.start[i][d] + step[d], -IntegerMotion::kLargest, IntegerMotion::kLargest);
        }
    }
}

// In another of the orders in which the same pair can be told.
PairMotion reordered(PairKind kind, const PairMotion& motion, std::mt19937_64& random) {
    std::array<std::size_t, 4> order = {0, 1, 2, 3};
    if (kind == PairKind::vertex_face) {
        std::swap(order[1], order[1 + static_cast<std::size_t>(random_below(random, 3))]);
        std::swap(order[2], order[2 + static_cast<std::size_t>(random_below(random, 2))]);
    } else {
        if (random_below(random, 2) == 0) std::swap(order[0], order[1]);
        if (random_below(random, 2) == 0) std::swap(order[2], order[3]);
        if (random_below(random, 2) == 0) order = {order[2], order[3], order[0], order[1]};
    }
    PairMotion result;
    for (std::size_t i = 0; i < 4; ++i) {
        result.start[i] = motion.start[order[i]];
        result.end[i] = motion.end[order[i]];
    }
    return result;
}

void ask(PairKind kind, const IntegerMotion& query, std::mt19937_64& random, ContactScore& score) {
    using Clock = std::chrono::steady_clock;
    const PairMotion motion = query.to_real();
    const auto begin = Clock::now();
    const std::optional<Real> found = first_contact(kind, motion);
    score.nanoseconds.push_back(std::chrono::duration<float, std::nano>(Clock::now() - begin).count());
    const bool truth = touches(kind, query);
    ++score.queries;
    score.contacts += truth ? 1 : 0;
    score.missed += truth && !found ? 1 : 0;
    score.too_many += found && !truth ? 1 : 0;
    score.reordered += first_contact(kind, reordered(kind, motion, random)) != found ? 1 : 0;
}

void add(const ContactScore& part, ContactScore& whole) {
    whole.queries += part.queries;
    whole.contacts += part.contacts;
    whole.missed += part.missed;
    whole.too_many += part.too_many;
    whole.reordered += part.reordered;
    whole.nanoseconds.insert(whole.nanoseconds.end(), part.nanoseconds.begin(), part.nanoseconds.end());
}

}  // namespace

IntegerMotion random_motion(std::mt19937_64& random) { return random_motion(random, random_size(random)); }

IntegerMotion degenerate_motion(PairKind kind, std::mt19937_64& random) {
    IntegerMotion motion = random_motion(random);
    switch (random_below(random, 8)) {
        case 0:
            flatten(motion, random_below(random, 3) - 1, false);
            break;
        case 1:
            flatten(motion, random_below(random, 3) - 1, true);
            break;
        case 2:
            touch(motion, kind, random);
            break;
        case 3:
            meet_in_the_middle(motion, random);
            break;
        case 4:
            repeat_particle(motion, random);
            break;
        case 5:
            move_as_one(motion, 0, random);
            break;
        case 6:
            move_as_one(motion, 1, random);
            touch(motion, kind, random);
            break;
        default:
            flatten(motion, 1, false);
            meet_in_the_middle(motion, random);
            break;
    }
    return motion;
}

ContactScore score_contacts(PairKind kind, long count) {
    constexpr long kBlock = 5000;
    const int blocks = static_cast<int>((count + kBlock - 1) / kBlock);
    std::vector<ContactScore> parts(static_cast<std::size_t>(blocks));
    parallel_blocks(blocks, [&](int block) {
        std::mt19937_64 random(static_cast<std::uint64_t>(block));
        ContactScore& part = parts[static_cast<std::size_t>(block)];
        for (long i = block * kBlock; i < std::min(count, (block + 1) * kBlock); ++i) {
            ask(kind, i % 2 == 0 ? random_motion(random) : degenerate_motion(kind, random), random, part);
        }
    });
    ContactScore score;
    for (const ContactScore& part : parts) add(part, score);
    std::sort(score.nanoseconds.begin(), score.nanoseconds.end());
    return score;
}

}  // namespace pleat::validation
