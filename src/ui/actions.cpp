#include "ui/actions.h"

#include "collide/pair_table.h"
#include "core/language.h"
#include "core/platform.h"
#include "document/motion.h"
#include "draw/scene_picture.h"
#include "format/case_keys.h"
#include "lab/export.h"
#include "session/bundle/editing.h"
#include "session/bundle/preview.h"
#include "session/host/opened_case.h"
#include "session/lab/replaying.h"
#include "session/learn/learning.h"
#include "session/scene/body_edits.h"
#include "session/scene/pair_list.h"
#include "session/scene/reports.h"
#include "session/scene/motion_player.h"
#include "session/scene/selection.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/bundle/bundle_head.h"
#include "ui/bundle/entry_menu.h"
#include "ui/bundle/panel_bundle.h"
#include "ui/bundle/panel_problems.h"
#include "ui/dialogs/save_guard.h"
#include "ui/explanation.h"
#include "ui/lab/panel_jury.h"
#include "ui/lab/panel_lab.h"
#include "ui/lab/panel_timeline.h"
#include "ui/learn/panel_learn.h"
#include "ui/panel_tabs.h"
#include "ui/scene/axes_table.h"
#include "ui/scene/axes_text.h"
#include "ui/scene/panel_contacts.h"
#include "ui/scene/panel_scene.h"
#include "ui/scene/panel_steps.h"
#include "ui/scene/panel_sweep.h"
#include "ui/window_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

