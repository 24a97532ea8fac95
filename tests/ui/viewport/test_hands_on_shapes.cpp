#include "core/language.h"
#include "session/huge_inputs.h"
#include "session/process.h"
#include "session/scene/body_edits.h"
#include "session/scene/reports.h"
#include "session/scene/selection.h"
#include "ui/actions.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <optional>

namespace sepax {
namespace {

/// An empty plane and a mouse.
class HandsOnShapes : public testing::Test {
 protected:
  HandsOnShapes() {
    Document document;
    document.space = Space::k2d;
    window.workspace.history.reset(document);
    window.workspace.wants_new_view = true;
    window.frame(4);
    window.workspace.view.camera.target = {0, 0, 0};
    window.workspace.view.camera.distance = 6;
    window.frame(2);
  }
  [[nodiscard]] ImVec2 onScreen(double x, double y) const {
    const ViewportState& v = window.shell.viewport;
    const auto pixel = toPixel(window.workspace.view.camera, {v.width, v.height}, {x, y, 0});
    return {v.left + static_cast<float>(pixel->x), v.top + static_cast<float>(pixel->y)};
  }
  void run(const char* action) {
    Outbox outbox;
    ActionContext context{window.workspace, window.workspace.view, window.shell, outbox};
    ASSERT_NE(findAction(action), nullptr) << action;
    findAction(action)->run(context);
    process(window.workspace, outbox);
    window.frame(2);
  }
  void click(double x, double y) {
    const ImVec2 at = onScreen(x, y);
    window.click(at.x, at.y);
  }
  void drag(double x, double y, double to_x, double to_y, int button = 0) {
    const ImVec2 from = onScreen(x, y), to = onScreen(to_x, to_y);
    window.moveTo(from.x, from.y);
    window.moveTo(from.x, from.y);
    ImGui::GetIO().MouseDown[button] = true;
    window.frame();
    for (int i = 1; i <= 8; ++i) {
      window.moveTo(from.x + (to.x - from.x) * static_cast<float>(i) / 8,
                    from.y + (to.y - from.y) * static_cast<float>(i) / 8);
    }
    ImGui::GetIO().MouseDown[button] = false;
    window.frame(2);
  }
  void drawTriangle() {
    run("draw_polygon");
    click(-1.5, -0.5);
    click(-0.5, -0.5);
    click(-1, 0.5);
    click(-1.5, -0.5);
  }
  void drawThree() {
    drawTriangle();
    run("draw_round");
    drag(1, 0, 1.4, 0);
    run("draw_box");
    drag(-0.3, 1, 0.3, 1.4);
  }
  [[nodiscard]] const std::vector<Body>& bodies() const { return window.workspace.history.document().bodies; }

