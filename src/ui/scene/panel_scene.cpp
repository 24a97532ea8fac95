#include "ui/scene/panel_scene.h"

#include "collide/pair/pair.h"
#include "core/language.h"
#include "core/text.h"
#include "draw/crowd_picture.h"
#include "geom/compound_data.h"
#include "geom/support.h"
#include "geom/tolerances.h"
#include "session/host/opened_case.h"
#include "session/learn/learning.h"
#include "session/scene/pair_list.h"
#include "session/scene/queries.h"
#include "session/scene/selection.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kFilterFrom = 12;  ///< shorter lists need no filter
/// Longer lists scroll by themselves: what comes below must stay in reach.
constexpr std::size_t kScrollFrom = 40;

float longListHeight() { return std::max(ImGui::GetWindowHeight() * 0.4f, ImGui::GetTextLineHeightWithSpacing() * 6); }

/// Kinds whose default has no points yet get a small solid.
template <class AnyShape>
void fillIn(AnyShape&) {}
void fillIn(Hull& hull) {
  if (auto made = makeHull({{0.6, 0, 0}, {-0.6, 0, 0}, {0, 0.6, 0}, {0, -0.6, 0}, {0, 0, 0.6}, {0, 0, -0.6}}))
    hull = std::move(*made);
}
void fillIn(Mesh& mesh) {
  auto made = makeMesh({{-0.5, -0.4, 0.4}, {0.5, -0.4, 0.4}, {0, -0.4, -0.5}, {0, 0.6, 0}},
                       {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  if (made) mesh = std::move(*made);
}

/// A hill in the middle.
void fillIn(Heightfield& field) {
  if (auto made =
          makeHeightfield({{0, 0.1, 0, 0}, {0.1, 0.4, 0.3, 0}, {0, 0.3, 0.2, 0.1}, {0, 0, 0.1, 0}}, Vec2{0.5})) {
    field = std::move(*made);
  }
}
/// A hammer: a head and a handle.
void fillIn(Compound& compound) {
  auto made = makeCompound({{"head", Box{{0.4, 0.15, 0.15}}, {{0, 0.4, 0}, Mat3{1.0}}},
                            {"handle", Capsule{0.4, 0.1}, {{0, -0.2, 0}, Mat3{1.0}}}},
                           Compound::kPlanar);
  if (made) compound = std::get<Compound>(*made);
}
void fillIn(Compound2& compound) {
  auto made = makeCompound(
      {{"head", Box2{{0.4, 0.15}}, {{0, 0.4, 0}, Mat3{1.0}}}, {"handle", Box2{{0.1, 0.4}}, {{0, -0.2, 0}, Mat3{1.0}}}},
      Compound2::kPlanar);
  if (made) compound = std::get<Compound2>(*made);
}

Shape defaultShape(std::size_t index) {
  Shape shape;
  [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    ((kIndices == index ? (void)shape.emplace<kIndices>() : (void)0), ...);
  }
  (std::make_index_sequence<std::variant_size_v<ShapeVariant>>());
  std::visit([](auto& held) { fillIn(held); }, shape);
  return shape;
}

/// The bounds of the bodies, world space; half-spaces do not count. nullopt: nothing.
std::optional<MinMaxBox> boundsOf(const Document& document) {
  std::optional<MinMaxBox> all;
  for (const Body& body : document.bodies) {
    const PosedShape posed = posedShape(body);
    if (isUnbounded(posed.shape)) continue;
    const MinMaxBox box = boundsOf(posed.shape, posed.pose);
    all = all ? MinMaxBox{glm::min(all->min, box.min), glm::max(all->max, box.max)} : box;
  }
  return all;
}

void drawAddMenu(const Workspace& workspace, Outbox& outbox) {
  const bool planar = workspace.history.document().space == Space::k2d;
  for (const BodyKind& kind : bodyKinds()) {
    if (kind.planar != planar) continue;
    if (ImGui::MenuItem(trId(kind.name).c_str())) addNewBody(workspace, kind.index, outbox);
  }
}

void drawRenameField(ScenePanel& panel, const Body& body, Outbox& outbox) {
  if (panel.focus_rename) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputText("##rename", &panel.new_name,
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool left = !panel.focus_rename && ImGui::IsItemDeactivated();
  panel.focus_rename = false;
  if (!entered && !left) return;
  const bool cancelled = !entered && !ImGui::IsItemDeactivatedAfterEdit();
  if (!cancelled && !panel.new_name.empty() && panel.new_name != body.id)
    outbox.send(RenameBody{body.id, panel.new_name});
  panel.renaming.clear();
}

/// A row dragged onto another one makes the two a pair.
void dragToAnother(const Body& body, const Document& document, ViewState& view, Outbox& outbox) {
  constexpr const char* kBodyPayload = "body";
  if (ImGui::BeginDragDropSource()) {
    ImGui::SetDragDropPayload(kBodyPayload, body.id.data(), body.id.size());
    ImGui::TextUnformatted(trf("{} × …: drop on the body to test it with", body.id).c_str());
    ImGui::EndDragDropSource();
  }
  if (!ImGui::BeginDragDropTarget()) return;
  if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(kBodyPayload)) {
    const std::string dragged(static_cast<const char*>(payload->Data), static_cast<std::size_t>(payload->DataSize));
    if (dragged != body.id) showPair(document, {dragged, body.id}, view, outbox);
  }
  ImGui::EndDragDropTarget();
}

/// The colour that the scene draws a body in: in a crowd, of one that does not stand out, by what it meets.
Colour listedColour(const Body& body, const Workspace& workspace, const ViewState& view, const PairIds& shown) {
  const Document& document = workspace.history.document();
  const Palette& palette = paletteOf(view.theme);
  const std::vector<CrowdLook>& looks = workspace.crowd.looks;
  const auto at = static_cast<std::size_t>(&body - document.bodies.data());
  const bool stands_out =
      isSelected(view, body.id) || body.id == view.hovered || body.id == shown.first || body.id == shown.second;
  return stands_out || at >= looks.size() ? bodyColour(palette, document, body, shown.first, shown.second)
                                          : crowdColour(palette, body, looks[at]);
}

void drawBodyRow(ScenePanel& panel, const Body& body, const Workspace& workspace, ViewState& view, Outbox& outbox,
                 const PairIds& shown) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (panel.renaming == body.id) {
    drawRenameField(panel, body, outbox);
  } else {
    const bool clicked = listRow("##row", isSelected(view, body.id),
                                 ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap |
                                     ImGuiSelectableFlags_AllowDoubleClick,
                                 ImGui::GetFrameHeight());
    if (clicked)
      ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyShift ? toggleSelected(view, body.id) : selectOnly(view, body.id);
    if (asksForMenu()) {
      if (!isSelected(view, body.id)) selectOnly(view, body.id);
      panel.wants_menu = true;
    }
    if (clicked && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      panel.renaming = panel.new_name = body.id;
      panel.focus_rename = true;
    }
    if (ImGui::IsItemHovered()) view.hovered = body.id;
    dragToAnother(body, workspace.history.document(), view, outbox);
    ImGui::SameLine(0, 4);
    ImGui::AlignTextToFramePadding();
    colourChip(listedColour(body, workspace, view, shown));
    ImGui::SameLine();
    middleFittedText(body.id);
  }
  if (ImGui::TableNextColumn()) {
    ImGui::AlignTextToFramePadding();
    inColour(faint(), [&] { fittedText(typeLabel(body.shape)); });
  }
  ImGui::TableNextColumn();
  if (eyeButton("##visible", body.visible)) outbox.send(SetBodyFlags{body.id, !body.visible, body.locked});
  tooltip(body.visible ? tr("Shown. Click to hide; hidden bodies are tested all the same.")
                       : tr("Hidden. Click to show."));
  ImGui::TableNextColumn();
  if (lockButton("##locked", body.locked)) outbox.send(SetBodyFlags{body.id, body.visible, !body.locked});
  tooltip(body.locked ? tr("Locked: mouse and keys cannot move it.") : tr("Free to move. Click to lock."));
}

void drawBodies(ScenePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Document& document = workspace.history.document();
  std::vector<const Body*> shown;
  for (const Body& body : document.bodies) {
    if (panel.filter.empty() || body.id.find(panel.filter) != std::string::npos) shown.push_back(&body);
  }
  const Reports& reports = workspace.reports;
  const PairIds pair = shownPair(reports).value_or(PairIds{});
  const bool scrolls = shown.size() > kScrollFrom;
  const ImGuiTableFlags flags = ImGuiTableFlags_NoPadInnerX | (scrolls ? ImGuiTableFlags_ScrollY : 0);
  if (!ImGui::BeginTable("##bodies", 4, flags, {0, scrolls ? longListHeight() : 0})) return;
  const float square = ImGui::GetFrameHeight(), em = ImGui::GetFontSize();
  // A name needs the room more than its kind, which colour and picture tell as well.
  float name = 0, kind = 0;
  for (std::size_t i = 0; i < std::min(shown.size(), kScrollFrom); ++i) {
    name = std::max(name, ImGui::CalcTextSize(shown[i]->id.c_str()).x);
    kind = std::max(kind, ImGui::CalcTextSize(typeLabel(shown[i]->shape).c_str()).x);
  }
  kind = std::min(kind + em * 0.4f, em * 6);
  const bool has_kinds = ImGui::GetContentRegionAvail().x - 2 * square - kind - em * 3.5f > std::min(name, em * 8);
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("type", ImGuiTableColumnFlags_WidthFixed | (has_kinds ? 0 : ImGuiTableColumnFlags_Disabled),
                          kind);
  ImGui::TableSetupColumn("visible", ImGuiTableColumnFlags_WidthFixed, square);
  ImGui::TableSetupColumn("locked", ImGuiTableColumnFlags_WidthFixed, square);
  drawRowsInSight(shown.size(), [&](int i) {
    const Body& body = *shown[static_cast<std::size_t>(i)];
    const IdScope scope(body.id.c_str());
    drawBodyRow(panel, body, workspace, view, outbox, pair);
  });
  ImGui::EndTable();
}

/// Which pairs are listed: a button a verdict with its count, another click lists all again.
void drawPairFilter(ScenePanel& panel, const Reports& reports, Theme theme) {
  const PairCounts counts = countPairs(reports);
  const std::tuple<PairState, std::size_t, const char*> kStates[] = {
      {PairState::kOverlapping, counts.overlapping, tr("List only the overlapping pairs.")},
      {PairState::kTouching, counts.touching, tr("List only the touching pairs.")},
      {PairState::kSeparated, counts.separated, tr("List only the pairs that are apart.")}};
  for (const auto& [state, count, tip] : kStates) {
    const std::string text = fmt::format("     {}##{}", count, static_cast<int>(state));
    const ImVec2 size{buttonWidth(text), ImGui::GetFrameHeight()};
    if (state != PairState::kOverlapping) sameLineIfFits(size.x);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (toggleButton(text.c_str(), panel.pair_filter == state, size)) {
      panel.pair_filter = panel.pair_filter == state ? std::nullopt : std::optional(state);
    }
    tooltip(tip);
    const Verdict verdict = *verdictOf(state);
    const float line = ImGui::GetTextLineHeight();
    drawVerdictIcon(*ImGui::GetWindowDrawList(),
                    {corner.x + ImGui::GetStyle().FramePadding.x, corner.y + ImGui::GetStyle().FramePadding.y}, line,
                    verdict, toImGui(verdictColour(paletteOf(theme), verdict)));
  }
}

/// "1 apart", "2 overlapping, 1 apart": what the folded list holds.
std::string pairsInWords(const Reports& reports) {
  const PairCounts counts = countPairs(reports);
  std::string words;
  for (const auto& [count, verdict] : {std::pair{counts.overlapping, Verdict::kOverlapping},
                                       {counts.touching, Verdict::kTouching},
                                       {counts.separated, Verdict::kSeparated}}) {
    if (count > 0) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, verdictWord(verdict));
  }
  return words;
}

