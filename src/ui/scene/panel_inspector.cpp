#include "ui/scene/panel_inspector.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/compound_data.h"
#include "geom/rounded.h"
#include "session/workspace.h"
#include "ui/kit/fields.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sepax {

namespace {

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kMaxDegrees = 1e6;

/// The values that every row of the inspector needs.
struct Editor {
  InspectorPanel& panel;
  const Document& document;
  Outbox& outbox;
  bool planar;

  /// Sends an edit unless the document would refuse it; then the reason is shown and nothing changes.
  void send(const Command& command) {
    const Result<void> sent = sendEdit(command, document, panel.step, outbox);
    panel.refusal = sent ? std::string() : describe(sent.error());
  }
  /// Sends a change by one click, no drag: an undo step of its own.
  void sendAlone(const Command& command) {
    panel.step = MergeKey::kNone;
    send(command);
  }
  bool numbers(const char* id, std::span<double> values, const NumberFormat& format) {
    return numberField(id, values, format, panel.step);
  }
};

void row(const char* name, const char* tip) { fieldRow(spokenName(name), *tip != '\0' ? tr(tip) : ""); }

std::span<double> components(double& v) { return {&v, 1}; }
std::span<double> components(Vec2& v) { return {&v.x, 2}; }
std::span<double> components(Vec3& v) { return {&v.x, 3}; }

// One overload for each type that a shape's field can have. True when the value was edited.

template <class Described>
bool editField(Editor&, const Described& field, bool& value) {
  row(field.name, field.tip);
  return ImGui::Checkbox("##value", &value);
}

template <class Described, class Value>
requires requires(Value& value) { components(value); }
bool editField(Editor& editor, const Described& field, Value& value) {
  const bool has_unit = std::is_same_v<Value, double> && *field.unit != '\0';
  row(field.name, field.tip);
  return editor.numbers("##value", components(value),
                        {.min = field.min, .max = field.max, .text = has_unit ? "%.6g m" : "%.6g"});
}

/// A corner list: each can be moved, removed, and one added after it in the middle of the edge.
template <class Described>
bool editField(Editor& editor, const Described& field, std::vector<Vec2>& vertices) {
  constexpr std::size_t kFewest = std::is_same_v<Described, Field<Chain, std::vector<Vec2>>> ? 2 : 3;
  bool changed = false;
  row(field.name, field.tip);
  ImGui::TextDisabled("%s", trf("{} corners", vertices.size()).c_str());
  const float button = ImGui::GetFrameHeight();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const IdScope id(static_cast<int>(i));
    fieldRow(std::to_string(i), "");
    const float spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SetNextItemWidth(-(2 * button + 2 * spacing));
    changed |= editor.numbers("##corner", components(vertices[i]), {.min = field.min, .max = field.max});
    ImGui::SameLine(0, spacing);
    // After the end of a chain comes what continues its last segment.
    const bool is_end = std::is_same_v<Described, Field<Chain, std::vector<Vec2>>> && i + 1 == vertices.size();
    if (ImGui::Button("+", {button, 0})) {
      const Vec2 middle = is_end ? vertices[i] + (vertices[i] - vertices[i - 1])
                                 : vertices[i] + (vertices[(i + 1) % vertices.size()] - vertices[i]) * 0.5;
      vertices.insert(vertices.begin() + static_cast<std::ptrdiff_t>(i) + 1, middle);
      editor.panel.step = MergeKey::kNone;
      changed = true;
    }
    tooltip(tr("Add a corner in the middle of the edge to the next one."));
    ImGui::SameLine(0, spacing);
    if (ImGui::Button("−", {button, 0}) && vertices.size() > kFewest) {
      vertices.erase(vertices.begin() + static_cast<std::ptrdiff_t>(i));
      editor.panel.step = MergeKey::kNone;
      changed = true;
    }
    tooltip(kFewest == 3 ? tr("Remove this corner; a polygon keeps three.")
                         : tr("Remove this corner; a chain keeps two."));
  }
  return changed;
}

template <class Described>
bool editField(Editor& editor, const Described& field, std::array<Vec3, 3>& corners) {
  bool changed = false;
  row(field.name, field.tip);
  ImGui::TextDisabled("%s", trf("{} corners", corners.size()).c_str());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const IdScope id(static_cast<int>(i));
    fieldRow(std::to_string(i), "");
    changed |= editor.numbers("##corner", components(corners[i]), {.min = field.min, .max = field.max});
  }
  return changed;
}

