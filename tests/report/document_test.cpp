#include <gtest/gtest.h>

#include <pleat/render/png.hpp>
#include <pleat/report/document.hpp>
#include <pleat/report/markup.hpp>

#include "page_checks.hpp"

namespace pleat::test {
namespace {

Document sample() {
    const Plot plot{{"t [s]"}, {"E [J]"}, {{"one", {{0, 1}, {1, 0}}}}};
    const Picture red({16, 16}, {200, 0, 0}), blue({16, 16}, {0, 0, 200});
    return {"A <page>",
            {Heading{"Part"}, Paragraph{"Some & more."}, CommandLine{"pleat run flag"},
             Table{{"what", "value"}, {{"x", "1"}}}, PlotFigure{"energy", "Energy over time", plot},
             PictureFigure{"frames", "Two frames", {{"0 s", red}, {"1 s", blue}}}}};
}

TEST(Document, HtmlNeedsNoOtherFile) {
    const std::string html = format_html(sample());
    EXPECT_TRUE(has(html, "<h1>A &lt;page&gt;</h1>"));
    EXPECT_TRUE(has(html, "Some &amp; more."));
    EXPECT_TRUE(has(html, "<svg viewBox"));
    expect_self_contained(html);
    EXPECT_TRUE(has(html, encode_base64(format_png(Picture({16, 16}, {0, 0, 200})))));
}

TEST(Document, MarkdownRefersToEachOfItsFiles) {
    const std::string markdown = format_markdown(sample(), "page");
    EXPECT_TRUE(markdown.starts_with("# A <page>\n\n## Part\n\nSome & more.\n"));
    const std::vector<PictureFile> files = picture_files(sample());
    ASSERT_EQ(files.size(), 3u);
    for (const PictureFile& file : files) EXPECT_TRUE(has(markdown, "](page/" + file.name + ")")) << file.name;
    EXPECT_EQ(files[0].name, "energy.svg");
    EXPECT_EQ(parse_png(files[1].contents, files[1].name).at(3, 3), (Rgb{200, 0, 0}));
    EXPECT_TRUE(has(files[0].contents, "xmlns="));
}

}  // namespace
}  // namespace pleat::test
