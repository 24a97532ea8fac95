#pragma once

#include <algorithm>

namespace sepax::test {

/// What a random test makes of `n` rounds: all of them in a plain build, a tenth but `least` under sanitizers, where a round takes ten
/// times as long. Sanitizers look for undefined behaviour, and a tenth of the rounds goes the same ways; the rare wrong figure is the plain
/// build's to find. What a test must have reached shrinks likewise.
template <typename Count>
constexpr Count rounds(Count n, [[maybe_unused]] Count least = 1) {
#ifdef SEPAX_SANITIZED
  return std::max<Count>(n / 10, least);
#else
  return n;
#endif
}

}  // namespace sepax::test
