// What Markdown and its pictures are made of; HTML is in html.cpp.
#include <pleat/render/png.hpp>
#include <pleat/report/document.hpp>
#include <pleat/report/markup.hpp>

namespace pleat {
namespace {

std::string file_of(const PlotFigure& figure) { return figure.name + ".svg"; }

std::string file_of(const PictureFigure& figure, std::size_t index) {
    return figure.name + "-" + std::to_string(index + 1) + ".png";
}

class MarkdownWriter {
public:
    explicit MarkdownWriter(const std::string& folder) : folder_(folder) {}

    std::string operator()(const Heading& heading) const { return "## " + heading.title + "\n"; }
    std::string operator()(const Paragraph& paragraph) const { return paragraph.text + "\n"; }
    std::string operator()(const CommandLine& command) const { return "```sh\n" + command.text + "\n```\n"; }
    std::string operator()(const PageLink& link) const { return "[" + link.text + "](" + link.page + ".md)\n"; }
    std::string operator()(const Table& table) const { return markdown_table(table.head, table.rows); }
    std::string operator()(const PlotFigure& figure) const {
        return image(figure.caption, file_of(figure)) + "\n\n" + figure.caption + "\n";
    }
    // A table of one row, which Markdown lays out side by side.
    std::string operator()(const PictureFigure& figure) const {
        std::vector<std::string> labels, images;
        for (std::size_t i = 0; i < figure.pictures.size(); ++i) {
            labels.push_back(figure.pictures[i].label);
            images.push_back(image(figure.pictures[i].label, file_of(figure, i)));
        }
        return markdown_table(labels, {images}) + "\n" + figure.caption + "\n";
    }

private:
    std::string image(const std::string& text, const std::string& file) const {
        return "![" + text + "](" + folder_ + "/" + file + ")";
    }

    const std::string& folder_;
};

}  // namespace

std::string format_markdown(const Document& document, const std::string& folder) {
    std::string text = "# " + document.title + "\n";
    for (const Block& block : document.blocks) text += "\n" + std::visit(MarkdownWriter(folder), block);
    return text;
}

std::vector<PictureFile> picture_files(const Document& document) {
    std::vector<PictureFile> files;
    for (const Block& block : document.blocks) {
        if (const auto* figure = std::get_if<PlotFigure>(&block)) {
            files.push_back({file_of(*figure), format_svg(figure->plot)});
        }
        if (const auto* figure = std::get_if<PictureFigure>(&block)) {
            for (std::size_t i = 0; i < figure->pictures.size(); ++i) {
                files.push_back({file_of(*figure, i), format_png(figure->pictures[i].picture)});
            }
        }
    }
    return files;
}

}  // namespace pleat
