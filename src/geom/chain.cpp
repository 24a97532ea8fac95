#include "geom/chain.h"

#include "core/language.h"

#include <fmt/format.h>

namespace sepax {

Result<void> validate(const Chain& chain) {
  if (chain.vertices.size() < 2) {
    return fail(ErrorCode::kDegenerate, "vertices",
                trf("expected at least two vertices, found {}", chain.vertices.size()));
  }
  for (std::size_t i = 1; i < chain.vertices.size(); ++i) {
    if (chain.vertices[i] != chain.vertices[i - 1]) continue;
    return fail(ErrorCode::kDegenerate, fmt::format("vertices/{}", i),
                tr("expected a vertex elsewhere than the one before it"));
  }
  return {};
}

ChainSegment segmentOf(const Chain& chain, int index) {
  const auto at = static_cast<std::size_t>(index);
  const Vec3 from{chain.vertices[at], 0.0}, to{chain.vertices[at + 1], 0.0};
  const Vec3 along = normalizedOr(to - from, {1, 0, 0});
  return {length(to - from) / 2, {from + (to - from) / 2.0, Mat3{along, Vec3{-along.y, along.x, 0}, Vec3{0, 0, 1}}}};
}

Vec3 frontOf(const Chain& chain, int index) { return -segmentOf(chain, index).pose.rotation[1]; }

}  // namespace sepax
