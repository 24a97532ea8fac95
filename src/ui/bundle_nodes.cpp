#include "ui/bundle_nodes.h"

#include "scene/mesh_import.h"
#include "scene/picture_import.h"
#include "ui/open.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kDeepestFolder = 64;  ///< a name may hold 32 000 slashes; below this level they are part of a file's name
constexpr std::size_t kOpenUpTo = 200;      ///< larger containers start with their folders closed

/// A folder of the tree while it is being built.
struct Builder {
  struct Folder {
    std::string name;
    int entry = -1;
    std::vector<int> folders;  ///< indices into `folders`
    std::vector<int> files;    ///< entries
  };
  std::vector<Folder> folders{Folder{}};
  std::unordered_map<std::string, int> by_path{{"", 0}};

  int folderOf(const std::string& path) {
    if (const auto found = by_path.find(path); found != by_path.end()) return found->second;
    // Upwards to a folder that is known, then down again: paths may be as deep as they like.
    std::vector<std::string> missing{path};
    int parent = 0;
    while (true) {
      const std::string& last = missing.back();
      const std::size_t slash = last.find_last_of('/');
      const std::string above = slash == std::string::npos ? std::string() : last.substr(0, slash);
      if (const auto found = by_path.find(above); found != by_path.end()) {
        parent = found->second;
        break;
      }
      missing.push_back(above);
    }
    for (auto it = missing.rbegin(); it != missing.rend(); ++it) {
      const int index = static_cast<int>(folders.size());
      folders.push_back({it->substr(it->find_last_of('/') + 1), -1, {}, {}});
      folders[static_cast<std::size_t>(parent)].folders.push_back(index);
      by_path.emplace(*it, index);
      parent = index;
    }
    return parent;
  }
};

/// What follows the last slash, or the slash of the deepest folder that is shown as one.
std::string_view nameOf(const std::string& path) {
  std::size_t start = 0;
  for (std::size_t level = 0; level < kDeepestFolder; ++level) {
    const std::size_t slash = path.find('/', start);
    if (slash == std::string::npos) break;
    start = slash + 1;
  }
  return std::string_view(path).substr(start);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

/// True when `text` holds `part`, which is in lower case.
bool holdsNoCase(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(), [](char a, char b) { return lower(a) == b; }) != text.end();
}

bool endsNoCase(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && holdsNoCase(text.substr(text.size() - end.size()), end);
}

template <std::size_t count>
bool endsWithAny(const std::string& path, const std::array<std::string_view, count>& ends) {
  return std::ranges::any_of(ends, [&](std::string_view end) { return endsNoCase(path, end); });
}

constexpr std::array<std::string_view, 14> kTextEnds{".txt", ".json", ".xml", ".ini",   ".cfg",  ".csv",  ".lua",
                                                     ".js",  ".fnt",  ".mtl", ".plist", ".yaml", ".glsl", ".html"};
constexpr std::array<std::string_view, 6> kSoundEnds{".wav", ".ogg", ".mp3", ".flac", ".opus", ".oga"};

bool isKind(const BundleNode& node, const TreeEntry& entry, BundleFilterKind kind) {
  switch (kind) {
    case BundleFilterKind::kAll:
      return true;
    case BundleFilterKind::kMeshes:
      return !entry.directory && isMeshName(entry.path);
    case BundleFilterKind::kPictures:
      return !entry.directory && isPictureName(entry.path);
    case BundleFilterKind::kCases:
      return !entry.directory && isCaseName(entry.path);
    case BundleFilterKind::kTexts:
      return !entry.directory && endsWithAny(entry.path, kTextEnds);
    case BundleFilterKind::kSounds:
      return !entry.directory && endsWithAny(entry.path, kSoundEnds);
    case BundleFilterKind::kProblems:
      return node.severity >= Severity::kWarning;
  }
  return true;
}

