#pragma once

#include "ui/kit/panel.h"

#include <string>

namespace sepax {

/// The state of the Search panel between frames.
struct SearchPanel {
  std::string typed;
  bool wants_keys = false;  ///< the field takes the keyboard in the next frame
};

/// Text or bytes in all entries of the open bundle; a click goes to the place.
extern const Panel kSearchPanel;

}  // namespace sepax
