#include "session/lab/jury_pool.h"
#include "session/process.h"

#include "comes_true.h"
#include "core/platform.h"
#include "lab/jury/patient_juror.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>

// The jury at work beside the window: tests/lab/bad_juror.cpp takes the place of a juror and misbehaves.

namespace sepax {
namespace {

JurorManifest badJuror(const std::string& mode) {
  JurorManifest manifest;
  manifest.name = mode;
  manifest.needs = "the moon";
  manifest.command = {programFolder() + "/sepax-test-juror", mode};
  return manifest;
}

JuryQuestion questionAbout(std::uint64_t serial, double x) {
  JuryQuestion question;
  question.serial = serial;
  question.document = defaultDocument();
  question.document.bodies[1].position.x = x;
  question.pair = {"A", "B"};
  question.reference = testPair(question.document, question.pair)->answer;
  question.algorithms = {&referenceAlgorithm(), findAlgorithm("gjk-epa")};
  return question;
}

const JurorStatus& statusOf(const std::vector<JurorStatus>& jurors, const std::string& name) {
  return *std::find_if(jurors.begin(), jurors.end(), [&](const JurorStatus& status) { return status.name == name; });
}

TEST(JuryPool, HearsTheOthersWhileOneHangsAndTellsHowLong) {
  std::atomic<int> woken = 0;
  JuryPool pool({badJuror("hangs"), badJuror("good"), badJuror("crashes")},
                {.start_seconds = 1e6, .answer_seconds = 1e6}, [&] { ++woken; });
  pool.ask(questionAbout(1, 2));
  ASSERT_TRUE(comesTrue([&] {
    const auto jurors = pool.jurors();
    return statusOf(jurors, "good").answered == 1 && statusOf(jurors, "crashes").answered == 1 &&
           statusOf(jurors, "sat").answered == 1 && statusOf(jurors, "hangs").asked_seconds > 0.1;
  }));
  EXPECT_EQ(statusOf(pool.jurors(), "hangs").row, nullptr);
  EXPECT_EQ(statusOf(pool.jurors(), "crashes").row->answer.status, JurorAnswer::Status::kCrashed);
  EXPECT_TRUE(pool.isAsked());
  EXPECT_GT(woken, 0);
}

TEST(JuryPool, EndsThoughAJurorIsThinking) {
  auto pool = std::make_unique<JuryPool>(std::vector{badJuror("hangs"), badJuror("silent")},
                                         JurorLimits{.start_seconds = 1e6, .answer_seconds = 1e6}, [] {});
  pool->ask(questionAbout(1, 2));
  ASSERT_TRUE(comesTrue([&] {
    const auto jurors = pool->jurors();
    return statusOf(jurors, "hangs").asked_seconds > 0 && statusOf(jurors, "silent").asked_seconds > 0;
  }));
  pool.reset();  // which would otherwise wait for days
}

TEST(JuryPool, AsksForTheNewestPoseAndSkipsThoseBetween) {
  std::atomic<std::uint64_t> woken = 0;
  JuryPool pool({badJuror("good")}, kPatient, [&] { ++woken; });
  constexpr std::uint64_t kPoses = 2000;
  for (std::uint64_t i = 1; i <= kPoses; ++i) {
    JuryQuestion question = questionAbout(1, 2);
    question.serial = i;
    pool.ask(std::move(question));
  }
  EXPECT_TRUE(comesTrue([&] { return !pool.isAsked(); }));
  EXPECT_EQ(statusOf(pool.jurors(), "good").answered, kPoses);
  EXPECT_LT(woken, 2 * kPoses) << "two members answered every pose";
}

TEST(JuryPool, AnswersBeforeAskReturnsWithoutABackground) {
  JuryPool pool({badJuror("good")}, kPatient, {});
  pool.ask(questionAbout(1, 2));
  EXPECT_FALSE(pool.isAsked());
  EXPECT_EQ(pool.jurors().size(), 3u);
  EXPECT_EQ(statusOf(pool.jurors(), "good").row->answer.status, JurorAnswer::Status::kOk);
}

TEST(JuryPool, WatchesRelationsAfterTheAnswersAndTellsWhoBreaksOne) {
  JuryPool pool({badJuror("good"), badJuror("crashes")}, kPatient, [] {});
  JuryQuestion question = questionAbout(7, 2);
  question.watches = true;
  question.algorithms.push_back(findAlgorithm("historical/corner-length-3d"));
  pool.ask(std::move(question));
  ASSERT_TRUE(comesTrue([&] { return !pool.isAsked(); }));
  const auto jurors = pool.jurors();
  EXPECT_GE(statusOf(jurors, "sat").relations->held.size(), 7u);
  EXPECT_TRUE(statusOf(jurors, "sat").relations->broken.empty());
  // It says 1 m of every pair.
  ASSERT_FALSE(statusOf(jurors, "good").relations->broken.empty());
  EXPECT_EQ(statusOf(jurors, "good").watched, 7u);
  EXPECT_EQ(statusOf(jurors, "good").relations->broken.front().changed.bodies.size(), 2u);
  EXPECT_EQ(statusOf(jurors, "crashes").relations->held.size(), 0u);
}

TEST(JuryPool, NamesTheAlgorithmsThatAnswerLikeAJurorThatIsWrong) {
  auto loaded = loadCase(dataPath("assets/corpus/crossed-beams.json").value());
  ASSERT_TRUE(loaded);
  JuryQuestion question;
  question.serial = 1;
  question.document = std::move(loaded->document);
  question.pair = {question.document.bodies[0].id, question.document.bodies[1].id};
  question.reference = testPair(question.document, question.pair)->answer;
  const auto wrong = testPair(question.document, question.pair, "historical/six-axes-3d");
  ASSERT_EQ(wrong->answer.verdict, Verdict::kOverlapping);
  JurorManifest sixAxes = badJuror("good");
  sixAxes.name = "mine";
  sixAxes.command = {
      "/bin/sh", "-c",
      "echo '{\"sepax_juror\": 1, \"name\": \"mine\", \"precision\": \"double\"}'; n=1; while read -r line; do echo "
      "\"{\\\"id\\\": $n, \\\"verdict\\\": \\\"overlapping\\\", \\\"separation\\\": " +
          shortestDecimal(wrong->answer.separation) + "}\"; n=$((n+1)); done"};
  JuryPool pool({sixAxes, badJuror("good")}, kPatient, {});
  pool.ask(question);
  const auto jurors = pool.jurors();
  ASSERT_EQ(statusOf(jurors, "mine").row->answer.status, JurorAnswer::Status::kOk)
      << statusOf(jurors, "mine").row->answer.message;
  const std::vector<std::string>& alike = statusOf(jurors, "mine").alike;
  EXPECT_NE(std::ranges::find(alike, "historical/six-axes-3d"), alike.end());
  EXPECT_EQ(statusOf(jurors, "good").alike, std::vector<std::string>()) << "apart, as it is";
  question.serial = 2;
  question.document.bodies[1].position.x += 50;
  question.reference = testPair(question.document, question.pair)->answer;
  pool.ask(question);
  EXPECT_TRUE(statusOf(pool.jurors(), "mine").alike.empty()) << "an answer about another pose";
}

TEST(JuryTable, GoesIntoTheTextForAnIssueAsLongAsItIsAboutThePair) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  workspace.jury.pool = std::make_shared<JuryPool>(std::vector{badJuror("good")}, kPatient, std::function<void()>());
  Outbox outbox;
  process(workspace, outbox);
  const auto copied = [&] {
    Outbox copies;
    copies.request(CopyPairAs{"markdown"});
    process(workspace, copies);
    return workspace.to_clipboard.value_or("");
  };
  EXPECT_EQ(copied().find("| engine |"), std::string::npos) << "nobody was asked";
  updateJury(workspace, workspace);
  const std::string issue = copied();
  EXPECT_NE(issue.find("\n| good 1 | separated | distance 1 m |"), std::string::npos) << issue;
  outbox.send(SetTransform{"B", {0.5, 0, 0}, Quat{}});
  process(workspace, outbox);
  EXPECT_EQ(copied().find("| engine |"), std::string::npos) << "they were asked about another pose";
}

TEST(JuryTable, FollowsThePairAndNamesTheChosenHistoricalRow) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  workspace.jury.pool = std::make_shared<JuryPool>(std::vector{badJuror("good")}, kPatient, std::function<void()>());
  Outbox outbox;
  process(workspace, outbox);
  updateJury(workspace, workspace);
  ASSERT_TRUE(workspace.jury.reference);
  const std::uint64_t first = workspace.jury.serial;
  updateJury(workspace, workspace);
  EXPECT_EQ(workspace.jury.serial, first);
  workspace.view.algorithm = "historical/six-axes-3d";
  outbox.send(SetTransform{"B", {0.5, 0, 0}, Quat{}});
  process(workspace, outbox);
  updateJury(workspace, workspace);
  EXPECT_GT(workspace.jury.serial, first);
  const auto& jurors = workspace.jury.jurors;
  EXPECT_TRUE(std::any_of(jurors.begin(), jurors.end(),
                          [](const JurorStatus& status) { return status.name == "historical/six-axes-3d"; }));
  EXPECT_TRUE(std::all_of(jurors.begin(), jurors.end(),
                          [&](const JurorStatus& status) { return status.answered == workspace.jury.serial; }));
}

