#pragma once

#include "ui/bundle/bundle_head.h"
#include "ui/kit/panel.h"

namespace sepax {

struct Workspace;

/// True while keys go to a table of entries.
[[nodiscard]] bool hasKeys(const BundlePanel& panel);

/// Brings what the panel remembers of the listing and the selection up to date; false while the listing is being made.
[[nodiscard]] bool followBundle(BundlePanel& panel, const Workspace& workspace, const ViewState& view);

/// The open container as a tree: filter, sorting, badges, selection.
extern const Panel kBundlePanel;

}  // namespace sepax
