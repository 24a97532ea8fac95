#include "lab/recording/recording.h"

#include "core/platform.h"
#include "lab/recording/recording_file.h"
#include "rounds.h"
#include "scratch.h"
#include "toy_recording.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace sepax {
namespace {

struct ReadLog {
  RecordingHead head;
  std::vector<RecordedFrame> frames;
  std::vector<RecordingProblem> problems;
};

Result<ReadLog> readLog(const std::string& path) {
  auto file = RecordingFile::open(path);
  SEPAX_TRY(file);
  ReadLog out{file->head(), {}, {}};
  while (true) {
    auto frame = file->nextFrame();
    SEPAX_TRY(frame);
    if (!*frame) break;
    out.frames.push_back(std::move(**frame));
  }
  out.problems = file->reader().problems();
  return out;
}

Result<ReadLog> readText(const std::string& text) {
  const std::string path = scratchFolder() + "/log.sepaxlog";
  writeText(path, text);
  return readLog(path);
}

std::string packed(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(compressBound(text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

const std::string kHead =
    R"({"sepax_log": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 0]},)"
    R"({"id": "B", "shape": {"type": "sphere", "radius": 1}, "position": [3, 0, 0]}]})"
    "\n";

TEST(Recording, IsReadAsItIsWritten) {
  const auto log = readText(toyRecording());
  ASSERT_TRUE(log) << describe(log.error());
  EXPECT_TRUE(log->problems.empty());
  EXPECT_EQ(log->head.engine, "by hand");
  EXPECT_EQ(log->head.scene.name, "toy");
  EXPECT_EQ(log->head.scene.bodies.size(), 2u);
  ASSERT_EQ(log->frames.size(), static_cast<std::size_t>(kToyFrames));
  RecordedScene scene(log->head);
  for (int i = 0; i < kToyFrames; ++i) {
    const RecordedFrame& frame = log->frames[static_cast<std::size_t>(i)];
    scene.apply(frame);
    EXPECT_EQ(frame.time, i * 0.125);
    EXPECT_EQ(scene.body(1).position.y, 0.5 + (2 - 0.05 * i));
    EXPECT_EQ(scene.document().bodies.size(), i >= 10 && i < 50 ? 3u : 2u) << i;
    ASSERT_EQ(frame.claims.size(), 1u);
    EXPECT_EQ(frame.mark, i == 30 ? "half way" : "");
  }
}

TEST(Recording, OfThePlaneHasAnglesAndTwoNumbers) {
  const auto log = readText(
      R"({"sepax_log": 1, "space": "2d", "bodies": [{"id": "A", "shape": {"type": "box", "half_extents": [1, 1]}, "position": [0, 0]}]})"
      "\n"
      R"({"poses": {"A": [1, 2, 0.5]}, "claims": []})"
      "\n{}\n");
  ASSERT_TRUE(log) << describe(log.error());
  EXPECT_TRUE(log->problems.empty());
  ASSERT_EQ(log->frames.size(), 2u);
  EXPECT_EQ(log->frames[1].time, kRecordedStep);  // no line has a time
  RecordedScene scene(log->head);
  scene.apply(log->frames[0]);
  EXPECT_EQ(std::get<double>(scene.body(0).rotation), 0.5);
  EXPECT_EQ(scene.body(0).position, Vec3(1, 2, 0));
}

TEST(Recording, WithoutAHeadIsRefusedWithThePlace) {
  const std::pair<const char*, const char*> kHeads[] = {
      {"", "empty file"},
      {"{\"t\": 0}\n", "sepax_log"},
      {"{\"sepax_log\": 2, \"space\": \"3d\"}\n", "version 1"},
      {"{\"sepax_log\": 1}\n", "\"2d\" or \"3d\""},
      {"{\"sepax_log\": 1, \"space\": \"4d\"}\n", "\"2d\" or \"3d\""},
      {"{\"sepax_log\": 1, \"space\": \"3d\", \"precision\": \"half\"}\n", "precision"},
      {"{\"sepax_log\": 1, \"space\": \"3d\", \"tolerance\": -1}\n", "tolerance"},
      {"{\"sepax_log\": 1, \"space\": \"3d\", \"bodies\": [{\"id\": \"A\"}]}\n", "/bodies/0/shape"},
      {"{\"sepax_log\": 1, \"space\": \"3d\", \"bodies\": 3}\n", "/bodies"},
      {"{\"sepax_log\": 1, \"space\": \"3d\", \"bodies\": [{\"id\": \"A\", \"shape\": {\"type\": \"mesh\", \"file\": "
       "\"/etc/passwd\"}}]}\n",
       "/bodies/0"},
      {"GET / HTTP/1.1\n", "JSON"},
      {"[1, 2]\n", "no line that is a JSON object"},
  };
  for (const auto& [text, expected] : kHeads) {
    const auto log = readText(text);
    ASSERT_FALSE(log) << text;
    EXPECT_NE(describe(log.error()).find(expected), std::string::npos) << text << describe(log.error());
    EXPECT_NE(describe(log.error()).find("log.sepaxlog"), std::string::npos) << describe(log.error());
  }
  const auto twice = readText(
      R"({"sepax_log": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 0]},)"
      R"({"id": "A", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 0]}]})");
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().message.find("twice"), std::string::npos);
}

TEST(Recording, GoesNoWayBackInTimeAlsoAfterFramesWithoutATime) {
  const auto log = readText(kHead + "{}\n{}\n{\"t\": 0}\n{\"t\": 1}\n");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->frames.size(), 4u);
  EXPECT_EQ(log->problems.size(), 1u);
  for (std::size_t i = 1; i < log->frames.size(); ++i) EXPECT_GE(log->frames[i].time, log->frames[i - 1].time);
  EXPECT_EQ(log->frames[3].time, 1);
}

TEST(Recording, LeavesOutWhatIsWrongInAFrameAndTellsIt) {
  struct Row {
    const char* line;
    const char* told;
    std::size_t frames;  ///< that come of it
  };
  const Row kRows[] = {
      {R"({"poses": {"A": [0, 0, NaN, 0, 0, 0, 1]}})", "column", 0},
      {R"({"poses": {"A": [0, 0, 1e999, 0, 0, 0, 1]}})", "", 0},
      {R"({"poses": {"A": [0, 0, null, 0, 0, 0, 1]}})", "A: expected finite numbers", 1},
      {R"({"poses": {"A": [0, 0, 1e300, 0, 0, 0, 1]}})", "A: expected finite numbers", 1},
      {R"({"poses": {"A": [0, 0, 0, 0, 0, 0, 0]}})", "A: expected a quaternion", 1},
      {R"({"poses": {"A": [0, 0, 0]}})", "A: expected 7 numbers", 1},
      {R"({"poses": {"Z": [0, 0, 0, 0, 0, 0, 1]}})", "moves \"Z\"", 1},
      {R"({"poses": {"A": [0, 0, 0, 0, 0, 0, 1], "A": [1, 0, 0, 0, 0, 0, 1]}})", "", 0},
      {R"({"poses": [1]})", "expected poses by the ids", 1},
      {R"({"remove": ["Z"]})", "removes the string \"Z\"", 1},
      {R"({"remove": "A"})", "removes the string \"A\", which is not a list", 1},
      {R"({"claims": {"pair": ["A", "B"], "separation": 77}})", "which is not a list", 1},
      {R"({"add": [{"id": "C"}]})", "add/0/shape", 1},
      {R"({"add": [{"id": "A", "shape": {"type": "sphere", "radius": 2}, "position": [0, 0, 0]}]})", "there already",
       1},
      {R"({"add": [{"id": "C", "shape": {"type": "sphere", "radius": 2}, "position": [0, 0, 0]}, )"
       R"({"id": "C", "shape": {"type": "sphere", "radius": 3}, "position": [0, 0, 0]}]})",
       "adds \"C\" twice", 1},
      {R"({"t": "soon"})", "expected a time", 1},
      {R"({"t": -1})", "before that of the line above", 1},
      {R"({"claims": [{"pair": ["A", "Z"]}]})", "no body \"Z\" is there", 1},
      {R"({"claims": [{"pair": ["A", "B"], "seperation": 5}]})", "key \"seperation\" is unknown", 1},
      {R"({"claims": [{"pair": ["A", "A"]}]})", "expected the ids of two bodies", 1},
      {R"({"claims": [{"pair": ["A", "B"], "verdict": "maybe"}]})", "verdict is none of", 1},
      {R"({"claims": [{"pair": ["A", "B"], "normal": [1, 0]}]})", "", 1},
      {R"({"impulse": 3})", "unknown key \"impulse\"", 1},
      {"[]", "expected a frame", 0},
      {"not JSON", "JSON", 0},
  };
  for (const Row& row : kRows) {
    const auto log =
        readText(kHead + "{\"t\": 0}\n" + row.line + "\n{\"t\": 1, \"poses\": {\"B\": [4, 0, 0, 0, 0, 0, 1]}}\n");
    ASSERT_TRUE(log) << row.line << describe(log.error());
    const bool is_2d_normal_fine = std::string_view(row.told).empty() && row.frames == 1;
    if (!is_2d_normal_fine) {
      ASSERT_FALSE(log->problems.empty()) << row.line;
      EXPECT_EQ(log->problems[0].line, 3u) << row.line;
      EXPECT_NE(log->problems[0].text.find(row.told), std::string::npos) << row.line << "\n" << log->problems[0].text;
    }
    ASSERT_EQ(log->frames.size(), 2 + row.frames) << row.line;
    ASSERT_EQ(log->frames.back().poses.size(), 1u) << row.line;  // what follows is read on
    RecordedScene scene(log->head);
    double before = 0;
    for (const RecordedFrame& frame : log->frames) {
      EXPECT_GE(frame.time, before) << row.line;
      before = frame.time;
      scene.apply(frame);
    }
    const Document there = scene.document();
    EXPECT_EQ(findBody(there, "B")->position.x, 4) << row.line;
  }
}

TEST(Recording, CutAtAnyByteKeepsTheFramesThatAreWhole) {
  const std::string text = toyRecording();
  const std::size_t head = text.find('\n') + 1;
  std::size_t most = 0;
  for (std::size_t size = head; size <= text.size(); size += test::kSanitized ? 71 : 7) {
    const std::string part = text.substr(0, size);
    const auto log = readText(part);
    ASSERT_TRUE(log) << size;
    const auto whole = static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n')) - 1;
    ASSERT_GE(log->frames.size(), whole) << size;
    ASSERT_LE(log->frames.size(), whole + 1) << size;
    ASSERT_TRUE(log->problems.empty()) << size << ": " << log->problems[0].text;
    most = std::max(most, whole);
  }
  EXPECT_GT(most, 50u);
}

TEST(Recording, PackedByGzipIsTheSame) {
  const std::string text = toyRecording(), path = scratchFolder() + "/packed.sepaxlog.gz";
  const std::size_t half = text.find('\n', text.size() / 2) + 1;
  for (const std::string& bytes : {packed(text), packed(text.substr(0, half)) + packed(text.substr(half))}) {
    writeText(path, bytes);
    EXPECT_TRUE(isRecording(path));
    const auto log = readLog(path);
    ASSERT_TRUE(log) << describe(log.error());
    EXPECT_EQ(log->frames.size(), static_cast<std::size_t>(kToyFrames));
    EXPECT_EQ(log->frames.back().poses[0].position.y, 0.5 + (2 - 0.05 * (kToyFrames - 1)));
  }
  // Cut off it is what there is; damaged it is an error, and nothing else.
  const std::string whole = packed(text);
  for (std::size_t size = whole.size() / 2; size < whole.size(); size += 5) {
    writeText(path, whole.substr(0, size));
    const auto log = readLog(path);
    ASSERT_TRUE(log) << size << describe(log.error());
    EXPECT_LE(log->frames.size(), static_cast<std::size_t>(kToyFrames));
  }
  std::mt19937 random(5);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::string damaged = whole;
    damaged[std::uniform_int_distribution<std::size_t>(10, damaged.size() - 1)(random)] ^=
        static_cast<char>(1 + random() % 255);
    writeText(path, damaged);
    refused += readLog(path) ? 0 : 1;
  }
  EXPECT_GT(refused, 100);
}

TEST(Recording, BehindAnotherOneIsAnErrorWithItsPlace) {
  const std::string frame = R"({"t": 0, "poses": {"B": [2, 0, 0, 0, 0, 0, 1]}})"
                            "\n",
                    one = kHead + frame, path = scratchFolder() + "/two.sepaxlog.gz";
  ASSERT_EQ(readText(one)->frames.size(), 1u);
  writeText(path, packed(one) + packed(one));
  for (const auto& two : {readText(one + one), readLog(path)}) {
    ASSERT_FALSE(two);
    EXPECT_TRUE(two.error().where.ends_with(":3")) << two.error().where;
    EXPECT_EQ(two.error().message,
              "expected frames of one recording, found the first line of a second one: each needs a file of its own");
  }
}

TEST(Recording, WithLongLinesGivesEachFrameInItsTurnUpToADamagedEnd) {
  // Long lines are parsed side by side: pose i is at height `frame`, and every third line is none.
  constexpr int kBodies = 1500, kLines = 13;
  std::string bodies, text;
  for (int i = 0; i < kBodies; ++i)
    bodies += fmt::format(R"({}{{"id": "b{}", "shape": {{"type": "point"}}, "position": [{}, 0, 0]}})",
                          i > 0 ? "," : "", i, i);
  text = fmt::format(R"({{"sepax_log": 1, "space": "3d", "bodies": [{}]}})", bodies) + "\n";
  for (int line = 0; line < kLines; ++line) {
    std::string poses;
    for (int i = 0; i < kBodies; ++i)
      poses += fmt::format(R"({}"b{}": [{}, {}, 0, 0, 0, 0, 1])", i > 0 ? "," : "", i, i, line);
    text += fmt::format(R"({{"t": {}, "poses": {{{}}}{}}})", line, poses, line % 3 == 2 ? "," : "") + "\n\n";
  }
  ASSERT_GT(text.size() / kLines, 32u << 10) << "no long lines";
  std::string damaged = packed(text);
  damaged[damaged.size() * 3 / 4] ^= 0x55;
  const std::string path = scratchFolder() + "/long.sepaxlog";
  for (const std::string& bytes : {text, packed(text), damaged}) {
    writeText(path, bytes);
    auto file = RecordingFile::open(path);
    ASSERT_TRUE(file) << describe(file.error());
    int frames = 0;
    Result<std::optional<RecordedFrame>> frame;
    for (; (frame = file->nextFrame()) && *frame; ++frames) {
      const int line = frames / 2 * 3 + frames % 2;
      EXPECT_EQ((*frame)->line, 2u + 2 * static_cast<std::size_t>(line));
      EXPECT_EQ((*frame)->time, line);
      ASSERT_EQ((*frame)->poses.size(), static_cast<std::size_t>(kBodies));
      EXPECT_EQ((*frame)->poses[7].position, Vec3(7, line, 0));
    }
    EXPECT_EQ(frame.has_value(), bytes != damaged);
    if (frame) {
      EXPECT_EQ(frames, 9);
      ASSERT_EQ(file->reader().problemCount(), 4u);
      EXPECT_EQ(file->reader().problems()[1].line, 12u);
    } else {
      EXPECT_GT(frames, 3);
      EXPECT_LT(frames, 9);
      EXPECT_FALSE(file->nextFrame()) << "the error stays";
    }
  }
}

TEST(Recording, ALineWithoutEndIsAnErrorAndNotAFloodOfMemory) {
  const std::string path = scratchFolder() + "/bomb.sepaxlog.gz";
  writeText(path, packed(kHead + std::string(kMaxRecordedLine + (1u << 20), ' ')));
  const auto log = readLog(path);
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().code, ErrorCode::kTooLarge);
}

