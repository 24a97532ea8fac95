#include "session/viewport_picture.h"

#include "collide/convex/sat_pair.h"
#include "collide/pair_table.h"
#include "core/language.h"
#include "draw/contact_picture.h"
#include "draw/difference_picture.h"
#include "draw/plot_picture.h"
#include "draw/rail_picture.h"
#include "draw/scene_picture.h"
#include "session/bundle/colliders.h"
#include "session/lab/comparing.h"
#include "session/lab/replaying.h"
#include "session/learn/learning.h"
#include "session/scene/reports.h"
#include "session/scene/scene.h"
#include "session/workspace.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace sepax {

namespace {

/// How each body looks. With a selected one those that meet it are lit and the others fade.
std::vector<CrowdLook> crowdLooks(const Scene& scene) {
  const std::vector<Body>& bodies = scene.history.document().bodies;
  const Reports& reports = scene.reports;
  const auto selected =
      static_cast<std::size_t>(std::ranges::find(bodies, scene.view.selected, &Body::id) - bodies.begin());
  const bool has_selected = selected < bodies.size();
  std::vector<CrowdLook> looks(bodies.size(), has_selected ? CrowdLook::kFaded : CrowdLook::kQuiet);
  for (std::size_t i = 0; i < reports.places.size(); ++i) {
    const auto [a, b] = reports.places[i];
    if (a >= bodies.size() || b >= bodies.size() || (has_selected && a != selected && b != selected)) continue;
    const bool overlaps = reports.states[i] == PairState::kOverlapping;
    if (!overlaps && reports.states[i] != PairState::kTouching) continue;
    for (const std::uint32_t body : {a, b})
      looks[body] = std::max(looks[body], overlaps ? CrowdLook::kOverlapping : CrowdLook::kTouching);
  }
  return looks;
}

/// Brings the cache up to date for an input, whose crowd and picture it then is. For a few bodies both stay empty.
void followCrowd(Scene& scene, PictureInput& input) {
  CrowdCache& cache = scene.crowd;
  if (scene.history.document().bodies.size() <= kMaxBodiesAllPairs) {
    if (!cache.looks.empty()) cache = {};
    return;
  }
  CrowdCache now;
  now.revision = scene.history.revision();
  now.answers = scene.reports.answers;
  now.theme = input.theme;
  now.selected = input.selected;
  now.hovered = input.hovered;
  if (input.report != nullptr) now.a = input.report->a;
  if (input.report != nullptr) now.b = input.report->b;
  now.group.assign(input.group.begin(), input.group.end());
  const auto key = [](const CrowdCache& of) {
    return std::tie(of.revision, of.answers, of.theme, of.selected, of.hovered, of.a, of.b, of.group);
  };
  if (cache.looks.empty() || key(cache) != key(now)) {
    now.looks = crowdLooks(scene);
    input.crowd = now.looks;
    now.picture = crowdPicture(input);
    cache = std::move(now);
  }
  input.crowd = cache.looks;
  input.crowd_picture = &cache.picture;
}

}  // namespace

