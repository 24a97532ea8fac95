#pragma once

#include "lab/paste/paste.h"
#include "session/lab/lab_state.h"

#include <string>

namespace sepax {

struct Host;
struct TakePaste;
struct TextEngine;

/// True of a file that is text and nothing that is opened in another way.
[[nodiscard]] bool isTextToPaste(const std::string& path);

void takePaste(LabState& state, Host& host, const TakePaste& request);

}  // namespace sepax