void countRow(const char* name, std::size_t count) {
  row(name, "");
  inFont(FontRole::kMono, [&] { ImGui::TextUnformatted(std::to_string(count).c_str()); });
}

template <class Described>
bool editField(Editor&, const Described&, std::shared_ptr<const HullData>& data) {
  if (data == nullptr) return false;
  countRow("points", data->points.size());
  countRow("hull vertices", data->polytope.vertices.size());
  countRow("hull faces", data->polytope.faces.size());
  countRow("hull edges", data->polytope.edges.size());
  return false;
}

template <class Described>
bool editField(Editor&, const Described&, std::shared_ptr<const MeshData>& data) {
  if (data == nullptr) return false;
  countRow("vertices", data->vertices.size());
  countRow("triangles", data->triangles.size());
  countRow("hull vertices", data->hull.vertices.size());
  countRow("hull faces", data->hull.faces.size());
  return false;
}

/// Spacing alone; heights are read from files.
template <class Described>
bool editField(Editor& editor, const Described&, std::shared_ptr<const HeightfieldData>& data) {
  if (data == nullptr) return false;
  countRow("rows", data->heights.size());
  countRow("columns", data->heights[0].size());
  Vec2 spacing = data->spacing;
  row("spacing", "From one height to the next along x and along z.");
  if (!editor.numbers("##spacing", components(spacing), {.min = 0, .max = kMaxLength})) return false;
  const auto made = makeHeightfield(data->heights, spacing);
  if (made) data = made->data;
  return made.has_value();
}

bool editChild(Editor& editor, CompoundChild& child);

/// Each child in turn: its place in the body and its fields.
template <class Described>
bool editField(Editor& editor, const Described&, std::shared_ptr<const CompoundData>& data) {
  if (data == nullptr) return false;
  std::vector<CompoundChild> children = data->children;
  bool changed = false;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const IdScope id(static_cast<int>(i));
    changed |= editChild(editor, children[i]);
  }
  if (!changed) return false;
  const auto made = makeCompound(std::move(children), editor.planar);
  if (made) {
    data = editor.planar ? std::get<Compound2>(*made).data : std::get<Compound>(*made).data;
  } else {
    editor.panel.refusal = describe(made.error());
  }
  return made.has_value();
}

bool editChild(Editor& editor, CompoundChild& child) {
  bool changed = false;
  ImGui::Separator();
  fieldRow(child.id.c_str(), tr("A convex shape of the compound, with a place in the body."));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(typeLabel(child.shape).c_str());
  row("position", "Where the child's origin lies in the body.");
  changed |= editor.numbers("##position", components(child.pose.position).first(editor.planar ? 2 : 3), {});
  Vec3 degrees = eulerDegOf(child.pose.rotation);
  if (editor.planar) {
    row("angle", "Rotation in the body, counter-clockwise, degrees.");
    if (editor.numbers("##angle", {&degrees.z, 1}, {.min = -kMaxDegrees, .max = kMaxDegrees, .text = "%.6g°"})) {
      child.pose.rotation = matrixOfAngle(radiansOf(degrees.z));
      changed = true;
    }
  } else {
    row("angles x y z", "Degrees about the body's x, then y, then z axis (Euler angles).");
    if (editor.numbers("##euler", components(degrees), {.min = -kMaxDegrees, .max = kMaxDegrees, .text = "%.4g°"})) {
      child.pose.rotation = matrixOf(quaternionOfEulerDeg(degrees));
      changed = true;
    }
  }
  forEachField(child.shape, [&](const auto& field, auto& member) {
    const IdScope id(field.name);
    changed |= editField(editor, field, member);
  });
  return changed;
}

const std::string* meshFileOf(const Shape& shape) {
  if (const auto* hull = coreIf<Hull>(shape)) return &hull->mesh;
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return &mesh->mesh;
  return nullptr;
}

/// A check box that gives the shape a margin, or takes it away.
void drawRounding(Editor& editor, const Body& body) {
  if (!takesMargin(body.shape)) return;
  constexpr double kFirstMargin = 0.1;  // of size
  const Shape core = coreOf(body.shape);
  bool is_rounded = core.index() != body.shape.index();
  row("rounded", "Rounds edges and corners: all points within a margin of the shape belong to it.");
  if (!ImGui::Checkbox("##rounded", &is_rounded)) return;
  const Result<Shape> changed = is_rounded ? rounded(core, kFirstMargin * sizeOf(core)) : core;
  if (changed) editor.sendAlone(SetShape{body.id, *changed});
}

