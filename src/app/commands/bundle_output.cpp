#include "app/commands/bundle_output.h"

#include "app/commands/report.h"
#include "bundle/findings.h"
#include "core/json_text.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
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

/// Straight to text: a tree of a million JSON values would need gigabytes, and most of the time of a listing.
void writeEntry(JsonWriter& json, std::size_t index, const std::string& source, const TreeEntry& entry) {
  const auto orNull = [&](const char* key, std::string_view value) {
    json.key(key);
    value.empty() ? json.null() : json.string(value);
  };
  json.beginObject();
  json.key("path").string(entry.path);
  json.key("source").string(source);
  json.key("size").number(entry.size);
  json.key("compressed_size").number(entry.compressed_size);
  json.key("method").string(compressionName(entry.method));
  std::string crc32;
  if (entry.has_crc32) appendHex(crc32, entry.crc32);
  orNull("crc32", crc32);
  orNull("modified", timeText(entry.modified));
  json.key("modified_utc").boolean(entry.modified && entry.modified->is_utc);
  json.key("offset").number(entry.offset);
  json.key("in_place").boolean(entry.in_place);
  json.key("directory").boolean(entry.directory);
  json.key("shadowed").boolean(entry.shadowed);
  json.key("index").number(index);
  json.key("header_offset").number(entry.header_offset);
  json.key("alignment").number(alignmentOf(entry));
  json.key("flags").number(entry.flags);
  json.key("mode").number(entry.unix_mode);
  json.key("link").boolean(entry.link);
  json.key("encryption").string(encryptionName(entry.encryption));
  json.key("layer").string(overlayRoleName(entry.overlay_role));
  json.key("name_encoding").string(entry.name_encoding);
  orNull("raw_name", hexOfBytes(entry.raw_name));
  orNull("comment", entry.comment);
  json.endObject();
}

/// By hand: formats that pad count characters first.
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

/// Calls `one` for each entry and hands on, in pieces, what that appended to `out`.
template <class One>
void eachEntry(const Tree& tree, std::string& out, const std::function<void(std::string_view)>& write, One one) {
  constexpr std::size_t kPiece = 1 << 16;
  for (std::size_t i = 0; i < tree.entries().size(); ++i) {
    one(i);
    if (out.size() < kPiece) continue;
    write(out);
    out.clear();
  }
  write(out);
  out.clear();
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

/// The winning entries by their folders. Below kMaxLevels levels slashes are part of a name: a hostile path may hold
/// thousands.
Branch branchesOf(const Tree& tree) {
  constexpr int kMaxLevels = 64;
  Branch root;
  for (const TreeEntry& entry : tree.entries()) {
    if (entry.shadowed) continue;
    Branch* branch = &root;
    std::string_view path = entry.path;
    for (int level = 0; level < kMaxLevels; ++level) {
      const std::size_t slash = path.find('/');
      if (slash == std::string_view::npos) break;
      branch = &branch->children[path.substr(0, slash)];
      path.remove_prefix(slash + 1);
    }
    branch->children[path].entry = &entry;
  }
  return root;
}

bool isFolder(const Branch& branch) {
  return branch.entry == nullptr || branch.entry->directory || !branch.children.empty();
}

void appendBranches(std::string& out, const Branch& branch, const std::string& indent) {
  std::size_t left = branch.children.size();
  for (const auto& [name, child] : branch.children) {
    const bool isLast = --left == 0;
    const std::string size = isFolder(child) ? "/" : "  " + sizeText(child.entry->size);
    fmt::format_to(Out(out), "{}{}{}{}\n", indent, isLast ? "└── " : "├── ", printableLine(name), size);
    appendBranches(out, child, indent + (isLast ? "    " : "│   "));
  }
}

void writeBranches(JsonWriter& json, const Branch& branch) {
  json.beginArray();
  for (const auto& [name, child] : branch.children) {
    json.beginObject().key("name").string(name);
    if (isFolder(child)) {
      writeBranches(json.key("children"), child);
    } else {
      json.key("size").number(child.entry->size);
    }
    json.endObject();
  }
  json.endArray();
}

}  // namespace

