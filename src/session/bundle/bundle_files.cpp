#include "session/bundle/bundle_files.h"

#include "bundle/findings.h"
#include "bundle/open/open_container.h"
#include "bundle/overlay.h"
#include "bundle/safe_path.h"
#include "bundle/verify.h"
#include "core/language.h"
#include "core/text.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <map>
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

void printFindings(Host& host, const std::vector<Finding>& findings, const std::string& name) {
  constexpr std::size_t kMax = 200;
  std::size_t printed = 0;
  for (const Finding& finding : findings) {
    if (finding.severity() == Severity::kInfo || ++printed > kMax) continue;
    const LogLevel level = finding.severity() == Severity::kError ? LogLevel::kError : LogLevel::kWarning;
    host.console.push_back({level, toValidUtf8(fmt::format("{}: {}: {}", name, finding.code(), finding.message))});
  }
}

/// Shows another tree of the same files.
void showTree(BundleState& state, Host& host, Bundle tree) {
  state.bundle = std::move(tree);
  host.view.entries.clear();
  state.bundle_files.verified = nullptr;
}

/// All layers as one tree; notes what became of each entry.
Bundle joined(BundleFiles& files, JobControl& control) {
  files.changes = nullptr;
  if (files.layers.size() == 1) return files.layers.front();
  files.changes = std::make_shared<const std::vector<LayerEntryChange>>(changesOf(files.layers, control.byteSink()));
  return files.compared ? openVersions(files.layers.front(), files.layers.back()) : openOverlay(files.layers);
}

/// Keeps the open bundle when another takes its place.
void park(BundleState& state) {
  if (state.bundle != nullptr) state.other_bundles.push_back({state.bundle, state.bundle_files});
}

void show(BundleState& state, Host& host, OpenBundle open) {
  const auto verified = open.files.verified;
  state.bundle_files = std::move(open.files);
  state.bundle_path = state.bundle_files.paths.empty() ? std::string() : state.bundle_files.paths.front();
  showTree(state, host, std::move(open.shown));
  state.bundle_files.verified = verified;
}

/// Lays files over each other in the background.
void startJoining(Host& host, BundleFiles files, const std::string& name,
                  std::function<void(BundleState&, Host&, OpenBundle)> take) {
  host.jobs->start(trf("Opening {}", name), [files = std::move(files), take](JobControl& control) -> Result<Delivery> {
    OpenBundle made{nullptr, files};
    made.files.verified = nullptr;
    made.shown = joined(made.files, control);
    return [made, take](BundleState& to, Scene& in) -> Result<void> {
      take(to, in, made);
      return {};
    };
  });
}

}  // namespace

namespace {

constexpr std::chrono::milliseconds kBetweenLooksAtFiles{300};

/// A folder has no stamp: its files are read when they are looked at.
std::map<std::string, FileOnDisk> filesOnDisk(const std::vector<std::string>& paths) {
  std::map<std::string, FileOnDisk> files;
  for (const std::string& path : paths) {
    const FileStamp now = stampOf(path);
    files.emplace(path, FileOnDisk{now, now});
  }
  return files;
}

}  // namespace

void followBundleFiles(BundleState& state, Host& host) {
  BundleFiles& files = state.bundle_files;
  const auto time = std::chrono::steady_clock::now();
  if (files.paths.empty() || time - files.looked_at < kBetweenLooksAtFiles) return;
  files.looked_at = time;
  bool reads = false;
  for (const std::string& path : files.paths) {
    const FileStamp now = stampOf(path);
    FileOnDisk& file = files.on_disk.try_emplace(path, FileOnDisk{now, now}).first->second;
    const bool rests = std::exchange(file.seen, now) == now;  // half of it may be written
    if (!rests || now == file.known) continue;
    file.known = now;
    const bool is_gone = now == FileStamp{};
    reads |= !is_gone;
    notify(host, LogLevel::kWarning,
           trf(is_gone ? "{}: the file of the open bundle is gone; what is shown was read before"
                       : "{}: another program changed the file of the open bundle; it is read again",
               toValidUtf8(fileNameOf(path))));
  }
  if (reads) execute(state, host, ReopenBundle{files.options});
}

bool areFilesChanged(const BundleState& state) {
  const BundleFiles& files = state.bundle_files;
  return std::ranges::any_of(files.on_disk, [](const auto& file) { return stampOf(file.first) != file.second.known; });
}

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

