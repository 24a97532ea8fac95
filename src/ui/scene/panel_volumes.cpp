#include "ui/scene/panel_volumes.h"

#include "collider/collider_export.h"
#include "core/language.h"
#include "core/text.h"
#include "session/bundle/colliders.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/collider_tools.h"
#include "ui/kit/dialog.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kShownBytes = 8000;  ///< of the text: enough to see what it is

/// Makes the text anew when the choice is another one.
void followChoice(ColliderDialog& dialog, const Workspace& workspace) {
  const ColliderView& view = workspace.view.colliders;
  const auto* const pieces = piecesOf(workspace, view.exported_of).made.get();
  std::string choice = fmt::format("{}\n{}\n{}\n{}\n", view.form, static_cast<int>(view.exported_of), fmt::ptr(pieces),
                                   ownerName(workspace, workspace, view.exported_of));
  for (const std::string& volume : view.exported) choice += volume + "\n";
  if (choice == dialog.made_for) return;
  dialog.made_for = std::move(choice);
  auto text = colliderText(workspace, workspace);
  dialog.error = text ? std::string() : text.error().message;
  dialog.text = text ? std::move(*text) : std::string();
}

void drawVolumeChoice(const Workspace& workspace, ColliderView& view) {
  for (const std::string& volume : exportableVolumes(workspace, view.exported_of)) {
    const auto chosen = std::ranges::find(view.exported, volume);
    bool is_chosen = chosen != view.exported.end();
    if (!ImGui::Checkbox((volumeTitle(volume) + "###" + volume).c_str(), &is_chosen)) continue;
    is_chosen ? view.exported.push_back(volume) : void(view.exported.erase(chosen));
  }
}

void drawForms(ColliderView& view) {
  bool is_first = true;
  for (const ColliderForm& form : colliderForms()) {
    if (!is_first) ImGui::SameLine(0, 2);
    if (ImGui::GetContentRegionAvail().x < buttonWidth(form.title)) ImGui::NewLine();
    if (toggleButton(form.title.c_str(), view.form == form.name)) view.form = form.name;
    is_first = false;
  }
}

void drawPreview(const ColliderDialog& dialog, float below) {
  ImGui::BeginChild("##text", {0, ImGui::GetContentRegionAvail().y - below}, true,
                    ImGuiWindowFlags_HorizontalScrollbar);
  if (!dialog.error.empty()) {
    paragraph(dialog.error);
  } else {
    const FontScope font(FontRole::kMono);
    const std::string shown = toValidUtf8(dialog.text.substr(0, kShownBytes));
    ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
    if (dialog.text.size() > kShownBytes) ImGui::TextDisabled("…");
  }
  ImGui::EndChild();
}

/// Draws it while view.colliders.export_open; sends ExportColliders.
void drawColliderDialog(ColliderDialog& dialog, FileDialog& files, const Workspace& workspace, ViewState& view,
                        Outbox& outbox) {
  ColliderView& look = view.colliders;
  if (look.export_open && exportableVolumes(workspace, look.exported_of).empty()) look.export_open = false;
  if (!beginDialog("Export colliders", "###colliders", look.export_open, {52, 34})) return;
  followChoice(dialog, workspace);
  const float below = ImGui::GetFrameHeightWithSpacing() * 1.2f, list = ImGui::GetFontSize() * 12;
  ImGui::BeginChild("##volumes", {list, ImGui::GetContentRegionAvail().y - below});
  ImGui::TextDisabled("%s", cutToFit(toValidUtf8(ownerName(workspace, workspace, look.exported_of)), list).c_str());
  drawVolumeChoice(workspace, look);
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginGroup();
  drawForms(look);
  drawPreview(dialog, below);
  ImGui::EndGroup();
  ImGui::BeginDisabled(dialog.text.empty());
  if (ImGui::Button(trId("Save as…").c_str())) openFileDialog(files, FileDialog::Purpose::kColliders, workspace);
  ImGui::SameLine();
  if (ImGui::Button(trId("Copy").c_str())) outbox.request(ExportColliders{});
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool closes = ImGui::Button(trId("Close").c_str());
  if (!dialog.text.empty()) {
    ImGui::SameLine();
    const auto lines = std::ranges::count(dialog.text, '\n');
    fittedText(trn("{} line", "{} lines", lines) + " · " + humanBytes(dialog.text.size()));
  }
  endDialog(look.export_open, closes);
}

}  // namespace

