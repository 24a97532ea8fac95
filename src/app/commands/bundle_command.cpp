#include "app/commands/commands.h"

#include "app/commands/bundle_output.h"
#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "bundle/open/open_container.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace sepax {

namespace {

using Trees = std::vector<std::shared_ptr<const Tree>>;

/// Arguments of the commands; one of them runs.
struct Options {
  std::vector<std::string> files;
  std::string file, path;
  std::vector<std::string> inside;
  OpenOptions open;
  VerifyOptions verify;
  DiffOptions diff;
  bool as_json = false;
  bool keep_order = false;
};

/// The finding because of which nothing of `tree` can be used, or nullptr.
const Finding* fatalFinding(const Tree& tree) {
  if (!tree.entries().empty()) return nullptr;
  const auto isFatal = [&](const Finding& finding) {
    return finding.path.empty() && (finding.severity() == Severity::kError || tree.locked());
  };
  const auto found = std::find_if(tree.findings().begin(), tree.findings().end(), isFatal);
  return found == tree.findings().end() ? nullptr : &*found;
}

/// kExitFine, or kExitUnusable with a message when nothing of `tree` can be used.
int usability(const Tree& tree) {
  if (const auto failed = tree.failedRead()) return complain(*failed);
  const Finding* finding = fatalFinding(tree);
  if (finding == nullptr) return kExitFine;
  const bool canSalvage = finding->kind == FindingKind::kZipNoEnd;
  return complain(tree.name() + ": " + finding->message + (canSalvage ? "; --salvage lists what is there" : ""));
}

/// The worst of them.
int usability(const Trees& trees) {
  int status = kExitFine;
  for (const auto& tree : trees) status = std::max(status, usability(*tree));
  return status;
}

/// A file, and the containers inside it that --in names.
Result<std::shared_ptr<const Tree>> openAsAsked(const std::string& file, const Options& options) {
  auto tree = openTree(file, options.open);
  OpenOptions nested = options.open;
  for (const std::string& path : options.inside) {
    if (!tree) break;
    const auto index = findEntry(**tree, path);
    if (!index) return fail(ErrorCode::kNotFound, placeInTree(**tree, path), "no such entry");
    tree = openNested(**tree, *index, nested);
    ++nested.depth;
  }
  return tree;
}

Result<Trees> openAll(const Options& options) {
  Trees trees;
  for (const std::string& file : options.files) {
    auto tree = openAsAsked(file, options);
    SEPAX_TRY(tree);
    trees.push_back(std::move(*tree));
  }
  return trees;
}

/// Shows the file, or several files laid over each other, by one of two functions that print.
template <class Json, class Text>
int show(const Options& options, Json json, Text text) {
  const auto trees = openAll(options);
  if (!trees) return complain(trees.error());
  const auto tree = trees->size() == 1 ? trees->front() : openOverlay(*trees);
  options.as_json ? json(*tree) : text(*tree);
  return usability(*trees);
}

int writeEntry(const Options& options) {
  auto tree = openAsAsked(options.file, options);
  if (!tree) return complain(tree.error());
  if (const int status = usability(**tree); status != kExitFine) return status;
  const auto index = findEntry(**tree, options.path);
  if (!index) return complain(placeInTree(**tree, options.path) + ": no such entry");
  if ((*tree)->entries()[*index].directory)
    return complain(placeInTree(**tree, options.path) + ": is a folder, expected a file");
  // Once for the verdict on the CRC, once for the bytes: a damaged entry must not reach standard output.
  auto done = (*tree)->stream(*index, [](auto) -> Result<void> { return {}; });
  if (done) {
    done = (*tree)->stream(*index, [](std::span<const std::byte> bytes) -> Result<void> {
      if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return {};
      return fail(ErrorCode::kUnreadable, "standard output", "cannot be written");
    });
  }
  return done ? finishOutput() : complain(done.error());
}

int verifyBundle(const Options& options) {
  auto tree = openAsAsked(options.file, options);
  if (!tree) return complain(tree.error());
  ProgressLine line("reading");
  VerifyOptions verify_options = options.verify;
  verify_options.progress = line.sink();
  const VerifyReport report = verify(**tree, verify_options);
  line.clear();
  printLine(options.as_json ? verifyJson(report) : verifyText(report));
  return report.failed_read ? complain(*report.failed_read) : verdictOf(report);
}

int overlayBundles(Options& options) {
  if (!options.keep_order) sortLayers(options.files);
  const auto trees = openAll(options);
  if (!trees) return complain(trees.error());
  printLine(options.as_json ? overlayJson(*trees) : overlayText(*trees));
  return usability(*trees);
}

int compareBundles(const Options& options) {
  const auto trees = openAll(options);
  if (!trees) return complain(trees.error());
  for (const auto& part : *trees) {
    if (const int status = usability(*part); status != kExitFine) return status;
  }
  ProgressLine line("comparing");
  DiffOptions diff_options = options.diff;
  diff_options.progress = line.sink();
  const TreeDiff diff = diffTrees(*trees->front(), *trees->back(), diff_options);
  line.clear();
  printLine(options.as_json ? diffJson(diff) : diffText(diff));
  return diff.rows.empty() ? kExitFine : kExitFailed;
}

/// A subcommand of `bundle` that reads `count` files (−1: one or more), with the options that all have.
CLI::App* addReader(CLI::App& bundle, Options& options, const char* name, const char* text, int count) {
  CLI::App* command = bundle.add_subcommand(name, text);
  if (count == 1) {
    command->add_option("FILE", options.file, "Bundle or folder")->required();
  } else {
    auto* files = command->add_option("FILE", options.files,
                                      "Bundles or folders; several are laid over each other, the last wins");
    files->required();
    if (count > 0) files->expected(count);
  }
  command->add_option("--password", options.open.password, "For encrypted entries and disk images");
  command->add_option("--names", options.open.name_encoding,
                      "Encoding of names that are not UTF-8 (GB18030, CP932, …) instead of a guess");
  command->add_option("--in", options.inside, "Open this entry of the file as a bundle; once more for one inside that")
      ->allow_extra_args(false);
  command->add_flag("--salvage", options.open.salvage, "List a ZIP that lost its directory by its local headers");
  return command;
}

}  // namespace

void addBundleCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<Options>();  // lives as long as the callbacks
  CLI::App* bundle = app.add_subcommand("bundle", "Look into .zip and .obb bundles, disk images and folders");
  bundle->require_subcommand(1);
  const auto add = [&](const char* name, const char* text, int count, auto run) {
    CLI::App* command = addReader(*bundle, *options, name, text, count);
    command->callback([options, &exit_status, run] { exit_status = run(*options); });
    return command;
  };
  const auto addJson = [&](CLI::App* command) { command->add_flag("--json", options->as_json, "Print JSON"); };

  addJson(add("info", "Say what a bundle is and what is noteworthy about it", -1, [](Options& o) {
    return show(
        o, [](const Tree& tree) { printLine(bundleInfoJson(tree)); },
        [](const Tree& tree) { printLine(bundleInfoText(tree)); });
  }));
  addJson(add("ls", "List the entries and what is noteworthy about them", -1, [](Options& o) {
    return show(
        o, [](const Tree& tree) { writeListingJson(tree, print); },
        [](const Tree& tree) { writeListingTable(tree, print); });
  }));
  addJson(add("tree", "Draw the folders and the entries that win", -1, [](Options& o) {
    return show(
        o, [](const Tree& tree) { printLine(bundleTreeJson(tree)); },
        [](const Tree& tree) { printLine(bundleTreeText(tree)); });
  }));
  CLI::App* cat = add("cat", "Write an entry's bytes to standard output, after checking its CRC", 1,
                      [](Options& o) { return writeEntry(o); });
  cat->add_option("PATH", options->path, "Entry, as ls shows it")->required();
  CLI::App* verify = add("verify", "Read everything and say what is wrong; exit 0 sound, 1 findings, 2 unusable", 1,
                         [](Options& o) { return verifyBundle(o); });
  addJson(verify);
  verify->add_flag("--android", options->verify.as_android,
                   "Hold any ZIP against what readers on Android need, not only .obb files");
  verify->add_option("--threads", options->verify.threads, "How many threads read (0: one a core, at most 4)")
      ->check(CLI::Range(0, 64));
  verify->add_flag("!--no-digests", options->verify.digests, "Leave SHA-256 (and MD5 of a PCK) out");
  CLI::App* overlay =
      add("overlay", "Lay main, patch and overflow bundles over each other: what is added, replaced, taken by whom", -1,
          [](Options& o) { return overlayBundles(o); });
  addJson(overlay);
  overlay->add_flag("--keep-order", options->keep_order, "Lay the files as given instead of main, patch, overflow");
  CLI::App* diff =
      add("diff", "Compare the files of two bundles, contents and compression; exit 0 the same, 1 different", 2,
          [](Options& o) { return compareBundles(o); });
  addJson(diff);
  diff->add_flag("--contents", options->diff.contents_alone, "Compare contents alone, however they are packed");
  diff->add_flag("--trust-checksums", options->diff.trusts_sums,
                 "Take files of one size and one stated CRC for the same without reading them");

  CLI::App* codes = bundle->add_subcommand("codes", "List every finding code with its meaning");
  addJson(codes);
  codes->callback([options] { printLine(options->as_json ? codesJson() : codesText()); });

  addBundleWriteCommands(*bundle, exit_status);
}

}  // namespace sepax
