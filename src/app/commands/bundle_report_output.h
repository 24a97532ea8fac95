#pragma once

#include "bundle/diff.h"
#include "bundle/overlay.h"
#include "bundle/tree.h"
#include "bundle/verify.h"

#include <memory>
#include <string>
#include <vector>

// The output of commands that verify a bundle or compare several: JSON of the contract, and text for people. Without a
// newline at the end.

namespace sepax {

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
