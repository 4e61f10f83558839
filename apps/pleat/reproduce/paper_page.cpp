#include "reproduce/paper_page.hpp"

#include <ctime>

#include <pleat/core/error.hpp>
#include <pleat/core/parallel.hpp>

namespace pleat {

void PaperPage::claim(Claim claim) {
    claim.command = settings.command;
    result.claims.push_back(std::move(claim));
}

Reproduction PaperPage::finish() && {
    auto& blocks = result.page.blocks;
    blocks.insert(blocks.begin() + static_cast<long>(place_of_claims), claims_table(result.claims));
    return std::move(result);
}

void expect_all_finished(std::span<const Trial> trials) {
    for (const Trial& trial : trials) {
        if (trial.account.status != RunStatus::cannot_go_on) continue;
        throw Error(ErrorKind::cannot_go_on, trial.label + ": the simulation cannot go on: " + trial.account.reason);
    }
}

Real mean_stretch(const FrameStats& frame) {
    return (frame.warp.mean_stretch + frame.weft.mean_stretch + frame.bias.mean_stretch) / 3;
}

Real processor_seconds() { return static_cast<Real>(std::clock()) / CLOCKS_PER_SEC; }

std::optional<std::vector<std::vector<Picture>>> draw_trials(std::span<const Trial> trials, const FilmSettings& film,
                                                             const ReproductionSettings& settings) {
    std::optional<std::vector<std::vector<Picture>>> pictures;
    Threads(settings.threads).run([&] { pictures = draw_trials(trials, film, settings.verbosity); });
    return pictures;
}

}  // namespace pleat
