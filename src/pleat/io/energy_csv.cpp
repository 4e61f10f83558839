#include <array>
#include <charconv>

#include <pleat/io/energy_csv.hpp>

namespace pleat {
namespace {

void append(std::string& text, Real value) {
    std::array<char, 32> digits;  // the shortest form has at most 24
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.append(",").append(digits.data(), end);
}

// From energies on, lines of frames and of steps are alike.
std::string energy_names() {
    std::string names = ",kinetic,gravity,stretch,shear,bend,pressing,total";
    for (const EnergyFlow& flow : kEnergyFlows) names.append(",").append(flow.name);
    return names + ",remainder\n";
}

struct EnergyLine {
    const Energies& energy;
    const EnergyFlows& flows;
    Real remainder;
};

void append(std::string& text, const EnergyLine& line) {
    const Energies& e = line.energy;
    for (const Real value : {e.kinetic, e.gravity, e.stretch, e.shear, e.bend, e.pressing, e.total()})
        append(text, value);
    for (const EnergyFlow& flow : kEnergyFlows) append(text, line.flows.*flow.value);
    append(text, line.remainder);
    text += "\n";
}

}  // namespace

std::string format_energy_csv(std::span<const FrameStats> frames) {
    std::string text = "frame,time" + energy_names();
    for (const FrameStats& frame : frames) {
        text += std::to_string(frame.frame);
        append(text, frame.time);
        append(text, {frame.energy, frame.flows, frame.remainder});
    }
    return text;
}

std::string step_csv_head() { return "frame,time,step" + energy_names(); }

std::string step_csv_line(const StepEnergy& step) {
    std::string text = std::to_string(step.frame);
    append(text, step.time);
    append(text, step.size);
    append(text, {step.ledger.after, step.ledger.flows, step.ledger.remainder()});
    return text;
}

}  // namespace pleat
