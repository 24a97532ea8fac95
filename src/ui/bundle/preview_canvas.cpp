#include "ui/bundle/preview_canvas.h"

#include "core/language.h"
#include "draw/mesh_picture.h"
#include "draw/scene_picture.h"
#include "session/bundle/preview.h"
#include "session/workspace.h"
#include "ui/kit/collider_tools.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

constexpr double kCloser = 0.9;                 ///< a mesh alone needs no room for rails around it
constexpr std::size_t kMaxWireframe = 400'000;  ///< triangles; beyond, a wireframe is a grey mass and slow

void drawChecks(const Canvas& canvas, ImVec2 low, ImVec2 high) {
  const float size = 10;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, high, IM_COL32(120, 120, 120, 255));
  const ImVec2 from(std::max(low.x, canvas.corner.x), std::max(low.y, canvas.corner.y));
  const ImVec2 to(std::min(high.x, canvas.corner.x + canvas.size.x), std::min(high.y, canvas.corner.y + canvas.size.y));
  for (float y = from.y; y < to.y; y += size) {
    const bool odd = static_cast<int>(std::floor((y - from.y) / size)) % 2 != 0;
    for (float x = from.x + (odd ? size : 0); x < to.x; x += size * 2) {
      list.AddRectFilled({x, y}, {std::min(x + size, to.x), std::min(y + size, to.y)}, IM_COL32(150, 150, 150, 255));
    }
  }
}

const FittedVolume* shownVolume(std::optional<std::size_t> row, const FittedVolumes* volumes) {
  return volumes != nullptr && row && *row < volumes->size() ? &(*volumes)[*row] : nullptr;
}

/// The picture's y axis is up: a mesh whose own z is lies on its side without this.
Pose poseOf(const MeshView& view) {
  Pose pose;
  if (view.z_up) pose.rotation = Mat3(Vec3{1, 0, 0}, Vec3{0, 0, -1}, Vec3{0, 1, 0});
  return pose;
}

/// How many textures of a model are missing; empty where none is.
std::string textureHint(const Model& model) {
  const auto missing =
      std::ranges::count_if(model.textures, [](const ModelTexture& texture) { return texture.picture == nullptr; });
  return missing > 0 ? trn("{} texture is missing", "{} textures are missing", static_cast<std::size_t>(missing))
                     : std::string();
}

/// True when the model has what the view asks of it; the triangles that collide show all else.
bool showsModel(const MeshView& view, const Model* model) {
  if (model == nullptr || model->parts.empty()) return false;
  return view.clip || view.bones || view.surface == MeshSurface::kMaterials || view.surface == MeshSurface::kUv;
}

void updateMeshList(MeshCanvas& canvas, const EntryPreview& entry, const MeshView& view, const MeshExtras& extras,
                    Theme theme) {
  const bool same = canvas.made_of == &entry && canvas.made_view == view && canvas.made_model == extras.model &&
                    canvas.made_volume == extras.volume && canvas.made_theme == theme &&
                    canvas.made_pieces == extras.pieces && canvas.made_apart == extras.apart;
  if (same) return;
  canvas.made_of = &entry;
  canvas.made_view = view;
  canvas.made_model = extras.model;
  canvas.made_volume = extras.volume;
  canvas.made_pieces = extras.pieces;
  canvas.made_apart = extras.apart;
  canvas.made_theme = theme;
  const MeshPreview& mesh = *entry.mesh;
  const Pose pose = poseOf(view);
  PosedModel posed;
  MeshPictureInput input{.vertices = mesh.mesh.vertices,
                         .triangles = mesh.mesh.triangles,
                         .pose = pose,
                         .origin = toWorld(pose, centreOf(mesh.bounds)),
                         .faces = view.faces,
                         .surface = view.surface,
                         .wireframe = view.wireframe && mesh.mesh.triangles.size() <= kMaxWireframe,
                         .volume = extras.volume,
                         .pieces = {},
                         .apart = extras.apart,
                         .theme = theme};
  if (extras.pieces != nullptr) input.pieces = extras.pieces->parts;
  if (showsModel(view, extras.model.get())) {
    posed = poseModel(*extras.model, view.clip ? std::optional(ClipTime{*view.clip, view.seconds}) : std::nullopt);
    input.model = ShownModel{.model = extras.model.get(), .posed = &posed, .bones = view.bones};
  }
  canvas.view.list = meshPicture(input, canvas.view.camera);
  ++canvas.view.list_revision;
}