void drawShape(Editor& editor, const Body& body) {
  row("type", "");
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(typeLabel(body.shape).c_str());
  if (isSurface(body.shape) && !std::holds_alternative<Mesh>(body.shape)) {
    inColour(faint(), [&] { paragraph(tr("open: a surface only")); });
  }
  if (const auto* mesh = std::get_if<Mesh>(&body.shape)) {
    inColour(faint(), [&] { paragraph(tr(mesh->data->closed ? "closed: has an inside" : "open: a surface only")); });
    tooltip(
        tr("Tested triangle by triangle. A mesh has an inside when each edge of its triangles is met by another one "
           "the other way."));
    if (ImGui::Button(trId("Use its convex hull").c_str())) {
      if (auto hull = makeHull(usedVertices(mesh->data->vertices, mesh->data->triangles), mesh->mesh))
        editor.send(SetShape{body.id, std::move(*hull)});
    }
    tooltip(tr("Make the body the convex hull of the mesh: simpler and faster to test, its hollows are filled."));
  }
  if (const std::string* file = meshFileOf(body.shape); file != nullptr && !file->empty()) {
    row("file", "The mesh file that the points came from.");
    fittedText(*file);
  }
  Shape edited = body.shape;
  bool changed = false;
  forEachField(edited, [&](const auto& field, auto& member) {
    const IdScope id(field.name);
    changed |= editField(editor, field, member);
  });
  if (changed) editor.send(SetShape{body.id, std::move(edited)});
  drawRounding(editor, body);
}

void drawRotation2d(Editor& editor, const Body& body) {
  const double* angle = std::get_if<double>(&body.rotation);
  if (angle == nullptr) return;
  double degrees = *angle * kDegrees;
  row("angle", "Rotation about the pivot, counter-clockwise, degrees.");
  if (editor.numbers("##angle", {&degrees, 1}, {.min = -kMaxDegrees, .max = kMaxDegrees, .text = "%.6g°"})) {
    editor.send(SetTransform{body.id, body.position, radiansOf(degrees)});
  }
  ImGui::TextDisabled("%s rad", humanNumber(*angle, 6).c_str());
  tooltip(exactNumber(*angle) + " rad");
}

void drawRotation3d(Editor& editor, const Body& body) {
  const Mat3 matrix = matrixOf(body.rotation);
  const Mat3 shown = matrixOf(quaternionOfEulerDeg(editor.panel.euler_deg));
  double difference = 0;
  for (int c = 0; c < 3; ++c) difference = std::max(difference, length(matrix[c] - shown[c]));
  if (difference > 1e-7) editor.panel.euler_deg = eulerDegOf(matrix);
  Vec3 degrees = editor.panel.euler_deg;
  row("angles x y z",
      "Degrees about the world's x, then y, then z axis (Euler angles). The case keeps the quaternion below.");
  if (editor.numbers("##euler", components(degrees), {.min = -kMaxDegrees, .max = kMaxDegrees, .text = "%.4g°"})) {
    editor.panel.euler_deg = degrees;
    editor.send(SetTransform{body.id, body.position, quaternionOfEulerDeg(degrees)});
  }
  Quat q = std::holds_alternative<Quat>(body.rotation) ? std::get<Quat>(body.rotation) : quaternionOf(matrix);
  row("quaternion", "x y z w; made unit after each edit.");
  if (editor.numbers("##quaternion", {&q.x, 4}, {.min = -1, .max = 1, .text = "%.5g"})) {
    if (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w > 1e-6)
      editor.send(SetTransform{body.id, body.position, normalized(q)});
  }
  // Shows the meaning of the four numbers, so that a quaternion with its real part in the wrong place is seen.
  inColour(faint(), [&] { paragraph(rotationText(q)); });
  if (std::holds_alternative<Mat3>(body.rotation))
    ImGui::TextDisabled("%s", tr("given as a matrix; an edit makes it a quaternion"));
}

