// The linear system of a square sheet in the middle of a swing, for timing its parts.
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>

#include <pleat/linear/modified_pcg.hpp>
#include <pleat/linear/two_level.hpp>
#include <pleat/pleat.hpp>
#include <pleat/solvers/recipes.hpp>

#include "benchmarks/sheet.hpp"

namespace pleat::bench {

/// Matrix, vectors and solver of a step.
struct LinearSystem {
    LinearSystem(std::shared_ptr<const BlockPattern> pattern, std::unique_ptr<Preconditioner> preconditioner)
        : matrix(std::move(pattern)), pcg(std::move(preconditioner)) {
        for (auto* vectors : {&force, &stiffness_force, &displacement, &right_side, &solution}) {
            vectors->resize(static_cast<std::size_t>(matrix.rows()));
        }
    }

    BlockMatrix matrix;
    std::vector<Vec3> force, stiffness_force, displacement, right_side, solution;
    std::vector<Vec4f> factor;
    std::vector<Vec4> product;
    RoundedMatrix rounded;
    ParticleFilter filter;
    ModifiedPcg pcg;
};

/// Forces, matrix and right side of one step.
class ClothSystem {
public:
    ClothSystem(int particles, const MethodSettings& method) : sheet_(make_sheet_scene({.particles = particles})) {
        recipe_ = large_steps_recipe(sheet_.model, method);
        BlockPattern::Builder builder(sheet_.model.particle_count());
        for (const auto& force : recipe_.forces) force->couple(builder);
        auto pattern = std::make_shared<const BlockPattern>(builder.build());
        std::unique_ptr<Preconditioner> preconditioner = std::make_unique<BlockJacobi>();
        if (method.preconditioner == PreconditionerKind::two_level) {
            preconditioner = std::make_unique<TwoLevel>(sheet_.model, *pattern);
        }
        system_ = std::make_unique<LinearSystem>(std::move(pattern), std::move(preconditioner));
        for (const auto& force : recipe_.forces) force->bind(system_->matrix.pattern());
        // A wavy state in motion, so that no part of the work is trivially zero.
        position_ = sheet_.model.positions;
        velocity_.resize(position_.size());
        for (std::size_t i = 0; i < position_.size(); ++i) {
            Vec3& x = position_[i];
            velocity_[i] = Vec3(0.1 * x.z(), -1 + x.x(), 0.2 * x.x());
            x.y() = 0.02 * std::sin(20 * x.x()) * std::cos(15 * x.z());
        }
        for (const int p : sheet_.scene.pins[0].particles) {
            system_->filter.particles.push_back({p, Mat3::Zero(), Vec3::Zero()});
        }
    }

    /// Forces and matrix, from nothing: what a step evaluates.
    void evaluate() {
        const Real h = 1.0 / 60;
        std::fill(system_->force.begin(), system_->force.end(), Vec3::Zero());
        std::fill(system_->stiffness_force.begin(), system_->stiffness_force.end(), Vec3::Zero());
        for (std::size_t i = 0; i < velocity_.size(); ++i) system_->displacement[i] = h * velocity_[i];
        system_->matrix.set_zero();
        ForceSystem sums;
        sums.force = system_->force;
        sums.matrix = &system_->matrix;
        sums.position_weight = h * h;
        sums.velocity_weight = h;
        sums.displacement = system_->displacement;
        sums.stiffness_force = system_->stiffness_force;
        const ForceInput where{sheet_.model, sheet_.scene, 0, position_, velocity_};
        for (const auto& force : recipe_.forces) force->add(where, sums);
        for (int i = 0; i < system_->matrix.rows(); ++i) {
            const Real mass = sheet_.model.masses[static_cast<std::size_t>(i)];
            system_->matrix.block(system_->matrix.pattern().diagonal(i)).diagonal().array() += mass;
        }
        for (std::size_t i = 0; i < velocity_.size(); ++i) {
            system_->right_side[i] = h * (system_->force[i] + system_->stiffness_force[i]);
        }
    }

    /// So many iterations of the linear solve, from a zero guess.
    void iterate(int iterations) {
        std::fill(system_->solution.begin(), system_->solution.end(), Vec3::Zero());
        system_->pcg.solve(system_->matrix, system_->right_side, system_->filter, {0, iterations}, system_->solution);
    }

    /// y = A x once, as the iterations do.
    void multiply() {
        if (!is_rounded_) {
            system_->rounded.update(system_->matrix);
            for (const Vec3& x : system_->right_side) system_->factor.push_back(padded(x).cast<float>());
            system_->product.resize(system_->factor.size());
        }
        is_rounded_ = true;
        system_->rounded.multiply_and_dot(system_->factor, system_->product);
    }

    int particles() const { return sheet_.model.particle_count(); }
    int triangles() const { return static_cast<int>(sheet_.model.triangles.size()); }
    int blocks() const { return system_->matrix.pattern().entries(); }

    /// Bytes that one product of double precision must move: blocks with their columns, row bounds, x in, y out. Ours
    /// moves about half of them; it counts as if it moved all, so that the figure says how fast it is.
    double product_bytes() const { return 76.0 * blocks() + (4.0 + 24 + 24) * particles(); }
    /// Those of one iteration: the product; x, r, s updated from c, q and the preconditioner; c updated.
    double iteration_bytes() const { return product_bytes() + (4 * 24.0 + 72 + 3 * 24 + 3 * 24) * particles(); }

private:
    SheetScene sheet_;
    Recipe recipe_;
    std::unique_ptr<LinearSystem> system_;
    std::vector<Vec3> position_, velocity_;
    bool is_rounded_ = false;
};

}  // namespace pleat::bench
