// A page that is described once and written as Markdown and as HTML.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include <pleat/render/image.hpp>
#include <pleat/report/plot.hpp>

namespace pleat {

/// A title of a part of the page.
struct Heading {
    std::string title;
};

/// Plain text.
struct Paragraph {
    std::string text;
};

/// Something to type, shown as it is.
struct CommandLine {
    std::string text;
};

/// Where another page is, in the form that this one has.
struct PageLink {
    std::string text;
    std::string page;  ///< relative to this one, without extension
};

/// The first column is to the left, all others to the right.
struct Table {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;
};

/// A plot with what it shows.
struct PlotFigure {
    std::string name;  ///< of its file, without extension; unique in a document
    std::string caption;
    Plot plot;
};

/// A picture with what is under it.
struct LabeledPicture {
    std::string label;
    Picture picture;
};

/// Pictures side by side.
struct PictureFigure {
    std::string name;  ///< of their files, without number and extension; unique in a document
    std::string caption;
    std::vector<LabeledPicture> pictures;
};

using Block = std::variant<Heading, Paragraph, CommandLine, PageLink, Table, PlotFigure, PictureFigure>;

/// A page.
struct Document {
    std::string title;
    std::vector<Block> blocks;
};

/// A file that belongs to a page.
struct PictureFile {
    std::string name;
    std::string contents;
};

/// One HTML file that needs no other and opens without a network.
std::string format_html(const Document& document);

/// A Markdown text that finds its plots and pictures in `folder`, a name relative to the text.
std::string format_markdown(const Document& document, const std::string& folder);

/// The plots (SVG) and pictures (PNG) that format_markdown() refers to.
std::vector<PictureFile> picture_files(const Document& document);

}  // namespace pleat
