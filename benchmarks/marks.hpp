// The marks that we set ourselves for the parts of a step.
#pragma once
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "benchmarks/tables.hpp"

namespace pleat::bench {

/// Prints the usual table and keeps the counters.
class Collector : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            values[run.benchmark_name()]["seconds"] = run.real_accumulated_time / static_cast<double>(run.iterations);
            for (const auto& [name, counter] : run.counters) values[run.benchmark_name()][name] = counter.value;
        }
        ConsoleReporter::ReportRuns(runs);
    }

    std::map<std::string, std::map<std::string, double>> values;
};

/// How the parts stand against the marks; those that were not measured are left out.
Json print_marks(const Collector& parts);

}  // namespace pleat::bench
