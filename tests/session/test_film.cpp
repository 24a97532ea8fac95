#include "session/film.h"
#include "session/process.h"
#include "session/scene/reports.h"
#include "session/scene/row_by_row.h"
#include "session/viewport_picture.h"

#include "core/platform.h"
#include "session/open.h"
#include "session/scene/queries.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

namespace sepax {
namespace {

constexpr ViewSize kView{640, 480};

void open(Workspace& workspace, const std::string& path) {
  ASSERT_TRUE(openPath(workspace, dataPath(path).value()));
  updateReports(workspace, std::numeric_limits<double>::infinity());
}

std::set<Film> offered(const Workspace& workspace) {
  std::set<Film> result;
  for (const FilmRow& row : films()) {
    if (isOffered(workspace, row.film)) result.insert(row.film);
  }
  return result;
}

TEST(Film, RowsOfTheTableStandInTheOrderOfTheFilms) {
  for (std::size_t i = 0; i < films().size(); ++i) EXPECT_EQ(static_cast<std::size_t>(films()[i].film), i);
}

TEST(Film, OffersWhatTheSceneHas) {
  Workspace workspace;
  open(workspace, "assets/cases/default.json");
  EXPECT_EQ(offered(workspace), (std::set{Film::kTurn, Film::kRows}));
  EXPECT_EQ(likelyFilm(workspace), Film::kTurn);
  workspace.view.row_by_row.shown = true;
  EXPECT_EQ(likelyFilm(workspace), Film::kRows);
  workspace.view.algorithm = "gjk-epa";
  updateReports(workspace);
  EXPECT_EQ(offered(workspace), (std::set{Film::kTurn, Film::kSteps}));
  EXPECT_EQ(likelyFilm(workspace), Film::kSteps);
  workspace.view.algorithm = "sat";
  open(workspace, "assets/cases/swept-boxes.json");
  EXPECT_TRUE(offered(workspace).contains(Film::kSweep));
  open(workspace, "assets/cases/rectangle-triangle.json");
  EXPECT_FALSE(offered(workspace).contains(Film::kTurn)) << "a plane scene has no other side";
  open(workspace, "assets/cases/kissing-boxes.json");
  EXPECT_TRUE(offered(workspace).contains(Film::kClips));
}

TEST(Film, AVelocityOfZeroIsNoSweep) {
  Workspace workspace;
  open(workspace, "assets/cases/default.json");
  Outbox outbox;
  outbox.send(SetVelocities{"A", Vec3{0.0}, Vec3{0.0}});
  process(workspace, outbox);
  EXPECT_FALSE(isOffered(workspace, Film::kSweep));
  EXPECT_FALSE(isOffered(workspace, Film::kMotion));
}

TEST(Film, PlaysACopyAndEndsWhereItSays) {
  struct Played {
    const char* path;
    const char* algorithm;
    Film film;
  };
  for (const auto& [path, algorithm, film] : {Played{"assets/cases/swept-boxes.json", "sat", Film::kSweep},
                                              Played{"assets/cases/swept-boxes.json", "sat", Film::kMotion},
                                              Played{"assets/cases/default.json", "sat", Film::kTurn},
                                              Played{"assets/cases/default.json", "sat", Film::kRows},
                                              Played{"assets/cases/default.json", "gjk-epa", Film::kSteps},
                                              Played{"assets/cases/kissing-boxes.json", "sat", Film::kClips}}) {
    SCOPED_TRACE(std::string(path) + " " + rowOf(film).word);
    Workspace workspace;
    open(workspace, path);
    workspace.view.algorithm = algorithm;
    updateReports(workspace);
    ASSERT_TRUE(isOffered(workspace, film));
    const std::uint64_t revision = workspace.history.revision();
    const Camera camera = workspace.view.camera;
    Reel reel(workspace, film, Theme::kLight, kView);
    std::set<std::string> captions;
    int pictures = 0;
    double seconds = 0, last = 0;
    std::size_t lines = 0;
    while (!reel.isDone()) {
      reel.advance();
      lines += viewportPicture(reel.workspace(), reel.view()).list.lines.size();
      captions.insert(reel.caption());
      last = reel.seconds();
      EXPECT_GT(last, 0);
      seconds += last;
      ++pictures;
    }
    EXPECT_EQ(pictures, reel.size());
    EXPECT_GT(pictures, 1);
    EXPECT_GT(lines, 0u);
    EXPECT_EQ(captions.size(), film == Film::kTurn ? 1u : static_cast<std::size_t>(pictures))
        << "each picture says what it is of";
    EXPECT_LT(seconds, 30);
    EXPECT_EQ(last > 1, film != Film::kTurn) << "the last picture stays";
    EXPECT_EQ(workspace.history.revision(), revision);
    EXPECT_EQ(workspace.view.camera, camera);
    EXPECT_EQ(workspace.view.theme, Theme::kDark);
    EXPECT_EQ(workspace.view.sweep_time, 0);
  }
}

TEST(Film, TheMotionEndsWhereTheBodiesAreThen) {
  Workspace workspace;
  open(workspace, "assets/cases/swept-boxes.json");
  Reel reel(workspace, Film::kMotion, Theme::kLight, kView);
  while (!reel.isDone()) reel.advance();
  Document moved = workspace.history.document();
  ASSERT_TRUE(apply(moved, MoveBodies{300}));
  for (std::size_t i = 0; i < moved.bodies.size(); ++i) {
    EXPECT_EQ(reel.workspace().history.document().bodies[i].position, moved.bodies[i].position);
  }
}

TEST(Film, TheTurnComesBackToItsBeginning) {
  Workspace workspace;
  open(workspace, "assets/cases/default.json");
  Reel reel(workspace, Film::kTurn, Theme::kLight, kView);
  reel.advance();
  const double first = viewportPicture(reel.workspace(), reel.view()).camera.yaw;
  reel.advance();
  const double step = viewportPicture(reel.workspace(), reel.view()).camera.yaw - first;
  while (!reel.isDone()) reel.advance();
  EXPECT_NEAR(viewportPicture(reel.workspace(), reel.view()).camera.yaw + step - first, 2 * 3.14159265358979, 1e-9);
}

TEST(Film, RowsStopWhereAnEngineStops) {
  Workspace workspace;
  open(workspace, "assets/cases/default.json");
  const SatReport& sat = *shownSat(workspace);
  const AxisRun run = axisRun(sat, AxisOrder::kListed, {});
  Reel reel(workspace, Film::kRows, Theme::kLight, kView);
  EXPECT_EQ(reel.size(), run.needed);
  while (!reel.isDone()) reel.advance();
  EXPECT_EQ(shownAxis(reel.workspace())->id,
            sat.axes[static_cast<std::size_t>(run.rows[static_cast<std::size_t>(run.needed) - 1])].id);
}

}  // namespace
}  // namespace sepax
