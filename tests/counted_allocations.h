#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// Counts what the program takes from the heap. One file of a test program may include this: the operators are replaced
// for all of it.

namespace sepax {

inline std::atomic<std::size_t> allocation_count = 0, allocated_bytes = 0;

}  // namespace sepax

void* operator new(std::size_t size) {
  ++sepax::allocation_count;
  sepax::allocated_bytes += size;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
/// As the library's own does, which a sanitizer would replace by one whose memory free() must not take.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
