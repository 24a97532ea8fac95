#include "session/bundle/bundle_nodes.h"

#include "bundle/open/open_container.h"
#include "bundle/write/extract.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "format/case_keys.h"
#include "media/model_import.h"
#include "media/picture_import.h"
#include "session/bundle/bundle_files.h"
#include "session/host/opened_case.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <map>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kDeepestFolder =
    64;  ///< a name may hold 32 000 slashes; below this level they are part of a file's name
constexpr std::size_t kOpenUpTo = 200;  ///< larger containers start with their folders closed

/// Folders of the tree while it is being built; all names and paths are parts of the entries' paths.
struct Builder {
  struct Folder {
    std::string_view name;
    int entry = -1;
    std::vector<int> folders = {};                             ///< indices into `folders`
    std::vector<std::pair<std::string_view, int>> files = {};  ///< names and entries
  };
  std::vector<Folder> folders{Folder{}};
  NameMap<std::string_view, int> by_path{{"", 0}};

  int folderOf(std::string_view path) {
    if (const auto found = by_path.find(path); found != by_path.end()) return found->second;
    // Upwards to a folder that is known, then down again: paths may be as deep as they like.
    std::vector<std::string_view> missing{path};
    int parent = 0;
    while (true) {
      const std::string_view last = missing.back();
      const std::size_t slash = last.find_last_of('/');
      const std::string_view above = slash == std::string_view::npos ? std::string_view() : last.substr(0, slash);
      if (const auto found = by_path.find(above); found != by_path.end()) {
        parent = found->second;
        break;
      }
      missing.push_back(above);
    }
    for (auto it = missing.rbegin(); it != missing.rend(); ++it) {
      const int index = static_cast<int>(folders.size());
      folders.push_back({.name = it->substr(it->find_last_of('/') + 1)});
      folders[static_cast<std::size_t>(parent)].folders.push_back(index);
      by_path.emplace(*it, index);
      parent = index;
    }
    return parent;
  }
};

/// The part after the last slash, or after the slash of the deepest folder that is shown as one.
std::string_view nameOf(std::string_view path) {
  std::size_t start = 0;
  for (std::size_t level = 0; level < kDeepestFolder; ++level) {
    const std::size_t slash = path.find('/', start);
    if (slash == std::string_view::npos) break;
    start = slash + 1;
  }
  return path.substr(start);
}

bool isKind(Severity severity, bool differs, const TreeEntry& entry, BundleFilterKind kind) {
  if (kind == BundleFilterKind::kAll) return true;
  if (kind == BundleFilterKind::kChanges) return differs;
  if (kind == BundleFilterKind::kProblems) return severity >= Severity::kWarning;
  if (entry.directory) return false;
  if (kind == BundleFilterKind::kCases) return isCaseName(entry.path);
  return filterFor(entryKindOf(entry.path)) == kind;
}

/// The key that a row is sorted by: a number, or for columns of text the text.
struct SortKey {
  bool folder = false;
  std::uint64_t number = 0;
  std::string_view text = {};
  int node = 0;
};

/// Names of the methods that occur, so that keys can point at them.
class MethodNames {
 public:
  std::string_view of(Compression method) {
    std::string& name = names_[method];
    if (name.empty()) name = compressionName(method);
    return name;
  }

 private:
  std::map<Compression, std::string> names_;
};

SortKey keyOf(const BundleNodes& index, const NodeFacts& facts, int at, const std::vector<TreeEntry>& entries,
              BundleColumn column, MethodNames& methods) {
  const BundleNode& node = index.nodes[static_cast<std::size_t>(at)];
  const TreeEntry* entry = node.entry >= 0 ? &entries[static_cast<std::size_t>(node.entry)] : nullptr;
  SortKey key{node.folder, 0, {}, at};
  if (column == BundleColumn::kName) key.text = node.name;
  if (column == BundleColumn::kSize) key.number = node.size;
  if (column == BundleColumn::kPacked) key.number = node.packed;
  if (column == BundleColumn::kRatio) key.number = ratioOf(node);
  if (column == BundleColumn::kTriangles && !facts.triangles.empty())
    key.number = facts.triangles[static_cast<std::size_t>(at)];
  if (entry == nullptr) return key;
  if (column == BundleColumn::kFolder) key.text = folderOf(entry->path);
  if (column == BundleColumn::kKind && !node.folder) key.text = entryKindName(entryKindOf(entry->path));
  if (column == BundleColumn::kMethod) key.text = methods.of(entry->method);
  if (column == BundleColumn::kCrc) key.number = entry->crc32;
  constexpr std::uint64_t kBefore1970 = std::uint64_t{1} << 63;  // room for negative seconds; unknown times stay first
  if (column == BundleColumn::kModified && entry->modified)
    key.number = static_cast<std::uint64_t>(entry->modified->seconds) + kBefore1970;
  if (column == BundleColumn::kOffset) key.number = entry->offset;
  return key;
}