/// A random recording of a few bodies that come, go and move, as a text.
std::string randomRecording(std::mt19937& random, int frames) {
  std::uniform_real_distribution<double> place(-10, 10);
  std::string text = kHead;
  std::vector<std::string> there{"A", "B"};
  int next = 0;
  for (int i = 0; i < frames; ++i) {
    std::string line = fmt::format("{{\"t\": {}", i);
    if (random() % 4 == 0) {
      // Names are taken again: who comes back is another body.
      const std::string id = fmt::format("N{}", next++ % 5);
      if (std::find(there.begin(), there.end(), id) == there.end()) {
        line += fmt::format(
            R"(, "add": [{{"id": "{}", "shape": {{"type": "sphere", "radius": {}}}, "position": [{}, 0, 0]}}])", id,
            1 + i, place(random));
        there.push_back(id);
      }
    }
    if (random() % 5 == 0 && there.size() > 1) {
      const std::size_t which = random() % there.size();
      const bool is_new = line.find("\"" + there[which] + "\"") != std::string::npos;
      if (!is_new) {
        line += fmt::format(R"(, "remove": ["{}"])", there[which]);
        there.erase(there.begin() + static_cast<std::ptrdiff_t>(which));
      }
    }
    line += ", \"poses\": {";
    bool is_first = true;
    for (const std::string& id : there) {
      if (random() % 2 == 0) continue;
      const double angle = place(random);
      line += fmt::format("{}\"{}\": [{}, {}, {}, 0, {}, 0, {}]", is_first ? "" : ", ", id, place(random),
                          place(random), place(random), std::sin(angle), std::cos(angle));
      is_first = false;
    }
    text += line + "}}\n";
  }
  return text;
}