TEST(JuryTable, AsksAboutTheSweepAndTheRaysOfThePair) {
  Workspace workspace;
  Document document = defaultDocument();
  document.bodies[1].position = {3, 0, 0};
  document.bodies[1].linear_velocity = Vec3{-2, 0, 0};
  document.queries = {AskedQuery{RayQuery{{-9, 0, 0}, {1, 0, 0}, 20, std::nullopt}}};
  workspace.history = History(document);
  workspace.jury.pool = std::make_shared<JuryPool>(std::vector{badJuror(R"(query:"hit": true, "time": 0)")}, kPatient,
                                                   std::function<void()>());
  Outbox outbox;
  process(workspace, outbox);
  updateJury(workspace, workspace);
  const JuryTable& table = workspace.jury;
  ASSERT_EQ(table.queries.size(), 3u);  // its sweep, which no query asks for, and the ray at either body
  EXPECT_FALSE(table.query);
  workspace.view.lab.jury_question = 1;
  updateJury(workspace, workspace);
  ASSERT_TRUE(table.query);
  EXPECT_TRUE(std::get<SweepReport>(table.query->answer).hit);
  EXPECT_FALSE(statusOf(table.jurors, "sat").row->differs());
  EXPECT_TRUE(table.jurors.back().row->differs());
  EXPECT_LT(statusOf(table.jurors, "sat").watched, table.serial) << "relations are of pairs";
  workspace.view.lab.jury_question = 3;
  updateJury(workspace, workspace);
  EXPECT_EQ(bodiesOf(table.query->query), "B");
  // Another case may have fewer: then it is the pair again.
  workspace.view.lab.jury_question = 9;
  updateJury(workspace, workspace);
  EXPECT_FALSE(table.query);
  EXPECT_TRUE(statusOf(table.jurors, "sat").row->answer.overlapping);
}

