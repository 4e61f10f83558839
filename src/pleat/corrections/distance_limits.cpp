#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/corrections/distance_limits.hpp>

namespace pleat {

DistanceLimits::DistanceLimits(const Model& model, std::vector<DistanceLimit> limits)
    : limits_(std::move(limits)), moved_(limits_.size(), 0) {
    std::vector<std::array<int, 2>> particles;
    for (const DistanceLimit& limit : limits_) particles.push_back(limit.particles);
    schedule_ = ElementSchedule(model.particle_count(), std::span<const std::array<int, 2>>(particles));
}

Real DistanceLimits::sweep(const CorrectionInput& in, CorrectionWork& work) {
    const std::span<const Real> inverse_masses = in.step.inverse_masses;
    schedule_.for_each([&](std::size_t index) {
        const DistanceLimit& limit = limits_[index];
        const std::size_t a = at(limit.particles[0]), b = at(limit.particles[1]);
        const Vec3 apart = work.position[b] - work.position[a];
        const Real squared = apart.squaredNorm();
        moved_[index] = 0;
        const bool is_long = squared > limit.most * limit.most;
        if (!is_long && !(squared < limit.least * limit.least)) return;
        const Real sum = inverse_masses[a] + inverse_masses[b];
        // Two that are in one place have no line between them; other corrections part them.
        if (!(sum > 0) || !(squared > 0)) return;
        const Real length = std::sqrt(squared);
        const Real excess = length - (is_long ? limit.most : limit.least);
        const Vec3 impulse = excess / (sum * length) * apart;  // [kg m] on the first
        if (inverse_masses[a] > 0)
            work.position[a] += inverse_masses[a] * impulse;
        else
            work.reaction[a] += impulse;
        if (inverse_masses[b] > 0)
            work.position[b] -= inverse_masses[b] * impulse;
        else
            work.reaction[b] -= impulse;
        moved_[index] = std::abs(excess);
    });
    return parallel_sum(static_cast<int>(moved_.size()), [&](int begin, int end) {
        Real sum = 0;
        for (int i = begin; i < end; ++i) sum += moved_[at(i)];
        return sum;
    });
}

}  // namespace pleat