bool isSame(const Body& a, const Body& b) {
  return a.id == b.id && a.position == b.position && a.rotation == b.rotation &&
         std::get<Sphere>(a.shape).radius == std::get<Sphere>(b.shape).radius;
}

TEST(Recording, InMemoryHasEveryFrameAsTheLinesLeaveIt) {
  std::mt19937 random(11);
  int compared = 0, came_back = 0;
  for (int round = 0; round < 40; ++round) {
    const auto log = readText(randomRecording(random, 80));
    ASSERT_TRUE(log);
    ASSERT_TRUE(log->problems.empty()) << log->problems[0].text;
    Recording recording(log->head);
    std::vector<Document> truth;
    RecordedScene scene(log->head);
    for (const RecordedFrame& frame : log->frames) {
      scene.apply(frame);
      truth.push_back(scene.document());
      recording.append(frame, {});
    }
    // In any order, and also when the oldest are forgotten.
    for (int k = 0; k < 200; ++k) {
      if (k % 50 == 49) recording.dropFirst(7);
      const std::size_t frame = recording.first() + random() % (recording.end() - recording.first());
      const std::vector<std::uint32_t> numbers = recording.bodiesAt(frame);
      ASSERT_EQ(numbers.size(), truth[frame].bodies.size());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        Body body = recording.body(numbers[i]);
        recording.pose(body, numbers[i], frame);
        ASSERT_TRUE(isSame(body, truth[frame].bodies[i]))
            << "round " << round << ", frame " << frame << ", " << body.id;
        EXPECT_EQ(recording.numberOf(body.id, frame), numbers[i]);
        ++compared;
        came_back += numbers[i] > 6 ? 1 : 0;
      }
    }
  }
  RecordProperty("compared", compared);
  EXPECT_GT(compared, 10'000);
  EXPECT_GT(came_back, 1000);
}