namespace {

/// The rail's zero: pieces that have places of their own are measured from these.
const char* measuredFrom(const Workspace& workspace, const PairReport* report) {
  const auto* const sat = report == nullptr ? nullptr : std::get_if<SatReport>(&report->trace);
  const std::vector<Body>& bodies = workspace.reports.shown_bodies;
  const bool is_piece =
      sat != nullptr && !bodies.empty() && tracedOf(*report) == Traced::kPieces && sat->origin != bodies[0].position;
  return is_piece ? tr("metres from the origin of A's piece") : tr("metres from A's origin");
}

/// As a report of the shown pair explains it; null: without an explanation.
PictureInput pictureInput(const Workspace& workspace, const PairReport* report) {
  const SatAxis* const axis = report != nullptr ? axisOf(workspace, *report) : nullptr;
  const ViewState& look = workspace.view;
  PictureOptions options = look.picture;
  if (isCovered(workspace, workspace)) {  // the axis that the step itself pins is part of the task, no other one is
    const LessonStep& step = *openStep(workspace);
    const bool asks_for_number = step.kind == LessonStepKind::kType;  // and the rail would tell it
    const bool is_pinned_by_step = look.pinned_axis && step.look.pin && *step.look.pin == look.pinned_axis;
    options.rail = options.rail && is_pinned_by_step && !asks_for_number;
    options.separating_plane = options.mtv = options.support = options.witness = false;
    options.fan = options.regions = options.bounds = false;
  }
  const char* const zero = measuredFrom(workspace, report);
  return {.document = &workspace.history.document(),
          .report = report,
          .report_bodies = workspace.reports.shown_bodies,
          .axis = axis != nullptr ? std::optional(axis->id) : std::nullopt,
          .free_axis = axis != nullptr && axis->id.kind == AxisKind::kFree ? axis : nullptr,
          .gjk_stage = look.gjk.stage,
          .selected = look.selected,
          .group = look.group,
          .hovered = look.hovered,
          .volumes = {},
          .pieces = {},
          .contacts = look.contacts_shown,
          .clip_stage = look.clip_stage,
          .slide = isCovered(workspace, workspace) ? std::nullopt : look.gjk.slide,
          .sweep = nullptr,
          .queries = {},
          .crowd = {},
          .crowd_picture = nullptr,
          .ghosts = {},
          .ghost_colour = workspace.replay.other ? std::optional(curveColour(1, look.theme)) : std::nullopt,
          .scale = shownScale(look),
          .theme = look.theme,
          .options = options,
          .words = {tr("gap"), tr("touching"), tr("overlap"), zero, tr("region of the corner"),
                    tr("region of the side"), tr("floats lie apart by"), tr("(zoom in to see them)")}};
}

/// The sweep that the Sweep panel explains, while it is in front.
std::optional<SweepView> shownSweep(const Workspace& workspace) {
  const Queries& queries = workspace.queries;
  const Document& document = workspace.history.document();
  const Body *a = findBody(document, queries.pair.first), *b = findBody(document, queries.pair.second);
  if (isCovered(workspace, workspace) || !workspace.view.sweep_shown || !queries.sweep || a == nullptr || b == nullptr)
    return std::nullopt;
  PosedShape shape_a = posedShape(*a), shape_b = posedShape(*b);
  // Half-spaces are shown as wide as what they meet; they move about their own origins.
  auto seen = withProxies(shape_a, shape_b);
  shape_a.shape = std::move(seen.first.shape);
  shape_b.shape = std::move(seen.second.shape);
  return SweepView{*queries.sweep, shape_a, shape_b, queries.motion_a, queries.motion_b, workspace.view.sweep_time};
}

/// The difference tells the verdict.
bool hasDifference(const Workspace& workspace) {
  if (!workspace.view.gjk.minkowski || isCovered(workspace, workspace) || shownGjk(workspace) == nullptr) return false;
  const PairReport* report = shownReport(workspace);
  const Document& document = workspace.history.document();
  return findBody(document, report->a) != nullptr && findBody(document, report->b) != nullptr;
}

/// The pair whose difference the Minkowski view shows.
std::optional<ShownShapes> shownDifference(const Workspace& workspace) {
  return hasDifference(workspace) ? shownShapes(workspace) : std::nullopt;
}

DifferenceInput differenceInput(const Workspace& workspace, const ShownShapes& pair) {
  const ViewState& look = workspace.view;
  return {.report = shownGjk(workspace),
          .a = &pair.a,
          .b = &pair.b,
          .stage = look.gjk.stage,
          .slide = look.gjk.slide,
          .theme = look.theme,
          .grid = look.picture.grid,
          .labels = look.picture.labels,
          .names = namesOf(*shownReport(workspace)),
          .words = {tr("origin"), tr("distance"), tr("depth"), "d"}};
}

/// Brings the Minkowski view's camera to a pair that it did not show yet.
void frameDifference(Workspace& workspace, const ShownShapes& pair, const ViewSize& view) {
  GjkView& gjk = workspace.view.gjk;
  const PairReport& report = *shownReport(workspace);
  std::string name = report.a + "\n" + report.b;
  if (gjk.camera && gjk.framed == name) return;
  gjk.camera = differenceCamera(differenceInput(workspace, pair), workspace.view.camera, view);
  gjk.framed = std::move(name);
}

ViewportPicture pictureOf(Workspace& workspace, const ShownShapes& pair, const ViewSize& view) {
  frameDifference(workspace, pair, view);
  const Camera& camera = *cameraOfDifference(workspace);
  return {differencePicture(differenceInput(workspace, pair), camera, view), camera};
}

JuryMarks marksOf(const JurorAnswer& answer, const PosedShape& a, const PosedShape& b) {
  JuryMarks marks;
  marks.normal = answer.normal;
  marks.witness = answer.closest_points;
  for (const JurorAnswer::Contact& contact : answer.contacts) marks.contacts.push_back(contact.position);
  marks.size = pairSize(a, b);
  return marks;
}

/// The answer of the member that the mouse is on in the Jury panel.
std::optional<JuryMarks> shownJuryMarks(const Workspace& workspace) {
  const JuryTable& table = workspace.jury;
  const LabView& lab = workspace.view.lab;
  if (!lab.jury_shown || lab.jury_hovered.empty() || !table.reference) return std::nullopt;
  const Document& document = workspace.history.document();
  const Body *a = findBody(document, table.pair.first), *b = findBody(document, table.pair.second);
  const auto status = std::ranges::find(table.jurors, lab.jury_hovered, &JurorStatus::name);
  if (a == nullptr || b == nullptr || status == table.jurors.end() || status->row == nullptr) return std::nullopt;
  const JurorAnswer& answer = status->row->answer;
  if (answer.status != JurorAnswer::Status::kOk) return std::nullopt;
  JuryMarks marks = marksOf(answer, posedShape(*a), posedShape(*b));
  marks.name = status->name;
  marks.middle = table.reference->closest_a + (table.reference->closest_b - table.reference->closest_a) * 0.5;
  marks.differs = status->row->differs();
  if (table.query) {
    const auto point = answer.point ? answer.point : answerOf(*table.query).point;
    if (!point) return std::nullopt;
    marks.contacts = {*point};
    marks.middle = *point;
  }
  return marks;
}

/// The recording's claim about the shown pair, while the Timeline is in front.
std::optional<JuryMarks> shownClaimMarks(const Workspace& workspace) {
  const CheckedClaim* const claim = workspace.view.replay.shown ? shownClaim(workspace, workspace) : nullptr;
  const PairReport* const report = shownReport(workspace);
  if (claim == nullptr || report == nullptr) return std::nullopt;
  const Document& document = workspace.history.document();
  const Body *a = findBody(document, report->a), *b = findBody(document, report->b);
  if (a == nullptr || b == nullptr) return std::nullopt;
  JuryMarks marks = marksOf(claim->claim.answer, posedShape(*a), posedShape(*b));
  const std::string& engine = workspace.replay.recording->head().engine;
  marks.name = engine.empty() ? std::string(tr("recording")) : engine;
  marks.middle = report->answer.closest_a + (report->answer.closest_b - report->answer.closest_a) * 0.5;
  marks.differs = claim->differs();
  return marks;
}

constexpr double kMotionSeconds = 0.15;

/// The part of the way that is behind a motion since then, ease-out cubic.
double partOf(const ViewMotion& motion, double since) {
  const double left = 1 - std::clamp((*motion.clock - since) / kMotionSeconds, 0.0, 1.0);
  return 1 - left * left * left;
}

/// Lets the camera fly from where it was to where framing has brought it; a hand that moves it ends that.
void flyCamera(ViewState& look, const std::optional<Camera>& before) {
  ViewMotion& motion = look.motion;
  if (!motion.clock) return motion.to.reset();
  if (before && *before != look.camera) {
    motion.from = before;
    motion.to = look.camera;
    motion.since = *motion.clock;
  } else if (motion.to && look.camera != motion.shown) {
    motion.to.reset();
  }
  if (!motion.to) return;
  const double part = partOf(motion, motion.since);
  look.camera = motion.shown = onTheWay(*motion.from, *motion.to, part);
  if (part >= 1) motion.to.reset();
}

/// The range that the rail shows now, on its way to the one that it should.
std::optional<RailRange> easedRange(ViewMotion& motion, const PictureInput& input, const SatAxis* axis) {
  const auto* const sat = input.report == nullptr ? nullptr : std::get_if<SatReport>(&input.report->trace);
  if (!motion.clock || sat == nullptr || axis == nullptr || axis->state == AxisState::kDegenerate) {
    motion.rail_to.reset();
    return std::nullopt;
  }
  const RailRange next = keptRange(motion.rail_to, fittedRange(*axis, sat->tolerances.size));
  const auto now = [&] {
    const double part = partOf(motion, motion.rail_since);
    return RailRange{std::lerp(motion.rail_from->low, motion.rail_to->low, part),
                     std::lerp(motion.rail_from->high, motion.rail_to->high, part)};
  };
  if (motion.rail_to != next) {
    motion.rail_from = motion.rail_to ? now() : next;
    motion.rail_to = next;
    motion.rail_since = *motion.clock;
  }
  return now();
}

/// Bodies where the lesson's goal, the recording or the run beside it has them.
std::vector<Body> shownGhosts(const Workspace& workspace) {
  if (workspace.replay.other) return otherBodies(workspace, workspace);
  return workspace.learning.hint ? goalBodies(workspace, workspace) : replayGhosts(workspace, workspace);
}

/// Pixels at the view's head under the sentences about a row that is known to be wrong, or a presentation's verdict.
double headOf(const Workspace& workspace, const PairReport* report, const ViewSize& view) {
  const PairAlgorithm* const row = report == nullptr ? nullptr : findAlgorithm(report->algorithm);
  const double presented = std::min<double>(workspace.view.presented_head, view.height / 2);
  if (isCovered(workspace, workspace) || row == nullptr || !row->historical || !workspace.reports.difference)
    return presented;
  constexpr double kCharacter = 7.5, kLine = 17, kMargins = 24;  // estimates: the painter knows the font
  const double scale = shownScale(workspace.view), room = std::max(view.width / scale - 2 * kMargins, kCharacter);
  double lines = 0;
  for (const std::string& text : {std::string(tr(row->summary)), *workspace.reports.difference})
    lines += std::ceil(std::max(1.0, kCharacter * static_cast<double>(text.size()) / room));
  return std::max(presented, (kMargins + lines * kLine) * scale);
}

/// Moves the camera so that it sees all that the picture shows.
void frameShown(Workspace& workspace, PictureInput input, const ViewSize& view) {
  const std::vector<Body> ghosts = shownGhosts(workspace);
  input.ghosts = ghosts;
  const std::vector<PosedVolume> volumes = shownVolumes(workspace, workspace);
  input.volumes = volumes;
  input.head = headOf(workspace, input.report, view);
  frameScene(workspace.view.camera, input, view);
}

/// The scene with all that is shown in it besides the explanation.
ViewportPicture bodiesPicture(Workspace& workspace, PictureInput input, const ViewSize& view) {
  const std::vector<Body> ghosts = shownGhosts(workspace);
  input.ghosts = ghosts;
  const std::vector<PosedVolume> volumes = shownVolumes(workspace, workspace);
  input.volumes = volumes;
  input.pieces = shownPieces(workspace, workspace);
  followCrowd(workspace, input);
  if (workspace.view.sweep_shown) input.queries = workspace.queries.answers;
  return {scenePicture(input, workspace.view.camera, view), workspace.view.camera};
}

}  // namespace