/// All pairs or those of a list, and what joins the list.
void drawPairChoice(const Document& document, ViewState& view, Outbox& outbox) {
  if (document.bodies.size() < 2) return;
  bool all = !document.pairs;
  ImGui::BeginDisabled(!canListPairs(document));
  if (ImGui::Checkbox(trId("All pairs").c_str(), &all)) all ? testAllPairs(outbox) : listPairs(document, outbox);
  ImGui::EndDisabled();
  tooltip(
      tr("Test each body with each other one, also with those that are added later. Off: only the pairs of a list."));
  if (!document.pairs) return;
  const std::string add = std::string("+ ") + trId("Add pair");
  sameLineIfFits(buttonWidth(add));
  if (ImGui::Button(add.c_str())) ImGui::OpenPopup("##add_pair");
  tooltip(tr("Choose two bodies to test. Dragging the row of one body onto that of another does the same."));
  if (!ImGui::BeginPopup("##add_pair")) return;
  for (const Body& first : document.bodies) {
    if (!ImGui::BeginMenu(asLabel(first.id).c_str())) continue;
    for (const Body& second : document.bodies) {
      const PairIds pair{first.id, second.id};
      if (first.id == second.id || isTested(document, pair)) continue;
      if (ImGui::MenuItem(asLabel("× " + second.id).c_str())) showPair(document, pair, view, outbox);
    }
    ImGui::EndMenu();
  }
  ImGui::EndPopup();
}