TEST(Recording, MayHaveALogBeforeItsHeadAndNowhereElse) {
  const std::string log = "loading my engine …\n[info] 3 bodies\n\n7\n", frame = R"({"t": 0, "pose": {}})";
  const auto after_log = readText(log + kHead + "and a last word\n" + frame);
  ASSERT_TRUE(after_log) << describe(after_log.error());
  EXPECT_EQ(after_log->head.scene.bodies.size(), 2u);
  ASSERT_EQ(after_log->problems.size(), 2u);
  EXPECT_EQ(after_log->problems[0].line, 6u);
  EXPECT_EQ(after_log->problems[1].text, "unknown key \"pose\", did you mean \"poses\"?");
  EXPECT_EQ(readText(log).error().message,
            "expected a recording, found no line that is a JSON object with \"sepax_log\"");
  EXPECT_FALSE(readText(log +
                        R"({"level": "info"})"
                        "\n" +
                        kHead));
}

TEST(Recording, BodiesThatCameAndWentForHoursCostNothing) {
  RecordingReader reader("hours");
  const auto head = reader.readHead(kHead);
  ASSERT_TRUE(head);
  Recording recording(*head);
  RecordedScene scene(*head);
  // More than there may be at a time, one after another; one stays long.
  constexpr int kShots = test::rounds(150'000);
  for (int i = 0; i < kShots; ++i) {
    auto frame = reader.readFrame(fmt::format(
        R"({{"t": {}{}, "add": [{{"id": "shot", "shape": {{"type": "sphere", "radius": 1}}, "position": [{}, 0, 0]}}]}})",
        i, i == 0 ? "" : R"(, "remove": ["shot"])", i));
    ASSERT_TRUE(frame);
    ASSERT_EQ(frame->added.size(), 1u) << i;
    scene.apply(*frame);
    recording.append(std::move(*frame), {});
    if (recording.end() - recording.first() > 600) recording.dropFirst(60);
    ASSERT_LE(recording.bodies(), 700u);
  }
  EXPECT_EQ(reader.problemCount(), 0u);
  EXPECT_EQ(scene.bodies().size(), 3u);
  // What is kept still has them all where they were.
  for (std::size_t frame = recording.first(); frame < recording.end(); ++frame) {
    const auto shot = recording.numberOf("shot", frame);
    ASSERT_TRUE(shot);
    EXPECT_EQ(recording.body(*shot).position.x, static_cast<double>(frame));
    EXPECT_EQ(recording.bodiesAt(frame).size(), 3u);
  }
}

TEST(Recording, WrittenAgainIsTheSameToTheBit) {
  std::mt19937 random(12);
  for (int round = 0; round < 20; ++round) {
    const auto log = readText(round == 0 ? toyRecording() : randomRecording(random, 60));
    ASSERT_TRUE(log);
    Recording recording(log->head);
    RecordedScene scene(log->head);
    for (const RecordedFrame& frame : log->frames) {
      scene.apply(frame);
      std::vector<CheckedClaim> claims;
      for (const Claim& claim : frame.claims) claims.push_back(checkClaim(claim, scene, log->head));
      recording.append(frame, std::move(claims));
    }
    if (round % 2 == 1) recording.dropFirst(13);
    std::string text = recording.headLine() + "\n";
    for (std::size_t i = recording.first(); i < recording.end(); ++i) text += recording.frameLine(i) + "\n";
    const auto again = readText(text);
    ASSERT_TRUE(again) << describe(again.error());
    ASSERT_TRUE(again->problems.empty()) << again->problems[0].text;
    ASSERT_EQ(again->frames.size(), recording.end() - recording.first());
    RecordedScene written(again->head);
    for (std::size_t i = 0; i < again->frames.size(); ++i) {
      written.apply(again->frames[i]);
      const std::size_t frame = recording.first() + i;
      const Document there = written.document();
      const std::vector<std::uint32_t> numbers = recording.bodiesAt(frame);
      ASSERT_EQ(there.bodies.size(), numbers.size()) << i;
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        Body body = recording.body(numbers[k]);
        recording.pose(body, numbers[k], frame);
        EXPECT_EQ(there.bodies[k].id, body.id);
        EXPECT_EQ(there.bodies[k].position, body.position);
        EXPECT_EQ(matrixOf(there.bodies[k].rotation), matrixOf(body.rotation));
      }
      EXPECT_EQ(again->frames[i].time, recording.frame(frame).time);
      EXPECT_EQ(again->frames[i].mark, recording.frame(frame).mark);
      ASSERT_EQ(again->frames[i].claims.size(), recording.frame(frame).claims.size());
      for (std::size_t k = 0; k < again->frames[i].claims.size(); ++k) {
        EXPECT_EQ(again->frames[i].claims[k].answer.separation,
                  recording.frame(frame).claims[k].claim.answer.separation);
        EXPECT_EQ(again->frames[i].claims[k].answer.normal, recording.frame(frame).claims[k].claim.answer.normal);
      }
    }
  }
}

