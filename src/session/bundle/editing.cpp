#include "session/bundle/editing.h"

#include "bundle/open/open_container.h"
#include "bundle/write/extract.h"
#include "bundle/write/pack.h"
#include "bundle/write/repack.h"
#include "collider/collider_export.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/text.h"
#include "geom/aabb.h"
#include "geom/convex.h"
#include "media/model_import.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/colliders.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
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

void keepEdits(BundleFiles& files, const std::string& path) {
  files.past.push_back({files.edits, path});
  files.future.clear();
}

namespace {

void goTo(std::vector<EntryEdit>& edits, std::vector<EditStep>& from, std::vector<EditStep>& to) {
  if (from.empty()) return;
  EditStep step = std::move(from.back());
  from.pop_back();
  to.push_back({std::exchange(edits, std::move(step.edits)), std::move(step.path)});
}

}  // namespace

void undoEdit(BundleFiles& files) { goTo(files.edits, files.past, files.future); }
void redoEdit(BundleFiles& files) { goTo(files.edits, files.future, files.past); }

bool undoesEdit(const BundleState& state, const Host& host) {
  return !state.bundle_files.past.empty() && (host.view.middle != Middle::kScene || !host.history.canUndo());
}

bool redoesEdit(const BundleState& state, const Host& host) {
  return !state.bundle_files.future.empty() && (host.view.middle != Middle::kScene || !host.history.canRedo());
}

bool hasEdits(const BundleState& state) {
  return !state.bundle_files.edits.empty() ||
         std::ranges::any_of(state.other_bundles, [](const OpenBundle& other) { return !other.files.edits.empty(); });
}

void execute(BundleState& state, Host& host, const WriteBundle& request) {
  if (!canEdit(state) || state.bundle_files.edits.empty()) return;
  const std::string input = state.bundle_path;
  const std::string output = request.output.empty() ? input : request.output;
  host.jobs->start(trf("Writing {}", toValidUtf8(fileNameOf(output))),
                   [input, output, edits = state.bundle_files.edits,
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
                         files.past.clear();
                         files.future.clear();
                       };
                       drop(to.bundle_files);
                       showStaged(to, in);
                       for (OpenBundle& other : to.other_bundles) drop(other.files);
                       if (output != input) {
                         in.to_open.push_back(output);
                       } else if (to.bundle_files.paths == std::vector{input}) {
                         const FileStamp own = stampOf(input);
                         to.bundle_files.on_disk[input] = {own, own};
                         execute(to, in, ReopenBundle{to.bundle_files.options});
                       }
                       return {};
                     };
                   });
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
  host.jobs->start(trf("Extracting {}", tree->name()), [tree, request](JobControl& control) -> Result<Delivery> {
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
  });
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
  host.jobs->start(trf("Packing {}", fileNameOf(request.output)), [request](JobControl& control) -> Result<Delivery> {
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
    return [report = std::move(*report), output = request.output](BundleState&, Scene& in) -> Result<void> {
      printReport(in, report, output);
      in.to_open.push_back(output);
      return {};
    };
  });
}

