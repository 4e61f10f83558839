// Where the time went, in the columns of Table 1 of the large-steps paper.
#pragma once
#include <chrono>

#include <pleat/core/real.hpp>

namespace pleat {

/// Seconds of wall time by phase.
struct PhaseSeconds {
    Real eval = 0;         ///< forces and their derivatives
    Real solve = 0;        ///< the linear system
    Real cloth_cloth = 0;  ///< contacts of cloth with cloth
    Real cloth_solid = 0;  ///< contacts of cloth with solids
    Real corrections = 0;  ///< what moves particles after integration
    Real output = 0;       ///< writing files
    Real total = 0;        ///< all, with what none of the above counts

    PhaseSeconds& operator+=(const PhaseSeconds& other) {
        eval += other.eval;
        solve += other.solve;
        cloth_cloth += other.cloth_cloth;
        cloth_solid += other.cloth_solid;
        corrections += other.corrections;
        output += other.output;
        total += other.total;
        return *this;
    }
};

/// Adds the time from its construction to its end to `seconds`.
class PhaseTimer {
public:
    explicit PhaseTimer(Real& seconds) : seconds_(seconds), start_(Clock::now()) {}
    ~PhaseTimer() { seconds_ += std::chrono::duration<Real>(Clock::now() - start_).count(); }
    PhaseTimer(const PhaseTimer&) = delete;
    PhaseTimer& operator=(const PhaseTimer&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    Real& seconds_;
    Clock::time_point start_;
};

}  // namespace pleat
