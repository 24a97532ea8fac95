#pragma once

namespace sepax {

struct BundlePanel;
struct Outbox;
struct ViewState;
struct Workspace;

/// The open bundle at a glance, in the middle of the window: kinds, largest files, copies, problems; a click leads to
/// each.
void drawOverview(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// Draws the files of all its folders as one list.
void drawFileList(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

}  // namespace sepax
