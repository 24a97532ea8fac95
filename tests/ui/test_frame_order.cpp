#include "document/document.h"
#include "draw/camera.h"
#include "session/process.h"
#include "session/scene/motion_player.h"
#include "session/scene/reports.h"
#include "ui/headless_window.h"
#include "ui/texts_on_screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

// Input → commands → reports → picture → draw, within one frame: the picture once trailed the mouse by a frame.

namespace sepax {
namespace {

/// Where the picture of the last frame has a body's name, world.
std::optional<Vec3> nameInPicture(const HeadlessWindow& window, const std::string& id) {
  const DrawList& list = window.picture.list;
  const auto label = std::ranges::find(list.labels, id, &Label::text);
  return label == list.labels.end() ? std::nullopt : std::optional(list.origin + Vec3(label->position));
}

const Vec3& positionOf(const HeadlessWindow& window, const char* id) {
  return findBody(window.workspace.history.document(), id)->position;
}

TEST(FrameOrder, ThePictureOfAFrameShowsWhereItsDragBroughtTheBodyAndWhatTheReportSays) {
  HeadlessWindow window;
  window.workspace.wants_new_view = true;
  window.frame(4);
  const ViewportState& v = window.shell.viewport;
  const auto pixel = toPixel(window.workspace.view.camera, {v.width, v.height}, positionOf(window, "B"));
  ASSERT_TRUE(pixel);
  const ImVec2 grip{v.left + static_cast<float>(pixel->x) + 24, v.top + static_cast<float>(pixel->y) + 24};
  window.moveTo(grip.x, grip.y);
  window.moveTo(grip.x, grip.y);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();

  for (int i = 1; i <= 5; ++i) {
    const Vec3 before = positionOf(window, "B");
    const auto name_before = nameInPicture(window, "B");
    window.moveTo(grip.x - 20 * static_cast<float>(i), grip.y);  // one frame
    const Vec3 moved = positionOf(window, "B") - before;
    const auto name = nameInPicture(window, "B");
    ASSERT_GT(length(moved), 0.01);
    ASSERT_TRUE(name && name_before);
    // The label has float coordinates.
    EXPECT_LT(length(*name - *name_before - moved), 1e-5) << "frame " << i;
    EXPECT_EQ(window.workspace.reports.revision, window.workspace.history.revision());
  }
  EXPECT_TRUE(window.picture.camera == window.workspace.view.camera);
}

TEST(FrameOrder, ADocumentThatAFrameOpensIsFramedBeforeThatFrameDrawsIt) {
  HeadlessWindow window;
  window.frame(4);
  Document far_away = window.workspace.history.document();
  for (Body& body : far_away.bodies) body.position.x += 1000;
  window.workspace.history.reset(far_away);
  window.workspace.wants_new_view = true;
  window.frame();
  EXPECT_FALSE(window.workspace.wants_new_view);
  const ViewportState& v = window.shell.viewport;
  const auto pixel = toPixel(window.picture.camera, {v.width, v.height}, positionOf(window, "B"));
  ASSERT_TRUE(pixel);
  EXPECT_GT(pixel->x, 0);
  EXPECT_LT(pixel->x, v.width);
}

TEST(FrameOrder, OnAMonitorOfAnotherDensityTheCharactersAreMadeForItsPixelsAndKeepTheirSize) {
  HeadlessWindow window;
  window.frame(3);
  const float size = ImGui::GetFontSize(), made_for = ImGui::GetFont()->FontSize;
  ImGui::GetIO().DisplayFramebufferScale = {2, 2};
  window.frame(2);
  EXPECT_EQ(ImGui::GetFont()->FontSize, 2 * made_for);
  EXPECT_EQ(ImGui::GetFontSize(), size);
  ImGui::GetIO().DisplayFramebufferScale = {1.25f, 1.25f};
  window.frame(2);
  EXPECT_EQ(ImGui::GetFont()->FontSize, std::round(1.25f * made_for));
  EXPECT_NEAR(ImGui::GetFontSize(), size, 0.5f / 1.25f) << "to half a pixel of the monitor";
}

TEST(FrameOrder, AFrameAfterAMoveTestsThePairOnceAndDrawsABoundedPictureWithAnyPanel) {
  HeadlessWindow window;
  window.frame(4);
  double x = 0.2;
  for (const Panel* const panel : window.shell.panels) {
    if (!isOffered(*panel, window.workspace)) continue;
    SCOPED_TRACE(panel->word);
    window.showTab(*panel);
    window.frame(4);
    for (int i = 0; i < 3; ++i) {
      const std::uint64_t answers = window.workspace.reports.answers;
      Outbox outbox;
      outbox.send(SetTransform{"B", {x += 1e-3, 0.1, 0.2}, Quat{}});
      process(window.workspace, outbox);
      window.frame();
      EXPECT_EQ(window.workspace.reports.answers, answers + 1);
      EXPECT_EQ(window.workspace.reports.waiting, 0u);
      EXPECT_LT(ImGui::GetIO().MetricsRenderVertices, 60'000);
    }
  }
}

/// All that the last frame wrote, without its spaces, which are no glyphs.
std::string writtenText() {
  std::string text;
  for (const DrawnGlyph& glyph : drawnGlyphs()) {
    char utf8[5] = {};
    ImTextCharToUtf8(utf8, glyph.character);
    text += utf8;
  }
  return text;
}

TEST(FrameOrder, WhilePlayingPanelsAndViewportShowOneMoment) {
  HeadlessWindow window;
  Document moving = window.workspace.history.document();
  moving.bodies[1].linear_velocity = {0.5, 0.25, 0};
  window.workspace.history.reset(moving);
  window.frame(4);
  toggleMotion(window.workspace, window.workspace.view);
  std::string before;
  for (int i = 0; i < 10; ++i) {
    window.frame();
    // The picture is made at the end of the frame, of this report.
    const PairReport* const report = shownReport(window.workspace);
    ASSERT_NE(report, nullptr);
    std::string verdict = verdictText(report->answer);
    std::erase(verdict, ' ');
    EXPECT_NE(verdict, before) << "it moves";
    EXPECT_NE(writtenText().find(verdict), std::string::npos) << verdict << " in frame " << i;
    before = verdict;
  }
}

}  // namespace
}  // namespace sepax
