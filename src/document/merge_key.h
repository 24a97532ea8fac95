#pragma once

#include <cstdint>

namespace sepax {

/// Commands in a row that are sent with the same key become one entry of the history: a drag, an edit of one field.
enum class MergeKey : std::uint64_t { kNone = 0 };

/// A key that this process has not given out before. Any thread.
[[nodiscard]] MergeKey newMergeKey();

}  // namespace sepax