void drawPairMenu(const PairIds& pair, const Document& document, Outbox& outbox) {
  if (asksForMenu()) ImGui::OpenPopup("##pair_menu");
  if (!ImGui::BeginPopup("##pair_menu")) return;
  if (ImGui::MenuItem(trId("Leave this pair out").c_str(), nullptr, false, canListPairs(document)))
    leaveOut(document, pair, outbox);
  ImGui::EndPopup();
}

/// In a crowd a row says how deep or how far apart.
void drawPairRow(std::size_t at, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Reports& reports = workspace.reports;
  const Document& document = workspace.history.document();
  const IdScope id(static_cast<int>(at));
  if (listRow("##pair", reports.shown_pair == static_cast<int>(at), ImGuiSelectableFlags_AllowItemOverlap)) {
    showListed(workspace, at, view);
  }
  drawPairMenu(reports.pairs[at], document, outbox);
  ImGui::SameLine(0, 4);
  pairStateIcon(reports.states[at], view.theme);
  ImGui::SameLine();
  const float button = document.pairs ? buttonWidth("−") : 0;
  const std::string gap = isCrowd(document) && verdictOf(reports.states[at])
                              ? humanNumber(reports.separations[at], 3) + " m"
                              : std::string();
  const float gap_width = gap.empty() ? 0 : ImGui::CalcTextSize(gap.c_str()).x + ImGui::GetStyle().ItemSpacing.x;
  middleFittedText(reports.pairs[at].first + " × " + reports.pairs[at].second,
                   ImGui::GetContentRegionAvail().x - button - gap_width);
  if (!gap.empty()) {
    ImGui::SameLine(ImGui::GetContentRegionMax().x - gap_width);
    ImGui::TextDisabled("%s", gap.c_str());
  }
  if (document.pairs) {
    ImGui::SameLine(ImGui::GetContentRegionMax().x - button);
    if (ImGui::SmallButton("−")) leaveOut(document, reports.pairs[at], outbox);
    tooltip(tr("Leave this pair out"));
  }
}

