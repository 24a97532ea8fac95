#include "session/bundle/editing.h"

#include "bundle/open/open_container.h"
#include "bundle/write/extract.h"
#include "bundle/write/pack.h"
#include "bundle/write/repack.h"
#include "core/text.h"
#include "session/bundle/bundle_files.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sepax {

namespace {

Result<std::vector<EntryChange>> changesFor(const std::vector<EntryEdit>& edits) {
  std::vector<EntryChange> changes;
  for (const EntryEdit& edit : edits) {
    if (edit.file.empty()) {
      changes.push_back({edit.path, std::nullopt});
      continue;
    }
    auto entry = newFileEntry(edit.file, edit.path, EntryTimes::kKept);
    SEPAX_TRY(entry);
    changes.push_back({edit.path, std::move(*entry)});
  }
  return changes;
}

void printReport(Host& host, const RepackReport& report, const std::string& output) {
  announce(host, trf("{}: {} replaced, {} added, {} removed, {} as before; read back and compared", output,
                     report.replaced, report.added, report.removed, report.kept));
  if (report.removed_signature)
    notify(host, LogLevel::kWarning, trf("{}: the signing block was left out: no signature survives a change", output));
  for (const std::string& path : report.decrypted)
    notify(host, LogLevel::kWarning, trf("{}: was encrypted and is plain now", path));
}

}  // namespace

EditPreview previewEdit(const Tree& tree, const EntryEdit& edit) {
  EditPreview preview;
  for (const TreeEntry& entry : tree.entries()) {
    if (entry.shadowed || !isOrHolds(edit.path, entry.path)) continue;
    if (!edit.file.empty() && entry.path != edit.path) continue;
    preview.kind = edit.file.empty() ? EditPreview::Kind::kRemoved : EditPreview::Kind::kReplaced;
    if (!entry.directory) ++preview.files;
    preview.old_size += entry.size;
  }
  if (edit.file.empty()) return preview;
  if (preview.kind == EditPreview::Kind::kNothing) preview.kind = EditPreview::Kind::kAdded;
  std::error_code error;
  const auto size = std::filesystem::file_size(edit.file, error);
  preview.new_size = error ? 0 : size;
  return preview;
}

bool canEdit(const BundleState& state) {
  const BundleFiles& files = state.bundle_files;
  if (state.bundle == nullptr || files.layers.size() != 1 || !files.around.empty() || state.bundle->locked())
    return false;
  using enum ContainerKind;
  const ContainerKind kind = state.bundle->kind();
  return kind == kZip || kind == kFat12 || kind == kFat16 || kind == kFat32;
}

const EntryEdit* editOf(const BundleState& state, const std::string& path) {
  const std::vector<EntryEdit>& edits = state.bundle_files.edits;
  if (edits.empty() || !state.bundle_files.around.empty()) return nullptr;
  const auto found = std::ranges::find_if(
      edits, [&](const EntryEdit& edit) { return edit.file.empty() ? isOrHolds(edit.path, path) : edit.path == path; });
  return found == edits.end() ? nullptr : &*found;
}

void stageEdit(std::vector<EntryEdit>& edits, EntryEdit edit) {
  std::erase_if(edits, [&](const EntryEdit& other) {
    return other.path == edit.path || (edit.file.empty() && isOrHolds(edit.path, other.path)) ||
           (other.file.empty() && isOrHolds(other.path, edit.path));
  });
  edits.push_back(std::move(edit));
}

bool undoesEdit(const BundleState& state, const Host& host) {
  return !state.bundle_files.edits.empty() && (host.view.middle != Middle::kScene || !host.history.canUndo());
}

bool hasEdits(const BundleState& state) {
  return !state.bundle_files.edits.empty() ||
         std::ranges::any_of(state.other_bundles, [](const OpenBundle& other) { return !other.files.edits.empty(); });
}