/// Folders first; equal ones keep their order.
void sortKeys(std::vector<SortKey>& keys, bool descending) {
  std::ranges::stable_sort(keys, [descending](const SortKey& a, const SortKey& b) {
    if (a.folder != b.folder) return a.folder;
    const SortKey &low = descending ? b : a, &high = descending ? a : b;
    return low.number != high.number ? low.number < high.number : low.text < high.text;
  });
}

/// Parents come before their children.
void sumUp(std::vector<BundleNode>& nodes, const std::vector<TreeEntry>& entries) {
  for (std::size_t i = nodes.size(); i-- > 0;) {
    BundleNode& node = nodes[i];
    if (!node.folder && node.entry >= 0) {
      const TreeEntry& entry = entries[static_cast<std::size_t>(node.entry)];
      node.size = entry.size;
      node.packed = entry.compressed_size;
      node.count = 1;
    }
    const bool is_shadowed = !node.folder && node.entry >= 0 && entries[static_cast<std::size_t>(node.entry)].shadowed;
    if (node.parent < 0 || is_shadowed) continue;
    BundleNode& parent = nodes[static_cast<std::size_t>(node.parent)];
    parent.size += node.size;
    parent.packed += node.packed;
    parent.count += node.count;
  }
}

/// The nodes of the folders' contents, in preorder, with a stack of our own: a path may be deeper than the call stack
/// likes.
std::vector<BundleNode> inPreorder(Builder& builder, std::size_t entry_count, JobControl& control) {
  struct Visit {
    int folder, parent, depth;
    bool files_next;
  };
  std::vector<BundleNode> nodes;
  nodes.reserve(entry_count + builder.folders.size());
  std::vector<Visit> stack{{0, -1, -1, false}};
  while (!stack.empty() && !control.isCancelled()) {
    const Visit visit = stack.back();
    stack.pop_back();
    Builder::Folder& folder = builder.folders[static_cast<std::size_t>(visit.folder)];
    if (visit.files_next) {
      std::ranges::stable_sort(folder.files, {}, [](const auto& file) { return file.first; });
      for (const auto& [name, entry] : folder.files) {
        const int own = static_cast<int>(nodes.size());
        nodes.push_back(
            {.name = name, .entry = entry, .parent = visit.parent, .end = own + 1, .depth = visit.depth + 1});
      }
      if (visit.parent >= 0) nodes[static_cast<std::size_t>(visit.parent)].end = static_cast<int>(nodes.size());
      control.progressItems(entry_count + nodes.size(), entry_count * 2 + builder.folders.size());
      continue;
    }
    int own = -1;
    if (visit.folder != 0) {
      own = static_cast<int>(nodes.size());
      nodes.push_back(
          {.name = folder.name, .entry = folder.entry, .parent = visit.parent, .depth = visit.depth, .folder = true});
    }
    std::ranges::sort(folder.folders, {},
                      [&](int index) { return builder.folders[static_cast<std::size_t>(index)].name; });
    stack.push_back({visit.folder, own, visit.depth, true});
    for (auto it = folder.folders.rbegin(); it != folder.folders.rend(); ++it)
      stack.push_back({*it, own, visit.depth + 1, false});
  }
  return nodes;
}