void drawPairs(ScenePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Reports& reports = workspace.reports;
  const Document& document = workspace.history.document();
  drawPairChoice(document, view, outbox);
  if (reports.pairs.empty()) ImGui::TextDisabled("%s", whyNoPair(document));
  if (reports.culled > 0) {
    paragraph(trf("{} pairs are not tested: the bounds of their bodies are apart.", reports.culled));
  }
  if (!reports.is_complete) paragraph(trf("Only the first {} pairs whose bounds meet are listed.", kMaxClosePairs));
  if (reports.pairs.size() >= kFilterFrom) {
    drawPairFilter(panel, reports, view.theme);
  } else {
    panel.pair_filter.reset();
  }
  if (panel.listed_answers != reports.answers || panel.listed_filter != panel.pair_filter ||
      panel.listed_pairs != reports.pairs.size()) {
    panel.listed = listedPairs(reports, panel.pair_filter);
    panel.listed_answers = reports.answers;
    panel.listed_filter = panel.pair_filter;
    panel.listed_pairs = reports.pairs.size();
  }
  const bool scrolls = panel.listed.size() > kScrollFrom;
  if (scrolls) ImGui::BeginChild("##pair_list", {0, longListHeight()});
  drawRowsInSight(panel.listed.size(),
                  [&](int row) { drawPairRow(panel.listed[static_cast<std::size_t>(row)], workspace, view, outbox); });
  if (scrolls) ImGui::EndChild();
}