namespace {

void number(const std::string& text) {
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  inFont(FontRole::kMono, [&] { rightAligned(text); });
}

/// How much of the volume the hull fills: a bar, full at best.
void tightnessCell(const FittedVolume& volume, Colour colour, const char* unknown) {
  ImGui::TableNextColumn();
  if (!volume.tightness) {
    ImGui::TextDisabled("%s", unknown);
    return;
  }
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight(), inset = height * 0.2f;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float filled = width * static_cast<float>(std::clamp(1 / *volume.tightness, 0.0, 1.0));
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({corner.x, corner.y + inset}, {corner.x + width, corner.y + height - inset},
                      ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  list->AddRectFilled({corner.x, corner.y + inset}, {corner.x + filled, corner.y + height - inset},
                      toImGui(withAlpha(colour, kBarFill)), 3);
  ImGui::AlignTextToFramePadding();
  inFont(FontRole::kMono, [&] { rightAligned(humanNumber(*volume.tightness, 4)); });
}

void kindRow(const FittedVolume& volume, const char* without_tightness, ViewState& view) {
  const VolumeKindInfo& info = infoOf(volume.kind);
  const IdScope id(info.name);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const auto shown = std::ranges::find(view.volumes, volume.kind);
  bool drawn = shown != view.volumes.end();
  const Colour colour = volumeColour(volume.kind, view.theme);
  ImGui::PushStyleColor(ImGuiCol_CheckMark, toImGuiVec(colour));
  if (ImGui::Checkbox((std::string(volumeLabel(volume.kind, volume.planar)) + "###drawn").c_str(), &drawn)) {
    drawn ? view.volumes.push_back(volume.kind) : void(view.volumes.erase(shown));
  }
  ImGui::PopStyleColor();
  tooltip(tr(info.summary));
  tightnessCell(volume, colour, without_tightness);
  number(humanNumber(volume.volume, 4));
  tooltip(exactNumber(volume.volume));
  number(humanNumber(volume.area, 4));
  tooltip(exactNumber(volume.area));
  number(std::to_string(volume.bytes));
  number(info.test_operations > 0 && !volume.planar ? std::to_string(info.test_operations) : "–");
}

constexpr TableColumn kKindColumn{"Kind", 6.2f, 0, 0, "Tick a kind to see it around the body."};
constexpr TableColumn kTightnessColumn{
    "Tightness", 4, 0, 1, "Volume over the hull's: 1 at best. The bar is the part of the volume that the hull fills."};
constexpr TableColumn kBytesColumn{"Bytes", 3.2f, 3, 0, "In 32-bit floats without padding; of a hull its corners."};
constexpr TableColumn kTestColumn{
    "Test", 3.2f, 2, 0,
    "Operations and comparisons of one overlap test between two of the kind, about; of hulls it depends."};
constexpr TableColumn kSolidColumns[] = {kKindColumn,
                                         kTightnessColumn,
                                         {"Volume", 4, 1, 0, "Cubic metres."},
                                         {"Area", 4, 4, 0, "Area of the surface, square metres."},
                                         kBytesColumn,
                                         kTestColumn};
constexpr TableColumn kPlanarColumns[] = {
    kKindColumn,  kTightnessColumn, {"Area", 4, 1, 0, "Square metres."}, {"Round", 4, 4, 0, "Circumference, metres."},
    kBytesColumn, kTestColumn};

void drawKinds(const FittedBody& fitted, bool planar, ViewState& view) {
  float widest = 0;
  for (const FittedVolume& volume : fitted.volumes)
    widest = std::max(widest, ImGui::CalcTextSize(volumeLabel(volume.kind, volume.planar)).x);
  const float box = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
  if (!beginTable({.id = "kinds",
                   .columns = planar ? kPlanarColumns : kSolidColumns,
                   .flags = ImGuiTableFlags_NoPadOuterX,
                   .widths = {widest + box},
                   .scrolls = false}))
    return;
  for (const FittedVolume& volume : fitted.volumes) kindRow(volume, withoutTightness(fitted.volumes), view);
  ImGui::EndTable();
}

/// A box that travels with a body: carried along by the matrix it grows, refitted to the vertices it is as tight as a
/// box can be.
void drawComparison(const Workspace& workspace, ViewState& view) {
  const auto boxes = comparedBoxes(workspace, workspace);
  if (!boxes || !sectionHeader(trId("Axis-aligned box of the rotated body").c_str())) return;
  const Palette& palette = paletteOf(view.theme);
  const auto box = [&](const char* name, const char* tip, bool& shown, Colour colour) {
    ImGui::PushStyleColor(ImGuiCol_CheckMark, toImGuiVec(colour));
    ImGui::Checkbox(trId(name).c_str(), &shown);
    ImGui::PopStyleColor();
    tooltip(tr(tip));
  };
  box("carried along",
      "The body's own box mapped by its pose without visiting corners, then boxed again: what engines keep because it "
      "is cheap.",
      view.carried_box, palette.overlapping);
  sameLineIfFits(ImGui::CalcTextSize(tr("refitted")).x + ImGui::GetFrameHeight() +
                 ImGui::GetStyle().ItemInnerSpacing.x);
  box("refitted", "The box of the rotated vertices themselves: as tight as an axis-aligned box can be.",
      view.refitted_box, palette.separated);
  constexpr double kSame = 1 + 1e-9;
  if (boxes->sides_ratio < kSame) return paragraph(tr("Here both are the same box."));
  const bool planar = !workspace.fitted.volumes.empty() && workspace.fitted.volumes.front().planar;
  std::string text =
      trf("Carried along, its sides add up to {} times those of the refitted box", humanNumber(boxes->sides_ratio, 4));
  if (!planar && std::isfinite(boxes->volume_ratio))
    text += trf(", its volume is {} times as large", humanNumber(boxes->volume_ratio, 4));
  paragraph(text + ".");
}

/// The tool for a mesh's pieces; for other bodies it exports their volumes. A concave body in the plane has pieces of
/// its own already.
void drawPiecesTool(const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (!canDecompose(workspace, workspace, MeshOwner::kBody) && exportableVolumes(workspace, MeshOwner::kBody).empty())
    return;
  drawColliderTools(workspace, MeshOwner::kBody, view, outbox);
  if (workspace.fitted.pieces.made == nullptr) return;
  if (ImGui::Button(trId("Use as the body's shape").c_str())) {
    if (auto shape = piecesAsShape(workspace)) {
      const MergeKey merge_key = newMergeKey();  // one step of the history
      outbox.send(SetShape{view.selected, std::move(*shape)}, merge_key);
      if (workspace.fitted.scale) outbox.send(SetScale{view.selected, std::nullopt}, merge_key);
    }
  }
  tooltip(tr("The convex pieces as one compound take the mesh's place; undo brings it back."));
}

void drawMemory() {
  if (!sectionHeader(trId("Storage of a box").c_str())) return;
  if (!ImGui::BeginTable("memory", 3, ImGuiTableFlags_NoPadOuterX)) return;
  ImGui::TableSetupColumn("form", ImGuiTableColumnFlags_WidthStretch);
  for (const char* name : {"floats", "bytes"})
    ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 5);
  for (const BoxMemory& row : kBoxMemory) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    paragraph(tr(row.form));
    number(trf("{} floats", row.floats));
    number(trf("{} bytes", row.bytes));
  }
  ImGui::EndTable();
}

