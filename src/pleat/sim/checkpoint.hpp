// A simulation on its way to a file and back.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <pleat/sim/simulation.hpp>

namespace pleat {

/// What a checkpoint file holds.
struct Checkpoint {
    std::uint64_t fingerprint = 0;  ///< of the scene that it was made from
    Snapshot snapshot;
    std::vector<FrameStats> frames;  ///< the accounts of all finished frames
};

/// The bytes of a checkpoint file.
std::string format_checkpoint(const Checkpoint& checkpoint);

/// Throws ErrorKind::bad_input with the reason, beginning with `name`, if the bytes are not a whole checkpoint of this
/// version or were made from another scene than the one with this fingerprint.
Checkpoint parse_checkpoint(std::string_view bytes, const std::string& name, std::uint64_t fingerprint);

}  // namespace pleat
