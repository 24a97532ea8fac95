#include "document/merge_key.h"

#include <atomic>

namespace sepax {

MergeKey newMergeKey() {
  static std::atomic<std::uint64_t> last = 0;
  return static_cast<MergeKey>(++last);
}

}  // namespace sepax
