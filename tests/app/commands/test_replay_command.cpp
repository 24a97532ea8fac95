// Runs `sepax replay` as a user or another program would.

#include "app/run_sepax.h"
#include "core/gzip.h"
#include "scratch.h"
#include "toy_recording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iterator>
#include <string>

namespace sepax {
namespace {

const std::string& toy() {
  static const std::string path = [] {
    std::string out = scratchFolder() + "/toy.sepaxlog";
    writeText(out, toyRecording());
    return out;
  }();
  return path;
}

TEST(ReplayCommand, InfoSaysWhatIsInARecording) {
  const ProgramAnswer text = runSepax({"replay", "info", toy()});
  EXPECT_EQ(text.status, 0) << text.error;
  for (const char* expected : {"by hand", "60, from 0 s to 7.375 s", "3 at most", "half way"})
    EXPECT_TRUE(text.says(expected)) << text.out;
  const Json json = runSepax({"replay", "info", toy(), "--json"}).json();
  EXPECT_EQ(json["frames"].number(), kToyFrames);
  EXPECT_EQ(json["bodies"].number(), 3);
  EXPECT_EQ(json["claims"].number(), kToyFrames);
  EXPECT_EQ(json["problem_count"].number(), 0);
}

TEST(ReplayCommand, CheckNamesTheFirstAndTheWorstClaim) {
  const ProgramAnswer text = runSepax({"replay", "check", toy()});
  EXPECT_EQ(text.status, 1) << text.error;
  EXPECT_TRUE(text.says("first: frame 20 (2.5 s), ground and A: says overlapping, but they are 1 m apart")) << text.out;
  EXPECT_TRUE(text.says("3 of 60 claims differ, in 3 frames")) << text.out;
  const Json json = runSepax({"replay", "check", toy(), "--json"}).json();
  ASSERT_EQ(json["differences"].size(), std::size(kToyWrongFrames));
  for (std::size_t i = 0; i < std::size(kToyWrongFrames); ++i)
    EXPECT_EQ(json["differences"][i]["frame"].number(), kToyWrongFrames[i]);
  EXPECT_EQ(json["first"]["frame"].number(), 20);
  EXPECT_EQ(json["worst"]["frame"].number(), 20);
  EXPECT_NEAR(json["worst"]["by"].number(), 1, 1e-9);
  EXPECT_EQ(json["worst"]["reference"]["verdict"], "separated");
  const Json tolerant = runSepax({"replay", "check", toy(), "--tolerance", "1.01", "--json"}).json();
  EXPECT_EQ(tolerant["differing"].number(), 0);
  EXPECT_EQ(tolerant["sinking"].size(), 1u) << "A goes 0.95 m into the ground";
}

TEST(ReplayCommand, CheckSaysWhichClaimsCouldNotBeCompared) {
  const std::string path = scratchFolder() + "/missing.sepaxlog";
  std::string text = toyRecording();
  const std::string right = R"("pair": ["ground", "A"])", wrong = R"("pair": ["ground", "C"])";
  text = text.substr(0, text.find('\n') + 1) + "{\"t\": 0, \"claims\": [{" + right + R"(, "verdict": "separated"}]})" +
         "\n" + "{\"t\": 1, \"claims\": [{" + wrong + R"(, "verdict": "overlapping"}, {)" + right +
         R"(, "verdict": "deep"}]})" + "\n";
  writeText(path, text);
  const ProgramAnswer said = runSepax({"replay", "check", path});
  EXPECT_EQ(said.status, 2) << said.error;
  EXPECT_TRUE(said.says("0 of 1 claim differ")) << said.out;
  EXPECT_TRUE(
      said.says("2 claims could not be compared; first: frame 1 (1 s), a claim about [\"ground\",\"C\"]: no body "
                "\"C\" is there"))
      << said.out;
  const Json json = runSepax({"replay", "check", path, "--json"}).json();
  EXPECT_EQ(json["claims"].number(), 1);
  EXPECT_EQ(json["differing"].number(), 0);
  EXPECT_EQ(json["unchecked"].number(), 2);
}

TEST(ReplayCommand, ARecordingWhoseClaimsHaveAnotherKeyIsNotGreen) {
  const std::string path = scratchFolder() + "/misspelt.sepaxlog", text = toyRecording();
  writeText(path, text.substr(0, text.find('\n') + 1) +
                      "{\"t\": 0, \"claim\": [{\"pair\": [\"ground\", \"A\"], \"verdict\": \"overlapping\"}]}\n");
  const ProgramAnswer said = runSepax({"replay", "check", path});
  EXPECT_EQ(said.status, 2) << said.out;
  EXPECT_TRUE(said.says("unknown key \"claim\"")) << said.error;
}

TEST(ReplayCommand, CheckIsNotGreenWhereNotAllOfARecordingWasCompared) {
  const std::string path = scratchFolder() + "/gaps.sepaxlog", report = scratchFolder() + "/gaps.xml";
  const std::string head = R"({"sepax_log": 1, "space": "3d", KEY "bodies": [)"
                           R"({"id": "floor", "shape": {"type": "box", "half_extents": [9, 1, 9]}}, )"
                           R"({"id": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 1.6, 0]}]})";
  const std::string claim = R"({"t": 0, "claims": [{"pair": ["floor", "ball"], "separation": 0.1}]})";
  const auto checked = [&](const std::string& key, const std::string& lines, std::vector<std::string> options = {}) {
    std::string text = head;
    writeText(path, text.replace(text.find("KEY"), 3, key) + "\n" + lines);
    options.insert(options.begin(), {"replay", "check", path, "--junit", report});
    return runSepax(options);
  };
  const auto errors = [&] { return readFile(report, 1u << 20).value().find("<error message") != std::string::npos; };
  EXPECT_EQ(checked("", claim + "\n").status, 0);
  EXPECT_FALSE(errors());
  struct Gap {
    const char *line, *told;
  };
  for (const auto& [line, told] :
       {Gap{R"({"t": 1, "pose": {"ball": [0, 1.6, 0, 0, 0, 0, 1]}})",
            R"(line 3: unknown key "pose", did you mean "poses"?)"},
        Gap{R"({"t": 1, "poses": {"ball": [null, null, null, 0, 0, 0, 1]}})", "line 3: ball: expected finite numbers"},
        Gap{R"({"t": 1, "poses": {"bal": [0, 1.6, 0, 0, 0, 0, 1]}})", R"(line 3: moves "bal", which is not there)"},
        Gap{R"({"t": 1, "poses": {"ball": [NaN, 1.6, 0, 0, 0, 0, 1]}})", "line 3: column"},
        Gap{R"({"t": 1, "mark": "pose of ball left out: not finite"})", "line 3: pose of ball left out"},
        Gap{R"({"t": 1, "add": [{"id": "C", "positon": [1, 1, 1], "shape": {"type": "sphere", "radius": 1}}]})",
            R"(unknown key, kept when saving; did you mean "position"?)"}}) {
    const ProgramAnswer said = checked("", claim + "\n" + line + "\n");
    EXPECT_EQ(said.status, 2) << line << said.out;
    EXPECT_TRUE(said.says(told)) << line << said.error;
    EXPECT_TRUE(errors()) << line;
  }
  EXPECT_EQ(checked("\"tolernace\": 1,", claim + "\n").status, 2);
  EXPECT_EQ(checked("", "").status, 2) << "no claim";
  EXPECT_TRUE(errors());
  EXPECT_EQ(checked("", claim + "\n{\"t\": 1, \"cla").status, 2) << "cut off";
  // Keys and lines of the program's own are told alone, unless --strict.
  const std::string own = claim + "\n{\"t\": 1, \"temperature\": 20}\nprinted by the engine\n";
  EXPECT_EQ(checked("", own).status, 0);
  EXPECT_EQ(checked("", own, {"--strict"}).status, 2);
}

TEST(ReplayCommand, SaysThatTheEndOfARecordingIsCutOff) {
  const std::string whole = scratchFolder() + "/whole.sepaxlog", path = scratchFolder() + "/cut.sepaxlog";
  const std::string text = toyRecording(), cut = ", and the end is cut off";
  EXPECT_FALSE(runSepax({"replay", "info", toy()}).says(cut));
  writeText(path, text.substr(0, text.size() - 20));
  EXPECT_TRUE(runSepax({"replay", "info", path}).says(cut));
  EXPECT_EQ(runSepax({"replay", "info", path, "--json"}).json()["cut"], true);
  EXPECT_TRUE(runSepax({"replay", "check", path}).says("the end of the recording is cut off"));
  Gzip gzip;
  std::string packed;
  gzip.pack(text, packed);
  gzip.finish(packed);
  writeText(path + ".gz", packed);
  EXPECT_FALSE(runSepax({"replay", "info", path + ".gz"}).says(cut)) << "whole";
  writeText(path + ".gz", packed.substr(0, packed.size() - 12));
  EXPECT_TRUE(runSepax({"replay", "info", path + ".gz"}).says(cut));
}

TEST(ReplayCommand, CheckSaysHowMuchItAllowsWhereThatIsMuchForTheSmallerBody) {
  const std::string path = scratchFolder() + "/allowed.sepaxlog";
  const auto checked = [&](double tolerance) {
    writeText(path, fmt::format(R"({{"sepax_log": 1, "space": "3d", "tolerance": {}, "bodies": )", tolerance) +
                        R"([{"id": "floor", "shape": {"type": "box", "half_extents": [9, 1, 9]}}, )" +
                        R"({"id": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 1.6, 0]}]})" +
                        "\n" + R"({"t": 0, "claims": [{"pair": ["floor", "ball"], "separation": 0.1}]})" + "\n");
    return runSepax({"replay", "check", path});
  };
  EXPECT_TRUE(checked(0.05).says("compared to within 0.05 m, 5 % of the size of ball")) << checked(0.05).out;
  EXPECT_TRUE(checked(1e9).says("compared to within 0.1 m, 10 % of the size of ball")) << "more would excuse anything";
  EXPECT_FALSE(checked(0.001).says("compared to within"));
}

TEST(ReplayCommand, DiffFindsWhereTwoRecordingsPart) {
  const std::string other = scratchFolder() + "/other.sepaxlog";
  std::string text = toyRecording();
  writeText(other, text);
  EXPECT_EQ(runSepax({"replay", "diff", toy(), other}).status, 0);
  // A is 0.25 m elsewhere from frame 25 on; in frame 26 by more.
  const auto replace = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, from.size(), to);
  };
  replace(R"({"t": 3.125, "poses": {"A": [0, 1.25,)", R"({"t": 3.125, "poses": {"A": [0.25, 1.25,)");
  replace(R"({"t": 3.25, "poses": {"A": [0, 1.2)", R"({"t": 3.25, "poses": {"A": [0.5, 1.2)");
  writeText(other, text);
  const ProgramAnswer moved = runSepax({"replay", "diff", toy(), other});
  EXPECT_EQ(moved.status, 1);
  EXPECT_EQ(runSepax({"replay", "diff", toy(), other, "--json"}).json()["first"]["body"], "A");
  EXPECT_TRUE(moved.says("first: frame 25 (3.125 s): A is 0.25 m and 0 rad away")) << moved.out;
  EXPECT_TRUE(moved.says("worst: frame 26: A is 0.5 m")) << moved.out;
  EXPECT_TRUE(moved.says("2 of 60 frames differ")) << moved.out;
  EXPECT_EQ(runSepax({"replay", "diff", toy(), other, "--tolerance", "0.51"}).status, 0);
  // What is said, and what is there.
  text = toyRecording();
  replace(R"("verdict": "separated")", R"("verdict": "overlapping")");
  writeText(other, text);
  EXPECT_TRUE(runSepax({"replay", "diff", toy(), other})
                  .says("of A and ground the first says separated, the second overlapping"));
  text = toyRecording();
  replace(R"("id": "C")", R"("id": "D")");
  replace(R"("remove": ["C"])", R"("remove": ["D"])");
  writeText(other, text);
  const Json named = runSepax({"replay", "diff", toy(), other, "--json"}).json();
  EXPECT_EQ(named["first"]["frame"].number(), 10);
  EXPECT_EQ(named["differing"].number(), 40);
  // One goes on.
  text = toyRecording();
  text.resize(text.rfind('\n', text.size() - 2) + 1);
  writeText(other, text);
  const ProgramAnswer shorter = runSepax({"replay", "diff", toy(), other});
  EXPECT_EQ(shorter.status, 1);
  EXPECT_TRUE(shorter.says("the first goes on after that")) << shorter.out;
}