TEST(Claims, AreComparedWithTheReferenceByTheRecordingsTolerance) {
  struct Row {
    const char* claim;
    bool differs;
  };
  // Two unit spheres, 3 m between their centres: a gap of 1 m along x.
  const Row kRows[] = {
      {R"("verdict": "separated")", false},
      {R"("verdict": "overlapping")", true},
      {R"("verdict": "touching")", true},
      {R"("separation": 1)", false},
      {R"("separation": 0.5)", true},
      {R"("separation": 0.5, "normal": [0.8333333333333334, 0.5527707983925667, 0])", false},  // the gap on that axis
      {R"("separation": 1.5)", true},
      {R"("separation": -0.5)", true},
      {R"("distance": 1)", false},
      {R"("distance": 1.02)", true},
      {R"("distance": 0.98)", true},
      {R"("normal": [1, 0, 0])", false},
      {R"("normal": [-1, 0, 0])", true},
      {R"("normal": [0, 1, 0])", true},
      {R"("normal": [2, 0, 0])", true},
      {R"("closest_points": {"a": [1, 0, 0], "b": [2, 0, 0]})", false},
      {R"("closest_points": {"a": [1, 0, 0], "b": [3, 0, 0]})", true},
      {R"("contacts": [])", false},
  };
  for (const Row& row : kRows) {
    for (const bool is_tolerant : {false, true}) {
      const std::string head = is_tolerant ? R"({"tolerance": 10, )" + kHead.substr(1) : kHead;
      const auto log = readText(head + R"({"claims": [{"pair": ["A", "B"], )" + row.claim + "}]}\n");
      ASSERT_TRUE(log) << describe(log.error());
      ASSERT_EQ(log->frames.size(), 1u);
      ASSERT_EQ(log->frames[0].claims.size(), 1u) << row.claim;
      RecordedScene scene(log->head);
      scene.apply(log->frames[0]);
      const CheckedClaim checked = checkClaim(log->frames[0].claims[0], scene, log->head);
      // 10 m would excuse anything: a tenth of the smaller sphere counts.
      const bool is_near =
          row.claim == std::string_view(R"("distance": 1.02)") || row.claim == std::string_view(R"("distance": 0.98)");
      EXPECT_EQ(checked.tolerance > 0.1, is_tolerant);
      EXPECT_EQ(checked.differs(), row.differs && !(is_tolerant && is_near))
          << row.claim << (is_tolerant ? " by 10 m" : "");
      EXPECT_EQ(checked.worst() > 0, checked.differs()) << row.claim;
      EXPECT_EQ(checked.verdict, Verdict::kSeparated);
      EXPECT_NEAR(checked.distance, 1, 1e-12);
    }
  }
}

