#include "tests/support/count_allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local long allocations = 0;

}  // namespace

namespace pleat::test {

long allocation_count() { return allocations; }

}  // namespace pleat::test

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
