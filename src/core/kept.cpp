#include "core/kept.h"

#include <algorithm>
#include <utility>

namespace sepax {

namespace kept {

constinit thread_local std::array<Class, kClasses> classes{};

namespace {

/// A class keeps so many bytes, and at least a few blocks.
constexpr std::size_t kKeptBytes = 1 << 17, kMinBlocks = 2;

// The sanitizer of addresses sees each use of what was given back.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kKeeps = false;
#elif defined(__has_feature)
constexpr bool kKeeps = !__has_feature(address_sanitizer);
#else
constexpr bool kKeeps = true;
#endif

constinit thread_local bool begins = kKeeps;  ///< until the thread's first block is given back

struct AtThreadEnd {
  ~AtThreadEnd() {
    for (Class& c : classes) {
      c.room = 0;
      while (c.first != nullptr) ::operator delete(std::exchange(c.first, c.first->next));
    }
  }
};

}  // namespace

void* takeNew(std::size_t bytes) {
  const std::size_t index = classOf(bytes);
  return ::operator new(index < kClasses && kKeeps ? kSmallest << index : bytes);
}

void giveToHeapOrFirst(void* memory, std::size_t bytes) noexcept {
  if (classOf(bytes) >= kClasses || !std::exchange(begins, false)) return ::operator delete(memory);
  for (std::size_t i = 0; i < kClasses; ++i) classes[i].room = std::max(kMinBlocks, kKeptBytes / (kSmallest << i));
  thread_local const AtThreadEnd at_end;
  giveKept(memory, bytes);
}

}  // namespace kept

bool isMemoryKept() { return kept::kKeeps; }

}  // namespace sepax
