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

}  // namespace

std::string format_energy_csv(std::span<const FrameStats> frames) {
    std::string text = "frame,time,kinetic,gravity,stretch,shear,bend,total";
    for (const EnergyFlow& flow : kEnergyFlows) text.append(",").append(flow.name);
    text += ",remainder\n";
    for (const FrameStats& frame : frames) {
        text += std::to_string(frame.frame);
        const Energies& e = frame.energy;
        for (const Real value : {frame.time, e.kinetic, e.gravity, e.stretch, e.shear, e.bend, e.total()}) {
            append(text, value);
        }
        for (const EnergyFlow& flow : kEnergyFlows) append(text, frame.flows.*flow.value);
        append(text, frame.remainder);
        text += "\n";
    }
    return text;
}

}  // namespace pleat
