#include "session/bundle/colliders.h"
#include "session/process.h"

#include "comes_true.h"
#include "session/busy_workers.h"
#include "session/huge_inputs.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace sepax {
namespace {

/// A body with many vertices, selected in a workspace whose jobs run in threads.
class LargeFit : public testing::Test {
 protected:
  explicit LargeFit(int points = 3000) {
    workspace.jobs->runInBackground([] {});
    Document document = hullPair(points);
    document.bodies[1].shape = Box{};
    document.pairs.emplace();  // nobody asks whether they touch
    workspace.history.reset(document);
    workspace.view.selected = "A";
  }
  void deliverUntil(const std::function<bool()>& done) {
    ASSERT_TRUE(comesTrue([&] {
      if (!done()) deliverJobs(workspace);
      return done();
    }));
  }
  [[nodiscard]] std::size_t kindsFitted() const { return workspace.fitted.volumes.size(); }
  Workspace workspace;
};

TEST_F(LargeFit, SaysWhatIsFittedAndHowFarItIs) {
  updateVolumes(workspace, workspace);
  bool is_share_known = false;
  deliverUntil([&] {
    const auto job = fittingJob(workspace, MeshOwner::kBody);
    EXPECT_TRUE(!job || job->label == "Fitting volumes around A");
    is_share_known = is_share_known || (job && job->share > 0);
    return !workspace.fitted.fitting;
  });
  EXPECT_TRUE(is_share_known);
  EXPECT_EQ(kindsFitted(), volumeKinds().size());
  EXPECT_FALSE(workspace.fitted.is_stopped);
}

TEST_F(LargeFit, CancelledWhileItWaitsHasNothingAndSaysSo) {
  {
    const BusyWorkers busy(*workspace.jobs);
    updateVolumes(workspace, workspace);
    workspace.jobs->cancel(fittingJob(workspace, MeshOwner::kBody)->id);
  }
  deliverUntil([&] { return !workspace.fitted.fitting; });
  EXPECT_TRUE(workspace.fitted.is_stopped);
  EXPECT_EQ(kindsFitted(), 0u);
}

TEST_F(LargeFit, OfABodyThatIsNoLongerSelectedIsCancelled) {
  {
    const BusyWorkers busy(*workspace.jobs);
    updateVolumes(workspace, workspace);
    workspace.view.selected = "B";
    updateVolumes(workspace, workspace);
    EXPECT_EQ(kindsFitted(), volumeKinds().size()) << "a box is fitted at once";
  }
  deliverUntil([&] { return workspace.jobs->isIdle(); });
  EXPECT_EQ(workspace.fitted.body, "B");
  EXPECT_EQ(kindsFitted(), volumeKinds().size());
}

/// So many vertices that the fit takes seconds.
class HugeFit : public LargeFit {
 protected:
  HugeFit() : LargeFit(21000) {}
};

TEST_F(HugeFit, CancelledKeepsWhatItHasUntilItIsAskedForAgain) {
  updateVolumes(workspace, workspace);
  deliverUntil([&] {
    const auto job = fittingJob(workspace, MeshOwner::kBody);
    if (job && job->share > 0.2) workspace.jobs->cancel(job->id);
    return !workspace.fitted.fitting;
  });
  EXPECT_TRUE(workspace.fitted.is_stopped);
  const std::size_t kept = kindsFitted();
  EXPECT_GT(kept, 0u);
  EXPECT_LT(kept, volumeKinds().size());
  for (const MeshOwner owner : {MeshOwner::kBody, MeshOwner::kEntry}) {
    for (const std::string& name : exportableVolumes(workspace, owner))
      EXPECT_NE(name, infoOf(VolumeKind::kCapsule).name) << "it needs the hull";
  }
  updateVolumes(workspace, workspace);
  EXPECT_FALSE(workspace.fitted.fitting) << "it does not begin again by itself";
  Outbox outbox;
  outbox.request(FitVolumes{MeshOwner::kBody});
  process(workspace, outbox);
  EXPECT_TRUE(workspace.fitted.fitting);
  EXPECT_EQ(kindsFitted(), kept) << "what is there stays until then";
  deliverUntil([&] { return !workspace.fitted.fitting; });
  EXPECT_EQ(kindsFitted(), volumeKinds().size());
}

TEST_F(HugeFit, IsAnnouncedAndWaitsForOtherLongWork) {
  const BusyWorkers busy(*workspace.jobs);
  updateVolumes(workspace, workspace);
  const auto job = fittingJob(workspace, MeshOwner::kBody);
  ASSERT_TRUE(job);
  EXPECT_FALSE(job->quick);
  workspace.jobs->cancel(job->id);
}

TEST_F(HugeFit, IsGivenUpWithoutAWordWhenTheBodyIsScaledMeanwhile) {
  updateVolumes(workspace, workspace);
  for (const double factor : {1.5, 2.0}) {
    Outbox outbox;
    outbox.send(SetScale{"A", Vec3{factor}});
    process(workspace, outbox);
    updateVolumes(workspace, workspace);
  }
  deliverUntil([&] { return workspace.jobs->isIdle(); });
  EXPECT_EQ(kindsFitted(), volumeKinds().size());
  EXPECT_EQ(workspace.fitted.scale, Vec3{2.0});
  EXPECT_TRUE(workspace.console.empty()) << workspace.console.front().text;
}

}  // namespace
}  // namespace sepax
