#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace sepax {

/// A running digest of words. Each step is a bijection of the word and of the state, so that lists that differ in a
/// single word have different digests.
class DrawnDigest {
 public:
  void addWord(std::uint64_t word) {
    word *= 0xBF58476D1CE4E5B9ull;
    word ^= word >> 32;
    state_ = (state_ ^ word) * 0x9E3779B97F4A7C15ull;
    state_ ^= state_ >> 29;
  }

  void add(std::span<const std::byte> bytes) {
    addWord(bytes.size());
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
      addWord(word);
    }
  }

  /// Items without gaps between their members.
  template <class Items>
  void addAll(const Items& items) {
    add(std::as_bytes(std::span(items.begin(), items.end())));
  }

  /// Items of which the first `size` bytes have no gaps and are all there is.
  template <class Item>
  void addEach(const std::vector<Item>& items, std::size_t size) {
    addWord(items.size());
    for (const Item& item : items) add(std::as_bytes(std::span(&item, 1)).first(size));
  }

  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace sepax
