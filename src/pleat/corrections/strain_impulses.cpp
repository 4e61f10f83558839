#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/corrections/strain_impulses.hpp>
#include <pleat/model/links.hpp>

namespace pleat {
namespace {

// Of the rest length: lengths are brought so far within their limits, and may be outside of where they were brought by
// half as much.
constexpr Real kRoom = 5e-4;
// Narrow limits leave less room.
constexpr Real kRoomShare = 0.05;
// A span counts as one that cannot be changed if constraints leave less than this of its mobility.
constexpr Real kLeastMobility = 1e-9;
// Compliance: for one pass exactly as printed next to none, for repetitions some, so that threads in a straight row are
// not thrown aside to be shortened.
constexpr Real kPrintedCompliance = 1e-9;
constexpr Real kRepeatedCompliance = 1e-6;
constexpr Real kCrowdedCompliance = 1e-4;  // of triangles, whose spans are more than the freedoms of the cloth
constexpr int kPrintedRefinements = 4;
// [1, of the rest length] Who is farther from its limits than this has not to follow others.
constexpr Real kFarthestReach = 0.02;
// How often rows are solved for without those that would be pulled although slack.
constexpr int kMaxDrops = 8;
// After so many repetitions that found nothing better there are no more.
constexpr int kMaxInVain = 10;

Vec3 span_vector(const ThreadSpan& span, std::span<const Vec3> x) {
    Vec3 sum = span.weights[0] * x[at(span.particles[0])] + span.weights[1] * x[at(span.particles[1])];
    if (span.particles[2] >= 0) sum += span.weights[2] * x[at(span.particles[2])];
    return sum;
}

Real room(const ThreadSpan& span) {
    const Real strain = span.most / span.rest_length - 1;
    return span.rest_length * std::min(kRoom, kRoomShare * strain);
}

// [m] Where lengths are brought to.
Real longest(const ThreadSpan& span) { return span.most - room(span); }
Real shortest(const ThreadSpan& span) { return span.least > 0 ? span.least + room(span) : 0; }

Real compliance_for(const Model& model, const StrainImpulseSettings& settings) {
    if (settings.as_printed) return kPrintedCompliance;
    return std::all_of(model.cloths.begin(), model.cloths.end(), is_grid) ? kRepeatedCompliance : kCrowdedCompliance;
}

}  // namespace

StrainImpulses::StrainImpulses(const Model& model, const StrainImpulseSettings& settings)
    : settings_(settings),
      system_(thread_spans(model, settings.limits), model.particle_count(),
              {settings.solver, compliance_for(model, settings)}),
      is_held_(system_.spans().size(), 0),
      free_diagonals_(system_.spans().size(), 0),
      diagonals_(system_.spans().size(), 0),
      directions_(system_.spans().size(), Vec3::Zero()),
      lengths_(system_.spans().size(), 0),
      impulses_(system_.spans().size(), 0),
      excess_(system_.spans().size(), 0),
      sides_(system_.spans().size(), 1),
      pulls_(model.positions.size(), Vec3::Zero()),
      edge_impulses_(model.edges.size(), 0),
      shifts_(model.positions.size(), Vec3::Zero()) {
    Real sum = 0;
    for (const ThreadSpan& span : system_.spans()) sum += span.rest_length;
    longest_move_ = sum / std::max<Real>(1, static_cast<Real>(system_.spans().size()));
    mobility_.find(model, {});
    for (std::size_t p = 0; p < free_diagonals_.size(); ++p) {
        const ThreadSpan& span = system_.spans()[p];
        for (int c = 0; c < span.count(); ++c) {
            const Real weight = span.weights[at(c)];
            free_diagonals_[p] += weight * weight * mobility_.inverse_mass(span.particles[at(c)]);
        }
    }
}

void StrainImpulses::begin_step(const ImpulseStep& step) {
    mobility_.find(step.model, step.held);
    for (std::size_t p = 0; p < is_held_.size(); ++p) {
        const ThreadSpan& span = system_.spans()[p];
        is_held_[p] = 0;
        for (int c = 0; c < span.count(); ++c) is_held_[p] |= mobility_.is_held(span.particles[at(c)]) ? 1 : 0;
    }
    diagonals_ = free_diagonals_;
    std::fill(impulses_.begin(), impulses_.end(), 0);
    std::fill(pulls_.begin(), pulls_.end(), Vec3::Zero());
    std::fill(edge_impulses_.begin(), edge_impulses_.end(), 0);
}

// Lengths and directions, by how much who leaves its limits, and which spans can be changed at all.
void StrainImpulses::measure(std::span<const Vec3> position) {
    parallel_for_each(static_cast<int>(lengths_.size()), [&](std::size_t p) {
        const ThreadSpan& span = system_.spans()[p];
        const Vec3 apart = span_vector(span, position);
        lengths_[p] = apart.norm();
        directions_[p] = lengths_[p] > 0 ? Vec3(apart / lengths_[p]) : Vec3(Vec3::Zero());
        if (is_held_[p]) {
            const Real diagonal = system_.diagonal(static_cast<int>(p), directions_[p], mobility_);
            diagonals_[p] = diagonal > kLeastMobility * free_diagonals_[p] ? diagonal : 0;
        }
        sides_[p] = side_of(p);
        excess_[p] = sides_[p] > 0 ? lengths_[p] - longest(span) : shortest(span) - lengths_[p];
    });
}

// Which of its limits a span is held to, or may come to: 1 the longest, -1 the shortest.
int StrainImpulses::side_of(std::size_t p) const {
    const ThreadSpan& span = system_.spans()[p];
    if (impulses_[p] != 0) return impulses_[p] > 0 ? 1 : -1;
    return span.least == 0 || lengths_[p] > 0.5 * (span.least + span.most) ? 1 : -1;
}

// Of the spans that can be changed, by how much of its rest length one is outside of where it is to be.
Real StrainImpulses::worst_excess() const {
    return parallel_max(static_cast<int>(lengths_.size()),
                        [&](int p) {
                            return diagonals_[at(p)] == 0 ? Real(0)
                                                          : excess_[at(p)] / system_.spans()[at(p)].rest_length;
                        })
        .value;
}

bool StrainImpulses::is_within() const {
    return parallel_max(static_cast<int>(lengths_.size()), [&](int p) {
               const ThreadSpan& span = system_.spans()[at(p)];
               return diagonals_[at(p)] == 0 ? Real(0) : excess_[at(p)] - 0.5 * room(span);
           }).index < 0;
}

// Along `spans` by these impulses [kg m]; by a share of them if some particle went farther than `farthest` [m].
void StrainImpulses::move(std::span<const int> spans, std::span<const Real> impulses, Real farthest,
                          std::span<Vec3> position) {
    touched_.clear();
    for (std::size_t r = 0; r < spans.size(); ++r) {
        const ThreadSpan& span = system_.spans()[at(spans[r])];
        for (int c = 0; c < span.count(); ++c) {
            const std::size_t i = at(span.particles[at(c)]);
            if (shifts_[i].isZero(0)) touched_.push_back(span.particles[at(c)]);
            shifts_[i] -= span.weights[at(c)] * impulses[r] * directions_[at(spans[r])];
        }
    }
    Real largest = 0;
    for (const int i : touched_) largest = std::max(largest, mobility_.apply(i, shifts_[at(i)]).norm());
    const Real share = largest > farthest ? farthest / largest : 1;
    for (const int i : touched_) {
        const Vec3 pull = share * shifts_[at(i)];
        pulls_[at(i)] += pull;
        position[at(i)] += mobility_.apply(i, pull);
        shifts_[at(i)].setZero();
    }
    for (std::size_t r = 0; r < spans.size(); ++r) {
        impulses_[at(spans[r])] += share * impulses[r];
        const int edge = system_.spans()[at(spans[r])].edge;
        if (edge >= 0) edge_impulses_[at(edge)] += share * impulses[r];
    }
    measure(position);
}

// Those that are outside, those that have impulses, and those around the former, over so many spans, that are so near
// [1, of the rest length] to their limits that they may have to follow.
void StrainImpulses::choose_rows(int rings, Real reach) {
    is_row_.assign(lengths_.size(), 0);
    rows_.clear();
    frontier_.clear();
    for (int p = 0; p < static_cast<int>(lengths_.size()); ++p) {
        if (diagonals_[at(p)] == 0 || !(excess_[at(p)] > 0 || impulses_[at(p)] != 0)) continue;
        is_row_[at(p)] = 1;
        rows_.push_back(p);
        if (excess_[at(p)] > 0) frontier_.push_back(p);
    }
    for (int ring = 0; ring < rings && !frontier_.empty(); ++ring) {
        reached_.clear();
        for (const int p : frontier_) {
            for (const int q : system_.around(p)) {
                const bool is_near = excess_[at(q)] > -reach * system_.spans()[at(q)].rest_length;
                if (is_row_[at(q)] || diagonals_[at(q)] == 0 || !is_near) continue;
                is_row_[at(q)] = 1;
                rows_.push_back(q);
                reached_.push_back(q);
            }
        }
        std::swap(frontier_, reached_);
    }
    std::sort(rows_.begin(), rows_.end());
}

// Impulses along spans that have become slack, or tight the other way, are taken back.
void StrainImpulses::take_back_slack(std::span<Vec3> position) {
    slack_.clear();
    pushes_.clear();
    for (int p = 0; p < static_cast<int>(impulses_.size()); ++p) {
        const Real impulse = impulses_[at(p)];
        if (impulse == 0 || diagonals_[at(p)] == 0) continue;
        const Real wanted = impulse + sides_[at(p)] * excess_[at(p)] / diagonals_[at(p)];
        if (impulse * wanted > 0) continue;
        slack_.push_back(p);
        pushes_.push_back(-impulse);
    }
    if (slack_.empty()) return;
    move(slack_, pushes_, kForever, position);
}

// Finds impulses for the rows. Those that only were near, and would be pulled to their limits, are no rows; nor are
// those of triangles that would be pushed apart to bring others to their limits: they are more than the freedoms of the
// cloth, and to bring all of them there would tear it about.
void StrainImpulses::solve_rows() {
    for (int drops = 0;; ++drops) {
        shortening_.clear();
        for (const int p : rows_) shortening_.push_back(sides_[at(p)] * excess_[at(p)]);
        pushes_.resize(rows_.size());
        system_.set(rows_, directions_, mobility_);
        system_.solve(shortening_, 0, pushes_);
        kept_.clear();
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const int p = rows_[r];
            const bool has_other_sign = sides_[at(p)] * (impulses_[at(p)] + pushes_[r]) < 0;
            const bool is_only_near = impulses_[at(p)] == 0 && excess_[at(p)] <= 0;
            const bool is_held_below = system_.spans()[at(p)].least > 0;
            if (!has_other_sign || (is_held_below && !is_only_near)) kept_.push_back(p);
        }
        if (kept_.size() == rows_.size() || drops == kMaxDrops) return;
        std::swap(rows_, kept_);
    }
}

