#include "core/json_text.h"
#include "core/platform.h"
#include "run_sepax.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace sepax {
namespace {

const std::string kJuryCases = std::string(SEPAX_SOURCE_DIR) + "/assets/cases/";

/// The manifest of the juror with a planted mistake, as planted_juror.cpp lists them.
std::string planted(const std::string& mistake) {
  const std::string file = scratchFolder() + "/" + mistake + ".juror.json";
  std::ofstream(file) << R"({"sepax_juror": 1, "name": ")" << mistake << R"(", "command": [")" << programFolder()
                      << R"(/sepax-test-planted-juror", ")" << mistake << R"("]})";
  return file;
}

ProgramAnswer huntOn(const std::string& mistake, std::vector<std::string> options) {
  options.insert(options.begin(),
                 {"hunt", "--juror", planted(mistake), "--json", "--as-found", "--juror-timeout", "60"});
  return runSepax(options);
}

TEST(HuntCommand, NamesTheDefectOfAFunctionWithoutEdgeAxesAsOneCause) {
  for (const char* mistake : {"six-axes", "six-axes-verdict", "six-axes-normal"}) {
    const ProgramAnswer found = huntOn(mistake, {"--pairs", "1000", "--finds", "0"});
    ASSERT_EQ(found.status, 1) << found.error;
    const Json find = found.json();  // one line: all wrong answers have one cause
    EXPECT_EQ(find["alike"][0], "historical/six-axes-3d") << mistake << ": " << found.out;
    EXPECT_GT(find["count"].number(), 100) << mistake;
    const Json& expected = find["case"]["expect"][0];
    const bool is_apart = expected["verdict"] == "separated";
    EXPECT_TRUE(is_apart || expected["verdict"] == "overlapping") << "what is right goes along: " << found.out;
    EXPECT_EQ(expected["separation"].number() > 0, is_apart) << found.out;
  }
  const ProgramAnswer said = runSepax({"hunt", "--juror", planted("six-axes"), "--pairs", "500"});
  EXPECT_TRUE(said.says("answers like historical/six-axes-3d: Face axes only")) << said.out;
  EXPECT_TRUE(said.says("assets/corpus/crossed-beams.json shows it")) << said.out;
  // Also where some pairs are at 1e8 m.
  EXPECT_EQ(huntOn("six-axes", {"--pairs", "10000", "--finds", "0"}).json()["alike"][0], "historical/six-axes-3d");
  EXPECT_EQ(huntOn("none", {"--pairs", "1000", "--finds", "0"}).status, 0);
}

TEST(HuntCommand, NamesTheDefectOfAFunctionThatComputesInWorldCoordinates) {
  const ProgramAnswer found = huntOn("float-world", {"--pairs", "2000", "--finds", "0", "--mix", "far"});
  ASSERT_EQ(found.status, 1) << found.error;
  EXPECT_EQ(found.json()["alike"][0], "world-coordinates") << found.out;
  EXPECT_EQ(huntOn("float-world", {"--pairs", "2000", "--finds", "0", "--mix", "near"}).status, 0)
      << "near the origin it is right";
}

TEST(HuntCommand, JoinsTheCausesOfShardsByTheDefect) {
  const std::string folder = scratchFolder() + "/shards";
  std::filesystem::create_directories(folder);
  double count = 0;
  for (const char* shard : {"1", "2", "3"}) {
    const ProgramAnswer part =
        huntOn("six-axes", {"--pairs", "750", "--finds", "0", "--shard", std::string(shard) + "/3"});
    std::ofstream(folder + "/" + shard + ".jsonl") << part.out;
    count += part.json()["count"].number();
  }
  const ProgramAnswer merged = runSepax({"hunt", "--merge", folder, "--json"});
  EXPECT_EQ(merged.json()["count"].number(), count) << merged.out << merged.error;
  EXPECT_EQ(merged.json()["alike"][0], "historical/six-axes-3d");
}

TEST(JuryCommand, SaysWhichKnownDefectAWrongFunctionHas) {
  const std::string edges = kJuryCases + "edge-edge.json", six = planted("six-axes");
  const ProgramAnswer said = runSepax({"jury", "--juror", six, edges, kJuryCases + "parallel-boxes.json"});
  EXPECT_EQ(said.status, 1) << said.error;
  EXPECT_TRUE(said.says("six-axes: Answers like historical/six-axes-3d, 1 of 1: Face axes only")) << said.out;
  const Json like = runSepax({"jury", "--juror", six, edges, "--json"}).json()["like"][0];
  EXPECT_EQ(like["juror"], "six-axes");
  EXPECT_EQ(like["algorithm"], "historical/six-axes-3d");
  EXPECT_EQ(like["case"], "assets/corpus/crossed-beams.json");
  EXPECT_FALSE(runSepax({"jury", "--juror", planted("none"), edges}).says("like")) << "nothing is wrong";
}

