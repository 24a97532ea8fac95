#pragma once

#include <cstddef>

namespace sepax {

struct Outbox;
struct Workspace;

/// The list of unsaved work that windows left which ended unexpectedly.
struct RecoveryDialog {
  std::size_t chosen = 0;
};

/// Shown while Workspace::recovery has offers.
void drawRecoveryDialog(RecoveryDialog& dialog, const Workspace& workspace, Outbox& outbox);

}  // namespace sepax
