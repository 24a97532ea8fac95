#include "comes_true.h"
#include "geom/convex.h"
#include "scratch.h"
#include "session/bundle/colliders.h"
#include "session/huge_inputs.h"
#include "session/process.h"
#include "ui/headless_window.h"
#include "ui/texts_on_screen.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace sepax {
namespace {

TEST(VolumesPanel, TickingAKindDrawsItAroundTheSelectedBody) {
  HeadlessWindow window;
  window.workspace.view.selected = "A";
  window.showTab(kVolumesPanel);
  window.frame(2);
  EXPECT_EQ(window.workspace.fitted.volumes.size(), volumeKinds().size());
  const std::size_t before = window.picture.list.lines.size();
  ASSERT_TRUE(window.workspace.view.volumes.empty());
  // Rows have an id of their own around the check box, so the mouse looks for what it changes.
  const ImGuiWindow* panel = HeadlessWindow::findWindow("volumes");
  ASSERT_NE(panel, nullptr);
  for (float y = panel->Pos.y + 20; y < panel->Pos.y + 120 && window.workspace.view.volumes.empty(); y += 6)
    window.click(panel->Pos.x + 10, y);
  ASSERT_EQ(window.workspace.view.volumes.size(), 1u);
  window.frame(2);
  EXPECT_GT(window.picture.list.lines.size(), before + 11);
  EXPECT_FALSE(window.workspace.history.isDirty()) << "what is drawn is no edit";
}

TEST(VolumesPanel, FollowsTheScaleAndTheSelection) {
  HeadlessWindow window;
  window.workspace.view.selected = "A";
  window.showTab(kVolumesPanel);
  const double before = window.workspace.fitted.volumes.front().volume;
  Outbox outbox;
  outbox.send(SetScale{"A", Vec3{2.0}});
  process(window.workspace, outbox);
  window.frame(2);
  EXPECT_NEAR(window.workspace.fitted.volumes.front().volume, 8 * before, 1e-9 * before);
  window.workspace.view.selected = "B";
  window.frame(2);
  EXPECT_EQ(window.workspace.fitted.body, "B");
}

TEST(VolumesPanel, TakesTheSelectedMeshApartAndPutsThePiecesInItsPlaceAsOneStep) {
  HeadlessWindow window;
  Document document = defaultDocument();
  // An L of two boxes' vertices: a corner is missing.
  std::vector<Vec3> corners;
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {3.0, 0.0}, {3.0, 1.0}, {1.0, 1.0}, {1.0, 3.0}, {0.0, 3.0}})
      corners.emplace_back(x, y, z);
  }
  std::vector<TriangleIndices> triangles;
  for (const TriangleIndices& t : {TriangleIndices{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    triangles.push_back({t[0], t[2], t[1]});
    triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::uint32_t next = (i + 1) % 6;
    triangles.push_back({i, next, next + 6});
    triangles.push_back({i, next + 6, i + 6});
  }
  document.bodies[0].shape = makeMesh(corners, triangles).value();
  document.bodies[0].scale = Vec3{2.0};
  window.workspace.history.reset(document);
  window.workspace.view.selected = "A";
  window.showTab(kVolumesPanel);
  window.frame(2);
  const std::size_t before = window.picture.list.translucent.size();
  ASSERT_TRUE(window.clickItem("volumes", "###decompose"));
  window.frame(2);
  const MeshPieces& pieces = window.workspace.fitted.pieces;
  ASSERT_NE(pieces.made, nullptr) << pieces.error;
  EXPECT_LE(pieces.made->parts.size(), 3u);
  EXPECT_NEAR(pieces.made->solid.value_or(0), 5 * 8, 1e-9) << "the scale counts";
  EXPECT_GT(window.picture.list.translucent.size(), before) << "the pieces are drawn over the body";
  EXPECT_FALSE(window.workspace.history.isDirty());
  ASSERT_TRUE(window.clickItem("volumes", "###Use as the body's shape"));
  window.frame(2);
  const Body& body = *findBody(window.workspace.history.document(), "A");
  EXPECT_TRUE(std::holds_alternative<Compound>(body.shape));
  EXPECT_FALSE(body.scale) << "the pieces have it in them";
  Outbox outbox;
  outbox.request(Undo{});
  process(window.workspace, outbox);
  EXPECT_TRUE(std::holds_alternative<Mesh>(findBody(window.workspace.history.document(), "A")->shape))
      << "one step back";
}

TEST(VolumesPanel, SaysThatARoundShapeHasNoVertices) {
  HeadlessWindow window;
  Document document = defaultDocument();
  document.bodies[0].shape = Sphere{};
  window.workspace.history.reset(document);
  window.workspace.view.selected = "A";
  window.showTab(kVolumesPanel);
  EXPECT_TRUE(window.workspace.fitted.volumes.empty());
  EXPECT_NE(window.workspace.fitted.error.find("round"), std::string::npos);
}

TEST(VolumesPanel, FitsLargeHullsBesideTheWindowAndAsksForFramesUntilDone) {
  HeadlessWindow window;
  window.workspace.jobs->runInBackground([] {});
  window.workspace.history.reset(hullPair(800));
  window.workspace.view.selected = window.workspace.history.document().bodies[0].id;
  window.showTab(kVolumesPanel);
  EXPECT_TRUE(comesTrue([&] {
    if (!window.workspace.fitted.fitting) return true;
    EXPECT_TRUE(nextFrameIn(window.workspace, window.shell));
    window.frame();
    return false;
  }));
  EXPECT_EQ(window.workspace.fitted.volumes.size(), volumeKinds().size());
  EXPECT_FALSE(window.workspace.fitted.fitting);
}

TEST(VolumesPanel, SaysInFullThatAFitWasCancelledThoughTheWindowIsSmall) {
  HeadlessWindow window(800, 500);
  window.workspace.view.selected = "A";
  window.showTab(kVolumesPanel);
  window.workspace.fitted.volumes.pop_back();
  window.workspace.fitted.is_stopped = true;
  window.frame(3);
  std::string drawn;  // without blanks, which are no glyphs
  for (const DrawnGlyph& glyph : drawnGlyphs())
    drawn += glyph.character < 128 ? static_cast<char>(glyph.character) : '?';
  EXPECT_NE(drawn.find("Fitagain"), std::string::npos);
  const std::size_t there = window.workspace.fitted.volumes.size();
  EXPECT_NE(drawn.find(fmt::format("Thefitwascancelled:{}volumesarethere.", there)), std::string::npos);
}

TEST(VolumesPanel, CallsNothingFlatWhileTheHullIsMissing) {
  HeadlessWindow window;
  window.workspace.view.selected = "A";
  window.showTab(kVolumesPanel);
  // A fit that was cancelled and is made again: until it ends there are the volumes of before, and no hull to measure
  // them by.
  std::vector<FittedVolume>& volumes = window.workspace.fitted.volumes;
  volumes.pop_back();
  for (FittedVolume& volume : volumes) volume.tightness.reset();
  window.workspace.fitted.is_stopped = false;
  EXPECT_EQ(window.shownTexts(scratchFolder() + "/volumes.txt").find("flat"), std::string::npos);
  volumes.back().kind = VolumeKind::kHull;
  EXPECT_NE(window.shownTexts(scratchFolder() + "/volumes.txt").find("flat"), std::string::npos);
}

TEST(VolumesPanel, ComparesTheCarriedBoxWithTheRefittedOne) {
  HeadlessWindow window;
  Document document = defaultDocument();
  // A thin diagonal rod: carried along by a rotation of 45° its box grows a lot, refitted it does not.
  std::vector<Vec3> rod = convexFeatures(Box{{2, 0.05, 0.05}}).core.vertices;
  for (Vec3& corner : rod) corner = matrixOf(quaternionAbout({0, 0, 1}, 0.7853981633974483)) * corner;
  document.bodies[0].shape = makeHull(rod).value();
  document.bodies[0].rotation = quaternionAbout({0, 0, 1}, 0.7853981633974483);
  window.workspace.history.reset(document);
  window.workspace.view.selected = "A";
  window.showTab(kVolumesPanel);
  const auto boxes = comparedBoxes(window.workspace, window.workspace);
  ASSERT_TRUE(boxes);
  EXPECT_GT(boxes->volume_ratio, 30);
  const std::size_t before = window.picture.list.lines.size();
  window.workspace.view.carried_box = window.workspace.view.refitted_box = true;
  window.frame();
  EXPECT_EQ(window.picture.list.lines.size(), before + 24);
}

}  // namespace
}  // namespace sepax
