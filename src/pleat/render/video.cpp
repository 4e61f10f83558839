#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/open_file.hpp>
#include <pleat/render/video.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

struct VideoFormat {
    const char* ending;
    std::vector<std::string> options;
};

const VideoFormat& format_of(const fs::path& file) {
    // Widths and heights must be even for the first two.
    static const std::string even = "crop=trunc(iw/2)*2:trunc(ih/2)*2";
    static const std::array<VideoFormat, 3> formats = {{
        {".mp4",
         {"-vf", even, "-c:v", "libx264", "-preset", "medium", "-crf", "21", "-pix_fmt", "yuv420p", "-movflags",
          "+faststart", "-f", "mp4"}},
        {".webm",
         {"-vf", even, "-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-row-mt", "1", "-pix_fmt", "yuv420p", "-f",
          "webm"}},
        {".gif",
         {"-vf", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4", "-f",
          "gif"}},
    }};
    for (const VideoFormat& format : formats) {
        if (file.extension() == format.ending) return format;
    }
    throw Error(ErrorKind::bad_input, file.string() + ": unknown kind of video; must end in .mp4, .webm or .gif");
}

fs::path find_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    const std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        fs::path program = fs::path(folders.substr(begin, end - begin)) / name;
        if (::access(program.c_str(), X_OK) == 0) return program;
        begin = end + 1;
    }
    throw Error(ErrorKind::io,
                "videos are made by the program " + name +
                    ", which is not installed; install it (Debian: apt install ffmpeg), or draw pictures only");
}

std::string last_line(const std::string& text) {
    std::size_t end = text.find_last_not_of(" \r\n");
    if (end == text.npos) return "";
    const std::size_t begin = text.find_last_of("\r\n", end);
    return text.substr(begin == text.npos ? 0 : begin + 1, end - (begin == text.npos ? 0 : begin + 1) + 1);
}

std::vector<std::string> make_arguments(const fs::path& file, const fs::path& output, ImageSize size, Real frame_rate) {
    std::vector<std::string> arguments = {"ffmpeg",
                                          "-nostdin",
                                          "-loglevel",
                                          "error",
                                          "-xerror",  // else a full disk is no failure to it
                                          "-y",
                                          "-f",
                                          "rawvideo",
                                          "-pix_fmt",
                                          "rgb24",
                                          "-s",
                                          std::to_string(size.width) + "x" + std::to_string(size.height),
                                          "-r",
                                          std::to_string(frame_rate),
                                          "-i",
                                          "pipe:0",
                                          "-an"};
    const VideoFormat& format = format_of(file);
    arguments.insert(arguments.end(), format.options.begin(), format.options.end());
    // "file:" so that no name is taken for an option or a protocol.
    arguments.push_back("file:" + output.string());
    return arguments;
}

}  // namespace

void check_video(const fs::path& file) {
    format_of(file);
    find_program("ffmpeg");
}

VideoWriter::VideoWriter(const fs::path& file)
    : file_(file),
      unfinished_(file.parent_path() / ("." + file.filename().string() + ".tmp")),
      messages_(file.parent_path() / ("." + file.filename().string() + ".log.tmp")) {}

// What goes wrong in here ends in the destructor, because the other constructor is done.
VideoWriter::VideoWriter(const fs::path& file, ImageSize size, Real frame_rate) : VideoWriter(file) {
    std::vector<std::string> arguments = make_arguments(file, unfinished_, size, frame_rate);
    const fs::path program = find_program("ffmpeg");
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    OpenFile(messages_, OpenFor::replacing, file).close();

    // Not a pipe: writing to a program that has ended must be an error, not a signal.
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        throw Error(ErrorKind::io, "ffmpeg cannot be started: " + std::generic_category().message(errno));
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages_.c_str(), O_WRONLY | O_TRUNC, 0);
    // A group of its own: Ctrl-C is for us, and we end it.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int error = ::posix_spawn(&program_, program.c_str(), &actions, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    pictures_ = ends[1];
    if (error != 0) {
        program_ = -1;
        throw Error(ErrorKind::io, program.string() + ": cannot be started: " + std::generic_category().message(error));
    }
}

VideoWriter::~VideoWriter() {
    if (program_ > 0) ::kill(program_, SIGKILL);
    end_program();
    std::error_code ignored;
    fs::remove(unfinished_, ignored);
    fs::remove(messages_, ignored);
}

int VideoWriter::end_program() {
    if (pictures_ >= 0) ::close(pictures_);
    pictures_ = -1;
    if (program_ <= 0) return 0;
    int status = 0;
    while (::waitpid(program_, &status, 0) < 0 && errno == EINTR) {
    }
    program_ = -1;
    return status;
}

void VideoWriter::fail() {
    end_program();
    const std::string said = last_line(read_file(messages_));
    throw Error(ErrorKind::io,
                file_.string() + ": cannot be written: ffmpeg " + (said.empty() ? "ended early" : "says: " + said));
}

void VideoWriter::add(const Picture& picture) {
    const char* at = reinterpret_cast<const char*>(picture.pixels.data());
    for (std::size_t left = picture.pixels.size() * sizeof(Rgb); left > 0;) {
        const ssize_t written = ::send(pictures_, at, left, MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail();
        at += written;
        left -= static_cast<std::size_t>(written);
    }
}

void VideoWriter::finish() {
    if (end_program() != 0) fail();
    OpenFile(unfinished_, OpenFor::updating, file_).sync();
    rename_and_sync(unfinished_, file_);
}

}  // namespace pleat