/// A node stays when its path has the filter's text; its folders stay with it.
std::vector<bool> keptBy(const BundleRows& wanted, const BundleNodes& index, const NodeFacts& facts,
                         const std::vector<TreeEntry>& entries, const JobControl& control) {
  std::vector<bool> kept(index.nodes.size());
  for (std::size_t i = index.nodes.size(); i-- > 0 && !control.isCancelled();) {
    const BundleNode& node = index.nodes[i];
    if (node.entry >= 0) {
      const TreeEntry& entry = entries[static_cast<std::size_t>(node.entry)];
      if (isKind(facts.severities[i], !facts.differs.empty() && facts.differs[i], entry, wanted.kind) &&
          holdsNoCase(entry.path, wanted.filter))
        kept[i] = true;
    } else if (wanted.kind == BundleFilterKind::kAll && holdsNoCase(node.name, wanted.filter)) {
      kept[i] = true;
    }
    if (kept[i] && node.parent >= 0) kept[static_cast<std::size_t>(node.parent)] = true;
  }
  return kept;
}

}  // namespace

BundleNodes bundleNodes(const std::vector<TreeEntry>& entries, JobControl& control,
                        std::span<const LayerEntryChange> changes) {
  BundleNodes index;
  index.characters.resize(0x10000);
  Builder builder;
  std::vector<std::pair<int, int>> folder_entries;  // entry and folder
  for (int i = 0; i < static_cast<int>(entries.size()) && !control.isCancelled(); ++i) {
    const TreeEntry& entry = entries[static_cast<std::size_t>(i)];
    if (!changes.empty() && changes[static_cast<std::size_t>(i)].change == LayerChange::kCovered) continue;
    const std::string_view path = entry.path;
    noteCharacters(index.characters, path);
    if (entry.directory && static_cast<std::size_t>(std::ranges::count(path, '/')) < kDeepestFolder) {
      const int folder = builder.folderOf(path);
      builder.folders[static_cast<std::size_t>(folder)].entry = i;
      folder_entries.emplace_back(i, folder);
      continue;
    }
    const std::string_view name = nameOf(path);
    const int folder = builder.folderOf(path.substr(0, path.size() - std::min(name.size() + 1, path.size())));
    builder.folders[static_cast<std::size_t>(folder)].files.emplace_back(name, i);
    if (i % 4096 == 0) control.progressItems(static_cast<std::uint64_t>(i), entries.size() * 2);
  }
  index.nodes = inPreorder(builder, entries.size(), control);
  sumUp(index.nodes, entries);
  index.node_of.assign(entries.size(), -1);
  for (std::size_t i = 0; i < index.nodes.size(); ++i) {
    if (const int entry = index.nodes[i].entry; entry >= 0)
      index.node_of[static_cast<std::size_t>(entry)] = static_cast<int>(i);
  }
  // A folder that is listed several times: its node bears the last entry, all lead to it.
  for (const auto& [entry, folder] : folder_entries) {
    const int last = builder.folders[static_cast<std::size_t>(folder)].entry;
    index.node_of[static_cast<std::size_t>(entry)] = index.node_of[static_cast<std::size_t>(last)];
  }
  return index;
}

std::vector<Severity> nodeSeverities(const BundleNodes& index, const std::vector<TreeEntry>& entries,
                                     const std::vector<Finding>& findings) {
  std::vector<Severity> severities(index.nodes.size(), Severity::kNone);
  NameMap<std::string_view, Severity> by_path;
  for (const Finding& finding : findings) {
    if (finding.path.empty()) continue;
    Severity& worst = by_path[finding.path];
    worst = std::max(worst, finding.severity());
  }
  if (by_path.empty()) return severities;
  for (std::size_t i = index.nodes.size(); i-- > 0;) {
    const BundleNode& node = index.nodes[i];
    if (node.entry >= 0) {
      const auto found = by_path.find(entries[static_cast<std::size_t>(node.entry)].path);
      if (found != by_path.end()) severities[i] = std::max(severities[i], found->second);
    }
    if (node.parent < 0) continue;
    Severity& parent = severities[static_cast<std::size_t>(node.parent)];
    parent = std::max(parent, severities[i]);
  }
  return severities;
}

std::uint64_t ratioOf(const BundleNode& node) {
  return node.size == 0
             ? 1000
             : static_cast<std::uint64_t>(static_cast<double>(node.packed) / static_cast<double>(node.size) * 1000);
}