void lookAtMesh(MeshCanvas& canvas, const MeshView& view, const MinMaxBox& bounds, const ViewSize& size) {
  canvas.view.camera = Camera{};
  const Vec3 a = toWorld(poseOf(view), bounds.min), b = toWorld(poseOf(view), bounds.max);
  frame(canvas.view.camera, size, glm::min(a, b), glm::max(a, b));
  canvas.view.camera.distance *= kCloser;
}

/// Every volume: its size, how tightly it fits, what it costs; hovering shows it, a click keeps it shown, + adds it to
/// the scene.
void drawVolumes(MeshCanvas& canvas, const Workspace& workspace, Outbox& outbox, std::optional<std::size_t>& hovered) {
  const PreviewState& preview = workspace.preview;
  drawFit(workspace, MeshOwner::kEntry, outbox);
  if (preview.volumes == nullptr) {
    if (!preview.volumes_error.empty()) ImGui::TextDisabled("%s", preview.volumes_error.c_str());
    return;
  }
  static constexpr TableColumn kColumns[] = {
      {"Kind", 0, 0, 1}, {"m³", 4, 2}, {"Tightness", 3, 1}, {"Bytes", 2.5f, 3}, {"##add", 1.6f}};
  float widest = 0;
  for (const FittedVolume& volume : *preview.volumes)
    widest = std::max(widest, ImGui::CalcTextSize(volumeLabel(volume.kind)).x);
  if (!beginTable({.id = "##volumes", .columns = kColumns, .size = ImGui::GetContentRegionAvail(), .widths = {widest}}))
    return;
  double largest = 0;
  for (const FittedVolume& volume : *preview.volumes) largest = std::max(largest, volume.volume);
  for (std::size_t i = 0; i < preview.volumes->size(); ++i) {
    const FittedVolume& volume = (*preview.volumes)[i];
    const VolumeKindInfo& info = infoOf(volume.kind);
    const IdScope id(static_cast<int>(i));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const bool chosen = canvas.volume == i;
    if (listRow(volumeLabel(volume.kind), chosen,
                ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap)) {
      canvas.volume = chosen ? std::nullopt : std::optional(i);
    }
    if (ImGui::IsItemHovered()) hovered = i;
    tooltip(tr(info.summary));
    ImGui::PushFont(fontOf(FontRole::kMono));
    for (const std::string& cell :
         {fixedNumber(volume.volume, decimalsFor(largest)),
          volume.tightness ? fixedNumber(*volume.tightness, 3) : std::string(withoutTightness(*preview.volumes)),
          fmt::format("{}", volume.bytes)}) {
      ImGui::TableNextColumn();
      rightAligned(cell);
    }
    ImGui::PopFont();
    ImGui::TableNextColumn();
    if (ImGui::SmallButton("+")) outbox.request(AddEntries{{preview.index}, infoOf(volume.kind).name, false});
    tooltip(tr("Add this volume to the scene as a body."));
  }
  ImGui::EndTable();
}

struct SurfaceRow {
  MeshSurface surface;
  const char *name, *help;
};
constexpr SurfaceRow kSurfaces[] = {
    {MeshSurface::kPlain, "Plain", "Every face in one grey."},
    {MeshSurface::kMaterials, "Materials",
     "Base colours and textures as the file names them; grey where it names none."},
    {MeshSurface::kNormals, "Normals",
     "Faces in the colours of their normals: x red, y green, z blue. Faces that look the wrong way stand out."},
    {MeshSurface::kUv, "UV",
     "8 × 8 checks over the texture coordinates: red grows with u, green with v. Grey where there are none."}};

void drawMeshButtons(MeshView& view, const MeshPreview& mesh) {
  if (toggleButton(trId("Faces").c_str(), view.faces)) view.faces = !view.faces;
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 7);
  const SurfaceRow& shown = kSurfaces[static_cast<std::size_t>(view.surface)];
  if (ImGui::BeginCombo("##surface", tr(shown.name))) {
    for (const SurfaceRow& row : kSurfaces) {
      if (ImGui::Selectable(trId(row.name).c_str(), row.surface == view.surface)) view.surface = row.surface;
      tooltip(tr(row.help));
    }
    ImGui::EndCombo();
  }
  tooltip(tr(shown.help));
  sameLineIfFits(buttonWidth(tr("Wireframe")));
  const bool too_many = mesh.mesh.triangles.size() > kMaxWireframe;
  ImGui::BeginDisabled(too_many);
  if (toggleButton(trId("Wireframe").c_str(), view.wireframe && !too_many)) view.wireframe = !view.wireframe;
  ImGui::EndDisabled();
  if (too_many) tooltip(trf("More than {} triangles: their edges would only be a grey mass.", kMaxWireframe));
  sameLineIfFits(buttonWidth(tr("Z up")));
  if (toggleButton(trId("Z up").c_str(), view.z_up)) view.z_up = !view.z_up;
  tooltip(tr("The file's z axis upwards, as Blender, 3ds Max and Unreal have it. Only the picture turns."));
  const std::string counts = trn("{} vertex", "{} vertices", mesh.mesh.vertices.size()) + " · " +
                             trn("{} triangle", "{} triangles", mesh.mesh.triangles.size());
  const std::string unit = unitText(mesh.mesh);
  sameLineIfFits(ImGui::CalcTextSize(counts.c_str()).x);
  fittedText(counts, {}, counts + "\n" + sizeText(mesh.bounds) + (unit.empty() ? "" : "\n" + unit));
}

