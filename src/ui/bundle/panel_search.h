#pragma once

#include "session/bundle/bundle_search.h"

#include <optional>
#include <string>

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// A match that the Preview panel shall show.
struct MatchPlace {
  std::size_t entry = 0;
  std::uint64_t offset = 0, size = 1;
  bool is_text = false;
  std::string typed;  ///< goes into the preview's own search
};

/// The state of the Search panel between frames.
struct SearchPanel {
  std::string typed;
  bool wants_keys = false;                ///< the field takes the keyboard in the next frame
  std::string shown;                      ///< characters of this frame, for the font atlas
  std::optional<MatchPlace> wants_place;  ///< of the match that was clicked: the shell shows it
};

/// Text or bytes in all entries of the open bundle; a click goes to the place.
void drawSearchPanel(SearchPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

}  // namespace sepax
