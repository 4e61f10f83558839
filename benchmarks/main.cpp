// Measures the speed of parts and of whole frames, prints tables, and writes all of it into a JSON file.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <pleat/io/file.hpp>

#include "benchmarks/marks.hpp"
#include "benchmarks/tables.hpp"

namespace pleat::bench {
namespace {

constexpr const char* kUsage =
    "usage: pleat_bench [--json=FILE] [--only=parts|growth|bend|race|interactive[,...]] [options of Google "
    "Benchmark]\n";

struct Options {
    std::string json = "build/bench.json";
    std::string only = "parts,growth,bend,race,interactive";
    std::vector<char*> rest;  // for Google Benchmark

    bool wants(const std::string& table) const {
        return ("," + only + ",").find("," + table + ",") != std::string::npos;
    }
};

Options parse(int argc, char** argv) {
    Options options;
    for (int i = 0; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument.starts_with("--json="))
            options.json = argument.substr(7);
        else if (argument.starts_with("--only="))
            options.only = argument.substr(7);
        else
            options.rest.push_back(argv[i]);
    }
    return options;
}

// Work of others that waits for this machine's cores, on average over the last minute.
Real load_average() {
    double load = 0;
    return getloadavg(&load, 1) == 1 ? load : -1;
}

int run(int argc, char** argv) {
    Options options = parse(argc, argv);
    const std::vector<const char*> tables{"parts", "growth", "bend", "race", "interactive"};
    if (std::none_of(tables.begin(), tables.end(), [&](const char* table) { return options.wants(table); })) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    int rest = static_cast<int>(options.rest.size());
    benchmark::Initialize(&rest, options.rest.data());
    if (benchmark::ReportUnrecognizedArguments(rest, options.rest.data())) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    Json results{{"load_average_before", load_average()}};
    std::printf("Load of the machine before: %.1f. Above 0.5 others disturb the times.\n\n", load_average());
    if (options.wants("parts")) {
        Collector parts;
        benchmark::RunSpecifiedBenchmarks(&parts);
        results["marks"] = print_marks(parts);
    }
    if (options.wants("growth")) results["growth"] = measure_growth();
    if (options.wants("bend")) results["bend"] = measure_bend_iterations();
    if (options.wants("race")) results["race"] = measure_races();
    if (options.wants("interactive")) results["interactive"] = measure_interactive();
    write_file(options.json, results.dump(1) + "\n");
    std::printf("All numbers are in %s\n", options.json.c_str());
    return 0;
}

}  // namespace
}  // namespace pleat::bench

int main(int argc, char** argv) {
    try {
        return pleat::bench::run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "pleat_bench: %s\n", error.what());
        return 1;
    }
}
