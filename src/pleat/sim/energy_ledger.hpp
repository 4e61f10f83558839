// The account of energy over some time: what was there, what came and went, and what is left.
#pragma once
#include <pleat/model/energy.hpp>

namespace pleat {

/// Flows are measured by themselves, as work of forces: that the ledger closes is a result, not a definition.
struct EnergyLedger {
    Energies before;  ///< [J] at the start
    EnergyFlows flows;
    Energies after;  ///< [J] at the end

    /// [J] What the flows do not explain: lost in the integrator, or gained there if negative.
    Real remainder() const { return before.total() + flows.net() - after.total(); }
};

}  // namespace pleat