void execute(BundleState& state, Host& host, const WriteBundle& request) {
  if (!canEdit(state) || state.bundle_files.edits.empty()) return;
  const std::string input = state.bundle_path;
  const std::string output = request.output.empty() ? input : request.output;
  host.jobs->start({.label = trf("Writing {}", toValidUtf8(fileNameOf(output))),
                    .work = [input, output, edits = state.bundle_files.edits,
                             password = state.bundle_files.options.password](JobControl& control) -> Result<Delivery> {
                      auto changes = changesFor(edits);
                      SEPAX_TRY(changes);
                      auto report = repackBundle(input, std::move(*changes), {.output = output, .password = password},
                                                 control.byteSink());
                      SEPAX_TRY(report);
                      return [report = *report, input, output, edits](BundleState& to, Scene& in) -> Result<void> {
                        printReport(in, report, output);
                        // Edits that were staged meanwhile still wait.
                        const auto drop = [&](BundleFiles& files) {
                          if (files.paths != std::vector{input}) return;
                          std::erase_if(files.edits, [&](const EntryEdit& edit) {
                            return std::ranges::find(edits, edit) != edits.end();
                          });
                        };
                        drop(to.bundle_files);
                        showStaged(to, in);
                        for (OpenBundle& other : to.other_bundles) drop(other.files);
                        if (output != input) {
                          in.to_open.push_back(output);
                        } else if (to.bundle_files.paths == std::vector{input}) {
                          execute(to, in, ReopenBundle{to.bundle_files.options});
                        }
                        return {};
                      };
                    }});
}

namespace {

constexpr std::size_t kMaxRefusalsReported = 50;

void printReport(Host& host, const ExtractReport& report, const std::string& folder) {
  // A tick before "0 files" would be none.
  if (report.files > 0 || report.refused.empty())
    announce(host, trf(report.files == 1 ? "{}: {} file extracted, {}" : "{}: {} files extracted, {}", folder,
                       report.files, humanBytes(report.bytes)));
  if (report.refused.empty()) return;
  for (std::size_t i = 0; i < std::min(report.refused.size(), kMaxRefusalsReported); ++i) {
    const Finding& refusal = report.refused[i];
    host.console.push_back(
        {LogLevel::kWarning, toValidUtf8(fmt::format("{}: {}: {}", refusal.path, refusal.code(), refusal.message))});
  }
  notify(host, LogLevel::kWarning,
         trn("{} entry was not extracted; the console says why", "{} entries were not extracted; the console says why",
             report.refused.size()));
}

}  // namespace

void execute(BundleState& state, Host& host, const ExtractEntries& request) {
  const std::shared_ptr<const Tree> tree = state.bundle;
  if (tree == nullptr) return;
  host.jobs->start(
      {.label = trf("Extracting {}", tree->name()), .work = [tree, request](JobControl& control) -> Result<Delivery> {
         ExtractOptions options;
         options.folder = request.folder;
         options.paths = request.paths;
         options.may_replace = request.may_replace;
         auto report = extractTree(*tree, options, control.byteSink());
         SEPAX_TRY(report);
         return [report = std::move(*report), folder = request.folder](BundleState&, Scene& in) -> Result<void> {
           printReport(in, report, folder);
           return {};
         };
       }});
}

namespace {

void printReport(Host& host, const PackReport& report, const std::string& output) {
  for (const Finding& warning : report.warnings) {
    host.console.push_back(
        {LogLevel::kWarning, toValidUtf8(fmt::format("{}: {}: {}", output, warning.code(), warning.message))});
  }
  announce(host,
           trf(report.files == 1 ? "{}: {} file packed and read back, {}" : "{}: {} files packed and read back, {}",
               output, report.files, humanBytes(report.output_bytes)));
  if (!report.warnings.empty())
    notify(host, LogLevel::kWarning,
           trf(report.warnings.size() == 1 ? "{}: {} warning; the console shows it"
                                           : "{}: {} warnings; the console lists them",
               output, report.warnings.size()));
}

}  // namespace

void execute(Host& host, const PackFolder& request) {
  host.jobs->start({.label = trf("Packing {}", fileNameOf(request.output)),
                    .work = [request](JobControl& control) -> Result<Delivery> {
                      const auto source = openTree(request.folder);
                      SEPAX_TRY(source);
                      PackOptions options;
                      options.form = request.form;
                      options.output = request.output;
                      options.deflates = request.deflates;
                      options.password = request.password;
                      options.footer = ObbFooter{request.package, request.version, 0, {}};
                      auto report = packBundle(entriesOfTree(*source), options, control.byteSink());
                      SEPAX_TRY(report);
                      return [report = std::move(*report), output = request.output](BundleState&,
                                                                                    Scene& in) -> Result<void> {
                        printReport(in, report, output);
                        in.to_open.push_back(output);
                        return {};
                      };
                    }});
}

}  // namespace sepax
