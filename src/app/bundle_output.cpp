#include "app/bundle_output.h"

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
constexpr std::size_t kMaxShownFindings = 20;  ///< of one code, in text; JSON has all

std::string sizeText(std::uint64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1000 && unit + 1 < std::size(kUnits); ++unit) size /= 1024;
  return fmt::format("{:.{}f} {}", size, size < 100 ? 1 : 0, kUnits[unit]);
}

std::string orNull(const std::string& text) { return text.empty() ? "null" : jsonString(text); }

std::string footerJson(const std::optional<ObbFooter>& footer) {
  if (!footer) return "null";
  return fmt::format(R"({{"package": {}, "version": {}, "flags": {}, "salt": {}}})", jsonString(footer->package), footer->version,
                     footer->flags, jsonString(footer->salt_hex));
}

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

/// A text as JSON with its quotes.
void appendString(std::string& out, std::string_view text) {
  if (isPlainLine(text) && text.find('"') == std::string_view::npos && text.find('\\') == std::string_view::npos) {
    ((out += '"') += text) += '"';
    return;
  }
  out += '"';
  for (const char c : toValidUtf8(text)) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      fmt::format_to(Out(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

void appendOrNull(std::string& out, std::string_view text) { text.empty() ? void(out += "null") : appendString(out, text); }

/// Text made by hand: a tree of a million JSON values would need gigabytes, and most of the time of a listing.
void appendEntryJson(std::string& out, std::size_t index, const std::string& source, const TreeEntry& entry) {
  const auto number = [&](const char* key, std::uint64_t value) { appendNumber(out += key, value); };
  const auto text = [&](const char* key, std::string_view value) { appendString(out += key, value); };
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

std::string findingsJson(const std::vector<Finding>& findings) {
  std::string out = "[";
  const char* separator = "\n  ";
  for (const Finding& finding : findings) {
    fmt::format_to(Out(out), R"({}{{"code": {}, "severity": {}, "path": {}, "entry": {}, "message": {}}})",
                   std::exchange(separator, ",\n  "), jsonString(finding.code()), jsonString(severityName(finding.severity())),
                   jsonString(finding.path), finding.entry ? fmt::format("{}", *finding.entry) : "null", jsonString(finding.message));
  }
  return out + "]";
}

std::string factsJson(const std::vector<Fact>& facts) {
  std::string out = "{";
  const char* separator = "";
  for (const Fact& fact : facts) {
    fmt::format_to(Out(out), "{}{}: {}", std::exchange(separator, ", "), jsonString(fact.name), jsonString(fact.value));
  }
  return out + "}";
}

/// Errors first; of each code the first twenty.
void appendFindings(std::string& out, const std::vector<Finding>& findings) {
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
    std::map<std::string_view, std::size_t> shown;  // by code
    for (const Finding& finding : findings) {
      if (finding.severity() != severity || ++shown[finding.code()] > kMaxShownFindings) continue;
      fmt::format_to(Out(out), "{:<8}{:<26}{}{}{}\n", severityName(severity), finding.code(), printableLine(finding.path),
                     finding.path.empty() ? "" : ": ", printableLine(finding.message));
    }
    for (const auto& [code, count] : shown) {
      if (count > kMaxShownFindings)
        fmt::format_to(Out(out), "{:<8}{:<26}and {} more\n", severityName(severity), code, count - kMaxShownFindings);
    }
  }
}

void appendFacts(std::string& out, const std::vector<Fact>& facts) {
  for (const Fact& fact : facts) fmt::format_to(Out(out), "  {:<14}{}\n", fact.name, printableLine(fact.value));
}

void appendFooter(std::string& out, const std::optional<ObbFooter>& footer) {
  if (!footer) return;
  fmt::format_to(Out(out), "  {:<14}{}, version {}{}{}\n", "OBB footer", printableLine(footer->package), footer->version,
                 (footer->flags & 1) != 0 ? ", overlay" : "", (footer->flags & 2) != 0 ? ", encrypted, salt " + footer->salt_hex : "");
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

void trimEnd(std::string& text) {
  if (text.ends_with('\n')) text.pop_back();
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

std::string jsonString(std::string_view text) {
  std::string out;
  appendString(out, text);
  return out;
}

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

std::string verifyJson(const VerifyReport& report) {
  std::string methods = "[";
  const char* separator = "";
  for (const MethodCount& row : report.methods) {
    fmt::format_to(Out(methods), R"({}{{"method": {}, "entries": {}, "size": {}, "compressed_size": {}}})", std::exchange(separator, ", "),
                   jsonString(compressionName(row.method)), row.entries, row.size, row.compressed_size);
  }
  return fmt::format(
      R"({{"sepax": 1, "name": {}, "kind": "{}", "description": {}, "footer": {}, "facts": {}, "methods": {}], "files": {}, )"
      R"("checked": {}, "damaged": {}, "not_checked": {}, "bytes_checked": {}, "sha256": {}, "md5": {}, "seconds": {:.3f}, )"
      R"("locked": {}, "cancelled": {}, "findings": {}}})",
      jsonString(report.name), containerKindName(report.kind), jsonString(report.description), footerJson(report.footer),
      factsJson(report.facts), methods, report.files, report.checked, report.damaged, report.not_checked, report.bytes_checked,
      orNull(report.sha256), orNull(report.md5), report.seconds, report.is_locked, report.is_cancelled, findingsJson(report.findings));
}

std::string verifyText(const VerifyReport& report) {
  std::string out = fmt::format("{}: {}\n", printableLine(report.name), report.description);
  appendFooter(out, report.footer);
  appendFacts(out, report.facts);
  for (const MethodCount& row : report.methods) {
    fmt::format_to(Out(out), "  {:<14}{} entries, {} in {}\n", compressionName(row.method), row.entries, sizeText(row.size),
                   sizeText(row.compressed_size));
  }
  const double speed = report.seconds > 0 ? static_cast<double>(report.bytes_checked) / report.seconds : 0;
  fmt::format_to(Out(out), "  {:<14}{} of {} files, {} in {:.2f} s ({}/s)\n", "read", report.checked, report.files,
                 sizeText(report.bytes_checked), report.seconds, sizeText(static_cast<std::uint64_t>(speed)));
  appendFindings(out, report.findings);
  const auto count = [&](Severity severity) { return std::ranges::count(report.findings, severity, &Finding::severity); };
  if (report.is_cancelled) out += "stopped before the end\n";
  const auto errors = count(Severity::kError), warnings = count(Severity::kWarning);
  if (report.is_locked) {
    out += "locked: the contents are encrypted";
  } else if (errors + warnings == 0) {
    out += report.is_cancelled ? "nothing found so far" : "sound";
  } else {
    out += fmt::format("{} errors, {} warnings; {} damaged, {} not checked", errors, warnings, report.damaged, report.not_checked);
  }
  return out;
}

std::string overlayJson(const Layers& layers) {
  const auto tree = openOverlay(layers);
  std::map<std::string_view, std::vector<std::size_t>> paths;
  for (std::size_t i = 0; i < tree->entries().size(); ++i) paths[tree->entries()[i].path].push_back(i);
  std::string out = "{\"sepax\": 1, \"layers\": [";
  const char* separator = "";
  for (const auto& layer : layers) {
    fmt::format_to(Out(out), R"({}{{"name": {}, "kind": "{}", "footer": {}, "entries": {}}})", std::exchange(separator, ", "),
                   jsonString(layer->name()), containerKindName(layer->kind()), footerJson(layer->footer()), layer->entries().size());
  }
  out += "], \"readers\": {";
  separator = "";
  for (const KnownReader& reader : knownReaders()) {
    fmt::format_to(Out(out), "{}{}: {}", std::exchange(separator, ", "), jsonString(reader.name), jsonString(reader.rule));
  }
  out += "}, \"paths\": [";
  separator = "\n  ";
  for (const auto& [path, candidates] : paths) {
    const auto winner = std::find_if(candidates.rbegin(), candidates.rend(), [&](std::size_t i) { return !tree->entries()[i].shadowed; });
    if (winner == candidates.rend()) continue;
    const TreeEntry& entry = tree->entries()[*winner];
    fmt::format_to(Out(out), R"({}{{"path": {}, "layer": "{}", "winner": {}, "size": {}, "shadowed": [)", std::exchange(separator, ",\n  "),
                   jsonString(path), overlayRoleName(entry.overlay_role), jsonString(tree->sourceOf(*winner)), entry.size);
    const char* comma = "";
    for (const std::size_t i : candidates) {
      if (tree->entries()[i].shadowed) out += std::exchange(comma, ", ") + jsonString(tree->sourceOf(i));
    }
    out += "], \"taken_by\": {";
    comma = "";
    for (const KnownReader& reader : knownReaders()) {
      const auto pick = reader.pick(layers, candidates);
      fmt::format_to(Out(out), "{}{}: {}", std::exchange(comma, ", "), jsonString(reader.name),
                     pick ? jsonString(tree->sourceOf(*pick)) : "null");
    }
    out += "}}";
  }
  return out + "],\n\"findings\": " + findingsJson(tree->findings()) + "}";
}

std::string overlayText(const Layers& layers) {
  const auto tree = openOverlay(layers);
  std::map<std::string_view, std::vector<std::size_t>> paths;
  for (std::size_t i = 0; i < tree->entries().size(); ++i) {
    if (!tree->entries()[i].directory) paths[tree->entries()[i].path].push_back(i);
  }
  std::string out, rows;
  std::map<std::string, std::pair<std::size_t, std::uint64_t>> counts;  // by role: files, bytes
  for (const auto& [path, candidates] : paths) {
    const auto winner = std::find_if(candidates.rbegin(), candidates.rend(), [&](std::size_t i) { return !tree->entries()[i].shadowed; });
    if (winner == candidates.rend()) continue;
    const TreeEntry& entry = tree->entries()[*winner];
    auto& [files, bytes] = counts[overlayRoleName(entry.overlay_role)];
    ++files;
    bytes += entry.size;
    for (const std::size_t i : candidates) {
      if (!tree->entries()[i].shadowed) continue;
      ++counts["shadowed"].first;
      counts["shadowed"].second += tree->entries()[i].size;
    }
    std::string others;
    for (const KnownReader& reader : knownReaders()) {
      const auto pick = reader.pick(layers, candidates);
      if (pick != *winner) others += fmt::format("; {} takes {}", reader.name, pick ? printableLine(tree->sourceOf(*pick)) : "nothing");
    }
    if (entry.overlay_role == OverlayRole::kBase && candidates.size() == 1 && others.empty()) continue;
    fmt::format_to(Out(rows), "{:<9}{:>12}  {}  from {}{}\n", overlayRoleName(entry.overlay_role), entry.size, printableLine(path),
                   printableLine(tree->sourceOf(*winner)), others);
  }
  for (const auto& layer : layers) {
    fmt::format_to(Out(out), "{}: {}, {} entries\n", printableLine(layer->name()), layer->description(), layer->entries().size());
  }
  for (const auto& [role, count] : counts) fmt::format_to(Out(out), "  {:<14}{} files, {}\n", role, count.first, sizeText(count.second));
  out += rows;
  appendFindings(out, tree->findings());
  trimEnd(out);
  return out;
}

std::string diffJson(const TreeDiff& diff) {
  std::string out = fmt::format("{{\"sepax\": 1, \"same\": {}, \"changes\": [", diff.same);
  const char* separator = "\n  ";
  for (const DiffRow& row : diff.rows) {
    fmt::format_to(Out(out), R"({}{{"change": "{}", "path": {}, "old_size": {}, "new_size": {}, "note": {}}})",
                   std::exchange(separator, ",\n  "), diffChangeName(row.change), jsonString(row.path), row.old_size, row.new_size,
                   orNull(row.note));
  }
  return out + "]}";
}

std::string diffText(const TreeDiff& diff) {
  std::string out;
  for (const DiffRow& row : diff.rows) {
    const bool hasBoth = row.change != DiffRow::Change::kAdded && row.change != DiffRow::Change::kRemoved;
    const std::uint64_t size = row.change == DiffRow::Change::kRemoved ? row.old_size : row.new_size;
    fmt::format_to(Out(out), "{:<11}{}  {}{}\n", diffChangeName(row.change), printableLine(row.path),
                   hasBoth && row.old_size != row.new_size ? fmt::format("{} → ", row.old_size) : "", size);
    if (!row.note.empty()) fmt::format_to(Out(out), "           {}\n", printableLine(row.note));
  }
  return out + fmt::format("{} different, {} the same", diff.rows.size(), diff.same);
}

}  // namespace sepax
