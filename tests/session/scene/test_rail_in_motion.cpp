#include "document/command.h"
#include "session/process.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <optional>

namespace sepax {
namespace {

TEST(RailInMotion, ComesBackWholeFromAPlaceFarAway) {
  constexpr ViewSize kView{900, 700};
  Workspace workspace;
  workspace.history = History(defaultDocument());
  const auto pictureAt = [&](const Vec3& place, std::optional<double> clock) {
    Outbox outbox;
    outbox.send(SetTransform{"B", place});
    process(workspace, outbox);
    workspace.view.motion.clock = clock;
    return viewportPicture(workspace, kView).list;
  };
  pictureAt({0.2, 0, 0}, 0.0);
  pictureAt({1e20, 0, 0}, 1.0);
  pictureAt({1e20, 0, 0}, 2.0);
  pictureAt({0.2, 0, 0}, 3.0);
  const DrawList moved = pictureAt({0.2, 0, 0}, 4.0), still = pictureAt({0.2, 0, 0}, std::nullopt);
  ASSERT_EQ(moved.flat.size(), still.flat.size());
  ASSERT_GT(still.flat.size(), 10u);
  for (std::size_t i = 0; i < still.flat.size(); ++i) EXPECT_EQ(moved.flat[i].points, still.flat[i].points) << i;
}

}  // namespace
}  // namespace sepax