namespace {

constexpr const char* kMeshShape = "mesh";
constexpr const char* kPiecesShape = kPiecesCollider;

/// A body and where its mesh lies in its own coordinates.
struct ReadyBody {
  Body body;
  MinMaxBox bounds;
};

Result<Body> shapedBody(ImportedMesh mesh, const std::string& shape, const DecomposeOptions& options) {
  if (shape == kMeshShape) {
    return makeMesh(std::move(mesh.vertices), std::move(mesh.triangles)).map([](Mesh made) {
      Body body;
      body.shape = std::move(made);
      return body;
    });
  }
  if (shape == kPiecesShape) {
    return decompose(mesh.vertices, mesh.triangles, options).and_then(compoundOf).map([](Shape made) {
      Body body;
      body.shape = std::move(made);
      return body;
    });
  }
  const auto kind =
      std::ranges::find(volumeKinds(), shape, [](const VolumeKindInfo& info) { return std::string_view(info.name); });
  SEPAX_ASSERT(kind != volumeKinds().end());
  const std::array kinds{kind->kind};
  return fitVolumes(mesh.vertices, kinds).and_then([](const std::vector<FittedVolume>& fitted) {
    return bodyOf(fitted.front());
  });
}

Result<ReadyBody> readBody(const Tree& tree, std::size_t index, const std::string& shape,
                           const DecomposeOptions& options) {
  const TreeEntry& entry = tree.entries()[index];
  const std::string place = placeInTree(tree, entry.path);
  const auto bytes = tree.read(index, kMaxMeshBytes);
  SEPAX_TRY(bytes);
  auto mesh = importMesh(*bytes, entry.path, filesBeside(tree, entry.path));
  SEPAX_TRY(mesh);
  const MinMaxBox bounds = boundsOf(mesh->vertices);
  auto body = shapedBody(std::move(*mesh), shape, options);
  if (!body) return fail(body.error().code, place, body.error().message);
  body->id = shape == kMeshShape ? stemOf(entry.path) : stemOf(entry.path) + " " + shape;
  return ReadyBody{std::move(*body), bounds};
}

/// Moves the second of two bodies beside the first, a tenth of their size apart, so that both are seen.
void standBeside(const ReadyBody& first, ReadyBody& second) {
  const double gap = 0.1 * std::max(sizesOf(first.bounds).x, sizesOf(second.bounds).x);
  second.body.position.x += first.bounds.max.x + gap - second.bounds.min.x;
}

/// The largest x of what is in the scene, metres; nullopt: nothing.
std::optional<double> rightEnd(const Document& document) {
  std::optional<double> end;
  for (const Body& body : document.bodies) {
    const PosedShape shape = posedShape(body);
    if (isUnbounded(shape.shape)) continue;
    const ConvexFeatures features = transformed(convexFeatures(shape.shape), shape.pose.rotation, shape.pose.position);
    for (const Vec3& v : features.core.vertices)
      end = std::max(end.value_or(v.x + features.radius), v.x + features.radius);
  }
  return end;
}

/// Moves a pair beside what is in the scene already, as far apart from it as the first one is wide.
void standBesideScene(std::vector<ReadyBody>& pair, const Document& document) {
  const std::optional<double> end = rightEnd(document);
  if (!end) return;
  const double move = *end + sizesOf(pair[0].bounds).x - (pair[0].bounds.min.x + pair[0].body.position.x);
  for (ReadyBody& one : pair) one.body.position.x += move;
}

/// "rock", or where that is taken "rock 2", "rock 3", …
std::string freeId(const History& history, const std::string& wanted) {
  if (wanted.empty()) return freshId(history);
  std::string id = wanted;
  for (int i = 2; findBody(history.document(), id) != nullptr; ++i) id = fmt::format("{} {}", wanted, i);
  return id;
}

/// A pair, or the first bodies after an empty start, are a scene of their own: looking leaves nothing unsaved, and no
/// welcome boxes stand beside them. Unsaved work is never left for it.
bool startsScene(const Host& host, bool as_pair) { return isUntouched(host) || (as_pair && !host.history.isDirty()); }

/// Shows the bodies alone.
Result<void> startOwnScene(Host& host, std::vector<ReadyBody> ready, bool as_pair) {
  std::vector<Body> bodies;
  History names{Document{}};
  for (ReadyBody& one : ready) {
    one.body.id = freeId(names, one.body.id);
    SEPAX_TRY(names.run(AddBody{one.body}));
    bodies.push_back(one.body);
  }
  const std::string title = as_pair ? bodies[0].id + " × " + bodies[1].id : bodies.front().id;
  SEPAX_TRY(startScene(host, bodies, title));
  host.view.selected = bodies.back().id;
  if (as_pair) host.view.pair = PairIds{bodies[0].id, bodies[1].id};
  notify(host, LogLevel::kInfo, trf("{}: a scene of its own", toValidUtf8(title)));
  return {};
}

/// Adds all or none, as one entry of the history.
Result<void> addBodies(Host& host, std::vector<ReadyBody> ready, bool as_pair) {
  if (startsScene(host, as_pair)) return startOwnScene(host, std::move(ready), as_pair);
  History& history = host.history;
  const MergeKey merge_key = newMergeKey();
  std::vector<std::string> ids;
  if (as_pair) standBesideScene(ready, history.document());
  const auto run = [&](const Command& command) {
    Result<void> done = history.run(command, merge_key);
    if (!done) history.cancel(merge_key);
    return done;
  };
  for (ReadyBody& one : ready) {
    one.body.id = freeId(history, one.body.id);
    ids.push_back(one.body.id);
    SEPAX_TRY(run(AddBody{one.body}));
  }
  if (as_pair && history.document().pairs) {
    auto pairs = *history.document().pairs;
    pairs.emplace_back(ids[0], ids[1]);
    SEPAX_TRY(run(SetPairs{pairs}));
  }
  host.view.selected = ids.back();
  host.view.middle = Middle::kScene;
  host.wants_frame_view = true;
  if (as_pair) {
    host.view.pair = PairIds{ids[0], ids[1]};
    host.view.pinned_axis.reset();
  }
  notify(host, LogLevel::kInfo, trf("added {}", fmt::format("{}", fmt::join(ids, ", "))));
  return {};
}

}  // namespace

const std::vector<AddedShape>& addedShapes() {
  static const std::vector<AddedShape> kShapes = [] {
    std::vector<AddedShape> shapes{{kMeshShape, "mesh", "The triangles as they are; tested by their convex pieces."}};
    for (const VolumeKindInfo& info : volumeKinds()) shapes.push_back({info.name, info.label, info.summary});
    shapes.push_back({kPiecesShape, "convex pieces", "Convex pieces that cover the mesh, as one body."});
    return shapes;
  }();
  return kShapes;
}

void execute(BundleState& state, Host& host, const AddEntries& request) {
  const std::shared_ptr<const Tree> tree = state.bundle;
  if (tree == nullptr || request.entries.empty()) return;
  for (const std::size_t index : request.entries) {
    if (index >= tree->entries().size()) return;
  }
  const bool as_pair = request.as_pair && request.entries.size() == 2;
  host.jobs->start(trf("Adding {}", toValidUtf8(fileNameOf(tree->entries()[request.entries.front()].path))),
                   [tree, request, as_pair,
                    options = decomposeOptions(host.view.colliders)](JobControl& control) mutable -> Result<Delivery> {
                     options.progress = [&control](double) { return !control.isCancelled(); };
                     std::vector<ReadyBody> ready;
                     for (const std::size_t index : request.entries) {
                       control.progressItems(ready.size(), request.entries.size());
                       auto body = readBody(*tree, index, request.shape, options);
                       SEPAX_TRY(body);
                       ready.push_back(std::move(*body));
                     }
                     if (as_pair) standBeside(ready[0], ready[1]);
                     return [ready, as_pair](BundleState&, Scene& in) { return addBodies(in, ready, as_pair); };
                   });
}

}  // namespace sepax
