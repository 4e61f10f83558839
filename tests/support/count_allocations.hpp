// Counts what the test program allocates.
#pragma once

namespace pleat::test {

/// Calls of operator new on this thread so far.
long allocation_count();

}  // namespace pleat::test
