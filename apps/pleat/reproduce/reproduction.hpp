// The papers whose experiments can be repeated: each describes a page and its claims.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pleat/report/claims.hpp>
#include <pleat/report/document.hpp>

#include "progress_line.hpp"

namespace pleat {

/// How thorough a reproduction is, and how much it tells while it works.
struct ReproductionSettings {
    bool is_quick = false;  ///< shorter and smaller, for trying and for tests
    int threads = 0;        ///< 0: all cores
    Verbosity verbosity = Verbosity::normal;
    std::string command;  ///< that asked for it
};

/// What came of it.
struct Reproduction {
    Document page;
    std::vector<Claim> claims;
};

/// A paper.
struct Paper {
    const char* name;
    const char* title;
    /// None if a signal to stop came first.
    std::optional<Reproduction> (*reproduce)(const ReproductionSettings& settings);
};

std::optional<Reproduction> reproduce_large_steps(const ReproductionSettings& settings);
std::optional<Reproduction> reproduce_generalized_alpha(const ReproductionSettings& settings);
std::optional<Reproduction> reproduce_directional(const ReproductionSettings& settings);
std::optional<Reproduction> reproduce_interactive(const ReproductionSettings& settings);

/// All of them; a new one is one more row.
inline constexpr Paper kPapers[] = {
    {"large-steps", "Baraff & Witkin 1998, Large Steps in Cloth Simulation", reproduce_large_steps},
    {"generalized-alpha", "Parks & Forsyth 2002, Improved Integration for Cloth Simulation",
     reproduce_generalized_alpha},
    {"directional", "Ozgen & Kallmann 2011, Directional Constraint Enforcement for Fast Cloth Simulation",
     reproduce_directional},
    {"interactive", "Fuhrmann, Gross & Luckas 2003, Interactive Animation of Cloth including Self Collision Detection",
     reproduce_interactive},
};

}  // namespace pleat
