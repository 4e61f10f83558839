// One file of the viewer's page.
#pragma once
#include <string_view>

namespace pleat {

/// A file that is served: nothing else is.
struct PageFile {
    std::string_view target;  ///< "/page.js"
    std::string_view type;    ///< "text/javascript"
    std::string_view bytes;
};

}  // namespace pleat