void writeListingJson(const Tree& tree, const std::function<void(std::string_view)>& write) {
  std::string out;
  JsonWriter json(out);
  json.beginObject().key("sepax").number(1).key("output").number(kOutputVersion);
  json.key("kind").string(containerKindName(tree.kind()));
  json.key("description").string(tree.description());
  json.key("footer").value(footerJson(tree.footer()));
  json.key("locked").boolean(tree.locked());
  json.key("entries").beginArray(JsonWriter::Items::kOnLines);
  eachEntry(tree, out, write, [&](std::size_t i) { writeEntry(json, i, tree.sourceOf(i), tree.entries()[i]); });
  json.endArray();
  writeFindings(json, tree.findings());
  json.endObject();
  write(out + "\n");
}

void writeListingTable(const Tree& tree, const std::function<void(std::string_view)>& write) {
  std::string out = fmt::format("{}: {}, {}", printableLine(tree.name()), containerKindName(tree.kind()),
                                counted(tree.entries().size(), "entry", "entries"));
  if (const auto& footer = tree.footer(); footer) {
    out += fmt::format(", OBB footer: {} version {}", printableLine(footer->package), footer->version);
  }
  out += "\n";
  if (!tree.entries().empty()) {
    out += fmt::format("{:>12} {:>12}  {:<10} {:<8}  {:<19}  {}\n", "size", "packed", "method", "crc32", "modified",
                       "path");
  }
  eachEntry(tree, out, write, [&](std::size_t i) { appendEntryRow(out, tree.entries()[i]); });
  appendFindings(out, tree.findings());
  write(out);
}

std::string bundleInfoJson(const Tree& tree) {
  return objectText([&](JsonWriter& json) {
    const Totals totals = totalsOf(tree);
    json.key("name").string(tree.name());
    json.key("kind").string(containerKindName(tree.kind()));
    json.key("description").string(tree.description());
    json.key("locked").boolean(tree.locked());
    json.key("made_for").value(orNull(engineOf(tree)));
    json.key("footer").value(footerJson(tree.footer()));
    json.key("facts").value(factsJson(tree.facts()));
    json.key("files").number(totals.files);
    json.key("folders").number(totals.folders);
    json.key("shadowed").number(totals.shadowed);
    json.key("in_place").number(totals.in_place);
    json.key("size").number(totals.size);
    json.key("compressed_size").number(totals.compressed_size);
    writeFindings(json, tree.findings());
  });
}

std::string bundleInfoText(const Tree& tree) {
  const Totals totals = totalsOf(tree);
  std::string out = fmt::format("{}: {}\n", printableLine(tree.name()), tree.description());
  appendFooter(out, tree.footer());
  if (const auto bytes = tree.bytes(); bytes)
    fmt::format_to(Out(out), "  {:<14}{}\n", "file size", sizeText(bytes->size()));
  appendFacts(out, tree.facts());
  if (const std::string engine = engineOf(tree); !engine.empty())
    fmt::format_to(Out(out), "  {:<14}{}\n", "made for", engine);
  fmt::format_to(Out(out), "  {:<14}{}, {}; {} in {}\n", "contents", counted(totals.files, "file", "files"),
                 counted(totals.folders, "folder", "folders"), sizeText(totals.size), sizeText(totals.compressed_size));
  fmt::format_to(Out(out), "  {:<14}{} of {}\n", "read in place", totals.in_place,
                 counted(totals.files, "file", "files"));
  if (totals.shadowed > 0)
    fmt::format_to(Out(out), "  {:<14}{}\n", "shadowed", counted(totals.shadowed, "entry", "entries"));
  appendFindings(out, tree.findings());
  trimEnd(out);
  return out;
}

std::string bundleTreeJson(const Tree& tree) {
  return objectText([&](JsonWriter& json) {
    json.key("name").string(tree.name()).key("children");
    writeBranches(json, branchesOf(tree));
  });
}

std::string bundleTreeText(const Tree& tree) {
  std::string out = printableLine(tree.name()) + "\n";
  appendBranches(out, branchesOf(tree), "");
  trimEnd(out);
  return out;
}

