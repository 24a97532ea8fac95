#include "session/host/opened_case.h"
#include "session/lab/comparing.h"
#include "session/lab/replaying.h"
#include "session/process.h"
#include "session/scene/reports.h"
#include "session/scene/selection.h"
#include "session/script/script_words.h"

#include "comes_true.h"
#include "core/platform.h"
#include "scratch.h"
#include "session/open.h"
#include "session/script/script.h"
#include "toy_recording.h"
#include "ui/headless_window.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>

namespace sepax {
namespace {

class ReplayTest : public testing::Test {
 protected:
  ReplayTest() {
    writeText(path, toyRecording());
    const auto opened = openPath(window.workspace, path);
    EXPECT_TRUE(opened) << describe(opened.error());
    window.frame(2);
  }
  Workspace& workspace = window_().workspace;
  [[nodiscard]] HeadlessWindow& window_() { return window; }
  void show(std::size_t frame) {
    window.workspace.view.replay.frame = frame;
    window.frame(2);
  }
  [[nodiscard]] double heightOfA() const {
    const Body* const a = findBody(window.workspace.history.document(), "A");
    return a == nullptr ? NAN : a->position.y;
  }
  template <class AnyRequest>
  void request(AnyRequest wanted) {
    Outbox outbox;
    outbox.request(std::move(wanted));
    process(window.workspace, outbox);
    window.frame(2);
  }
  void moveA() {
    Outbox outbox;
    outbox.send(SetTransform{"A", {7, 7, 7}, Quat{0, 0, 0, 1}});
    process(window.workspace, outbox);
    window.frame(2);
  }

