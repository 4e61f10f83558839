// pleat reproduce PAPER|all
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "pictures.hpp"
#include "print_table.hpp"
#include "reproduce/claims_index.hpp"
#include "stop_signal.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

struct ReproduceOptions {
    std::string paper;
    std::string out;
    int threads = 0;
    bool quick = false;
    bool quiet = false;
};

const Paper& find_paper(const std::string& name) {
    std::vector<std::string> known{"all"};
    for (const Paper& paper : kPapers) {
        if (paper.name == name) return paper;
        known.push_back(paper.name);
    }
    throw Error(ErrorKind::bad_input, "there is no paper \"" + name + "\"" + suggestion(name, known));
}

// The texts last: where they are, all that they show is.
void write_files(const Reproduction& reproduction, const fs::path& folder, const std::string& name) {
    make_folder(folder / name);
    for (const PictureFile& file : picture_files(reproduction.page)) {
        write_file(folder / name / file.name, file.contents);
    }
    write_file(folder / (name + ".html"), format_html(reproduction.page));
    write_file(folder / (name + ".md"), format_markdown(reproduction.page, name));
    write_file(folder / "claims.json", format_claims_json(reproduction.claims));
}

std::optional<Reproduction> carry_out(const Paper& paper, const ReproduceOptions& options) {
    return paper.reproduce({options.quick, options.threads, options.quiet ? Verbosity::quiet : Verbosity::normal,
                            std::string("pleat reproduce ") + paper.name + (options.quick ? " --quick" : "")});
}

void tell(std::span<const Claim> claims, const fs::path& page, const ReproduceOptions& options) {
    if (options.quiet) return;
    print_table(claims_table(claims));
    fmt::print("{}\n", page.string());
}

int reproduce(const ReproduceOptions& options) {
    const Paper& paper = find_paper(options.paper);
    const fs::path folder = options.out.empty() ? fs::path("out") / paper.name : fs::path(options.out);
    watch_for_stop_signals();
    const auto reproduction = carry_out(paper, options);
    if (!reproduction) {
        fmt::print(stderr, "pleat: stopped; nothing was written\n");
        return kSignal + stop_signal();
    }
    write_files(*reproduction, folder, paper.name);
    tell(reproduction->claims, folder / (std::string(paper.name) + ".html"), options);
    return kDone;
}

// All papers into one folder, and the index over them, which comes last.
int reproduce_all(const ReproduceOptions& options) {
    const fs::path folder = options.out.empty() ? fs::path("out/papers") : fs::path(options.out);
    watch_for_stop_signals();
    ClaimsIndex index;
    for (const Paper& paper : kPapers) {
        if (!options.quiet) fmt::print(stderr, "{}\n", paper.title);
        const auto reproduction = carry_out(paper, options);
        if (!reproduction) {
            fmt::print(stderr, "pleat: stopped; the papers before {} are in {}\n", paper.name, folder.string());
            return kSignal + stop_signal();
        }
        write_files(*reproduction, folder, paper.name);
        index.add(paper, reproduction->claims);
    }
    const Document page = index.page(options.quick);
    write_file(folder / "claims.json", format_claims_json(index.claims()));
    write_file(folder / "index.html", format_html(page));
    write_file(folder / "index.md", format_markdown(page, "index"));
    tell(index.claims(), folder / "index.html", options);
    return kDone;
}

std::string list_papers() {
    std::string list;
    for (const Paper& paper : kPapers) {
        list += std::string(list.empty() ? "" : "; ") + paper.name + ": " + paper.title;
    }
    return list;
}

}  // namespace

Action define_reproduce(CLI::App& command) {
    const auto options = std::make_shared<ReproduceOptions>();
    command.add_option("PAPER", options->paper, "all, or one: " + list_papers())->required();
    command.add_option("--out", options->out, "Folder for the files; out/PAPER, or out/papers, if not given")
        ->type_name("DIR");
    command.add_option("--threads", options->threads, "Threads to use; 0, or not given: all cores")
        ->check(CLI::Range(0, 1024))
        ->type_name("N");
    command.add_flag("--quick", options->quick, "Shorter and smaller, to see that it works");
    command.add_flag("--quiet", options->quiet, "Tell nothing but errors");
    return [options] { return options->paper == "all" ? reproduce_all(*options) : reproduce(*options); };
}

}  // namespace pleat
