#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <pleat/core/index.hpp>
#include <pleat/core/timer.hpp>
#include <pleat/corrections/directional_edges.hpp>

namespace pleat {
namespace {

// Orders that are kept: those of a scene's rules, and a few made on the way.
constexpr std::size_t kKept = 8;
// [s] A contact that a rule waits for counts for this long after it was lost: knees bounce.
constexpr Real kTouchLasts = 0.1;
// [s] When a solid was touched that never was: checkpoints hold finite numbers only.
constexpr Real kNever = std::numeric_limits<Real>::lowest();

// Whether a rule acts at a time, by its times alone.
bool is_due(const OrderRule& rule, Real time) {
    if (time < rule.from) return false;
    if (rule.period <= 0) return time < rule.until;
    return std::fmod(time - rule.from, rule.period) < rule.until - rule.from;
}

// Which solid a triangle of SolidSurfaces belongs to.
int solid_of_triangle(const Scene& scene, int triangle) {
    int solid = 0;
    for (int left = triangle; solid < static_cast<int>(scene.solids.size()); ++solid) {
        left -= static_cast<int>(scene.solids[at(solid)].surface->triangles.size());
        if (left < 0) break;
    }
    return solid;
}

void join(std::vector<int>& particles, std::span<const int> others) {
    particles.insert(particles.end(), others.begin(), others.end());
    std::sort(particles.begin(), particles.end());
    particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
}

}  // namespace

// What is held, and what touches a solid without slipping.
void DirectionalEdges::find_fixed(const CorrectionStep& step) {
    fixed_.clear();
    for (int i = 0; i < static_cast<int>(step.inverse_masses.size()); ++i) {
        if (!(step.inverse_masses[at(i)] > 0)) fixed_.push_back(i);
    }
}

bool DirectionalEdges::has_changed(const std::vector<int>& before) const {
    std::vector<int> differing;
    std::set_symmetric_difference(before.begin(), before.end(), fixed_.begin(), fixed_.end(),
                                  std::back_inserter(differing));
    const std::size_t largest = std::max(before.size(), fixed_.size());
    return static_cast<Real>(differing.size()) > renewal_.share * static_cast<Real>(largest);
}

// The rule that acts now adds its particles to those that pins hold; without one, what rests on solids is added.
bool DirectionalEdges::follow_rule(const CorrectionStep& step) {
    const auto& rules = step.scene.order_rules;
    memory_.touched.resize(rules.size(), kNever);
    const Real time = script_time(step.now.time);
    for (std::size_t r = 0; r < rules.size(); ++r) {
        const bool is_touched = std::any_of(step.now.contacts.begin(), step.now.contacts.end(), [&](const auto& c) {
            return rules[r].solid >= 0 && solid_of_triangle(step.scene, c.triangle) == rules[r].solid;
        });
        if (is_touched) memory_.touched[r] = step.now.time;
    }
    for (std::size_t r = 0; r < rules.size(); ++r) {
        const bool is_met = rules[r].solid < 0 || step.now.time - memory_.touched[r] <= kTouchLasts;
        if (!is_met || !is_due(rules[r], time)) continue;
        join(fixed_, rules[r].fixed);
        return true;
    }
    return false;
}

TableCost DirectionalEdges::begin_step(const CorrectionStep& step) {
    memory_ = step.now.order;
    find_fixed(step);
    const bool has_rule = follow_rule(step);
    if (!has_rule) {
        std::vector<int> resting;
        for (const HeldContact& contact : step.now.contacts) {
            if (contact.strain.isZero(0)) resting.push_back(contact.particle);
        }
        join(fixed_, resting);
    }
    const bool differs = !memory_.is_made || has_changed(memory_.particles);
    memory_.differing = differs ? memory_.differing + step.dt : 0;
    if (has_rule || !memory_.is_made || memory_.differing > renewal_.wait) {
        memory_.particles = fixed_;
        memory_.differing = 0;
        memory_.is_made = true;
    }
    return use(memory_.particles);
}

// Brings the order for these particles to the front.
TableCost DirectionalEdges::use(const std::vector<int>& fixed) {
    const auto known = std::find_if(made_.begin(), made_.end(), [&](const Made& m) { return m.fixed == fixed; });
    if (known != made_.end()) {
        std::rotate(made_.begin(), known, known + 1);
        return {};
    }
    TableCost cost{1};
    {
        const PhaseTimer timer(cost.seconds);
        if (made_.size() == kKept) made_.pop_back();
        made_.insert(made_.begin(), {fixed, make_batches(order_.list(fixed), order_.particle_count())});
    }
    return cost;
}

Real DirectionalEdges::sweep(const CorrectionInput& in, CorrectionWork& work) {
    return correct_batches(made_.front().batches, in.step.inverse_masses, is_as_printed_, work);
}

void DirectionalEdges::end_step(const CorrectionStep&, State& next) { next.order = memory_; }

}  // namespace pleat
