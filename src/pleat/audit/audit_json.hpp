// An audit as JSON, for programs.
#pragma once
#include <span>
#include <string>

#include <pleat/audit/audit.hpp>

namespace pleat {

/// Frames with their numbers of crossings and their stretch, and the sums; `solids` are the names of the solids.
std::string format_audit_json(std::span<const FrameAudit> results, std::span<const std::string> solids);

}  // namespace pleat
