// Makes a video of pictures with the program ffmpeg.
#pragma once
#include <filesystem>
#include <string>

#include <pleat/core/real.hpp>
#include <pleat/render/image.hpp>

namespace pleat {

/// A video that is being written. It gets its name only when it is finished; without finish() nothing remains.
class VideoWriter {
public:
    /// The ending of `file` decides the format: .mp4, .webm or .gif. Throws ErrorKind::bad_input for any other, and
    /// ErrorKind::io if ffmpeg is not installed.
    VideoWriter(const std::filesystem::path& file, ImageSize size, Real frame_rate);
    ~VideoWriter();
    VideoWriter(const VideoWriter&) = delete;
    VideoWriter& operator=(const VideoWriter&) = delete;

    /// Adds a picture of the size given at the beginning. Throws ErrorKind::io, with ffmpeg's own words.
    void add(const Picture& picture);
    /// Waits until the video is complete and gives it its name. Throws ErrorKind::io.
    void finish();

private:
    explicit VideoWriter(const std::filesystem::path& file);
    [[noreturn]] void fail();
    int end_program();

    std::filesystem::path file_;
    std::filesystem::path unfinished_;
    std::filesystem::path messages_;  // of ffmpeg
    int pictures_ = -1;               // a socket to it
    int program_ = -1;                // its process
};

/// Throws as the constructor of VideoWriter does if a video of this name could not be made.
void check_video(const std::filesystem::path& file);

}  // namespace pleat
