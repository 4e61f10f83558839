#include <algorithm>

#include <nlohmann/json.hpp>

#include <pleat/audit/audit_json.hpp>

namespace pleat {

std::string format_audit_json(std::span<const FrameAudit> results, std::span<const std::string> solids) {
    using Json = nlohmann::ordered_json;
    const auto replace = Json::error_handler_t::replace;  // names of files may be any bytes
    Json frames = Json::array();
    std::size_t crossings = 0;
    Real worst = -1;
    for (const FrameAudit& result : results) {
        Json with_solids = Json::array();
        for (std::size_t s = 0; s < solids.size(); ++s)
            with_solids.push_back({{"solid", solids[s]}, {"crossings", result.with_solid[s].size()}});
        frames.push_back({{"frame", result.frame},
                          {"self_crossings", result.with_itself.size()},
                          {"solids", with_solids},
                          {"stretch", result.stretch},
                          {"stretched_edge", result.stretched_edge}});
        crossings += result.crossings();
        worst = std::max(worst, result.stretch);
    }
    const Json whole = {{"crossings", crossings}, {"worst_stretch", worst}, {"frames", frames}};
    return whole.dump(2, ' ', false, replace);
}

}  // namespace pleat
