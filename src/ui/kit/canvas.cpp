#include "ui/kit/canvas.h"

#include "ui/kit/theme.h"

#include <algorithm>
#include <cmath>

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

}  // namespace sepax
