#include "session/bundle/bundle_files.h"

#include "bundle/findings.h"
#include "bundle/obb_name.h"
#include "bundle/open/open_container.h"
#include "bundle/overlay.h"
#include "bundle/verify.h"
#include "core/language.h"
#include "core/text.h"
#include "session/open.h"
#include "session/text.h"
#include "session/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

using Bundle = std::shared_ptr<const Tree>;

/// True when `path` is another file of the package whose files are open.
bool belongsTo(const BundleFiles& files, const std::string& path) {
  const auto added = parseObbName(fileNameOf(path));
  if (!added || files.paths.empty() || files.compared || !files.around.empty()) return false;
  return std::ranges::all_of(files.paths, [&](const std::string& open) {
    const auto name = parseObbName(fileNameOf(open));
    return name && name->package == added->package && name->kind != added->kind;
  });
}

/// Brings paths and trees into the order in which the files of a package lie over each other.
void sortFiles(BundleFiles& files) {
  std::vector<std::string> order = files.paths;
  sortLayers(order);
  std::vector<Bundle> layers;
  for (const std::string& path : order) {
    const auto at = std::ranges::find(files.paths, path) - files.paths.begin();
    layers.push_back(files.layers[static_cast<std::size_t>(at)]);
  }
  files.paths = std::move(order);
  files.layers = std::move(layers);
}

void printFindings(Workspace& workspace, const std::vector<Finding>& findings, const std::string& name) {
  constexpr std::size_t kMax = 200;
  std::size_t printed = 0;
  for (const Finding& finding : findings) {
    if (finding.severity() == Severity::kInfo || ++printed > kMax) continue;
    const LogLevel level = finding.severity() == Severity::kError ? LogLevel::kError : LogLevel::kWarning;
    workspace.console.push_back({level, toValidUtf8(fmt::format("{}: {}: {}", name, finding.code(), finding.message))});
  }
}

/// Shows another tree of the same files.
void showTree(Workspace& workspace, Bundle tree) {
  workspace.bundle = std::move(tree);
  workspace.view.entries.clear();
  workspace.bundle_files.verified = nullptr;
}

/// All layers as one tree; notes what became of each entry.
Bundle joined(BundleFiles& files, JobControl& control) {
  files.changes = nullptr;
  if (files.layers.size() == 1) return files.layers.front();
  files.changes = std::make_shared<const std::vector<LayerEntryChange>>(changesOf(files.layers, control.byteSink()));
  return files.compared ? openVersions(files.layers.front(), files.layers.back()) : openOverlay(files.layers);
}

/// Keeps the open bundle when another takes its place.
void park(Workspace& workspace) {
  if (workspace.bundle != nullptr) workspace.other_bundles.push_back({workspace.bundle, workspace.bundle_files});
}

void show(Workspace& workspace, OpenBundle open) {
  const auto verified = open.files.verified;
  workspace.bundle_files = std::move(open.files);
  workspace.bundle_path = workspace.bundle_files.paths.empty() ? std::string() : workspace.bundle_files.paths.front();
  showTree(workspace, std::move(open.shown));
  workspace.bundle_files.verified = verified;
}

/// Lays files over each other in the background.
void startJoining(Workspace& workspace, BundleFiles files, const std::string& name,
                  std::function<void(Workspace&, OpenBundle)> take) {
  workspace.jobs->start({.label = trf("Opening {}", name),
                         .work = [files = std::move(files), take](JobControl& control) -> Result<Delivery> {
                           OpenBundle made{nullptr, files};
                           made.files.verified = nullptr;
                           made.shown = joined(made.files, control);
                           return [made, take](Workspace& w) -> Result<void> {
                             take(w, made);
                             return {};
                           };
                         }});
}

}  // namespace

Result<Bundle> readContainer(const std::string& path, const OpenOptions& options) {
  Result<Bundle> tree = openTree(path, options);
  if (!tree || (*tree)->locked()) return tree;
  const auto& found = (*tree)->findings();
  if ((*tree)->kind() == ContainerKind::kUnknown) {
    return fail(ErrorCode::kUnsupported, path,
                found.empty() ? tr("expected a case file, a mesh or a bundle (ZIP, .obb)") : found.front().message);
  }
  const auto fault =
      std::ranges::find_if(found, [](const Finding& finding) { return finding.severity() == Severity::kError; });
  if (!(*tree)->entries().empty() || fault == found.end()) return tree;
  if (!options.salvage) {
    // A cut-off ZIP has no directory, but its entries may still be there one after another.
    OpenOptions again = options;
    again.salvage = true;
    auto saved = openTree(path, again);
    if (saved && !(*saved)->entries().empty()) return saved;
  }
  return fail(ErrorCode::kDamaged, path, fault->message);
}