  std::string path = scratchFolder() + "/toy.sepaxlog";
  HeadlessWindow window;
};

TEST_F(ReplayTest, ShowsTheFrameThatIsAskedForWithoutAStepToUndo) {
  EXPECT_TRUE(isReplaying(workspace, workspace));
  EXPECT_EQ(titleOf(workspace), "toy.sepaxlog");
  EXPECT_EQ(heightOfA(), 2.5);
  for (const std::size_t frame : {30u, 12u, 59u, 0u, 33u}) {
    show(frame);
    EXPECT_EQ(heightOfA(), 0.5 + (2 - 0.05 * static_cast<double>(frame)));
    EXPECT_EQ(workspace.history.document().bodies.size(), frame >= 10 && frame < 50 ? 3u : 2u) << frame;
    EXPECT_FALSE(workspace.history.canUndo());
    EXPECT_FALSE(workspace.history.isDirty());
  }
  show(1000);  // there is none: the last
  EXPECT_EQ(workspace.view.replay.frame, static_cast<std::size_t>(kToyFrames - 1));
}

TEST_F(ReplayTest, PlaysInItsOwnTimeAndStopsAtTheEnd) {
  request(ToggleReplay{});
  EXPECT_TRUE(workspace.view.replay.plays);
  workspace.view.replay.clock = 0;
  playReplay(workspace, workspace, 1.0);  // 8 frames a second
  EXPECT_EQ(workspace.view.replay.frame, 8u);
  workspace.view.replay.speed = 0.5;
  playReplay(workspace, workspace, 1.0);
  EXPECT_EQ(workspace.view.replay.frame, 12u);
  playReplay(workspace, workspace, 100.0);
  EXPECT_EQ(workspace.view.replay.frame, static_cast<std::size_t>(kToyFrames - 1));
  EXPECT_FALSE(workspace.view.replay.plays);
  request(ToggleReplay{});  // from the beginning
  EXPECT_TRUE(workspace.view.replay.plays);
  EXPECT_LT(workspace.view.replay.frame, 5u);
}

TEST_F(ReplayTest, WaitsWhileAFrameIsChangedByHandAndLosesNothing) {
  show(20);
  moveA();
  EXPECT_TRUE(isReplayEdited(workspace, workspace));
  show(25);
  EXPECT_EQ(heightOfA(), 7);  // as it was put
  EXPECT_EQ(shownClaim(workspace, workspace), nullptr);
  request(LeaveReplayEdits{});
  EXPECT_FALSE(isReplayEdited(workspace, workspace));
  EXPECT_EQ(heightOfA(), 0.5 + (2 - 0.05 * 25));
  // Undo does the same, a step at a time.
  moveA();
  request(Undo{});
  show(26);
  EXPECT_EQ(heightOfA(), 0.5 + (2 - 0.05 * 26));
  // A frame that was saved is a case of its own, and the recording goes on without touching it.
  moveA();
  const std::string saved = scratchFolder() + "/frame.json";
  request(Save{saved});
  EXPECT_FALSE(workspace.history.isDirty());
  show(27);
  EXPECT_EQ(heightOfA(), 0.5 + (2 - 0.05 * 27));
  EXPECT_TRUE(workspace.file_path.empty());
  EXPECT_NE(contentOf(saved).find("\"position\": [7, 7, 7]"), std::string::npos);
}

TEST_F(ReplayTest, TakesNothingOfAnEditedFrameIntoTheNext) {
  for (const bool saves : {true, false}) {
    show(20);
    Outbox outbox;
    outbox.send(SetShape{"A", Box{Vec3{3, 3, 3}}});
    outbox.send(SetPairs{std::vector<PairIds>{{"ground", "C"}}});
    outbox.send(RemoveBody{"ground"});
    process(workspace, outbox);
    window.frame(2);
    ASSERT_TRUE(isReplayEdited(workspace, workspace));
    saves ? request(Save{scratchFolder() + "/edited.json"}) : request(LeaveReplayEdits{});
    show(21);
    const Document& document = workspace.history.document();
    ASSERT_EQ(document.bodies.size(), 3u) << saves;
    EXPECT_EQ(std::get<Box>(findBody(document, "A")->shape).half_extents, Vec3(0.5, 0.5, 0.5));
    EXPECT_FALSE(document.pairs.has_value());
  }
}

TEST_F(ReplayTest, TellsTheClaimOfTheShownPairAndGoesFromOneWrongOneToTheNext) {
  workspace.view.pair = PairIds{"ground", "A"};
  show(19);
  ASSERT_NE(shownClaim(workspace, workspace), nullptr);
  EXPECT_FALSE(shownClaim(workspace, workspace)->differs());
  for (const int frame : kToyWrongFrames) {
    goToDifference(workspace, workspace.view, true);
    window.frame(2);
    EXPECT_EQ(workspace.view.replay.frame, static_cast<std::size_t>(frame));
    ASSERT_NE(shownClaim(workspace, workspace), nullptr);
    EXPECT_TRUE(shownClaim(workspace, workspace)->differs());
  }
  goToDifference(workspace, workspace.view, true);  // there is none
  EXPECT_EQ(workspace.view.replay.frame, 40u);
  goToDifference(workspace, workspace.view, false);
  EXPECT_EQ(workspace.view.replay.frame, 21u);
  EXPECT_EQ(kTimelinePanel.badge(workspace), "3");
}

TEST_F(ReplayTest, SaysDifferencesInTheLanguageOfNow) {
  workspace.view.pair = PairIds{"ground", "A"};
  show(20);
  EXPECT_EQ(differenceText(workspace, workspace, *workspace.replay.recording, *shownClaim(workspace, workspace)),
            "says overlapping, but they are 1 m apart");
  workspace.view.language = Language::kChinese;
  window.frame(3);
  const std::string chinese =
      differenceText(workspace, workspace, *workspace.replay.recording, *shownClaim(workspace, workspace));
  EXPECT_EQ(chinese.find("says"), std::string::npos) << chinese;
  EXPECT_NE(chinese.find("1"), std::string::npos) << chinese;
}

TEST_F(ReplayTest, KnowsTheGapOfThePairOverTime) {
  workspace.view.pair = PairIds{"ground", "A"};
  show(0);
  followPairHistory(workspace, workspace, 1e6);
  ASSERT_EQ(workspace.replay.history.gaps.size(), static_cast<std::size_t>(kToyFrames));
  for (int i = 0; i < kToyFrames; ++i) {
    const double gap = 2 - 0.05 * i;
    EXPECT_NEAR(workspace.replay.history.gaps[static_cast<std::size_t>(i)], gap, 1e-12) << i;
  }
  // Of a body that is not always there it has gaps.
  show(20);
  workspace.view.pair = PairIds{"ground", "C"};
  show(21);
  followPairHistory(workspace, workspace, 1e6);
  ASSERT_EQ(workspace.replay.history.gaps.size(), static_cast<std::size_t>(kToyFrames));
  EXPECT_TRUE(std::isnan(workspace.replay.history.gaps[9]));
  EXPECT_NEAR(workspace.replay.history.gaps[10], 0.75, 1e-12);
  EXPECT_NEAR(workspace.replay.history.gaps[49], 0.75, 1e-12);
  EXPECT_TRUE(std::isnan(workspace.replay.history.gaps[50]));
}

TEST_F(ReplayTest, RemembersAPairOfWhichABodyIsGoneForSomeFrames) {
  show(20);
  workspace.view.pair = PairIds{"A", "C"};
  show(25);
  EXPECT_EQ(shownPair(workspace.reports), (PairIds{"A", "C"}));
  show(55);  // C has left
  EXPECT_EQ(shownPair(workspace.reports), (PairIds{"ground", "A"}));
  show(30);
  EXPECT_EQ(shownPair(workspace.reports), (PairIds{"A", "C"}));
}

TEST_F(ReplayTest, HidesWhatTheFilterLeavesOutAndDrawsGhosts) {
  show(20);
  workspace.view.replay.filter = "c";
  window.frame(2);
  for (const Body& body : workspace.history.document().bodies) EXPECT_EQ(body.visible, body.id == "C") << body.id;
  workspace.view.replay.filter.clear();
  window.frame(2);
  for (const Body& body : workspace.history.document().bodies) EXPECT_TRUE(body.visible);
  EXPECT_TRUE(replayGhosts(workspace, workspace).empty());
  workspace.view.replay.ghosts = true;
  workspace.view.pair = PairIds{"ground", "A"};
  window.frame(2);
  const std::vector<Body> ghosts = replayGhosts(workspace, workspace);
  ASSERT_EQ(ghosts.size(), 4u);  // of A: the ground does not move
  EXPECT_NEAR(ghosts[0].position.y, 0.5 + (2 - 0.05 * 12), 1e-12);
  EXPECT_NEAR(ghosts[3].position.y, 0.5 + (2 - 0.05 * 28), 1e-12);
}

TEST_F(ReplayTest, ShowsAnotherRunBesideItAndKnowsWhereTheyPart) {
  const std::string other = scratchFolder() + "/other.sepaxlog";
  std::string text = toyRecording();
  const std::string from = R"({"t": 3.125, "poses": {"A": [0, 1.25,)", name = "by hand";
  text.replace(text.find(from), from.size(), R"({"t": 3.125, "poses": {"A": [0.25, 1.5,)");
  text.replace(text.find(name), name.size(), "again");
  writeText(other, text);
  show(24);
  request(CompareWith{other, {}});
  followOther(workspace, workspace, 1e6);
  const Replay& replay = workspace.replay;
  ASSERT_TRUE(replay.other.has_value());
  EXPECT_TRUE(isCompared(replay));
  EXPECT_EQ(runNames(replay), std::pair(std::string("by hand"), std::string("again")));
  EXPECT_EQ(replay.other->comparison->parting(0.001), 25u);
  EXPECT_EQ(replay.other->comparison->frames()[25].body, "A");
  EXPECT_TRUE(otherBodies(workspace, workspace).empty()) << "everything is at its place";
  show(25);
  const std::vector<Body> ghosts = otherBodies(workspace, workspace);
  ASSERT_EQ(ghosts.size(), 1u);
  EXPECT_EQ(ghosts[0].position, Vec3(0.25, 1.5, 0));
  EXPECT_EQ(heightOfA(), 1.25);
  // The curves of both: the gap, the highest body, and how far they are apart.
  workspace.view.pair = PairIds{"ground", "A"};
  window.frame(2);
  followPairHistory(workspace, workspace, 1e6);
  const std::size_t height = 1 + static_cast<std::size_t>(RunMeasure::kHeight), apart = replayCurves().size() - 1;
  EXPECT_NEAR(curveAt(replay, 0, 25, Run::kShown), 0.75, 1e-12);
  EXPECT_NEAR(curveAt(replay, 0, 25, Run::kOther), 1, 1e-12);
  EXPECT_EQ(curveAt(replay, height, 25, Run::kShown), 1.25);
  EXPECT_EQ(curveAt(replay, height, 25, Run::kOther), 1.5);
  EXPECT_NEAR(curveAt(replay, apart, 25, Run::kShown), std::hypot(0.25, 0.25), 1e-12);
  EXPECT_EQ(curveAt(replay, apart, 24, Run::kShown), 0);
  EXPECT_TRUE(std::isnan(curveAt(replay, height, kToyFrames, Run::kOther)));
  request(CompareWith{});
  EXPECT_FALSE(replay.other.has_value());
  EXPECT_TRUE(std::isnan(curveAt(replay, height, 25, Run::kOther)));
}

TEST_F(ReplayTest, RefusesToCompareWithARecordingOfOtherBodies) {
  const std::string other = scratchFolder() + "/stranger.sepaxlog";
  writeText(other, R"({"sepax_log": 1, "space": "3d", "bodies": []})"
                   "\n");
  request(CompareWith{other, {}});
  EXPECT_FALSE(workspace.replay.other.has_value());
  ASSERT_FALSE(workspace.console.empty());
  EXPECT_NE(workspace.console.back().text.find("found \"ground\" only in the first"), std::string::npos)
      << workspace.console.back().text;
}

TEST_F(ReplayTest, EndsWhenSomethingElseIsOpened) {
  request(NewDocument{});
  EXPECT_FALSE(isReplaying(workspace, workspace));
  EXPECT_EQ(workspace.replay.recording, nullptr);
  EXPECT_EQ(workspace.history.document().bodies.size(), 2u);
}

TEST_F(ReplayTest, AsksBeforeUnsavedChangesGoForARecording) {
  request(StopReplay{});
  moveA();
  request(OpenPath{path});
  ASSERT_TRUE(workspace.guarded.has_value());
  EXPECT_FALSE(isReplaying(workspace, workspace));
  request(OpenPath{path, true});
  EXPECT_TRUE(isReplaying(workspace, workspace));
  EXPECT_EQ(heightOfA(), 2.5);
}

TEST_F(ReplayTest, SavesWhatItHasInMemory) {
  for (const char* name : {"/again.sepaxlog", "/again.sepaxlog.gz"}) {
    const std::string again = scratchFolder() + name;
    request(SaveRecording{again});
    ASSERT_TRUE(openPath(workspace, again));
    window.frame(2);
    show(33);
    EXPECT_EQ(heightOfA(), 0.5 + (2 - 0.05 * 33));
    EXPECT_EQ(kTimelinePanel.badge(workspace), "3");
  }
  EXPECT_EQ(contentOf(scratchFolder() + "/again.sepaxlog.gz").substr(0, 2), "\x1f\x8b");
}

TEST_F(ReplayTest, ShowsFramesByScript) {
  ScriptStage stage = scriptStage(workspace, window.shell);
  EXPECT_TRUE(runScript("tab timeline\nreplay 31\n", "s", stage, [&] { window.frame(2); }));
  EXPECT_EQ(heightOfA(), 0.5 + (2 - 0.05 * 31));
  const auto refused = runScript("replay 60\n", "s", stage, [] {});
  ASSERT_FALSE(refused);
  EXPECT_NE(describe(refused.error()).find("from 0 to 59"), std::string::npos) << describe(refused.error());
}

/// A program that connects to a port of this machine and sends what it is told.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { ::close(socket_); }
  /// False when nobody takes it any more.
  bool send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

