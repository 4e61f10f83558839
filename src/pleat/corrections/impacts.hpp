// Finds where cloth that moves along straight lines comes too near to solids, or to itself, during a step.
#pragma once
#include <array>
#include <cmath>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <pleat/collision/cloth_search.hpp>
#include <pleat/collision/continuous.hpp>
#include <pleat/collision/solid_surfaces.hpp>

namespace pleat {

/// A particle that may be moved along some directions only, as one that slides on a track.
struct GuidedParticle {
    int particle = 0;
    Mat3 allowed = Mat3::Identity();  ///< projects onto these directions
};

/// What of a change of place a particle can make; `guided` is in increasing order, and all others are free.
Vec3 allowed_change(std::span<const GuidedParticle> guided, int particle, const Vec3& change);

/// What takes part in a step, and how near it may come.
struct SweptStep {
    std::span<const Vec3> now;             ///< [m] all particles at the start: nothing crosses there
    std::span<const Real> inverse_masses;  ///< [1/kg] 0: the particle goes where it is told to
    const SolidSurfaces& solids;           ///< moved over the step
    std::span<const Real> separations;     ///< [m] that cloth keeps from each solid; <= 0: it is not looked at
    Real cloth_separation = 0;             ///< [m] that cloth keeps from itself; <= 0: it is not looked at
    /// Per particle 1 if it is on the wrong side of a solid, with which its pairs are not looked at; empty: none is.
    std::span<const std::uint8_t> is_inside = {};
    /// Per particle 1 if the cloth crosses itself there, where its pairs are not looked at; empty: none is.
    std::span<const std::uint8_t> is_tangled = {};
    std::span<const GuidedParticle> guided = {};  ///< in increasing order

    Vec3 allowed(int particle, const Vec3& change) const { return allowed_change(guided, particle, change); }
};

/// Two parts that may touch, ordered as in PairMotion: p >= 0 is a particle of the cloth, p < 0 the vertex ~p of the
/// solids' mesh.
struct ImpactPair {
    PairKind kind = PairKind::vertex_face;
    std::array<int, 4> particles{};

    auto operator<=>(const ImpactPair&) const = default;
};

/// Where particles of the cloth and vertices of solids begin and end.
class StepMotion {
public:
    StepMotion(const SweptStep& step, std::span<const Vec3> next)
        : now_(step.now), next_(next), solids_(step.solids.sweep()) {}

    Vec3 start(int p) const { return p >= 0 ? now_[index(p)] : solids_.start[index(~p)]; }
    Vec3 end(int p) const { return p >= 0 ? next_[index(p)] : solids_.end[index(~p)]; }
    Vec3 displacement(int p) const { return end(p) - start(p); }
    PairMotion of(const ImpactPair& pair) const;

private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    std::span<const Vec3> now_, next_;
    Sweep solids_;
};

/// A pair that comes nearer than its separation, and how it is then.
struct Impact {
    ImpactPair pair;
    Real time = 0;                  ///< share of the step
    Vec3 normal = Vec3::Zero();     ///< unit, from the closest point of the second part to that of the first
    std::array<Real, 4> weights{};  ///< of the closest points: their difference is the sum of weight times position
    Real gap = 0;                   ///< [m] of these points along the normal at the start of the step
    Real separation = 0;            ///< [m] that this pair has to keep

    /// By time, then by particles: the same for any number of threads. At one time, to six digits, particles and
    /// triangles come before edges, which they often keep apart as well.
    friend bool operator<(const Impact& a, const Impact& b) {
        const Real first = std::floor(a.time * 0x1p20), second = std::floor(b.time * 0x1p20);
        return first != second ? first < second : a.pair < b.pair;
    }
};

/// Of its distance at the start, or of its separation if that is less: what a pair has to keep that begins nearer than
/// its separation, or hardly farther. So it may be there and move, but not come much nearer in one step.
inline constexpr Real kKeptShare = 0.8;

/// Of one pair on the way to `next`; none if it stays apart, if nothing of it has mass and may move, or if it touches
/// at the start already: then no side can be told.
std::optional<Impact> find_impact(const ImpactPair& pair, const SweptStep& step, std::span<const Vec3> next);

/// Keeps its memory from step to step. What it finds does not depend on the number of threads or on earlier steps.
class ImpactSearch {
public:
    explicit ImpactSearch(std::shared_ptr<ClothSearch> search) : search_(std::move(search)) {}

    /// All impacts on the way to `next`, in increasing order, but for pairs without a particle p that has is_stale[p]
    /// (these are known to be free).
    void find(const SweptStep& step, std::span<const Vec3> next, std::span<const std::uint8_t> is_stale,
              std::vector<Impact>& found);

    /// How many pairs touched at the start, of those that the last `find` looked at.
    int touching() const { return touching_; }

private:
    // Found by one block of a loop.
    struct Block {
        std::vector<Impact> impacts;
        int touching = 0;
    };
    struct Query;  // what all pairs of a search have in common

    template <class PairOf>
    void judge(const Query& query, std::span<const Candidate> candidates, PairOf&& pair_of, std::vector<Impact>& found);
    void find_solids(const Query& query, std::vector<Impact>& found);
    void find_cloth(const Query& query, std::vector<Impact>& found);

    std::shared_ptr<ClothSearch> search_;
    Candidates candidates_;
    std::vector<Block> blocks_;
    int touching_ = 0;
};

}  // namespace pleat