namespace sepax {

namespace {

using Context = ActionContext;

// The actions' functions. Captureless, so that the table below is plain data.

template <Tool kTool>
void chooseTool(Context& c) {
  c.view.tool = kTool;
}
template <Tool kTool>
bool isTool(const Context& c) {
  return c.view.tool == kTool;
}
template <bool PictureOptions::*kOption>
void toggleOption(Context& c) {
  c.view.picture.*kOption = !(c.view.picture.*kOption);
}
template <bool PictureOptions::*kOption>
bool isOption(const Context& c) {
  return c.view.picture.*kOption;
}
template <class AnyRequest>
void sendRequest(Context& c) {
  c.outbox.request(AnyRequest{});
}
template <Space kSpace, NewDocument::Start kStart = NewDocument::Start::kTwoBodies>
void sendNew(Context& c) {
  c.outbox.request(NewDocument{.space = kSpace, .start = kStart});
}
template <FileDialog::Purpose kPurpose>
void askForFile(Context& c) {
  openFileDialog(c.shell.of<FileDialog>(), kPurpose, c.workspace);
}
/// Begins a presentation or ends any. For a projector the panel of an open lesson stands beside the scene, else the one
/// on the right.
void togglePresentation(Context& context, Presentation which) {
  Presentation& shown = context.view.presentation;
  shown = shown == Presentation::kOff ? which : Presentation::kOff;
  const bool is_taught =
      openLesson(context.workspace) != nullptr && shownIn(context.shell, Region::kLeft) == &kLearnPanel;
  context.shell.presented = is_taught ? Region::kLeft : Region::kRight;
}

template <Presentation kWhich>
void present(Context& c) {
  togglePresentation(c, kWhich);
}
template <int kStep>
void stepShownAxis(Context& c) {
  stepAxis(c.shell.of<AxesPanel>(), c.workspace, c.view, kStep);
}
template <int kStep>
void stepPair(Context& c) {
  const Reports& reports = c.workspace.reports;
  const int count = static_cast<int>(reports.pairs.size());
  const int next = ((reports.shown_pair + kStep) % count + count) % count;
  c.view.pair = reports.pairs[static_cast<std::size_t>(next)];
  c.view.pinned_axis.reset();
}
template <int kYawQuarters, int kPitchQuarters>
void lookAlong(Context& c) {
  if (c.view.camera.projection == Projection::kPlanar) return;
  c.view.camera.yaw = kYawQuarters * std::numbers::pi / 2;
  c.view.camera.pitch = kPitchQuarters * std::numbers::pi / 2;
}

const Body* selectedBody(const Context& c) { return findBody(c.workspace.history.document(), c.view.selected); }
bool hasSelection(const Context& c) { return selectedBody(c) != nullptr; }
bool isSolidScene(const Context& c) { return c.workspace.history.document().space == Space::k3d; }
void toggleFreeAxis(Context& c) {
  if (c.view.pinned_axis == kFreeAxis) {
    c.view.pinned_axis.reset();
  } else if (const SatAxis* axis = shownAxis(c.workspace); axis != nullptr && axis->state != AxisState::kDegenerate) {
    c.view.free_axis = axis->direction;
    c.view.pinned_axis = kFreeAxis;
  }
}

template <int kStep>
void stepShownStage(Context& c) {
  stepStage(c.shell.of<StepsPanel>(), c.workspace, c.view, kStep);
}
/// The step so many further in the open lesson.
std::optional<std::size_t> lessonStep(const Context& c, int by) {
  const Lesson* lesson = openLesson(c.workspace);
  const auto step = static_cast<std::ptrdiff_t>(c.workspace.learning.step) + by;
  if (lesson == nullptr || step < 0 || step >= static_cast<std::ptrdiff_t>(lesson->steps.size())) return std::nullopt;
  return static_cast<std::size_t>(step);
}
template <int kBy>
bool hasLessonStep(const Context& c) {
  return lessonStep(c, kBy).has_value();
}
template <int kBy>
void stepLesson(Context& c) {
  if (const auto step = lessonStep(c, kBy))
    c.outbox.request(OpenLesson{.lesson = *c.workspace.learning.lesson, .step = *step});
}

/// Framed anew: the copy of B goes where nothing was before.
void toggleSlide(Context& c) {
  c.view.gjk.slide = c.view.gjk.slide ? std::nullopt : std::optional(0.0);
  c.outbox.request(FrameView{});
}

bool hasSteps(const Context& c) { return shownGjk(c.workspace) != nullptr; }

/// Without a trace there is nothing to show: then the algorithm that makes one is chosen too.
template <bool kBeside>
void toggleMinkowski(Context& c) {
  const bool had_steps = hasSteps(c);
  if (const PairAlgorithm* traced = findAlgorithm(Steps::kGjkAndEpa); !had_steps && traced != nullptr)
    c.view.algorithm = traced->name;
  GjkView& gjk = c.view.gjk;
  gjk.minkowski = !had_steps || !gjk.minkowski || gjk.beside != kBeside;
  gjk.beside = kBeside && gjk.minkowski;
  if (gjk.minkowski) c.view.reference_beside = false;
}
template <bool kBeside>
bool showsMinkowski(const Context& c) {
  return c.view.gjk.minkowski && c.view.gjk.beside == kBeside && hasSteps(c);
}

/// While the reference is shown alone, another algorithm takes its place, so that there are two to see.
void toggleReferenceBeside(Context& c) {
  const bool was_shown = shownBeside(c.workspace) == Beside::kReference;
  if (!was_shown && referenceReport(c.workspace) == nullptr) swapWithReference(c.workspace, c.view);
  c.view.reference_beside = !was_shown;
  c.view.gjk.minkowski = false;
}

void togglePlay(Context& c) {
  const GjkReport* report = shownGjk(c.workspace);
  if (report == nullptr) return;
  c.view.gjk.playing = !c.view.gjk.playing;
  c.view.gjk.next_at = 0;
  const bool at_end = stageAt(*report, c.view.gjk.stage).number + 1 == stageCount(*report);
  if (c.view.gjk.playing && at_end) c.view.gjk.stage = 0;
}

bool hasContacts(const Context& c) {
  const PairReport* report = shownReport(c.workspace);
  return report != nullptr && report->manifold.has_value();
}

/// The first step only opens the panel: what it shows is seen before it changes.
template <int kStep>
void stepShownClip(Context& c) {
  if (c.view.contacts_shown) stepClip(c.workspace, c.view, kStep);
  showPanel(c.shell, kContactsPanel);
}

void playSweep(Context& c) {
  c.view.sweep_plays = !(c.view.sweep_shown && c.view.sweep_plays);
  showPanel(c.shell, kSweepPanel);
}

bool hasRecording(const Context& c) { return isReplaying(c.workspace, c.workspace); }
template <int kBy>
void stepRecording(Context& c) {
  stepFrame(c.workspace, c.view, kBy);
  showPanel(c.shell, kTimelinePanel);
}
template <bool kForward>
void goToDifference(Context& c) {
  goToDifference(c.workspace, c.view, kForward);
  showPanel(c.shell, kTimelinePanel);
}

bool hasAxes(const Context& c) { return shownAxis(c.workspace) != nullptr; }
void nextOverlap(Context& c) { showNextOverlap(c.workspace, c.view); }
bool hasOverlaps(const Context& c) {
  return std::ranges::find(c.workspace.reports.states, PairState::kOverlapping) != c.workspace.reports.states.end();
}
bool hasPairs(const Context& c) { return c.workspace.reports.pairs.size() > 1; }

void saveOrAsk(Context& c) {
  if (!hasOwnFile(c.workspace)) {
    askForFile<FileDialog::Purpose::kSave>(c);
  } else {
    c.outbox.request(Save{});
  }
}

void frameSelection(Context& c) {
  const Body* body = selectedBody(c);
  if (body == nullptr || c.shell.viewport.width <= 0 || showsMinkowski<false>(c)) {
    c.outbox.request(FrameView{});
    return;
  }
  Document alone;
  alone.space = c.workspace.history.document().space;
  alone.bodies = {*body};
  alone.bodies.front().visible = true;
  Vec3 min, max;
  pictureBounds(alone, min, max);
  frame(c.view.camera, {c.shell.viewport.width, c.shell.viewport.height}, min, max);
}

void switchProjection(Context& c) {
  Projection& projection = c.view.camera.projection;
  projection = projection == Projection::kPerspective ? Projection::kOrthographic : Projection::kPerspective;
}

void toggleUp(Context& c) {
  UpAxis& up = c.view.camera.up;
  up = up == UpAxis::kY ? UpAxis::kZ : UpAxis::kY;
}

bool isInPlane(const Context& c) { return c.workspace.history.document().space == Space::k2d; }
bool hasBodies(const Context& c) { return !c.workspace.history.document().bodies.empty(); }
bool hasSeveral(const Context& c) { return selectedIds(c.view).size() > 1; }
bool hasBundle(const Context& c) { return c.workspace.bundle != nullptr; }
bool hasNoBundle(const Context& c) { return !hasBundle(c); }
bool canRunInEngine(const Context& c) { return hasBodies(c) && hasNoBundle(c); }
bool hasEntries(const Context& c) { return !c.view.entries.empty(); }
bool hasTwoEntries(const Context& c) { return c.view.entries.size() == 2; }
bool hasStaged(const Context& c) { return !c.workspace.bundle_files.edits.empty(); }
bool hasReport(const Context& c) { return shownReport(c.workspace) != nullptr; }
bool takesEdits(const Context& c) { return canEdit(c.workspace); }
bool deletes(const Context& c) { return hasSelection(c) && !hasKeys(c.shell.of<BundlePanel>()); }
bool seesScene(const Context& c) { return showsScene(c.workspace); }
bool moves(const Context& c) { return hasMotion(c.workspace.history.document()); }

template <int kStep>
void walk(Context& c) {
  walkBodies(c.workspace.history.document(), c.view, kStep);
}

void startRenaming(Context& c) {
  showPanel(c.shell, kScenePanel);
  c.shell.of<ScenePanel>().renaming = c.shell.of<ScenePanel>().new_name = c.view.selected;
  c.shell.of<ScenePanel>().focus_rename = true;
}

void selectAll(Context& c) {
  std::vector<std::string> ids;
  for (const Body& body : c.workspace.history.document().bodies) {
    if (body.visible) ids.push_back(body.id);
  }
  select(c.view, std::move(ids));
}

void showAll(Context& c) {
  std::vector<Body> hidden;
  for (const Body& body : c.workspace.history.document().bodies) {
    if (body.visible) continue;
    hidden.push_back(body);
    hidden.back().visible = true;
  }
  c.outbox.send(PutBodies{BodiesEdit::kShow, std::move(hidden)});
}

void copySelected(Context& c) { ImGui::SetClipboardText(copiedBodies(c.workspace.history.document(), c.view).c_str()); }

/// A text that is no case and no list of points is a posted one.
void pasteBodies(Context& c) {
  const char* clipboard = ImGui::GetClipboardText();
  const std::string text = clipboard == nullptr ? std::string() : std::string(clipboard);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos || holdsBodies(text)) {
    c.outbox.request(PasteBodies{text});
  } else {
    c.outbox.request(OpenPaste{text, {}});
  }
}

void pastePair(Context& c) {
  const char* text = ImGui::GetClipboardText();
  c.outbox.request(OpenPaste{text == nullptr ? std::string() : std::string(text), {}});
}

/// To the other body of the shown pair, else to the one that is reached first, which is then shown with it. A pair that
/// was shown keeps its order, and with it the colours.
void touchOther(Context& c) {
  const Document& document = c.workspace.history.document();
  const Body* const body = selectedBody(c);
  if (body == nullptr || body->locked) return;
  const PairReport* const shown = shownReport(c.workspace);
  const bool is_shown = shown != nullptr && (shown->a == body->id || shown->b == body->id);
  const std::optional<TouchMove> move =
      is_shown ? moveToTouch(document, body->id, shown->a == body->id ? shown->b : shown->a)
               : nearestTouch(document, body->id, {}, kMaxLength);
  if (!move) return;
  c.outbox.send(SetTransform{body->id, body->position + move->shift, body->rotation});
  if (!is_shown) c.view.pair = PairIds{body->id, move->other};
}

bool hasPoints(const Context& c) {
  const Body* body = selectedBody(c);
  return body != nullptr && !body->locked && !editablePoints(*body).empty();
}

bool hasShownPair(const Context& c) { return c.workspace.reports.shown_pair >= 0; }

bool canList(const Context& c) { return canListPairs(c.workspace.history.document()); }
bool testsAllPairs(const Context& c) { return !c.workspace.history.document().pairs; }

void toggleAllPairs(Context& c) {
  testsAllPairs(c) ? listPairs(c.workspace.history.document(), c.outbox) : testAllPairs(c.outbox);
}

void leaveShownOut(Context& c) {
  if (const auto pair = shownPair(c.workspace.reports)) leaveOut(c.workspace.history.document(), *pair, c.outbox);
}

void copyAxes(Context& c) {
  if (const PairReport* report = shownReport(c.workspace)) {
    ImGui::SetClipboardText(axesAsText(*report, c.workspace.history.document().space, AxisTextFormat::kText).c_str());
  }
}

template <int kStep>
void walkPart(Context& c) {
  walkParts(c.shell, c.workspace, kStep);
}
template <int kStep>
void stepPartsTab(Context& c) {
  stepTab(c.shell, c.workspace, kStep);
}
bool hasTabs(const Context& c) {
  const Part part = c.shell.keys_at.part;
  return regionOf(part).value_or(Region::kFloating) != Region::kFloating;
}

/// In a panel the row in focus opens its own.
void openContextMenu(Context& c) {
  if (!c.shell.keys_at.walks && showsScene(c.workspace))
    c.shell.viewport.wants_menu = c.shell.viewport.menu_by_key = true;
}

enum class Divider { kNone, kBefore };
constexpr Shortcut kNoKey{};

template <bool PictureOptions::*kOption>
constexpr Action pictureAction(const char* id, const char* name, const char* tip, Shortcut shortcut = kNoKey,
                               Divider divider = Divider::kNone) {
  return {.id = id,
          .menu = Menu::kView,
          .name = name,
          .tip = tip,
          .shortcut = shortcut,
          .run = toggleOption<kOption>,
          .checked = isOption<kOption>,
          .separator_before = divider == Divider::kBefore};
}

template <Tool kTool>
constexpr Action toolAction(Menu menu, const char* id, const char* name, const char* tip, Shortcut shortcut,
                            bool (*enabled)(const Context&) = nullptr, Divider divider = Divider::kNone) {
  return {.id = id,
          .menu = menu,
          .name = name,
          .tip = tip,
          .shortcut = shortcut,
          .run = chooseTool<kTool>,
          .enabled = enabled,
          .checked = isTool<kTool>,
          .separator_before = divider == Divider::kBefore};
}

bool canShowSides(const Context& c) { return hasSides(c.workspace); }

template <Middle kMiddle>
constexpr Action middleAction(const char* id, const char* name, const char* tip, int key,
                              Divider divider = Divider::kNone) {
  return {.id = id,
          .menu = Menu::kBundle,
          .name = name,
          .tip = tip,
          .shortcut = ctrl(key),
          .run = [](Context& c) { c.view.middle = kMiddle; },
          .enabled = kMiddle == Middle::kSides ? canShowSides : hasBundle,
          .checked = [](const Context& c) { return c.workspace.bundle != nullptr && c.view.middle == kMiddle; },
          .separator_before = divider == Divider::kBefore};
}

using Options = PictureOptions;

// clang-format off
const Action kActions[] = {
    {.id = "new_3d", .menu = Menu::kFile, .name = "New 3D case", .tip = "Start over with two boxes in space.", .shortcut = ctrl('N'), .run = sendNew<Space::k3d>},
    {.id = "new_2d", .menu = Menu::kFile, .name = "New 2D case", .tip = "Start over with two shapes in the plane.", .shortcut = ctrlShift('N'), .run = sendNew<Space::k2d>},
    {.id = "new_empty_3d", .menu = Menu::kFile, .name = "New empty 3D case", .tip = "Start over with nothing in space; Body > Add body fills it.", .shortcut = kNoKey, .run = sendNew<Space::k3d, NewDocument::Start::kEmpty>},
    {.id = "new_empty_2d", .menu = Menu::kFile, .name = "New empty 2D case", .tip = "Start over with nothing in the plane; Body > Add body fills it.", .shortcut = kNoKey, .run = sendNew<Space::k2d, NewDocument::Start::kEmpty>},
    {.id = "open", .menu = Menu::kFile, .name = "Open…", .tip = "Open a case, a mesh, a recording (.sepaxlog), a bundle (.zip, .obb) or a folder. Dropping one on the window does the same.", .shortcut = ctrl('O'), .run = askForFile<FileDialog::Purpose::kOpen>},
    {.id = "samples", .menu = Menu::kFile, .name = "Samples…", .tip = "All samples and the counterexamples to published algorithms with pictures, to search and to open.", .shortcut = ctrlShift('O'), .run = [](Context& c) { c.shell.samples.open = true; }},
    {.id = "save", .menu = Menu::kFile, .name = "Save", .tip = "Write the case to its file.", .shortcut = ctrl('S'), .run = saveOrAsk, .separator_before = true},
    {.id = "save_as", .menu = Menu::kFile, .name = "Save as…", .tip = "Write the case with the shortest decimals that read back as the same numbers.", .shortcut = ctrlShift('S'), .run = askForFile<FileDialog::Purpose::kSave>},
    {.id = "save_hex", .menu = Menu::kFile, .name = "Save with hex floats…", .tip = "Write every number as a hexadecimal float: the bits themselves, for other programs to compare.", .shortcut = kNoKey, .run = askForFile<FileDialog::Purpose::kSaveHexFloats>},
    {.id = "save_picture", .menu = Menu::kFile, .name = "Save picture…", .tip = "Write the viewport for slides and papers: SVG or PDF, sharp at every size, PNG, or a GIF that plays.", .shortcut = kNoKey, .run = askForFile<FileDialog::Purpose::kPicture>, .enabled = seesScene, .separator_before = true},
    {.id = "copy_picture", .menu = Menu::kFile, .name = "Copy picture as SVG", .tip = "Copy the picture to the clipboard, as text that drawing programs paste.", .shortcut = kNoKey, .run = sendRequest<CopyPicture>, .enabled = seesScene},
    {.id = "copy_link", .menu = Menu::kFile, .name = "Copy link to this pair", .tip = "Copy an address that opens this case with this pair in a browser: its page, sepax.html, needs no installation.", .shortcut = kNoKey, .run = sendRequest<CopyLink>, .enabled = seesScene},
    {.id = "attach", .menu = Menu::kFile, .name = "Follow a program live…", .tip = "Open the Timeline panel, where a program's recording is followed while it runs.", .shortcut = kNoKey, .run = [](Context& c) { showPanel(c.shell, kTimelinePanel); }, .enabled = hasNoBundle, .separator_before = true},
    {.id = "unsaved_work", .menu = Menu::kFile, .name = "Unsaved work…", .tip = "List what windows left that ended unexpectedly, to open or to discard.", .shortcut = kNoKey, .run = sendRequest<FindRecoveries>},
    {.id = "quit", .menu = Menu::kFile, .name = "Quit", .tip = "Close the window; asks first when there are unsaved changes.", .shortcut = ctrl('Q'), .run = sendRequest<Quit>, .separator_before = true},

    {.id = "undo", .menu = Menu::kEdit, .name = "Undo", .tip = "Take back the last change of the case, or of a bundle that is looked at. A whole drag is one change.", .shortcut = ctrl('Z'), .run = sendRequest<Undo>,
     .enabled = [](const Context& c) { return c.workspace.history.canUndo() || undoesEdit(c.workspace, c.workspace); },
     .detail = [](const Context& c) { return undoesEdit(c.workspace, c.workspace) ? c.workspace.bundle_files.past.back().path : c.workspace.history.undoLabel(); }},
    {.id = "redo", .menu = Menu::kEdit, .name = "Redo", .tip = "Bring back what undo took.", .shortcut = ctrlShift('Z'), .run = sendRequest<Redo>,
     .enabled = [](const Context& c) { return c.workspace.history.canRedo() || redoesEdit(c.workspace, c.workspace); },
     .detail = [](const Context& c) { return redoesEdit(c.workspace, c.workspace) ? c.workspace.bundle_files.future.back().path : c.workspace.history.redoLabel(); }},
    toolAction<Tool::kSelect>(Menu::kEdit, "tool_select", "Select", "Click a body to select it; nothing moves.", plain('Q'), nullptr, Divider::kBefore),
    toolAction<Tool::kMove>(Menu::kEdit, "tool_move", "Move", "Drag a body in the view plane; in 3D hold Shift to drag along the view direction.", plain('W')),
    toolAction<Tool::kRotate>(Menu::kEdit, "tool_rotate", "Rotate", "Drag a ring of the selected body to rotate it.", plain('E')),
    toolAction<Tool::kScale>(Menu::kEdit, "tool_scale", "Scale", "Drag a handle of the selected body to scale it.", plain('R')),
    toolAction<Tool::kPoints>(Menu::kEdit, "edit_points", "Points", "Drag the corners of the selected polygon, hull or triangle; put one in on an edge, delete one with Backspace.", plain('I'), hasPoints),
    {.id = "snap", .menu = Menu::kEdit, .name = "Snap", .tip = "Drags go in round steps. Hold Ctrl for the same just once.", .shortcut = plain('G'), .run = [](Context& c) { c.view.snap = !c.view.snap; }, .checked = [](const Context& c) { return c.view.snap; }},
    {.id = "magnet", .menu = Menu::kEdit, .name = "Magnet", .tip = "A body that is dragged near another one clicks into place where the two just touch.", .shortcut = plain('S'), .run = [](Context& c) { c.view.magnet = !c.view.magnet; }, .enabled = [](const Context& c) { return !isMagnetOff(c.workspace, c.workspace); }, .checked = [](const Context& c) { return c.view.magnet && !isMagnetOff(c.workspace, c.workspace); }},
    {.id = "palette", .menu = Menu::kEdit, .name = "Command palette…", .tip = "Find any action by typing a part of its name.", .shortcut = ctrl('P'), .run = [](Context& c) { c.shell.palette = {.open = true, .just_opened = true, .text = {}, .chosen = -1, .shown = 0}; }, .separator_before = true},

    {.id = "frame_selection", .menu = Menu::kView, .name = "Frame selection", .tip = "Make the selected body, or without one the whole scene, fill the view.", .shortcut = plain('F'), .run = frameSelection},
    {.id = "frame_all", .menu = Menu::kView, .name = "Frame all", .tip = "Make the whole scene fill the view.", .shortcut = shift('F'), .run = sendRequest<FrameView>},
    {.id = "view_front", .menu = Menu::kView, .name = "View from the front", .tip = "Look along −z.", .shortcut = plain('1'), .run = lookAlong<0, 0>, .enabled = isSolidScene},
    {.id = "view_right", .menu = Menu::kView, .name = "View from the right", .tip = "Look along −x.", .shortcut = plain('3'), .run = lookAlong<1, 0>, .enabled = isSolidScene},
    {.id = "view_top", .menu = Menu::kView, .name = "View from above", .tip = "Look straight down.", .shortcut = plain('7'), .run = lookAlong<0, 1>, .enabled = isSolidScene},
    {.id = "orthographic", .menu = Menu::kView, .name = "Orthographic", .tip = "Without perspective parallel edges stay parallel and gaps can be compared by eye.", .shortcut = plain('5'), .run = switchProjection, .enabled = isSolidScene,
     .checked = [](const Context& c) { return c.view.camera.projection != Projection::kPerspective; }},
    {.id = "z_up", .menu = Menu::kView, .name = "Z is up", .tip = "Stands the view up, not the bodies: in MuJoCo, Unreal and many an engine's samples z is up.", .shortcut = {}, .run = toggleUp, .enabled = isSolidScene,
     .checked = [](const Context& c) { return c.view.camera.up == UpAxis::kZ; }},
    pictureAction<&Options::grid>("show_grid", "Grid", "Lines a round number of metres apart.", shift('G'), Divider::kBefore),
    pictureAction<&Options::shadows>("show_shadows", "Shadows", "Soft shadows of a few bodies on the ground, in 3D."),
    pictureAction<&Options::rail>("show_rail", "Axis rail", "The shown axis as a rail with the intervals that A and B cover on it."),
    pictureAction<&Options::radii>("show_radii", "Radii instead of intervals", "Show rA and rB from the projected centres against |T·L|, the form of the textbook inequality.", plain('D')),
    pictureAction<&Options::drop_lines>("show_drop_lines", "Drop lines", "Lines from the support features down to the rail."),
    pictureAction<&Options::separating_plane>("show_plane", "Separating plane", "The plane (in 2D the line) in the middle of the gap; two support planes when the shapes overlap."),
    pictureAction<&Options::mtv>("show_mtv", "Translation that ends the overlap", "The shortest move of B, along the axis of least overlap, after which the shapes just touch: the minimum translation vector (MTV)."),
    pictureAction<&Options::support>("show_support", "Support features", "The vertex, edge or face of each shape that lies farthest along the axis."),
    pictureAction<&Options::witness>("show_witness", "Closest points", "The points of A and B that are closest, or deepest inside each other."),
    pictureAction<&Options::crossings>("show_crossings", "Curve of intersection", "Where the surfaces of two meshes that overlap cross, triangle by triangle."),
    pictureAction<&Options::labels>("show_labels", "Labels", "Names and numbers in the picture."),
    pictureAction<&Options::scene_rail>("show_scene_rail", "Rail in the scene", "Draw the rail beside the shapes in the scene instead of at the foot of the view."),
    pictureAction<&Options::through_shapes>("show_through", "Rail through the shapes", "Draw the rail in the scene, through the point that it is measured from."),
    pictureAction<&Options::fan>("show_fan", "Fan of axes", "Every candidate axis as a ray around the gap, in the colour of its owner: the ring is touching, beyond it lies a gap, within it an overlap. In 2D also the arc of all directions that separate.", kNoKey, Divider::kBefore),
    pictureAction<&Options::regions>("show_regions", "Voronoi regions", "Beside a circle: the places whose nearest point of the polygon is on one side or at one corner. A circle in a corner's region needs one more axis."),
    pictureAction<&Options::bounds>("show_bounds", "Sweep and prune", "The axis-aligned box of every body and its intervals on x and y: only pairs that share a place on both are tested. For up to 40 bodies."),
    pictureAction<&Options::spacing>("show_spacing", "Float spacing", "Where single-precision numbers lie around the pair, and, dashed, where the bodies are once their positions are rounded to such numbers."),
    {.id = "minkowski", .menu = Menu::kView, .name = "Minkowski view", .tip = "Show A ⊖ B, all differences of a point of A and a point of B, instead of the bodies. The shapes meet exactly where it holds the origin.", .shortcut = plain('M'), .run = toggleMinkowski<false>, .enabled = hasReport,
     .checked = showsMinkowski<false>, .separator_before = true},
    {.id = "minkowski_beside", .menu = Menu::kView, .name = "Bodies and Minkowski view side by side", .tip = "Show A ⊖ B beside the bodies: what is dragged on the left changes on the right, and both are looked at from the same direction.", .shortcut = shift('M'), .run = toggleMinkowski<true>, .enabled = hasReport,
     .checked = showsMinkowski<true>},
    {.id = "slide", .menu = Menu::kView, .name = "Slide B around A", .tip = "In 2D: a copy of B slides around A. The way of its centre has the outline of A ⊖ B, that is how the Minkowski difference is built.", .shortcut = kNoKey, .run = toggleSlide, .enabled = [](const Context& c) { return c.workspace.history.document().space == Space::k2d && shownReport(c.workspace) != nullptr; }, .checked = [](const Context& c) { return c.view.gjk.slide.has_value(); }},
    {.id = "reference_beside", .menu = Menu::kView, .name = "Algorithm and reference side by side", .tip = "Show the same bodies twice: as the chosen algorithm explains them, and as the reference does. While the reference is chosen, a published algorithm that is wrong about the pair takes the left.", .shortcut = shift('R'), .run = toggleReferenceBeside, .enabled = hasShownPair, .checked = [](const Context& c) { return shownBeside(c.workspace) == Beside::kReference; }},
    {.id = "bottom", .menu = Menu::kView, .name = "Bottom panel", .tip = "Show or fold the region below the viewport.", .shortcut = ctrl('J'), .run = [](Context& c) { toggleBottom(c.shell); }, .enabled = [](const Context& c) { return isUsed(c.shell, Region::kBottom) || isUsed(c.shell, Region::kBottomRight); }, .checked = [](const Context& c) { return isBottomShown(c.shell); }, .separator_before = true},
    {.id = "present", .menu = Menu::kView, .name = "Presentation", .tip = "The whole screen for the scene, in large letters, with its verdict and inequality. The key pressed again leaves.", .shortcut = plain(kKeyF11), .run = present<Presentation::kViewport>, .checked = [](const Context& c) { return c.view.presentation == Presentation::kViewport; }, .separator_before = true},
    {.id = "project", .menu = Menu::kView, .name = "Projector", .tip = "Presentation with one panel beside the scene, a halo around the mouse, and the keys that are pressed. The key pressed again leaves.", .shortcut = shift(kKeyF11), .run = present<Presentation::kProjector>, .checked = [](const Context& c) { return c.view.presentation == Presentation::kProjector; }},
    {.id = "theme", .menu = Menu::kView, .name = "Light theme", .tip = "Switch between the dark and the light theme.", .shortcut = kNoKey, .run = [](Context& c) { c.view.theme = c.view.theme == Theme::kDark ? Theme::kLight : Theme::kDark; }, .checked = [](const Context& c) { return c.view.theme == Theme::kLight; }},
    {.id = "language", .menu = Menu::kView, .name = "中文 / English", .tip = "Switch the language of the window.", .shortcut = kNoKey, .run = [](Context& c) { c.view.language = c.view.language == Language::kEnglish ? Language::kChinese : Language::kEnglish; }},
    {.id = "less_motion", .menu = Menu::kView, .name = "Less motion", .tip = "Nothing moves by itself: the text cursor does not blink, progress does not wander, messages stay until they are clicked.", .shortcut = kNoKey, .run = [](Context& c) { c.view.less_motion = !c.view.less_motion; }, .checked = [](const Context& c) { return c.view.less_motion; }},
    {.id = "settings", .menu = Menu::kView, .name = "Settings…", .tip = "Theme, language, text size and habits on one page.", .shortcut = ctrl(','), .run = [](Context& c) { c.shell.settings_open = true; }},
    {.id = "reset_layout", .menu = Menu::kView, .name = "Reset layout", .tip = "Put every panel back in its place, and set every region and table to the sizes the program came with.", .shortcut = kNoKey, .run = sendRequest<ResetLayout>},
    {.id = "layouts", .menu = Menu::kView, .name = "Layouts…", .tip = "Save where the panels are under a name, or delete a saved layout.", .shortcut = kNoKey, .run = [](Context& c) { c.shell.layouts_page.open = true; }},

    toolAction<Tool::kDrawPolygon>(Menu::kBody, "draw_polygon", "Draw a polygon", "Click its corners one after the other; a click on the first one closes it. It may be concave, not cross itself.", plain('Y'), isInPlane, Divider::kBefore),
    toolAction<Tool::kDrawHull>(Menu::kBody, "draw_hull", "Draw a hull of points", "Click points anywhere: their convex hull becomes a body. A list of points can be pasted, too (Ctrl+V).", shift('Y'), isInPlane),
    toolAction<Tool::kDrawRound>(Menu::kBody, "draw_round", "Draw a circle or sphere", "Press at the centre and drag outward.", plain('K')),
    toolAction<Tool::kDrawBox>(Menu::kBody, "draw_box", "Draw a box", "Press at a corner and drag to the opposite one.", plain('B')),
    {.id = "select_all", .menu = Menu::kBody, .name = "Select all", .tip = "Select every visible body.", .shortcut = ctrl('A'), .run = selectAll, .enabled = hasBodies, .separator_before = true},
    {.id = "next_body", .menu = Menu::kBody, .name = "Select the next body", .tip = "Walk through the bodies in the order of the list.", .shortcut = plain(kKeyTab), .run = walk<1>, .enabled = hasBodies},
    {.id = "previous_body", .menu = Menu::kBody, .name = "Select the previous body", .tip = "Walk through the bodies against the order of the list.", .shortcut = shift(kKeyTab), .run = walk<-1>, .enabled = hasBodies},
    {.id = "touch", .menu = Menu::kBody, .name = "Move until it touches", .tip = "Move the selected body the shortest way until it just touches the other one of the shown pair, by the exact separation; without such a pair the body that is nearest.", .shortcut = plain('T'), .run = touchOther, .enabled = [](const Context& c) { const Body* body = selectedBody(c); return body != nullptr && !body->locked && c.workspace.history.document().bodies.size() > 1; }, .separator_before = true},
    {.id = "copy_bodies", .menu = Menu::kBody, .name = "Copy bodies", .tip = "Copy the selected bodies as the text of a case: paste it here, into an editor or a bug report.", .shortcut = ctrl('C'), .run = copySelected, .enabled = hasSelection, .separator_before = true},
    {.id = "cut_bodies", .menu = Menu::kBody, .name = "Cut bodies", .tip = "Copy the selected bodies and remove them.", .shortcut = ctrl('X'), .run = [](Context& c) { copySelected(c); removeSelected(c.view, c.outbox); }, .enabled = hasSelection},
    {.id = "paste_bodies", .menu = Menu::kBody, .name = "Paste bodies", .tip = "Add the bodies of a copied case, or the hull of a list of points, one a line. Any other text is read as a posted pair.", .shortcut = ctrl('V'), .run = pasteBodies},
    {.id = "rename", .menu = Menu::kBody, .name = "Rename", .tip = "Type another name into the list of bodies; pairs, expectations and queries follow.", .shortcut = plain(kKeyF2), .run = startRenaming, .enabled = hasSelection, .separator_before = true},
    {.id = "duplicate", .menu = Menu::kBody, .name = "Duplicate", .tip = "Add copies of the selected bodies beside them.", .shortcut = ctrl('D'), .run = [](Context& c) { duplicateSelected(c.workspace.history, c.view, c.outbox); }, .enabled = hasSelection},
    {.id = "delete", .menu = Menu::kBody, .name = "Delete", .tip = "Remove the selected bodies and their pairs.", .shortcut = plain(kKeyDelete), .run = [](Context& c) { removeSelected(c.view, c.outbox); }, .enabled = deletes},
    {.id = "visible", .menu = Menu::kBody, .name = "Visible", .tip = "Hidden bodies are tested all the same.", .shortcut = plain('H'), .run = [](Context& c) { showSelected(c.workspace.history.document(), c.view, !selectedBody(c)->visible, c.outbox); }, .enabled = hasSelection,
     .checked = [](const Context& c) { const Body* body = selectedBody(c); return body != nullptr && body->visible; }, .separator_before = true},
    {.id = "locked", .menu = Menu::kBody, .name = "Locked", .tip = "Mouse and keys cannot move a locked body.", .shortcut = plain('L'), .run = [](Context& c) { lockSelected(c.workspace.history.document(), c.view, !selectedBody(c)->locked, c.outbox); }, .enabled = hasSelection,
     .checked = [](const Context& c) { const Body* body = selectedBody(c); return body != nullptr && body->locked; }},

    {.id = "show_all", .menu = Menu::kBody, .name = "Show all bodies", .tip = "Make hidden bodies visible again.", .shortcut = shift('H'), .run = showAll, .enabled = [](const Context& c) { return std::ranges::any_of(c.workspace.history.document().bodies, [](const Body& b) { return !b.visible; }); }},

    {.id = "next_axis", .menu = Menu::kPair, .name = "Next axis", .tip = "Pin the next row of the axes table. With the table in focus ↓ does the same.", .shortcut = plain(']'), .run = stepShownAxis<1>, .enabled = hasAxes},
    {.id = "previous_axis", .menu = Menu::kPair, .name = "Previous axis", .tip = "Pin the row above in the axes table. With the table in focus ↑ does the same.", .shortcut = plain('['), .run = stepShownAxis<-1>, .enabled = hasAxes},
    {.id = "free_axis", .menu = Menu::kPair, .name = "Free axis", .tip = "An axis of your own: rotate it by the knob at its end and read both intervals. It clicks into place on the axes of the test.", .shortcut = plain('A'), .run = toggleFreeAxis, .enabled = hasAxes, .checked = [](const Context& c) { return c.view.pinned_axis == kFreeAxis; }},
    {.id = "unpin", .menu = Menu::kPair, .name = "Follow the deciding axis", .tip = "Unpin: show whichever axis decides.", .shortcut = plain(kKeyEscape), .run = [](Context& c) { c.view.pinned_axis.reset(); }, .enabled = [](const Context& c) { return c.view.pinned_axis.has_value(); }},
    {.id = "keep_answer", .menu = Menu::kPair, .name = "Add result as expectation", .tip = "The reference's answer about this pair becomes an expectation of the case: \"sepax check --expect\" fails when an answer differs.", .shortcut = kNoKey, .run = [](Context& c) { c.outbox.request(KeepAnswer{}); }, .enabled = hasReport},
    {.id = "next_clip", .menu = Menu::kPair, .name = "Next clip of the contacts", .tip = "Step through how the contacts are found: before clipping, each cut, the result.", .shortcut = plain('C'), .run = stepShownClip<1>, .enabled = hasContacts},
    {.id = "previous_clip", .menu = Menu::kPair, .name = "Previous clip of the contacts", .tip = "The stage of the contacts before this one.", .shortcut = shift('C'), .run = stepShownClip<-1>, .enabled = hasContacts},
    {.id = "play_sweep", .menu = Menu::kPair, .name = "Play the sweep", .tip = "Open the Sweep panel and let the ghosts of the pair run along their paths.", .shortcut = plain('V'), .run = playSweep, .enabled = hasShownPair, .checked = [](const Context& c) { return c.view.sweep_shown && c.view.sweep_plays; }},
    {.id = "play_motion", .menu = Menu::kBody, .name = "Play the motion", .tip = "Let all bodies move by their velocities, in steps of 1/60 s; in a case with a room they bounce off its walls or pass them. Pause by the same key; undo takes all of it back.", .shortcut = shift('V'), .run = [](Context& c) { toggleMotion(c.workspace, c.view); }, .enabled = moves, .checked = [](const Context& c) { return c.view.motion_plays; }},
    {.id = "run_in_engine", .menu = Menu::kBody, .name = "Run in engine…", .tip = "Open the Timeline panel: the case runs in an engine, as Bullet or Box2D, and is shown frame by frame beside the reference.", .shortcut = kNoKey, .run = [](Context& c) { c.outbox.request(FindEngines{}); showPanel(c.shell, kTimelinePanel); }, .enabled = canRunInEngine},
    {.id = "play_recording", .menu = Menu::kBody, .name = "Play the recording", .tip = "Let the open recording run, at the speed that the Timeline panel has.", .shortcut = plain(kKeyF5), .run = sendRequest<ToggleReplay>, .enabled = hasRecording, .checked = [](const Context& c) { return c.view.replay.plays; }, .separator_before = true},
    {.id = "next_frame", .menu = Menu::kBody, .name = "Next frame", .tip = "One frame on in the open recording.", .shortcut = plain('.'), .run = stepRecording<1>, .enabled = hasRecording},
    {.id = "previous_frame", .menu = Menu::kBody, .name = "Previous frame", .tip = "One frame back in the open recording.", .shortcut = plain(','), .run = stepRecording<-1>, .enabled = hasRecording},
    {.id = "next_difference", .menu = Menu::kBody, .name = "Next difference", .tip = "To the next frame in which the engine said something that the reference contradicts, or a body passes through another.", .shortcut = shift('.'), .run = goToDifference<true>, .enabled = hasRecording},
    {.id = "previous_difference", .menu = Menu::kBody, .name = "Previous difference", .tip = "To the frame before this one in which the engine said something that the reference contradicts, or a body passes through another.", .shortcut = shift(','), .run = goToDifference<false>, .enabled = hasRecording},
    {.id = "whole_hulls", .menu = Menu::kPair, .name = "Whole hulls", .tip = "Show the axes of the two convex hulls instead of those of the deciding pieces.", .shortcut = plain('U'), .run = [](Context& c) { c.view.traced_pieces = c.view.traced_pieces < 0 ? 0 : -1; },
     .enabled = [](const Context& c) { const PairReport* report = shownReport(c.workspace); return report != nullptr && report->pieces && report->pieces->hull_report; }, .checked = [](const Context& c) { return c.view.traced_pieces < 0; }},
    {.id = "row_by_row", .menu = Menu::kPair, .name = "Row by row", .tip = "Try the axes one after the other as an engine does, and see where it may stop.", .shortcut = kNoKey, .run = [](Context& c) { toggleRowByRow(c.view); showPanel(c.shell, kAxesPanel); }, .enabled = hasAxes, .checked = [](const Context& c) { return c.view.row_by_row.shown; }},
    {.id = "copy_axes", .menu = Menu::kPair, .name = "Copy the axes table", .tip = "Copy every axis with all digits as text.", .shortcut = ctrlShift('C'), .run = copyAxes, .enabled = hasAxes},
    {.id = "next_step", .menu = Menu::kPair, .name = "Next step of GJK", .tip = "Show the next step of GJK or EPA. With the table of steps in focus ↓ does the same.", .shortcut = plain(kKeyPageDown), .run = stepShownStage<1>, .enabled = hasSteps, .separator_before = true},
    {.id = "previous_step", .menu = Menu::kPair, .name = "Previous step of GJK", .tip = "Show the step before. With the table of steps in focus ↑ does the same.", .shortcut = plain(kKeyPageUp), .run = stepShownStage<-1>, .enabled = hasSteps},
    {.id = "play_steps", .menu = Menu::kPair, .name = "Play the steps", .tip = "Show one step after the other.", .shortcut = plain('P'), .run = togglePlay, .enabled = hasSteps, .checked = [](const Context& c) { return c.view.gjk.playing; }},
    {.id = "next_pair", .menu = Menu::kPair, .name = "Next pair", .tip = "Show the next tested pair.", .shortcut = plain('N'), .run = stepPair<1>, .enabled = hasPairs, .separator_before = true},
    {.id = "next_overlap", .menu = Menu::kPair, .name = "Next overlapping pair", .tip = "Show the next pair that overlaps.", .shortcut = plain('O'), .run = nextOverlap, .enabled = hasOverlaps},
    {.id = "previous_pair", .menu = Menu::kPair, .name = "Previous pair", .tip = "Show the tested pair before this one.", .shortcut = shift('N'), .run = stepPair<-1>, .enabled = hasPairs},
    {.id = "swap_pair", .menu = Menu::kPair, .name = "Swap A and B", .tip = "Test the pair the other way round. The verdict must stay, the normal must flip. A case that lists its pairs keeps the order.", .shortcut = plain('X'), .run = [](Context& c) { swapShownPair(c.workspace, c.view, c.outbox); }, .enabled = hasShownPair},
    {.id = "all_pairs", .menu = Menu::kPair, .name = "Test all pairs", .tip = "Test each body with each other one, also with those that are added later. Off: only the pairs of a list.", .shortcut = kNoKey, .run = toggleAllPairs, .enabled = canList, .checked = testsAllPairs},
    {.id = "leave_out", .menu = Menu::kPair, .name = "Leave this pair out", .tip = "Take the shown pair off the list of those that are tested.", .shortcut = kNoKey, .run = leaveShownOut, .enabled = [](const Context& c) { return hasShownPair(c) && canList(c); }},

    {.id = "ask_jury", .menu = Menu::kPair, .name = "Ask other engines", .tip = "Open the Jury panel: the answers of Bullet, FCL, ODE, libccd, Box2D and of every algorithm here, side by side.", .shortcut = plain('J'), .run = [](Context& c) { showPanel(c.shell, kJuryPanel); }, .enabled = hasShownPair, .separator_before = true},
    {.id = "scan_pair", .menu = Menu::kPair, .name = "Scan a number", .tip = "Open the Lab panel: a number of the pair varies, and every algorithm is asked at each step.", .shortcut = kNoKey, .run = [](Context& c) { showPanel(c.shell, kLabPanel); }, .enabled = hasShownPair},
    {.id = "paste_pair", .menu = Menu::kEdit, .name = "Paste a pair from text…", .tip = "Read a posted text: code of an engine, an exception, a debugger's dump, MJCF, URDF, tables, lists of points. Dropping a text on the window does the same.", .shortcut = ctrlShift('V'), .run = pastePair, .separator_before = true},
    {.id = "lessons", .menu = Menu::kLearn, .name = "Lessons", .tip = "Eighteen short lessons: guess, try, see why.", .shortcut = kNoKey, .run = sendRequest<LeaveLesson>},
    {.id = "break_it", .menu = Menu::kLearn, .name = "Break it", .tip = "Let a published algorithm answer that is wrong about this pair; each time the next one.", .shortcut = plain('Z'), .run = sendRequest<BreakIt>, .enabled = hasShownPair, .separator_before = true},
    {.id = "swap_reference", .menu = Menu::kLearn, .name = "Reference and back", .tip = "Alternate between the chosen algorithm and the reference: differences blink.", .shortcut = shift('Z'), .run = [](Context& c) { swapWithReference(c.workspace, c.view); }, .enabled = hasShownPair},
    {.id = "lesson_next", .menu = Menu::kLearn, .name = "Next step", .tip = "Go on in the open lesson.", .shortcut = kNoKey, .run = stepLesson<1>, .enabled = hasLessonStep<1>, .separator_before = true},
    {.id = "lesson_back", .menu = Menu::kLearn, .name = "Step before", .tip = "Go back in the open lesson.", .shortcut = kNoKey, .run = stepLesson<-1>, .enabled = hasLessonStep<-1>},
    {.id = "lesson_goal", .menu = Menu::kLearn, .name = "Show me", .tip = "Do this step. Undo takes it back.", .shortcut = kNoKey, .run = sendRequest<ShowLessonGoal>, .enabled = [](const Context& c) { return isInLesson(c.workspace, c.workspace) && openStep(c.workspace)->kind == LessonStepKind::kDo; }},
    {.id = "save_lesson_step", .menu = Menu::kLearn, .name = "Save as lesson step…", .tip = "Append the shown scene to a lesson of your own.", .shortcut = kNoKey, .run = [](Context& c) { openLessonStepDialog(c.shell.of<LessonStepDialog>(), c.workspace, panelBeside(c.shell)); }, .enabled = seesScene, .separator_before = true},

    {.id = "open_bundle", .menu = Menu::kBundle, .name = "Open bundle…", .tip = "Open a .zip or .obb bundle; its cases and meshes open straight from it, nothing is unpacked.", .shortcut = kNoKey, .run = askForFile<FileDialog::Purpose::kOpen>},
    middleAction<Middle::kScene>("show_scene", "Scene in the middle", "Show the scene while a bundle is open.", '1', Divider::kBefore),
    middleAction<Middle::kOverview>("show_overview", "Overview in the middle", "Kinds, largest files, copies and problems of the open bundle at a glance.", '2'),
    middleAction<Middle::kFiles>("show_files", "All files in the middle", "The files of all folders as one list, sorted over all of them.", '3'),
    middleAction<Middle::kSides>("show_sides", "Both sides in the middle", "The selected entry beside the one that it covers: as text, picture, mesh or bytes.", '4'),
    {.id = "lint", .menu = Menu::kBundle, .name = "Check all meshes", .tip = "Convexity, flipped and degenerate faces, open borders, vertex budgets, and the primitive that fits best.", .shortcut = kNoKey, .run = [](Context& c) { c.outbox.request(LintBundle{}); showPanel(c.shell, kLintPanel); }, .enabled = hasBundle, .separator_before = true},
    {.id = "pack", .menu = Menu::kBundle, .name = "Pack a folder…", .tip = "Make a bundle of a folder's files, by the rules that Android's readers need, and read it back.", .shortcut = kNoKey, .run = [](Context& c) { openPackDialog(c.shell.of<PackDialog>(), c.workspace); }},
    {.id = "add_file", .menu = Menu::kBundle, .name = "Add a file…", .tip = "Stage a file for the folder of the selected entry. Nothing is written before you say so.", .shortcut = kNoKey, .run = [](Context& c) { c.shell.of<BundlePanel>().wants_file = FileRequest{folderOfSelection(c.workspace), true}; }, .enabled = takesEdits},
    {.id = "write_bundle", .menu = Menu::kBundle, .name = "Write changes…", .tip = "Show what is replaced, added and removed, take it back or write it.", .shortcut = kNoKey, .run = [](Context& c) { openEditsDialog(c.shell.of<EditsDialog>(), c.workspace); }, .enabled = hasStaged},
    {.id = "verify", .menu = Menu::kBundle, .name = "Verify", .tip = "Read every entry to its end and compare sizes and checksums, in the background.", .shortcut = kNoKey, .run = [](Context& c) { c.outbox.request(VerifyBundle{}); showPanel(c.shell, kProblemsPanel); }, .enabled = hasBundle},
    {.id = "search_bundle", .menu = Menu::kBundle, .name = "Search all entries…", .tip = "Find text or bytes in every entry, in the background; a click on a match goes there.", .shortcut = ctrlShift('F'), .run = [](Context& c) { c.shell.of<SearchPanel>().wants_keys = true; showPanel(c.shell, kSearchPanel); }, .enabled = hasBundle},
    {.id = "extract_all", .menu = Menu::kBundle, .name = "Extract all…", .tip = "Write the bundle's files into a folder, in the background; nothing can get outside it.", .shortcut = kNoKey, .run = [](Context& c) { openExtractDialog(c.shell.of<ExtractDialog>(), c.workspace, ExtractRequest::kAll); }, .enabled = hasBundle},
    {.id = "extract_selected", .menu = Menu::kBundle, .name = "Extract selected…", .tip = "Write the selected entries into a folder.", .shortcut = kNoKey, .run = [](Context& c) { openExtractDialog(c.shell.of<ExtractDialog>(), c.workspace, ExtractRequest::kSelected); }, .enabled = hasEntries},
    {.id = "collide_selected", .menu = Menu::kBundle, .name = "Collide the two selected meshes", .tip = "Both meshes side by side, as they are, with all their hollows.", .shortcut = kNoKey, .run = [](Context& c) { c.outbox.request(AddEntries{.entries = c.view.entries, .shape = "mesh", .as_pair = true}); }, .enabled = hasTwoEntries},
    {.id = "close_bundle", .menu = Menu::kBundle, .name = "Close bundle", .tip = "Forget the open bundle; the open case stays.", .shortcut = kNoKey, .run = sendRequest<CloseBundle>, .enabled = hasBundle},

    {.id = "main_menu", .menu = Menu::kHelp, .name = "To the menus", .tip = "Give the keys to the menu bar, as Alt does: arrow keys walk there, Enter opens, Esc goes back.", .shortcut = plain(kKeyF10), .run = [](Context& c) { c.shell.wants_menus = true; }, .enabled = [](const Context& c) { return c.view.presentation == Presentation::kOff; }},
    {.id = "next_part", .menu = Menu::kHelp, .name = "To the next part of the window", .tip = "Give the keys to the next panel, toolbar or status line: arrow keys walk there, Enter and Space press, Esc goes back to the scene. F10 or Alt reaches the menus.", .shortcut = plain(kKeyF6), .run = walkPart<1>},
    {.id = "previous_part", .menu = Menu::kHelp, .name = "To the part of the window before", .tip = "Give the keys to the part of the window before.", .shortcut = shift(kKeyF6), .run = walkPart<-1>},
    {.id = "next_tab", .menu = Menu::kHelp, .name = "Next tab", .tip = "Bring the next panel to the front in the part of the window that has the keys.", .shortcut = ctrl(kKeyPageDown), .run = stepPartsTab<1>, .enabled = hasTabs},
    {.id = "previous_tab", .menu = Menu::kHelp, .name = "Previous tab", .tip = "Bring the panel before to the front in the part of the window that has the keys.", .shortcut = ctrl(kKeyPageUp), .run = stepPartsTab<-1>, .enabled = hasTabs},
    {.id = "larger_part", .menu = Menu::kHelp, .name = "Grow region", .tip = "Make the part of the window larger that has the keys.", .shortcut = ctrlShift(kKeyUp), .run = [](Context& c) { growPart(c.shell, 0.02f); }, .enabled = hasTabs},
    {.id = "smaller_part", .menu = Menu::kHelp, .name = "Shrink region", .tip = "Make the part of the window smaller that has the keys.", .shortcut = ctrlShift(kKeyDown), .run = [](Context& c) { growPart(c.shell, -0.02f); }, .enabled = hasTabs},
    {.id = "context_menu", .menu = Menu::kHelp, .name = "Menu of the selection", .tip = "The actions for the selected bodies, or in a panel for the row in focus. Shift+F10 does the same.", .shortcut = plain(kKeyMenu), .run = openContextMenu},
    {.id = "explain", .menu = Menu::kHelp, .name = "What am I looking at?", .tip = "Explains the part of the window that is under the mouse.", .shortcut = plain(kKeyF1), .run = explainWhatIsHovered, .separator_before = true},
    {.id = "start_page", .menu = Menu::kHelp, .name = "Start page", .tip = "How to begin: paste, open, lessons, samples, recent files.", .shortcut = kNoKey, .run = [](Context& c) { openStartPage(c.shell, c.workspace); }},
    {.id = "keys", .menu = Menu::kHelp, .name = "Keys and mouse", .tip = "Every shortcut on one page. A click on a key changes it.", .shortcut = shift(kKeyF1), .run = [](Context& c) { c.shell.keys_open = true; }},
    {.id = "about", .menu = Menu::kHelp, .name = "About Sepax", .tip = "Version and licence.", .shortcut = kNoKey, .run = [](Context& c) { c.shell.about_open = true; }},
};
// clang-format on

/// A condition of actions, and a key of tr() for what is lacking while it does not hold.
struct Need {
  bool (*enabled)(const Context&);
  const char* why;
};
constexpr Need kNeeds[] = {{hasBundle, "needs an open bundle"},
                           {canShowSides, "needs two versions of an entry"},
                           {hasEntries, "needs a selected entry of a bundle"},
                           {hasTwoEntries, "needs two selected meshes of a bundle"},
                           {takesEdits, "needs a bundle that can be changed"},
                           {hasStaged, "needs changes of a bundle that wait"},
                           {hasNoBundle, "needs the bundle to be closed"},
                           {canRunInEngine, "needs a body, and the bundle to be closed"},
                           {seesScene, "needs the scene in the middle"},
                           {hasBodies, "needs a body"},
                           {hasSelection, "needs a selected body"},
                           {deletes, "needs a selected body"},
                           {hasPoints, "needs a selected body that has points"},
                           {moves, "needs a body with a velocity"},
                           {hasShownPair, "needs a pair"},
                           {hasReport, "needs a pair that is tested"},
                           {hasPairs, "needs several pairs"},
                           {hasOverlaps, "needs a pair that overlaps"},
                           {hasAxes, "needs a pair that is tested by axes"},
                           {hasContacts, "needs a pair with contacts"},
                           {hasSteps, "needs the steps of GJK"},
                           {hasRecording, "needs an open recording"},
                           {hasLessonStep<1>, "needs a lesson with a step after this one"},
                           {hasLessonStep<-1>, "needs a lesson with a step before this one"},
                           {hasTabs, "needs the keys in a panel"},
                           {isSolidScene, "needs a scene in 3D"},
                           {isInPlane, "needs a scene in 2D"}};

ListedAction openingOf(const std::string& name, const std::string& path) {
  return {.name = name, .tip = path, .run = [path](Context& c) { c.outbox.request(OpenPath{path}); }};
}

std::vector<ListedAction> sampleEntries(const Context&) {
  std::vector<ListedAction> entries;
  if (const Result<std::string> folder = dataPath("assets/cases")) {
    std::error_code error;
    for (const auto& file : std::filesystem::directory_iterator(*folder, error)) {
      if (isCaseName(file.path().string()))
        entries.push_back(openingOf(file.path().stem().string(), file.path().string()));
    }
  }
  std::ranges::sort(entries, {}, &ListedAction::name);
  static constexpr const char* kSampleBundle = "main.1.com.example.sepax.obb";
  if (const Result<std::string> path = dataPath(std::string("assets/bundle/") + kSampleBundle)) {
    entries.push_back(openingOf(kSampleBundle, *path));
  }
  return entries;
}

std::vector<ListedAction> recentEntries(const Context& context) {
  std::vector<ListedAction> entries;
  for (const std::string& path : context.workspace.recent_files) {
    entries.push_back(openingOf(path.substr(path.find_last_of('/') + 1), path));
  }
  return entries;
}

/// Other names that a person may give a kind of body; the palette finds it by them, too.
struct OtherNames {
  const char* kind;
  const char* names;
};
constexpr OtherNames kOtherNames[] = {{"polygon", "triangle"},      {"box", "cube, rectangle"},
                                      {"sphere", "ball"},           {"circle", "disc"},
                                      {"capsule", "pill, stadium"}, {"half-space", "plane, ground"}};

std::vector<ListedAction> shapeEntries(const Context& context) {
  std::vector<ListedAction> entries;
  const bool planar = context.workspace.history.document().space == Space::k2d;
  for (const BodyKind& kind : bodyKinds()) {
    if (kind.planar != planar) continue;
    const std::size_t index = kind.index;
    std::string english = kind.name;
    for (const OtherNames& other : kOtherNames) {
      if (english != other.kind) continue;
      english += std::string(" ") + other.names;
      if (const std::string translated = tr(other.names); translated != other.names) english += " " + translated;
      break;
    }
    entries.push_back({.name = tr(kind.name),
                       .run = [index](Context& c) { addNewBody(c.workspace, index, c.outbox); },
                       .english = std::move(english)});
  }
  return entries;
}

/// The bodies that the selected one can be tested with.
std::vector<ListedAction> partnerEntries(const Context& context) {
  std::vector<ListedAction> entries;
  const Body* selected = selectedBody(context);
  if (selected == nullptr) return entries;
  const Document& document = context.workspace.history.document();
  for (const Body& body : document.bodies) {
    if (&body == selected) continue;
    const PairIds pair{selected->id, body.id};
    entries.push_back({.name = selected->id + " × " + body.id,
                       .run = [pair](Context& c) { showPair(c.workspace.history.document(), pair, c.view, c.outbox); },
                       .checked = isTested(document, pair)});
  }
  return entries;
}

struct ArrangeEntry {
  const char* name;
  int axis;
  AlignAt at;
};
constexpr ArrangeEntry kAlignEntries[] = {
    {"Left sides (x)", 0, AlignAt::kMin},  {"Middles (x)", 0, AlignAt::kMiddle}, {"Right sides (x)", 0, AlignAt::kMax},
    {"Lower sides (y)", 1, AlignAt::kMin}, {"Middles (y)", 1, AlignAt::kMiddle}, {"Upper sides (y)", 1, AlignAt::kMax},
    {"Far sides (z)", 2, AlignAt::kMin},   {"Middles (z)", 2, AlignAt::kMiddle}, {"Near sides (z)", 2, AlignAt::kMax}};
constexpr ArrangeEntry kDistributeEntries[] = {{"Equal gaps along x", 0, AlignAt::kMin},
                                               {"Equal gaps along y", 1, AlignAt::kMin},
                                               {"Equal gaps along z", 2, AlignAt::kMin}};

std::vector<Body> arrangeable(const Context& c) {
  std::vector<Body> bodies = selectedBodies(c.workspace.history.document(), c.view);
  std::erase_if(bodies, [](const Body& body) { return body.locked; });
  return bodies;
}

/// With too few bodies there is nothing to choose.
std::vector<ListedAction> alignEntries(const Context& context) {
  std::vector<ListedAction> entries;
  for (const ArrangeEntry& row : kAlignEntries) {
    if (!hasSeveral(context) || (row.axis == 2 && isInPlane(context))) continue;
    entries.push_back({.name = tr(row.name),
                       .tip = trf("In line with {}, the body selected last.", context.view.selected),
                       .run =
                           [&row](Context& c) {
                             c.outbox.send(PutBodies{BodiesEdit::kAlign, aligned(arrangeable(c), row.axis, row.at)});
                           },
                       .english = row.name});
  }
  return entries;
}

std::vector<ListedAction> distributeEntries(const Context& context) {
  std::vector<ListedAction> entries;
  for (const ArrangeEntry& row : kDistributeEntries) {
    if (selectedIds(context.view).size() < 3 || (row.axis == 2 && isInPlane(context))) continue;
    entries.push_back({.name = tr(row.name),
                       .tip = tr("The outermost bodies stay."),
                       .run =
                           [&row](Context& c) {
                             c.outbox.send(PutBodies{BodiesEdit::kDistribute, distributed(arrangeable(c), row.axis)});
                           },
                       .english = row.name});
  }
  return entries;
}

std::vector<ListedAction> exportEntries(const Context& context) {
  std::vector<ListedAction> entries;
  const Space space = context.workspace.history.document().space;
  for (const ApiForm* const form : exportForms()) {
    if (!hasShownPair(context) || form->space != space) continue;
    const std::string name = form->name;
    entries.push_back(
        {.name = form->title,
         .tip = tr(
             "The shown pair as text for the clipboard; sepax export writes it to a file, and pasting reads it back."),
         .run = [name](Context& c) { c.outbox.request(CopyPairAs{name}); }});
  }
  return entries;
}

/// The jurors that differ from the reference about the shown pair, as far as they were asked.
std::vector<ListedAction> failingEntries(const Context& context) {
  std::vector<ListedAction> entries;
  for (const JurorStatus& status : context.workspace.jury.jurors) {
    if (!status.row || !status.row->differs()) continue;
    const std::string name = status.name;
    entries.push_back({.name = name,
                       .tip = tr("Fewer vertices, round numbers, simple poses, the origin: as far as the answer stays "
                                 "as wrong. One undo step."),
                       .run = [name](Context& c) { c.outbox.request(MinimisePair{name}); }});
  }
  return entries;
}

std::vector<ListedAction> algorithmEntries(const Context& context) {
  std::vector<ListedAction> entries;
  for (const PairAlgorithm* algorithm : offeredAlgorithms(context.workspace.history.document())) {
    const std::string name = algorithm->name;
    entries.push_back({.name = name,
                       .tip = tr(algorithm->summary),
                       .run = [name](Context& c) { c.view.algorithm = name; },
                       .checked = context.view.algorithm == name});
  }
  return entries;
}

std::vector<ListedAction> scaleEntries(const Context& context) {
  std::vector<ListedAction> entries;
  for (const int percent : {75, 90, 100, 125, 150, 175, 200, 250}) {
    const float scale = static_cast<float>(percent) / 100;
    entries.push_back({.name = fmt::format("{} %", percent),
                       .run = [scale](Context& c) { c.view.ui_scale = scale; },
                       .checked = context.view.ui_scale == scale});
  }
  return entries;
}

/// Who goes there by keys goes on by keys.
void goToPanel(Context& c, const Panel& panel) {
  showPanel(c.shell, panel);
  if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) return;
  giveKeysTo(c.shell, c.workspace, partOf(regionOf(c.shell, panel)));
}

