#include "core/kept.h"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <utility>

namespace sepax {

namespace {

/// Blocks of 64 bytes, 128 and so on.
constexpr std::size_t kSmallest = 64;
constexpr int kClasses = 14;
/// A class keeps so many bytes, and at least a few blocks.
constexpr std::size_t kKeptBytes = 1 << 17, kMinBlocks = 2;
constexpr auto kMaxBlocks = [] {
  std::array<std::size_t, kClasses> blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i] = std::max(kMinBlocks, kKeptBytes / (kSmallest << i));
  return blocks;
}();

// The sanitizer of addresses sees each use of what was given back.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kKeeps = false;
#elif defined(__has_feature)
constexpr bool kKeeps = !__has_feature(address_sanitizer);
#else
constexpr bool kKeeps = true;
#endif

struct Block {
  Block* next;
};
struct Class {
  Block* first;
  std::size_t count;
};

// Without destructors, so that what outlives the thread's other objects may still give memory back.
constinit thread_local std::array<Class, kClasses> classes{};
constinit thread_local bool keeps = kKeeps;

struct AtThreadEnd {
  ~AtThreadEnd() {
    keeps = false;
    for (Class& c : classes) {
      while (c.first != nullptr) ::operator delete(std::exchange(c.first, c.first->next));
    }
  }
};

/// Gives a thread's blocks back when it ends.
void keepUntilEnd() { thread_local const AtThreadEnd at_end; }

int classOf(std::size_t bytes) {
  return bytes <= kSmallest ? 0 : static_cast<int>(std::bit_width((bytes - 1) / kSmallest));
}

}  // namespace

bool isMemoryKept() { return kKeeps; }

void* takeKept(std::size_t bytes) {
  const int index = classOf(bytes);
  if (index >= kClasses || !kKeeps) return ::operator new(bytes);
  Class& own = classes[static_cast<std::size_t>(index)];
  if (Block* const block = own.first; block != nullptr) {
    own.first = block->next;
    --own.count;
    return block;
  }
  return ::operator new(kSmallest << index);
}

void giveKept(void* memory, std::size_t bytes) noexcept {
  const int index = classOf(bytes);
  if (index >= kClasses || !keeps) return ::operator delete(memory);
  Class& own = classes[static_cast<std::size_t>(index)];
  if (own.count >= kMaxBlocks[static_cast<std::size_t>(index)]) return ::operator delete(memory);
  if (own.first == nullptr) keepUntilEnd();
  own.first = new (memory) Block{own.first};
  ++own.count;
}

}  // namespace sepax