bool showsDifference(const Workspace& workspace) {
  return workspace.view.gjk.camera && !workspace.view.gjk.beside && hasDifference(workspace);
}

Beside shownBeside(const Workspace& workspace) {
  if (hasDifference(workspace)) return workspace.view.gjk.beside ? Beside::kDifference : Beside::kNothing;
  return workspace.view.reference_beside && referenceReport(workspace) != nullptr ? Beside::kReference
                                                                                  : Beside::kNothing;
}

Camera* cameraOfDifference(Workspace& workspace) {
  ViewState& look = workspace.view;
  if (!look.gjk.camera) return nullptr;
  Camera& camera = *look.gjk.camera;
  camera.projection = look.camera.projection;
  camera.yaw = look.camera.yaw;
  camera.pitch = look.camera.pitch;
  camera.up = look.camera.up;
  return &camera;
}

Camera& shownCamera(Workspace& workspace) {
  return showsDifference(workspace) ? *cameraOfDifference(workspace) : workspace.view.camera;
}

std::optional<ViewportPicture> pictureBeside(Workspace& workspace, const ViewSize& view) {
  const Beside beside = shownBeside(workspace);
  if (beside == Beside::kReference)
    return bodiesPicture(workspace, pictureInput(workspace, referenceReport(workspace)), view);
  const auto difference = beside == Beside::kDifference ? shownDifference(workspace) : std::nullopt;
  if (!difference) return std::nullopt;
  return pictureOf(workspace, *difference, view);
}