void drawPlace(Editor& editor, const Body& body) {
  Vec3 position = body.position;
  row("position", "World position of the body's origin, or of its pivot.");
  if (editor.numbers("##position", components(position).first(editor.planar ? 2 : 3), {})) {
    editor.send(SetTransform{body.id, position, body.rotation});
  }
  if (neverRotates(body.shape)) return;
  if (editor.planar) {
    drawRotation2d(editor, body);
  } else {
    drawRotation3d(editor, body);
  }
}

/// A value that a body may have or not: a check box, and numbers while it has one. Returns the new value when edited.
std::optional<std::optional<Vec3>> editOptional(Editor& editor, const char* name, const char* tip,
                                                const std::optional<Vec3>& value, const Vec3& start, double min,
                                                std::size_t first = 0, std::size_t count = 0) {
  ImGui::PushID(name);
  row(name, tip);
  std::optional<std::optional<Vec3>> edited;
  bool has = value.has_value();
  if (ImGui::Checkbox("##has", &has)) {
    editor.panel.step = MergeKey::kNone;
    edited.emplace(has ? std::optional<Vec3>(start) : std::nullopt);
  }
  if (value) {
    Vec3 numbers = *value;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    if (editor.numbers("##value",
                       components(numbers).subspan(first, count > 0       ? count
                                                          : editor.planar ? 2
                                                                          : 3),
                       {.min = min}))
      edited.emplace(numbers);
  }
  ImGui::PopID();
  return edited;
}

void drawExtras(Editor& editor, const Body& body) {
  if (const auto scale =
          editOptional(editor, "scale",
                       "Factors along the body's own axes; negative ones mirror. Round shapes stay round: all equal.",
                       body.scale, Vec3{1.0}, -kMaxLength)) {
    editor.send(SetScale{body.id, *scale});
  }
  if (const auto pivot = editOptional(
          editor, "pivot", "The point in body space that lies at the position and that the rotation is about.",
          body.pivot, Vec3{0.0}, -kMaxLength)) {
    editor.send(SetPivot{body.id, *pivot});
  }
  if (const auto linear = editOptional(editor, "velocity", "Metres a second; for sweeps.", body.linear_velocity,
                                       Vec3{0.0}, -kMaxLength)) {
    editor.send(SetVelocities{body.id, *linear, body.angular_velocity});
  }
  const auto angular = editor.planar ? editOptional(editor, "spin", "Radians a second; for sweeps.",
                                                    body.angular_velocity, Vec3{0.0}, -kMaxLength, 2, 1)
                                     : editOptional(editor, "spin", "Radians a second; for sweeps.",
                                                    body.angular_velocity, Vec3{0.0}, -kMaxLength);
  if (angular) editor.send(SetVelocities{body.id, body.linear_velocity, *angular});
}

void drawLooks(Editor& editor, const Body& body, const ViewState& view) {
  row("colour", "A body's own colour; without one the first of the shown pair is blue and the second orange.");
  bool own = body.colour.has_value();
  const Palette& palette = paletteOf(view.theme);
  if (ImGui::Checkbox("##own", &own)) {
    editor.sendAlone(
        SetBodyColour{body.id, own ? std::optional(BodyColour{palette.a.r, palette.a.g, palette.a.b}) : std::nullopt});
  }
  if (body.colour) {
    float rgb[3] = {body.colour->r / 255.0f, body.colour->g / 255.0f, body.colour->b / 255.0f};
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    const bool changed = ImGui::ColorEdit3("##colour", rgb, ImGuiColorEditFlags_DisplayHex);
    trackEdit(editor.panel.step);
    const auto byte = [](float value) {
      return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255));
    };
    if (changed) editor.send(SetBodyColour{body.id, BodyColour{byte(rgb[0]), byte(rgb[1]), byte(rgb[2])}});
  }
  row("flags", "");
  bool visible = body.visible, locked = body.locked;
  bool changed = ImGui::Checkbox(trId("visible").c_str(), &visible);
  sameLineIfFits(ImGui::CalcTextSize(tr("locked")).x + ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x);
  changed |= ImGui::Checkbox(trId("locked").c_str(), &locked);
  tooltip(tr("Mouse and keys cannot move a locked body."));
  if (changed) editor.sendAlone(SetBodyFlags{body.id, visible, locked});
}