std::string_view folderOf(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

bool isFiltering(const BundleRows& wanted) { return !wanted.filter.empty() || wanted.kind != BundleFilterKind::kAll; }

bool isOpen(const BundleRows& wanted, const BundleNodes& index, int node) {
  if (isFiltering(wanted)) return true;
  const auto at = static_cast<std::size_t>(node);
  return at < wanted.open.size() ? wanted.open[at] : index.node_of.size() <= kOpenUpTo;
}

void setOpen(BundleRows& wanted, const BundleNodes& index, int node, bool open) {
  if (wanted.open.size() != index.nodes.size())
    wanted.open.assign(index.nodes.size(), index.node_of.size() <= kOpenUpTo);
  wanted.open[static_cast<std::size_t>(node)] = open;
}

std::vector<int> visibleRows(const BundleNodes& index, const NodeFacts& facts, const std::vector<TreeEntry>& entries,
                             const BundleRows& wanted, const JobControl& control) {
  const std::vector<BundleNode>& nodes = index.nodes;
  const bool filters = isFiltering(wanted);
  const std::vector<bool> kept = filters ? keptBy(wanted, index, facts, entries, control) : std::vector<bool>();
  const auto isKept = [&](int node) { return !filters || kept[static_cast<std::size_t>(node)]; };
  std::vector<int> rows;
  const int count = static_cast<int>(nodes.size());
  MethodNames methods;
  if (wanted.flat) {
    std::vector<SortKey> keys;
    for (int i = 0; i < count && !control.isCancelled(); ++i) {
      if (!nodes[static_cast<std::size_t>(i)].folder && isKept(i))
        keys.push_back(keyOf(index, facts, i, entries, wanted.column, methods));
    }
    sortKeys(keys, wanted.descending);
    for (const SortKey& key : keys) rows.push_back(key.node);
    return rows;
  }
  if (wanted.column == BundleColumn::kName && !wanted.descending) {
    for (int i = 0; i < count && !control.isCancelled();) {
      if (isKept(i)) rows.push_back(i);
      i = isKept(i) && isOpen(wanted, index, i) ? i + 1 : nodes[static_cast<std::size_t>(i)].end;
    }
    return rows;
  }
  std::vector<int> stack;
  std::vector<SortKey> keys;
  const auto pushSorted = [&](int begin, int end) {
    keys.clear();
    for (int i = begin; i < end; i = nodes[static_cast<std::size_t>(i)].end) {
      if (isKept(i)) keys.push_back(keyOf(index, facts, i, entries, wanted.column, methods));
    }
    sortKeys(keys, wanted.descending);
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) stack.push_back(key->node);
  };
  pushSorted(0, count);
  while (!stack.empty() && !control.isCancelled()) {
    const int at = stack.back();
    stack.pop_back();
    rows.push_back(at);
    const BundleNode& node = nodes[static_cast<std::size_t>(at)];
    if (node.folder && isOpen(wanted, index, at)) pushSorted(at + 1, node.end);
  }
  return rows;
}

bool noteCharacters(std::vector<bool>& characters, std::string_view utf8) {
  bool is_new = false;
  while (!utf8.empty()) {
    if (static_cast<unsigned char>(utf8.front()) < 0x80) {
      utf8.remove_prefix(1);
      continue;
    }
    const char32_t c = takeCodePoint(utf8).value_or(kReplacementCharacter);
    if (c < characters.size() && !characters[c]) characters[c] = is_new = true;
  }
  return is_new;
}

namespace {

struct KindNames {
  const char *one, *many;
};
/// In the order of EntryKind.
constexpr KindNames kNames[] = {{"mesh", "meshes"},  {"picture", "pictures"}, {"sound", "sounds"},
                                {"video", "videos"}, {"text", "texts"},       {"font", "fonts"},
                                {"code", "code"},    {"bundle", "bundles"},   {"other", "other"}};
static_assert(std::size(kNames) == kEntryKindCount);

struct Extension {
  std::string_view end;
  EntryKind kind;
};
using enum EntryKind;
constexpr Extension kExtensions[] = {
    {".wav", kSound}, {".ogg", kSound},  {".mp3", kSound},  {".flac", kSound},      {".opus", kSound},
    {".oga", kSound}, {".m4a", kSound},  {".mp4", kVideo},  {".webm", kVideo},      {".mkv", kVideo},
    {".ogv", kVideo}, {".3gp", kVideo},  {".mov", kVideo},  {".txt", kText},        {".json", kText},
    {".xml", kText},  {".ini", kText},   {".cfg", kText},   {".csv", kText},        {".lua", kText},
    {".js", kText},   {".fnt", kText},   {".mtl", kText},   {".plist", kText},      {".yaml", kText},
    {".yml", kText},  {".glsl", kText},  {".vert", kText},  {".frag", kText},       {".html", kText},
    {".css", kText},  {".md", kText},    {".mf", kText},    {".properties", kText}, {".ttf", kFont},
    {".otf", kFont},  {".woff", kFont},  {".woff2", kFont}, {".dex", kCode},        {".so", kCode},
    {".dll", kCode},  {".class", kCode}, {".exe", kCode},   {".wasm", kCode},       {".pyc", kCode}};

}  // namespace