TEST(ReplayCommand, DiffIsNotGreenWhereAPartOfARecordingCouldNotBeUsed) {
  const std::string path = scratchFolder() + "/gap.sepaxlog";
  const std::string head = R"({"sepax_log": 1, "space": "3d", "bodies": [{"id": "A", )"
                           R"("shape": {"type": "sphere", "radius": 1}}]})"
                           "\n";
  for (const char* frames :
       {"", "{\"t\": 0, \"poses\": {\"A\": null}}\n", "{\"t\": 0, \"poses\": {}}\n{\"t\": 1, \"po"}) {
    writeText(path, head + frames);
    const ProgramAnswer run = runSepax({"replay", "diff", path, path});
    EXPECT_EQ(run.status, 2) << frames << run.out << run.error;
  }
  writeText(path, head + "{\"t\": 0, \"poses\": {}}\n");
  EXPECT_EQ(runSepax({"replay", "diff", path, path}).status, 0);
}

TEST(ReplayCommand, CheckCountsBodiesThatMovedWithoutAMass) {
  const std::string path = scratchFolder() + "/weightless.sepaxlog";
  const auto checked = [&](const char* mass, std::vector<std::string> options = {}) {
    writeText(path,
              fmt::format(
                  R"({{"sepax_log": 1, "space": "3d", "bodies": [{{"id": "A", "shape": {{"type": "sphere", )"
                  R"("radius": 1}}, "mass": 1}}, {{"id": "B", "shape": {{"type": "sphere", "radius": 1}}, "position": )"
                  R"([3, 0, 0]{}}}]}})"
                  "\n"
                  R"({{"t": 0, "claims": [{{"pair": ["A", "B"], "separation": 1}}]}})"
                  "\n"
                  R"({{"t": 1, "poses": {{"B": [2.5, 0, 0, 0, 0, 0, 1]}}}})"
                  "\n",
                  mass));
    options.insert(options.begin(), {"replay", "check", path});
    return runSepax(options);
  };
  const ProgramAnswer without = checked("");
  EXPECT_EQ(without.status, 0) << without.error;
  EXPECT_TRUE(without.says("1 body without a recorded mass moved: ")) << without.out;
  EXPECT_FALSE(checked(R"(, "mass": 1)").says("without a recorded mass"));
  EXPECT_EQ(checked("", {"--json"}).json()["moved_without_mass"].number(), 1);
}

