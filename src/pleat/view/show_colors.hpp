// Numbers of every particle of a simulation that a page can show as colours.
#pragma once
#include <string>
#include <vector>

#include <pleat/sim/simulation.hpp>
#include <pleat/view/page_command.hpp>

namespace pleat {

/// The name of the colours with their unit.
std::string title_of(ColorMode mode);

/// Of one simulation; keeps what changes seldom.
class ShowColors {
public:
    /// To be called before cloth moves if the mode is `impulse`.
    void remember(const Simulation& simulation) { velocity_before_ = simulation.state().velocity; }
    /// Empty if cloth is to have its own colours; -1 where there is no number.
    std::vector<float> values(ColorMode mode, const Simulation& simulation);

private:
    std::vector<float> order(const Simulation& simulation);

    std::vector<Vec3> velocity_before_;  // [m/s]
    std::vector<int> fixed_;             // for which the order was made
    std::vector<float> order_;
};

}  // namespace pleat