void drawExpectation(std::size_t i, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Document& document = workspace.history.document();
  const Expectation& expected = document.expect[i];
  const ExpectedRows& table = workspace.expected;
  const bool is_known = table.rows != nullptr && table.rows->size() == document.expect.size();
  const ExpectedRow row = is_known ? (*table.rows)[i] : ExpectedRow{describe(expected), {}};
  const IdScope id(static_cast<int>(i));
  const float size = ImGui::GetTextLineHeight(), button = buttonWidth("−");
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (listRow("##expected", false, ImGuiSelectableFlags_AllowItemOverlap) && !expected.query) view.pair = expected.pair;
  std::string tip = row.text;
  for (const std::string& failure : row.failures) tip += "\n" + failure;
  tooltip(tip);
  nameItem("expected", !is_known ? "asked" : row.failures.empty() ? "holds" : "fails");
  if (is_known) {
    const PanelColours& colours = panelColours(view.theme);
    (row.failures.empty() ? drawTick : drawCross)(corner, size,
                                                  toImGui(row.failures.empty() ? colours.good : colours.error));
  }
  ImGui::SameLine(0, 0);
  ImGui::Dummy({size * 1.3f, size});
  ImGui::SameLine(0, 0);
  ImGui::TextUnformatted(cutToFit(row.text, ImGui::GetContentRegionAvail().x - button).c_str());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - button);
  if (ImGui::SmallButton("−")) {
    std::vector<Expectation> rest = document.expect;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    outbox.send(SetExpectations{std::move(rest)});
  }
  tooltip(tr("No longer expect this"));
}

/// "2 hold", "1 of 2 differs": what the folded list holds.
std::string expectedInWords(const Workspace& workspace) {
  const std::size_t count = workspace.history.document().expect.size();
  const ExpectedRows& table = workspace.expected;
  if (count == 0) return tr("none");
  if (table.rows == nullptr || table.rows->size() != count) return std::to_string(count);
  const auto broken = static_cast<std::size_t>(
      std::ranges::count_if(*table.rows, [](const ExpectedRow& row) { return !row.failures.empty(); }));
  return broken == 0 ? trn("{} holds", "{} hold", count) : trf("{} of {} differ", broken, count);
}

/// Everything that the case expects, with a sign whether it holds.
void drawExpectations(const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Document& document = workspace.history.document();
  if (enabledButton(trId("Add result"), shownReport(workspace) != nullptr)) outbox.request(KeepAnswer{});
  tooltip(
      tr("The reference's answer about the shown pair becomes an expectation of the case. \"sepax check --expect\" of "
         "the saved file "
         "fails when an answer differs."));
  const bool scrolls = document.expect.size() > kScrollFrom;
  if (scrolls) ImGui::BeginChild("##expected_list", {0, longListHeight()});
  drawRowsInSight(document.expect.size(),
                  [&](int row) { drawExpectation(static_cast<std::size_t>(row), workspace, view, outbox); });
  if (scrolls) ImGui::EndChild();
}

/// The one that the shown pair is tested with, metres.
double touchingToleranceOf(const Workspace& workspace) {
  const PairSettings settings{workspace.history.document().touching_tolerance};
  const std::vector<Body>& bodies = workspace.reports.shown_bodies;
  if (bodies.size() != 2) return settings.touching_tolerance.value_or(kTouching);
  return touchingTolerance(posedShape(bodies[0]), posedShape(bodies[1]), settings);
}

void drawTolerance(const Workspace& workspace, Outbox& outbox) {
  const Document& document = workspace.history.document();
  bool own = document.touching_tolerance.has_value();
  const double used = touchingToleranceOf(workspace);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - ImGui::GetStyle().ItemInnerSpacing.x;
  const char* const name = tr("Own touching tolerance");
  if (ImGui::Checkbox((cutToFit(name, room) + "###own_tolerance").c_str(), &own)) {
    outbox.send(SetTouchingTolerance{own ? std::optional<double>(used) : std::nullopt});
  }
  tooltip(
      tr("Touching means that |separation| is at most this many metres. Without a value of its own, a case uses 1e-9 "
         "of the larger "
         "shape's size."));
  if (!own) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    paragraph(
        trf("Gaps and overlaps up to {} m count as touching: 1e-9 of the larger shape's size.", humanNumber(used, 3)));
    ImGui::PopStyleColor();
    return;
  }
  double value = used;
  ImGui::SetNextItemWidth(-ImGui::GetFontSize() * 1.5f);
  if (ImGui::InputDouble("m##tolerance", &value, 0, 0, "%.6g", ImGuiInputTextFlags_EnterReturnsTrue))
    outbox.send(SetTouchingTolerance{value});
}

