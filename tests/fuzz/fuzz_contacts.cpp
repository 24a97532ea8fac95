#include "collide/pair_table.h"
#include "fuzz/fuzz_shapes.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "geom/convex.h"
#include "geom/tolerances.h"
#include "prove/contact_checks.h"

// Any two shapes in any poses: what selfcheck asks of contacts, witness points, mtvs, points and rays holds, within
// rounding of lengths whose squares doubles can hold.

namespace {

using namespace sepax;

/// What selfcheck draws, and any mixture of it: lengths that are zero or within a factor of a million of the shape's
/// size, shapes within a million of each other, a hundred million of the larger size from the origin. Beyond that
/// doubles do not resolve what is asked.
bool isOrdinary(const fuzz::AnyPair& pair) {
  constexpr double kRatio = 1e6, kFar = 1e8, kSmallest = 1e-60, kLargest = 1e60;
  const double size_a = sizeOf(pair.a.shape), size_b = sizeOf(pair.b.shape), larger = std::max(size_a, size_b);
  if (larger > kLargest || (larger > 0 && larger < kSmallest)) return false;
  if (size_a > 0 && size_b > 0 && larger > kRatio * std::min(size_a, size_b)) return false;
  for (const PosedShape* shape : {&pair.a, &pair.b}) {
    const double least = sizeOf(shape->shape) / kRatio;
    const ConvexFeatures features = convexFeatures(shape->shape);
    if (features.radius > 0 && features.radius < least) return false;
    for (int c = 0; c < 3; ++c) {
      if (std::abs(shape->pose.position[c]) > kFar * larger) return false;
      const double offset = std::abs(pair.b.pose.position[c] - pair.a.pose.position[c]);
      if (offset != 0 && offset < larger / kRatio) return false;
      for (const Vec3& v : features.core.vertices) {
        if (v[c] != 0 && (std::abs(v[c]) < least || std::abs(v[c]) > kRatio * larger)) return false;
      }
    }
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const auto pair = fuzz::anyPair(bytes);
  if (!pair || !isOrdinary(*pair)) return 0;
  fuzz::in_words = [&] { return fuzz::caseOf(*pair); };
  const PairReport report = testPair(pair->a, pair->b).value();
  const bool exactly = bytes.choice(16) == 0;
  ContactCounts counts;
  checkContacts({pair->a, pair->b}, report, {"any", "any", Mix::kHit90, 0, static_cast<std::uint64_t>(bytes.word())},
                exactly, counts);
  for (std::size_t q = 0; q < counts.size(); ++q) {
    const auto query = static_cast<ContactQuery>(q);
    fuzz::require(counts[q].worst <= allowed(query), std::string(contactQueryName(query)) + ": off by " +
                                                         std::to_string(counts[q].worst / kTouching) +
                                                         " times what is allowed");
  }
  return 0;
}
