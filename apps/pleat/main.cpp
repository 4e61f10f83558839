// The command `pleat`: reads the command line, runs a subcommand, and turns every failure into one line and a status.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include <pleat/core/error.hpp>
#include <pleat/version.hpp>

#include "commands.hpp"
#include "exit_status.hpp"

namespace pleat {
namespace {

struct Subcommand {
    const char* name;
    const char* description;
    Action (*define)(CLI::App& command);
};

constexpr Subcommand kSubcommands[] = {
    {"run", "Simulate a scene and write its frames", define_run},
    {"compare", "Run variants of a scene and show them beside each other", define_compare},
    {"reproduce", "Repeat the experiments of a paper and compare the results", define_reproduce},
    {"map", "Show the order in which directional correction visits the edges of a scene", define_map},
#ifdef PLEAT_VIEWER
    {"view", "Show a scene or a finished animation in the browser, and let it be pulled at", define_view},
#endif
    {"render", "Draw pictures or a video of a run", define_render},
    {"convert", "Write a run or another animation in the file formats of other programs", define_convert},
    {"check", "Look for mistakes in a scene without simulating it", define_check},
    {"info", "Tell what is in a mesh (OBJ), a point cache (PC2) or the folder of a run", define_info},
    {"audit", "Count crossings of cloth with itself and with solids in an animation", define_audit},
    {"ccd", "Answer queries about continuous collision", define_ccd},
    {"fabrics", "List the fabrics that come with Pleat, or show one as TOML", define_fabrics},
    {"scenes", "List the scenes that come with Pleat", define_scenes},
};

int fail(int status, std::string message) {
    // One line, whatever a message is made of.
    std::replace(message.begin(), message.end(), '\n', ' ');
    fmt::print(stderr, "pleat: {}\n", message);
    return status;
}

const CLI::App& parsed_command(const CLI::App& app) {
    const auto parsed = app.get_subcommands();
    return parsed.empty() ? app : *parsed.front();
}

// An option that is not known, or a word too many, with the nearest that is known.
std::string explain_extra(const CLI::App& app, const std::string& extra) {
    const CLI::App& command = parsed_command(app);
    std::vector<std::string> known;
    if (extra.starts_with("-")) {
        for (const CLI::Option* option : command.get_options()) {
            for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
        }
        return "there is no option " + extra + suggestion(extra.substr(0, extra.find('=')), known);
    }
    if (&command != &app)
        return "\"" + extra + "\" is one argument too many; see pleat " + command.get_name() + " --help";
    for (const Subcommand& subcommand : kSubcommands) known.push_back(subcommand.name);
    return "there is no subcommand \"" + extra + "\"" + suggestion(extra, known);
}

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<std::string> extras = app.remaining(true);
    if (!extras.empty()) return explain_extra(app, extras.front());
    return std::string(error.what()) + "; see pleat " + parsed_command(app).get_name() +
           (&parsed_command(app) == &app ? "" : " ") + "--help";
}

int act(const Action& action) {
    try {
        const int status = action();
        if (std::fflush(stdout) == 0) return status;
        return fail(kIo, "standard output: cannot be written: " + std::generic_category().message(errno));
    } catch (const Error& error) {
        return fail(exit_status(error.kind()), error.what());
    } catch (const std::bad_alloc&) {
        return fail(kIo, "there is not enough memory; use a smaller mesh");
    } catch (const std::system_error& error) {
        return fail(kIo, error.what());
    } catch (const std::exception& error) {
        return fail(kIo, std::string("internal error, please report it: ") + error.what());
    }
}

int run_command_line(int count, char** words) {
    CLI::App app("Pleat simulates cloth.", "pleat");
    app.set_version_flag("--version", std::string("pleat ") + kVersion);
    std::map<std::string, Action> actions;
    for (const Subcommand& subcommand : kSubcommands) {
        CLI::App* command = app.add_subcommand(subcommand.name, subcommand.description);
        command->set_version_flag("--version", std::string("pleat ") + kVersion);
        actions[subcommand.name] = subcommand.define(*command);
    }
    try {
        app.parse(count, words);
    } catch (const CLI::Success& help_or_version) {
        return app.exit(help_or_version);
    } catch (const CLI::ParseError& error) {
        return fail(kBadInput, explain(app, error));
    }
    if (app.get_subcommands().empty()) {
        fmt::print(stderr, "{}", app.help());
        return kBadInput;
    }
    return act(actions.at(app.get_subcommands().front()->get_name()));
}

}  // namespace
}  // namespace pleat

int main(int count, char** words) {
    // A file that grows beyond a limit is an error like a full disk, not a reason to die.
    std::signal(SIGXFSZ, SIG_IGN);
    return pleat::run_command_line(count, words);
}