/// The notes as text to read; a click, or in focus a key, makes them a field to edit.
template <class Note>
void drawNotes(ScenePanel& panel, const Note& note) {
  if (panel.editing_notes) {
    WrappedField& field = panel.notes_field;
    if (std::exchange(panel.focus_notes, false)) {
      field = {.text = trKnown(panel.notes)};  // a sample's; typed text is kept unchanged
      ImGui::SetKeyboardFocusHere();
    }
    const auto lines = static_cast<float>(std::clamp<std::ptrdiff_t>(std::ranges::count(field.shown, '\n') + 2, 4, 12));
    if (wrappedField("##notes", field,
                     {-1, ImGui::GetTextLineHeight() * lines + ImGui::GetStyle().FramePadding.y * 2})) {
      panel.notes = field.text;
    }
    note();
    if (ImGui::IsItemDeactivated()) panel.editing_notes = false;
    return;
  }
  const float room = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
  const std::string text = wrapped(panel.notes.empty() ? tr("Notes: click to write") : trKnown(panel.notes), room);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("##read_notes", {room, ImGui::CalcTextSize(text.c_str()).y}))
    panel.editing_notes = panel.focus_notes = true;
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  ImGui::SetCursorScreenPos(corner);
  const TextColour colour(panel.notes.empty() ? faint() : ImGui::GetStyleColorVec4(ImGuiCol_Text));
  ImGui::TextUnformatted(text.c_str());
}

void drawTexts(ScenePanel& panel, const Workspace& workspace, Outbox& outbox) {
  const Document& document = workspace.history.document();
  if (panel.typed_in != workspace.history.openings()) {
    panel.typed_in = workspace.history.openings();
    panel.typing = panel.editing_notes = false;
  }
  if (!panel.typing) {
    panel.name = document.name;
    panel.notes = document.notes;
    panel.source = document.source;
  }
  panel.typing = false;
  bool done = false;
  const auto note = [&] {
    panel.typing |= ImGui::IsItemActive();
    done |= ImGui::IsItemDeactivatedAfterEdit();
  };
  ImGui::SetNextItemWidth(-1);
  std::string shown_name = trKnown(panel.name);  // a sample's; typed text is kept unchanged
  if (ImGui::InputTextWithHint("##name", hintThatFits(tr("Name of the case")).c_str(), &shown_name))
    panel.name = shown_name;
  tooltip(tr("Name of the case"));
  note();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##source", hintThatFits(tr("Source: where it comes from")).c_str(), &panel.source);
  tooltip(tr("Source: where it comes from"));
  note();
  drawNotes(panel, note);
  if (done) outbox.send(SetTexts{panel.name, panel.notes, panel.source});
}

}  // namespace

const std::vector<BodyKind>& bodyKinds() {
  static const std::vector<BodyKind> kinds = []<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    std::vector<BodyKind> out;
    const auto add = [&]<class S>(std::size_t index, const S*) {
      if (kIsRounded<S>) return;  // the Inspector rounds
      const char* name = S::kType;
      if constexpr (requires { S::kLabel; }) name = S::kLabel;
      out.push_back({index, name, S::kPlanar});
    };
    (add(kIndices, static_cast<const std::variant_alternative_t<kIndices, ShapeVariant>*>(nullptr)), ...);
    return out;
  }
  (std::make_index_sequence<std::variant_size_v<ShapeVariant>>());
  return kinds;
}

Body newBody(const Workspace& workspace, std::size_t shape_index) {
  const Document& document = workspace.history.document();
  Body body;
  body.id = freshId(workspace.history);
  body.shape = defaultShape(shape_index);
  if (document.space == Space::k2d) body.rotation = 0.0;
  const std::optional<MinMaxBox> taken = boundsOf(document);
  if (!taken) return body;
  // A tenth of its size to the right of all, at the height of their middle; what has no end goes below.
  const Vec3 middle = (taken->min + taken->max) / 2.0;
  const auto round = [](double value) { return std::round(value * 10) / 10; };
  if (isUnbounded(body.shape)) {
    body.position.y = std::floor(taken->min.y * 10) / 10 - 0.1;
    return body;
  }
  const MinMaxBox own = boundsOf(body.shape, Pose{});
  body.position = {std::ceil((taken->max.x - own.min.x + 0.1 * sizeOf(body.shape)) * 10) / 10, round(middle.y),
                   round(middle.z)};
  return body;
}

