#include "session/script/script_words.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/colliders.h"
#include "session/bundle/editing.h"
#include "session/bundle/preview.h"
#include "session/lab/comparing.h"
#include "session/lab/replaying.h"
#include "session/learn/learning.h"
#include "session/process.h"
#include "session/scene/reports.h"

#include "collide/pair_table.h"
#include "collider/collider_export.h"
#include "core/catalogue.h"
#include "core/number.h"
#include "core/text.h"
#include "draw/contact_picture.h"
#include "draw/difference_picture.h"
#include "session/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace sepax {
namespace {

using Words = std::vector<std::string>;

constexpr double kRadiansPerDegree = std::numbers::pi / 180;

Result<double> number(const std::string& word) {
  if (const auto hex = parseHexFloat(word)) return *hex;
  if (const auto decimal = parseDouble(word)) return *decimal;
  return expectedInScript("a number, found \"" + word + "\"");
}

/// Two or three numbers from `first` on; a missing z is `missing_z`.
Result<Vec3> vector(const Words& words, std::size_t first, double missing_z = 0) {
  Vec3 result(0, 0, missing_z);
  for (std::size_t i = first; i < words.size() && i < first + 3; ++i) {
    const auto component = number(words[i]);
    SEPAX_TRY(component);
    result[static_cast<int>(i - first)] = *component;
  }
  return result;
}

Result<bool> onOrOff(const std::string& word) {
  if (word == "on") return true;
  if (word == "off") return false;
  return expectedInScript("on or off, found \"" + word + "\"");
}

Result<const Body*> bodyNamed(const ScriptStage& stage, const std::string& id) {
  const Document& document = stage.workspace.history.document();
  if (const Body* body = findBody(document, id)) return body;
  std::string known;
  for (const Body& body : document.bodies) known += (known.empty() ? "" : ", ") + body.id;
  return expectedInScript(fmt::format("the id of a body ({}), found \"{}\"", known, id));
}

Result<void> send(ScriptStage& stage, Command command) {
  Outbox outbox;
  outbox.send(std::move(command));
  return executeInScript(stage, std::move(outbox));
}

Result<void> request(ScriptStage& stage, Request wanted) {
  Outbox outbox;
  outbox.request(std::move(wanted));
  return executeInScript(stage, std::move(outbox));
}

/// Brings a panel to the front, in a window that has some.
Result<void> showPanel(const ScriptStage& stage, const char* word) {
  return stage.show_panel ? stage.show_panel(word) : Result<void>();
}

/// Brings the session up to date with what a word has changed.
void follow(ScriptStage& stage) {
  Outbox outbox;
  process(stage.workspace, outbox);
}

Result<void> select(ScriptStage& stage, const Words& words) {
  const auto body = bodyNamed(stage, words[0]);
  SEPAX_TRY(body);
  stage.workspace.view.selected = words[0];
  return {};
}

Result<void> place(ScriptStage& stage, const Words& words) {
  const auto body = bodyNamed(stage, words[0]);
  SEPAX_TRY(body);
  const auto position = vector(words, 1, (*body)->position.z);
  SEPAX_TRY(position);
  return send(stage, SetTransform{words[0], *position, (*body)->rotation});
}

Result<void> move(ScriptStage& stage, const Words& words) {
  const auto body = bodyNamed(stage, words[0]);
  SEPAX_TRY(body);
  const auto step = vector(words, 1);
  SEPAX_TRY(step);
  return send(stage, SetTransform{words[0], (*body)->position + *step, (*body)->rotation});
}

Result<void> rotate(ScriptStage& stage, const Words& words) {
  const auto body = bodyNamed(stage, words[0]);
  SEPAX_TRY(body);
  const auto degrees = number(words[1]);
  SEPAX_TRY(degrees);
  Vec3 axis(0, 0, 1);
  if (words.size() > 2) {
    if (words.size() != 6 || words[2] != "about") return expectedInScript("DEGREES about X Y Z");
    const auto given = vector(words, 3);
    SEPAX_TRY(given);
    axis = normalizedOr(*given, Vec3(0.0));
    if (axis == Vec3(0.0)) return expectedInScript("an axis that is not zero");
  }
  const double angle = radiansOf(*degrees);
  Rotation rotation = (*body)->rotation;
  if (double* planar = std::get_if<double>(&rotation)) {
    if (axis != Vec3(0, 0, 1)) return expectedInScript("no other axis than 0 0 1 in a 2D case");
    *planar += angle;
  } else if (Mat3* matrix = std::get_if<Mat3>(&rotation)) {
    *matrix = matrixOf(quaternionAbout(axis, angle)) * *matrix;
  } else {
    rotation = normalized(quaternionAbout(axis, angle) * std::get<Quat>(rotation));
  }
  return send(stage, SetTransform{words[0], (*body)->position, rotation});
}

Result<void> removeBody(ScriptStage& stage, const Words& words) {
  const auto body = bodyNamed(stage, words[0]);
  SEPAX_TRY(body);
  return send(stage, RemoveBody{words[0]});
}

Result<void> pickPair(ScriptStage& stage, const Words& words) {
  Workspace& workspace = stage.workspace;
  const auto before = std::exchange(workspace.view.pair, PairIds{words[0], words[1]});
  updateReports(workspace);
  if (workspace.view.pair) return {};
  workspace.view.pair = before;
  return expectedInScript(fmt::format("a tested pair, found \"{}\" and \"{}\"", words[0], words[1]));
}

Result<void> pickAxis(ScriptStage& stage, const std::string& name, std::optional<AxisId> ViewState::*which) {
  updateReports(stage.workspace);
  const SatReport* sat = shownSat(stage.workspace);
  const std::optional<AxisId> id = parseAxisName(name);
  if (name == "deciding") {
    (stage.workspace.view.*which).reset();
  } else if (id && sat != nullptr && std::ranges::find(sat->axes, *id, &SatAxis::id) != sat->axes.end()) {
    stage.workspace.view.*which = id;
  } else {
    return expectedInScript(fmt::format("\"deciding\" or an axis of the shown pair, found \"{}\"", name));
  }
  return {};
}

Result<void> pin(ScriptStage& stage, const Words& words) { return pickAxis(stage, words[0], &ViewState::pinned_axis); }
Result<void> freeAxis(ScriptStage& stage, const Words& words) {
  const auto direction = vector(words, 0);
  SEPAX_TRY(direction);
  if (*direction == Vec3{0.0}) return expectedInScript("a direction that is not zero");
  stage.workspace.view.free_axis = normalizedOr(*direction, {1, 0, 0});
  stage.workspace.view.pinned_axis = kFreeAxis;
  return {};
}

Result<void> hover(ScriptStage& stage, const Words& words) {
  return pickAxis(stage, words[0], &ViewState::hovered_axis);
}

Result<void> pickAlgorithm(ScriptStage& stage, const Words& words) {
  if (findAlgorithm(words[0]) == nullptr)
    return expectedInScript("the name of an algorithm, found \"" + words[0] + "\"");
  stage.workspace.view.algorithm = words[0];
  return {};
}

template <class Value>
using Choice = std::pair<const char*, Value>;

/// A word that is one of a few names, each with its value.
template <class Choices>
auto oneOf(const std::string& word, const Choices& choices) -> Result<decltype(std::begin(choices)->second)> {
  std::string names;
  for (const auto& [name, value] : choices) {
    if (word == name) return value;
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return expectedInScript(fmt::format("one of {}, found \"{}\"", names, word));
}

/// Stores a choice, or passes its error on.
template <class Value>
Result<void> store(const Result<Value>& value, Value& to) {
  SEPAX_TRY(value);
  to = *value;
  return {};
}

constexpr Choice<bool> kModes[] = {{"radii", true}, {"intervals", false}};
constexpr Choice<Theme> kThemes[] = {{"dark", Theme::kDark}, {"light", Theme::kLight}};
constexpr Choice<Presentation> kPresentations[] = {{"off", Presentation::kOff},
                                                   {"viewport", Presentation::kViewport},
                                                   {"projector", Presentation::kProjector},
                                                   {"embedded", Presentation::kEmbedded}};
constexpr Choice<Tool> kTools[] = {
    {"select", Tool::kSelect}, {"move", Tool::kMove},        {"turn", Tool::kRotate},
    {"scale", Tool::kScale},   {"points", Tool::kPoints},    {"polygon", Tool::kDrawPolygon},
    {"hull", Tool::kDrawHull}, {"circle", Tool::kDrawRound}, {"box", Tool::kDrawBox}};
constexpr Choice<Projection> kProjections[] = {{"planar", Projection::kPlanar},
                                               {"perspective", Projection::kPerspective},
                                               {"orthographic", Projection::kOrthographic}};
constexpr Choice<UpAxis> kUpAxes[] = {{"y", UpAxis::kY}, {"z", UpAxis::kZ}};

/// A word that stores one of the choices in the view, at the end of a path of members.
template <const auto& choices, auto... path>
Result<void> choose(ScriptStage& stage, const Words& words) {
  return store(oneOf(words[0], choices), (stage.workspace.view.*....*path));
}

/// A number without a fraction up to a million.
Result<int> wholeNumber(const std::string& word, int min, const char* expected) {
  const auto value = number(word);
  if (!value || *value < min || *value != std::floor(*value) || *value > 1e6) return expectedInScript(expected);
  return static_cast<int>(*value);
}

Result<void> showStep(ScriptStage& stage, const Words& words) {
  updateReports(stage.workspace);
  const GjkReport* report = shownGjk(stage.workspace);
  if (report == nullptr) return expectedInScript("an algorithm that keeps steps (gjk, gjk-epa)");
  if (words[0] == "last") {
    stage.workspace.view.gjk.stage = -1;
    return {};
  }
  const auto step = number(words[0]);
  SEPAX_TRY(step);
  if (!(*step >= 1 && *step <= stageCount(*report))) {
    return expectedInScript(fmt::format("a step from 1 to {}, found \"{}\"", stageCount(*report), words[0]));
  }
  stage.workspace.view.gjk.stage = static_cast<int>(*step) - 1;
  return {};
}

Result<void> setMiddle(ScriptStage& stage, const Words& words) {
  static constexpr Choice<Middle> kMiddles[] = {
      {"scene", Middle::kScene}, {"overview", Middle::kOverview}, {"files", Middle::kFiles}, {"sides", Middle::kSides}};
  if (stage.workspace.bundle == nullptr) return expectedInScript("an open bundle");
  if (words[0] == "sides" && !hasSides(stage.workspace))
    return expectedInScript("a bundle of two layers, or two that are compared");
  SEPAX_TRY(store(oneOf(words[0], kMiddles), stage.workspace.view.middle));
  follow(stage);
  return {};
}

Result<void> setView(ScriptStage& stage, const Words& words) {
  enum class Shown { kScene, kDifference, kBoth, kReference };
  static constexpr Choice<Shown> kViews[] = {{"scene", Shown::kScene},
                                             {"minkowski", Shown::kDifference},
                                             {"both", Shown::kBoth},
                                             {"reference", Shown::kReference}};
  const auto shown = oneOf(words[0], kViews);
  SEPAX_TRY(shown);
  ViewState& view = stage.workspace.view;
  view.gjk.minkowski = *shown == Shown::kDifference || *shown == Shown::kBoth;
  view.gjk.beside = *shown == Shown::kBoth;
  view.reference_beside = *shown == Shown::kReference;
  return {};
}

Result<void> setMesh(ScriptStage& stage, const Words& words) {
  MeshView& mesh = stage.workspace.view.mesh;
  static constexpr Choice<MeshSurface> kSurfaces[] = {{"plain", MeshSurface::kPlain},
                                                      {"materials", MeshSurface::kMaterials},
                                                      {"normals", MeshSurface::kNormals},
                                                      {"uv", MeshSurface::kUv}};
  static constexpr Choice<bool MeshView::*> kParts[] = {{"faces", &MeshView::faces},
                                                        {"wireframe", &MeshView::wireframe},
                                                        {"z_up", &MeshView::z_up},
                                                        {"bones", &MeshView::bones}};
  if (words.size() == 1) return store(oneOf(words[0], kSurfaces), mesh.surface);
  const auto part = oneOf(words[0], kParts);
  SEPAX_TRY(part);
  return store(onOrOff(words[1]), mesh.*(*part));
}

Result<void> animateWord(ScriptStage& stage, const Words& words) {
  MeshView& mesh = stage.workspace.view.mesh;
  if (words[0] == "none") {
    mesh.clip.reset();
    return {};
  }
  const auto& model = stage.workspace.preview.model;
  if (model == nullptr) return expectedInScript("a mesh with animations that is looked into");
  const auto found = std::ranges::find(model->clips, words[0], &ModelClip::name);
  if (found == model->clips.end())
    return expectedInScript(fmt::format("an animation of the mesh, found \"{}\"", words[0]));
  mesh.clip = static_cast<std::size_t>(found - model->clips.begin());
  return words.size() < 2 ? Result<void>() : store(number(words[1]), mesh.seconds);
}

Result<void> setLanguageWord(ScriptStage& stage, const Words& words) {
  static constexpr Choice<Language> kLanguages[] = {{"en", Language::kEnglish}, {"zh", Language::kChinese}};
  SEPAX_TRY(store(oneOf(words[0], kLanguages), stage.workspace.view.language));
  return setLanguage(stage.workspace.view.language);
}

Result<void> setSnap(ScriptStage& stage, const Words& words) {
  return store(onOrOff(words[0]), stage.workspace.view.snap);
}

/// A kind of volume, or one of the two axis-aligned boxes of the rotated body.
Result<MeshOwner> meshOwner(ScriptStage& stage, const std::string& word) {
  if (word == "entry") return MeshOwner::kEntry;
  if (word != "body") return expectedInScript("body or entry, found \"" + word + "\"");
  updateVolumes(stage.workspace, stage.workspace);
  return MeshOwner::kBody;
}

Result<void> decomposeWord(ScriptStage& stage, const Words& words) {
  const auto owner = meshOwner(stage, words[0]);
  SEPAX_TRY(owner);
  if (!canDecompose(stage.workspace, stage.workspace, *owner)) return expectedInScript("a mesh to take apart");
  return request(stage, DecomposeMesh{*owner});
}

Result<void> exportWord(ScriptStage& stage, const Words& words) {
  const auto owner = meshOwner(stage, words[0]);
  SEPAX_TRY(owner);
  const auto form = colliderFormNamed(words[1]);
  SEPAX_TRY(form);
  stage.workspace.view.colliders.form = form->name;
  SEPAX_TRY(request(stage, OpenColliderExport{*owner}));
  if (words.size() < 3) return {};
  stage.workspace.view.colliders.export_open = false;
  return request(stage, ExportColliders{words[2]});
}

Result<void> showVolume(ScriptStage& stage, const Words& words) {
  Result<bool> shown = onOrOff(words[1]);
  SEPAX_TRY(shown);
  ViewState& view = stage.workspace.view;
  if (words[0] == "carried") return store(shown, view.carried_box);
  if (words[0] == "refitted") return store(shown, view.refitted_box);
  for (const VolumeKindInfo& info : volumeKinds()) {
    if (words[0] != info.name) continue;
    std::erase(view.volumes, info.kind);
    if (*shown) view.volumes.push_back(info.kind);
    return {};
  }
  return expectedInScript(fmt::format("carried, refitted or a kind that `sepax fit` names, found \"{}\"", words[0]));
}

Result<void> setOption(ScriptStage& stage, const Words& words) {
  const auto option = oneOf(words[0], kPictureParts);
  SEPAX_TRY(option);
  return store(onOrOff(words[1]), stage.workspace.view.picture.*(*option));
}

Result<void> setCamera(ScriptStage& stage, const Words& words) {
  const auto angles = vector(words, 0);
  SEPAX_TRY(angles);
  if (!(angles->z > 0)) return expectedInScript("a distance above zero");
  Camera& camera = stage.workspace.view.camera;
  Vec3 target = camera.target;
  if (words.size() > 3) {
    const auto given = vector(words, 3);
    SEPAX_TRY(given);
    target = *given;
  }
  camera.yaw = angles->x * kRadiansPerDegree;
  camera.pitch = std::clamp(angles->y, -90.0, 90.0) * kRadiansPerDegree;
  camera.distance = angles->z;
  camera.target = target;
  stage.workspace.wants_new_view = stage.workspace.wants_frame_view = false;
  return {};
}

Result<void> showTab(ScriptStage& stage, const Words& words) {
  return stage.show_panel ? stage.show_panel(words[0]) : expectedInScript("a window that has tabs");
}

Result<void> tryRows(ScriptStage& stage, const Words& words) {
  static constexpr Choice<AxisOrder> kOrders[] = {
      {"listed", AxisOrder::kListed}, {"last", AxisOrder::kLastFirst}, {"worst", AxisOrder::kWorstFirst}};
  RowByRowView& play = stage.workspace.view.row_by_row;
  if (words.size() > 1) SEPAX_TRY(store(oneOf(words[1], kOrders), play.order));
  if (words[0] == "off") {
    play = {.order = play.order};
    return {};
  }
  const auto axes = wholeNumber(words[0], 1, "off or a number of axes from 1 on");
  SEPAX_TRY(axes);
  play.shown = true;
  play.plays = false;
  play.tried = *axes;
  return {};
}

Result<void> setClip(ScriptStage& stage, const Words& words) {
  int& stage_shown = stage.workspace.view.clip_stage;
  if (words[0] == "result" || words[0] == "pieces") {
    stage_shown = words[0] == "result" ? -1 : kPieceByPieceStage;
    return {};
  }
  return store(wholeNumber(words[0], 0, "result, pieces or the number of a clip from 0 on"), stage_shown);
}

Result<void> setSweepTime(ScriptStage& stage, const Words& words) {
  const auto seconds = number(words[0]);
  SEPAX_TRY(seconds);
  if (*seconds < 0) return expectedInScript("a time from 0 on");
  stage.workspace.view.sweep_time = *seconds;
  stage.workspace.view.sweep_plays = false;
  return {};
}

Result<void> setVelocity(ScriptStage& stage, const Words& words) {
  const auto body = bodyNamed(stage, words[0]);
  SEPAX_TRY(body);
  const auto velocity = vector(words, 1);
  SEPAX_TRY(velocity);
  return send(stage, SetVelocities{words[0], *velocity, (*body)->angular_velocity});
}

Result<void> openEntryWord(ScriptStage& stage, const Words& words) {
  if (stage.workspace.bundle == nullptr) return expectedInScript("an open bundle");
  const auto index = findEntry(*stage.workspace.bundle, words[0]);
  if (!index)
    return expectedInScript(fmt::format("an entry of {}, found \"{}\"", stage.workspace.bundle->name(), words[0]));
  return request(stage, OpenEntry{*index});
}

/// Entries to be selected and looked into; the first one found of a path.
Result<void> lookWord(ScriptStage& stage, const Words& words) {
  if (stage.workspace.bundle == nullptr) return expectedInScript("an open bundle");
  std::vector<std::size_t> chosen;
  for (const std::string& path : words) {
    const auto index = findEntry(*stage.workspace.bundle, path);
    if (!index)
      return expectedInScript(fmt::format("an entry of {}, found \"{}\"", stage.workspace.bundle->name(), path));
    chosen.push_back(*index);
  }
  stage.workspace.view.entries = std::move(chosen);
  follow(stage);
  return showPanel(stage, "preview");
}

Result<void> collideWord(ScriptStage& stage, const Words& words) {
  const bool as_hulls = words.size() == 3;
  if (as_hulls && words[2] != "hulls") return expectedInScript("hulls behind the two entries");
  Words entries = words;
  entries.resize(2);
  SEPAX_TRY(lookWord(stage, entries));
  return request(stage, AddEntries{stage.workspace.view.entries, as_hulls ? "hull" : "mesh", true});
}

Result<void> filterWord(ScriptStage& stage, const Words& words) {
  ListingRequest& listing = stage.workspace.view.listing;
  listing.rows.filter = words.empty() ? std::string() : words[0];
  listing.change();
  follow(stage);
  return {};
}

Result<void> searchWord(ScriptStage& stage, const Words& words) {
  SEPAX_TRY(showPanel(stage, "search"));
  return request(stage, SearchBundle{words[0]});
}

Result<void> stageWord(ScriptStage& stage, const Words& words) {
  if (!canEdit(stage.workspace)) return expectedInScript("an open bundle that can be changed");
  return request(stage, EditBundle{{{words[0], words.size() > 1 ? words[1] : std::string()}}});
}
Result<void> writeWord(ScriptStage& stage, const Words& words) {
  if (stage.workspace.bundle_files.edits.empty()) return expectedInScript("a change that waits to be written");
  return request(stage, WriteBundle{words.empty() ? std::string() : words[0]});
}
Result<void> compareWord(ScriptStage& stage, const Words&) {
  const std::size_t others = stage.workspace.other_bundles.size();
  if (others == 0 || !canCompare(stage.workspace, others - 1))
    return expectedInScript("two open bundles of one file each");
  return request(stage, CompareBundles{others - 1});
}
Result<void> insideWord(ScriptStage& stage, const Words& words) {
  SEPAX_TRY(lookWord(stage, words));
  return request(stage, OpenNested{stage.workspace.view.entries.back()});
}

Result<void> openWord(ScriptStage& stage, const Words& words) { return request(stage, OpenPath{words[0]}); }
Result<void> tracePieces(ScriptStage& stage, const Words& words) {
  int& traced = stage.workspace.view.traced_pieces;
  if (words[0] == "hulls") {
    traced = -1;
    return {};
  }
  const auto rank = number(words[0]);
  if (!rank || *rank < 0 || *rank > 1000)
    return expectedInScript("hulls or a rank from 0 on, found \"" + words[0] + "\"");
  traced = static_cast<int>(*rank);
  return {};
}

Result<void> saveWord(ScriptStage& stage, const Words& words) {
  return request(stage, Save{words.empty() ? std::string() : words[0]});
}
Result<void> frameWord(ScriptStage& stage, const Words&) { return request(stage, FrameView{}); }

Result<void> askWord(ScriptStage& stage, const Words& words) {
  const auto question = number(words[0]);
  constexpr double kMaxQuestion = 100'000;
  if (!question || *question < 0 || *question > kMaxQuestion)
    return expectedInScript("a number from 0 on, found \"" + words[0] + "\"");
  stage.workspace.view.lab.jury_question = static_cast<std::size_t>(*question);
  return {};
}

/// One or two numbers vary; the Lab panel shows it.
Result<void> scanWord(ScriptStage& stage, const Words& words) {
  std::array<LabView::Range, 2> ranges{};
  for (std::size_t at = 0; at < words.size(); at += 4) {
    const auto from = number(at + 1 < words.size() ? words[at + 1] : std::string());
    const auto to = number(at + 2 < words.size() ? words[at + 2] : std::string());
    const auto count = number(at + 3 < words.size() ? words[at + 3] : std::string("201"));
    constexpr double kMaxCount = 100'000;
    if (!from || !to || !count || *count < 2 || *count > kMaxCount)
      return expectedInScript("PATH FROM TO COUNT, found \"" + words[at] + "\"");
    ranges[at / 4] = {.path = words[at], .from = *from, .to = *to, .count = static_cast<int>(*count)};
  }
  stage.workspace.view.lab.ranges = ranges;
  SEPAX_TRY(showPanel(stage, "lab"));
  SEPAX_TRY(request(stage, StartScan{}));
  return stage.workspace.scan.error.empty() ? Result<void>() : expectedInScript(stage.workspace.scan.error);
}

/// A lesson by its folder's name or a part of it, and a step from 1.
Result<void> replayWord(ScriptStage& stage, const Words& words) {
  if (!isReplaying(stage.workspace, stage.workspace)) return expectedInScript("an open recording before this");
  const Recording& recording = *stage.workspace.replay.recording;
  const auto frame = parseInteger<std::size_t>(words[0]);
  if (!frame || *frame < recording.first() || *frame >= recording.end())
    return expectedInScript(fmt::format("the number of a frame from {} to {}, found \"{}\"", recording.first(),
                                        recording.end() - 1, words[0]));
  stage.workspace.view.replay.frame = *frame;
  stage.workspace.view.replay.follows = false;
  return executeInScript(stage, {});
}

Result<void> curveWord(ScriptStage& stage, const Words& words) {
  const auto found = std::ranges::find(replayCurves(), words[0], &RunMeasureName::key);
  if (found == replayCurves().end()) {
    std::string keys;
    for (const RunMeasureName& curve : replayCurves()) keys += (keys.empty() ? "" : ", ") + std::string(curve.key);
    return expectedInScript(fmt::format("one of {}, found \"{}\"", keys, words[0]));
  }
  stage.workspace.view.replay.curve = found->key;
  return executeInScript(stage, {});
}

Result<void> besideWord(ScriptStage& stage, const Words& words) {
  SEPAX_TRY(request(stage, CompareWith{words[0], {}}));
  return stage.workspace.replay.other ? Result<void>() : expectedInScript("another recording of the same bodies");
}

Result<void> lessonWord(ScriptStage& stage, const Words& words) {
  Workspace& workspace = stage.workspace;
  loadShelf(workspace, workspace);
  if (workspace.learning.shelf == nullptr) return expectedInScript("lessons; " + workspace.learning.error);
  const std::vector<ShelvedLesson>& shelf = *workspace.learning.shelf;
  const auto found =
      std::ranges::find_if(shelf, [&](const ShelvedLesson& row) { return row.id.find(words[0]) != std::string::npos; });
  if (found == shelf.end()) return expectedInScript("the name of a lesson, found \"" + words[0] + "\"");
  const auto step = words.size() > 1 ? parseInteger<std::size_t>(words[1]) : std::optional<std::size_t>(1);
  if (!step || *step < 1) return expectedInScript("a step from 1 on, found \"" + words[1] + "\"");
  SEPAX_TRY(showPanel(stage, "learn"));
  return request(stage, OpenLesson{.lesson = static_cast<std::size_t>(found - shelf.begin()), .step = *step - 1});
}

Result<void> answerWord(ScriptStage& stage, const Words& words) {
  const LessonStep* step = openStep(stage.workspace);
  if (step != nullptr && step->kind == LessonStepKind::kType) {
    SEPAX_TRY(request(stage, TypeLessonAnswer{words[0]}));
    return stage.workspace.learning.passed ? Result<void>() : expectedInScript("the right number");
  }
  const auto choice = parseInteger<std::size_t>(words[0]);
  if (step == nullptr || !choice || *choice < 1 || *choice > step->choices.size()) {
    return expectedInScript("an open step with so many choices, found \"" + words[0] + "\"");
  }
  return request(stage, AnswerLesson{*choice - 1});
}

Result<void> hintWord(ScriptStage& stage, const Words& words) {
  const auto shown = onOrOff(words[0]);
  SEPAX_TRY(shown);
  return request(stage, ShowLessonHint{*shown});
}

Result<void> showMeWord(ScriptStage& stage, const Words&) {
  const LessonStep* step = openStep(stage.workspace);
  if (step == nullptr || (step->kind != LessonStepKind::kDo && step->kind != LessonStepKind::kType))
    return expectedInScript("an open step that asks for something to do");
  return request(stage, ShowLessonGoal{});
}

constexpr ScriptWord kWords[] = {
    {"open", "PATH", "opens a case, mesh or bundle", 1, 1, openWord},
    {"entry", "PATH", "opens a case or mesh inside the open bundle", 1, 1, openEntryWord},
    {"look", "PATH…", "selects entries of the open bundle and looks into the last one", 1, 64, lookWord},
    {"mesh", "plain|materials|normals|uv, or faces|wireframe|z_up|bones on|off",
     "how the mesh that is looked into is shown", 1, 2, setMesh},
    {"animate", "CLIP|none [SECONDS]", "shows the mesh that is looked into at a time of one of its animations", 1, 2,
     animateWord},
    {"collide", "PATH PATH [hulls]", "puts two meshes of the open bundle, or their hulls, side by side as a pair", 2, 3,
     collideWord},
    {"inside", "PATH", "opens a container inside the open bundle", 1, 1, insideWord},
    {"stage", "PATH [FILE]",
     "a file for the open bundle that replaces or adds an entry; without it the entry is removed", 1, 2, stageWord},
    {"write", "[FILE]", "writes the staged changes into the bundle or another file", 0, 1, writeWord},
    {"compare", "", "what became of the bundle opened before in the shown one", 0, 0, compareWord},
    {"scan", "PATH FROM TO [COUNT [PATH FROM TO COUNT]]",
     "varies one or two numbers of the shown pair, as B.position.x", 3, 8, scanWord},
    {"ask", "N", "asks the jury about the pair itself, 0, or the N-th of its sweep and rays", 1, 1, askWord},
    {"search", "TEXT", "finds text or bytes in every entry of the open bundle", 1, 1, searchWord},
    {"filter", "[TEXT]", "shows only entries of the bundle whose path holds it", 0, 1, filterWord},
    {"save", "[PATH]", "saves the document", 0, 1, saveWord},
    {"select", "BODY", "selects a body", 1, 1, select},
    {"place", "BODY X Y [Z]", "puts a body somewhere, metres", 3, 4, place},
    {"move", "BODY DX DY [DZ]", "moves a body by, metres", 3, 4, move},
    {"turn", "BODY DEGREES [about X Y Z]", "rotates a body about a world axis", 2, 6, rotate},
    {"remove", "BODY", "removes a body", 1, 1, removeBody},
    {"pair", "BODY BODY", "shows a pair", 2, 2, pickPair},
    {"algorithm", "NAME", "chooses how pairs are tested", 1, 1, pickAlgorithm},
    {"pin", "AXIS|deciding", "picks an axis", 1, 1, pin},
    {"pieces", "hulls|RANK",
     "shows the axes of the whole hulls, or of the nearest piece pair of this rank, 0 the deciding one", 1, 1,
     tracePieces},
    {"free", "X Y Z", "shows an axis of one's own in this direction", 3, 3, freeAxis},
    {"hover", "AXIS|deciding", "previews an axis", 1, 1, hover},
    {"step", "N|last", "shows a step of GJK and EPA", 1, 1, showStep},
    {"view", "scene|minkowski|both|reference",
     "shows the bodies or, with a step, their Minkowski difference, or both side by side; or another algorithm and the "
     "reference",
     1, 1, setView},
    {"mode", "radii|intervals", "how the axis is explained", 1, 1,
     choose<kModes, &ViewState::picture, &PictureOptions::radii>},
    {"option", "NAME on|off", "shows or hides a part of the picture", 2, 2, setOption},
    {"volume", "KIND|carried|refitted on|off", "draws a bounding volume of the selected body", 2, 2, showVolume},
    {"decompose", "body|entry",
     "takes the selected body's mesh, or the one that is looked into, apart into convex pieces", 1, 1, decomposeWord},
    {"export", "body|entry FORM [FILE]",
     "writes its pieces, else its volumes, in a form of `sepax fit`; without a file the dialog opens", 2, 3,
     exportWord},
    {"rows", "N|off [listed|last|worst]", "tries the first N axes one by one, in an order", 1, 2, tryRows},
    {"clip", "STAGE|result|pieces", "how far the Contacts panel has clipped, or the pieces of a surface one by one", 1,
     1, setClip},
    {"sweep", "SECONDS", "the time at which the Sweep panel shows its ghosts", 1, 1, setSweepTime},
    {"velocity", "BODY X Y [Z]", "how fast a body moves, metres a second", 3, 4, setVelocity},
    {"tool", "select|move|turn|scale|points|polygon|hull|circle|box", "takes a tool in hand", 1, 1,
     choose<kTools, &ViewState::tool>},
    {"snap", "on|off", "snapping of drags", 1, 1, setSnap},
    {"camera", "YAW PITCH DISTANCE [X Y Z]", "looks from there at a point, degrees and metres", 3, 6, setCamera},
    {"projection", "planar|perspective|orthographic", "how the camera sees", 1, 1,
     choose<kProjections, &ViewState::camera, &Camera::projection>},
    {"up", "y|z", "which of the world's axes is up in the picture", 1, 1,
     choose<kUpAxes, &ViewState::camera, &Camera::up>},
    {"frame", "", "fits the scene into the view", 0, 0, frameWord},
    {"middle", "scene|overview|files|sides", "what the middle of the window shows while a bundle is open", 1, 1,
     setMiddle},
    {"tab", "PANEL", "brings a panel to the front", 1, 1, showTab},
    {"replay", "FRAME", "shows a frame of the open recording", 1, 1, replayWord},
    {"curve", "KEY", "gap, apart or a measure of sepax replay info, over the frames", 1, 1, curveWord},
    {"beside", "LOG", "shows another recording of the same bodies beside the open one", 1, 1, besideWord},
    {"lesson", "NAME [STEP]", "opens a lesson", 1, 2, lessonWord},
    {"answer", "N", "picks a choice of the open step, or types the number that it asks for", 1, 1, answerWord},
    {"hint", "on|off", "draws the goal of the open step", 1, 1, hintWord},
    {"show_me", "", "does what the open step asks for", 0, 0, showMeWord},
    {"theme", "dark|light", "colours of the window", 1, 1, choose<kThemes, &ViewState::theme>},
    {"present", "viewport|projector|embedded|off",
     "the window in large letters, or the scene alone in a page, with --ui", 1, 1,
     choose<kPresentations, &ViewState::presentation>},
    {"language", "en|zh", "language of the window", 1, 1, setLanguageWord},
};

}  // namespace

Result<void> executeInScript(ScriptStage& stage, Outbox outbox) {
  auto& console = stage.workspace.console;
  const std::size_t before = console.size();
  process(stage.workspace, outbox);
  if (stage.workspace.guarded) {
    const bool is_save = stage.workspace.guarded->is<Save>();
    stage.workspace.guarded.reset();
    if (is_save)
      return fail(ErrorCode::kWrongValue, "",
                  "another program has written the file since it was opened: save under another name");
    return fail(ErrorCode::kWrongValue, "", "the document has unsaved changes: save or undo them before");
  }
  for (std::size_t i = std::min(before, console.size()); i < console.size(); ++i) {
    if (console[i].level == LogLevel::kError) return fail(ErrorCode::kWrongValue, "", console[i].text);
  }
  return {};
}

tl::unexpected<Error> expectedInScript(const std::string& what) {
  return fail(ErrorCode::kWrongValue, "", "expected " + what);
}

std::span<const ScriptWord> scriptWords() { return kWords; }

}  // namespace sepax
