#include "stop_signal.hpp"

#include <csignal>
#include <initializer_list>

namespace pleat {
namespace {

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t stopped_by = 0;

void note_signal(int signal) { stopped_by = signal; }

}  // namespace

void watch_for_stop_signals() {
    struct sigaction action {};
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESETHAND | SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        // A shell that starts us in the background wants us not to hear of Ctrl-C.
        if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
    }
}

int stop_signal() { return stopped_by; }

}  // namespace pleat
