#include "ui/panels/panel_scene.h"

#include "core/text.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/kit/paragraph.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kFilterFrom = 12;  ///< shorter lists need no filter

/// Kinds whose default has no points yet get a small solid.
template <class AnyShape>
void fillIn(AnyShape&) {}
void fillIn(Hull& hull) {
  if (auto made = makeHull({{0.6, 0, 0}, {-0.6, 0, 0}, {0, 0.6, 0}, {0, -0.6, 0}, {0, 0, 0.6}, {0, 0, -0.6}})) hull = std::move(*made);
}
void fillIn(Mesh& mesh) {
  auto made = makeMesh({{-0.5, -0.4, 0.4}, {0.5, -0.4, 0.4}, {0, -0.4, -0.5}, {0, 0.6, 0}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  if (made) mesh = std::move(*made);
}

Shape defaultShape(std::size_t index) {
  Shape shape;
  [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) { ((kIndices == index ? (void)shape.emplace<kIndices>() : (void)0), ...); }
  (std::make_index_sequence<std::variant_size_v<Shape>>());
  std::visit([](auto& held) { fillIn(held); }, shape);
  return shape;
}

void drawAddMenu(const Workspace& workspace, Outbox& outbox) {
  const bool planar = workspace.history.document().space == Space::k2d;
  for (const BodyKind& kind : bodyKinds()) {
    if (kind.planar != planar) continue;
    if (ImGui::MenuItem(trId(kind.name).c_str())) outbox.send(AddBody{newBody(workspace, kind.index)});
  }
}

void drawBodyMenu(ScenePanel& panel, const Body& body, const Workspace& workspace, Outbox& outbox) {
  if (!ImGui::BeginPopupContextItem("##menu")) return;
  if (ImGui::MenuItem(trId("Rename").c_str())) {
    panel.renaming = panel.new_name = body.id;
    panel.focus_rename = true;
  }
  if (ImGui::MenuItem(trId("Duplicate").c_str())) outbox.send(AddBody{duplicateOf(workspace.history.document(), body)});
  if (ImGui::MenuItem(trId("Delete").c_str())) outbox.send(RemoveBody{body.id});
  ImGui::EndPopup();
}

void drawRenameField(ScenePanel& panel, const Body& body, Outbox& outbox) {
  if (panel.focus_rename) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputText("##rename", &panel.new_name, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool left = !panel.focus_rename && ImGui::IsItemDeactivated();
  panel.focus_rename = false;
  if (!entered && !left) return;
  const bool cancelled = !entered && !ImGui::IsItemDeactivatedAfterEdit();
  if (!cancelled && !panel.new_name.empty() && panel.new_name != body.id) outbox.send(RenameBody{body.id, panel.new_name});
  panel.renaming.clear();
}

void drawBodyRow(ScenePanel& panel, const Body& body, const Workspace& workspace, ViewState& view, Outbox& outbox, const PairIds& shown) {
  const Palette& palette = paletteOf(view.theme);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (panel.renaming == body.id) {
    drawRenameField(panel, body, outbox);
  } else {
    const bool clicked = ImGui::Selectable(
        "##row", view.selected == body.id,
        ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap | ImGuiSelectableFlags_AllowDoubleClick,
        {0, ImGui::GetFrameHeight()});
    if (clicked) view.selected = body.id;
    if (clicked && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      panel.renaming = panel.new_name = body.id;
      panel.focus_rename = true;
    }
    if (ImGui::IsItemHovered()) view.hovered = body.id;
    drawBodyMenu(panel, body, workspace, outbox);
    ImGui::SameLine(0, 4);
    ImGui::AlignTextToFramePadding();
    colourChip(bodyColour(palette, workspace.history.document(), body, shown.first, shown.second));
    ImGui::SameLine();
    fittedText(body.id, ImGui::GetContentRegionAvail().x);
  }
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextUnformatted(tr(std::string(typeName(body.shape)).c_str()));
  ImGui::PopStyleColor();
  ImGui::TableNextColumn();
  if (eyeButton("##visible", body.visible)) outbox.send(SetBodyFlags{body.id, !body.visible, body.locked});
  tooltip(body.visible ? tr("Shown. Click to hide; hidden bodies are tested all the same.") : tr("Hidden. Click to show."));
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
  const PairIds pair = reports.shown_pair >= 0 ? reports.pairs[static_cast<std::size_t>(reports.shown_pair)] : PairIds{};
  if (!ImGui::BeginTable("##bodies", 4, ImGuiTableFlags_NoPadInnerX)) return;
  const float square = ImGui::GetFrameHeight();
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("type", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 4.2f);
  ImGui::TableSetupColumn("visible", ImGuiTableColumnFlags_WidthFixed, square);
  ImGui::TableSetupColumn("locked", ImGuiTableColumnFlags_WidthFixed, square);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const Body& body = *shown[static_cast<std::size_t>(i)];
      ImGui::PushID(body.id.c_str());
      drawBodyRow(panel, body, workspace, view, outbox, pair);
      ImGui::PopID();
    }
  }
  ImGui::EndTable();
}

void drawPairs(const Workspace& workspace, ViewState& view) {
  const Reports& reports = workspace.reports;
  if (reports.pairs.empty()) ImGui::TextDisabled("%s", tr("A pair needs two bodies."));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(reports.pairs.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto at = static_cast<std::size_t>(i);
      ImGui::PushID(i);
      if (ImGui::Selectable("##pair", view.pair == i, ImGuiSelectableFlags_AllowItemOverlap)) {
        view.pair = i;
        view.pinned_axis.reset();
      }
      ImGui::SameLine(0, 4);
      pairStateIcon(reports.states[at], view.theme);
      ImGui::SameLine();
      fittedText(reports.pairs[at].first + " × " + reports.pairs[at].second, ImGui::GetContentRegionAvail().x);
      ImGui::PopID();
    }
  }
}

