#include "app/commands/commands.h"

#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "bundle/open/open_container.h"
#include "bundle/overlay.h"
#include "bundle/write/extract.h"
#include "bundle/write/pack.h"
#include "bundle/write/repack.h"
#include "bundle/write/zip_parts.h"
#include "core/json_text.h"
#include "core/text.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

namespace {

const CLI::Range kVersionCodes(0, std::numeric_limits<std::int32_t>::max(), "INT");

void printIndented(const Json& json) { printLine(indentedJson(json)); }

// ----------------------------------------------------------------------------------------------------------------------
// extract

struct ExtractArguments {
  std::string file;
  std::vector<std::string> overlays;
  OpenOptions open;
  ExtractOptions options;
  bool as_json = false;
};

Json reportJson(const ExtractReport& report, const std::string& folder) {
  Json refused = Json::array();
  for (const Finding& row : report.refused)
    refused.push({{"path", row.path}, {"code", row.code()}, {"message", row.message}});
  return outputJson({{"folder", folder},
                     {"files", report.files},
                     {"folders", report.folders},
                     {"bytes", report.bytes},
                     {"stopped", report.stopped},
                     {"refused", std::move(refused)}});
}

void printReport(const ExtractReport& report, const std::string& folder) {
  fmt::print("{} and {}, {}, in {}\n", counted(report.files, "file", "files"),
             counted(report.folders, "empty folder", "empty folders"), counted(report.bytes, "byte", "bytes"),
             printableLine(folder));
  bool can_allow = false;
  for (const Finding& row : report.refused) {
    const char* hint = row.kind == FindingKind::kExtractExists ? "; --replace writes over it" : "";
    fmt::print("refused {}: {}: {}{}\n", row.code(), printableLine(row.path), printableLine(row.message), hint);
    can_allow |= canBeAllowed(row.kind);
  }
  if (!report.refused.empty())
    fmt::print("{} refused{}\n", counted(report.refused.size(), "entry was", "entries were"),
               can_allow ? "; --allow PATH or --allow CODE takes what you trust" : "");
}

/// The bundle and what lies over it as one tree; refuses what cannot be read at all.
Result<std::shared_ptr<const Tree>> openLayers(const ExtractArguments& arguments) {
  std::vector<std::shared_ptr<const Tree>> layers;
  std::vector<std::string> files = arguments.overlays;
  files.insert(files.begin(), arguments.file);
  for (const std::string& file : files) {
    auto tree = openTree(file, arguments.open);
    if (!tree) return tree;
    if ((*tree)->locked()) {
      return fail(ErrorCode::kPassword, (*tree)->name(),
                  "is encrypted, and the password is missing or wrong (--password)");
    }
    const auto& findings = (*tree)->findings();
    const auto fatal = std::find_if(findings.begin(), findings.end(),
                                    [](const Finding& row) { return row.severity() == Severity::kError; });
    if ((*tree)->entries().empty() && fatal != findings.end())
      return fail(ErrorCode::kDamaged, (*tree)->name(),
                  fatal->message + (fatal->kind == FindingKind::kZipNoEnd ? "; --salvage takes what is there" : ""));
    layers.push_back(std::move(*tree));
  }
  return layers.size() == 1 ? layers.front() : openOverlay(std::move(layers));
}

int extract(const ExtractArguments& arguments) {
  ProgressLine line("extracting");
  const auto report = openLayers(arguments).and_then(
      [&](const std::shared_ptr<const Tree>& tree) { return extractTree(*tree, arguments.options, line.sink()); });
  line.clear();
  if (!report && arguments.as_json) {
    Json unusable = reportJson({}, arguments.options.folder);
    unusable["error"] = describe(report.error());
    printIndented(unusable);
  }
  if (!report) return complain(report.error());
  if (arguments.as_json) {
    printIndented(reportJson(*report, arguments.options.folder));
  } else {
    printReport(*report, arguments.options.folder);
  }
  return report->refused.empty() ? kExitFine : kExitFailed;
}

/// "extract.reserved_name, …": all reasons that --allow takes.
std::string allowableCodes() {
  std::string codes;
  for (const FindingCode& row : findingCodes()) {
    if (row.code.starts_with("extract.") && canBeAllowed(row.kind))
      codes += (codes.empty() ? "" : ", ") + std::string(row.code);
  }
  return codes;
}

void addExtract(CLI::App& bundle, int& exit_status) {
  const auto arguments = std::make_shared<ExtractArguments>();
  arguments->options.folder = ".";
  CLI::App* command = bundle.add_subcommand(
      "extract", "Write entries to a folder, refusing whatever would leave it. Times without a zone are taken as UTC");
  command->add_option("FILE", arguments->file, "Bundle")->required();
  command->add_option("PATH", arguments->options.paths,
                      "Entries, or folders with all that is in them (default: everything)");
  command
      ->add_option("--overlay", arguments->overlays,
                   "Bundle laid over FILE, such as its patch; can be repeated, the last wins")
      ->allow_extra_args(false);
  command->add_option("-k,--password", arguments->open.password, "For encrypted entries and disk images");
  command->add_option("--names", arguments->open.name_encoding,
                      "Encoding of names that are not UTF-8, such as GB18030 (default: guessed)");
  command->add_option("-d,-o,--output", arguments->options.folder,
                      "Folder to write to, made when missing (default: here)");
  command
      ->add_option("--allow", arguments->options.allowed,
                   "Entry that is refused otherwise, or a code: " + allowableCodes() + "; can be repeated")
      ->allow_extra_args(false);
  command->add_flag("--salvage", arguments->open.salvage,
                    "Take what the local headers of a ZIP without directory show");
  command->add_option("--most-bytes", arguments->options.max_bytes,
                      "Write nothing if the entries state more bytes than this");
  command->add_flag("--replace", arguments->options.may_replace, "Replace files that exist there already");
  command->add_flag("--json", arguments->as_json, "Print JSON");
  command->footer("Exit status: 0 all was written, 1 something was refused, 2 unusable input.");
  command->callback([arguments, &exit_status] { exit_status = extract(*arguments); });
}

// -------------------------------------------------------------------------------------------------------------------------
// pack

struct PackArguments {
  std::vector<std::string> inputs;
  PackOptions options;
  std::string package, salt;
  std::int32_t version = 1;
  bool is_overlay = false, is_fat = false, keeps_times = false, as_json = false;
};

Json findingsJson(const std::vector<Finding>& findings) {
  Json out = Json::array();
  for (const Finding& row : findings)
    out.push({{"code", row.code()},
              {"severity", severityName(row.severity())},
              {"path", row.path},
              {"message", row.message}});
  return out;
}

int pack(PackArguments& arguments) {
  PackOptions& options = arguments.options;
  if (!arguments.package.empty()) {
    options.footer = ObbFooter{arguments.package, arguments.version, arguments.is_overlay ? kObbFlagOverlay : 0, ""};
  }
  if (arguments.is_fat) options.form = PackForm::kFat;
  if (!arguments.salt.empty()) {
    const auto salt = parseObbSalt(arguments.salt);
    if (!salt) return complain(salt.error());
    options.salt = *salt;
  }
  std::vector<Finding> warnings;
  auto entries = gatherEntries(arguments.inputs, arguments.keeps_times ? EntryTimes::kKept : EntryTimes::kFixed,
                               warnings, options.output);
  if (!entries) return complain(entries.error());
  ProgressLine line("packing");
  auto report = packBundle(std::move(*entries), options, line.sink());
  line.clear();
  if (!report) return complain(report.error());
  warnings.insert(warnings.end(), report->warnings.begin(), report->warnings.end());
  if (arguments.as_json) {
    printIndented(outputJson({{"file", options.output},
                              {"form", arguments.is_fat ? "fat16" : "zip"},
                              {"files", report->files},
                              {"folders", report->folders},
                              {"input_bytes", report->input_bytes},
                              {"output_bytes", report->output_bytes},
                              {"suggested_name", orNull(report->suggested_name)},
                              {"warnings", findingsJson(warnings)}}));
  } else {
    fmt::print("{}: {} and {}, {} bytes in {}; read back and compared\n", printableLine(options.output),
               counted(report->files, "file", "files"), counted(report->folders, "empty folder", "empty folders"),
               report->input_bytes, report->output_bytes);
    for (const Finding& row : warnings)
      fmt::print("{} {}: {}{}{}\n", severityName(row.severity()), row.code(), printableLine(row.path),
                 row.path.empty() ? "" : ": ", printableLine(row.message));
  }
  const bool isSound = std::all_of(warnings.begin(), warnings.end(),
                                   [](const Finding& row) { return row.severity() == Severity::kInfo; });
  return isSound ? kExitFine : kExitFailed;
}

void addPack(CLI::App& bundle, int& exit_status) {
  const auto arguments = std::make_shared<PackArguments>();
  PackOptions& options = arguments->options;
  CLI::App* command = bundle.add_subcommand(
      "pack", "Make a bundle that devices and engines read: a ZIP, all stored and aligned, or a disk image");
  command->add_option("INPUT", arguments->inputs, "A folder, whose contents come to the root, or files")->required();
  command->add_option("-o,--output", options.output, "Bundle to write, such as main.1.com.example.game.obb")
      ->required();
  command->add_option("--package", arguments->package, "Package name; with it an OBB footer is added");
  command->add_option("--package-version", arguments->version, "Version code of the app for the footer (default: 1)")
      ->check(kVersionCodes);
  command->add_flag("--overlay", arguments->is_overlay, "Set the footer's overlay flag");
  command->add_flag("--fat", arguments->is_fat,
                    "Make a FAT16 disk image as jobb does, for StorageManager; needs --package");
  command->add_option("-k,--password", options.password, "Encrypt the disk image with this password")->needs("--fat");
  command->add_option("--salt", arguments->salt, "16 hexadecimal digits (default: rolled until devices accept the key)")
      ->needs("--password");
  command->add_flag("--deflate", options.deflates,
                    "Deflate what is not compressed by itself; it can then not be read in place");
  command->add_flag("--large", options.allows_large,
                    "Allow more than 32767 entries or 2 GiB, which Google's library cannot read");
  command->add_flag("--zip64", options.allows_zip64, "Allow ZIP64 where 4 GiB or 65534 entries are exceeded");
  command->add_flag("--keep-times", arguments->keeps_times,
                    "Keep modification times (UTC); else the same input gives the same bytes");
  command->add_flag("--json", arguments->as_json, "Print JSON");
  command->footer("Exit status: 0 fine, 1 made, and there are warnings, 2 unusable input.");
  command->callback([arguments, &exit_status] { exit_status = pack(*arguments); });
}

// -----------------------------------------------------------------------------------------------------------------------
// repack

struct RepackArguments {
  std::string file;
  RepackOptions options;
  std::vector<std::string> replacements, removals;
  bool as_json = false;
};

int repack(const RepackArguments& arguments) {
  std::vector<EntryChange> changes;
  for (const std::string& text : arguments.replacements) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return complain(fmt::format("--replace {}: expected PATH=FILE", text));
    auto entry = newFileEntry(text.substr(equals + 1), text.substr(0, equals));
    if (!entry) return complain(entry.error());
    changes.push_back({text.substr(0, equals), std::move(*entry)});
  }
  for (const std::string& path : arguments.removals) changes.push_back({path, std::nullopt});
  if (changes.empty()) return complain("nothing to do: expected --replace PATH=FILE or --remove PATH");
  RepackOptions options = arguments.options;
  if (options.output.empty()) options.output = arguments.file;
  const std::string& output = options.output;
  ProgressLine line("rewriting");
  const auto report = repackBundle(arguments.file, std::move(changes), options, line.sink());
  line.clear();
  if (!report) return complain(report.error());
  if (arguments.as_json) {
    printIndented(outputJson({{"file", output},
                              {"kept", report->kept},
                              {"replaced", report->replaced},
                              {"added", report->added},
                              {"removed", report->removed},
                              {"removed_signature", report->removed_signature},
                              {"decrypted", Json::list(report->decrypted)},
                              {"other_names", report->other_names},
                              {"output_bytes", report->output_bytes}}));
  } else {
    fmt::print("{}: {} kept as before, {} replaced, {} added, {} removed; {} bytes, read back and compared\n",
               printableLine(output), counted(report->kept, "entry", "entries"), report->replaced, report->added,
               report->removed, report->output_bytes);
    for (const std::string& path : report->decrypted)
      fmt::print("{}: was encrypted and is plain now; --password encrypts it\n", printableLine(path));
    if (report->other_names > 0)
      fmt::print("{} of the file {} the old bytes (hard links); --hard-links changes those of its folder, too\n",
                 counted(report->other_names, "other name", "other names"),
                 report->other_names == 1 ? "keeps" : "keep");
    if (report->removed_signature) fmt::print("the APK's signing block was left out: no signature survives a change\n");
  }
  return kExitFine;
}

