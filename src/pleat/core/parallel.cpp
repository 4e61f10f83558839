#include <atomic>
#include <optional>
#include <thread>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <pleat/core/parallel.hpp>

namespace pleat {

struct Threads::Arena {
    // oneTBB hands out no more workers than there are cores unless told otherwise; tests use more threads than that.
    std::optional<tbb::global_control> more_than_cores;
    tbb::task_arena arena;
};

Threads::Threads(int count) : arena_(std::make_unique<Arena>()) {
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int threads = count > 0 ? count : cores;
    if (threads > cores) {
        arena_->more_than_cores.emplace(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(threads));
    }
    arena_->arena.initialize(threads);
}

Threads::~Threads() = default;
Threads::Threads(Threads&&) noexcept = default;
Threads& Threads::operator=(Threads&&) noexcept = default;

int Threads::count() const { return arena_->arena.max_concurrency(); }

void Threads::run_erased(void (*call)(void*), void* work) const {
    arena_->arena.execute([&] { call(work); });
}

namespace detail {

void run_blocks(int blocks, void (*call)(void*, int), void* body) {
    if (blocks == 1 || tbb::this_task_arena::max_concurrency() == 1) {
        for (int block = 0; block < blocks; ++block) call(body, block);
        return;
    }
#ifdef __SANITIZE_THREAD__
    // oneTBB is not built for the thread sanitizer, which does not see how it hands out work and waits for its end.
    // This counter shows both; races between blocks are still found.
    std::atomic<int> handed_out{0};
    handed_out.store(1, std::memory_order_release);
    tbb::parallel_for(0, blocks, [&](int block) {
        handed_out.load(std::memory_order_acquire);
        call(body, block);
        handed_out.fetch_add(1, std::memory_order_release);
    });
    handed_out.load(std::memory_order_acquire);
#else
    tbb::parallel_for(0, blocks, [&](int block) { call(body, block); });
#endif
}

}  // namespace detail
}  // namespace pleat
