#include <algorithm>
#include <optional>

#include <pleat/collision/closest_points.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/corrections/impacts.hpp>

namespace pleat {
namespace {

Impact describe(const ImpactPair& pair, const PairMotion& motion, Real time) {
    ClosestPoints closest = closest_points(pair.kind, positions_at(motion, time));
    // Only if rounding ate the separation; at the start there is some distance.
    if (!(closest.gap.norm() > 0)) closest = closest_points(pair.kind, motion.start);
    Impact impact{.pair = pair, .time = time, .normal = closest.gap.normalized(), .weights = closest.weights};
    for (std::size_t i = 0; i < 4; ++i) impact.gap += impact.weights[i] * impact.normal.dot(motion.start[i]);
    return impact;
}

Real separation_of(const ImpactPair& pair, const SweptStep& step) {
    for (const int p : pair.particles) {
        if (p < 0) return step.separations[at(step.solids.solid_of(~p))];
    }
    return step.cloth_separation;
}

bool can_be_moved(const ImpactPair& pair, const SweptStep& step) {
    return std::any_of(pair.particles.begin(), pair.particles.end(),
                       [&](int p) { return p >= 0 && step.inverse_masses[at(p)] > 0; });
}

// A pair that is on its way out of a solid, or out of cloth, has to cross it. Of cloth both sides have to be tangled:
// what is tangled elsewhere must not pass here.
bool is_coming_out(const ImpactPair& pair, const SweptStep& step) {
    const bool is_solid = std::any_of(pair.particles.begin(), pair.particles.end(), [](int p) { return p < 0; });
    const std::span<const std::uint8_t> marks = is_solid ? step.is_inside : step.is_tangled;
    if (marks.empty()) return false;
    const auto is_marked = [&](int p) { return p >= 0 && marks[at(p)] != 0; };
    if (is_solid) return std::any_of(pair.particles.begin(), pair.particles.end(), is_marked);
    return on_both_sides(pair.kind, pair.particles, is_marked);
}

struct Verdict {
    std::optional<Impact> impact;
    bool is_touching = false;  // from the start
};

Verdict judge_pair(const ImpactPair& pair, const SweptStep& step, std::span<const Vec3> next) {
    Real kept = separation_of(pair, step);
    if (!(kept > 0) || !can_be_moved(pair, step) || is_coming_out(pair, step)) return {};
    const PairMotion motion = StepMotion(step, next).of(pair);
    auto time = first_contact(pair.kind, motion, kept);
    if (!time) return {};
    if (*time == 0) {
        kept = kKeptShare * std::min(kept, closest_points(pair.kind, motion.start).gap.norm());
        time = first_contact(pair.kind, motion, kept);
        if (!time) return {};
        if (first_contact(pair.kind, {motion.start, motion.start}, kept)) return {{}, true};
    }
    Impact impact = describe(pair, motion, *time);
    impact.separation = kept;
    return {impact, false};
}

}  // namespace

Vec3 allowed_change(std::span<const GuidedParticle> guided, int particle, const Vec3& change) {
    const auto place = std::lower_bound(guided.begin(), guided.end(), particle,
                                        [](const GuidedParticle& g, int p) { return g.particle < p; });
    return place != guided.end() && place->particle == particle ? Vec3(place->allowed * change) : change;
}

std::optional<Impact> find_impact(const ImpactPair& pair, const SweptStep& step, std::span<const Vec3> next) {
    return judge_pair(pair, step, next).impact;
}

PairMotion StepMotion::of(const ImpactPair& pair) const {
    PairMotion motion;
    for (std::size_t i = 0; i < 4; ++i) {
        motion.start[i] = start(pair.particles[i]);
        motion.end[i] = end(pair.particles[i]);
    }
    return motion;
}

struct ImpactSearch::Query {
    const SweptStep& step;
    std::span<const Vec3> next;
    std::span<const std::uint8_t> is_stale;

