// Looks through an animation, of ours or of another program, for cloth that crosses itself or solids, and for stretch.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pleat/audit/crossings.hpp>
#include <pleat/io/animation.hpp>

namespace pleat {

/// What edges are compared with to tell their stretch.
enum class RestShape {
    uv,   ///< material coordinates, in metres, as runs of Pleat have them
    mesh  ///< the positions of the mesh, or of the first of several
};

/// What to look at.
struct AuditSettings {
    std::vector<int> frames;          ///< of the cloth; in increasing order
    std::optional<RestShape> rest{};  ///< if not given: uv for a run, mesh for anything else
};

/// What crosses in a frame.
struct FrameAudit {
    int frame = 0;
    std::vector<Crossing> with_itself;              ///< triangles of the cloth
    std::vector<std::vector<Crossing>> with_solid;  ///< of the cloth and of each solid
    Real stretch = 0;                     ///< largest length over rest length - 1 of an edge; -1 if there is none
    std::array<int, 2> stretched_edge{};  ///< the particles of that edge

    std::size_t crossings() const;
};

/// Each frame that was looked at. Solids that do not move have one frame; others need as many as the cloth. Throws
/// ErrorKind::bad_input or ErrorKind::io. Frames are spread over the threads; the result does not depend on them.
std::vector<FrameAudit> audit(const Animation& cloth, std::span<const Animation> solids, const AuditSettings& settings);

}  // namespace pleat