std::optional<Vec3> freeAxisTip(const Workspace& workspace, const ViewSize& view) {
  const SatAxis* axis = shownAxis(workspace);
  if (axis == nullptr || axis->id.kind != AxisKind::kFree) return std::nullopt;
  return railTip(pictureInput(workspace, shownReport(workspace)), workspace.view.camera, view,
                 workspace.view.free_axis);
}

void flyTo(ViewState& look, const Camera& camera) {
  ViewMotion& motion = look.motion;
  if (!motion.clock) {
    look.camera = camera;
    return;
  }
  motion.from = motion.shown = look.camera;
  motion.to = camera;
  motion.since = *motion.clock;
}

bool isInMotion(const ViewState& look) {
  const ViewMotion& motion = look.motion;
  return motion.clock && (motion.to || (motion.rail_to && *motion.clock < motion.rail_since + kMotionSeconds));
}

namespace {

/// The first look at a document, by the first pair's report where there is one already.
Camera firstCamera(const Workspace& workspace, const ViewSize& view, bool is_late) {
  const Document& document = workspace.history.document();
  const UpAxis up = workspace.view.camera.up;
  if (is_late) return framingCamera(document, view, up, nullptr);
  const PairReport* report = referenceReport(workspace);
  if (report == nullptr) report = shownReport(workspace);
  const bool is_known = report != nullptr && report->algorithm == referenceAlgorithm().name &&
                        firstPair(document) == PairIds(report->a, report->b);
  return is_known ? framingCamera(document, view, up, report) : framingCamera(document, view, up);
}

}  // namespace

