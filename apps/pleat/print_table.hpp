// Tables on standard output.
#pragma once
#include <pleat/report/document.hpp>

namespace pleat {

/// In columns: the first and the last, which hold words, to the left, the others to the right.
void print_table(const Table& table);

}  // namespace pleat
