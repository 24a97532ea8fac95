#include "app/bundle_output.h"

#include "app/output_parts.h"
#include "bundle/engine.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace sepax {

namespace {

using Out = std::back_insert_iterator<std::string>;

constexpr const char* kHexDigits = "0123456789abcdef";

std::string hexOfBytes(std::string_view bytes) {
  std::string out;
  out.reserve(2 * bytes.size());
  for (const char c : bytes) {
    out += kHexDigits[static_cast<unsigned char>(c) >> 4];
    out += kHexDigits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

/// `text` in a column `width` wide.
void appendLeft(std::string& out, std::string_view text, std::size_t width) {
  out += text;
  out.append(width - std::min(width, text.size()), ' ');
}

void appendRight(std::string& out, std::uint64_t value, std::size_t width) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  const auto length = static_cast<std::size_t>(end - digits.data());
  out.append(width - std::min(width, length), ' ').append(digits.data(), length);
}

void appendHex(std::string& out, std::uint32_t value) {
  for (int shift = 28; shift >= 0; shift -= 4) out += kHexDigits[value >> shift & 15];
}

void appendNumber(std::string& out, std::uint64_t value) { appendRight(out, value, 0); }

void appendOrNull(std::string& out, std::string_view text) { text.empty() ? void(out += "null") : appendJsonString(out, text); }

/// Text made by hand: a tree of a million JSON values would need gigabytes, and most of the time of a listing.
void appendEntryJson(std::string& out, std::size_t index, const std::string& source, const TreeEntry& entry) {
  const auto number = [&](const char* key, std::uint64_t value) { appendNumber(out += key, value); };
  const auto text = [&](const char* key, std::string_view value) { appendJsonString(out += key, value); };
  const auto orNull = [&](const char* key, std::string_view value) { appendOrNull(out += key, value); };
  const auto yes = [&](const char* key, bool value) { (out += key) += value ? "true" : "false"; };
  text("{\"path\": ", entry.path);
  text(", \"source\": ", source);
  number(", \"size\": ", entry.size);
  number(", \"compressed_size\": ", entry.compressed_size);
  text(", \"method\": ", compressionName(entry.method));
  out += ", \"crc32\": ";
  if (entry.has_crc32) {
    appendHex(out += '"', entry.crc32);
    out += '"';
  } else {
    out += "null";
  }
  orNull(", \"modified\": ", timeText(entry.modified));
  yes(", \"modified_utc\": ", entry.modified && entry.modified->is_utc);
  number(", \"offset\": ", entry.offset);
  yes(", \"in_place\": ", entry.in_place);
  yes(", \"directory\": ", entry.directory);
  yes(", \"shadowed\": ", entry.shadowed);
  number(", \"index\": ", index);
  number(", \"header_offset\": ", entry.header_offset);
  number(", \"alignment\": ", alignmentOf(entry));
  number(", \"flags\": ", entry.flags);
  number(", \"mode\": ", entry.unix_mode);
  yes(", \"link\": ", entry.link);
  text(", \"encryption\": ", encryptionName(entry.encryption));
  text(", \"layer\": ", overlayRoleName(entry.overlay_role));
  text(", \"name_encoding\": ", entry.name_encoding);
  orNull(", \"raw_name\": ", hexOfBytes(entry.raw_name));
  orNull(", \"comment\": ", entry.comment);
  out += '}';
}

/// By hand, as above: formats that pad count characters first.
void appendEntryRow(std::string& out, const TreeEntry& entry) {
  appendRight(out, entry.size, 12);
  appendRight(out += ' ', entry.compressed_size, 12);
  appendLeft(out += "  ", compressionName(entry.method), 11);
  if (entry.has_crc32) {
    appendHex(out, entry.crc32);
  } else {
    appendLeft(out, "", 8);
  }
  if (entry.modified) {
    appendTime(out += "  ", *entry.modified);
    out += entry.modified->is_utc ? "Z " : "  ";
  } else {
    appendLeft(out, "", 23);
  }
  if (isPlainLine(entry.path)) {
    out += entry.path;
  } else {
    out += printableLine(entry.path);
  }
  if (entry.directory) out += '/';
  if (entry.encrypted) out += "  (encrypted)";
  if (entry.shadowed) out += "  (shadowed)";
  out += '\n';
}

/// Hands on what `append` gives of each entry, in pieces.
template <class Append>
void eachEntry(const Tree& tree, const std::function<void(std::string_view)>& write, Append append) {
  constexpr std::size_t kPiece = 1 << 16;
  std::string out;
  for (std::size_t i = 0; i < tree.entries().size(); ++i) {
    append(out, i);
    if (out.size() < kPiece) continue;
    write(out);
    out.clear();
  }
  write(out);
}

struct Totals {
  std::size_t files = 0, folders = 0, shadowed = 0, in_place = 0;
  std::uint64_t size = 0, compressed_size = 0;
};

Totals totalsOf(const Tree& tree) {
  Totals totals;
  for (const TreeEntry& entry : tree.entries()) {
    ++(entry.directory ? totals.folders : totals.files);
    totals.shadowed += entry.shadowed;
    totals.in_place += entry.in_place && !entry.directory;
    totals.size += entry.size;
    totals.compressed_size += entry.compressed_size;
  }
  return totals;
}

/// A folder of a tree while it is printed.
struct Branch {
  std::map<std::string_view, Branch> children;
  const TreeEntry* entry = nullptr;  ///< null for a folder that has no entry of its own
};

/// The winning entries by their folders. Below kDeepest levels slashes are part of a name: a hostile path may hold thousands.
Branch branchesOf(const Tree& tree) {
  constexpr int kDeepest = 64;
  Branch root;
  for (const TreeEntry& entry : tree.entries()) {
    if (entry.shadowed) continue;
    Branch* branch = &root;
    std::string_view path = entry.path;
    for (int level = 0; level < kDeepest; ++level) {
      const std::size_t slash = path.find('/');
      if (slash == std::string_view::npos) break;
      branch = &branch->children[path.substr(0, slash)];
      path.remove_prefix(slash + 1);
    }
    branch->children[path].entry = &entry;
  }
  return root;
}

bool isFolder(const Branch& branch) { return branch.entry == nullptr || branch.entry->directory || !branch.children.empty(); }

void appendBranches(std::string& out, const Branch& branch, const std::string& indent) {
  std::size_t left = branch.children.size();
  for (const auto& [name, child] : branch.children) {
    const bool isLast = --left == 0;
    const std::string size = isFolder(child) ? "/" : "  " + sizeText(child.entry->size);
    fmt::format_to(Out(out), "{}{}{}{}\n", indent, isLast ? "└── " : "├── ", printableLine(name), size);
    appendBranches(out, child, indent + (isLast ? "    " : "│   "));
  }
}

void appendBranchesJson(std::string& out, const Branch& branch) {
  const char* separator = "";
  out += "[";
  for (const auto& [name, child] : branch.children) {
    fmt::format_to(Out(out), R"({}{{"name": {})", std::exchange(separator, ", "), jsonString(name));
    if (isFolder(child)) {
      out += ", \"children\": ";
      appendBranchesJson(out, child);
    } else {
      fmt::format_to(Out(out), ", \"size\": {}", child.entry->size);
    }
    out += "}";
  }
  out += "]";
}

}  // namespace

void writeListingJson(const Tree& tree, const std::function<void(std::string_view)>& write) {
  write(fmt::format("{{\"sepax\": 1, \"kind\": \"{}\", \"description\": {}, \"footer\": {}, \"locked\": {}, \"entries\": [",
                    containerKindName(tree.kind()), jsonString(tree.description()), footerJson(tree.footer()), tree.locked()));
  std::string_view separator = "\n  ";
  eachEntry(tree, write, [&](std::string& out, std::size_t i) {
    out += std::exchange(separator, ",\n  ");
    appendEntryJson(out, i, tree.sourceOf(i), tree.entries()[i]);
  });
  write("],\n\"findings\": " + findingsJson(tree.findings()) + "}\n");
}

void writeListingTable(const Tree& tree, const std::function<void(std::string_view)>& write) {
  std::string out = fmt::format("{}: {}, {} entries", printableLine(tree.name()), containerKindName(tree.kind()), tree.entries().size());
  if (const auto& footer = tree.footer(); footer) {
    out += fmt::format(", OBB footer: {} version {}", printableLine(footer->package), footer->version);
  }
  out += "\n";
  if (!tree.entries().empty()) {
    out += fmt::format("{:>12} {:>12}  {:<10} {:<8}  {:<19}  {}\n", "size", "packed", "method", "crc32", "modified", "path");
  }
  write(out);
  eachEntry(tree, write, [&](std::string& rows, std::size_t i) { appendEntryRow(rows, tree.entries()[i]); });
  out.clear();
  appendFindings(out, tree.findings());
  write(out);
}

std::string bundleInfoJson(const Tree& tree) {
  const Totals totals = totalsOf(tree);
  return fmt::format(
      R"({{"sepax": 1, "name": {}, "kind": "{}", "description": {}, "locked": {}, "made_for": {}, "footer": {}, "facts": {}, "files": {}, )"
      R"("folders": {}, "shadowed": {}, "in_place": {}, "size": {}, "compressed_size": {}, "findings": {}}})",
      jsonString(tree.name()), containerKindName(tree.kind()), jsonString(tree.description()), tree.locked(), orNull(engineOf(tree)),
      footerJson(tree.footer()), factsJson(tree.facts()), totals.files, totals.folders, totals.shadowed, totals.in_place, totals.size,
      totals.compressed_size, findingsJson(tree.findings()));
}

std::string bundleInfoText(const Tree& tree) {
  const Totals totals = totalsOf(tree);
  std::string out = fmt::format("{}: {}\n", printableLine(tree.name()), tree.description());
  appendFooter(out, tree.footer());
  if (const auto bytes = tree.bytes(); bytes) fmt::format_to(Out(out), "  {:<14}{}\n", "file size", sizeText(bytes->size()));
  appendFacts(out, tree.facts());
  if (const std::string engine = engineOf(tree); !engine.empty()) fmt::format_to(Out(out), "  {:<14}{}\n", "made for", engine);
  fmt::format_to(Out(out), "  {:<14}{} files, {} folders; {} in {}\n", "contents", totals.files, totals.folders, sizeText(totals.size),
                 sizeText(totals.compressed_size));
  fmt::format_to(Out(out), "  {:<14}{} of {} files\n", "read in place", totals.in_place, totals.files);
  if (totals.shadowed > 0) fmt::format_to(Out(out), "  {:<14}{} entries\n", "shadowed", totals.shadowed);
  appendFindings(out, tree.findings());
  trimEnd(out);
  return out;
}

std::string bundleTreeJson(const Tree& tree) {
  std::string out = fmt::format("{{\"sepax\": 1, \"name\": {}, \"children\": ", jsonString(tree.name()));
  appendBranchesJson(out, branchesOf(tree));
  return out + "}";
}

std::string bundleTreeText(const Tree& tree) {
  std::string out = printableLine(tree.name()) + "\n";
  appendBranches(out, branchesOf(tree), "");
  trimEnd(out);
  return out;
}

}  // namespace sepax
