#include "pictures.hpp"

#include <fmt/core.h>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/render/contact_sheet.hpp>
#include <pleat/render/png.hpp>
#include <pleat/render/video.hpp>

#include "stop_signal.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

// Calls take(frame, picture) for every frame; false if a signal to stop came first.
template <class Take>
bool shoot(const Drawing& drawing, const Film& film, const std::string& what, Take&& take) {
    ProgressLine line(drawing.verbosity);
    const auto total = static_cast<int>(drawing.frames.size());
    for (int done = 0; done < total;) {
        if (stop_signal() != 0) return false;
        const int frame = drawing.frames[static_cast<std::size_t>(done)];
        take(frame, film.shoot(frame));
        ++done;
        if (!line.is_due() && done < total) continue;
        line.show(fmt::format("{}: picture {}/{}  {} elapsed  {} left", what, done, total,
                              format_duration(line.elapsed()),
                              format_duration(line.elapsed() / done * (total - done))));
    }
    return true;
}

bool shoot(const Drawing& drawing, const std::string& what, auto&& take) {
    return shoot(drawing, Film(drawing.animation, drawing.frames, drawing.film), what, take);
}

}  // namespace

bool draw_frames(const Drawing& drawing, const fs::path& folder) {
    make_folder(folder);
    return shoot(drawing, "drawing", [&](int frame, const Picture& picture) {
        write_file(folder / fmt::format("frame_{:04}.png", frame), format_png(picture));
    });
}

bool draw_picture(const Drawing& drawing, const fs::path& file) {
    Drawing last = drawing;
    last.frames = {drawing.frames.back()};
    make_folder(file.parent_path());
    return shoot(last, "drawing", [&](int, const Picture& picture) { write_file(file, format_png(picture)); });
}

void check_sheet(const fs::path& file) {
    if (file.extension() == ".png") return;
    throw Error(ErrorKind::bad_input, file.string() + ": unknown kind of picture; a contact sheet must end in .png");
}

bool draw_sheet(const Drawing& drawing, const fs::path& file) {
    make_folder(file.parent_path());
    Drawing tiles = drawing;
    tiles.film.render.size = contact_size(drawing.film.render.size, static_cast<int>(drawing.frames.size()));
    std::vector<Picture> pictures;
    std::vector<std::string> labels;
    const bool is_done = shoot(tiles, "contact sheet", [&](int frame, const Picture& picture) {
        pictures.push_back(picture);
        labels.push_back(fmt::format("{:.2f} s", frame / drawing.animation.frame_rate()));
    });
    if (is_done) write_file(file, format_png(make_contact_sheet(pictures, labels)));
    return is_done;
}

bool draw_video(const Drawing& drawing, const fs::path& file) {
    make_folder(file.parent_path());
    VideoWriter video(file, drawing.film.render.size, drawing.animation.frame_rate());
    const bool is_done = shoot(drawing, "video", [&](int, const Picture& picture) { video.add(picture); });
    if (is_done) video.finish();
    return is_done;
}

}  // namespace pleat