    bool is_stale_pair(const ImpactPair& pair) const {
        return std::any_of(pair.particles.begin(), pair.particles.end(),
                           [&](int p) { return p >= 0 && is_stale[at(p)] != 0; });
    }
};

void ImpactSearch::find(const SweptStep& step, std::span<const Vec3> next, std::span<const std::uint8_t> is_stale,
                        std::vector<Impact>& found) {
    found.clear();
    touching_ = 0;
    const Query query{step, next, is_stale};
    find_solids(query, found);
    find_cloth(query, found);
    std::sort(found.begin(), found.end());
}

template <class PairOf>
void ImpactSearch::judge(const Query& query, std::span<const Candidate> candidates, PairOf&& pair_of,
                         std::vector<Impact>& found) {
    constexpr int kSmallestBlock = 64;
    const BlockRange range(static_cast<int>(candidates.size()), kSmallestBlock);
    if (blocks_.size() < at(range.blocks)) blocks_.resize(at(range.blocks));
    parallel_blocks(range.blocks, [&](int index) {
        Block& block = blocks_[at(index)];
        block.impacts.clear();
        block.touching = 0;
        for (int i = range.begin(index); i < range.end(index); ++i) {
            const ImpactPair pair = pair_of(candidates[at(i)]);
            if (!query.is_stale_pair(pair)) continue;
            const Verdict verdict = judge_pair(pair, query.step, query.next);
            if (verdict.impact) block.impacts.push_back(*verdict.impact);
            if (verdict.is_touching) ++block.touching;
        }
    });
    for (const Block& block : std::span(blocks_).first(at(range.blocks))) {
        found.insert(found.end(), block.impacts.begin(), block.impacts.end());
        touching_ += block.touching;
    }
}

void ImpactSearch::find_solids(const Query& query, std::vector<Impact>& found) {
    const auto& separations = query.step.separations;
    if (query.step.solids.is_empty()) return;
    const Real farthest = *std::max_element(separations.begin(), separations.end());
    if (!(farthest > 0)) return;
    search_->between({query.step.now, query.next}, query.step.solids.swept(), farthest, candidates_);
    const CollisionMesh& cloth = search_->mesh();
    const CollisionMesh& solid = query.step.solids.mesh();
    const auto vertex_face = [&](const Candidate& c) -> ImpactPair {
        const auto& t = solid.triangles[at(c.second)];
        return {PairKind::vertex_face, {c.first, ~t[0], ~t[1], ~t[2]}};
    };
    const auto face_vertex = [&](const Candidate& c) -> ImpactPair {
        const auto& t = cloth.triangles[at(c.first)];
        return {PairKind::vertex_face, {~c.second, t[0], t[1], t[2]}};
    };
    const auto edge_edge = [&](const Candidate& c) -> ImpactPair {
        const auto &a = cloth.edges[at(c.first)], &b = solid.edges[at(c.second)];
        return {PairKind::edge_edge, {a[0], a[1], ~b[0], ~b[1]}};
    };
    judge(query, candidates_.vertex_face, vertex_face, found);
    judge(query, candidates_.face_vertex, face_vertex, found);
    judge(query, candidates_.edge_edge, edge_edge, found);
}

void ImpactSearch::find_cloth(const Query& query, std::vector<Impact>& found) {
    if (!(query.step.cloth_separation > 0)) return;
    search_->within({query.step.now, query.next}, query.step.cloth_separation, candidates_);
    const CollisionMesh& cloth = search_->mesh();
    const auto vertex_face = [&](const Candidate& c) -> ImpactPair {
        const auto& t = cloth.triangles[at(c.second)];
        return {PairKind::vertex_face, {c.first, t[0], t[1], t[2]}};
    };
    const auto edge_edge = [&](const Candidate& c) -> ImpactPair {
        const auto &a = cloth.edges[at(c.first)], &b = cloth.edges[at(c.second)];
        return {PairKind::edge_edge, {a[0], a[1], b[0], b[1]}};
    };
    judge(query, candidates_.vertex_face, vertex_face, found);
    judge(query, candidates_.edge_edge, edge_edge, found);
}

}  // namespace pleat
