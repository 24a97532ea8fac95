#pragma once

#include "ui/bundle/extract_dialog.h"

#include <optional>

namespace sepax {

struct Outbox;
struct TreeEntry;
struct ViewState;
struct Workspace;

/// Commands for the selected entries (open, add to the scene, collide, copy), as items of the menu that is being drawn. `wants_extract` is
/// set when one asks for the dialog.
void drawEntryMenu(std::optional<ExtractRequest>& wants_extract, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// True for entries that opening does something with.
[[nodiscard]] bool opens(const TreeEntry& entry);

}  // namespace sepax