void addRepack(CLI::App& bundle, int& exit_status) {
  const auto arguments = std::make_shared<RepackArguments>();
  CLI::App* command = bundle.add_subcommand("repack",
                                            "Replace, add or remove entries; all others keep their bytes. An APK's "
                                            "signing block is left out: it is invalid after any change");
  command->add_option("FILE", arguments->file, "ZIP bundle or disk image, with or without OBB footer")->required();
  command->add_option("-r,--replace", arguments->replacements, "PATH=FILE: put this file there; can be repeated")
      ->allow_extra_args(false);
  command->add_option("--remove", arguments->removals, "Entry, or folder with all that is in it; can be repeated")
      ->allow_extra_args(false);
  RepackOptions& options = arguments->options;
  command->add_option("-o,--output", options.output, "Write here (default: the bundle itself)");
  command->add_option(
      "-k,--password", options.password,
      "Opens an encrypted disk image; in a ZIP, what replaces an encrypted entry is encrypted (AES-256)");
  command->add_flag("--encrypt", options.encrypts, "ZIP: encrypt every replaced and added entry")->needs("--password");
  command->add_flag("--case-clash", options.allows_clashes,
                    "ZIP: allow names that differ from another's only in upper and lower case");
  command->add_flag("--hard-links", options.follows_links,
                    "Change all names of the file (hard links), which must lie in its folder");
  command->add_flag("--json", arguments->as_json, "Print JSON");
  command->callback([arguments, &exit_status] { exit_status = repack(*arguments); });
}