TEST(Recording, SamplesSayWhatTheyAreSaidTo) {
  struct Sample {
    const char* name;
    std::size_t claims, fewest, most;  ///< that differ
    double by;                         ///< metres, at most
  };
  // The stack: two normals are older than the poses. The hulls: Bullet's margin of 4 cm around each.
  const Sample kSamples[] = {{"stack", 466, 2, 2, 0.04}, {"hull-margin", 297, 290, 297, 0.0821}};
  for (const Sample& sample : kSamples) {
    const auto log = readLog(std::string(SEPAX_SOURCE_DIR) + "/assets/recordings/" + sample.name + ".sepaxlog");
    ASSERT_TRUE(log) << describe(log.error());
    EXPECT_TRUE(log->problems.empty());
    RecordedScene scene(log->head);
    std::size_t claims = 0, differing = 0;
    double worst = 0;
    for (const RecordedFrame& frame : log->frames) {
      scene.apply(frame);
      for (const Claim& claim : frame.claims) {
        const CheckedClaim checked = checkClaim(claim, scene, log->head);
        ++claims;
        differing += checked.differs() ? 1 : 0;
        worst = std::max(worst, checked.worst());
      }
    }
    std::printf("%s: %zu of %zu claims differ, at most by %g\n", sample.name, differing, claims, worst);
    EXPECT_EQ(claims, sample.claims);
    EXPECT_GE(differing, sample.fewest);
    EXPECT_LE(differing, sample.most);
    EXPECT_LE(worst, sample.by);
  }
}

}  // namespace
}  // namespace sepax