 private:
  int socket_;
};

class AttachTest : public testing::Test {
 protected:
  AttachTest() {
    window.workspace.jobs->runInBackground([] {});
    const auto started = startAttach(window.workspace, window.workspace, 0);
    EXPECT_TRUE(started) << describe(started.error());
    port = window.workspace.replay.port;
  }
  /// Draws frames until something is so; false when it never is.
  bool until(const std::function<bool()>& holds) {
    return comesTrue([&] {
      window.frame();
      return holds();
    });
  }
  [[nodiscard]] std::size_t frames() const {
    return window.workspace.replay.recording == nullptr ? 0 : window.workspace.replay.recording->end();
  }
  [[nodiscard]] bool wasTold(const std::string& text) const {
    for (const ConsoleLine& line : window.workspace.console) {
      if (line.text.find(text) != std::string::npos) return true;
    }
    return false;
  }

  HeadlessWindow window;
  std::uint16_t port = 0;
  std::string head = toyRecording().substr(0, toyRecording().find('\n') + 1);
};

TEST_F(AttachTest, FollowsAProgramWhileItRuns) {
  EXPECT_NE(port, 0);
  const Client client(port);
  ASSERT_TRUE(client.send(head + R"({"t": 0, "poses": {"A": [0, 4, 0, 0, 0, 0, 1]}})" + "\n"));
  const auto height = [&] {
    const Body* const a = findBody(window.workspace.history.document(), "A");
    return a == nullptr ? 0 : a->position.y;
  };
  ASSERT_TRUE(until([&] { return height() == 4; }));
  ASSERT_TRUE(client.send(R"({"t": 1, "poses": {"A": [0, 3, 0,)"));  // in two pieces
  ASSERT_TRUE(client.send(" 0, 0, 0, 1]}}\n"));
  ASSERT_TRUE(until([&] { return height() == 3; }));
  // Who looks at an older frame stays there, and nothing is lost.
  window.workspace.view.replay.follows = false;
  window.workspace.view.replay.frame = 0;
  ASSERT_TRUE(client.send(R"({"t": 2, "poses": {"A": [0, 2, 0, 0, 0, 0, 1]}})"
                          "\n"));
  ASSERT_TRUE(until([&] { return frames() == 3; }));
  window.frame(3);
  EXPECT_EQ(height(), 4);
  window.workspace.view.replay.follows = true;
  EXPECT_TRUE(until([&] { return height() == 2; }));
}

TEST_F(AttachTest, TakesTheNextProgramWhenOneHasGone) {
  {
    const Client client(port);
    ASSERT_TRUE(client.send(toyRecording() + R"({"t": 99, "poses": {"A": [0, 0,)"));  // dies in the middle of a line
    ASSERT_TRUE(until([&] { return frames() == kToyFrames; }));
  }
  ASSERT_TRUE(until([&] { return window.workspace.replay.has_ended; }));
  EXPECT_EQ(frames(), static_cast<std::size_t>(kToyFrames));
  const Client next(port);
  ASSERT_TRUE(next.send(head + "{\"t\": 0}\n{\"t\": 1}\n"));
  EXPECT_TRUE(until([&] { return frames() == 2; }));
}

TEST(AttachToInput, PassesOverTheLogOfAProgramBeforeItsRecordingAndCountsItsLines) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const int own = ::dup(STDIN_FILENO);
  ::dup2(pipe[0], STDIN_FILENO);
  HeadlessWindow window;
  window.workspace.jobs->runInBackground([] {});
  attachToInput(window.workspace, window.workspace);
  const std::string text = "loading level 3\n\n[info] 12 bodies\n" + toyRecording() + "{\"t\": 99, \"oops\": 1}\n";
  EXPECT_EQ(::write(pipe[1], text.data(), text.size()), std::ssize(text));
  ::close(pipe[1]);
  const Replay& replay = window.workspace.replay;
  EXPECT_TRUE(comesTrue([&] {
    window.frame();
    return replay.has_ended;
  }));
  ASSERT_NE(replay.recording, nullptr);
  EXPECT_EQ(replay.recording->end(), kToyFrames + 1u);
  EXPECT_EQ(replay.feed->problemCount(), 1u) << "a line of the log is no problem";
  EXPECT_EQ(replay.recording->frame(0).line, 5u) << "three lines of the log, and the head";
  ::dup2(own, STDIN_FILENO);
  ::close(own);
  ::close(pipe[0]);
}

