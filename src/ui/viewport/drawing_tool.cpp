#include "ui/viewport/drawing_tool.h"

#include "core/language.h"
#include "core/text.h"
#include "session/scene/body_edits.h"
#include "ui/kit/canvas.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr double kClosePx = 10;  ///< how near the first corner a click closes the outline

bool goesByCorners(Tool tool) { return tool == Tool::kDrawPolygon || tool == Tool::kDrawHull; }

bool isOver(const DrawingHand& hand, const Vec3& point) {
  const auto pixel = toPixel(hand.camera, hand.view, point);
  return pixel && std::hypot(pixel->x - hand.pixel.x, pixel->y - hand.pixel.y) < kClosePx;
}

bool wouldClose(const ViewportDrawing& drawing, const DrawingHand& hand) {
  return drawing.points.size() > 2 && isOver(hand, drawing.points.front());
}

Result<Body> made(const ViewportDrawing& drawing, const DrawingHand& hand) {
  switch (hand.tool) {
    case Tool::kDrawPolygon:
      return polygonBody(drawing.points);
    case Tool::kDrawHull:
      return hullBody(drawing.points, hand.space);
    case Tool::kDrawRound:
      return roundBody(drawing.points.front(), hand.at, hand.space);
    default:
      return boxBody(drawing.points.front(), hand.at, hand.space);
  }
}

/// The finished shape, and a clean sheet for the next one.
std::optional<Body> finish(ViewportDrawing& drawing, const DrawingHand& hand) {
  Result<Body> body = made(drawing, hand);
  if (body) {
    drawing = {};
    return std::move(*body);
  }
  drawing.refusal = body.error().message;
  if (!goesByCorners(hand.tool)) drawing.points.clear();
  return std::nullopt;
}

std::string sizeText(const ViewportDrawing& drawing, const DrawingHand& hand) {
  const Vec3 d = hand.at - drawing.points.back();
  if (hand.tool == Tool::kDrawRound) return "r " + humanNumber(length(d), 4);
  if (hand.tool != Tool::kDrawBox) return humanNumber(length(d), 4);
  std::string text;
  for (int c = 0; c < 3; ++c) {
    if (d[c] != 0) text += (text.empty() ? "" : " × ") + humanNumber(std::abs(d[c]), 4);
  }
  return text;
}

/// "1.5, -2": the coordinates.
std::string placeText(const DrawingHand& hand) {
  std::string text = humanNumber(hand.at.x, 4) + ", " + humanNumber(hand.at.y, 4);
  if (hand.space == Space::k3d) text += ", " + humanNumber(hand.at.z, 4);
  return text;
}

}  // namespace

void movePen(ViewportDrawing& drawing, const Camera& camera, const ViewSize& view) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsMouseClicked(ImGuiMouseButton_Left)) drawing.pen.reset();
  static constexpr struct {
    int key, across, up;
  } kKeys[] = {{kKeyLeft, -1, 0}, {kKeyRight, 1, 0}, {kKeyUp, 0, 1}, {kKeyDown, 0, -1}};
  for (const auto& row : kKeys) {
    const bool fine = io.KeyCtrl;
    if (!isPressed({.key = row.key, .ctrl = fine}, KeyRepeat::kWhileHeld)) continue;
    const DragInput middle{{view.width / 2, view.height / 2}, true, false};
    drawing.pen = drawing.pen ? drawnStep(*drawing.pen, row.across, row.up, fine, camera, view)
                              : drawnPoint(middle, camera, view);
    drawing.refusal.clear();
  }
}

bool isDrawing(Tool tool) { return tool >= Tool::kDrawPolygon && tool <= Tool::kDrawBox; }

