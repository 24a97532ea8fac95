#pragma once

#include <cstdint>

namespace sepax {

/// The trace of the algorithm `union`: how many curves the positions in contact make, and how many of their nearest
/// points and crossings were tried, the nearest first, until one was free.
struct OutlineReport {
  int curves = 0;
  std::int64_t tried = 0;
};

}  // namespace sepax