TEST_F(AttachTest, DropsWhoeverSendsNoRecordingAndStaysUp) {
  {
    const Client browser(port);
    browser.send("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + toyRecording());
    ASSERT_TRUE(until([&] { return wasTold("JSON"); }));
  }
  EXPECT_EQ(window.workspace.replay.recording, nullptr);
  const Client good(port);
  ASSERT_TRUE(good.send(toyRecording()));
  EXPECT_TRUE(until([&] { return frames() == kToyFrames; }));
}

TEST_F(AttachTest, SaysHowManyProgramsWaitForTheirTurn) {
  const Client first(port);
  ASSERT_TRUE(first.send(toyRecording()));
  ASSERT_TRUE(until([&] { return frames() == kToyFrames; }));
  const Client second(port), third(port);
  EXPECT_TRUE(until([&] { return window.workspace.replay.feed->waiting() == 2; }));
}

TEST(RecordingFeed, TellsHowMuchOfAFileIsRead) {
  const std::string path = scratchFolder() + "/half.sepaxlog";
  ASSERT_TRUE(writeFileAtomically(path, toyRecording()));
  RecordingFeed whole(RecordingFile::open(path).value(), {});
  EXPECT_EQ(whole.fractionRead(), 1);
  std::string log = toyRecording();
  for (int frame = 0; frame < 2000; ++frame)
    log += fmt::format("{{\"t\": {}, \"mark\": \"{}\"}}\n", 100 + frame, std::string(4000, 'x'));
  ASSERT_TRUE(writeFileAtomically(path, log));
  RecordingFeed waits(RecordingFile::open(path).value(), [] {});
  double seen = 0;
  EXPECT_TRUE(comesTrue([&] { return (seen = waits.fractionRead()) > 0; }));
  EXPECT_LT(seen, 1) << "at most 256 of 2000 frames wait";
}

TEST(RecordingFeed, SaysThatAProgramSentNothingForTooLong) {
  auto stream = LineStream::listen(0).value();
  const std::uint16_t port = stream.port();
  RecordingFeed feed(
      std::move(stream), "port", [] {}, 0.05);
  const Client silent(port);
  std::string said;
  EXPECT_TRUE(comesTrue([&] {
    for (const RecordingFeed::Event& event : feed.take(1)) {
      const auto* const ended = std::get_if<RecordingFeed::Ended>(&event);
      if (ended != nullptr && ended->error) said = ended->error->message;
    }
    return !said.empty();
  }));
  EXPECT_EQ(said, "the program has sent nothing for 0.05 s and was disconnected");
}

TEST_F(AttachTest, EndlessLinesAndFloodsCostNoMoreThanTheirLimit) {
  {
    const Client endless(port);
    const std::string piece(1 << 20, 'x');
    int sent = 0;
    // As long as somebody reads; the window goes on meanwhile.
    std::thread sender([&] {
      while (sent < 400 && endless.send(piece)) ++sent;
    });
    EXPECT_TRUE(until([&] { return wasTold("expected lines of at most"); }));
    sender.join();
    EXPECT_LT(sent, 80);  // 64 MiB and what lies in the system's buffers
  }
  const Client flood(port);
  std::thread sender([&] {
    flood.send(head);
    for (int i = 0; i < 20'000; ++i) {
      if (!flood.send(fmt::format("{{\"t\": {}, \"poses\": {{\"A\": [0, {}, 0, 0, 0, 0, 1]}}}}\n", i * 0.001, i)))
        return;
    }
  });
  EXPECT_TRUE(until([&] { return frames() == 20'000; }));
  sender.join();
}

TEST_F(AttachTest, KeepsTheLastMinutesAlone) {
  const Client client(port);
  ASSERT_TRUE(client.send(head));
  constexpr int kSeconds = 2000;
  for (int i = 0; i < kSeconds; ++i)
    ASSERT_TRUE(client.send(fmt::format("{{\"t\": {}, \"poses\": {{\"A\": [0, {}, 0, 0, 0, 0, 1]}}}}\n", i, i)));
  ASSERT_TRUE(until([&] { return frames() == kSeconds; }));
  const Recording& recording = *window.workspace.replay.recording;
  EXPECT_GE(recording.frame(recording.end() - 1).time - recording.frame(recording.first()).time, kMaxLiveSeconds - 120);
  EXPECT_LE(recording.frame(recording.end() - 1).time - recording.frame(recording.first()).time, kMaxLiveSeconds);
  EXPECT_LT(recording.poses(), 1000u);
  window.workspace.view.replay.follows = false;
  window.workspace.view.replay.frame = 0;  // forgotten: the oldest there is
  window.frame(3);
  EXPECT_EQ(window.workspace.view.replay.frame, recording.first());
}

TEST_F(AttachTest, ShowsWhoHasLeftAndComeAgainWhereTheyWere) {
  const Client client(port);
  const auto ball = [](double radius, double x) {
    return fmt::format(R"("add": [{{"id": "C", "shape": {{"type": "sphere", "radius": {}}}, "position": [{}, 1, 0]}}])",
                       radius, x);
  };
  ASSERT_TRUE(client.send(head + "{\"t\": 0, " + ball(0.25, 3) +
                          "}\n{\"t\": 1, \"poses\": {\"C\": [4, 1, 0, 0, 0, 0, 1]}}\n" +
                          "{\"t\": 2, \"remove\": [\"C\", \"A\"]}\n{\"t\": 3, " + ball(0.5, -3) + "}\n{\"t\": 4}\n"));
  ASSERT_TRUE(until([&] { return frames() == 5; }));
  window.workspace.view.replay.follows = false;
  struct Seen {
    std::size_t frame;
    double radius, x;  ///< of C; a radius of 0: it is not there
    bool has_a;
  };
  for (const auto& [frame, radius, x, has_a] : {Seen{4, 0.5, -3, false}, Seen{1, 0.25, 4, true}, Seen{2, 0, 0, false},
                                                Seen{0, 0.25, 3, true}, Seen{3, 0.5, -3, false}}) {
    window.workspace.view.replay.frame = frame;
    window.frame(2);
    const Document& document = window.workspace.history.document();
    const Body* const c = findBody(document, "C");
    EXPECT_EQ(findBody(document, "A") != nullptr, has_a) << frame;
    ASSERT_EQ(c != nullptr, radius > 0) << frame;
    if (c == nullptr) continue;
    EXPECT_EQ(std::get<Sphere>(c->shape).radius, radius) << frame;
    EXPECT_EQ(c->position.x, x) << frame;
  }
}

TEST_F(AttachTest, WaitsForUnsavedChangesAndLosesNothing) {
  Outbox outbox;
  outbox.send(SetTransform{"A", {7, 7, 7}, Quat{0, 0, 0, 1}});
  process(window.workspace, outbox);
  const Client client(port);
  ASSERT_TRUE(client.send(toyRecording()));
  ASSERT_TRUE(until([&] { return frames() == kToyFrames; }));
  EXPECT_TRUE(wasTold("A recording has begun"));
  EXPECT_FALSE(isReplaying(window.workspace, window.workspace));
  EXPECT_EQ(findBody(window.workspace.history.document(), "A")->position.x, 7);
  Outbox back;
  back.request(Undo{});
  process(window.workspace, back);
  EXPECT_TRUE(until([&] { return isReplaying(window.workspace, window.workspace); }));
}

TEST_F(AttachTest, TwoCannotListenOnOnePort) {
  Workspace other;
  other.jobs->runInBackground([] {});
  const auto second = startAttach(other, other, port);
  ASSERT_FALSE(second);
  EXPECT_NE(describe(second.error()).find("cannot listen"), std::string::npos);
  // Nor does it listen any longer than it is wanted.
  stopReplay(window.workspace, window.workspace);
  EXPECT_TRUE(startAttach(other, other, port));
}

}  // namespace
}  // namespace sepax
