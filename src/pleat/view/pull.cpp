#include <pleat/view/pull.hpp>

namespace pleat {

// Baraff & Witkin 1998, section 4.4, pull by user-controlled "mouse" forces, which are part of the solve like all
// others; so do all that solve for a step: their papers do not speak of pointers. Fuhrmann, Gross & Luckas 2003 put the
// particle where the pointer is and give it infinite mass, and Ozgen & Kallmann 2011 begin their correction at what is
// fixed: who corrects positions takes a place, and knows no force that could not be outvoted by the next correction.
Pull usual_pull(const MethodSettings& method) { return is_implicit(method) ? Pull::spring : Pull::exact; }

}  // namespace pleat
