// The index over all papers: a line for each claim, with its numbers and its verdict.
#pragma once
#include <span>
#include <vector>

#include "reproduce/reproduction.hpp"

namespace pleat {

/// Grows paper by paper.
class ClaimsIndex {
public:
    /// Claims get the paper's name before their own: "large-steps/growth".
    void add(const Paper& paper, std::span<const Claim> claims);

    const std::vector<Claim>& claims() const { return claims_; }
    /// It finds the papers' pages beside itself.
    Document page(bool is_quick) const;

private:
    struct Part {
        const Paper& paper;
        std::size_t begin, end;  // of its claims
    };
    std::vector<Part> parts_;
    std::vector<Claim> claims_;
};

}  // namespace pleat
