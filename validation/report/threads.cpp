// The part of the report on cloth that does not bend.
#include "validation/report/sections.hpp"

namespace pleat::validation {

void report_threads(Page& page) {
    page.heading("Own weight");
    page.paragraph("A hanging strip grows by σ g L² / (2 k).");
    page.compare(own_weight(Effort::full), bounds::kOwnWeight);

    page.heading("Catenary");
    page.paragraph("A strip that cannot stretch, between two supports.");
    page.compare(catenary(Effort::full), bounds::kCatenary);

    page.heading("Hanging strip");
    page.paragraph(
        "Small swings have ω = j/2 √(g/L) for the roots j of the Bessel function J₀: 1.20241, 2.76004 and 4.32686 "
        "√(g/L). "
        "The tests look at the first.");
    page.compare(hanging_periods(Effort::full), bounds::kHangingStrip);

    page.heading("Square membrane");
    page.paragraph("Under tension T it vibrates with √(T/σ) √(m² + n²) / (2 a), on every triangulation.");
    page.compare(square_membrane(Effort::full), bounds::kMembrane);
}

}  // namespace pleat::validation
