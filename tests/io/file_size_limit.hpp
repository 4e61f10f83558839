// Makes the disk seem full: while it lives, this process can make no file longer than `bytes`.
#pragma once
#include <csignal>
#include <cstdint>

#include <sys/resource.h>

namespace pleat {

class FileSizeLimit {
public:
    explicit FileSizeLimit(std::uint64_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &old_);
        rlimit limit = old_;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &old_);
        std::signal(SIGXFSZ, old_handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    void (*old_handler_)(int);
    rlimit old_{};
};

}  // namespace pleat
