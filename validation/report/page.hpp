// A page of the report: Markdown with tables and pictures, printed as a plain table while it is made.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <pleat/render/image.hpp>
#include <pleat/report/markup.hpp>
#include <pleat/report/plot.hpp>

#include "validation/bounds.hpp"

namespace pleat::validation {

/// Written into a folder, with its pictures in a folder beside it that has its name.
class Page {
public:
    /// `file` is like docs/validation.md.
    explicit Page(std::filesystem::path file);

    void heading(const std::string& title);
    void paragraph(const std::string& markdown);
    void table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows);

    /// A table of results beside the exact values, with what the tests hold them to. Results that are not within the
    /// bound are counted.
    void compare(const std::vector<Comparison>& results, const Bound& bound);
    /// Says the bound, and counts results that are not within it, for tables of another form.
    void check(const std::vector<Comparison>& results, const Bound& bound);
    /// Only prints.
    void print(const std::vector<Comparison>& results) const;

    void plot(const std::string& name, const std::string& caption, const Plot& plot);
    /// Writes name.png, and refers to name.jpg, which `./do validate` makes of it.
    void picture(const std::string& name, const std::string& caption, const Picture& picture);

    int results_out_of_bounds() const { return out_of_bounds_; }
    /// Throws ErrorKind::io.
    void write() const;

private:
    std::filesystem::path file_;
    std::filesystem::path pictures_;
    std::string text_;
    int out_of_bounds_ = 0;
};

}  // namespace pleat::validation