void showContainer(BundleState& state, Host& host, Bundle tree, const std::string& path) {
  notify(host, LogLevel::kInfo,
         fmt::format("{}: {}, {}", path, containerKindName(tree->kind()),
                     trn("{} entry", "{} entries", tree->entries().size())));
  printFindings(host, tree->findings(), fileNameOf(path));
  const std::vector<std::string> under = state.bundle_files.paths;
  if (!belongsTo(state.bundle_files, path)) {
    const std::vector<std::string> paths{path};
    if (under != paths) park(state);
    std::erase_if(state.other_bundles, [&](const OpenBundle& other) { return other.files.paths == paths; });
    BundleFiles files;
    files.paths = paths;
    files.on_disk = filesOnDisk(paths);
    files.layers = {tree};
    return show(state, host, {tree, std::move(files)});
  }
  BundleFiles files = state.bundle_files;
  files.paths.push_back(path);
  files.layers.push_back(std::move(tree));
  sortFiles(files);
  startJoining(host, std::move(files), fileNameOf(path), [path, under](BundleState& to, Host& in, OpenBundle over) {
    if (to.bundle_files.paths != under) return;
    show(to, in, std::move(over));
    notify(
        in, LogLevel::kInfo,
        trf(under.size() == 1 ? "{} lies over {} file of its package now" : "{} lies over {} files of its package now",
            fileNameOf(path), under.size()));
  });
}

void execute(BundleState& state, Host& host, const SwitchBundle& request) {
  if (request.index >= state.other_bundles.size()) return;
  OpenBundle other = std::move(state.other_bundles[request.index]);
  state.other_bundles.erase(state.other_bundles.begin() + static_cast<std::ptrdiff_t>(request.index));
  park(state);
  show(state, host, std::move(other));
}

void closeBundle(BundleState& state, Host& host) {
  OpenBundle last;
  if (!state.other_bundles.empty()) {
    last = std::move(state.other_bundles.back());
    state.other_bundles.pop_back();
  }
  show(state, host, std::move(last));
}

bool canCompare(const BundleState& state, std::size_t index) {
  const auto is_one_file = [](const BundleFiles& files) { return files.layers.size() == 1 && files.around.empty(); };
  return state.bundle != nullptr && index < state.other_bundles.size() && is_one_file(state.bundle_files) &&
         is_one_file(state.other_bundles[index].files);
}

void execute(BundleState& state, Host& host, const CompareBundles& request) {
  if (!canCompare(state, request.index)) return;
  BundleFiles files = state.other_bundles[request.index].files;
  files.layers.push_back(state.bundle);
  files.paths.push_back(state.bundle_path);
  files.compared = true;
  startJoining(host, std::move(files), state.bundle->name(), [](BundleState& to, Host& in, OpenBundle compared) {
    park(to);
    show(to, in, std::move(compared));
  });
}

void showStaged(BundleState& state, Host& host) {
  BundleFiles& files = state.bundle_files;
  if (files.layers.size() != 1) return;
  const auto staged = stagedTree(files.layers.front(), files.edits);
  // While a bundle inside it is shown, it is the outermost one around that.
  std::shared_ptr<const Tree>& shown = files.around.empty() ? state.bundle : files.around.front();
  if (shown == staged) return;
  shown = staged;
  if (!files.around.empty()) return;
  files.verified = nullptr;
  std::erase_if(host.view.entries, [&](std::size_t entry) { return entry >= staged->entries().size(); });
}

LayerEntryChange changeOf(const BundleState& state, std::size_t entry) {
  const BundleFiles& files = state.bundle_files;
  if (files.changes == nullptr || !files.around.empty() || entry >= files.changes->size()) return {};
  return (*files.changes)[entry];
}

void execute(BundleState& state, Host& host, const ReopenBundle& request) {
  const OpenOptions& options = request.options;
  const std::vector<std::string> paths = state.bundle_files.paths;
  const bool compared = state.bundle_files.compared;
  if (paths.empty()) return;
  host.jobs->start(
      trf("Opening {}", fileNameOf(paths.front())),
      [paths, options, compared](JobControl& control) -> Result<Delivery> {
        BundleFiles files;
        files.options = options;
        files.compared = compared;
        files.on_disk = filesOnDisk(paths);
        for (const std::string& path : paths) {
          auto tree = readContainer(path, options);
          SEPAX_TRY(tree);
          files.layers.push_back(std::move(*tree));
          files.paths.push_back(path);
        }
        const Bundle shown = joined(files, control);
        return [files, shown](BundleState& to, Scene& in) -> Result<void> {
          if (to.bundle_files.paths != files.paths) return {};
          const BundleFiles before = std::exchange(to.bundle_files, files);
          to.bundle_files.edits = before.edits;
          to.bundle_files.past = before.past;
          to.bundle_files.future = before.future;
          // A user who gave a password for an entry wants to see that entry.
          const bool same_entries = to.bundle != nullptr && to.bundle->entries().size() == shown->entries().size();
          const std::vector<std::size_t> chosen = same_entries ? in.view.entries : std::vector<std::size_t>();
          showTree(to, in, shown);
          in.view.entries = chosen;
          showStaged(to, in);
          const bool still = std::ranges::any_of(files.layers, [](const Bundle& tree) { return tree->locked(); });
          if (still) return fail(ErrorCode::kWrongValue, files.paths.front(), tr("the password does not fit"));
          return {};
        };
      });
}

