// A document as one HTML file: plots are SVG within it, pictures are PNG in base64.
#include <pleat/render/png.hpp>
#include <pleat/report/document.hpp>
#include <pleat/report/markup.hpp>

namespace pleat {
namespace {

constexpr const char* kStyle = R"(
body{max-width:1320px;margin:2em auto;padding:0 1.5em;font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff}
h1{font-size:1.7em;margin-bottom:.3em}h2{font-size:1.25em;margin:1.8em 0 .4em}p{max-width:52em}
pre{background:#f4f4f2;padding:.6em .9em;border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.93em}
th,td{padding:.3em .8em;border-bottom:1px solid #ddd;text-align:right;vertical-align:top}
th:first-child,td:first-child{text-align:left}th{border-bottom:2px solid #999}
figure{margin:1em 0}figcaption{color:#555;max-width:52em}
.row{display:flex;flex-wrap:wrap;gap:10px}.row figure{margin:0}.row figcaption{font-size:.85em}
img{max-width:100%;border-radius:3px}svg{max-width:100%;height:auto}
)";

std::string cells(const char* tag, const std::vector<std::string>& texts) {
    std::string row = "<tr>";
    for (const std::string& text : texts) {
        row += std::string("<") + tag + ">" + escape_markup(text) + "</" + tag + ">";
    }
    return row + "</tr>\n";
}

std::string caption(const std::string& text) { return "<figcaption>" + escape_markup(text) + "</figcaption>"; }

struct HtmlWriter {
    std::string operator()(const Heading& heading) const { return "<h2>" + escape_markup(heading.title) + "</h2>\n"; }
    std::string operator()(const Paragraph& paragraph) const {
        return "<p>" + escape_markup(paragraph.text) + "</p>\n";
    }
    std::string operator()(const CommandLine& command) const {
        return "<pre>" + escape_markup(command.text) + "</pre>\n";
    }
    std::string operator()(const PageLink& link) const {
        return "<p><a href=\"" + escape_markup(link.page) + ".html\">" + escape_markup(link.text) + "</a></p>\n";
    }
    std::string operator()(const Table& table) const {
        std::string html = "<div class=\"scroll\"><table>\n" + cells("th", table.head);
        for (const auto& row : table.rows) html += cells("td", row);
        return html + "</table></div>\n";
    }
    std::string operator()(const PlotFigure& figure) const {
        return "<figure>\n" + format_svg(figure.plot, SvgPlace::page) + caption(figure.caption) + "\n</figure>\n";
    }
    std::string operator()(const PictureFigure& figure) const {
        std::string html = "<figure>\n<div class=\"row\">\n";
        for (const LabeledPicture& shown : figure.pictures) {
            const ImageSize size = shown.picture.size;
            html += "<figure><img alt=\"" + escape_markup(shown.label) + "\" width=\"" + std::to_string(size.width) +
                    "\" height=\"" + std::to_string(size.height) + "\" src=\"data:image/png;base64," +
                    encode_base64(format_png(shown.picture)) + "\">" + caption(shown.label) + "</figure>\n";
        }
        return html + "</div>\n" + caption(figure.caption) + "\n</figure>\n";
    }
};

}  // namespace

std::string format_html(const Document& document) {
    const std::string title = escape_markup(document.title);
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + title +
                       "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n";
    for (const Block& block : document.blocks) html += std::visit(HtmlWriter{}, block);
    return html + "</body>\n</html>\n";
}

}  // namespace pleat