// -----------------------------------------------------------------------------------------------------------------------
// footer

struct FooterArguments {
  std::string file, package;
  std::int32_t version = 0;
  bool is_overlay = false, as_json = false;
};

int printFooter(const FooterArguments& arguments) {
  const auto located = readFileFooter(arguments.file);
  if (!located) return complain(located.error());
  const ObbFooter& footer = located->footer;
  if (arguments.as_json) {
    printIndented(outputJson({{"footer", footerJson(footer)}, {"payload_bytes", located->payload_size}}));
  } else {
    fmt::print("package {}\nversion {}\nflags   {}{}{}\nsalt    {}\npayload {} bytes\n", printableLine(footer.package),
               footer.version, footer.flags, (footer.flags & kObbFlagOverlay) != 0 ? " overlay" : "",
               (footer.flags & kObbFlagSalted) != 0 ? " salted" : "", footer.salt_hex, located->payload_size);
  }
  return kExitFine;
}

/// Prints the footer that is there now, or what went wrong.
int reportChange(const Result<void>& done, const FooterArguments& arguments) {
  return done ? printFooter(arguments) : complain(done.error());
}

void addFooter(CLI::App& bundle, int& exit_status) {
  const auto arguments = std::make_shared<FooterArguments>();
  CLI::App* footer = bundle.add_subcommand("footer", "The OBB footer of a file, as Android's obbtool has it");
  footer->require_subcommand(1);
  const auto add = [&](const char* name, const char* summary) {
    CLI::App* command = footer->add_subcommand(name, summary);
    command->add_option("FILE", arguments->file, "Any file")->required();
    command->add_flag("--json", arguments->as_json, "Print JSON");
    return command;
  };
  add("info", "Show it")->callback([arguments, &exit_status] { exit_status = printFooter(*arguments); });

  CLI::App* append = add("add", "Append one; the file must have none");
  append->add_option("--package", arguments->package, "Package name, such as com.example.game")->required();
  append->add_option("--package-version", arguments->version, "Version code of the app")
      ->required()
      ->check(kVersionCodes);
  append->add_flag("--overlay", arguments->is_overlay, "Set the overlay flag");
  append->callback([arguments, &exit_status] {
    const ObbFooter added{arguments->package, arguments->version, arguments->is_overlay ? kObbFlagOverlay : 0, ""};
    exit_status = reportChange(addFileFooter(arguments->file, added), *arguments);
  });

  CLI::App* edit = add("edit", "Change fields; salt and payload stay");
  CLI::Option* package = edit->add_option("--package", arguments->package, "Package name");
  CLI::Option* version =
      edit->add_option("--package-version", arguments->version, "Version code of the app")->check(kVersionCodes);
  CLI::Option* overlay =
      edit->add_flag("--overlay,!--no-overlay", arguments->is_overlay, "Set or clear the overlay flag");
  edit->callback([arguments, package, version, overlay, &exit_status] {
    FooterChanges changes;
    if (package->count() > 0) changes.package = arguments->package;
    if (version->count() > 0) changes.version = arguments->version;
    if (overlay->count() > 0) changes.overlay = arguments->is_overlay;
    exit_status = reportChange(editFileFooter(arguments->file, changes).map([](const ObbFooter&) {}), *arguments);
  });

  add("remove", "Cut it off")->callback([arguments, &exit_status] {
    const auto done = removeFileFooter(arguments->file);
    if (done && arguments->as_json) printIndented(outputJson({{"footer", nullptr}}));
    exit_status = done ? kExitFine : complain(done.error());
  });
}

}  // namespace

void addBundleWriteCommands(CLI::App& bundle, int& exit_status) {
  addExtract(bundle, exit_status);
  addPack(bundle, exit_status);
  addRepack(bundle, exit_status);
  addFooter(bundle, exit_status);
  addLintCommand(bundle, exit_status);
  addJobbCommand(bundle, exit_status);
}

}  // namespace sepax
