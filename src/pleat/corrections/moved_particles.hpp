// How far each correction moved each particle: recorded only where a run asks for it.
#pragma once
#include <array>
#include <span>
#include <vector>

#include <pleat/core/real.hpp>
#include <pleat/model/correction_kind.hpp>

namespace pleat {

/// Who moves particles after they were integrated: the corrections, as in CorrectionKind, and then the fail-safe.
inline constexpr std::size_t kMoverCount = kCorrectionNames.size() + 1;
inline constexpr std::size_t kFailSafeMover = kCorrectionNames.size();

inline constexpr std::size_t mover_of(CorrectionKind kind) { return static_cast<std::size_t>(kind); }

/// Its name in files.
inline constexpr const char* mover_name(std::size_t mover) {
    return mover == kFailSafeMover ? "fail_safe" : kCorrectionNames[mover];
}

/// The length of the way that each particle was moved.
struct MovedParticles {
    /// [m] By mover and particle; empty: this one never moves any, or nobody asked.
    std::array<std::vector<Real>, kMoverCount> by;

    /// Whether all that is known is of so many particles.
    bool fits(std::size_t particles) const;
    void set_zero();
    /// Takes over what is not known yet.
    MovedParticles& operator+=(const MovedParticles& other);
};

/// Watches the particles of a step.
class MoveRecorder {
public:
    MoveRecorder(std::size_t particles, std::span<const std::size_t> movers);

    /// Forgets the step before.
    void begin_step() { moved_.set_zero(); }
    /// To be called before somebody moves the particles.
    void look(std::span<const Vec3> position);
    /// To be called after `mover` did: counts the way from where they were at the last call of either. What a mover
    /// does to a particle in one go is a straight way.
    void add(std::size_t mover, std::span<const Vec3> position);

    /// Since the step began.
    const MovedParticles& moved() const { return moved_; }

private:
    MovedParticles moved_;
    std::vector<Vec3> last_;  // [m]
};

}  // namespace pleat
