// Ctrl-C and kill, as a question that can be asked between steps.
#pragma once

namespace pleat {

/// From here on the first SIGINT and the first SIGTERM are only noted; the second of a kind ends the program at once.
void watch_for_stop_signals();

/// The number of the signal that came, or 0.
int stop_signal();

}  // namespace pleat