ViewportPicture viewportPicture(Workspace& workspace, const ViewSize& view) {
  const bool frames = workspace.wants_new_view || workspace.wants_frame_view;
  const std::optional<Camera> before =
      frames && workspace.view.motion.clock ? std::optional(workspace.view.camera) : std::nullopt;
  if (workspace.wants_new_view || workspace.wants_frame_view)
    workspace.view.gjk.camera.reset();          // framed with the scene
  const bool is_late = isShownLate(workspace);  // a test that takes seconds: the bodies are framed until it is done
  if (workspace.wants_new_view) workspace.view.camera = firstCamera(workspace, view, is_late);
  PictureInput input = pictureInput(workspace, shownReport(workspace));
  const std::optional<SweepView> sweep = shownSweep(workspace);
  if (sweep) input.sweep = &*sweep;
  const bool has_reference = shownBeside(workspace) == Beside::kReference;
  if (workspace.wants_frame_view)
    frameShown(workspace, has_reference ? pictureInput(workspace, referenceReport(workspace)) : input, view);
  if (has_reference && workspace.reports.has_references_axes) {  // they are explained there
    input.options.rail = input.options.separating_plane = input.options.support = input.options.witness = false;
  }
  flyCamera(workspace.view, before);
  const SatAxis* const axis = input.report != nullptr ? axisOf(workspace, *input.report) : nullptr;
  input.rail_range = easedRange(workspace.view.motion, input, axis);
  workspace.wants_new_view = workspace.wants_new_view && is_late;
  workspace.wants_frame_view = false;
  if (const auto difference = workspace.view.gjk.beside ? std::nullopt : shownDifference(workspace)) {
    return pictureOf(workspace, *difference, view);
  }
  ViewportPicture picture = bodiesPicture(workspace, std::move(input), view);
  for (const auto& marks : {shownJuryMarks(workspace), shownClaimMarks(workspace)})
    if (marks) addJuryMarks(picture.list, *marks, paletteOf(workspace.view.theme));
  return picture;
}

}  // namespace sepax
