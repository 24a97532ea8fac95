#pragma once

#include "lab/jury/jury.h"

#include <string>
#include <vector>

// --option NAME=VALUE of the commands that ask jurors.

namespace sepax {

/// "margin=0.04" → {"margin": 0.04}.
[[nodiscard]] Result<Json> jurorOptions(const std::vector<std::string>& texts);

/// Refuses an option that none of the members has: it would change nothing, and nothing would say so.
[[nodiscard]] Result<void> checkJurorOptions(const Json& options, std::vector<JuryMember>& members);

}  // namespace sepax
