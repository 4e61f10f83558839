#include "validation/report/page.hpp"

#include <algorithm>
#include <cstdio>

#include <pleat/io/file.hpp>
#include <pleat/render/png.hpp>

namespace pleat::validation {
Page::Page(std::filesystem::path file) : file_(std::move(file)), pictures_(file_.parent_path() / file_.stem()) {
    std::filesystem::create_directories(pictures_);
}

void Page::heading(const std::string& title) {
    text_ += (text_.empty() ? "# " : "\n## ") + title + "\n";
    std::printf("\n%s\n", title.c_str());
}

void Page::paragraph(const std::string& markdown) { text_ += "\n" + markdown + "\n"; }

void Page::table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
    text_ += "\n" + markdown_table(head, rows);
}

void Page::compare(const std::vector<Comparison>& results, const Bound& bound) {
    print(results);
    const bool is_relative = bound.of == Bound::Of::error;
    std::vector<std::vector<std::string>> rows;
    for (const Comparison& c : results) {
        const std::string unit = c.unit.empty() ? "" : " " + c.unit;
        rows.push_back(
            {c.what, significant(c.ours) + unit, significant(c.exact) + unit, significant(bound.measure(c), 2)});
    }
    table({"", "ours", "exact", is_relative ? "error" : "difference"}, rows);
    check(results, bound);
}

void Page::check(const std::vector<Comparison>& results, const Bound& bound) {
    Real largest = 0;
    for (const Comparison& c : results) {
        largest = std::max(largest, bound.measure(c));
        if (bound.holds(c)) continue;
        ++out_of_bounds_;
        std::printf("not within %g: %s\n", bound.value, c.what.c_str());
    }
    paragraph("Largest " + std::string(bound.of == Bound::Of::error ? "error " : "difference ") +
              significant(largest, 2) + "; the tests allow " + significant(bound.value, 2) + ".");
}

void Page::print(const std::vector<Comparison>& results) const {
    for (const Comparison& c : results) {
        std::printf("%-74s %14.8g %14.8g %-3s %10.2e\n", c.what.c_str(), c.ours, c.exact, c.unit.c_str(), c.error());
    }
    std::fflush(stdout);
}

void Page::plot(const std::string& name, const std::string& caption, const Plot& plot) {
    write_file(pictures_ / (name + ".svg"), format_svg(plot));
    paragraph("![" + caption + "](" + pictures_.filename().string() + "/" + name + ".svg)");
}

void Page::picture(const std::string& name, const std::string& caption, const Picture& picture) {
    write_file(pictures_ / (name + ".png"), format_png(picture));
    paragraph("![" + caption + "](" + pictures_.filename().string() + "/" + name + ".jpg)");
}

void Page::write() const { write_file(file_, text_); }

}  // namespace pleat::validation