std::string clipName(const Model& model, std::size_t clip) {
  return model.clips[clip].name.empty() ? trf("animation {}", clip + 1) : model.clips[clip].name;
}

/// Which animation, its time, and the skeleton; nothing for a mesh that has neither.
void drawTimeline(MeshView& view, const Model* model) {
  const bool has_bones =
      model != nullptr && std::ranges::any_of(model->parts, [](const ModelPart& part) { return !part.bones.empty(); });
  if (model == nullptr || (model->clips.empty() && !has_bones)) return;
  if (view.clip && *view.clip >= model->clips.size()) view.clip.reset();
  if (toggleButton(trId("Bones").c_str(), view.bones)) view.bones = !view.bones;
  tooltip(tr("The skeleton over all: a line from each joint to the one it hangs from."));
  if (model->clips.empty()) return;
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 7);
  const std::string shown = view.clip ? clipName(*model, *view.clip) : tr("As made");
  if (ImGui::BeginCombo("##clip", asLabel(shown).c_str())) {
    if (ImGui::Selectable(trId("As made").c_str(), !view.clip)) view.clip.reset();
    for (std::size_t i = 0; i < model->clips.size(); ++i) {
      const IdScope id(static_cast<int>(i));
      if (ImGui::Selectable(asLabel(clipName(*model, i)).c_str(), view.clip == i)) {
        view.clip = i;
        view.seconds = 0;
      }
    }
    ImGui::EndCombo();
  }
  tooltip(tr("An animation of the file. Colliders and volumes stay those of the mesh as it was made."));
  ImGui::SameLine();
  if (toggleButton(trId(view.plays ? "Pause" : "Play").c_str(), view.plays)) {
    view.plays = !view.plays;
    if (!view.clip) view.clip = 0;
  }
  if (!view.clip) view.plays = false;
  if (!view.clip) return;
  const double length = model->clips[*view.clip].seconds;
  if (!(length > 0)) view.plays = false;
  if (view.plays) view.seconds = std::fmod(view.seconds + double{ImGui::GetIO().DeltaTime}, length);
  view.seconds = std::clamp(view.seconds, 0.0, std::max(length, 0.0));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-FLT_MIN);
  auto seconds = static_cast<float>(view.seconds);
  const std::string text = fmt::format("{:.2f} / {:.2f} s", view.seconds, length);
  ImGui::BeginDisabled(!(length > 0));
  if (ImGui::SliderFloat("##seconds", &seconds, 0, static_cast<float>(length), text.c_str(),
                         ImGuiSliderFlags_NoInput)) {
    view.seconds = double{seconds};
    view.plays = false;
  }
  ImGui::EndDisabled();
}

constexpr std::array<std::pair<const char*, Channels>, 5> kChannels{{{"RGBA", Channels::kColour},
                                                                     {"R", Channels::kRed},
                                                                     {"G", Channels::kGreen},
                                                                     {"B", Channels::kBlue},
                                                                     {"A", Channels::kAlpha}}};

}  // namespace

