#include <algorithm>
#include <numeric>
#include <utility>

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>

#include <pleat/core/index.hpp>
#include <pleat/core/timer.hpp>
#include <pleat/corrections/impulse_system.hpp>

namespace pleat {

using Matrix = Eigen::SparseMatrix<Real, Eigen::ColMajor, int>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

// The upper half, column by column, and its factor. Rows are in their order already.
struct ImpulseSystem::Factor {
    Matrix matrix;      // with compliance
    Vector compliance;  // on its diagonal
    Eigen::SimplicialLDLT<Matrix, Eigen::Upper, Eigen::NaturalOrdering<int>> ldlt;
    Eigen::ConjugateGradient<Matrix, Eigen::Upper, Eigen::DiagonalPreconditioner<Real>> cg;
    Vector right_side, solution, residual;
};

void Mobility::find(const Model& model, std::span<const HeldParticle> held) {
    if (inverse_masses_.size() != model.masses.size()) {
        inverse_masses_.resize(model.masses.size());
        for (std::size_t i = 0; i < inverse_masses_.size(); ++i) inverse_masses_[i] = 1 / model.masses[i];
    }
    slot_.assign(model.masses.size(), -1);
    allowed_.clear();
    for (const HeldParticle& particle : held) {
        if (particle.count == 0) continue;
        Mat3 allowed = Mat3::Identity();
        for (int k = 0; k < particle.count; ++k) {
            const Vec3& d = particle.held[at(k)].direction;
            allowed -= d * d.transpose();
        }
        if (particle.count == 3) allowed.setZero();
        slot_[at(particle.particle)] = static_cast<int>(allowed_.size());
        allowed_.push_back(allowed);
    }
}

Mat3 Mobility::allowed(int particle) const {
    const int slot = slot_[at(particle)];
    return slot < 0 ? Mat3(Mat3::Identity()) : allowed_[at(slot)];
}

ImpulseSystem::ImpulseSystem(std::vector<ThreadSpan> spans, int particle_count, const Settings& settings)
    : settings_(settings), spans_(std::move(spans)), factor_(std::make_unique<Factor>()) {
    const PhaseTimer timer(seconds_.order);
    link(particle_count);
    order(particle_count);
    look_around();
    row_of_.assign(spans_.size(), -1);
}

ImpulseSystem::~ImpulseSystem() = default;
ImpulseSystem::ImpulseSystem(ImpulseSystem&&) noexcept = default;

// Finds who shares particles with whom.
void ImpulseSystem::link(int particle_count) {
    struct Place {
        int span;
        std::uint8_t corner;
    };
    std::vector<std::vector<Place>> by_particle(at(particle_count));
    first_.assign(1, 0);
    neighbours_.clear();
    std::vector<int> place_of(spans_.size(), -1);  // in neighbours_, of the span that is looked at
    for (int p = 0; p < static_cast<int>(spans_.size()); ++p) {
        const ThreadSpan& span = spans_[at(p)];
        const auto begin = neighbours_.size();
        for (int c = 0; c < span.count(); ++c) {
            for (const Place& place : by_particle[at(span.particles[at(c)])]) {
                int& known = place_of[at(place.span)];
                if (known < static_cast<int>(begin)) {
                    known = static_cast<int>(neighbours_.size());
                    neighbours_.push_back({place.span, 0, {}, {}});
                }
                Neighbour& neighbour = neighbours_[at(known)];
                neighbour.own[neighbour.count] = static_cast<std::uint8_t>(c);
                neighbour.other[neighbour.count++] = place.corner;
            }
        }
        std::sort(neighbours_.begin() + static_cast<std::ptrdiff_t>(begin), neighbours_.end(),
                  [](const Neighbour& a, const Neighbour& b) { return a.span < b.span; });
        for (std::size_t k = begin; k < neighbours_.size(); ++k) place_of[at(neighbours_[k].span)] = -1;
        first_.push_back(static_cast<int>(neighbours_.size()));
        for (int c = 0; c < span.count(); ++c) {
            by_particle[at(span.particles[at(c)])].push_back({p, static_cast<std::uint8_t>(c)});
        }
    }
}

// Brings the spans into the order of elimination.
void ImpulseSystem::order(int particle_count) {
    const int count = static_cast<int>(spans_.size());
    std::vector<Eigen::Triplet<Real, int>> entries;
    entries.reserve(2 * neighbours_.size() + spans_.size());
    for (int p = 0; p < count; ++p) {
        entries.emplace_back(p, p, 1);
        for (int k = first_[at(p)]; k < first_[at(p) + 1]; ++k) {
            entries.emplace_back(p, neighbours_[at(k)].span, 1);
            entries.emplace_back(neighbours_[at(k)].span, p, 1);
        }
    }
    Matrix pattern(count, count);
    pattern.setFromTriplets(entries.begin(), entries.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> eliminated;
    if (count > 0) Eigen::AMDOrdering<int>()(pattern, eliminated);
    std::vector<ThreadSpan> ordered;
    ordered.reserve(spans_.size());
    for (int p = 0; p < count; ++p) ordered.push_back(spans_[at(eliminated.indices()[p])]);
    spans_ = std::move(ordered);
    link(particle_count);
}

void ImpulseSystem::look_around() {
    std::vector<int> counts(spans_.size() + 1, 0);
    const auto for_each_pair = [&](auto&& body) {
        for (int p = 0; p < static_cast<int>(spans_.size()); ++p) {
            for (int k = first_[at(p)]; k < first_[at(p) + 1]; ++k) {
                body(p, neighbours_[at(k)].span);
                body(neighbours_[at(k)].span, p);
            }
        }
    };
    for_each_pair([&](int p, int) { ++counts[at(p) + 1]; });
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    first_around_ = counts;
    around_.resize(at(first_around_.back()));
    for_each_pair([&](int p, int q) { around_[at(counts[at(p)]++)] = q; });
}

Real ImpulseSystem::diagonal(int span, const Vec3& direction, const Mobility& mobility) const {
    const ThreadSpan& s = spans_[at(span)];
    Real sum = 0;
    for (int c = 0; c < s.count(); ++c) {
        const Real weight = s.weights[at(c)];
        sum += weight * weight * direction.dot(mobility.apply(s.particles[at(c)], direction));
    }
    return sum;
}

void ImpulseSystem::set(std::span<const int> rows, std::span<const Vec3> directions, const Mobility& mobility) {
    for (const int span : rows_) row_of_[at(span)] = -1;
    rows_.assign(rows.begin(), rows.end());
    for (std::size_t r = 0; r < rows_.size(); ++r) row_of_[at(rows_[r])] = static_cast<int>(r);
    {
        const PhaseTimer timer(seconds_.permute);
        assemble(directions, mobility);
    }
    if (rows_.empty()) return;
    ++numeric_count_;
    if (settings_.solver == ImpulseSolver::iterative) {
        const PhaseTimer timer(seconds_.solve);
        factor_->cg.setTolerance(settings_.tolerance);
        factor_->cg.setMaxIterations(20 * static_cast<int>(rows_.size()));
        factor_->cg.compute(factor_->matrix);
        return;
    }
    if (rows_ != set_rows_) {
        const PhaseTimer timer(seconds_.symbolic);
        factor_->ldlt.analyzePattern(factor_->matrix);
        set_rows_ = rows_;
        ++symbolic_count_;
    }
    const PhaseTimer timer(seconds_.numeric);
    factor_->ldlt.factorize(factor_->matrix);
}

void ImpulseSystem::assemble(std::span<const Vec3> directions, const Mobility& mobility) {
    Matrix& matrix = factor_->matrix;
    const int count = static_cast<int>(rows_.size());
    matrix.resize(count, count);
    std::size_t most = rows_.size();
    for (const int p : rows_) most += at(first_[at(p) + 1] - first_[at(p)]);
    matrix.resizeNonZeros(static_cast<Eigen::Index>(most));
    factor_->compliance.resize(count);
    int filled = 0;
    for (int column = 0; column < count; ++column) {
        matrix.outerIndexPtr()[column] = filled;
        const int p = rows_[at(column)];
        const ThreadSpan& span = spans_[at(p)];
        std::array<Vec3, 3> moved;
        Real diagonal = 0;
        for (int c = 0; c < span.count(); ++c) {
            moved[at(c)] = span.weights[at(c)] * mobility.apply(span.particles[at(c)], directions[at(p)]);
            diagonal += span.weights[at(c)] * directions[at(p)].dot(moved[at(c)]);
        }
        for (int k = first_[at(p)]; k < first_[at(p) + 1]; ++k) {
            const Neighbour& neighbour = neighbours_[at(k)];
            const int row = row_of_[at(neighbour.span)];
            if (row < 0) continue;
            const ThreadSpan& other = spans_[at(neighbour.span)];
            Vec3 sum = Vec3::Zero();
            for (std::size_t c = 0; c < neighbour.count; ++c)
                sum += other.weights[neighbour.other[c]] * moved[neighbour.own[c]];
            matrix.innerIndexPtr()[filled] = row;
            matrix.valuePtr()[filled++] = directions[at(neighbour.span)].dot(sum);
        }
        matrix.innerIndexPtr()[filled] = column;
        factor_->compliance[column] = settings_.compliance * diagonal;
        matrix.valuePtr()[filled++] = diagonal + factor_->compliance[column];
    }
    matrix.outerIndexPtr()[count] = filled;
    matrix.resizeNonZeros(filled);
}

void ImpulseSystem::solve(std::span<const Real> shortening, int refinements, std::span<Real> impulses) {
    if (rows_.empty()) return;
    const PhaseTimer timer(seconds_.solve);
    Factor& f = *factor_;
    const auto count = static_cast<Eigen::Index>(shortening.size());
    const Eigen::Map<const Vector> wanted(shortening.data(), count);
    Eigen::Map<Vector> result(impulses.data(), count);
    const auto by_factor = [&] {
        if (settings_.solver == ImpulseSolver::iterative) {
            f.solution = f.cg.solve(f.right_side);
        } else {
            f.solution = f.ldlt.solve(f.right_side);
        }
    };
    f.right_side = wanted;
    by_factor();
    result = f.solution;
    for (int k = 0; k < refinements; ++k) {
        f.residual.noalias() = f.matrix.selfadjointView<Eigen::Upper>() * result;
        f.right_side = wanted - f.residual + f.compliance.cwiseProduct(result);
        by_factor();
        result += f.solution;
    }
}

void ImpulseSystem::multiply(std::span<const Real> impulses, std::span<Real> product) const {
    const auto count = static_cast<Eigen::Index>(impulses.size());
    const Eigen::Map<const Vector> given(impulses.data(), count);
    Eigen::Map<Vector> result(product.data(), count);
    result = factor_->matrix.selfadjointView<Eigen::Upper>() * given;
    result -= factor_->compliance.cwiseProduct(given);
}

ImpulseSeconds ImpulseSystem::take_seconds() { return std::exchange(seconds_, {}); }

}  // namespace pleat
