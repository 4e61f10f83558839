#include <pleat/sim/step_ledger.hpp>

namespace pleat {

StepLedger::StepLedger(const Simulation& simulation)
    : frame_(simulation.state().frame), time_(simulation.state().time) {
    const EnergyLedger so_far = simulation.ledger();
    energy_ = so_far.after;
    flows_ = so_far.flows;
}

StepEnergy StepLedger::after_step(const Simulation& simulation) {
    const State& state = simulation.state();
    const bool ends_frame = state.frame > frame_;
    StepEnergy step{frame_ + 1, state.time, state.time - time_, {}};
    step.ledger.before = energy_;
    // A finished frame has handed its flows to its account, and a new one has none yet.
    step.ledger.flows = ends_frame ? simulation.frame_stats().flows : simulation.ledger().flows;
    step.ledger.after = ends_frame ? simulation.frame_stats().energy : simulation.energies();
    const EnergyFlows flows_so_far = ends_frame ? EnergyFlows{} : step.ledger.flows;
    step.ledger.flows += -1 * flows_;
    frame_ = state.frame;
    time_ = state.time;
    energy_ = step.ledger.after;
    flows_ = flows_so_far;
    return step;
}

}  // namespace pleat