PicturePlace drawPictureCanvas(PictureCanvas& canvas, const std::shared_ptr<const Picture>& shown) {
  const Picture& picture = *shown;
  if (canvas.view.picture != shown) {
    canvas.view.picture = shown;
    canvas.zoom = 0;
    canvas.view.channels = Channels::kColour;
  }
  for (const auto& [name, channels] : kChannels) {
    if (toggleButton(name, canvas.view.channels == channels)) canvas.view.channels = channels;
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto width = static_cast<float>(picture.width), height = static_cast<float>(picture.height);
  // Where the buttons leave no room for the size it has its own line.
  const float size_width = ImGui::CalcTextSize("0000 × 0000 · 0000 %").x, buttons = ImGui::GetFontSize() * 6;
  const bool is_narrow = room.x < buttons + size_width;
  const float above = ImGui::GetFrameHeightWithSpacing() + (is_narrow ? ImGui::GetTextLineHeightWithSpacing() : 0);
  const ImVec2 space(ImGui::GetWindowContentRegionMax().x, room.y - above);
  const float fit = std::min(space.x / width, space.y / height);
  const float shown_zoom = canvas.zoom > 0 ? canvas.zoom : std::min(fit, 8.0f);
  if (toggleButton(trId("Fit").c_str(), canvas.zoom <= 0)) canvas.zoom = 0;
  ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
  if (toggleButton("1:1", canvas.zoom == 1)) {
    canvas.zoom = 1;
    canvas.middle = {width / 2, height / 2};
  }
  if (!is_narrow) ImGui::SameLine();
  fittedText(fmt::format("{} × {} · {:.0f} %", picture.width, picture.height, shown_zoom * 100));

  const Canvas place = canvasHere("##picture", ImGui::GetContentRegionAvail());
  const auto zoomTo = [&](float zoom) {
    if (canvas.zoom <= 0) canvas.middle = {width / 2, height / 2};
    // The pixel under the mouse stays there.
    const ImVec2 off(place.mouse.x - place.size.x / 2, place.mouse.y - place.size.y / 2);
    canvas.middle = {canvas.middle.x + off.x / shown_zoom - off.x / zoom,
                     canvas.middle.y + off.y / shown_zoom - off.y / zoom};
    canvas.zoom = zoom;
  };
  if (place.wheel != 0)
    zoomTo(std::clamp(shown_zoom * static_cast<float>(std::pow(1 / kWheelStep, place.wheel)), std::min(fit, 1.0f) / 2,
                      64.0f));
  if (place.orbiting || place.panning) {
    if (canvas.zoom <= 0) zoomTo(shown_zoom);
    canvas.middle = {canvas.middle.x - place.moved.x / shown_zoom, canvas.middle.y - place.moved.y / shown_zoom};
  }
  if (place.twice) canvas.zoom = 0;
  const float zoom = canvas.zoom > 0 ? canvas.zoom : shown_zoom;
  const ImVec2 middle = canvas.zoom > 0 ? canvas.middle : ImVec2{width / 2, height / 2};
  const ImVec2 low(std::round(place.corner.x + place.size.x / 2 - middle.x * zoom),
                   std::round(place.corner.y + place.size.y / 2 - middle.y * zoom));
  const ImVec2 high(low.x + width * zoom, low.y + height * zoom);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(place.corner, {place.corner.x + place.size.x, place.corner.y + place.size.y}, true);
  drawChecks(place, low, high);
  if (canvas.view.texture != nullptr) list.AddImage(canvas.view.texture, low, high);
  list.PopClipRect();
  const PicturePlace at{low, zoom, place.corner, {place.corner.x + place.size.x, place.corner.y + place.size.y}};
  const float over_x = std::floor((place.mouse.x + place.corner.x - low.x) / zoom);
  const float over_y = std::floor((place.mouse.y + place.corner.y - low.y) / zoom);
  // A mouse that is nowhere is at −FLT_MAX.
  const bool is_over = place.hovered && over_x >= 0 && over_y >= 0 && over_x < width && over_y < height;
  if (!is_over || ImGui::IsAnyMouseDown()) return at;
  const int x = static_cast<int>(over_x), y = static_cast<int>(over_y);
  const std::uint8_t* pixel =
      picture.rgba.data() +
      (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x)) * 4;
  tooltip(fmt::format("{}, {}\n{} {} {} {}  #{:02x}{:02x}{:02x}{:02x}", x, y, pixel[0], pixel[1], pixel[2], pixel[3],
                      pixel[0], pixel[1], pixel[2], pixel[3]));
  return at;
}

