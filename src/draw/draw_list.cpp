#include "draw/draw_list.h"

#include "draw/drawn_digest.h"

#include <algorithm>
#include <span>

namespace sepax {

namespace {

static_assert(sizeof(FillVertex) == 6 * sizeof(float) + sizeof(Colour));
static_assert(offsetof(Line, layer) == 8 * sizeof(float) + sizeof(Colour));
static_assert(offsetof(Point, layer) == 4 * sizeof(float) + sizeof(Colour));

}  // namespace

std::optional<std::uint64_t> drawnDigest(const DrawList& list) {
  if (!list.textures.empty()) return std::nullopt;
  DrawnDigest digest;
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
  digest.addWord(list.stamps == nullptr ? 0 : list.stamps->serial);
  digest.addWord(list.stamps != nullptr && list.is_passing ? 1 : 0);
  return digest.value();
}

}  // namespace sepax