void execute(BundleState& state, Host& host, const VerifyBundle&) {
  const Bundle tree = state.bundle;
  if (tree == nullptr) return;
  host.jobs->start(trf("Verifying {}", tree->name()), [tree](JobControl& control) -> Result<Delivery> {
    VerifyOptions options;
    options.progress = control.byteSink();
    auto report = std::make_shared<const VerifyReport>(verify(*tree, options));
    return [tree, report](BundleState& to, Scene& in) -> Result<void> {
      if (to.bundle != tree || report->is_cancelled) return {};
      if (report->failed_read) return tl::unexpected(*report->failed_read);
      to.bundle_files.verified = report;
      notify(in, report->damaged > 0 ? LogLevel::kError : LogLevel::kInfo,
             trf(report->files == 1 ? "{}: {} of {} file is sound, {} damaged"
                                    : "{}: {} of {} files are sound, {} damaged",
                 report->name, report->checked, report->files, report->damaged));
      return {};
    };
  });
}

void execute(BundleState& state, Host& host, const OpenNested& request) {
  const std::size_t index = request.index;
  const Bundle tree = state.bundle;
  if (tree == nullptr || index >= tree->entries().size()) return;
  OpenOptions options = state.bundle_files.options;
  options.depth = static_cast<int>(state.bundle_files.around.size());
  host.jobs->start(trf("Opening {}", fileNameOf(tree->entries()[index].path)),
                   [tree, index, options](JobControl&) -> Result<Delivery> {
                     auto nested = openNested(*tree, index, options);
                     SEPAX_TRY(nested);
                     if ((*nested)->entries().empty()) {
                       const auto& found = (*nested)->findings();
                       return fail(ErrorCode::kUnsupported, placeInTree(*tree, tree->entries()[index].path),
                                   found.empty() ? tr("holds no entries") : found.front().message);
                     }
                     return [tree, inner = std::move(*nested)](BundleState& to, Scene& in) -> Result<void> {
                       if (to.bundle != tree) return {};
                       to.bundle_files.around.push_back(tree);
                       showTree(to, in, inner);
                       printFindings(in, inner->findings(), inner->name());
                       return {};
                     };
                   });
}

void execute(BundleState& state, Host& host, const LeaveNested&) {
  std::vector<Bundle>& around = state.bundle_files.around;
  if (around.empty()) return;
  Bundle outer = std::move(around.back());
  around.pop_back();
  showTree(state, host, std::move(outer));
}

const std::vector<Finding>& bundleFindings(const BundleState& state) {
  static const std::vector<Finding> kNone;
  if (state.bundle == nullptr) return kNone;
  return state.bundle_files.verified != nullptr ? state.bundle_files.verified->findings : state.bundle->findings();
}

std::string cleanText(const BundleState& state) {
  const VerifyReport* report = state.bundle_files.verified.get();
  if (report == nullptr) return tr("Only the directory was read so far.");
  return report->findings.empty()
             ? trn("{} file read, nothing wrong.", "{} files read, nothing wrong.", report->checked)
             : trn("{} file read, only notes.", "{} files read, only notes.", report->checked);
}

std::optional<std::size_t> entryOf(const Tree& tree, const Finding& finding) {
  if (finding.entry && *finding.entry < tree.entries().size()) return finding.entry;
  if (finding.path.empty()) return std::nullopt;
  const auto found = std::ranges::find(tree.entries(), finding.path, &TreeEntry::path);
  if (found == tree.entries().end()) return std::nullopt;
  return static_cast<std::size_t>(found - tree.entries().begin());
}

BytesAt recordOf(const BundleState& state, std::size_t entry) {
  const std::uint64_t offset = state.bundle->entries()[entry].header_offset;
  const BundleFiles& files = state.bundle_files;
  if (files.layers.size() < 2 || !files.around.empty()) return {state.bundle->bytes(), offset};
  return {files.layers[layerOf(files.layers, entry).layer]->bytes(), offset};
}

BytesAt placeOf(const BundleState& state, const Finding& finding) {
  if (const auto entry = entryOf(*state.bundle, finding)) return recordOf(state, *entry);
  using enum FindingKind;
  static constexpr std::array kAtTheEnd{
      kZipNoEnd,         kZipAmbiguousEnd, kZipBadDirectory, kZipCountMismatch,      kZipDirectorySize,
      kZipTrailingBytes, kZipSplit,        kAndroidZip64,    kAndroidTooManyEntries, kObbBadFooter,
      kObbUnknownFlags,  kObbUnusedSalt,   kObbUnsetVersion, kObbPackageMismatch,    kObbVersionMismatch};
  constexpr std::uint64_t kShownOfTheEnd = 256;
  BytesAt place{state.bundle->bytes(), 0};
  if (place.bytes == nullptr && !state.bundle_files.layers.empty())
    place.bytes = state.bundle_files.layers.front()->bytes();
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