void drawVolumesPanel(const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Body* body = findBody(workspace.history.document(), view.selected);
  if (body == nullptr) {
    paragraph(tr("Select a body to fit bounding volumes around it."));
    return;
  }
  const FittedBody& fitted = workspace.fitted;
  drawFit(workspace, MeshOwner::kBody, outbox);
  if (fitted.body != body->id) return;
  if (!fitted.error.empty()) {
    paragraph(trf(isUnbounded(body->shape) ? "A {} has no end: no volume encloses it."
                                           : "A {} is round: volumes are fitted around vertices.",
                  typeLabel(body->shape)));
    return;
  }
  if (!fitted.volumes.empty()) drawKinds(fitted, isPlanar(body->shape), view);
  drawPiecesTool(workspace, view, outbox);
  drawComparison(workspace, view);
  drawMemory();
}

}  // namespace

const Panel kVolumesPanel = {
    .word = "volumes",
    .title = "Volumes",
    .help =
        "Bounding volumes of the selected body, drawn where they are switched on: cheap shapes that hold all of it. "
        "When two of them are apart, so are the bodies.",
    .home = Region::kRight,
    .draw = [](PanelContext& c) { drawVolumesPanel(c.workspace, c.view, c.outbox); },
    .shows_answers = true,
    .update = [](Workspace& w) { updateVolumes(w, w); },
    .needs_update =
        [](const Workspace& w) {
          const ViewState& look = w.view;
          return !look.volumes.empty() || look.carried_box || look.refitted_box || w.fitted.pieces.made != nullptr;
        },
    .after =
        [](PanelContext& c) {
          drawColliderDialog(c.state<ColliderDialog>(), c.state<FileDialog>(), c.workspace, c.view, c.outbox);
        },
};

}  // namespace sepax
