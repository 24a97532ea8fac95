#include "session/bundle/add_entries.h"
#include "session/bundle/colliders.h"

#include "collider/collider_export.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/text.h"
#include "geom/aabb.h"
#include "geom/convex.h"
#include "media/model_import.h"
#include "session/bundle/bundle_state.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace sepax {

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
  host.jobs->start({.label = trf("Adding {}", toValidUtf8(fileNameOf(tree->entries()[request.entries.front()].path))),
                    .work = [tree, request, as_pair, options = decomposeOptions(host.view.colliders)](
                                JobControl& control) mutable -> Result<Delivery> {
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
                    }});
}

}  // namespace sepax
