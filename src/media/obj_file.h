#pragma once

#include "geom/types.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sepax {

/// An OBJ whose vertices say in the place of their colour which they are, from 1 up, since assimp reads coordinates in
/// single precision alone. In the file they stand about the origin, where floats are closest.
struct NumberedObj {
  std::vector<std::byte> bytes;
  std::vector<Vec3> vertices;  ///< each once, in double precision; the first has the number 1
};

/// Nothing where a vertex is not three finite numbers, perhaps with a divisor or a colour behind them.
[[nodiscard]] std::optional<NumberedObj> numberedObj(std::span<const std::byte> bytes);

}  // namespace sepax
