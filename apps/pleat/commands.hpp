// The subcommands: each adds its options to its parser and returns what is to be done once they are read.
#pragma once
#include <functional>

#include <CLI/CLI.hpp>

namespace pleat {

/// Returns the exit status.
using Action = std::function<int()>;

Action define_run(CLI::App& command);
Action define_compare(CLI::App& command);
Action define_reproduce(CLI::App& command);
Action define_map(CLI::App& command);
Action define_render(CLI::App& command);
Action define_convert(CLI::App& command);
Action define_check(CLI::App& command);
Action define_info(CLI::App& command);
Action define_audit(CLI::App& command);
Action define_ccd(CLI::App& command);
Action define_fabrics(CLI::App& command);
Action define_scenes(CLI::App& command);
Action define_view(CLI::App& command);  ///< only with PLEAT_VIEWER

}  // namespace pleat
