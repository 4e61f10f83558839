// Impulses that keep threads within limits of their length: Ye 2008, after a solve, whatever integrator solved it.
//
// As printed, one linear system a step has a row for every thread, with the directions that threads have at the start
// of the step. A thread whose length is to stay within its limits keeps its rate in it.
//
// Otherwise only threads that would leave their limits have rows, and are pushed or drawn no farther than to the limit:
// slack threads are not pulled. The system is made anew where it leads, with the directions there and with who has
// become tight or slack, until all lengths are within their limits, or some number of times. An impulse that turns out
// to have been too much is taken back: threads are drawn together only, or pushed apart only, in all repetitions
// together. So the step ends near the place within the limits that is next to where the solve led, in the metric of
// masses, which can take energy, and none comes from it but by moving pins and solids.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <pleat/corrections/impulse_system.hpp>

namespace pleat {

/// How impulses are found.
struct StrainImpulseSettings {
    StrainLimits limits;
    ImpulseSolver solver = ImpulseSolver::direct;
    int repetitions = 30;     ///< at most
    bool as_printed = false;  ///< once, all threads
};

/// The step that impulses belong to.
struct ImpulseStep {
    const Model& model;
    std::span<const HeldParticle> held;
    std::span<const Vec3> start;  ///< [m] positions at its start
    Real dt;                      ///< [s]
};

/// What impulses did.
struct ImpulseReport {
    Real moved = 0;          ///< [m] how far particles were moved, all together
    int repetitions = 0;     ///< linear systems
    bool is_within = false;  ///< whether all lengths that can be changed are within their limits
    ImpulseSeconds seconds;
};

/// Keeps its memory from step to step, and nothing that changes results.
class StrainImpulses {
public:
    StrainImpulses(const Model& model, const StrainImpulseSettings& settings);

    /// Forgets the impulses of the last step.
    void begin_step(const ImpulseStep& step);
    /// Changes where the step ends; may be called again when somebody else has changed it since.
    ImpulseReport apply(const ImpulseStep& step, std::span<Vec3> position);

    /// [kg m] By particle, what the impulses of this step would have given it, if nothing held it.
    std::span<const Vec3> pulls() const { return pulls_; }
    /// [kg m] By edge of the model, the impulse along it, positive if it draws its ends together.
    std::span<const Real> edge_impulses() const { return edge_impulses_; }
    const ImpulseSystem& system() const { return system_; }

private:
    void measure(std::span<const Vec3> position);
    int side_of(std::size_t span) const;
    Real worst_excess() const;
    bool is_within() const;
    void choose_rows(int rings, Real reach);
    void take_back_slack(std::span<Vec3> position);
    void solve_rows();
    void push_as_printed(const ImpulseStep& step, std::span<Vec3> position);
    void move(std::span<const int> spans, std::span<const Real> impulses, Real farthest, std::span<Vec3> position);
    void repeat(std::span<Vec3> position, ImpulseReport& report);

    // What repetitions lead to.
    struct Found {
        std::vector<Vec3> position, pulls;
        std::vector<Real> edge_impulses, impulses;
    };

    StrainImpulseSettings settings_;
    ImpulseSystem system_;
    Mobility mobility_;
    // By span:
    std::vector<std::uint8_t> is_held_;  // whether constraints hold one of its particles
    std::vector<Real> free_diagonals_;   // [1/kg] of the system, if they held none
    std::vector<Real> diagonals_;        // [1/kg] as they do; 0: the span cannot be changed
    std::vector<Vec3> directions_;       // unit
    std::vector<Real> lengths_;          // [m]
    std::vector<Real> impulses_;         // [kg m] in this step
    std::vector<Real> excess_;           // [m] beyond where it is to be; negative within
    std::vector<int> sides_;             // the limit that is meant: 1 the longest, -1 the shortest
    std::vector<std::uint8_t> is_row_;
    // Spans:
    std::vector<int> rows_, kept_, slack_, frontier_, reached_;
    std::vector<Real> shortening_, pushes_;  // [m] and [kg m] by row
    std::vector<Vec3> pulls_;
    std::vector<Real> edge_impulses_;
    Real longest_move_ = 0;     // [m] of a particle in a repetition: a span is turned by no more than about its length
    std::vector<Vec3> shifts_;  // [kg m] by particle, of one repetition; zero between them
    std::vector<int> touched_;  // particles that have one
    std::vector<Vec3> before_;  // [m] before any repetition
    Found best_;
};

}  // namespace pleat
