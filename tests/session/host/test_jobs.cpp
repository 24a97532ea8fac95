#include "comes_true.h"
#include "core/platform.h"
#include "core/process.h"
#include "draw/scene_picture.h"
#include "session/busy_workers.h"
#include "session/process.h"
#include "session/scene/queries.h"
#include "session/scene/reports.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sepax {
namespace {

using namespace std::chrono_literals;

/// A workspace whose jobs run in threads, and a way to wait for them that gives up.
class BackgroundJobs : public testing::Test {
 protected:
  BackgroundJobs() {
    workspace.jobs->runInBackground([this] { ++wakes; });
  }
  void deliverUntil(const std::function<bool()>& done) {
    ASSERT_TRUE(comesTrue([&] {
      if (!done()) deliverJobs(workspace);
      return done();
    }));
  }
  std::atomic<int> wakes = 0;
  Workspace workspace;
};

TEST(Jobs, AreDoneAtOnceWithoutThreads) {
  Workspace workspace;
  workspace.jobs->start({.label = "x", .work = [](JobControl&) -> Result<Delivery> {
                           return [](Workspace& w) -> Result<void> {
                             w.title = "delivered";
                             return {};
                           };
                         }});
  EXPECT_TRUE(workspace.title.empty()) << "only deliver() touches the workspace";
  Outbox outbox;
  process(workspace, outbox);
  EXPECT_EQ(workspace.title, "delivered");
  EXPECT_TRUE(workspace.jobs->isIdle());
}

TEST_F(BackgroundJobs, WorkInAnotherThreadAndDeliverInThisOne) {
  const auto here = std::this_thread::get_id();
  std::atomic<bool> elsewhere = false, delivered_here = false;
  workspace.jobs->start({.label = "x", .work = [&](JobControl&) -> Result<Delivery> {
                           elsewhere = std::this_thread::get_id() != here;
                           return [&](Workspace&) -> Result<void> {
                             delivered_here = std::this_thread::get_id() == here;
                             return {};
                           };
                         }});
  deliverUntil([&] { return workspace.jobs->isIdle(); });
  EXPECT_TRUE(elsewhere);
  EXPECT_TRUE(delivered_here);
  EXPECT_EQ(wakes, 1);
}

TEST_F(BackgroundJobs, NeverLetAPreviewWaitForALongJob) {
  std::atomic<bool> release = false, quick_done = false;
  std::atomic<int> long_at_once = 0, max_at_once = 0;
  for (int i = 0; i < 3; ++i) {
    workspace.jobs->start({.label = "long", .work = [&](JobControl& control) -> Result<Delivery> {
                             max_at_once = std::max(max_at_once.load(), ++long_at_once);
                             while (!release && !control.isCancelled()) std::this_thread::sleep_for(1ms);
                             --long_at_once;
                             return Delivery();
                           }});
  }
  workspace.jobs->start({.label = "quick", .quick = true, .work = [&](JobControl&) -> Result<Delivery> {
                           quick_done = true;
                           return Delivery();
                         }});
  deliverUntil([&] { return quick_done && workspace.jobs->running().size() == 3; });
  release = true;
  deliverUntil([&] { return workspace.jobs->isIdle(); });
  EXPECT_EQ(max_at_once, 1);
}

TEST_F(BackgroundJobs, SayHowFarTheyAreAndStopWhenCancelled) {
  std::atomic<bool> is_delivered = false;
  const int id = workspace.jobs->start({.label = "Copying", .work = [&](JobControl& control) -> Result<Delivery> {
                                          control.progressBytes(250, 1000);
                                          is_delivered = true;
                                          while (!control.isCancelled()) std::this_thread::sleep_for(1ms);
                                          return [](Workspace& w) -> Result<void> {
                                            w.title = "never";
                                            return {};
                                          };
                                        }});
  deliverUntil([&] { return is_delivered.load(); });
  const auto running = workspace.jobs->running();
  ASSERT_EQ(running.size(), 1u);
  EXPECT_EQ(running[0].share, 0.25);
  EXPECT_GT(running[0].bytes_per_second, 0);
  workspace.jobs->cancel(id);
  deliverUntil([&] { return workspace.jobs->isIdle(); });
  EXPECT_TRUE(workspace.title.empty());
  ASSERT_FALSE(workspace.console.empty());
  EXPECT_EQ(workspace.console.back().text, "Copying: cancelled");
}

TEST_F(BackgroundJobs, KillTheChildTheyWaitForWhenCancelled) {
  std::atomic<bool> speaks = false;
  const int id = workspace.jobs->start(
      {.label = "import", .work = [&](JobControl&) -> Result<Delivery> {
         const auto hear = [&](std::span<const std::byte>) -> Result<void> {
           speaks = true;
           return {};
         };
         const auto nothing = []() -> Result<std::span<const std::byte>> { return std::span<const std::byte>(); };
         const auto child = streamChild({"/bin/sh", "-c", "echo; exec sleep 1000000"}, nothing, hear, {});
         EXPECT_TRUE(child && child->ended_by == "cancelled");
         return Delivery();
       }});
  deliverUntil([&] { return speaks.load(); });
  workspace.jobs->cancel(id);
  deliverUntil([&] { return workspace.jobs->isIdle(); });
}

TEST_F(BackgroundJobs, KeepTheSamplesOfAScanThatIsCancelled) {
  workspace.history = History(defaultDocument());
  updateReports(workspace, 0);
  for (const bool is_map : {false, true}) {
    workspace.view.lab.ranges = {};
    workspace.view.lab.ranges[0] = {"B.position.x", -2, 2, is_map ? 500 : 100'000};
    if (is_map) workspace.view.lab.ranges[1] = {"B.position.y", -2, 2, 500};
    workspace.scan.done = nullptr;
    execute(workspace, workspace, StartScan{});
    deliverUntil([&] { return workspace.jobs->running().empty() || workspace.jobs->running()[0].share > 0; });
    workspace.jobs->cancel(workspace.scan.job);
    deliverUntil([&] { return workspace.jobs->isIdle(); });
    ASSERT_NE(workspace.scan.done, nullptr);
    const ScanView& scan = *workspace.scan.done;
    EXPECT_TRUE(scan.is_cancelled);
    EXPECT_GT(scan.samples(), 0u);
    EXPECT_LT(scan.samples(), scan.wantedSamples());
    EXPECT_EQ(scan.wantedSamples(), is_map ? 250'000u : 100'000u);
    for (const ScanFinding& finding : scan.result.findings)
      EXPECT_LT(finding.to - finding.from, 1e-4) << finding.text << ": between samples that are not beside each other";
    // Curves and cells have a hole where nobody was asked.
    const Plot plot = plotOfScan({scan.result, scan.variations, scan.members}, "separation", "", Theme::kDark);
    const std::vector<double>& drawn = is_map ? plot.heat : plot.curves.back().y;
    ASSERT_EQ(drawn.size(), scan.wantedSamples());
    EXPECT_EQ(std::ranges::count_if(drawn, [](double value) { return std::isfinite(value); }),
              static_cast<std::ptrdiff_t>(scan.samples()));
  }
}

TEST_F(BackgroundJobs, LeaveAScanThatAnotherOneReplacesOut) {
  workspace.history = History(defaultDocument());
  updateReports(workspace, 0);
  workspace.view.lab.ranges[0] = {"B.position.x", -2, 2, 100'000};
  execute(workspace, workspace, StartScan{});
  workspace.view.lab.ranges[0].count = 11;
  execute(workspace, workspace, StartScan{});
  deliverUntil([&] { return workspace.jobs->isIdle(); });
  ASSERT_NE(workspace.scan.done, nullptr);
  EXPECT_EQ(workspace.scan.done->samples(), 11u);
}

TEST_F(BackgroundJobs, GiveUpTheOlderOneOfASlot) {
  std::atomic<int> started = 0, cancelled = 0;
  for (int i = 0; i < 3; ++i) {
    workspace.jobs->start(
        {.label = "preview", .quick = true, .slot = "preview", .work = [&, i](JobControl& control) -> Result<Delivery> {
           ++started;
           while (i < 2 && !control.isCancelled()) std::this_thread::sleep_for(1ms);
           if (control.isCancelled()) ++cancelled;
           return [i](Workspace& w) -> Result<void> {
             w.title += std::to_string(i);
             return {};
           };
         }});
    ASSERT_TRUE(comesTrue([&] { return started == i + 1; }));
  }
  deliverUntil([&] { return workspace.jobs->isIdle(); });
  EXPECT_EQ(workspace.title, "2");
  EXPECT_EQ(cancelled, 2);
}

TEST_F(BackgroundJobs, EndWithTheWindow) {
  std::atomic<bool> started = false;
  workspace.jobs->start({.label = "endless", .work = [&](JobControl& control) -> Result<Delivery> {
                           started = true;
                           while (!control.isCancelled()) std::this_thread::sleep_for(1ms);
                           return Delivery();
                         }});
  ASSERT_TRUE(comesTrue([&] { return started.load(); }));
  workspace.jobs.reset();
}

TEST_F(BackgroundJobs, TurnErrorsAndThrownOnesIntoToasts) {
  workspace.jobs->start({.label = "a", .work = [](JobControl&) -> Result<Delivery> {
                           return fail(ErrorCode::kDamaged, "file.zip", "is damaged");
                         }});
  workspace.jobs->start(
      {.label = "b", .work = [](JobControl&) -> Result<Delivery> { throw std::runtime_error("from a library"); }});
  deliverUntil([&] { return workspace.jobs->isIdle(); });
  ASSERT_EQ(workspace.toasts.size(), 2u);
  EXPECT_NE(workspace.toasts[0].text.find("file.zip"), std::string::npos);
  EXPECT_NE(workspace.toasts[1].text.find("from a library"), std::string::npos);
}

TEST_F(BackgroundJobs, AskAgainBeforeACaseTakesThePlaceOfWhatWasEditedMeanwhile) {
  const std::string path = dataPath("assets/cases/edge-edge.json").value();
  workspace.history = History(defaultDocument());
  Outbox outbox;
  outbox.request(OpenPath{path});
  process(workspace, outbox);
  outbox.send(SetTransform{"B", {9, 0, 0}, Quat{}});
  // What is delivered before the edit asks nothing, so the edit comes first whenever the machine is not faster than
  // this line.
  if (workspace.title.empty()) {
    EXPECT_TRUE(workspace.history.run(outbox.commands.front().first));
    outbox.commands.clear();
    deliverUntil([&] { return workspace.jobs->isIdle(); });
    EXPECT_TRUE(workspace.guarded);
    EXPECT_EQ(workspace.history.document().bodies[1].position.x, 9);
  }
}

TEST_F(BackgroundJobs, TestThePairsThatAreNotShown) {
  Document document;
  for (int i = 0; i < 30; ++i) {
    Body body;
    body.id = std::to_string(i);
    body.shape = Box{};
    body.position.x = 0.75 * i;
    document.bodies.push_back(body);
  }
  Outbox outbox;
  std::size_t tested_here = 0;
  {
    const BusyWorkers busy(*workspace.jobs);
    workspace.history.reset(document);
    process(workspace, outbox);
    const Reports& reports = workspace.reports;
    tested_here = reports.pairs.size() - reports.waiting;
    EXPECT_EQ(tested_here, 1u) << "one pair of meshes may take seconds: the interface's thread tests what it shows";
  }
  deliverUntil([&] {
    process(workspace, outbox);
    return workspace.reports.waiting == 0;
  });
  std::size_t overlapping = 0;
  for (const PairState state : workspace.reports.states) {
    EXPECT_NE(state, PairState::kWaiting);
    EXPECT_NE(state, PairState::kFailed);
    if (state == PairState::kOverlapping) ++overlapping;
  }
  EXPECT_EQ(overlapping, 29u) << "each box overlaps the next one";
}

/// A ball of `rings` × 2 `rings` × 2 triangles.
Shape ballMesh(int rings) {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  const int around = 2 * rings;
  for (int i = 0; i <= rings; ++i) {
    const double tilt = std::numbers::pi * (i + 0.01) / (rings + 0.02);
    for (int k = 0; k < around; ++k) {
      const double turn = 2 * std::numbers::pi * k / around;
      vertices.emplace_back(std::sin(tilt) * std::cos(turn), std::cos(tilt), std::sin(tilt) * std::sin(turn));
    }
  }
  for (int i = 0; i < rings; ++i) {
    for (int k = 0; k < around; ++k) {
      const auto at = [&](int ring, int place) { return static_cast<std::uint32_t>(ring * around + place % around); };
      triangles.push_back({at(i, k), at(i, k + 1), at(i + 1, k)});
      triangles.push_back({at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)});
    }
  }
  return makeMesh(std::move(vertices), std::move(triangles)).value();
}

/// Two meshes that are tested in a job, 2.5 m from each other.
Document twoBalls() {
  Document document;
  for (const char* id : {"A", "B"}) {
    Body body;
    body.id = id;
    body.shape = ballMesh(24);
    body.position.x = document.bodies.empty() ? 0 : 2.5;
    document.bodies.push_back(body);
  }
  return document;
}

TEST_F(BackgroundJobs, LeaveAFirstLookToTheBodiesUntilTheReportIsThere) {
  constexpr ViewSize kView{800, 600};
  const auto lookOf = [](const Camera& camera) { return std::array{camera.yaw, camera.pitch, camera.distance}; };
  const Document document = twoBalls();
  Outbox outbox;
  const auto expectLook = [&](const Camera& expected, bool looks_again) {
    process(workspace, outbox);
    static_cast<void>(viewportPicture(workspace, kView));
    EXPECT_EQ(lookOf(workspace.view.camera), lookOf(expected));
    EXPECT_EQ(workspace.wants_new_view, looks_again);
  };
  const Camera by_bodies = framingCamera(document, kView, UpAxis::kY, nullptr), by_pair = framingCamera(document, kView);
  ASSERT_NE(lookOf(by_bodies), lookOf(by_pair));
  {
    const BusyWorkers busy(*workspace.jobs);
    workspace.history.reset(document);
    workspace.wants_new_view = true;
    expectLook(by_bodies, true);
  }
  deliverUntil([&] {
    process(workspace, outbox);
    return !isShownLate(workspace);
  });
  expectLook(by_pair, false);
}

TEST_F(BackgroundJobs, MakeTheReportOfLargeMeshesWhileTheLastAnswerStays) {
  const Document document = twoBalls();
  Outbox outbox;
  const Reports& reports = workspace.reports;
  const auto moveTo = [&](double x) {
    outbox.send(SetTransform{"B", {x, 0, 0}, Quat{}});
    process(workspace, outbox);
  };
  {
    const BusyWorkers busy(*workspace.jobs);
    workspace.history.reset(document);
    process(workspace, outbox);
    EXPECT_TRUE(isShownLate(workspace));
    EXPECT_EQ(shownReport(workspace), nullptr) << "no answer is shown of a pair that has none yet";
  }
  const auto answered = [&] {
    process(workspace, outbox);
    return !isShownLate(workspace) && reports.waiting == 0;
  };
  deliverUntil(answered);
  ASSERT_NE(shownReport(workspace), nullptr);
  const double first = shownReport(workspace)->answer.separation;
  EXPECT_GT(first, 0.4);
  {
    const BusyWorkers busy(*workspace.jobs);
    for (const double x : {2.4, 2.3, 1.9}) moveTo(x);
    EXPECT_TRUE(isShownLate(workspace));
    ASSERT_NE(shownReport(workspace), nullptr);
    EXPECT_EQ(shownReport(workspace)->answer.separation, first);
    EXPECT_EQ(reports.shown_bodies[1].position.x, 2.5) << "it names the pose that it is of";
    EXPECT_EQ(reports.states[0], PairState::kSeparated);
  }
  deliverUntil(answered);
  EXPECT_EQ(reports.shown_bodies[1].position.x, 1.9) << "the newest pose";
  const auto right = testPair(workspace.history.document(), {"A", "B"});
  ASSERT_TRUE(right);
  EXPECT_EQ(shownReport(workspace)->answer.separation, right->answer.separation);
  EXPECT_EQ(reports.states[0], PairState::kOverlapping);
}

TEST_F(BackgroundJobs, SweepLargeMeshesUntilTheyAreCancelled) {
  Document document;
  for (const char* id : {"A", "B"}) {
    Body body;
    body.id = id;
    body.shape = ballMesh(12);
    body.position.x = document.bodies.empty() ? 0 : 3;
    document.bodies.push_back(body);
  }
  document.bodies[1].linear_velocity = Vec3{-2, 0, 0};
  workspace.history.reset(document);
  Outbox outbox;
  process(workspace, outbox);
  const auto isAnswered = [&] {
    updateQueries(workspace);
    return stateOfQueries(workspace) == QueriesAre::kAnswered;
  };
  {
    const BusyWorkers busy(*workspace.jobs);
    EXPECT_FALSE(isAnswered()) << "the interface's thread does not wait";
    EXPECT_EQ(stateOfQueries(workspace), QueriesAre::kBeingAnswered);
    const auto running = workspace.jobs->running();
    const auto job = std::ranges::find(running, std::string("Sweeping A × B"), &JobStatus::label);
    ASSERT_NE(job, running.end());
    EXPECT_FALSE(job->quick) << "it is announced, with a button to cancel it";
    workspace.jobs->cancel(job->id);
  }
  deliverUntil([&] { return workspace.jobs->isIdle(); });
  EXPECT_FALSE(isAnswered());
  EXPECT_EQ(stateOfQueries(workspace), QueriesAre::kCancelled) << "and it does not begin again";
  outbox.send(SetTransform{"B", {3.5, 0, 0}, Quat{}});
  process(workspace, outbox);
  deliverUntil(isAnswered);
  ASSERT_TRUE(workspace.queries.sweep);
  EXPECT_TRUE(workspace.queries.sweep->hit);
  EXPECT_NEAR(workspace.queries.sweep->time, 0.75, 0.02);
}

TEST(JobsLine, KeepsItsCancelButtonInPlaceWhenNumbersCome) {
  HeadlessWindow window;
  window.workspace.jobs->runInBackground({});
  const auto reports_progress = std::make_shared<std::atomic<bool>>(false);
  window.workspace.jobs->start(
      {.label = "long work", .work = [reports_progress](JobControl& control) -> Result<Delivery> {
         while (!control.isCancelled()) {
           if (*reports_progress) control.progressBytes(50, 100);
           std::this_thread::sleep_for(2ms);
         }
         return Delivery();
       }});
  ASSERT_TRUE(comesTrue(
      [&] { return window.workspace.jobs->running().front().seconds > 0.4; }));  // what is faster is not announced
  window.frame(3);
  const ImGuiWindow* status = HeadlessWindow::findWindow("##status");
  ASSERT_NE(status, nullptr);
  const ImGuiID button = const_cast<ImGuiWindow*>(status)->GetID("##cancel_job");
  const ImVec2 low = status->Pos, high{low.x + status->Size.x, low.y + status->Size.y};
  ASSERT_TRUE(window.scan(low, high, 6, 6, [&] { return ImGui::GetCurrentContext()->HoveredId == button; }));
  const ImVec2 place = ImGui::GetIO().MousePos;
  *reports_progress = true;
  ASSERT_TRUE(comesTrue([&] { return window.workspace.jobs->running().front().share > 0; }));
  window.frame(3);
  window.click(place.x, place.y);
  EXPECT_TRUE(comesTrue([&] {
    window.frame();
    return window.workspace.jobs->isIdle();
  })) << "the click went past the button";
  if (!window.workspace.jobs->isIdle()) window.workspace.jobs->cancel(window.workspace.jobs->running().front().id);
}

}  // namespace
}  // namespace sepax
