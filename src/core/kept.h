#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <vector>

namespace sepax {

namespace kept {

struct Block {
  Block* next;
};
/// The blocks of a size class that this thread keeps: of 64 bytes, 128 and so on.
struct Class {
  Block* first;
  std::size_t room;  ///< for more of them: none before the thread gives the first block back, and once it has ended
};
inline constexpr std::size_t kSmallest = 64;
inline constexpr std::size_t kClasses = 14;
// Without destructors, so that what outlives the thread's other objects may still give memory back.
extern constinit thread_local std::array<Class, kClasses> classes;

inline std::size_t classOf(std::size_t bytes) {
  return bytes <= kSmallest ? 0 : static_cast<std::size_t>(std::bit_width((bytes - 1) / kSmallest));
}
[[nodiscard]] void* takeNew(std::size_t bytes);
void giveToHeapOrFirst(void* memory, std::size_t bytes) noexcept;

}  // namespace kept

/// Memory of a size class, from what this thread was given back last, else from the heap. Reports are made and dropped
/// thousands of times a second: their memory goes around without the heap.
[[nodiscard]] inline void* takeKept(std::size_t bytes) {
  const std::size_t index = kept::classOf(bytes);
  if (index >= kept::kClasses || kept::classes[index].first == nullptr) return kept::takeNew(bytes);
  kept::Class& own = kept::classes[index];
  kept::Block* const block = own.first;
  own.first = block->next;
  ++own.room;
  return block;
}
/// From any thread. Each keeps a few blocks of each class up to half a megabyte until it ends.
inline void giveKept(void* memory, std::size_t bytes) noexcept {
  const std::size_t index = kept::classOf(bytes);
  if (index >= kept::kClasses || kept::classes[index].room == 0) return kept::giveToHeapOrFirst(memory, bytes);
  kept::Class& own = kept::classes[index];
  own.first = new (memory) kept::Block{own.first};
  --own.room;
}
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