TEST(JuryCommand, AsksAWrongFunctionNearTheOriginToo) {
  const std::string far = scratchFolder() + "/far.json";
  std::ofstream(far) << R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [100000, 100000, 0]},
    {"id": "B", "shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [100001.1, 100001.3, 0],
     "euler": {"order": "xyz", "angles_deg": [20, 30, 40]}}]})";
  const ProgramAnswer said = runSepax({"jury", "--juror", planted("float-world"), far});
  EXPECT_TRUE(said.says("Computes in world coordinates: 1 of 1 wrong answers are right near the origin")) << said.out;
}

class Known : public testing::Test {
 protected:
  const std::string edges_ = kJuryCases + "edge-edge.json", file_ = scratchFolder() + "/known.json";
  ProgramAnswer jury(std::vector<std::string> options) const {
    options.insert(options.begin(), {"jury", edges_, "--jurors", "sat,historical/six-axes-3d", "--known", file_});
    return runSepax(options);
  }
  /// Writes the file with the text of one member changed.
  void replace(const std::string& old, const std::string& by) const {
    std::string text = readFile(file_, 1 << 20).value();
    const std::size_t at = text.find(old);
    ASSERT_NE(at, std::string::npos) << text;
    ASSERT_TRUE(writeFileAtomically(file_, text.replace(at, old.size(), by)));
  }
  void SetUp() override {
    std::filesystem::remove(file_);
    ASSERT_EQ(jury({"--update-known"}).status, 0);
  }
};

TEST_F(Known, DifferencesAreAcceptedWithTheirReason) {
  replace(R"("because":"")", R"("because":"face axes are enough here")");
  const ProgramAnswer said = jury({});
  EXPECT_EQ(said.status, 0) << said.out << said.error;
  EXPECT_TRUE(said.says("= historical/six-axes-3d")) << said.out;
  EXPECT_TRUE(said.says("known: face axes are enough here")) << said.out;
  EXPECT_EQ(jury({"--json"}).json()["pairs"][0]["jurors"][1]["known"], "face axes are enough here");
  EXPECT_EQ(jury({"--update-known"}).status, 0);
  EXPECT_EQ(jury({}).status, 0);
  EXPECT_TRUE(jury({}).says("face axes are enough here")) << "a reason outlives an update";
}

TEST_F(Known, WhatARunAcceptsIsNoFailureOfIt) {
  std::filesystem::remove(file_);
  const std::string report = scratchFolder() + "/accepted.xml";
  const ProgramAnswer accepted = jury({"--update-known", "-q", "--junit", report});
  EXPECT_EQ(accepted.status, 0) << accepted.error;
  EXPECT_TRUE(accepted.says("1 known difference, none differs")) << accepted.out;
  EXPECT_FALSE(accepted.says("DIFFER")) << accepted.out;
  const std::string written = readFile(report, 1 << 20).value();
  EXPECT_NE(written.find("failures=\"0\""), std::string::npos) << written;
  EXPECT_NE(written.find("known: accepted by this run"), std::string::npos) << written;
}

TEST_F(Known, DifferencesWithoutAReasonAreToldAndRefusedByStrict) {
  const ProgramAnswer bare = jury({});
  EXPECT_EQ(bare.status, 0);
  EXPECT_TRUE(bare.says("a difference is accepted without a reason")) << bare.error;
  EXPECT_EQ(jury({"--strict"}).status, 2);
  replace(R"("because":"")", R"("because":"face axes are enough here")");
  EXPECT_EQ(jury({"--strict"}).status, 0);
  EXPECT_FALSE(jury({}).says("without a reason"));
}

TEST(JuryCommand, RefusesOptionsOfAnotherKindThanTheJurorSays) {
  if (!std::filesystem::exists(programFolder() + "/jurors/sepax-juror-bullet")) GTEST_SKIP() << "Bullet is not built";
  const auto with = [](const std::string& option) {
    return runSepax({"jury", kJuryCases + "edge-edge.json", "--jurors", "bullet", "--option", option});
  };
  for (const char* wrong : {"margin=abc", "margin=-1", "margin=", "margin=[1]"}) {
    const ProgramAnswer said = with(wrong);
    EXPECT_EQ(said.status, 2) << wrong;
    EXPECT_TRUE(said.says("margin of bullet: expected metres from 0 up")) << said.out << said.error;
  }
  EXPECT_NE(with("margin=0").status, 2);
}

TEST_F(Known, DifferencesThatGrewOrAreOthersCount) {
  const std::string whole = readFile(file_, 1 << 20).value();
  const std::size_t by = whole.find("\"by\":") + 5;
  replace(whole.substr(by, whole.find(',', by) - by), "0.000001");
  EXPECT_EQ(jury({}).status, 1) << "it grew";
  ASSERT_TRUE(writeFileAtomically(file_, whole));
  replace(R"("verdict")", R"("normal")");
  EXPECT_EQ(jury({}).status, 1) << "another part differs";
}

