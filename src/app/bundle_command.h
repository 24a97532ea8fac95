#pragma once

#include "bundle/tree.h"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sepax {

/// Adds `bundle ls|cat|codes` to the command line. The chosen command sets `exit_status`: 0 fine, 2 unusable input (message on standard
/// error).
void addBundleCommand(CLI::App& app, int& exit_status);

/// Several bundles of one package as one list: entries in the order of the trees, those that a later tree replaces marked as shadowed.
[[nodiscard]] std::vector<TreeEntry> overlaidEntries(const std::vector<std::shared_ptr<const Tree>>& trees);

/// What `bundle ls --json` prints, without a newline.
[[nodiscard]] std::string bundleListingJson(const std::vector<std::shared_ptr<const Tree>>& trees);

/// What `bundle ls` prints.
[[nodiscard]] std::string bundleListingTable(const std::vector<std::shared_ptr<const Tree>>& trees);

}  // namespace sepax