/// Less than, equal, greater: −1, 0, 1.
template <class Value>
int compared(const Value& a, const Value& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

int compareNodes(const BundleNode& a, const BundleNode& b, const std::vector<TreeEntry>& entries, BundleColumn column) {
  static const TreeEntry kNoEntry;
  const TreeEntry& x = a.entry >= 0 ? entries[static_cast<std::size_t>(a.entry)] : kNoEntry;
  const TreeEntry& y = b.entry >= 0 ? entries[static_cast<std::size_t>(b.entry)] : kNoEntry;
  switch (column) {
    case BundleColumn::kName:
      return compared(a.name, b.name);
    case BundleColumn::kSize:
      return compared(a.size, b.size);
    case BundleColumn::kPacked:
      return compared(a.packed, b.packed);
    case BundleColumn::kMethod:
      return compared(x.method, y.method);
    case BundleColumn::kCrc:
      return compared(x.crc32, y.crc32);
    case BundleColumn::kModified:
      return compared(x.modified, y.modified);
    case BundleColumn::kOffset:
      return compared(x.offset, y.offset);
  }
  return 0;
}

std::vector<int> sorted(const std::vector<int>& children, const std::vector<BundleNode>& nodes, const std::vector<TreeEntry>& entries,
                        const BundleRows& wanted) {
  std::vector<int> order = children;
  // Children stand by name already: folders first, and equal ones keep that order.
  if (wanted.column == BundleColumn::kName && !wanted.descending) return order;
  std::ranges::stable_sort(order, [&](int a, int b) {
    const BundleNode &x = nodes[static_cast<std::size_t>(a)], &y = nodes[static_cast<std::size_t>(b)];
    if (x.folder != y.folder) return x.folder;
    const int order_of = compareNodes(x, y, entries, wanted.column);
    return wanted.descending ? order_of > 0 : order_of < 0;
  });
  return order;
}

/// Adds up sizes and links children: parents stand before their children.
void sumUp(std::vector<BundleNode>& nodes, const std::vector<TreeEntry>& entries) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent >= 0) nodes[static_cast<std::size_t>(nodes[i].parent)].children.push_back(static_cast<int>(i));
  }
  for (std::size_t i = nodes.size(); i-- > 0;) {
    BundleNode& node = nodes[i];
    if (!node.folder && node.entry >= 0) {
      const TreeEntry& entry = entries[static_cast<std::size_t>(node.entry)];
      node.size = entry.size;
      node.packed = entry.compressed_size;
      node.count = 1;
    }
    if (node.parent < 0) continue;
    BundleNode& parent = nodes[static_cast<std::size_t>(node.parent)];
    parent.size += node.size;
    parent.packed += node.packed;
    parent.count += node.count;
  }
}

}  // namespace

Severity severityOf(const Finding& finding) {
  return finding.severity == "error" ? Severity::kError : finding.severity == "warning" ? Severity::kWarning : Severity::kInfo;
}

