#include "app/bundle_report_output.h"

#include "app/output_parts.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

using Out = std::back_insert_iterator<std::string>;

}  // namespace

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