// Equation 5 with the four cases of z, times the step.
void StrainImpulses::push_as_printed(const ImpulseStep& step, std::span<Vec3> position) {
    measure(position);
    const std::vector<Real> ahead = lengths_;
    measure(step.start);
    rows_.clear();
    shortening_.clear();
    for (int p = 0; p < static_cast<int>(lengths_.size()); ++p) {
        if (diagonals_[at(p)] == 0) continue;
        const ThreadSpan& span = system_.spans()[at(p)];
        const Real now = lengths_[at(p)];
        const Real change = directions_[at(p)].dot(span_vector(span, position)) - now;
        Real wanted = change;
        if (now > span.most) {
            wanted = span.most - now;
        } else if (now < span.least) {
            wanted = span.least - now;
        } else if (ahead[at(p)] > span.most || ahead[at(p)] < span.least) {
            wanted = 0;
        }
        rows_.push_back(p);
        shortening_.push_back(change - wanted);
    }
    if (rows_.empty()) return;
    pushes_.resize(rows_.size());
    system_.set(rows_, directions_, mobility_);
    system_.solve(shortening_, kPrintedRefinements, pushes_);
    move(rows_, pushes_, kForever, position);
}

// Until all is within its limits, or the best that was found.
void StrainImpulses::repeat(std::span<Vec3> position, ImpulseReport& report) {
    measure(position);
    Real best = kForever;
    int in_vain = 0;
    for (int rings = 0; !(report.is_within = is_within()); rings = std::max(1, 2 * rings)) {
        const Real worst = worst_excess();
        if (worst < best) {
            best = worst;
            in_vain = 0;
            best_.position.assign(position.begin(), position.end());
            best_.pulls = pulls_;
            best_.edge_impulses = edge_impulses_;
            best_.impulses = impulses_;
        }
        if (report.repetitions == settings_.repetitions || ++in_vain > kMaxInVain) break;
        ++report.repetitions;
        take_back_slack(position);
        choose_rows(rings, std::min(worst, kFarthestReach));
        solve_rows();
        move(rows_, pushes_, longest_move_, position);
    }
    if (report.is_within || best == kForever) return;
    std::copy(best_.position.begin(), best_.position.end(), position.begin());
    pulls_ = best_.pulls;
    edge_impulses_ = best_.edge_impulses;
    impulses_ = best_.impulses;
    measure(position);
}

ImpulseReport StrainImpulses::apply(const ImpulseStep& step, std::span<Vec3> position) {
    ImpulseReport report;
    before_.assign(position.begin(), position.end());
    if (settings_.as_printed) {
        push_as_printed(step, position);
        report.repetitions = 1;
        report.is_within = is_within();
    } else {
        repeat(position, report);
    }
    report.moved = parallel_sum(static_cast<int>(position.size()), [&](int begin, int end) {
        Real sum = 0;
        for (int i = begin; i < end; ++i) sum += (position[at(i)] - before_[at(i)]).norm();
        return sum;
    });
    report.seconds = system_.take_seconds();
    return report;
}

}  // namespace pleat