void showContainer(Workspace& workspace, Bundle tree, const std::string& path) {
  notify(workspace, LogLevel::kInfo,
         fmt::format("{}: {}, {}", path, containerKindName(tree->kind()),
                     trn("{} entry", "{} entries", tree->entries().size())));
  printFindings(workspace, tree->findings(), fileNameOf(path));
  const std::vector<std::string> under = workspace.bundle_files.paths;
  if (!belongsTo(workspace.bundle_files, path)) {
    const std::vector<std::string> paths{path};
    if (under != paths) park(workspace);
    std::erase_if(workspace.other_bundles, [&](const OpenBundle& other) { return other.files.paths == paths; });
    BundleFiles files;
    files.paths = paths;
    files.layers = {tree};
    return show(workspace, {tree, std::move(files)});
  }
  BundleFiles files = workspace.bundle_files;
  files.paths.push_back(path);
  files.layers.push_back(std::move(tree));
  sortFiles(files);
  startJoining(workspace, std::move(files), fileNameOf(path), [path, under](Workspace& w, OpenBundle over) {
    if (w.bundle_files.paths != under) return;
    show(w, std::move(over));
    notify(
        w, LogLevel::kInfo,
        trf(under.size() == 1 ? "{} lies over {} file of its package now" : "{} lies over {} files of its package now",
            fileNameOf(path), under.size()));
  });
}

void switchBundle(Workspace& workspace, std::size_t index) {
  if (index >= workspace.other_bundles.size()) return;
  OpenBundle other = std::move(workspace.other_bundles[index]);
  workspace.other_bundles.erase(workspace.other_bundles.begin() + static_cast<std::ptrdiff_t>(index));
  park(workspace);
  show(workspace, std::move(other));
}

void closeBundle(Workspace& workspace) {
  OpenBundle last;
  if (!workspace.other_bundles.empty()) {
    last = std::move(workspace.other_bundles.back());
    workspace.other_bundles.pop_back();
  }
  show(workspace, std::move(last));
}

bool canCompare(const Workspace& workspace, std::size_t index) {
  const auto is_one_file = [](const BundleFiles& files) { return files.layers.size() == 1 && files.around.empty(); };
  return workspace.bundle != nullptr && index < workspace.other_bundles.size() && is_one_file(workspace.bundle_files) &&
         is_one_file(workspace.other_bundles[index].files);
}

void startComparing(Workspace& workspace, std::size_t index) {
  if (!canCompare(workspace, index)) return;
  BundleFiles files = workspace.other_bundles[index].files;
  files.layers.push_back(workspace.bundle);
  files.paths.push_back(workspace.bundle_path);
  files.compared = true;
  startJoining(workspace, std::move(files), workspace.bundle->name(), [](Workspace& w, OpenBundle compared) {
    park(w);
    show(w, std::move(compared));
  });
}

LayerEntryChange changeOf(const Workspace& workspace, std::size_t entry) {
  const BundleFiles& files = workspace.bundle_files;
  if (files.changes == nullptr || !files.around.empty() || entry >= files.changes->size()) return {};
  return (*files.changes)[entry];
}

bool isContainerName(const std::string& path) {
  static constexpr std::array<std::string_view, 8> kEnds{".obb",  ".zip", ".apk", ".xapk",
                                                         ".apks", ".jar", ".pck", ".obb.png"};
  std::string lower = path;
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return lower.ends_with(end); });
}

void startReopening(Workspace& workspace, const OpenOptions& options) {
  const std::vector<std::string> paths = workspace.bundle_files.paths;
  const bool compared = workspace.bundle_files.compared;
  if (paths.empty()) return;
  workspace.jobs->start(
      {.label = trf("Opening {}", fileNameOf(paths.front())),
       .work = [paths, options, compared](JobControl& control) -> Result<Delivery> {
         BundleFiles files;
         files.options = options;
         files.compared = compared;
         for (const std::string& path : paths) {
           auto tree = readContainer(path, options);
           SEPAX_TRY(tree);
           files.layers.push_back(std::move(*tree));
           files.paths.push_back(path);
         }
         const Bundle shown = joined(files, control);
         return [files, shown](Workspace& w) -> Result<void> {
           if (w.bundle_files.paths != files.paths) return {};
           const std::vector<EntryEdit> edits = std::move(w.bundle_files.edits);
           w.bundle_files = files;
           w.bundle_files.edits = edits;
           // A user who gave a password for an entry wants to see that entry.
           const bool same_entries = w.bundle != nullptr && w.bundle->entries().size() == shown->entries().size();
           const std::vector<std::size_t> chosen = same_entries ? w.view.entries : std::vector<std::size_t>();
           showTree(w, shown);
           w.view.entries = chosen;
           const bool still = std::ranges::any_of(files.layers, [](const Bundle& tree) { return tree->locked(); });
           if (still) return fail(ErrorCode::kWrongValue, files.paths.front(), tr("the password does not fit"));
           return {};
         };
       }});
}

