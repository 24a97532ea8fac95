#include "collide/pair_table.h"
#include "fuzz/fuzz_shapes.h"

#include <string>

#include "geom/tolerances.h"
#include "prove/contact_checks.h"

// Any two shapes in any poses: what selfcheck asks of contacts, witness points, mtvs, points and rays holds, within
// rounding of lengths whose squares doubles can hold.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  fuzz::Bytes bytes(data, size);
  const auto pair = fuzz::anyPair(bytes);
  if (!pair || !fuzz::isOrdinary(*pair)) return 0;
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
