// What a paper claims, beside what Pleat computes.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pleat/core/real.hpp>
#include <pleat/report/document.hpp>

namespace pleat {

/// What becomes of a claim.
enum class Verdict {
    reproduced,  ///< our number is what was wanted of it
    exceeded,    ///< it is better than the paper's
    refuted,     ///< it is not: "not" in claims.json
};

/// What is wanted of our number.
struct Wanted {
    enum class Kind {
        near_paper,  ///< at most `bound` times the paper's value away from it
        at_least,    ///< not below `bound`; better the larger it is
        at_most,     ///< not above `bound`; better the smaller it is
    } kind = Kind::near_paper;
    Real bound = 0;
};

/// One claim. Its verdict comes from the numbers alone.
struct Claim {
    std::string id;             ///< unique, for programs
    std::string text;           ///< one sentence
    std::optional<Real> paper;  ///< none: the paper says that there is no such number
    std::optional<Real> ours;
    std::string unit;
    Wanted wanted;
    std::string command{};  ///< that computes it

    Verdict verdict() const;
};

/// The text of claims.json: an array with one object a claim.
std::string format_claims_json(std::span<const Claim> claims);

/// A row a claim.
Table claims_table(std::span<const Claim> claims);

}  // namespace pleat
