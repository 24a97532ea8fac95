#pragma once

#include "bundle/tree.h"

#include <functional>
#include <string>
#include <string_view>

// The output of commands that look into a bundle: JSON of the contract, and text for people. Without a newline at the
// end where nothing else is said.

namespace sepax {

/// `bundle ls`; in pieces, for a listing can be larger than the tree itself, and with a newline at the end.
void writeListingJson(const Tree& tree, const std::function<void(std::string_view)>& write);
void writeListingTable(const Tree& tree, const std::function<void(std::string_view)>& write);

/// `bundle info`
[[nodiscard]] std::string bundleInfoJson(const Tree& tree);
[[nodiscard]] std::string bundleInfoText(const Tree& tree);

/// `bundle tree`
[[nodiscard]] std::string bundleTreeJson(const Tree& tree);
[[nodiscard]] std::string bundleTreeText(const Tree& tree);

}  // namespace sepax
