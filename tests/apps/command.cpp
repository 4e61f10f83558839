#include "command.hpp"

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <pleat/io/file.hpp>

#include "tests/support/places.hpp"

extern char** environ;

namespace pleat {
namespace {

constexpr const char* kOut = ".stdout";
constexpr const char* kErr = ".stderr";

bool handles(pid_t process, int signal) {
    std::ifstream file("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("SigCgt:")) return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1U) != 0;
    }
    return false;
}

bool is_running(pid_t process) {
    siginfo_t ended{};
    return ::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
}

}  // namespace

Command::Command(const std::filesystem::path& folder, std::vector<std::string> arguments) : folder_(folder) {
    arguments.insert(arguments.begin(), test::command_path());
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, kOut, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, kErr, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    // The signals that tests ignore or that a background job was started without.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGXFSZ}) sigaddset(&signals, signal);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    EXPECT_EQ(posix_spawn(&process_, test::command_path(), &actions, &attributes, words.data(), environ), 0)
        << test::command_path();
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
}

Command::~Command() {
    if (process_ <= 0) return;
    send(SIGKILL);
    ::waitpid(process_, nullptr, 0);
}

void Command::wait_until(const std::function<bool()>& is_there) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(10);
    bool has_come = is_there();
    while (!has_come && is_running(process_) && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        has_come = is_there();
    }
    EXPECT_TRUE(has_come) << read_file(folder_ / kErr);
}

void Command::wait_until_there_is(const std::filesystem::path& file) const {
    wait_until([&] { return std::filesystem::exists(folder_ / file); });
}

void Command::wait_until_it_handles(int signal) const {
    wait_until([&] { return handles(process_, signal); });
}

void Command::send(int signal) const { ::kill(process_, signal); }

CommandResult Command::wait() {
    int status = 0;
    EXPECT_EQ(::waitpid(process_, &status, 0), process_);
    process_ = -1;
    CommandResult result;
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    result.out = read_file(folder_ / kOut);
    result.err = read_file(folder_ / kErr);
    return result;
}

CommandResult run_command(const std::filesystem::path& folder, std::vector<std::string> arguments) {
    return Command(folder, std::move(arguments)).wait();
}

}  // namespace pleat
