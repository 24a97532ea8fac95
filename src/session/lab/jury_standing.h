#pragma once

#include "session/lab/lab_state.h"

#include <cstdint>
#include <span>
#include <string>

namespace sepax {

/// How a member's answer compares with the reference's, which decides its colour.
enum class Standing { kAgrees, kTie, kDiffers, kSilent, kFailed };
[[nodiscard]] Standing standingOf(const JuryRow& row);

/// How the row differs from the reference, in one line.
[[nodiscard]] std::string howOf(const JuryRow& row, bool is_reference);

/// "12 agree, 2 differ, 1 failed", counted over the answers to the question with that serial.
[[nodiscard]] std::string jurySummary(std::span<const JurorStatus> jurors, std::uint64_t serial);

}  // namespace sepax
