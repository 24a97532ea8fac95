#include "draw/draw_list.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace sepax {

namespace {

/// A running digest of words. Each step is a bijection of the word and of the state, so that lists that differ in a
/// single word have different digests.
class Digest {
 public:
  void add(std::uint64_t word) {
    word *= 0xBF58476D1CE4E5B9ull;
    word ^= word >> 32;
    state_ = (state_ ^ word) * 0x9E3779B97F4A7C15ull;
    state_ ^= state_ >> 29;
  }

  void add(std::span<const std::byte> bytes) {
    add(bytes.size());
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
      add(word);
    }
  }

  /// Items without gaps between their members.
  template <class Item>
  void addAll(const std::vector<Item>& items) {
    add(std::as_bytes(std::span(items)));
  }

  /// Items of which the first `size` bytes have no gaps and are all there is.
  template <class Item>
  void addEach(const std::vector<Item>& items, std::size_t size) {
    add(items.size());
    for (const Item& item : items) add(std::as_bytes(std::span(&item, 1)).first(size));
  }

  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 1;
};

static_assert(sizeof(FillVertex) == 6 * sizeof(float) + sizeof(Colour));
static_assert(offsetof(Line, layer) == 8 * sizeof(float) + sizeof(Colour));
static_assert(offsetof(Point, layer) == 4 * sizeof(float) + sizeof(Colour));

}  // namespace

std::optional<std::uint64_t> drawnDigest(const DrawList& list) {
  if (!list.textures.empty()) return std::nullopt;
  Digest digest;
  digest.add(std::as_bytes(std::span(&list.origin, 1)));
  for (const SoftSpot& spot : list.shadows) {
    for (const SoftSpot::Ring& ring : spot.rings) {
      digest.addAll(ring.points);
      digest.add(std::as_bytes(std::span(&ring.alpha, 1)));
    }
    digest.add(std::as_bytes(std::span(&spot.colour, 1)));
  }
  digest.addAll(list.solids);
  digest.addAll(list.translucent);
  digest.addEach(list.lines, offsetof(Line, layer) + sizeof(Layer));
  digest.addEach(list.points, offsetof(Point, layer) + sizeof(Layer));
  digest.add(list.stamps == nullptr ? 0 : list.stamps->serial);
  digest.add(list.stamps != nullptr && list.is_passing ? 1 : 0);
  return digest.value();
}

}  // namespace sepax
