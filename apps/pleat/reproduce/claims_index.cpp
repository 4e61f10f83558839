#include "reproduce/claims_index.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace pleat {
namespace {

std::string tally(std::span<const Claim> claims) {
    const auto count = [&](Verdict verdict) {
        return std::count_if(claims.begin(), claims.end(), [&](const Claim& c) { return c.verdict() == verdict; });
    };
    return fmt::format("{} claims: {} reproduced, {} exceeded, {} not.", claims.size(), count(Verdict::reproduced),
                       count(Verdict::exceeded), count(Verdict::refuted));
}

}  // namespace

void ClaimsIndex::add(const Paper& paper, std::span<const Claim> claims) {
    const std::size_t begin = claims_.size();
    for (Claim claim : claims) {
        claim.id = fmt::format("{}/{}", paper.name, claim.id);
        claims_.push_back(std::move(claim));
    }
    parts_.push_back({paper, begin, claims_.size()});
}

Document ClaimsIndex::page(bool is_quick) const {
    Document page{"The papers, reproduced", {}};
    page.blocks.push_back(
        Paragraph{"What the papers claim, beside what Pleat computes. A claim is reproduced if our number is what was "
                  "wanted of it, "
                  "exceeded if it is better than the paper's, and else not; each paper's page says why. " +
                  tally(claims_) + " This page was made by"});
    page.blocks.push_back(CommandLine{std::string("pleat reproduce all") + (is_quick ? " --quick" : "")});
    if (is_quick) page.blocks.push_back(Paragraph{"A quick version, whose numbers are not the papers'."});
    for (const Part& part : parts_) {
        const std::span<const Claim> claims(claims_.data() + part.begin, part.end - part.begin);
        page.blocks.push_back(Heading{part.paper.title});
        page.blocks.push_back(Paragraph{tally(claims)});
        page.blocks.push_back(PageLink{"Figures, tables and what differs", part.paper.name});
        page.blocks.push_back(claims_table(claims));
    }
    return page;
}

}  // namespace pleat