std::vector<BundleNode> bundleNodes(const std::vector<TreeEntry>& entries) {
  Builder builder;
  for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
    const TreeEntry& entry = entries[static_cast<std::size_t>(i)];
    if (entry.directory && static_cast<std::size_t>(std::ranges::count(entry.path, '/')) < kDeepestFolder) {
      builder.folders[static_cast<std::size_t>(builder.folderOf(entry.path))].entry = i;
      continue;
    }
    const int folder =
        builder.folderOf(entry.path.substr(0, entry.path.size() - std::min(nameOf(entry.path).size() + 1, entry.path.size())));
    builder.folders[static_cast<std::size_t>(folder)].files.push_back(i);
  }
  for (Builder::Folder& folder : builder.folders) {
    std::ranges::sort(folder.folders, {}, [&](int index) { return builder.folders[static_cast<std::size_t>(index)].name; });
    std::ranges::stable_sort(folder.files, {}, [&](int index) { return nameOf(entries[static_cast<std::size_t>(index)].path); });
  }
  // Preorder with a stack of our own: a path may be deeper than the call stack likes.
  std::vector<BundleNode> nodes;
  struct Visit {
    int folder, parent, depth;
  };
  std::vector<std::pair<Visit, bool>> stack{{{0, -1, -1}, false}};
  const bool open = entries.size() <= kOpenUpTo;
  while (!stack.empty()) {
    auto [visit, files_next] = stack.back();
    stack.pop_back();
    const Builder::Folder& folder = builder.folders[static_cast<std::size_t>(visit.folder)];
    if (files_next) {
      for (const int file : folder.files) {
        nodes.push_back(
            {std::string(nameOf(entries[static_cast<std::size_t>(file)].path)), file, false, visit.depth + 1, visit.parent, false});
      }
      continue;
    }
    int own = -1;
    if (visit.folder != 0) {
      own = static_cast<int>(nodes.size());
      nodes.push_back({folder.name, folder.entry, true, visit.depth, visit.parent, open});
    }
    stack.push_back({{visit.folder, own, visit.depth}, true});
    for (auto it = folder.folders.rbegin(); it != folder.folders.rend(); ++it) stack.push_back({{*it, own, visit.depth + 1}, false});
  }
  sumUp(nodes, entries);
  return nodes;
}

void noteFindings(std::vector<BundleNode>& nodes, const std::vector<TreeEntry>& entries, const std::vector<Finding>& findings) {
  for (BundleNode& node : nodes) node.severity = Severity::kNone;
  std::unordered_map<std::string_view, Severity> by_path;
  for (const Finding& finding : findings) {
    if (finding.path.empty()) continue;
    Severity& worst = by_path[finding.path];
    worst = std::max(worst, severityOf(finding));
  }
  for (std::size_t i = nodes.size(); i-- > 0;) {
    BundleNode& node = nodes[i];
    if (node.entry >= 0) {
      const auto found = by_path.find(entries[static_cast<std::size_t>(node.entry)].path);
      if (found != by_path.end()) node.severity = std::max(node.severity, found->second);
    }
    if (node.parent < 0) continue;
    BundleNode& parent = nodes[static_cast<std::size_t>(node.parent)];
    parent.severity = std::max(parent.severity, node.severity);
  }
}

std::vector<int> visibleRows(const std::vector<BundleNode>& nodes, const std::vector<TreeEntry>& entries, const BundleRows& wanted) {
  const bool filters = !wanted.filter.empty() || wanted.kind != BundleFilterKind::kAll;
  std::vector<bool> kept(nodes.size(), !filters);
  if (filters) {
    // A node stays when its path has the filter's text; its folders stay with it.
    std::string text = wanted.filter;
    std::ranges::transform(text, text.begin(), lower);
    for (std::size_t i = nodes.size(); i-- > 0;) {
      const BundleNode& node = nodes[i];
      if (node.entry >= 0) {
        const TreeEntry& entry = entries[static_cast<std::size_t>(node.entry)];
        if (isKind(node, entry, wanted.kind) && holdsNoCase(entry.path, text)) kept[i] = true;
      } else if (wanted.kind == BundleFilterKind::kAll && holdsNoCase(node.name, text)) {
        kept[i] = true;
      }
      if (kept[i] && node.parent >= 0) kept[static_cast<std::size_t>(node.parent)] = true;
    }
  }
  std::vector<int> roots;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent < 0) roots.push_back(static_cast<int>(i));
  }
  std::vector<int> rows, stack = sorted(roots, nodes, entries, wanted);
  std::ranges::reverse(stack);
  while (!stack.empty()) {
    const int index = stack.back();
    stack.pop_back();
    if (!kept[static_cast<std::size_t>(index)]) continue;
    rows.push_back(index);
    const BundleNode& node = nodes[static_cast<std::size_t>(index)];
    if (!node.folder || (!node.open && !filters)) continue;
    const std::vector<int> children = sorted(node.children, nodes, entries, wanted);
    stack.insert(stack.end(), children.rbegin(), children.rend());
  }
  return rows;
}

}  // namespace sepax
