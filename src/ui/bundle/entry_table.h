#pragma once

#include "session/host/view_state.h"

#include <cstdint>
#include <string>

namespace sepax {

struct BundlePanel;
struct Outbox;
struct Workspace;

/// Folders and files, or the files of all folders as one list.
enum class TableForm { kTree, kFlat };

/// Rows of the open bundle with what is known of each; sorting by the columns, selection, badges, keys. Its listing
/// must be there.
void drawEntryTable(BundlePanel& panel, TableForm form, const Workspace& workspace, ViewState& view, Outbox& outbox,
                    float height);

/// Part of a path, and a kind.
void drawEntryFilter(BundleRows& rows, ListingRequest& listing);

/// "42 %"
[[nodiscard]] std::string percent(std::uint64_t whole, std::uint64_t part);

}  // namespace sepax
