#include "session/learn/learning.h"
#include "session/process.h"
#include "session/scene/reports.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"

#include "draw/svg.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace sepax {
namespace {

/// Viewports beside the panels of windows of 800×500, 1280×720 and 1920×1080.
constexpr ViewSize kLessonViews[] = {{440, 430}, {624, 632}, {990, 960}};

/// The space that a font of the window needs, near enough.
Vec2 estimatedSize(const std::string& text) { return {7.0 * static_cast<double>(text.size()) + 8, 20}; }

struct LessonFraming : testing::Test {
  LessonFraming() {
    workspace.history = History(defaultDocument());
    loadShelf(workspace, workspace);
  }
  void request(const Request& wanted) {
    Outbox outbox;
    outbox.request(wanted);
    process(workspace, outbox);
  }
  /// Expects all that is shown now within each view, framed as the window does it.
  void expectAllInView(const std::string& where) {
    const bool frames = std::exchange(workspace.learning.frames_scene, false);
    workspace.view.picture.grid = false;
    const bool has_regions = std::exchange(workspace.view.picture.regions, false);  // they have no end
    for (std::size_t v = 0; v < std::size(kLessonViews); ++v) {
      const ViewSize& view = kLessonViews[v];
      // A view that nothing asked to be framed stays as the last step left it.
      if (frames) {
        workspace.wants_frame_view = true;
        workspace.wants_new_view = true;
      } else {
        workspace.view.camera = cameras[v];
        workspace.view.gjk.camera = difference_cameras[v];
      }
      ViewportPicture picture = viewportPicture(workspace, view);
      cameras[v] = workspace.view.camera;
      difference_cameras[v] = workspace.view.gjk.camera;
      picture.list.shadows.clear();  // a shadow on the ground has no edge
      ++pictures;
      const auto box = contentBox(picture.list, picture.camera, view, estimatedSize);
      ASSERT_TRUE(box) << where;
      constexpr double kRounding = 0.5;
      EXPECT_GE(box->min.x, -kRounding) << where << ", " << view.width << " wide";
      EXPECT_GE(box->min.y, -kRounding) << where << ", " << view.width << " wide";
      EXPECT_LE(box->max.x, view.width + kRounding) << where << ", " << view.width << " wide";
      EXPECT_LE(box->max.y, view.height + kRounding) << where << ", " << view.width << " wide";
    }
    workspace.view.picture.regions = has_regions;
  }
  Workspace workspace;
  Camera cameras[std::size(kLessonViews)];
  std::optional<Camera> difference_cameras[std::size(kLessonViews)];
  int pictures = 0;
};

TEST_F(LessonFraming, HoldsAllThatIsShownInEveryStepAndAfterEveryReveal) {
  const std::size_t count = workspace.learning.shelf->size();
  ASSERT_EQ(count, 18u);
  for (std::size_t i = 0; i < count; ++i) {
    const Lesson& played = *(*workspace.learning.shelf)[i].lesson;
    for (std::size_t step = 0; step < played.steps.size(); ++step) {
      const std::string where = fmt::format("{} step {}", played.id, step + 1);
      request(OpenLesson{.lesson = i, .step = step});
      expectAllInView(where);
      const LessonStep& open = *openStep(workspace);
      if (open.kind == LessonStepKind::kDo) {
        request(ShowLessonHint{true});
        expectAllInView(where + " with the hint");
      }
      if (open.kind == LessonStepKind::kDo || open.kind == LessonStepKind::kType) {
        request(ShowLessonGoal{});
        expectAllInView(where + " shown");
      }
      for (std::size_t c = 0; c < open.choices.size(); ++c) {
        if (open.choices[c].right) continue;
        request(AnswerLesson{c});
        expectAllInView(where + " answered wrongly");
      }
    }
  }
  EXPECT_GT(pictures, 600);
}

TEST_F(LessonFraming, HoldsAllThatIsShownInEveryStepThatIsReachedWithoutAnAnswer) {
  for (std::size_t i = 0; i < workspace.learning.shelf->size(); ++i) {
    const Lesson& played = *(*workspace.learning.shelf)[i].lesson;
    for (std::size_t step = 0; step < played.steps.size(); ++step) {
      request(OpenLesson{.lesson = i, .step = step});
      expectAllInView(fmt::format("{} step {}", played.id, step + 1));
    }
  }
  EXPECT_GT(pictures, 200);
}

TEST_F(LessonFraming, CoversAnAxisOfOnesOwnAndTheMinkowskiDifferenceUntilTheAnswer) {
  request(OpenLesson{.lesson = 3, .step = 0});
  ASSERT_TRUE(isCovered(workspace, workspace));
  const auto tells = [&] {
    const auto isOfRail = [](const Label& label) { return label.text.starts_with("overlap "); };
    return std::ranges::any_of(viewportPicture(workspace, kLessonViews[1]).list.labels, isOfRail);
  };
  workspace.view.free_axis = {1, 0, 0};
  workspace.view.pinned_axis = AxisId{.kind = AxisKind::kFree};
  EXPECT_FALSE(tells());
  request(AnswerLesson{0});
  workspace.view.free_axis = {1, 0, 0};
  workspace.view.pinned_axis = AxisId{.kind = AxisKind::kFree};
  EXPECT_TRUE(tells());
  for (const bool is_covered : {true, false}) {
    request(OpenLesson{.lesson = 3, .step = 0});
    workspace.view.algorithm = "gjk-epa";
    updateReports(workspace);
    workspace.view.gjk.minkowski = workspace.view.gjk.beside = true;
    if (!is_covered) workspace.learning.answer = 0;
    EXPECT_EQ(shownBeside(workspace), is_covered ? Beside::kNothing : Beside::kDifference);
  }
}

}  // namespace
}  // namespace sepax
