// The account of a run as JSON: stats.json (docs/stats.md names every field).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include <pleat/io/run_account.hpp>

namespace pleat {

/// The text of stats.json.
std::string format_stats_json(const RunAccount& account);

/// The head of a stats.json: everything but the frames.
struct StatsHead {
    RunAccount account;  ///< without frames
    RunTotals totals;
    std::string hash;  ///< of the state after the last frame, 16 hexadecimal digits; empty if there is no frame
};

/// Throws ErrorKind::bad_input beginning with `name` if the text is not the account of a run.
StatsHead parse_stats_head(std::string_view text, const std::string& name);

}  // namespace pleat