TEST_F(Known, DifferencesThatNoLongerOccurAreNamedAndThoseOfOtherCasesRefused) {
  const auto jurySat = [&] { return runSepax({"jury", edges_, "--jurors", "sat", "--known", file_}); };
  EXPECT_FALSE(jurySat().says("no longer occurs")) << "its juror is not asked";
  replace(R"("historical/six-axes-3d")", R"("sat")");
  const ProgramAnswer right = jurySat();
  EXPECT_EQ(right.status, 0);
  EXPECT_TRUE(right.says("no longer occurs: verdict in ")) << right.error;
  const ProgramAnswer other =
      runSepax({"jury", kJuryCases + "parallel-boxes.json", "--jurors", "sat", "--known", file_});
  EXPECT_EQ(other.status, 2);
  EXPECT_TRUE(other.says("found those of others alone")) << other.error;
}

TEST_F(Known, DifferencesOfJurorsThatAreNotAskedOrTakeNothingOutliveAnUpdate) {
  const std::string whole = readFile(file_, 1 << 20).value();
  EXPECT_EQ(runSepax({"jury", edges_, "--jurors", "sat", "--known", file_, "--update-known"}).status, 0);
  EXPECT_EQ(readFile(file_, 1 << 20).value(), whole) << "its juror was not asked";
  // union takes no boxes.
  replace(R"("historical/six-axes-3d")", R"("union")");
  const std::string of_union = readFile(file_, 1 << 20).value();
  const std::vector<std::string> update{"jury", edges_, "--jurors", "union", "--known", file_, "--update-known"};
  EXPECT_EQ(runSepax(update).status, 2) << "nothing was compared";
  EXPECT_EQ(readFile(file_, 1 << 20).value(), of_union);
}

TEST_F(Known, VerdictsHideNoOtherWrongAnswerOfTheSameSize) {
  const std::string file = readFile(file_, 1 << 20).value();
  ASSERT_NE(file.find(R"("says":"overlapping")"), std::string::npos) << file;
  replace(R"("says":"overlapping")", R"("says":"separated")");
  EXPECT_EQ(jury({}).status, 1);
  replace(R"("says":"separated",)", "");
  EXPECT_EQ(jury({}).status, 0) << "files of before have no such key";
}

TEST_F(Known, FilesThatAreNoneAreRefusedAtTheirPlace) {
  for (const auto& [old, by, said] : {std::tuple{"\"differs\"", "\"difers\"", "known[0]: unknown key \"difers\""},
                                      std::tuple{"\"pair\":[\"A\",\"B\"]", "\"pair\":[\"A\"]", "either a pair of two"},
                                      std::tuple{"{\"known\"", "{\"knwon\"", "expected {\"known\": "}}) {
    const std::string whole = readFile(file_, 1 << 20).value();
    replace(old, by);
    const ProgramAnswer refused = jury({});
    EXPECT_EQ(refused.status, 2) << by;
    EXPECT_TRUE(refused.says(said)) << refused.error;
    ASSERT_TRUE(writeFileAtomically(file_, whole));
  }
  EXPECT_EQ(runSepax({"jury", edges_, "--jurors", "sat", "--known", "/nowhere/known.json"}).status, 2);
  EXPECT_EQ(runSepax({"jury", edges_, "--jurors", "sat", "--update-known"}).status, 2) << "it needs --known";
}

TEST_F(Known, AreSkippedInTheJunitReportAndOthersFailIt) {
  const std::string report = scratchFolder() + "/jury.xml";
  EXPECT_EQ(jury({"-q", "--junit", report}).out, "1 case: 1 pair, 2 answers, 1 known difference, none differs\n");
  std::string xml = readFile(report, 1 << 20).value();
  EXPECT_NE(xml.find("tests=\"2\" failures=\"0\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<skipped message=\"known: without a reason\"/>"), std::string::npos) << xml;
  const ProgramAnswer quiet =
      runSepax({"jury", edges_, "--jurors", "sat,historical/six-axes-3d", "-q", "--junit", report});
  EXPECT_EQ(quiet.status, 1);
  EXPECT_TRUE(quiet.says("1 case: 1 pair, 2 answers, 1 DIFFER")) << quiet.out;
  EXPECT_FALSE(quiet.says("    sat ")) << "only what differs is printed";
  xml = readFile(report, 1 << 20).value();
  EXPECT_NE(xml.find("name=\"A, B: historical/six-axes-3d\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure message=\"says overlapping, but they are "), std::string::npos) << xml;
  EXPECT_EQ(runChild({"/usr/bin/xmllint", "--noout", "--schema", std::string(SEPAX_SOURCE_DIR) + "/tests/app/junit.xsd",
                      report},
                     {}, {})
                .value()
                .exit_code,
            0);
}

}  // namespace
}  // namespace sepax
