#include "app/commands/bundle_report_output.h"

#include "app/commands/output_parts.h"
#include "bundle/findings.h"
#include "bundle/layer_changes.h"
#include "bundle/overlay.h"
#include "core/json_text.h"
#include "core/json_writer.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

using Out = std::back_insert_iterator<std::string>;

/// The effect of the entry that wins on those below it: none where its bytes are the same.
const char* effectOf(const TreeEntry& winner, const LayerEntryChange& change) {
  return change.change == LayerChange::kSame ? "same" : overlayRoleName(winner.overlay_role);
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
  std::map<std::string_view, std::vector<std::size_t>> paths;
  for (std::size_t i = 0; i < tree->entries().size(); ++i) paths[tree->entries()[i].path].push_back(i);
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
    for (const auto& [path, candidates] : paths) {
      const auto winner = std::find_if(candidates.rbegin(), candidates.rend(),
                                       [&](std::size_t i) { return !tree->entries()[i].shadowed; });
      if (winner == candidates.rend()) continue;
      const TreeEntry& entry = tree->entries()[*winner];
      json.beginObject().key("path").string(path);
      json.key("layer").string(effectOf(entry, changes[*winner]));
      json.key("winner").string(tree->sourceOf(*winner)).key("size").number(entry.size);
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
    }
    json.endArray();
    writeFindings(json, tree->findings());
  });
}

std::string overlayText(const Layers& layers) {
  const auto tree = openOverlay(layers);
  const auto changes = changesOf(layers);
  std::map<std::string_view, std::vector<std::size_t>> paths;
  for (std::size_t i = 0; i < tree->entries().size(); ++i) {
    if (!tree->entries()[i].directory) paths[tree->entries()[i].path].push_back(i);
  }
  std::string out, rows;
  std::map<std::string, std::pair<std::size_t, std::uint64_t>> counts;  // by role: files, bytes
  for (const auto& [path, candidates] : paths) {
    const auto winner = std::find_if(candidates.rbegin(), candidates.rend(),
                                     [&](std::size_t i) { return !tree->entries()[i].shadowed; });
    if (winner == candidates.rend()) continue;
    const TreeEntry& entry = tree->entries()[*winner];
    const char* effect = effectOf(entry, changes[*winner]);
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
      if (pick != *winner)
        others += fmt::format("; {} takes {}", reader.name, pick ? printableLine(tree->sourceOf(*pick)) : "nothing");
    }
    if (entry.overlay_role == OverlayRole::kBase && candidates.size() == 1 && others.empty()) continue;
    fmt::format_to(Out(rows), "{:<9}{:>12}  {}  from {}{}\n", effect, entry.size, printableLine(path),
                   printableLine(tree->sourceOf(*winner)), others);
  }
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