std::optional<Body> continueDrawing(ViewportDrawing& drawing, const DrawingHand& hand) {
  const bool sets = hand.has_pen && isPressed(plain(' '));
  const bool clicked = sets || (hand.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left));
  if (!goesByCorners(hand.tool) && hand.has_pen) {
    if (sets && drawing.points.empty()) {
      drawing.points = {hand.at};
      drawing.refusal.clear();
      return std::nullopt;
    }
    return !drawing.points.empty() && (sets || isPressed(plain(kKeyEnter))) ? finish(drawing, hand) : std::nullopt;
  }
  if (!goesByCorners(hand.tool)) {
    if (clicked) drawing = {{hand.at}, true, {}, {}};
    if (!drawing.pressed || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return std::nullopt;
    drawing.pressed = false;
    std::optional<Body> body = finish(drawing, hand);
    drawing.points.clear();
    return body;
  }
  if (isPressed(plain(kKeyBackspace), KeyRepeat::kWhileHeld) || isPressed(ctrl('Z'), KeyRepeat::kWhileHeld)) {
    if (!drawing.points.empty()) drawing.points.pop_back();
    drawing.refusal.clear();
  }
  if (isPressed(plain(kKeyEnter))) return finish(drawing, hand);
  if (!clicked) return std::nullopt;
  drawing.refusal.clear();
  // The second click of a double click falls on the corner that the first one set.
  const bool again = !sets && !drawing.points.empty() && isOver(hand, drawing.points.back()) &&
                     ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  if (again || wouldClose(drawing, hand)) return finish(drawing, hand);
  drawing.points.push_back(hand.at);
  return std::nullopt;
}

void paintDrawing(ImDrawList* to, const ViewportDrawing& drawing, const DrawingHand& hand, ImVec2 corner,
                  const Palette& palette) {
  const ImU32 colour = toImGui(palette.highlight);
  const auto onWindow = [&](const Vec3& point) {
    const auto pixel = toPixel(hand.camera, hand.view, point);
    return pixel ? std::optional(onScreen(corner, *pixel)) : std::nullopt;
  };
  std::vector<ImVec2> line;
  const auto add = [&](const Vec3& point) {
    if (const auto pixel = onWindow(point)) line.push_back(*pixel);
  };
  const bool closes = goesByCorners(hand.tool) && wouldClose(drawing, hand);
  const auto pen = hand.has_pen ? onWindow(hand.at) : std::nullopt;
  if (pen) {
    constexpr float kArm = 9, kHole = 3;
    for (const ImVec2 d : {ImVec2{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
      to->AddLine({pen->x + d.x * kHole, pen->y + d.y * kHole}, {pen->x + d.x * kArm, pen->y + d.y * kArm}, colour,
                  1.5f);
  }
  if (drawing.points.empty()) {
    if (const auto cross = hand.hovered && !pen ? onWindow(hand.at) : std::nullopt)
      to->AddCircle(*cross, 4, colour, 12, 1.5f);
  } else if (hand.tool == Tool::kDrawRound) {
    const auto centre = onWindow(drawing.points.front()), rim = onWindow(hand.at);
    if (centre && rim) {
      to->AddCircle(*centre, std::hypot(rim->x - centre->x, rim->y - centre->y), colour, 64, 2);
      to->AddLine(*centre, *rim, colour, 1);
    }
  } else if (hand.tool == Tool::kDrawBox) {
    // The two coordinates in which the corners differ most.
    const Vec3 &a = drawing.points.front(), &b = hand.at;
    const Vec3 d = glm::abs(b - a);
    const int still = d.x <= d.y && d.x <= d.z ? 0 : d.y <= d.z ? 1 : 2;
    const int u = (still + 1) % 3;
    Vec3 second = a, fourth = b;
    second[u] = b[u];
    fourth[u] = a[u];
    for (const Vec3& p : {a, second, b, fourth}) add(p);
    to->AddPolyline(line.data(), static_cast<int>(line.size()), colour, ImDrawFlags_Closed, 2);
  } else {
    for (const Vec3& p : drawing.points) add(p);
    if (!closes) add(hand.at);
    to->AddPolyline(line.data(), static_cast<int>(line.size()), colour, closes ? ImDrawFlags_Closed : ImDrawFlags_None,
                    2);
    for (std::size_t i = 0; i < line.size(); ++i) to->AddCircleFilled(line[i], i == 0 ? 6.0f : 4.0f, colour, 12);
    if (closes) to->AddCircle(line.front(), 10, colour, 20, 2);
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos, hand_at = pen.value_or(mouse);
  const auto note = [&](const std::string& text, const Colour& in) {
    noteAt(to, {hand_at.x + 18, hand_at.y + 16}, text, palette, in);
  };
  if (!drawing.refusal.empty()) {
    note(drawing.refusal, palette.overlapping);
  } else if (closes) {
    note(pen ? tr("Space closes") : tr("click to close"), palette.text);
  } else if (!drawing.points.empty()) {
    note(sizeText(drawing, hand), palette.text);
  } else if (pen) {
    note(placeText(hand), palette.text);
  }
}

}  // namespace sepax
