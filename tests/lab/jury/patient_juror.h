#pragma once

#include "lab/jury/juror.h"

namespace sepax {

/// More time than a busy machine needs: for every juror that answers in the end.
inline constexpr JurorLimits kPatient{.start_seconds = 300, .answer_seconds = 300};

}  // namespace sepax