TEST(ReplayCommand, CutLeavesOutClaimsThatNoExpectationTakesOver) {
  const std::string path = scratchFolder() + "/contacts.sepaxlog", cut = scratchFolder() + "/contacts.json";
  writeText(
      path,
      R"({"sepax_log": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "sphere", "radius": 1}}, )"
      R"({"id": "B", "shape": {"type": "sphere", "radius": 1}, "position": [1.5, 0, 0]}]})"
      "\n"
      R"({"t": 0, "claims": [{"pair": ["A", "B"], "contacts": [{"position": [0.75, 0, 0], "separation": -0.5}]}]})"
      "\n");
  const ProgramAnswer run = runSepax({"replay", "cut", path, "--frame", "0", "--claims", "-o", cut});
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.error.find("contacts or points alone"), std::string::npos) << run.error;
  EXPECT_EQ(runSepax({"check", cut}).status, 0);
}

TEST(ReplayCommand, DiffRefusesRecordingsOfOtherBodiesOrSteps) {
  const std::string other = scratchFolder() + "/refused.sepaxlog";
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string text = toyRecording();
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
    writeText(other, text);
    return runSepax({"replay", "diff", toy(), other});
  };
  const ProgramAnswer bodies = refused(R"("A")", R"("crate")");
  EXPECT_EQ(bodies.status, 2);
  EXPECT_TRUE(bodies.says("found \"A\" only in the first")) << bodies.error;
  const ProgramAnswer steps = refused(R"("t": 1, )", R"("t": 1.05, )");
  EXPECT_EQ(steps.status, 2);
  EXPECT_TRUE(steps.says("found frame 8 at 1 s in the first, at 1.05 s in the second")) << steps.error;
}