std::vector<ListedAction> panelEntries(const Context& context) {
  std::vector<ListedAction> entries;
  for (const Panel* const panel : context.shell.panels) {
    entries.push_back(
        {.name = tr(panel->title), .run = [panel](Context& c) { goToPanel(c, *panel); }, .english = panel->title});
  }
  return entries;
}

/// Moves the panel in front of the part with the keys; without one, of the first region that shows any.
std::vector<ListedAction> placeEntries(const Context& context) {
  const ShellState& shell = context.shell;
  const Panel* panel = nullptr;
  const std::optional<Region> at = regionOf(shell.keys_at.part);
  for (const Region region : {at.value_or(Region::kRight), Region::kRight, Region::kLeft, Region::kBottom}) {
    if (panel == nullptr && isShown(shell, region)) panel = shownIn(shell, region);
  }
  if (panel == nullptr) return {};
  std::vector<ListedAction> entries = moveEntries(shell, *panel);
  for (ListedAction& entry : entries) {
    entry.name = fmt::format("{}: {}", tr(panel->title), entry.name);
    entry.english = fmt::format("{}: {}", panel->title, entry.english);
  }
  return entries;
}

std::vector<ListedAction> layoutEntries(const Context& context) {
  std::vector<ListedAction> entries;
  for (const auto& [name, text] : context.shell.layouts)
    entries.push_back({.name = name, .run = [name = name](Context& c) { useLayout(c.shell, name); }});
  return entries;
}