void startVerifying(Workspace& workspace) {
  const Bundle tree = workspace.bundle;
  if (tree == nullptr) return;
  workspace.jobs->start(
      {.label = trf("Verifying {}", tree->name()), .work = [tree](JobControl& control) -> Result<Delivery> {
         VerifyOptions options;
         options.progress = control.byteSink();
         auto report = std::make_shared<const VerifyReport>(verify(*tree, options));
         return [tree, report](Workspace& w) -> Result<void> {
           if (w.bundle != tree || report->is_cancelled) return {};
           if (report->failed_read) return tl::unexpected(*report->failed_read);
           w.bundle_files.verified = report;
           notify(w, report->damaged > 0 ? LogLevel::kError : LogLevel::kInfo,
                  trf(report->files == 1 ? "{}: {} of {} file is sound, {} damaged"
                                         : "{}: {} of {} files are sound, {} damaged",
                      report->name, report->checked, report->files, report->damaged));
           return {};
         };
       }});
}

void startOpeningNested(Workspace& workspace, std::size_t index) {
  const Bundle tree = workspace.bundle;
  if (tree == nullptr || index >= tree->entries().size()) return;
  OpenOptions options = workspace.bundle_files.options;
  options.depth = static_cast<int>(workspace.bundle_files.around.size());
  workspace.jobs->start({.label = trf("Opening {}", fileNameOf(tree->entries()[index].path)),
                         .work = [tree, index, options](JobControl&) -> Result<Delivery> {
                           auto nested = openNested(*tree, index, options);
                           SEPAX_TRY(nested);
                           if ((*nested)->entries().empty()) {
                             const auto& found = (*nested)->findings();
                             return fail(ErrorCode::kUnsupported, placeInTree(*tree, tree->entries()[index].path),
                                         found.empty() ? tr("holds no entries") : found.front().message);
                           }
                           return [tree, inner = std::move(*nested)](Workspace& w) -> Result<void> {
                             if (w.bundle != tree) return {};
                             w.bundle_files.around.push_back(tree);
                             showTree(w, inner);
                             printFindings(w, inner->findings(), inner->name());
                             return {};
                           };
                         }});
}

void leaveNested(Workspace& workspace) {
  std::vector<Bundle>& around = workspace.bundle_files.around;
  if (around.empty()) return;
  Bundle outer = std::move(around.back());
  around.pop_back();
  showTree(workspace, std::move(outer));
}

const std::vector<Finding>& bundleFindings(const Workspace& workspace) {
  static const std::vector<Finding> kNone;
  if (workspace.bundle == nullptr) return kNone;
  return workspace.bundle_files.verified != nullptr ? workspace.bundle_files.verified->findings
                                                    : workspace.bundle->findings();
}

std::optional<std::size_t> entryOf(const Tree& tree, const Finding& finding) {
  if (finding.entry && *finding.entry < tree.entries().size()) return finding.entry;
  if (finding.path.empty()) return std::nullopt;
  const auto found = std::ranges::find(tree.entries(), finding.path, &TreeEntry::path);
  if (found == tree.entries().end()) return std::nullopt;
  return static_cast<std::size_t>(found - tree.entries().begin());
}

BytesAt recordOf(const Workspace& workspace, std::size_t entry) {
  const std::uint64_t offset = workspace.bundle->entries()[entry].header_offset;
  const BundleFiles& files = workspace.bundle_files;
  if (files.layers.size() < 2 || !files.around.empty()) return {workspace.bundle->bytes(), offset};
  return {files.layers[layerOf(files.layers, entry).layer]->bytes(), offset};
}

BytesAt placeOf(const Workspace& workspace, const Finding& finding) {
  if (const auto entry = entryOf(*workspace.bundle, finding)) return recordOf(workspace, *entry);
  using enum FindingKind;
  static constexpr std::array kAtTheEnd{
      kZipNoEnd,         kZipAmbiguousEnd, kZipBadDirectory, kZipCountMismatch,      kZipDirectorySize,
      kZipTrailingBytes, kZipSplit,        kAndroidZip64,    kAndroidTooManyEntries, kObbBadFooter,
      kObbUnknownFlags,  kObbUnusedSalt,   kObbUnsetVersion, kObbPackageMismatch,    kObbVersionMismatch};
  constexpr std::uint64_t kShownOfTheEnd = 256;
  BytesAt place{workspace.bundle->bytes(), 0};
  if (place.bytes == nullptr && !workspace.bundle_files.layers.empty())
    place.bytes = workspace.bundle_files.layers.front()->bytes();
  if (place.bytes != nullptr && std::ranges::find(kAtTheEnd, finding.kind) != kAtTheEnd.end()) {
    place.offset = place.bytes->size() - std::min(place.bytes->size(), kShownOfTheEnd);
  }
  return place;
}

std::string findingText(const Finding& finding) { return finding.text(); }

std::string findingDetails(const Finding& finding) {
  const std::string text = findingText(finding);
  return text == finding.message ? text : text + "\n" + finding.message;
}

}  // namespace sepax
