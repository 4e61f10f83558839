// A page on a paper as it grows: what all of them share.
#pragma once
#include <cstddef>
#include <vector>

#include <pleat/render/film.hpp>

#include "reproduce/reproduction.hpp"
#include "trials.hpp"

namespace pleat {

/// The page, and its claims, whose table gets a place near its beginning.
struct PaperPage {
    const ReproductionSettings& settings;
    Reproduction result{};
    std::size_t place_of_claims = 0;  ///< among the blocks

    void add(Block block) { result.page.blocks.push_back(std::move(block)); }
    /// Names the command that computes it.
    void claim(Claim claim);
    /// The table of claims comes here, when all are made.
    void leave_place_for_claims() { place_of_claims = result.page.blocks.size(); }
    /// The whole page.
    Reproduction finish() &&;
};

/// Throws ErrorKind::cannot_go_on if one of these could not.
void expect_all_finished(std::span<const Trial> trials);

/// Over all edges of the mesh; warp, weft and diagonals are taken to be as many.
Real mean_stretch(const FrameStats& frame);

/// [s] of processor time that this program has used: other programs do not disturb it as they do the clock.
Real processor_seconds();

/// As draw_trials(), with as many threads as the settings say.
std::optional<std::vector<std::vector<Picture>>> draw_trials(std::span<const Trial> trials, const FilmSettings& film,
                                                             const ReproductionSettings& settings);

}  // namespace pleat
