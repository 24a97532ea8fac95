#include "session/bundle/editing.h"

#include "bundle/write/pack.h"
#include "bundle/write/repack.h"
#include "core/text.h"
#include "session/bundle/bundle_files.h"
#include "session/open.h"
#include "session/text.h"
#include "session/workspace.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sepax {

namespace {

bool isOrHolds(const std::string& above, const std::string& path) {
  return path == above || (path.size() > above.size() && path.starts_with(above) && path[above.size()] == '/');
}

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

void printReport(Workspace& workspace, const RepackReport& report, const std::string& output) {
  announce(workspace, trf("{}: {} replaced, {} added, {} removed, {} as before; read back and compared", output,
                          report.replaced, report.added, report.removed, report.kept));
  if (report.removed_signature)
    notify(workspace, LogLevel::kWarning,
           trf("{}: the signing block was left out: no signature survives a change", output));
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

bool canEdit(const Workspace& workspace) {
  const BundleFiles& files = workspace.bundle_files;
  if (workspace.bundle == nullptr || files.layers.size() != 1 || !files.around.empty() || workspace.bundle->locked())
    return false;
  using enum ContainerKind;
  const ContainerKind kind = workspace.bundle->kind();
  return kind == kZip || kind == kFat12 || kind == kFat16 || kind == kFat32;
}

const EntryEdit* editOf(const Workspace& workspace, const std::string& path) {
  const std::vector<EntryEdit>& edits = workspace.bundle_files.edits;
  if (edits.empty() || !workspace.bundle_files.around.empty()) return nullptr;
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

bool hasEdits(const Workspace& workspace) {
  return !workspace.bundle_files.edits.empty() ||
         std::ranges::any_of(workspace.other_bundles,
                             [](const OpenBundle& other) { return !other.files.edits.empty(); });
}

void startWriting(Workspace& workspace, const WriteBundle& request) {
  if (!canEdit(workspace) || workspace.bundle_files.edits.empty()) return;
  const std::string input = workspace.bundle_path;
  const std::string output = request.output.empty() ? input : request.output;
  workspace.jobs->start(
      {.label = trf("Writing {}", toValidUtf8(fileNameOf(output))),
       .work = [input, output, edits = workspace.bundle_files.edits,
                password = workspace.bundle_files.options.password](JobControl& control) -> Result<Delivery> {
         auto changes = changesFor(edits);
         SEPAX_TRY(changes);
         auto report = repackBundle(input, std::move(*changes), output, password, control.byteSink());
         SEPAX_TRY(report);
         return [report = *report, input, output, edits](Workspace& w) -> Result<void> {
           printReport(w, report, output);
           // Edits that were staged meanwhile still wait.
           const auto drop = [&](BundleFiles& files) {
             if (files.paths != std::vector{input}) return;
             std::erase_if(files.edits,
                           [&](const EntryEdit& edit) { return std::ranges::find(edits, edit) != edits.end(); });
           };
           drop(w.bundle_files);
           for (OpenBundle& other : w.other_bundles) drop(other.files);
           if (output != input) {
             startOpening(w, output);
           } else if (w.bundle_files.paths == std::vector{input}) {
             startReopening(w, w.bundle_files.options);
           }
           return {};
         };
       }});
}

}  // namespace sepax