EntryKind entryKindOf(const std::string& path) {
  if (isMeshName(path)) return kMesh;
  if (isContainerName(path)) return kBundle;
  if (isPictureName(path)) return kPicture;
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string::npos || path[dot] != '.') return kOther;
  const auto row = std::ranges::find(kExtensions, lowered(std::string_view(path).substr(dot)), &Extension::end);
  return row == std::end(kExtensions) ? kOther : row->kind;
}

const char* entryKindName(EntryKind kind) { return kNames[static_cast<std::size_t>(kind)].one; }
const char* entryKindNames(EntryKind kind) { return kNames[static_cast<std::size_t>(kind)].many; }

bool mayOpenOutside(const std::string& path) {
  static constexpr std::array<std::string_view, 8> kTexts{".txt", ".json", ".xml", ".ini",
                                                          ".cfg", ".csv",  ".md",  ".yaml"};
  const std::string lower = lowered(path);
  switch (entryKindOf(path)) {
    case EntryKind::kMesh:
    case EntryKind::kPicture:
    case EntryKind::kSound:
    case EntryKind::kVideo:
    case EntryKind::kFont:
      return !lower.ends_with(".svg");
    case EntryKind::kText:
      return std::ranges::any_of(kTexts, [&](std::string_view end) { return lower.ends_with(end); });
    case EntryKind::kCode:
    case EntryKind::kBundle:
    case EntryKind::kOther:
      return lower.ends_with(".pdf");
  }
  return false;
}

void execute(BundleState& state, Host& host, const OpenOutside& request) {
  const std::size_t index = request.index;
  const std::shared_ptr<const Tree> tree = state.bundle;
  if (tree == nullptr || index >= tree->entries().size() || !mayOpenOutside(tree->entries()[index].path)) return;
  host.jobs->start(trf("Opening {}", toValidUtf8(fileNameOf(tree->entries()[index].path))),
                   [tree, path = tree->entries()[index].path](JobControl& control) -> Result<Delivery> {
                     const Result<std::string> folder = privateFolder();
                     SEPAX_TRY(folder);
                     ExtractOptions options;
                     options.folder = *folder;
                     options.paths = {path};
                     options.may_replace = true;
                     const auto report = extractTree(*tree, options, control.byteSink());
                     SEPAX_TRY(report);
                     if (!report->refused.empty()) {
                       return fail(ErrorCode::kUnsafe, placeInTree(*tree, path), report->refused.front().message);
                     }
                     const std::string file = (std::filesystem::path(*folder) / path).string();
                     // A shell in between, which ends at once: some programs run until their window is closed.
                     const auto shell = runChild({"/bin/sh", "-c",
                                                  "command -v xdg-open > /dev/null || exit 127\n"
                                                  "xdg-open \"$1\" < /dev/null > /dev/null 2>&1 &",
                                                  "sh", file},
                                                 {}, {.wall_seconds = 10});
                     SEPAX_TRY(shell);
                     if (shell->exit_code != 0) {
                       return fail(ErrorCode::kNotFound, file,
                                   tr("this system has no program xdg-open that could open it"));
                     }
                     return [file](BundleState&, Scene& in) -> Result<void> {
                       notify(in, LogLevel::kInfo,
                              trf("{}: a copy, handed to the system's program; changes to it stay outside", file));
                       return {};
                     };
                   });
}

}  // namespace sepax
