#include "ui/kit/canvas.h"

#include "ui/kit/theme.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

namespace sepax {

Canvas canvasHere(const char* id, ImVec2 size) {
  Canvas canvas;
  canvas.corner = ImGui::GetCursorScreenPos();
  canvas.size = {std::max(size.x, 1.0f), std::max(size.y, 1.0f)};
  ImGui::InvisibleButton(
      id, canvas.size,
      ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  const ImGuiIO& io = ImGui::GetIO();
  canvas.hovered = ImGui::IsItemHovered();
  canvas.mouse = {io.MousePos.x - canvas.corner.x, io.MousePos.y - canvas.corner.y};
  canvas.moved = io.MouseDelta;
  canvas.twice = canvas.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  if (canvas.hovered) canvas.wheel = io.MouseWheel;
  if (!ImGui::IsItemActive()) return canvas;
  const bool shift = io.KeyShift;
  canvas.orbiting = io.MouseDown[ImGuiMouseButton_Left] && !shift;
  canvas.panning = io.MouseDown[ImGuiMouseButton_Right] || io.MouseDown[ImGuiMouseButton_Middle] ||
                   (io.MouseDown[ImGuiMouseButton_Left] && shift);
  return canvas;
}

void moveCamera(Camera& camera, const Canvas& canvas, const ViewSize& size) {
  const Vec2 moved(canvas.moved.x, canvas.moved.y);
  const bool planar = camera.projection == Projection::kPlanar;
  if (canvas.orbiting && !planar) {
    orbit(camera, moved);
  } else if (canvas.orbiting || canvas.panning) {
    pan(camera, size, moved);
  }
  if (canvas.wheel != 0) zoomAt(camera, size, {canvas.mouse.x, canvas.mouse.y}, std::pow(kWheelStep, canvas.wheel));
}

void showTexture(const RenderedView& view, const Canvas& canvas, ImDrawList& list) {
  const ImVec2 end(canvas.corner.x + canvas.size.x, canvas.corner.y + canvas.size.y);
  if (view.texture != nullptr)
    list.AddImage(view.texture, canvas.corner, end, {0, 1}, {1, 0});  // OpenGL keeps it upside down
  list.AddRect(canvas.corner, end, ImGui::GetColorU32(ImGuiCol_Border));
}

void paintFlat(const DrawList& list, ImVec2 corner) {
  ImDrawList& to = *ImGui::GetWindowDrawList();
  const auto at = [&](const glm::vec3& p) { return ImVec2(corner.x + p.x, corner.y + p.y); };
  const ImDrawListFlags flags = to.Flags;
  to.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // cells side by side show no seams
  for (std::size_t i = 0; i + 5 < list.translucent.size(); i += 6)
    to.AddRectFilled(at(list.translucent[i].position), at(list.translucent[i + 2].position),
                     toImGui(list.translucent[i].colour));
  to.Flags = flags;
  for (const Line& line : list.lines) {
    if (line.dash_px <= 0) {
      to.AddLine(at(line.from), at(line.to), toImGui(line.colour), line.width_px);
      continue;
    }
    const ImVec2 from = at(line.from), end = at(line.to);
    const float length = std::hypot(end.x - from.x, end.y - from.y);
    for (float begin = 0; begin < length; begin += 2 * line.dash_px) {
      const auto along = [&](float way) {
        return ImVec2(from.x + (end.x - from.x) * way / length, from.y + (end.y - from.y) * way / length);
      };
      to.AddLine(along(begin), along(std::min(begin + line.dash_px, length)), toImGui(line.colour), line.width_px);
    }
  }
  for (const Point& point : list.points)
    to.AddCircleFilled(at(point.position), point.size_px / 2, toImGui(point.colour));
  for (const Label& label : list.labels) {
    const ImVec2 size = ImGui::CalcTextSize(label.text.c_str()), place = at(label.position);
    to.AddText({std::round(place.x - size.x * label.align_x), std::round(place.y - size.y * label.align_y)},
               toImGui(label.colour), label.text.c_str());
  }
}

namespace {

/// ImGui knows no dashes.
void addDashed(ImDrawList* to, const ImVec2& from, const ImVec2& end, const FlatMark& mark) {
  const float length = std::hypot(end.x - from.x, end.y - from.y), period = 3 * mark.dash_px;
  const auto at = [&](float way) {
    const float part = std::min(way / length, 1.0f);
    return ImVec2{from.x + (end.x - from.x) * part, from.y + (end.y - from.y) * part};
  };
  constexpr float kMaxLength = 20'000;  // pixels: far beyond any view
  for (float way = 0; way < std::min(length, kMaxLength); way += period)
    to->AddLine(at(way), at(way + mark.dash_px), toImGui(mark.colour), mark.width_px);
}

void drawFlat(ImDrawList* to, const DrawList& list, ImVec2 corner) {
  std::vector<ImVec2> points;
  for (const FlatMark& mark : list.flat) {
    points.clear();
    for (const Vec2& p : mark.points) points.push_back(onScreen(corner, p));
    const int count = static_cast<int>(points.size());
    if (mark.width_px <= 0) {
      to->AddConvexPolyFilled(points.data(), count, toImGui(mark.colour));
    } else if (mark.dash_px > 0) {
      for (std::size_t i = 0; i + 1 < points.size(); ++i) addDashed(to, points[i], points[i + 1], mark);
    } else {
      to->AddPolyline(points.data(), count, toImGui(mark.colour), ImDrawFlags_None, mark.width_px);
    }
  }
}

}  // namespace

Vec2 labelSize(const std::string& text) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  return {size.x + 2 * kLabelMarginX, size.y + 2 * kLabelMarginY};
}

std::string drawLabels(ImDrawList* to, const DrawList& list, const Camera& camera, const ViewSize& view, ImVec2 corner,
                       Colour background, std::span<const PixelBox> taken, LabelMemory* memory) {
  to->PushClipRect(corner, onScreen(corner, {view.width, view.height}), true);
  drawFlat(to, list, corner);
  const std::vector<PlacedLabel> placed = placeLabels(list, camera, view, labelSize, taken, memory);
  for (const PlacedLabel& place : placed) {
    if (!place.moved_from) continue;
    Colour colour = list.labels[place.label].colour;
    colour.a = kLeaderAlpha;
    to->AddLine(onScreen(corner, *place.moved_from), onScreen(corner, leaderEnd(place)), toImGui(colour), 1);
  }
  background.a = kHaloAlpha;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::string pointed;
  for (const PlacedLabel& place : placed) {
    const Label& label = list.labels[place.label];
    const ImVec2 at = onScreen(corner, place.min), end = onScreen(corner, place.max);
    if (label.priority > 0 && (!label.is_flat || label.is_strong))
      to->AddRectFilled(at, end, toImGui(background), kHaloRadius);
    if (mouse.x >= at.x && mouse.x < end.x && mouse.y >= at.y && mouse.y < end.y) pointed = label.exact;
    const ImVec2 text_at{at.x + kLabelMarginX, at.y + kLabelMarginY};
    ImFont* const font = label.is_strong ? fontOf(FontRole::kBold) : ImGui::GetFont();
    to->AddText(font, ImGui::GetFontSize(), text_at, toImGui(label.colour), label.text.c_str());
    if (!place.has_note) continue;
    const float width = font->CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0, (label.text + "   ").c_str()).x;
    to->AddText({text_at.x + width, text_at.y}, toImGui(withAlpha(label.colour, 0.6)), label.note.c_str());
  }
  to->PopClipRect();
  return pointed;
}

void noteAt(ImDrawList* to, ImVec2 at, const std::string& text, const Palette& palette, const Colour& colour) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec4 clip = to->_ClipRectStack.empty() ? ImVec4{0, 0, 1e9f, 1e9f} : to->_ClipRectStack.back();
  at.x = std::clamp(at.x, clip.x + 6, std::max(clip.x + 6, clip.z - size.x - 6));
  at.y = std::clamp(at.y, clip.y + 4, std::max(clip.y + 4, clip.w - size.y - 4));
  const Colour& back = palette.background_bottom;
  to->AddRectFilled({at.x - 5, at.y - 3}, {at.x + size.x + 5, at.y + size.y + 3}, IM_COL32(back.r, back.g, back.b, 220),
                    4);
  to->AddText(at, toImGui(colour), text.c_str());
}

void noteBesideMouse(ImDrawList* to, const std::string& text, const Palette& palette, const Colour& colour) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  noteAt(to, {mouse.x + 18, mouse.y + 16}, text, palette, colour);
}

}  // namespace sepax