void addNewBody(const Workspace& workspace, std::size_t shape_index, Outbox& outbox) {
  outbox.send(AddBody{newBody(workspace, shape_index), partnerOfNewBody(workspace)});
  outbox.request(FrameView{});
}

namespace {

/// Under the list of bodies while a start's own scene is untouched: where a new user may begin.
void drawWelcome(const Workspace& workspace, Outbox& outbox) {
  if (!isUntouched(workspace) || workspace.bundle != nullptr) return;
  ImGui::Spacing();
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  paragraph(tr("New to separating axes? Eighteen short lessons begin with a line between two shapes."));
  ImGui::PopStyleColor();
  if (ImGui::Button(trId("Lessons").c_str())) outbox.request(LeaveLesson{});
}

void drawScenePanel(ScenePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Document& document = workspace.history.document();
  const Reports& reports = workspace.reports;
  if (sectionHeader(trId("Bodies").c_str(), std::to_string(document.bodies.size()))) {
    const std::string add = std::string("+ ") + trId("Add body");
    ImGui::SameLine(ImGui::GetContentRegionMax().x - buttonWidth(add));
    if (ImGui::Button(add.c_str())) ImGui::OpenPopup("##add");
    tooltip(tr("Add a body of any kind beside what is there; it is tested with the selected one."));
    if (ImGui::BeginPopup("##add")) {
      drawAddMenu(workspace, outbox);
      ImGui::EndPopup();
    }
    if (document.bodies.size() >= kFilterFrom) {
      ImGui::SetNextItemWidth(-1);
      ImGui::InputTextWithHint("##filter", tr("Filter"), &panel.filter);
    } else {
      panel.filter.clear();
    }
    drawBodies(panel, workspace, view, outbox);
  }
  if (isCovered(workspace, workspace)) return drawCover();
  // The one pair of two bodies is no list.
  const Fold pairs = document.bodies.size() > 2 ? Fold::kOpen : Fold::kClosed;
  if (sectionHeader(trId("Pairs").c_str(), pairsInWords(reports), pairs)) {
    if (reports.waiting > 0) ImGui::TextDisabled("%s", trf("{} still to test", reports.waiting).c_str());
    drawPairs(panel, workspace, view, outbox);
  }
  // A start's own scene is no case of the user's yet: the space is for the link to the lessons.
  const bool is_case = !isUntouched(workspace);
  if (is_case && sectionHeader(trId("Expectations").c_str(), expectedInWords(workspace), Fold::kClosed))
    drawExpectations(workspace, view, outbox);
  const Fold notes = document.notes.empty() ? Fold::kClosed : Fold::kOpen;
  if (sectionHeader(trId("Case").c_str(), trKnown(document.name), notes)) drawTexts(panel, workspace, outbox);
  const std::string tolerance = humanNumber(touchingToleranceOf(workspace), 2);
  if (is_case && sectionHeader(trId("Touching tolerance").c_str(), tolerance, Fold::kClosed))
    drawTolerance(workspace, outbox);
  drawWelcome(workspace, outbox);
}

}  // namespace

const char* whyNoPair(const Document& document) {
  if (document.bodies.size() < 2) return tr("A pair needs two bodies.");
  return document.pairs ? tr("No pair is listed.") : tr("No bounds meet.");
}

const Panel kScenePanel = {
    .word = "scene",
    .title = "Scene",
    .help =
        "The bodies of the case and the pairs that are tested. A click selects a body; a click on a pair shows it in "
        "all panels. The sign before a pair is its verdict: apart, touching or overlapping.",
    .home = Region::kLeft,
    .draw = [](PanelContext& c) { drawScenePanel(c.state<ScenePanel>(), c.workspace, c.view, c.outbox); },
    .update = [](Workspace& w) { updateExpected(w); },
};

}  // namespace sepax
