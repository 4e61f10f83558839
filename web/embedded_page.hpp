// The files of the viewer's page, as they are in the program.
#pragma once
#include <span>

#include <pleat/view/page_file.hpp>

namespace pleat {

std::span<const PageFile> embedded_page();

}  // namespace pleat
