// Gives edges their rest length in one ordered pass: Ozgen & Kallmann 2011, section 4. The order begins at the fixed
// particles and goes down (correction_order.hpp); of each edge only the second particle is moved.
//
// As printed, the first particle does not feel it, as if it were infinitely heavy. A row of edges is a whip then: each
// swings the next one, in resonance, and without heavy damping motion grows until the cloth is torn to pieces. So here
// the first particle feels the recoil in the next substep, as Mueller, Kim & Chentanez 2012 have it for hair: momentum
// is kept. And only what is too long is corrected: cloth that is pressed together folds.
//
// Edges that do not wait for each other are corrected eight at a time (edge_batches.hpp).
//
// The order is made for a set of fixed particles. When the set that would be used now has differed from it long enough
// and by enough, it is made again, which the paper names as a limit of its method.
#pragma once
#include <vector>

#include <pleat/corrections/correction.hpp>
#include <pleat/corrections/correction_order.hpp>
#include <pleat/corrections/edge_batches.hpp>

namespace pleat {

/// When an order is made again.
struct OrderRenewal {
    Real share = 0.25;  ///< of the particles fixed before or now: if more of them differ
    Real wait = 0.1;    ///< [s] for which they have to
};

/// One pass over the order.
class DirectionalEdges final : public Correction {
public:
    DirectionalEdges(const Model& model, const OrderSettings& settings, const OrderRenewal& renewal, bool as_printed)
        : order_(model, settings), renewal_(renewal), is_as_printed_(as_printed) {}

    CorrectionKind kind() const override { return CorrectionKind::directional; }
    bool has_recoil() const override { return !is_as_printed_; }
    TableCost begin_step(const CorrectionStep& step) override;
    Real sweep(const CorrectionInput& in, CorrectionWork& work) override;
    void end_step(const CorrectionStep& step, State& next) override;

private:
    // An order and for which fixed particles it is.
    struct Made {
        std::vector<int> fixed;
        std::vector<EdgeBatch> batches;
    };

    bool follow_rule(const CorrectionStep& step);
    void find_fixed(const CorrectionStep& step);
    bool has_changed(const std::vector<int>& before) const;
    TableCost use(const std::vector<int>& fixed);

    CorrectionOrder order_;
    OrderRenewal renewal_;
    bool is_as_printed_;
    std::vector<Made> made_;  // those used last, the newest in front
    std::vector<int> fixed_;  // now
    FixedForOrder memory_;    // after this step
};

}  // namespace pleat
