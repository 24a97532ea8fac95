#pragma once

#include "bundle/diff.h"
#include "bundle/overlay.h"
#include "bundle/tree.h"
#include "bundle/verify.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

// The output of commands that verify a bundle or compare several: JSON of the contract, and text for people. Without a
// newline at the end.

/// `bundle codes`
[[nodiscard]] std::string codesJson();
[[nodiscard]] std::string codesText();

/// `bundle verify`
[[nodiscard]] std::string verifyJson(const VerifyReport& report);
[[nodiscard]] std::string verifyText(const VerifyReport& report);

/// `bundle overlay`
using Layers = std::vector<std::shared_ptr<const Tree>>;
[[nodiscard]] std::string overlayJson(const Layers& layers);
[[nodiscard]] std::string overlayText(const Layers& layers);

/// `bundle diff`
[[nodiscard]] std::string diffJson(const TreeDiff& diff);
[[nodiscard]] std::string diffText(const TreeDiff& diff);

}  // namespace sepax
