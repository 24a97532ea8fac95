#include "core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace sepax {

void assertionFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "sepax: assertion failed: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace sepax