constexpr ActionList kLists[] = {
    {"sample", Menu::kFile, "Open sample", "open", sampleEntries},
    {"recent", Menu::kFile, "Recent files", "open", recentEntries},
    {"panel", Menu::kView, "Go to panel", "bottom", panelEntries},
    {"place", Menu::kView, "Move panel to", "bottom", placeEntries},
    {"layout", Menu::kView, "Use layout", "layouts", layoutEntries},
    {"scale", Menu::kView, "Size of the window's text", "language", scaleEntries},
    {"add", Menu::kBody, "Add body", "", shapeEntries},
    {"align", Menu::kBody, "Align", "show_all", alignEntries},
    {"distribute", Menu::kBody, "Distribute", "show_all", distributeEntries},
    {"partner", Menu::kPair, "Test the selected body with", "leave_out", partnerEntries},
    {"copy_as", Menu::kEdit, "Copy the pair as", "paste_pair", exportEntries},
    {"algorithm", Menu::kPair, "Algorithm", "leave_out", algorithmEntries},
    {"minimise", Menu::kPair, "Minimise for", "keep_answer", failingEntries},
};

}  // namespace

const char* menuName(Menu menu) {
  static constexpr const char* kNames[kMenuCount] = {"File", "Edit", "View", "Body", "Pair", "Learn", "Bundle", "Help"};
  return kNames[static_cast<int>(menu)];
}

std::vector<const PairAlgorithm*> offeredAlgorithms(const Document& document) {
  const ShapeSpace space = document.space == Space::k2d ? ShapeSpace::kPlanar : ShapeSpace::kSolid;
  std::vector<const PairAlgorithm*> offered;
  for (const PairAlgorithm& algorithm : pairAlgorithms()) {
    if (takesAny(algorithm, space)) offered.push_back(&algorithm);
  }
  return offered;
}

std::span<const Action> actions() { return kActions; }

std::span<const ActionList> actionLists() { return kLists; }

const Action* findAction(const std::string& id) {
  const auto found = std::ranges::find_if(kActions, [&](const Action& action) { return action.id == id; });
  return found == std::end(kActions) ? nullptr : &*found;
}

bool isEnabled(const Action& action, const ActionContext& context) {
  return action.enabled == nullptr || action.enabled(context);
}

std::string whyDisabled(const Action& action) {
  const auto need = std::ranges::find(kNeeds, action.enabled, &Need::enabled);
  return need == std::end(kNeeds) ? std::string() : tr(need->why);
}

}  // namespace sepax