namespace {

/// The effect of the entry that wins on those below it: none where its bytes are the same.
const char* effectOf(const TreeEntry& winner, const LayerEntryChange& change) {
  return change.change == LayerChange::kSame ? "same" : overlayRoleName(winner.overlay_role);
}

enum class Folders { kVisited, kSkipped };

/// Calls `visit(path, entries, winner)` with each path of an overlay.
template <class Visit>
void eachPath(const Tree& tree, Folders folders, Visit visit) {
  std::map<std::string_view, std::vector<std::size_t>> paths;
  for (std::size_t i = 0; i < tree.entries().size(); ++i) {
    const TreeEntry& entry = tree.entries()[i];
    if (folders == Folders::kVisited || !entry.directory) paths[entry.path].push_back(i);
  }
  for (const auto& [path, candidates] : paths) {
    const auto winner = std::find_if(candidates.rbegin(), candidates.rend(),
                                     [&](std::size_t i) { return !tree.entries()[i].shadowed; });
    if (winner != candidates.rend()) visit(path, candidates, *winner);
  }
}

}  // namespace

std::string codesJson() {
  return objectText([](JsonWriter& json) {
    json.key("codes").beginArray(JsonWriter::Items::kOnLines);
    for (const FindingCode& row : findingCodes())
      json.value({{"code", row.code}, {"severity", severityName(row.severity)}, {"meaning", row.meaning}});
    json.endArray();
  });
}

std::string codesText() {
  std::string out;
  for (const FindingCode& row : findingCodes())
    fmt::format_to(Out(out), "{:<26}{:<9}{}\n", row.code, severityName(row.severity), row.meaning);
  trimEnd(out);
  return out;
}

std::string verifyJson(const VerifyReport& report) {
  return objectText([&](JsonWriter& json) {
    json.key("name").string(report.name);
    json.key("kind").string(containerKindName(report.kind));
    json.key("description").string(report.description);
    json.key("footer").value(footerJson(report.footer));
    json.key("facts").value(factsJson(report.facts));
    json.key("methods").beginArray();
    for (const MethodCount& row : report.methods) {
      json.value({{"method", compressionName(row.method)},
                  {"entries", row.entries},
                  {"size", row.size},
                  {"compressed_size", row.compressed_size}});
    }
    json.endArray();
    json.key("files").number(report.files);
    json.key("checked").number(report.checked);
    json.key("damaged").number(report.damaged);
    json.key("not_checked").number(report.not_checked);
    json.key("bytes_checked").number(report.bytes_checked);
    json.key("sha256").value(orNull(report.sha256));
    json.key("md5").value(orNull(report.md5));
    json.key("seconds").value(jsonNumber(std::round(report.seconds * 1000) / 1000));
    json.key("locked").boolean(report.is_locked);
    json.key("cancelled").boolean(report.is_cancelled);
    writeFindings(json, report.findings);
  });
}

std::string verifyText(const VerifyReport& report) {
  std::string out = fmt::format("{}: {}\n", printableLine(report.name), report.description);
  appendFooter(out, report.footer);
  appendFacts(out, report.facts);
  for (const MethodCount& row : report.methods) {
    fmt::format_to(Out(out), "  {:<14}{}, {} in {}\n", compressionName(row.method),
                   counted(row.entries, "entry", "entries"), sizeText(row.size), sizeText(row.compressed_size));
  }
  const double speed = report.seconds > 0 ? static_cast<double>(report.bytes_checked) / report.seconds : 0;
  fmt::format_to(Out(out), "  {:<14}{} of {}, {} in {:.2f} s ({}/s)\n", "read", report.checked,
                 counted(report.files, "file", "files"), sizeText(report.bytes_checked), report.seconds,
                 sizeText(static_cast<std::uint64_t>(speed)));
  appendFindings(out, report.findings);
  const auto count = [&](Severity severity) {
    return std::ranges::count(report.findings, severity, &Finding::severity);
  };
  if (report.is_cancelled) out += "stopped before the end\n";
  const auto errors = count(Severity::kError), warnings = count(Severity::kWarning);
  if (report.is_locked) {
    out += "locked: the contents are encrypted";
  } else if (errors + warnings == 0) {
    out += report.is_cancelled ? "nothing found so far" : "sound";
  } else {
    out += fmt::format(
        "{}, {}; {} damaged, {} not checked", counted(static_cast<std::uint64_t>(errors), "error", "errors"),
        counted(static_cast<std::uint64_t>(warnings), "warning", "warnings"), report.damaged, report.not_checked);
  }
  return out;
}