void drawTolerance(const Workspace& workspace, Outbox& outbox) {
  const Document& document = workspace.history.document();
  bool own = document.touching_tolerance.has_value();
  const PairReport* report = shownReport(workspace);
  const SatReport* sat = report == nullptr ? nullptr : std::get_if<SatReport>(&report->trace);
  const double used = document.touching_tolerance.value_or(sat == nullptr ? 1e-9 : sat->tolerances.touching);
  if (ImGui::Checkbox(trId("Own touching tolerance").c_str(), &own)) {
    outbox.send(SetTouchingTolerance{own ? std::optional<double>(used) : std::nullopt});
  }
  tooltip(
      tr("Touching means that |separation| is at most this many metres. Without a value of its own, a case uses 1e-9 of the larger "
         "shape's size."));
  if (!own) {
    ImGui::TextDisabled("%s", trf("now {} m", humanNumber(used, 3)).c_str());
    return;
  }
  double value = used;
  ImGui::SetNextItemWidth(-ImGui::GetFontSize() * 1.5f);
  if (ImGui::InputDouble("m##tolerance", &value, 0, 0, "%.6g", ImGuiInputTextFlags_EnterReturnsTrue))
    outbox.send(SetTouchingTolerance{value});
}

/// The notes as wrapped text to read; a click makes them a field to edit (ImGui's own fields do not wrap).
template <class Note>
void drawNotes(ScenePanel& panel, const Note& note) {
  if (panel.editing_notes) {
    const auto lines = static_cast<float>(std::clamp<std::ptrdiff_t>(std::ranges::count(panel.notes, '\n') + 2, 4, 12));
    if (panel.focus_notes) ImGui::SetKeyboardFocusHere();
    panel.focus_notes = false;
    ImGui::InputTextMultiline("##notes", &panel.notes, {-1, ImGui::GetTextLineHeight() * lines + ImGui::GetStyle().FramePadding.y * 2});
    note();
    if (ImGui::IsItemDeactivated()) panel.editing_notes = false;
    return;
  }
  ImGui::BeginGroup();
  if (panel.notes.empty()) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  paragraph(panel.notes.empty() ? tr("Notes: click to write") : trKnown(panel.notes));
  if (panel.notes.empty()) ImGui::PopStyleColor();
  ImGui::EndGroup();
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) panel.editing_notes = panel.focus_notes = true;
}

void drawTexts(ScenePanel& panel, const Workspace& workspace, Outbox& outbox) {
  const Document& document = workspace.history.document();
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
  std::string shown_name = trKnown(panel.name);  // a sample's; what is typed is kept as it is
  if (ImGui::InputTextWithHint("##name", tr("Name of the case"), &shown_name)) panel.name = shown_name;
  tooltip(tr("Name of the case"));
  note();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##source", tr("Source: where it comes from"), &panel.source);
  tooltip(tr("Source: where it comes from"));
  note();
  drawNotes(panel, note);
  if (done) outbox.send(SetTexts{panel.name, panel.notes, panel.source});
}

}  // namespace

const std::vector<BodyKind>& bodyKinds() {
  static const std::vector<BodyKind> kinds = []<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    return std::vector<BodyKind>{
        {kIndices, std::variant_alternative_t<kIndices, Shape>::kType, std::variant_alternative_t<kIndices, Shape>::kPlanar}...};
  }
  (std::make_index_sequence<std::variant_size_v<Shape>>());
  return kinds;
}

Body newBody(const Workspace& workspace, std::size_t shape_index) {
  const Document& document = workspace.history.document();
  Body body;
  body.id = freshId(document);
  body.shape = defaultShape(shape_index);
  const Vec3 target = workspace.view.camera.target;
  const bool planar = document.space == Space::k2d;
  body.position = {std::round(target.x * 10) / 10, std::round(target.y * 10) / 10, planar ? 0 : std::round(target.z * 10) / 10};
  if (planar) body.rotation = 0.0;
  return body;
}

Body duplicateOf(const Document& document, const Body& body) {
  Body copy = body;
  copy.id = freshId(document);
  copy.position.x += sizeOf(body.shape) * (body.scale ? body.scale->x : 1.0) * 1.25;
  return copy;
}

void drawScenePanel(ScenePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Document& document = workspace.history.document();
  const Reports& reports = workspace.reports;
  const std::string bodies = fmt::format("{} ({})###bodies", tr("Bodies"), document.bodies.size());
  if (sectionHeader(bodies.c_str())) {
    if (ImGui::Button((std::string("+ ") + trId("Add body")).c_str())) ImGui::OpenPopup("##add");
    tooltip(tr("Add a body of any kind at the middle of the view."));
    if (ImGui::BeginPopup("##add")) {
      drawAddMenu(workspace, outbox);
      ImGui::EndPopup();
    }
    if (document.bodies.size() >= kFilterFrom) {
      ImGui::SameLine();
      ImGui::SetNextItemWidth(-1);
      ImGui::InputTextWithHint("##filter", tr("Filter"), &panel.filter);
    } else {
      panel.filter.clear();
    }
    drawBodies(panel, workspace, view, outbox);
  }
  const std::string pairs = fmt::format("{} ({})###pairs", tr("Pairs"), reports.pairs.size());
  if (sectionHeader(pairs.c_str())) {
    if (reports.waiting > 0) ImGui::TextDisabled("%s", trf("{} still to test", reports.waiting).c_str());
    drawPairs(workspace, view);
  }
  if (sectionHeader(trId("Case").c_str())) {
    drawTexts(panel, workspace, outbox);
    drawTolerance(workspace, outbox);
  }
}

}  // namespace sepax
