#pragma once

#include <cstddef>
#include <vector>

namespace sepax {

/// Memory of a size class, from what this thread was given back last, else from the heap. Reports are made and dropped
/// thousands of times a second: their memory goes around without the heap.
[[nodiscard]] void* takeKept(std::size_t bytes);
/// From any thread. Each keeps a few blocks of each class up to half a megabyte until it ends.
void giveKept(void* memory, std::size_t bytes) noexcept;
/// Not under the sanitizer of addresses.
[[nodiscard]] bool isMemoryKept();

template <class T>
struct KeptAllocator {
  using value_type = T;
  KeptAllocator() = default;
  template <class U>
  explicit(false) KeptAllocator(const KeptAllocator<U>& /*other*/) {}
  [[nodiscard]] T* allocate(std::size_t count) {
    static_assert(alignof(T) <= alignof(std::max_align_t));
    return static_cast<T*>(takeKept(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept { giveKept(memory, count * sizeof(T)); }
  friend bool operator==(const KeptAllocator& /*a*/, const KeptAllocator& /*b*/) { return true; }
};

/// A vector for parts of reports, and for what is dropped once they are made.
template <class T>
using Kept = std::vector<T, KeptAllocator<T>>;

}  // namespace sepax