std::string overlayJson(const Layers& layers) {
  const auto tree = openOverlay(layers);
  const auto changes = changesOf(layers);
  return objectText([&](JsonWriter& json) {
    json.key("layers").beginArray();
    for (const auto& layer : layers) {
      json.value({{"name", layer->name()},
                  {"kind", containerKindName(layer->kind())},
                  {"footer", footerJson(layer->footer())},
                  {"entries", layer->entries().size()}});
    }
    json.endArray().key("readers").beginObject();
    for (const KnownReader& reader : knownReaders()) json.key(reader.name).string(reader.rule);
    json.endObject().key("paths").beginArray(JsonWriter::Items::kOnLines);
    eachPath(*tree, Folders::kVisited, [&](auto path, const auto& candidates, std::size_t winner) {
      const TreeEntry& entry = tree->entries()[winner];
      json.beginObject().key("path").string(path);
      json.key("layer").string(effectOf(entry, changes[winner]));
      json.key("winner").string(tree->sourceOf(winner)).key("size").number(entry.size);
      json.key("shadowed").beginArray();
      for (const std::size_t i : candidates) {
        if (tree->entries()[i].shadowed) json.string(tree->sourceOf(i));
      }
      json.endArray().key("taken_by").beginObject();
      for (const KnownReader& reader : knownReaders()) {
        const auto pick = reader.pick(layers, candidates);
        json.key(reader.name).value(pick ? Json(tree->sourceOf(*pick)) : Json());
      }
      json.endObject().endObject();
    });
    json.endArray();
    writeFindings(json, tree->findings());
  });
}

std::string overlayText(const Layers& layers) {
  const auto tree = openOverlay(layers);
  const auto changes = changesOf(layers);
  std::string out, rows;
  std::map<std::string, std::pair<std::size_t, std::uint64_t>> counts;  // by role: files, bytes
  eachPath(*tree, Folders::kSkipped, [&](auto path, const auto& candidates, std::size_t winner) {
    const TreeEntry& entry = tree->entries()[winner];
    const char* effect = effectOf(entry, changes[winner]);
    auto& [files, bytes] = counts[effect];
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
      if (pick != winner)
        others += fmt::format("; {} takes {}", reader.name, pick ? printableLine(tree->sourceOf(*pick)) : "nothing");
    }
    if (entry.overlay_role == OverlayRole::kBase && candidates.size() == 1 && others.empty()) return;
    fmt::format_to(Out(rows), "{:<9}{:>12}  {}  from {}{}\n", effect, entry.size, printableLine(path),
                   printableLine(tree->sourceOf(winner)), others);
  });
  for (const auto& layer : layers) {
    fmt::format_to(Out(out), "{}: {}, {}\n", printableLine(layer->name()), layer->description(),
                   counted(layer->entries().size(), "entry", "entries"));
  }
  for (const auto& [role, count] : counts)
    fmt::format_to(Out(out), "  {:<14}{}, {}\n", role, counted(count.first, "file", "files"), sizeText(count.second));
  out += rows;
  appendFindings(out, tree->findings());
  trimEnd(out);
  return out;
}

std::string diffJson(const TreeDiff& diff) {
  return objectText([&](JsonWriter& json) {
    json.key("same").number(diff.same).key("changes").beginArray(JsonWriter::Items::kOnLines);
    for (const DiffRow& row : diff.rows) {
      json.value({{"change", diffChangeName(row.change)},
                  {"path", row.path},
                  {"old_size", row.old_size},
                  {"new_size", row.new_size},
                  {"note", orNull(row.note)}});
    }
    json.endArray();
  });
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
