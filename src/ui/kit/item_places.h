#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sepax {

// Where the hand finds things, for tests that drive the real window with a real mouse. Nothing is kept unless a
// listener asks for it.

/// The middle of an item, pixels of the window.
struct ItemPlace {
  std::string name;
  float x = 0, y = 0;
  bool focused = false;  ///< has the keys
};

void listenToItems();
/// Where a name has to be made first.
[[nodiscard]] bool listensToItems();

/// The item just drawn goes by this name; of a list, by that name and what tells its rows apart: "axis A2xB1".
void nameItem(std::string_view name, std::string_view row = {});

/// The items named since the last call, without those scrolled out of sight.
[[nodiscard]] std::vector<ItemPlace> takeItemPlaces();

}  // namespace sepax
