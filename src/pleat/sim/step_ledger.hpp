// The energy ledger of each step, from the ledgers of frames that grow while steps are made.
#pragma once
#include <pleat/sim/simulation.hpp>

namespace pleat {

/// A step and what became of energy in it.
struct StepEnergy {
    int frame = 0;  ///< that the step belongs to
    Real time = 0;  ///< [s] at its end
    Real size = 0;  ///< [s]
    EnergyLedger ledger;
};

/// Watches a simulation from step to step.
class StepLedger {
public:
    /// Begins with the state as it is.
    explicit StepLedger(const Simulation& simulation);

    /// To be called after every step; the last step of a frame is counted after the frame.
    StepEnergy after_step(const Simulation& simulation);

private:
    int frame_;
    Real time_;
    Energies energy_;
    EnergyFlows flows_;  // since the end of the last frame
};

}  // namespace pleat
