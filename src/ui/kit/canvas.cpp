#include "ui/kit/canvas.h"

#include "ui/kit/offscreen.h"

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

}  // namespace sepax
