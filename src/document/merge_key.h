#pragma once

#include <cstdint>

namespace sepax {

/// Commands in a row that are sent with the same key become one entry of the history: a drag, an edit of one field.
enum class MergeKey : std::uint64_t { kNone = 0 };

/// A key that nobody was given before in this process. Any thread.
[[nodiscard]] MergeKey newMergeKey();

}  // namespace sepax
