// Runs the command `pleat` as a user would.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace pleat {

/// What a command left behind.
struct CommandResult {
    int status = -1;  ///< exit status; -1 if a signal ended it
    int signal = 0;   ///< the signal that ended it
    std::string out;  ///< standard output
    std::string err;  ///< standard error
};

/// A command that was started. It is killed at its end if nobody waited for it.
class Command {
public:
    /// Runs in `folder`, where its output is collected in hidden files too.
    Command(const std::filesystem::path& folder, std::vector<std::string> arguments);
    ~Command();
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;

    /// Waits for a sign of the command. That it ends without one, or that none comes in ten minutes, is a failure.
    void wait_until(const std::function<bool()>& is_there) const;
    void wait_until_there_is(const std::filesystem::path& file) const;
    /// Until it has a handler for the signal.
    void wait_until_it_handles(int signal) const;
    void send(int signal) const;
    CommandResult wait();

private:
    std::filesystem::path folder_;
    pid_t process_ = -1;
};

/// Starts a command and waits for it.
CommandResult run_command(const std::filesystem::path& folder, std::vector<std::string> arguments);

}  // namespace pleat
