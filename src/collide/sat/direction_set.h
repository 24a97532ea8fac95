#pragma once

#include "collide/sat/sat_report.h"

#include <cstddef>

namespace sepax {

/// Finds axes of the same direction, sense ignored: equal to kSameDirection in each component. By a hash of the
/// distance from a fixed plane, in memory that is kept from one report to the next.
class DirectionSet {
 public:
  /// Forgets all. At most `count` directions follow.
  void clear(std::size_t count);

  /// Index of the first axis added with this unit direction, or −1 after adding this one as `index`.
  int findOrAdd(const Vec3& direction, int index, const Kept<SatAxis>& axes);

 private:
  struct Entry {
    double distance;  ///< from the plane
    int index, next;  ///< of an axis; of the entry before this one in the same bucket, or −1
  };
  Kept<int> newest_;  ///< entry of each bucket, −1 where it is empty; a power of two of them
  Kept<Entry> entries_;
};

}  // namespace sepax
