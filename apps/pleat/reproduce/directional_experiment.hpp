// The scenarios of Ozgen & Kallmann 2011: how stretched, how shaky and how fast cloth is with each way to keep lengths.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reproduce/reproduction.hpp"
#include "trials.hpp"

namespace pleat {

/// Something that happens to the cloth.
struct DirectionalScenario {
    const char* id;     ///< for programs
    const char* title;  ///< "hung from one top corner"
    const char* text;   ///< of the scene, but for the method and the cloth's cells
    Real judged_at;     ///< [s] end of the second in which stretch is judged, and time of the picture; 0: the end
};
inline constexpr std::size_t kOneCorner = 0, kTwoCorners = 1, kTop = 2, kTable = 3;  ///< among these
std::span<const DirectionalScenario> directional_scenarios();

/// A way to keep lengths.
struct LengthMethod {
    int visit_limit = 0;  ///< of the directional pass; 0: it is sweeps without an order
    int sweeps = 0;       ///< without an order

    std::string name() const;
    std::vector<std::string> overrides() const;
};
inline constexpr LengthMethod kUsualPass{1, 0};  ///< the preset's

/// What a run shows. Stretch is relative, of all edges of the mesh.
struct DirectionalRun {
    Trial trial{};
    bool is_torn = false;      ///< to pieces
    Real worst_in_motion = 0;  ///< of any frame
    Real worst = 0;            ///< mean of the frames of the second in which it is judged
    Real mean = 0;             ///< over the edges and the same frames
    Real shake = 0;            ///< [m/s] rms speed over the particles, and the last second
    Real seconds = 0;          ///< [s] that corrections take in a frame
};

/// A run that is wanted.
struct DirectionalPlan {
    std::size_t scenario;
    std::string label;
    std::vector<std::string> overrides;
};

/// How long and how fine the runs are.
struct DirectionalSizes {
    int cells;      ///< along each side of the cloth
    Real duration;  ///< [s]
    Real substep;   ///< [s]
};
DirectionalSizes directional_sizes(bool is_quick);

/// A scene as text: the method, the cloth, and what happens to it.
std::string directional_scene(const DirectionalScenario& scenario, const DirectionalSizes& sizes);

/// Runs all of them on one thread, so that times can be compared; none if a signal to stop came first.
std::optional<std::vector<DirectionalRun>> run_directional(const ReproductionSettings& settings,
                                                           std::span<const DirectionalPlan> plans);

}  // namespace pleat