  HeadlessWindow window;
};

TEST_F(HandsOnShapes, ATriangleDrawnByHandTouchesACircleBesideABox) {
  drawThree();
  ASSERT_EQ(bodies().size(), 3u);
  EXPECT_EQ(std::get<Polygon>(bodies()[0].shape).vertices.size(), 3u);
  EXPECT_NEAR(std::get<Circle>(bodies()[1].shape).radius, 0.4, 0.02);
  EXPECT_NEAR(std::get<Box2>(bodies()[2].shape).half_extents.x, 0.3, 0.02);
  EXPECT_EQ(window.workspace.view.tool, Tool::kMove);
  // The magnet takes hold a few pixels before the circle reaches the triangle's side.
  const auto way = moveToTouch(window.workspace.history.document(), "B", "A", Vec3{1, 0, 0});
  ASSERT_TRUE(way);
  drag(1.25, 0.1, 1.25 + way->shift.x + 0.02, 0.1);
  const PairReport report = testPair(window.workspace.history.document(), {"A", "B"}).value();
  EXPECT_EQ(report.answer.verdict, Verdict::kTouching) << report.answer.separation;
  EXPECT_EQ(testPair(window.workspace.history.document(), {"A", "C"}).value().answer.verdict, Verdict::kSeparated);
}

TEST_F(HandsOnShapes, TheKeyForTouchingMovesTheSelectedBodyAndUndoTakesItBack) {
  drawThree();
  click(1.2, 0.1);
  EXPECT_EQ(window.workspace.view.selected, "B");
  window.workspace.view.pair = PairIds{"A", "B"};
  window.frame(2);
  const Vec3 before = bodies()[1].position;
  window.press({'T'});
  window.frame(2);
  EXPECT_EQ(testPair(window.workspace.history.document(), {"A", "B"}).value().answer.verdict, Verdict::kTouching);
  EXPECT_EQ(window.workspace.view.pair, (PairIds{"A", "B"})) << "colours would change hands";
  window.press({'Z', true});
  window.frame(2);
  EXPECT_EQ(bodies()[1].position, before);
}

TEST_F(HandsOnShapes, APolygonThatWouldCrossItselfStaysOpenAndBackspaceMendsIt) {
  run("draw_polygon");
  click(-1, -1);
  click(1, 1);
  click(1, -1);
  click(-1, 1);
  click(-1, -1);
  EXPECT_TRUE(bodies().empty());
  EXPECT_FALSE(window.shell.viewport.drawing.refusal.empty());
  window.press({kKeyBackspace});
  window.press({kKeyEnter});
  window.frame(2);
  ASSERT_EQ(bodies().size(), 1u);
  EXPECT_EQ(std::get<Polygon>(bodies()[0].shape).vertices.size(), 3u);
}

TEST_F(HandsOnShapes, CornersAreDraggedPutInAndDeletedOneUndoEach) {
  drawTriangle();
  run("edit_points");
  EXPECT_EQ(window.workspace.view.tool, Tool::kPoints);
  drag(-1, 0.5, -1, 1);
  const auto corners = [&] { return std::get<Polygon>(bodies()[0].shape).vertices; };
  ASSERT_EQ(corners().size(), 3u);
  EXPECT_NEAR(bodies()[0].position.y + corners()[2].y, 1, 0.02);
  drag(-1, -0.5, -1, -1);  // the middle of the lower edge
  ASSERT_EQ(corners().size(), 4u);
  EXPECT_NEAR(bodies()[0].position.y + corners()[1].y, -1, 0.02);
  const std::size_t entries = window.workspace.history.size();
  drag(-1, -1, -1, 2);  // through the opposite corner: the edges would cross
  EXPECT_EQ(window.workspace.history.size(), entries + 1);
  window.press({'Z', true});
  window.frame(2);
  const ImVec2 at = onScreen(-1, -1);
  window.moveTo(at.x, at.y);
  window.press({kKeyBackspace});
  window.frame(2);
  EXPECT_EQ(corners().size(), 3u);
}

TEST_F(HandsOnShapes, OfThousandsOfCornersThoseAreMarkedThatHaveRoom) {
  Document document = hullPair(3000);
  document.bodies.pop_back();
  const std::size_t corners = editablePoints(document.bodies.front()).size();
  ASSERT_GT(corners, 2000u);
  window.workspace.view.selected = document.bodies.front().id;
  window.workspace.history.reset(std::move(document));
  window.workspace.wants_new_view = true;
  window.frame(4);
  const auto drawn = [&](const char* tool) {
    run(tool);
    return ImGui::GetDrawData()->TotalVtxCount;
  };
  constexpr int kOfOne = 8;  // vertices of a mark, and more with soft corners
  const int without = drawn("tool_select"), with = drawn("edit_points");
  EXPECT_GT(with, without + 100 * kOfOne);
  EXPECT_LT(with, without + static_cast<int>(corners) * kOfOne);
}

TEST_F(HandsOnShapes, ABoxOfTheMouseSelectsAndTheGroupMovesAsOneStep) {
  drawThree();
  window.workspace.view.magnet = false;
  run("tool_select");
  drag(-1.7, -1, 1.7, 0.7);
  EXPECT_EQ(selectedIds(window.workspace.view), (std::vector<std::string>{"A", "B"}));
  run("tool_move");
  const Vec3 a = bodies()[0].position, b = bodies()[1].position;
  const std::size_t entries = window.workspace.history.size();
  drag(1.25, 0.1, 1.25, -0.4);
  EXPECT_EQ(window.workspace.history.size(), entries + 1);
  EXPECT_LT(length((bodies()[0].position - a) - (bodies()[1].position - b)), 1e-9);
  EXPECT_LT(bodies()[0].position.y, a.y - 0.3);
  EXPECT_EQ(window.workspace.history.undoLabel(), "Move A, B");
}

TEST_F(HandsOnShapes, ShiftClickAddsAndTakesOutAndCtrlATakesAll) {
  drawThree();
  click(1.25, 0.1);
  ImGui::GetIO().KeyShift = true;
  click(-1, -0.3);
  EXPECT_EQ(selectedIds(window.workspace.view), (std::vector<std::string>{"B", "A"}));
  click(-1, -0.3);
  ImGui::GetIO().KeyShift = false;
  window.frame(2);
  EXPECT_EQ(selectedIds(window.workspace.view), (std::vector<std::string>{"B"}));
  window.press({'A', true});
  window.frame();
  EXPECT_EQ(selectedIds(window.workspace.view).size(), 3u);
  window.press({kKeyTab});
  EXPECT_EQ(selectedIds(window.workspace.view).size(), 1u);
}

TEST_F(HandsOnShapes, ALetterWhileDraggingKeepsToTheAxisAndARightClickOpensWhatAppliesThere) {
  drawThree();
  window.workspace.view.magnet = false;
  const Vec3 before = bodies()[1].position;
  const ImVec2 from = onScreen(1.25, 0.1);
  window.moveTo(from.x, from.y);
  window.moveTo(from.x, from.y);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  window.moveTo(from.x + 30, from.y - 40);
  window.type("y");
  window.moveTo(from.x + 31, from.y - 40);
  EXPECT_EQ(bodies()[1].position.x, before.x);
  EXPECT_GT(bodies()[1].position.y, before.y + 0.1);
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(2);
  const ImVec2 at = onScreen(-1, -0.3);
  window.moveTo(at.x, at.y);
  ImGui::GetIO().MouseDown[1] = true;
  window.frame();
  ImGui::GetIO().MouseDown[1] = false;
  window.frame(3);
  EXPECT_EQ(window.workspace.view.selected, "A");
  EXPECT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
}

TEST_F(HandsOnShapes, CtrlAndAnArrowShowTheBits) {
  drawTriangle();
  click(-1, -0.3);
  const Vec3 before = bodies()[0].position;
  window.press({.key = kKeyRight, .ctrl = true});
  window.frame(2);
  EXPECT_EQ(bodies()[0].position.x, std::nextafter(before.x, 10));
  EXPECT_GT(window.shell.viewport.bits_shown_until, ImGui::GetTime());
}

/// Arrow keys with a drawing tool: no mouse at all.
class Pen : public HandsOnShapes {
 protected:
  void go(int across, int up) {
    for (int i = 0; i < std::abs(across); ++i) window.press(plain(across < 0 ? kKeyLeft : kKeyRight));
    for (int i = 0; i < std::abs(up); ++i) window.press(plain(up < 0 ? kKeyDown : kKeyUp));
  }
  void set() { window.press(plain(' ')); }
  [[nodiscard]] const Document& document() const { return window.workspace.history.document(); }
  [[nodiscard]] const std::optional<Vec3>& pen() const { return window.shell.viewport.drawing.pen; }
};

TEST_F(Pen, StartsInTheMiddleAndGoesInRoundSteps) {
  window.press(plain('Y'));
  window.frame();
  EXPECT_FALSE(pen());
  go(1, 0);
  ASSERT_TRUE(pen());
  EXPECT_EQ(*pen(), (Vec3{0, 0, 0})) << "the first key brings it";
  go(3, -1);
  ASSERT_TRUE(pen());
  const double step = pen()->x / 3;
  EXPECT_GT(step, 0);
  EXPECT_NEAR(pen()->y, -step, 1e-12);
  EXPECT_NE(fmt::format("{}", pen()->x).size(), 19u) << "its decimals are short: " << fmt::format("{}", pen()->x);
  const double before = pen()->x;
  window.press(ctrl(kKeyRight));
  EXPECT_GT(pen()->x, before);
  EXPECT_LT(pen()->x, before + step / 4);
  window.press(plain(kKeyRight));
  EXPECT_NEAR(pen()->x, before + step, 1e-12) << "and back on the grid";
  const ImVec2 at = onScreen(1, 1);
  window.moveTo(at.x, at.y);
  window.moveTo(at.x + 3, at.y);
  EXPECT_FALSE(pen()) << "the mouse takes over";
}

TEST_F(Pen, DrawsATriangleThatTouchesACircleBesideABox) {
  window.press(plain('Y'));
  window.frame();
  go(1, 0);
  set();
  go(4, 0);
  set();
  go(-2, 4);
  set();
  go(-2, -4);
  set();  // the first corner again
  window.frame(2);
  ASSERT_EQ(document().bodies.size(), 1u);
  const auto* triangle = std::get_if<Polygon>(&document().bodies[0].shape);
  ASSERT_NE(triangle, nullptr);
  EXPECT_EQ(triangle->vertices.size(), 3u);
  window.press(plain('K'));
  window.frame();
  go(1, 0);
  go(8, 0);
  set();
  go(1, 0);
  set();
  window.frame(2);
  ASSERT_EQ(document().bodies.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<Circle>(document().bodies[1].shape));
  window.press(plain('T'));
  window.frame(2);
  ASSERT_NE(shownReport(window.workspace), nullptr);
  EXPECT_EQ(shownReport(window.workspace)->answer.verdict, Verdict::kTouching);
  window.press(plain('B'));
  window.frame();
  go(1, 0);
  go(-6, -6);
  set();
  go(3, 2);
  window.press(plain(kKeyEnter));
  window.frame(2);
  ASSERT_EQ(document().bodies.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<Box2>(document().bodies[2].shape));
}

TEST_F(Pen, MovesNoBodyAndRefusesWhatIsNoShape) {
  drawTriangle();
  window.moveTo(5, 5);
  const Vec3 where = document().bodies[0].position;
  window.press(plain('K'));
  window.frame();
  go(1, 0);
  set();
  set();
  EXPECT_EQ(document().bodies.size(), 1u);
  EXPECT_FALSE(window.shell.viewport.drawing.refusal.empty()) << "a circle without a radius";
  go(2, 0);
  EXPECT_TRUE(window.shell.viewport.drawing.refusal.empty());
  window.press(plain(kKeyEscape));
  window.press(plain(kKeyEscape));
  window.frame(2);
  EXPECT_EQ(window.workspace.view.tool, Tool::kMove);
  EXPECT_EQ(document().bodies[0].position, where);
}

TEST_F(Pen, StaysInOnePlaneInSpace) {
  Document space;
  window.workspace.history.reset(space);
  window.workspace.wants_new_view = true;
  window.frame(4);
  window.press(plain('B'));
  window.frame();
  go(1, 0);
  ASSERT_TRUE(pen());
  const Vec3 start = *pen();
  go(5, 3);
  const Vec3 moved = *pen() - start;
  int still = 0;
  for (int c = 0; c < 3; ++c) still += moved[c] == 0 ? 1 : 0;
  EXPECT_EQ(still, 1) << "two coordinates change";
}

}  // namespace
}  // namespace sepax
