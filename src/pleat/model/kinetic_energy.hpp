#pragma once
#include <pleat/model/model.hpp>
#include <pleat/model/state.hpp>

namespace pleat {

/// [J]
Real kinetic_energy(const Model& model, const State& state);

}  // namespace pleat