void drawId(Editor& editor, const Body& body) {
  InspectorPanel& panel = editor.panel;
  if (!panel.typing_id) panel.new_id = body.id;
  row("name", "Pairs and expectations follow when it changes.");
  ImGui::InputText("##id", &panel.new_id);
  panel.typing_id = ImGui::IsItemActive();
  if (ImGui::IsItemDeactivatedAfterEdit() && panel.new_id != body.id)
    editor.sendAlone(RenameBody{body.id, panel.new_id});
}

void drawFacts(const Body& body) {
  const PosedShape posed = posedShape(body);
  row("size", "Longest side of its bounds; tolerances scale with it.");
  const FontScope font(FontRole::kMono);
  ImGui::TextUnformatted(isUnbounded(posed.shape) ? tr("unbounded")
                                                  : (humanNumber(sizeOf(posed.shape), 6) + " m").c_str());
}

bool beginGrid(const char* title) {
  if (!sectionHeader(trId(title).c_str())) return false;
  if (!ImGui::BeginTable(title, 2, ImGuiTableFlags_NoPadOuterX)) return false;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 6);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  return true;
}

}  // namespace

std::string rotationText(const Quat& q) {
  const Vec3 v = q.w < 0 ? -Vec3{q.x, q.y, q.z} : Vec3{q.x, q.y, q.z}, axis = normalizedOr(v, Vec3{0.0});
  if (axis == Vec3{0.0}) return tr("no rotation");
  const double angle = 2 * std::atan2(length(v), std::abs(q.w));
  return trf("{}° about ({}, {}, {})", humanNumber(angle * kDegrees, 6), humanNumber(axis.x), humanNumber(axis.y),
             humanNumber(axis.z));
}

Quat quaternionOfEulerDeg(const Vec3& degrees) {
  const Vec3 radians = degrees / kDegrees;
  return normalized(quaternionAbout({0, 0, 1}, radians.z) * quaternionAbout({0, 1, 0}, radians.y) *
                    quaternionAbout({1, 0, 0}, radians.x));
}

Vec3 eulerDegOf(const Mat3& m) {
  // R = Rz·Ry·Rx; m[column][row].
  const double sine = std::clamp(-m[0][2], -1.0, 1.0);
  const bool locked =
      std::abs(sine) > 1 - 1e-12;  // looking straight along y: x and z rotate about one axis, so z takes none
  const double x = locked ? std::atan2(-m[2][1], m[1][1]) : std::atan2(m[1][2], m[2][2]);
  const double z = locked ? 0 : std::atan2(m[0][1], m[0][0]);
  // The rounding error that rotations leave of a zero is no angle.
  constexpr double kNoise = 1e-10;
  const auto clean = [](double degrees) { return std::abs(degrees) < kNoise ? 0.0 : degrees; };
  return {clean(x * kDegrees), clean(std::asin(sine) * kDegrees), clean(z * kDegrees)};
}

namespace {

void drawInspectorPanel(InspectorPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Document& document = workspace.history.document();
  const Body* body = findBody(document, view.selected);
  if (body == nullptr) {
    paragraph(tr("Nothing selected. Click a body in the viewport or in the Scene panel."));
    return;
  }
  if (panel.body != body->id) {
    panel.body = body->id;
    panel.typing_id = false;
    panel.refusal.clear();
    panel.step = MergeKey::kNone;
  }
  beginEdits(panel.step);
  Editor editor{panel, document, outbox, document.space == Space::k2d};
  ImGui::PushID(body->id.c_str());
  if (beginGrid("Body")) {
    drawId(editor, *body);
    drawLooks(editor, *body, view);
    ImGui::EndTable();
  }
  if (beginGrid("Shape")) {
    drawShape(editor, *body);
    drawFacts(*body);
    ImGui::EndTable();
  }
  if (beginGrid("Transform")) {
    drawPlace(editor, *body);
    drawExtras(editor, *body);
    ImGui::EndTable();
  }
  ImGui::PopID();
  if (panel.refusal.empty()) return;
  inColour(toImGuiVec(panelColours(view.theme).warning), [&] { paragraph(panel.refusal); });
}

}  // namespace

const Panel kInspectorPanel = {
    .word = "inspector",
    .title = "Inspector",
    .help =
        "The numbers of the selected body: its shape, where it is, how fast it moves. Drag a number or click it to "
        "type. Values that cannot be are refused, with the reason.",
    .home = Region::kRight,
    .draw = [](PanelContext& c) { drawInspectorPanel(c.state<InspectorPanel>(), c.workspace, c.view, c.outbox); },
};

}  // namespace sepax