TEST(JuryTable, OpensThePairOnWhichARelationIsBroken) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  workspace.jury.pool = std::make_shared<JuryPool>(std::vector{badJuror("good")}, kPatient, std::function<void()>());
  Outbox outbox;
  process(workspace, outbox);
  updateJury(workspace, workspace);
  const auto status = statusOf(workspace.jury.jurors, "good");
  ASSERT_TRUE(status.relations);
  ASSERT_FALSE(status.relations->broken.empty());
  const BrokenRelation& broken = status.relations->broken.back();
  outbox.request(OpenMade{std::make_shared<const Document>(broken.changed), broken.changed.name});
  process(workspace, outbox);
  EXPECT_EQ(workspace.history.document().bodies[1].position, broken.changed.bodies[1].position);
  EXPECT_NE(workspace.title.find(broken.relation), std::string::npos) << workspace.title;
  // It has no file yet, and another one is not opened over it unasked.
  EXPECT_TRUE(workspace.file_path.empty());
  outbox.request(OpenMade{std::make_shared<const Document>(defaultDocument()), "default"});
  process(workspace, outbox);
  EXPECT_TRUE(workspace.guarded);
}

TEST(JuryTable, MakesThePairSmallInOneStepWhileTheAnswerStaysWrong) {
  Workspace workspace;
  Document document = defaultDocument();
  document.bodies[0].position = {3.14159, 2.71828, 1.41421};
  document.bodies[0].rotation = Quat{};
  document.bodies[1].position = {3.64159, 2.91828, 1.51421};
  workspace.history = History(document);
  workspace.jury.pool = std::make_shared<JuryPool>(std::vector<JurorManifest>(), kPatient, std::function<void()>());
  Outbox outbox;
  process(workspace, outbox);
  updateJury(workspace, workspace);
  outbox.request(MinimisePair{"historical/corner-length-3d"});
  process(workspace, outbox);
  const Document& small = workspace.history.document();
  EXPECT_EQ(small.bodies[0].position, Vec3(0.0));
  EXPECT_EQ(small.bodies[0].id, document.bodies[0].id);
  outbox.request(Undo{});
  process(workspace, outbox);
  EXPECT_EQ(workspace.history.document().bodies[0].position, document.bodies[0].position);
}

}  // namespace
}  // namespace sepax
