#include "app/bundle_command.h"

#include "app/bundle_write_command.h"
#include "bundle/findings.h"
#include "core/text.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace sepax {

namespace {

using Json = nlohmann::ordered_json;
using Trees = std::vector<std::shared_ptr<const Tree>>;

constexpr int kUnusableInput = 2;

int complain(const std::string& message) {
  fmt::print(stderr, "sepax: {}\n", message);
  return kUnusableInput;
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

std::string jsonText(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json entryJson(const TreeEntry& entry) {
  return {{"path", entry.path},
          {"source", entry.source},
          {"size", entry.size},
          {"compressed_size", entry.compressed_size},
          {"method", entry.method},
          {"crc32", entry.has_crc32 ? Json(fmt::format("{:08x}", entry.crc32)) : Json(nullptr)},
          {"modified", entry.modified.empty() ? Json(nullptr) : Json(entry.modified)},
          {"offset", entry.offset},
          {"in_place", entry.in_place},
          {"directory", entry.directory},
          {"shadowed", entry.shadowed}};
}

/// The footer of the first bundle that has one.
Json footerJson(const Trees& trees) {
  for (const auto& tree : trees) {
    if (const auto& footer = tree->footer(); footer) {
      return {{"package", footer->package}, {"version", footer->version}, {"flags", footer->flags}, {"salt", footer->salt_hex}};
    }
  }
  return nullptr;
}

/// A name without what a terminal would obey.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return text;
}

/// The finding because of which nothing of `tree` can be used, or nullptr.
const Finding* fatalFinding(const Tree& tree) {
  if (!tree.entries().empty()) return nullptr;
  const auto isFatal = [](const Finding& finding) { return finding.severity == "error" && finding.path.empty(); };
  const auto found = std::find_if(tree.findings().begin(), tree.findings().end(), isFatal);
  return found == tree.findings().end() ? nullptr : &*found;
}

int listBundles(const std::vector<std::string>& files, bool as_json) {
  Trees trees;
  for (const std::string& file : files) {
    auto tree = openTree(file);
    if (!tree) return complain(describe(tree.error()));
    trees.push_back(std::move(*tree));
  }
  print((as_json ? bundleListingJson(trees) : bundleListingTable(trees)) + "\n");
  int status = 0;
  for (const auto& tree : trees) {
    if (const Finding* finding = fatalFinding(*tree); finding) status = complain(tree->name() + ": " + finding->message);
  }
  return status;
}

int writeEntry(const std::string& file, const std::string& path) {
  auto tree = openTree(file);
  if (!tree) return complain(describe(tree.error()));
  if (const Finding* finding = fatalFinding(**tree); finding) return complain((*tree)->name() + ": " + finding->message);
  const auto index = findEntry(**tree, path);
  if (!index) return complain(placeInTree(**tree, path) + ": no such entry");
  if ((*tree)->entries()[*index].directory) return complain(placeInTree(**tree, path) + ": is a folder, expected a file");
  // Once for the verdict on the CRC, once for the bytes: a damaged entry must not reach standard output.
  auto done = (*tree)->stream(*index, [](auto) -> Result<void> { return {}; });
  if (done) {
    done = (*tree)->stream(*index, [](std::span<const std::byte> bytes) -> Result<void> {
      if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return {};
      return fail(ErrorCode::kUnreadable, "standard output", "cannot be written");
    });
  }
  if (done && std::fflush(stdout) != 0) return complain("standard output cannot be written");
  return done ? 0 : complain(describe(done.error()));
}

void listCodes(bool as_json) {
  Json rows = Json::array();
  std::string table;
  for (const FindingCode& row : findingCodes()) {
    rows.push_back({{"code", row.code}, {"severity", row.severity}, {"meaning", row.meaning}});
    table += fmt::format("{:<26}{:<9}{}\n", row.code, row.severity, row.meaning);
  }
  print(as_json ? jsonText({{"sepax", 1}, {"codes", rows}}) + "\n" : table);
}

}  // namespace

std::vector<TreeEntry> overlaidEntries(const Trees& trees) {
  std::vector<TreeEntry> entries;
  std::unordered_map<std::string, std::size_t> winner_of;
  for (const auto& tree : trees) {
    for (const TreeEntry& entry : tree->entries()) {
      entries.push_back(entry);
      if (entry.shadowed) continue;
      const auto [place, isNew] = winner_of.try_emplace(entry.path, entries.size() - 1);
      if (isNew) continue;
      entries[place->second].shadowed = true;
      place->second = entries.size() - 1;
    }
  }
  return entries;
}

std::string bundleListingJson(const Trees& trees) {
  const ContainerKind kind = trees.empty() ? ContainerKind::kUnknown : trees.front()->kind();
  std::string text =
      fmt::format("{{\"sepax\": 1, \"kind\": \"{}\", \"footer\": {}, \"entries\": [", containerKindName(kind), jsonText(footerJson(trees)));
  // A line an entry, written as they come: a tree of a million Json values would need gigabytes.
  const char* separator = "\n  ";
  for (const TreeEntry& entry : overlaidEntries(trees)) {
    text += std::exchange(separator, ",\n  ") + jsonText(entryJson(entry));
  }
  text += "],\n\"findings\": [";
  separator = "\n  ";
  for (const auto& tree : trees) {
    for (const Finding& finding : tree->findings()) {
      const std::string message = trees.size() > 1 ? tree->name() + ": " + finding.message : finding.message;
      text += std::exchange(separator, ",\n  ") +
              jsonText({{"code", finding.code}, {"severity", finding.severity}, {"path", finding.path}, {"message", message}});
    }
  }
  return text + "]}";
}

std::string bundleListingTable(const Trees& trees) {
  std::string text;
  for (const auto& tree : trees) {
    text += fmt::format("{}: {}, {} entries", printable(tree->name()), containerKindName(tree->kind()), tree->entries().size());
    if (const auto& footer = tree->footer(); footer) {
      text += fmt::format(", OBB footer: {} version {}", printable(footer->package), footer->version);
    }
    text += "\n";
  }
  const auto entries = overlaidEntries(trees);
  if (!entries.empty())
    text += fmt::format("{:>12} {:>12}  {:<10} {:<8}  {:<19}  {}\n", "size", "packed", "method", "crc32", "modified", "path");
  for (const TreeEntry& entry : entries) {
    text += fmt::format("{:>12} {:>12}  {:<10} {:<8}  {:<19}  {}{}{}{}\n", entry.size, entry.compressed_size, entry.method,
                        entry.has_crc32 ? fmt::format("{:08x}", entry.crc32) : "", entry.modified, printable(entry.path),
                        entry.directory ? "/" : "", entry.encrypted ? "  (encrypted)" : "", entry.shadowed ? "  (shadowed)" : "");
  }
  for (const auto& tree : trees) {
    for (const Finding& finding : tree->findings()) {
      text += fmt::format("{} {}: {}{}{}\n", finding.severity, finding.code, printable(finding.path), finding.path.empty() ? "" : ": ",
                          printable(finding.message));
    }
  }
  if (!text.empty()) text.pop_back();
  return text;
}

void addBundleCommand(CLI::App& app, int& exit_status) {
  struct Options {
    std::vector<std::string> files;
    std::string file, path;
    bool as_json = false;
  };
  const auto options = std::make_shared<Options>();  // lives as long as the callbacks
  CLI::App* bundle = app.add_subcommand("bundle", "Look into .zip and .obb bundles and folders");
  bundle->require_subcommand(1);

  CLI::App* list = bundle->add_subcommand("ls", "List the entries and what is noteworthy about them");
  list->add_option("FILE", options->files, "Bundles or folders; several are laid over each other, the last wins")->required();
  list->add_flag("--json", options->as_json, "Print JSON");
  list->callback([options, &exit_status] { exit_status = listBundles(options->files, options->as_json); });

  CLI::App* cat = bundle->add_subcommand("cat", "Write an entry's bytes to standard output, after checking its CRC");
  cat->add_option("FILE", options->file, "Bundle or folder")->required();
  cat->add_option("PATH", options->path, "Entry, as ls shows it")->required();
  cat->callback([options, &exit_status] { exit_status = writeEntry(options->file, options->path); });

  CLI::App* codes = bundle->add_subcommand("codes", "List every finding code with its meaning");
  codes->add_flag("--json", options->as_json, "Print JSON");
  codes->callback([options] { listCodes(options->as_json); });

  addBundleWriteCommands(*bundle, exit_status);
}

}  // namespace sepax
