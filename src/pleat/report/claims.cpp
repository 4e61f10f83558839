#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include <pleat/report/claims.hpp>
#include <pleat/report/markup.hpp>

namespace pleat {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 3> kVerdictNames{"reproduced", "exceeded", "not"};  // as in Verdict

std::string name_of(Verdict verdict) { return kVerdictNames[static_cast<std::size_t>(verdict)]; }

Json number(const std::optional<Real>& value) { return value ? Json(*value) : Json(); }

std::string shown(const std::optional<Real>& value, const std::string& unit) {
    if (!value) return "none";
    return significant(*value, 4) + (unit.empty() ? "" : " " + unit);
}

std::string describe(const Wanted& wanted) {
    switch (wanted.kind) {
        case Wanted::Kind::near_paper:
            return "within " + significant(100 * wanted.bound) + " % of the paper's";
        case Wanted::Kind::at_least:
            return "at least " + significant(wanted.bound);
        case Wanted::Kind::at_most:
            return "at most " + significant(wanted.bound);
    }
    return "";
}

}  // namespace

Verdict Claim::verdict() const {
    if (!paper || !ours) return paper.has_value() == ours.has_value() ? Verdict::reproduced : Verdict::refuted;
    if (wanted.kind == Wanted::Kind::near_paper) {
        const bool is_near = std::abs(*ours - *paper) <= wanted.bound * std::abs(*paper);
        return is_near ? Verdict::reproduced : Verdict::refuted;
    }
    const Real sign = wanted.kind == Wanted::Kind::at_least ? 1 : -1;
    // Written so that a number that is not one is refuted.
    if (!(sign * *ours >= sign * wanted.bound)) return Verdict::refuted;
    return sign * *ours > sign * *paper ? Verdict::exceeded : Verdict::reproduced;
}

std::string format_claims_json(std::span<const Claim> claims) {
    Json json = Json::array();
    for (const Claim& claim : claims) {
        json.push_back({{"id", claim.id},
                        {"text", claim.text},
                        {"paper", number(claim.paper)},
                        {"ours", number(claim.ours)},
                        {"unit", claim.unit},
                        {"wanted", describe(claim.wanted)},
                        {"verdict", name_of(claim.verdict())},
                        {"command", claim.command}});
    }
    return json.dump(2) + "\n";
}

Table claims_table(std::span<const Claim> claims) {
    Table table{{"claim", "paper", "ours", "wanted", "verdict"}, {}};
    for (const Claim& claim : claims) {
        table.rows.push_back({claim.text, shown(claim.paper, claim.unit), shown(claim.ours, claim.unit),
                              describe(claim.wanted), name_of(claim.verdict())});
    }
    return table;
}

}  // namespace pleat
