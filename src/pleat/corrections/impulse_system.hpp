// The linear system of impulses along thread spans: Ye 2008, sections 4 to 7. An impulse s [kg m] along span p moves
// its particles c by -w_c C_c d_p s / m_c, with the direction d_p of the span, weights w and what constraints leave
// free of a particle's motion, C. So impulses shorten spans by A s, with
//     A_pq = sum over the shared particles c of  w_pc w_qc (C_c d_p . d_q) / m_c,
// which is symmetric and positive semidefinite. (The paper has velocities; times the step both are the same.)
//
// It need not be definite: of a straight row of spans between two held particles, one more is asked for than there are
// freedoms. Every diagonal is made larger by the same small share, a compliance, which leaves impulses that move
// nothing small; spans that cannot move at all are not to be among the rows.
//
// Rows are ordered once, by approximate minimum degree, for all spans together; a part of them keeps that order, in
// which it fills in no more than all would. So a new set of rows needs a symbolic factorisation alone, and the same set
// not even that.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <pleat/constraints/constraint.hpp>
#include <pleat/corrections/impulse_solver.hpp>
#include <pleat/model/thread_spans.hpp>

namespace pleat {

/// What impulses can do with particles.
class Mobility {
public:
    /// Takes the directions of particles that are held, also by contacts.
    void find(const Model& model, std::span<const HeldParticle> held);

    /// C v / m
    Vec3 apply(int particle, const Vec3& v) const {
        const std::size_t i = static_cast<std::size_t>(particle);
        return slot_[i] < 0 ? Vec3(inverse_masses_[i] * v)
                            : Vec3(inverse_masses_[i] * (allowed_[static_cast<std::size_t>(slot_[i])] * v));
    }
    bool is_held(int particle) const { return slot_[static_cast<std::size_t>(particle)] >= 0; }
    Real inverse_mass(int particle) const { return inverse_masses_[static_cast<std::size_t>(particle)]; }
    /// C; the identity where nothing holds the particle.
    Mat3 allowed(int particle) const;

private:
    std::vector<Real> inverse_masses_;  // [1/kg]
    std::vector<int> slot_;             // of allowed_, or -1: free
    std::vector<Mat3> allowed_;
};

/// Keeps its memory and the last factorisation from step to step; neither changes results.
class ImpulseSystem {
public:
    struct Settings {
        ImpulseSolver solver = ImpulseSolver::direct;
        Real compliance = 1e-6;  ///< share by which diagonals are made larger
        Real tolerance = 1e-10;  ///< iterative: share of the right side that is left
    };

    ImpulseSystem(std::vector<ThreadSpan> spans, int particle_count, const Settings& settings);
    ~ImpulseSystem();
    ImpulseSystem(ImpulseSystem&&) noexcept;

    /// In the order of elimination: rows and spans have the same numbers everywhere below.
    std::span<const ThreadSpan> spans() const { return spans_; }

    /// [1/kg] A_pp
    Real diagonal(int span, const Vec3& direction, const Mobility& mobility) const;

    /// Spans that share particles with this one, in no order.
    std::span<const int> around(int span) const {
        const auto begin = static_cast<std::size_t>(first_around_[static_cast<std::size_t>(span)]);
        return std::span(around_).subspan(
            begin, static_cast<std::size_t>(first_around_[static_cast<std::size_t>(span) + 1]) - begin);
    }

    /// Makes the matrix of these rows, in increasing order, and factorises it. `directions` are unit, of all spans.
    void set(std::span<const int> rows, std::span<const Vec3> directions, const Mobility& mobility);

    /// Solves for the rows of `set`, in their order; `refinements` lessens what the compliance leaves over.
    void solve(std::span<const Real> shortening, int refinements, std::span<Real> impulses);

    /// The product with the matrix of `set`, without its compliance.
    void multiply(std::span<const Real> impulses, std::span<Real> product) const;

    /// What was spent since it was last asked, and on making the order, the first time.
    ImpulseSeconds take_seconds();
    int symbolic_count() const { return symbolic_count_; }
    int numeric_count() const { return numeric_count_; }

private:
    struct Factor;
    // Two spans that share particles: which.
    struct Neighbour {
        int span;
        std::uint8_t count;
        std::array<std::uint8_t, 3> own, other;  // places among the particles of either
    };

    void order(int particle_count);
    void link(int particle_count);
    void look_around();
    void assemble(std::span<const Vec3> directions, const Mobility& mobility);

    Settings settings_;
    std::vector<ThreadSpan> spans_;
    std::vector<int> first_;             // by span into neighbours_; one more at the end
    std::vector<Neighbour> neighbours_;  // that come before it, in increasing order
    std::vector<int> first_around_;      // by span into around_; one more at the end
    std::vector<int> around_;            // neighbours before and behind
    std::vector<int> rows_, set_rows_;   // now, and of the last symbolic factorisation
    std::vector<int> row_of_;            // by span, or -1
    std::unique_ptr<Factor> factor_;
    ImpulseSeconds seconds_;
    int symbolic_count_ = 0, numeric_count_ = 0;
};

}  // namespace pleat
