#pragma once

#include "session/bundle/bundle_state.h"
#include "session/host/jobs.h"

#include <cstddef>

namespace sepax {

struct Host;

inline constexpr std::size_t kMaxComparedRows = 200'000;

/// Pairs the rows of two texts; line ends do not count.
[[nodiscard]] Result<ComparedText> compareTexts(const EntryPreview& below, const EntryPreview& above,
                                                const JobControl& control);

/// Whether entries of the shown bundle can have two sides: it is laid over another, or compared with it.
[[nodiscard]] bool hasSides(const BundleState& state);

/// Starts to look into the other side of the previewed entry, while both sides are shown.
void followSides(BundleState& state, Host& host);

}  // namespace sepax
