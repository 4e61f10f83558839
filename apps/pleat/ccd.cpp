// pleat ccd --kind KIND FILE
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include <fmt/core.h>

#include <pleat/io/collision_queries.hpp>

#include "commands.hpp"
#include "exit_status.hpp"

namespace pleat {
namespace {

struct CcdOptions {
    std::string file;
    std::string kind;
};

constexpr const char* kVertexFace = "vertex-face";
constexpr const char* kEdgeEdge = "edge-edge";

void print_answers(const CcdOptions& options) {
    const PairKind kind = options.kind == kEdgeEdge ? PairKind::edge_edge : PairKind::vertex_face;
    std::string lines;
    for (const CollisionQuery& query : read_collision_queries(options.file)) {
        const std::optional<Real> time = first_contact(kind, query.motion);
        fmt::format_to(std::back_inserter(lines), "{} {}\n", time ? 1 : 0,
                       time.value_or(std::numeric_limits<Real>::infinity()));
    }
    fmt::print("{}", lines);
}

}  // namespace

Action define_ccd(CLI::App& command) {
    const auto options = std::make_shared<CcdOptions>();
    command.add_option("FILE", options->file, "Queries as CSV: 8 lines of 7 integers each")->required();
    command.add_option("--kind", options->kind, "What touches what: vertex-face or edge-edge")
        ->required()
        ->check(CLI::IsMember({kVertexFace, kEdgeEdge}).description(""))
        ->type_name("KIND");
    return [options] {
        print_answers(*options);
        return kDone;
    };
}

}  // namespace pleat
