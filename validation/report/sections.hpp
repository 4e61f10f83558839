// The parts of the report, in its order.
#pragma once
#include "validation/report/page.hpp"

namespace pleat::validation {

void report_time_integration(Page& page);
void report_threads(Page& page);     ///< own weight, catenary, hanging strip, membrane: nothing that bends
void report_cantilever(Page& page);  ///< over loads and mesh sizes
void report_mesh_independence(Page& page);
void report_standards(Page& page);    ///< bending length and buckling
void report_bend_limits(Page& page);  ///< the bending of the interactive method
void report_contacts(Page& page);     ///< continuous collision against exact arithmetic
void report_solids(Page& page);       ///< friction, and scenes in which cloth touches solids

}  // namespace pleat::validation