void drawMeshView(MeshCanvas& canvas, const EntryPreview& entry, const MinMaxBox& look, const MeshView& view,
                  const MeshExtras& extras, Theme theme, ImVec2 size) {
  const Canvas place = canvasHere("##mesh", size);
  const ViewSize view_size{place.size.x, place.size.y};
  if (canvas.made_of != &entry || canvas.made_view.z_up != view.z_up || place.twice)
    lookAtMesh(canvas, view, look, view_size);
  moveCamera(canvas.view.camera, place, view_size);
  if (place.hovered) tooltip(tr("Drag orbits, right-drag pans, the wheel zooms, a double click looks at all of it."));
  updateMeshList(canvas, entry, view, extras, theme);
  canvas.view.width = place.size.x;
  canvas.view.height = place.size.y;
  showTexture(canvas.view, place, *ImGui::GetWindowDrawList());
  // From below: what the file's lengths are, then what is suspect.
  const float pad = ImGui::GetStyle().FramePadding.x;
  float y = place.corner.y + place.size.y - pad;
  const auto addLine = [&](const std::string& text, ImU32 colour) {
    if (text.empty() || y - ImGui::GetTextLineHeight() < place.corner.y) return;
    y -= ImGui::GetTextLineHeight();
    ImGui::GetWindowDrawList()->AddText({place.corner.x + pad * 1.5f, y}, colour,
                                        cutToFit(text, place.size.x - pad * 3).c_str());
  };
  const ImU32 warning = ImGui::GetColorU32(severityColour(Severity::kWarning, theme));
  const std::string unit = unitText(entry.mesh->mesh);
  addLine(sizeText(entry.mesh->bounds) + (unit.empty() ? "" : " · " + unit), ImGui::GetColorU32(ImGuiCol_TextDisabled));
  addLine(unitHint(entry.mesh->bounds), warning);
  for (const std::string& note : entry.mesh->mesh.notes) addLine(note, warning);
  if (view.surface == MeshSurface::kMaterials && extras.model != nullptr) addLine(textureHint(*extras.model), warning);
}

void drawMeshCanvas(MeshCanvas& canvas, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const EntryPreview& entry = *workspace.preview.entry;
  const MeshPreview& mesh = *entry.mesh;
  drawMeshButtons(view.mesh, mesh);
  drawTimeline(view.mesh, workspace.preview.model.get());
  drawColliderTools(workspace, MeshOwner::kEntry, view, outbox);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float table = std::min(ImGui::GetTextLineHeightWithSpacing() * 10.8f, room.y * 0.5f);
  if (canvas.made_of != &entry) canvas.volume.reset();
  // The volume that the mouse was over in the last frame: the table is below.
  const std::optional<std::size_t> shown = canvas.hovered_volume ? canvas.hovered_volume : canvas.volume;
  MeshExtras extras{.volume = shownVolume(shown, workspace.preview.volumes.get()), .model = workspace.preview.model};
  if (view.colliders.pieces_shown) extras.pieces = workspace.preview.pieces.made.get();
  if (extras.pieces != nullptr) extras.apart = view.colliders.apart;
  drawMeshView(canvas, entry, mesh.bounds, view.mesh, extras, workspace.view.theme,
               {room.x, room.y - table - ImGui::GetStyle().ItemSpacing.y});
  canvas.hovered_volume.reset();
  drawVolumes(canvas, workspace, outbox, canvas.hovered_volume);
}

void drawCaseCanvas(MeshCanvas& canvas, const Workspace& workspace, const EntryPreview& entry) {
  const Document& document = entry.document->document;
  if (!document.name.empty()) paragraph(trKnown(document.name));
  if (!document.notes.empty()) {
    inColour(faint(), [&] { fittedText(trKnown(document.notes)); });
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float rows = static_cast<float>(std::min<std::size_t>(document.bodies.size(), 6)) + 1.4f;
  const float table = std::min(ImGui::GetTextLineHeightWithSpacing() * rows, room.y * 0.4f);
  const Canvas place = canvasHere("##case", {room.x, room.y - table - ImGui::GetStyle().ItemSpacing.y});
  const ViewSize size{place.size.x, place.size.y};
  const bool is_new = canvas.made_of != &entry;
  if (is_new || place.twice) canvas.view.camera = caseCamera(document, CaseMtv::kShown, size);
  moveCamera(canvas.view.camera, place, size);
  if (is_new || canvas.made_theme != workspace.view.theme) {
    canvas.made_of = &entry;
    canvas.made_theme = workspace.view.theme;
    canvas.view.list = casePicture(document, workspace.view.theme, CaseMtv::kShown, canvas.view.camera, size);
    ++canvas.view.list_revision;
  }
  canvas.view.width = place.size.x;
  canvas.view.height = place.size.y;
  showTexture(canvas.view, place, *ImGui::GetWindowDrawList());
  if (!ImGui::BeginTable("##bodies", 2, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY,
                         ImGui::GetContentRegionAvail()))
    return;
  ImGui::TableSetupColumn(tr("Body"));
  ImGui::TableSetupColumn(tr("Shape"));
  ImGui::TableHeadersRow();
  drawRowsInSight(document.bodies.size(), [&](int i) {
    const Body& body = document.bodies[static_cast<std::size_t>(i)];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    fittedText(body.id);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(typeLabel(body.shape).c_str());
  });
  ImGui::EndTable();
}

}  // namespace sepax
