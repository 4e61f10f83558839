// Draws an animation into files, with progress.
#pragma once
#include <filesystem>
#include <vector>

#include <pleat/render/film.hpp>

#include "progress_line.hpp"

namespace pleat {

/// What is drawn and how.
struct Drawing {
    const Animation& animation;
    std::vector<int> frames;
    FilmSettings film;
    Verbosity verbosity = Verbosity::normal;
};

/// With all folders above it; nothing if the name is empty. Throws ErrorKind::io.
void make_folder(const std::filesystem::path& folder);

/// Each frame as FOLDER/frame_0000.png. All these return false if a signal to stop came first; every file that is there
/// is whole. They throw ErrorKind::io if the disk refuses.
bool draw_frames(const Drawing& drawing, const std::filesystem::path& folder);
/// One frame, the last of the drawing's.
bool draw_picture(const Drawing& drawing, const std::filesystem::path& file);
/// Throws ErrorKind::bad_input if draw_sheet would not write this file as its name says.
void check_sheet(const std::filesystem::path& file);
/// All frames in one picture of about the size given in the drawing.
bool draw_sheet(const Drawing& drawing, const std::filesystem::path& file);
/// All frames as a video.
bool draw_video(const Drawing& drawing, const std::filesystem::path& file);

}  // namespace pleat
