#pragma once

#include <algorithm>
#include <cstdlib>

namespace sepax::test {

#ifdef SEPAX_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// What a random test makes of `n` rounds: all of them in a plain build, a tenth but `least` under sanitizers, where a
/// round takes ten times as long. Sanitizers look for undefined behaviour, and a tenth of the rounds goes the same
/// ways; the rare wrong figure is the plain build's to find. What a test must have reached shrinks likewise.
template <typename Count>
constexpr Count rounds(Count n, Count least = 1) {
  return kSanitized ? std::max<Count>(n / 10, least) : n;
}

/// Whether the longest tests ask all that they can: with SEPAX_THOROUGH set, as tools/check-all sets it.
inline bool isThorough() { return std::getenv("SEPAX_THOROUGH") != nullptr; }

/// The rounds of a test that takes a minute for `n`: a `part`-th where CI waits for it, all where isThorough().
template <typename Count>
Count manyRounds(Count n, Count part = 5) {
  return isThorough() ? n : rounds(n / part);
}

}  // namespace sepax::test
