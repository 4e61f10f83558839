// All that a program needs to simulate cloth.
#pragma once
#include <pleat/core/error.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/model/fabric.hpp>
#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/sim/simulation.hpp>