TEST(ReplayCommand, InfoSaysWhatTheFramesMeasure) {
  const ProgramAnswer text = runSepax({"replay", "info", toy()});
  EXPECT_TRUE(text.says("depth         0 to 0.95 m, first 0, last 0.95")) << text.out;
  EXPECT_FALSE(text.says("energy")) << text.out;
  const Json measures = runSepax({"replay", "info", toy(), "--json"}).json()["measures"];
  ASSERT_EQ(measures.size(), 3u) << "the third is the rotation between frames";
  EXPECT_EQ(measures["height"]["unit"], "m");
  EXPECT_EQ(measures["height"]["first"].number(), 2.5);
  EXPECT_EQ(measures["height"]["max"].number(), 2.5);
  EXPECT_EQ(measures["height"]["last"].number(), measures["height"]["min"].number());
}

TEST(ReplayCommand, CutMakesACaseThatCheckReads) {
  const std::string path = scratchFolder() + "/cut.json";
  ASSERT_EQ(runSepax({"replay", "cut", toy(), "--frame", "20", "--pair", "A,ground", "--claims", "-o", path}).status,
            0);
  const ProgramAnswer checked = runSepax({"check", "--expect", path});
  EXPECT_EQ(checked.status, 1) << checked.out;  // the claim is wrong, and the case says so
  ASSERT_EQ(runSepax({"replay", "cut", toy(), "--frame", "19", "--pair", "A,ground", "--claims", "-o", path}).status,
            0);
  EXPECT_EQ(runSepax({"check", "--expect", path}).status, 0);
  // All bodies of a frame, printed.
  const ProgramAnswer whole = runSepax({"replay", "cut", toy(), "--frame", "12"});
  EXPECT_EQ(whole.status, 0);
  EXPECT_EQ(whole.json()["bodies"].size(), 3u);
  EXPECT_EQ(whole.json()["bodies"][1]["position"][1].number(), 0.5 + (2 - 0.05 * 12));
}

TEST(ReplayCommand, RefusesWhatCannotBe) {
  EXPECT_EQ(runSepax({"replay", "cut", toy(), "--frame", "60"}).status, 2);
  EXPECT_TRUE(runSepax({"replay", "cut", toy(), "--frame", "60"}).says("expected 0 to 59, found 60"));
  EXPECT_EQ(runSepax({"replay", "cut", toy(), "--frame", "5", "--pair", "A,C"}).status, 2);  // C is not there yet
  EXPECT_EQ(runSepax({"replay", "info", scratchFolder() + "/none.sepaxlog"}).status, 2);
  EXPECT_EQ(runSepax({"replay", "info", std::string(SEPAX_SOURCE_DIR) + "/assets/cases/default.json"}).status, 2);
  EXPECT_EQ(runSepax({"replay"}).status, 2);
  EXPECT_EQ(runSepax({"replay", "check", toy(), "--tolerance", "-1"}).status, 2);
  EXPECT_EQ(runSepax({"attach", "--port", "99999"}).status, 2);
  EXPECT_EQ(runSepax({"attach", "log.sepaxlog"}).status, 2);
}

}  // namespace
}  // namespace sepax
