// From a posted text to a case, the jury's answers, a small case and a text for an issue, as a user goes through the
// commands of the lab.

#include "app/run_sepax.h"
#include "core/platform.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace sepax {
namespace {

const std::string kLabCases = std::string(SEPAX_SOURCE_DIR) + "/assets/cases/";

struct PostedText {
  const char* name;
  const char* text;
  std::vector<const char*> said;  ///< of what was taken, on the way to a case
  const char* verdict;            ///< that the table begins with
  double separation;
};
void PrintTo(const PostedText& posted, std::ostream* out) { *out << posted.name; }

const PostedText kPostedTexts[] = {
    {"FclsException",
     R"(terminate called after throwing an instance of 'fcl::detail::FailedAtThisConfiguration'
  what():  gjk_libccd-inl.h:(1701)validateNearestFeatureOfPolytopeBeingEdge(): The origin is outside of the polytope.
Shape 1: Box<double>(0.05, 0.05, 0.75);
X_FS1
 1, 0, 0, 0.8
 0, 1, 0, -0.385
 0, 0, 1, 0.735
 0, 0, 0, 1
Shape 2: Cylinder<double>(0.03125, 0.25);
X_FS2
 0, -1, 0, 0.85
 1, 0, 0, -0.385
 0, 0, 1, 0.5
 0, 0, 0, 1
Solver: GjkSolver_libccd
)",
     {"A: box, half extents 0.025 0.025 0.375, from line 3",
      "B: cylinder, radius 0.03125, half length 0.125 along z, from line 9", "not used: 1701"},
     "overlapping",
     -0.00625},
    {"JoltsCode",
     R"(	Ref<ConvexShape> shape1 = new BoxShape(Vec3(0.5f, 1.0f, 1.5f));
	Ref<CapsuleShape> shape2 = new CapsuleShape(0.75f, 0.25f);
	Mat44 t1 = Mat44::sTranslation(Vec3(0, 0, 0));
	Mat44 t2 = Mat44::sRotationTranslation(Quat::sRotation(Vec3::sAxisZ(), 0.5f * JPH_PI), Vec3(1.375f, 0.5f, 0.25f));
	CollideShapeSettings settings;
	settings.mMaxSeparationDistance = 0.1f;
	CollisionDispatch::sCollideShapeVsShape(shape1, shape2, Vec3::sReplicate(1.0f), Vec3::sReplicate(1.0f), t1, t2, SubShapeIDCreator(), SubShapeIDCreator(), settings, collector);
)",
     {"A: box, half extents 0.5 1 1.5, from line 1", "B: capsule, radius 0.25, half length 0.75 along y, from line 2",
      "at 1.375 0.5 0.25"},
     "overlapping",
     -0.125},
    {"MujocosModel",
     R"(The distance is wrong with this model:
```xml
<mujoco>
  <worldbody>
    <body name="crate" pos="0 0 0.5">
      <freejoint/>
      <geom type="box" size="0.5 0.375 0.25" euler="0 0 90"/>
    </body>
    <body name="pill" pos="0.25 0.125 1.25">
      <geom type="capsule" size="0.125 0.5" quat="0.70710678 0.70710678 0 0"/>
    </body>
  </worldbody>
</mujoco>
```
I get contact.dist = -0.1.
)",
     {"crate: box, half extents 0.5 0.375 0.25", "pill: capsule, radius 0.125, half length 0.5 along z",
      "up: y, numbers stay as they are, though in MuJoCo z is up; --assume up=z for the other", "euler is in degrees"},
     "separated",
     0.375},
};

class Journey : public testing::TestWithParam<PostedText> {};

TEST_P(Journey, GoesFromAPostedTextToTheTableOfTheJury) {
  const PostedText& posted = GetParam();
  const std::string text = scratchFolder() + "/" + posted.name + ".txt",
                    file = scratchFolder() + "/" + posted.name + ".json";
  ASSERT_TRUE(writeFileAtomically(text, posted.text));
  const ProgramAnswer pasted = runSepax({"paste", text, "-o", file});
  ASSERT_EQ(pasted.status, 0) << pasted.error;
  for (const char* said : posted.said) EXPECT_TRUE(pasted.says(said)) << said << "\n" << pasted.error;
  const ProgramAnswer asked = runSepax({"jury", file, "--jurors", "sat,gjk-epa,brute-force"});
  EXPECT_EQ(asked.status, 0) << asked.out << asked.error;
  EXPECT_TRUE(asked.says(std::string(": ") + posted.verdict + ", separation")) << asked.out;
  for (const char* row : {"sat", "gjk-epa", "brute-force"})
    EXPECT_NE(asked.out.find(std::string("    ") + row + " "), std::string::npos) << asked.out;
  const Json reference = runSepax({"jury", file, "--jurors", "sat", "--json"}).json()["pairs"][0]["reference"];
  EXPECT_EQ(reference["verdict"].string(), posted.verdict);
  EXPECT_NEAR(reference["separation"].number(), posted.separation, 1e-7);
}

std::string journeyName(const testing::TestParamInfo<PostedText>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(From, Journey, testing::ValuesIn(kPostedTexts), journeyName);

TEST(MinimiseCommand, SaysWhoDiffersInWhatAndByHowMuch) {
  // A row that leaves edge axes out finds no gap between edges.
  const std::string who = "historical/six-axes-3d", claim = who + " differs verdict",
                    file = kLabCases + "edge-edge.json";
  const ProgramAnswer said = runSepax({"minimise", file, "--while", claim});
  ASSERT_EQ(said.status, 0) << said.error;
  const Json small = runSepax({"minimise", file, "--while", claim, "--json"}).json();
  EXPECT_EQ(small["member"].string(), who);
  EXPECT_EQ(small["version"].string(), runSepax({"--version"}).out.substr(6, small["version"].string().size()));
  EXPECT_EQ(small["what"].string(), "verdict");
  EXPECT_GT(small["by"].number(), 0);
  EXPECT_GT(small["relative"].number(), 0);
  const std::string line = who + " differs in verdict by ";
  EXPECT_TRUE(said.error.starts_with(line)) << said.error;
  EXPECT_TRUE(said.says("of the pair's size: says overlapping, but they are ")) << said.error;
  EXPECT_TRUE(small["case"]["notes"].string().starts_with(line)) << small["case"]["notes"].string();
  EXPECT_TRUE(runSepax({"help", "minimise"}).says("differs in separation by 0.449 m"));
}

TEST(ExportCommand, FindsAPairWhoseIdsHaveCommas) {
  const std::string path = scratchFolder() + "/commas.json";
  ASSERT_TRUE(writeFileAtomically(path, R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "a,b", "shape": {"type": "sphere", "radius": 1}}, {"id": "a", "shape": {"type": "sphere", "radius": 2}},
    {"id": "c", "shape": {"type": "sphere", "radius": 3}, "position": [1, 2, 3]}]})"));
  const ProgramAnswer written = runSepax({"export", path, "--as", "jolt", "--pair", "a,b,c"});
  EXPECT_EQ(written.status, 0) << written.error;
  EXPECT_TRUE(written.says("a,b to c")) << written.error;
  EXPECT_EQ(runSepax({"export", path, "--as", "jolt", "--pair", "a,b"}).status, 2);
}

TEST(ExportCommand, TellsAnIssueWhatTheJuryAnswersAndPastesBackAllTheSame) {
  const std::string folder = scratchFolder(), issue = folder + "/issue.md", back = folder + "/back.json";
  const ProgramAnswer written = runSepax({"export", kLabCases + "edge-edge.json", "--as", "markdown", "--jurors",
                                          "sat,gjk-epa,historical/six-axes-3d", "-o", issue});
  ASSERT_EQ(written.status, 0) << written.error;
  const auto text = readFile(issue, 1u << 20);
  ASSERT_TRUE(text);
  EXPECT_NE(
      text->find(
          "\n| engine | verdict | depth or distance | from the first to the second | beside the reference |\n|---|"),
      std::string::npos)
      << *text;
  EXPECT_NE(text->find(", the reference | separated | distance "), std::string::npos) << *text;
  EXPECT_NE(text->find("| historical/six-axes-3d "), std::string::npos) << *text;
  EXPECT_NE(text->find("| **differs**: says overlapping, but they are "), std::string::npos) << *text;
  ASSERT_EQ(runSepax({"paste", issue, "-o", back}).status, 0);
  const Json before = runSepax({"check", kLabCases + "edge-edge.json", "--json"}).json(),
             after = runSepax({"check", back, "--json"}).json();
  EXPECT_EQ(after["pairs"].size(), 1u);
  EXPECT_EQ(after["pairs"][0]["separation"].number(), before["pairs"][0]["separation"].number());
  EXPECT_EQ(runSepax({"export", kLabCases + "edge-edge.json", "--as", "jolt", "--jurors", "sat"}).status, 2);
  EXPECT_EQ(runSepax({"export", kLabCases + "edge-edge.json", "--as", "markdown", "--jurors", "nobody"}).status, 2);
}

TEST(ExportCommand, DrawsThePictureThatTheIssueRefersTo) {
  const std::string picture = scratchFolder() + "/pair.png";
  const ProgramAnswer written =
      runSepax({"export", kLabCases + "edge-edge.json", "--as", "markdown", "--picture", picture});
  ASSERT_EQ(written.status, 0) << written.error;
  EXPECT_TRUE(written.says("\n![A × B](" + picture + ")\n")) << written.out;
  const auto drawn = readFile(picture, 16u << 20);
  ASSERT_TRUE(drawn);
  EXPECT_EQ(drawn->substr(1, 3), "PNG");
  const std::string blank = scratchFolder() + "/a pair (1).png";
  EXPECT_TRUE(runSepax({"export", kLabCases + "edge-edge.json", "--as", "markdown", "--picture", blank})
                  .says("\n![A × B](<" + blank + ">)\n"));
  EXPECT_EQ(runSepax({"export", kLabCases + "edge-edge.json", "--as", "jolt", "--picture", picture}).status, 2);
}

TEST(ExportCommand, SaysWhatAPictureIsCalled) {
  const ProgramAnswer refused =
      runSepax({"export", kLabCases + "edge-edge.json", "--as", "markdown", "--picture", "pair"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.error, "sepax: pair: expected a name that ends in .png\n");
}

/// A case of two boxes that overlap by 0.2 m, far along x.
std::string overlappingBoxes(double x = 0) {
  const std::string file = scratchFolder() + "/boxes.json";
  std::ofstream(file) << fmt::format(R"({{"sepax": 1, "space": "3d", "bodies": [
    {{"id": "A", "shape": {{"type": "box", "half_extents": [1, 1, 1]}}, "position": [{}, 0, 0]}},
    {{"id": "B", "shape": {{"type": "box", "half_extents": [1, 1, 1]}}, "position": [{}, 0, 0]}}]}})",
                                     x, x + 1.8);
  return file;
}

/// A juror of the shell beside a manifest that names it without a folder: it says `hello`, then `answer` to everything.
std::string shellJuror(const std::string& name, const std::string& hello, const std::string& answer) {
  const std::string folder = scratchFolder() + "/" + name;
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/juror.sh")
      << "echo '{\"sepax_juror\": 1, \"name\": \"" + name + "\", " + hello + "}'\n"
      << "while read -r line; do id=${line##*id\\\":}; echo \"{\\\"id\\\": ${id%\\}}, " + answer + "}\"; done\n";
  std::ofstream(folder + "/own.juror.json")
      << R"({"sepax_juror": 1, "name": ")" + name + R"(", "command": ["sh", "juror.sh"]})";
  return folder + "/own.juror.json";
}

TEST(JuryCommand, RunsAJurorInTheFolderOfItsManifestAndOfWhatALinkLeadsTo) {
  const std::string manifest = shellJuror("beside", R"("precision": "double")", R"(\"verdict\": \"overlapping\")");
  const std::string link = scratchFolder() + "/link.juror.json", box = overlappingBoxes();
  std::filesystem::remove(link);
  std::filesystem::create_symlink(manifest, link);
  for (const std::string& file : {manifest, link}) {
    const ProgramAnswer run = runSepax({"jury", "--juror", file, "--json", box});
    ASSERT_NE(run.status, 2) << run.error;
    EXPECT_EQ(run.json()["pairs"][0]["jurors"][0]["status"], "ok") << run.out;
  }
}

TEST(JuryCommand, AnAnswerThatContradictsItselfAndAnUnknownOptionAreNotGreen) {
  const std::string box = overlappingBoxes();
  const std::string manifest = shellJuror("torn", R"("precision": "double", "options": [{"name": "margin"}])",
                                          R"(\"verdict\": \"separated\", \"separation\": -0.5)");
  const ProgramAnswer torn = runSepax({"jury", "--juror", manifest, "--option", "margin=1", box});
  EXPECT_EQ(torn.status, 1);
  EXPECT_NE(torn.out.find("says separated, and a separation of -0.5 m"), std::string::npos) << torn.out;
  const ProgramAnswer unknown = runSepax({"jury", "--juror", manifest, "--option", "mragin=1", box});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.error.find("expected one of margin"), std::string::npos) << unknown.error;
}

std::string textIn(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// A juror that sends Ctrl+C to the sepax that asks it, once, with a question from that number on, and then does
/// something else.
std::string interruptingJuror(const std::string& answer, int number, const char* then) {
  std::filesystem::remove(scratchFolder() + "/interrupts/sent");
  return shellJuror(
      "interrupts", R"("precision": "double")",
      fmt::format(
          R"sh({}$([ ${{id%\}}}} -lt {} ] || [ -e sent ] || {{ : >sent; read -r s </proc/$PPID/stat; s=${{s##*) ? }}
                    kill -INT ${{s%% *}}; {}; }})sh",
          answer, number, then) +
          ")");
}

TEST(HuntCommand, CtrlCTellsTheFindsSoFarAndEndsWith130) {
  const std::string junit = scratchFolder() + "/interrupted.xml";
  const std::string juror = interruptingJuror(R"(\"verdict\": \"separated\")", 200, "sleep 300");
  const ProgramAnswer run = runSepax({"hunt", "--juror", juror, "--shapes", "box", "--finds", "0", "--juror-timeout",
                                      "400", "--as-found", "-q", "--junit", junit});
  EXPECT_EQ(run.status, 130) << run.error;
  EXPECT_TRUE(run.says(" answered; ")) << run.error;
  EXPECT_FALSE(run.says(" answered; 0 found")) << "it finds overlapping pairs: " << run.error;
  EXPECT_TRUE(run.says("says separated, but they overlap by ")) << run.out;
  EXPECT_FALSE(run.says("no answer")) << "the pair that is under way is none: " << run.out;
  EXPECT_TRUE(run.says("sepax: interrupted: ")) << run.error;
  const std::string report = textIn(junit);
  EXPECT_NE(report.find("errors=\"1\""), std::string::npos) << report;
}

TEST(ScanCommand, CtrlCTellsTheSamplesSoFarAndEndsWith130) {
  const std::string juror = interruptingJuror(R"(\"verdict\": \"overlapping\")", 50, ":");
  const ProgramAnswer run =
      runSepax({"scan", "--juror", juror, "--vary", "B.position.x=0.5:1:100000", overlappingBoxes()});
  EXPECT_EQ(run.status, 130) << run.error;
  EXPECT_TRUE(run.says(" samples, ")) << run.out;
  EXPECT_FALSE(run.says("100000 samples, ")) << run.out;
}

TEST(JuryCommand, CtrlCTellsThePairsSoFarAndEndsWith130) {
  const std::string junit = scratchFolder() + "/jury-interrupted.xml", file = scratchFolder() + "/four.json";
  std::ofstream(file) << R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "sphere", "radius": 1}}, {"id": "B", "shape": {"type": "sphere", "radius": 1}},
    {"id": "C", "shape": {"type": "sphere", "radius": 1}}, {"id": "D", "shape": {"type": "sphere", "radius": 1}}]})";
  const std::string juror = interruptingJuror(R"(\"verdict\": \"separated\")", 3, "sleep 300");
  const ProgramAnswer run =
      runSepax({"jury", "--juror", juror, "--juror-timeout", "400", "-q", "--junit", junit, file, file});
  EXPECT_EQ(run.status, 130) << run.error;
  EXPECT_TRUE(run.says("1 case so far: 2 pairs, 2 answers, 2 DIFFER\n")) << run.out;
  EXPECT_TRUE(run.says("A, B")) << run.out;
  EXPECT_TRUE(run.says("sepax: interrupted: ")) << run.error;
  const std::string report = textIn(junit);
  EXPECT_NE(report.find("failures=\"2\" errors=\"1\""), std::string::npos) << report;
}

TEST(RelationsCommand, CtrlCTellsTheRelationsSoFarAndEndsWith130) {
  const std::string junit = scratchFolder() + "/relations-interrupted.xml";
  const std::string juror = interruptingJuror(R"(\"verdict\": \"overlapping\", \"separation\": -0.2)", 4, "sleep 300");
  const ProgramAnswer run =
      runSepax({"relations", "--juror", juror, "--algorithm", "sat", "--junit", junit, overlappingBoxes()});
  EXPECT_EQ(run.status, 130) << run.error;
  EXPECT_TRUE(run.says(" hold so far, ")) << run.out;
  EXPECT_FALSE(run.says("no answer")) << "the question that is under way is none: " << run.out;
  EXPECT_TRUE(run.says("sepax: interrupted: ")) << run.error;
  EXPECT_NE(textIn(junit).find("errors=\"1\""), std::string::npos) << textIn(junit);
}

TEST(ReplayCommand, CtrlCTellsTheClaimsSoFarAndEndsWith130) {
  constexpr int kFrames = 100'000;
  const std::string file = scratchFolder() + "/long.sepaxlog";
  std::ofstream out(file);
  out << R"({"sepax_log": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "sphere", "radius": 1}}, )"
      << R"({"id": "B", "shape": {"type": "sphere", "radius": 1}, "position": [0, 3, 0]}]})"
      << "\n";
  for (int i = 0; i < kFrames; ++i)
    out << fmt::format(R"({{"t": {}, "claims": [{{"pair": ["A", "B"], "verdict": "separated"}}]}})", i) << "\n";
  out.close();
  ProgramAnswer seen;
  // Until it is caught between the first frame and the last.
  for (double seconds = 0.1; seconds < 100 && !seen.says("differ, so far"); seconds *= 1.4) {
    const auto run = runChild({"/usr/bin/timeout", "--preserve-status", "-s", "INT", std::to_string(seconds),
                               programFolder() + "/sepax", "replay", "check", file},
                              {}, {.wall_seconds = 500});
    ASSERT_TRUE(run);
    seen = {run->exit_code, std::string(reinterpret_cast<const char*>(run->output.data()), run->output.size()),
            run->error_text};
    ASSERT_TRUE(seen.status == 130 || seen.status == 0) << seen.error;
    if (seen.status == 0) seconds /= 2;
  }
  EXPECT_EQ(seen.status, 130);
  EXPECT_TRUE(seen.says(" claims differ, so far\n")) << seen.out;
  EXPECT_TRUE(seen.says("sepax: interrupted: ")) << seen.error;
}

/// A juror that refuses every second question.
std::string moodyJuror() {
  return shellJuror(
      "moody", R"("precision": "double")",
      R"sh($([ $((${id%\}} % 2)) = 0 ] && echo '"unsupported": "even"' || echo '"verdict": "overlapping"'))sh");
}

TEST(ScanCommand, CountsSamplesThatAreRefusedWhereOthersAreAnsweredAsMissing) {
  const ProgramAnswer run = runSepax(
      {"scan", "--juror", moodyJuror(), "--algorithm", "sat", "--vary", "B.position.x=0.5:1:5", overlappingBoxes()});
  EXPECT_EQ(run.status, 1) << run.error;
  EXPECT_TRUE(run.says("no answer to 2 of 5 samples")) << run.out;
}

TEST(HuntCommand, KeepsInItsFolderWhatItHadFoundWhenItWasKilled) {
  const std::string folder = scratchFolder() + "/killed", finds = folder + "/finds";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  // Its answers are all wrong of what overlaps; the 40th question, of the third stream, ends the hunt that asks it, the
  // parent of the keeper that started it.
  std::ofstream(folder + "/juror.sh") << R"sh(
echo '{"sepax_juror": 1, "name": "killer", "precision": "double"}'
while read -r line; do
  id=${line##*id\":}
  [ "${id%\}}" -ge 40 ] && kill -9 $(cut -d ' ' -f 4 /proc/$PPID/stat)
  echo "{\"id\": ${id%\}}, \"verdict\": \"separated\"}"
done
)sh";
  std::ofstream(folder + "/own.juror.json") << R"({"sepax_juror": 1, "name": "killer", "command": ["sh", "juror.sh"]})";
  const auto killed = runChild({programFolder() + "/sepax", "hunt", "--juror", folder + "/own.juror.json", "--shapes",
                                "box", "--finds", "0", "-o", finds, "--as-found"},
                               {}, {.wall_seconds = 500});
  ASSERT_TRUE(killed) << describe(killed.error());
  EXPECT_NE(killed->ended_by, "");
  const ProgramAnswer merged = runSepax({"hunt", "--merge", finds, "-q"});
  EXPECT_EQ(merged.status, 1) << merged.error;
  const std::string first = finds + "/killer-verdict-1.json";
  const ProgramAnswer jury = runSepax({"jury", "--jurors", "exact", first});
  EXPECT_NE(jury.status, 2) << jury.error;
  EXPECT_NE(jury.out.find("overlapping"), std::string::npos) << jury.out;
}

TEST(HuntCommand, IsNotGreenWhereAFolderToMergeHoldsNoFinds) {
  const std::string folder = scratchFolder() + "/no-finds";
  std::filesystem::create_directories(folder);
  const ProgramAnswer merged = runSepax({"hunt", "--merge", folder});
  EXPECT_EQ(merged.status, 2);
  EXPECT_NE(merged.error.find("found none"), std::string::npos) << merged.error;
}

TEST(HuntCommand, IsNotGreenWhereNothingWasTriedOrNothingThatIsLookedForWasSaid) {
  const std::string yes = shellJuror("yes", R"("precision": "double")", R"(\"verdict\": \"overlapping\")");
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--pairs", "0"},
        {"--pairs", "3", "--shard", "4/4"},
        {"--pairs", "64", "--shapes", "sphere", "--differs", "contacts", "--juror-timeout", "300"}}) {
    std::vector<std::string> arguments{"hunt", "--juror", yes};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramAnswer run = runSepax(arguments);
    EXPECT_EQ(run.status, 2) << more[1] << ": " << run.error;
  }
}

TEST(JuryCommand, NamesRefusalsOfKindsThatTheJurorAnswersElsewhere) {
  const std::string manifest = moodyJuror();
  const std::string box = overlappingBoxes();
  const ProgramAnswer told = runSepax({"jury", "--juror", manifest, box, box});
  EXPECT_EQ(told.status, 0);
  EXPECT_NE(told.error.find("moody: refused 1 pair of kinds that it answers elsewhere (3d box × box); the first: even"),
            std::string::npos)
      << told.error;
  EXPECT_EQ(runSepax({"jury", "--juror", manifest, box, box, "--strict"}).status, 2);
}

TEST(JuryCommand, IsNotGreenWhereEveryAnswerIsKnownToBeNoneOrNothingIsExpected) {
  const std::string box = overlappingBoxes(), known = scratchFolder() + "/known.json";
  std::filesystem::remove(known);
  const std::string manifest = shellJuror("empty", R"("precision": "double")", R"(\"note\": 1)");
  EXPECT_EQ(runSepax({"jury", "--juror", manifest, box, "--known", known, "--update-known"}).status, 0);
  const ProgramAnswer run = runSepax({"jury", "--juror", manifest, box, "--known", known});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("nothing was compared"), std::string::npos) << run.error;
  const ProgramAnswer expecting = runSepax({"jury", "--jurors", "sat", box, "--expect"});
  EXPECT_EQ(expecting.status, 2) << "it expects nothing";
}

TEST(JuryCommand, TakesAlgorithmsWithTheirOptionsAndListsBeforeTheFile) {
  const std::string box = overlappingBoxes();
  const ProgramAnswer run = runSepax({"jury", "--jurors", "gjk-epa,sat:shrink=0.05,margin=0.05,gjk", box, "--json"});
  const Json jurors = run.json()["pairs"][0]["jurors"];
  ASSERT_EQ(jurors.size(), 3u) << run.out << run.error;
  EXPECT_EQ(jurors[1]["name"], "sat:shrink=0.05,margin=0.05");
  EXPECT_EQ(runSepax({"jury", "--jurors", "sat", box}).status, 0) << "the file is no name of the list";
  EXPECT_NE(runSepax({"scan", "--algorithm", "sat,sat:margin=0.1", "--vary", "B.position.x=1:3:3", box}).status, 2);
  EXPECT_NE(runSepax({"relations", "--algorithm", "sat:shrink=0.01,margin=0.01", box}).status, 2);
  const ProgramAnswer hunted =
      runSepax({"hunt", "--juror", "sat:margin=0.1", "--shapes", "box", "--pairs", "64", "--time", "1m"});
  EXPECT_EQ(hunted.status, 1) << hunted.error;
}

TEST(ScanCommand, JoinsWhatDiffersOverNeighbouringSamplesToAnInterval) {
  const ProgramAnswer run =
      runSepax({"scan", "--algorithm", "sat,sat:margin=0.1", "--vary", "B.position.x=0.5:1:6", overlappingBoxes()});
  EXPECT_EQ(run.status, 1) << run.error;
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 2) << run.out;
  EXPECT_NE(run.out.find(" 0.5 … 1: "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("(6 samples)"), std::string::npos) << run.out;
}

TEST(HuntCommand, IsNotGreenWhereNothingIsAnswered) {
  const std::string manifest = shellJuror("refuses", R"("precision": "float")", R"(\"unsupported\": \"everything\")");
  const ProgramAnswer refused = runSepax({"hunt", "--juror", manifest, "--pairs", "128", "--juror-timeout", "300"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find(", 0 answered"), std::string::npos) << refused.error;
  const std::string failing = shellJuror("fails", R"("precision": "float")", R"(\"error\": \"not today\")");
  const ProgramAnswer failed = runSepax(
      {"hunt", "--juror", failing, "--shapes", "box", "--pairs", "128", "--juror-timeout", "300", "--as-found"});
  EXPECT_EQ(failed.status, 1) << "an error is found";
  EXPECT_NE(failed.error.find(", 0 answered"), std::string::npos) << failed.error;
  const std::string listed = shellJuror("listed", R"("precision": "float", "shapes": ["sphere"], "spaces": ["3d"])",
                                        R"(\"unsupported\": \"everything\")");
  EXPECT_NE(runSepax({"hunt", "--juror", listed, "--shapes", "box", "--pairs", "64", "--juror-timeout", "300"})
                .error.find("it takes no pair"),
            std::string::npos);
}

// Floats resolve 6 cm at a million metres, of which 64 were excused: a gap of 6 m where boxes overlap by 0.2 m. Rounded
// to floats these boxes overlap by 0.1875 m: that is what a program of floats received.
TEST(JuryCommand, ExcusesAtAPlaceOnlyWhatRoundingThePosesLoses) {
  const auto answering = [](const char* answer) {
    return shellJuror("far", R"("precision": "float")", fmt::format(R"(\"separation\": {})", answer));
  };
  const auto statusOf = [&](const char* answer, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"jury", "--juror", answering(answer), overlappingBoxes(1e6)});
    return runSepax(options).status;
  };
  EXPECT_EQ(statusOf("-0.1875"), 0) << "right for the rounded boxes";
  EXPECT_EQ(statusOf("-0.2"), 0) << "right for the boxes";
  EXPECT_EQ(statusOf("-0.25"), 1) << "what computing in the world loses";
  const ProgramAnswer wrong = runSepax({"jury", "--juror", answering("6"), overlappingBoxes(1e6), "--json"});
  EXPECT_EQ(wrong.json()["pairs"][0]["jurors"][0]["differs"][0], "verdict");
  EXPECT_LT(wrong.json()["pairs"][0]["jurors"][0]["tolerance"].number(), 1e-3);
  EXPECT_EQ(statusOf("6", {"--tolerance", "7"}), 0);
  EXPECT_EQ(statusOf("-0.1875", {"--precision", "double"}), 1);
  for (const auto& [answer, is_rounded] : {std::pair{"-0.1875", true}, {"-0.2", false}, {"-0.25", false}}) {
    const std::vector<std::string> command{"jury", "--juror", answering(answer), overlappingBoxes(1e6)};
    EXPECT_EQ(runSepax(command).says("; compared with the pair rounded to floats"), is_rounded) << answer;
    std::vector<std::string> as_json = command;
    as_json.emplace_back("--json");
    const Json row = runSepax(as_json).json()["pairs"][0]["jurors"][0];
    EXPECT_EQ(row.find("rounded") != nullptr && row["rounded"].boolean(), is_rounded) << answer;
  }
}

// Boxes 0.5 m deep touch by a case's own word of 10 m, which excused any answer.
TEST(JuryCommand, ATouchingToleranceOfTheCaseExcusesNoMoreThanATenthOfTheSmallerShape) {
  const std::string juror = shellJuror("apart", R"("precision": "double")", R"(\"verdict\": \"separated\")");
  for (const double tolerance : {0.19, 0.21, 10.0, 1e60}) {
    for (const double overlap : {0.1, 0.5}) {
      const std::string file = scratchFolder() + "/touching.json";
      std::ofstream(file) << fmt::format(R"({{"sepax": 1, "space": "3d", "touching_tolerance": {}, "bodies": [
        {{"id": "A", "shape": {{"type": "box", "half_extents": [1, 1, 1]}}}},
        {{"id": "B", "shape": {{"type": "box", "half_extents": [1, 1, 1]}}, "position": [{}, 0, 0]}}]}})",
                                         tolerance, 2 - overlap);
      const ProgramAnswer judged = runSepax({"jury", "--juror", juror, file});
      EXPECT_EQ(judged.status, overlap > 0.2 ? 1 : 0) << tolerance << ", " << overlap;
      EXPECT_EQ(judged.says("says separated, but they overlap by 0.5 m"), overlap > 0.2) << judged.out;
      const ProgramAnswer checked = runSepax({"check", file});
      EXPECT_EQ(checked.status, 0) << checked.error;
      EXPECT_EQ(checked.says("touching.json#/touching_tolerance: "), tolerance > 0.2) << checked.error;
    }
  }
}

// 64 epsilons of a floor of 100 km are 76 cm, more than the ball on it.
TEST(JuryCommand, ExcusesBesideALargeBodyNoMoreThanTheSmallOneIsWorth) {
  const std::string file = scratchFolder() + "/large.json";
  std::ofstream(file) << R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "floor", "shape": {"type": "box", "half_extents": [50000, 1, 50000]}},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.05}, "position": [0, 1.055, 0]}]})";
  const auto statusOf = [&](const char* answer) {
    const std::string own =
        shellJuror("large", R"("precision": "float")", fmt::format(R"(\"separation\": {})", answer));
    return runSepax({"jury", "--juror", own, file}).status;
  };
  EXPECT_EQ(statusOf("-0.005"), 1);
  EXPECT_EQ(statusOf("0.0051"), 0);
}

TEST(JuryCommand, IsNotGreenWhereNothingIsComparedAndNamesKeysThatNothingReads) {
  const std::string box = overlappingBoxes(), folder = scratchFolder();
  const std::string refusing = shellJuror("shy", R"("precision": "float")", R"(\"unsupported\": \"everything\")");
  EXPECT_EQ(runSepax({"jury", "--juror", refusing, box}).status, 2);
  EXPECT_EQ(runSepax({"jury", "--juror", refusing, "--jurors", "sat", box}).status, 0) << "one that answers is enough";
  const std::string misspelt = folder + "/misspelt.json";
  std::ofstream(misspelt) << R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "box", "half_extents": [1, 1, 1]}, "positon": [5, 0, 0]},
    {"id": "B", "shape": {"type": "box", "half_extents": [1, 1, 1]}}]})";
  for (const std::vector<std::string>& command : {std::vector<std::string>{"jury", "--jurors", "sat"},
                                                  std::vector<std::string>{"relations", "--algorithm", "sat"},
                                                  std::vector<std::string>{"scan", "--vary", "B.position.x=0:1:3"}}) {
    std::vector<std::string> words = command;
    words.push_back(misspelt);
    const ProgramAnswer said = runSepax(words);
    EXPECT_NE(said.error.find("positon: unknown key"), std::string::npos) << command[0] << said.error;
    EXPECT_EQ(said.status, 0) << command[0];
  }
  EXPECT_EQ(runSepax({"jury", "--jurors", "sat", "--strict", misspelt}).status, 2);
}

/// What a run with --junit wrote into its report.
std::string junitOf(std::vector<std::string> arguments, ProgramAnswer& run) {
  const std::string file = scratchFolder() + "/report.xml";
  std::filesystem::remove(file);
  arguments.insert(arguments.end(), {"--junit", file});
  run = runSepax(arguments);
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(ScanCommand, IsNotGreenForAJurorThatNeverAnswers) {
  struct Silent {
    const char *name, *answer, *found;
  };
  for (const auto& [name, answer, found] :
       {Silent{"nan", R"(\"separation\": NaN)", "<error message=\"no answer to 3 of 3 samples: error"},
        Silent{"fails", R"(\"error\": \"boom\")", "<error message=\"no answer to 3 of 3 samples: error, boom"},
        Silent{"shy", R"(\"unsupported\": \"boxes\")",
               "<skipped message=\"no answer to 3 of 3 samples: unsupported, boxes"}}) {
    const std::string own = shellJuror(name, R"("precision": "float")", answer);
    ProgramAnswer run;
    const std::string report =
        junitOf({"scan", overlappingBoxes(), "--vary", "B.position.x=1:3:3", "--juror", own, "-q"}, run);
    EXPECT_EQ(run.status, 2) << name << run.out;
    EXPECT_NE(run.out.find("3 samples, 3 of 6 answered"), std::string::npos) << run.out;
    EXPECT_NE(report.find(found), std::string::npos) << report;
  }
}

TEST(ScanCommand, TellsOfSamplesThatAreNoCaseAndOfANumberThatChangesNothing) {
  ProgramAnswer run;
  const std::string report =
      junitOf({"scan", overlappingBoxes(), "--vary", "B.shape.half_extents.x=-1:1:9", "-q"}, run);
  EXPECT_EQ(run.status, 2) << run.out;
  EXPECT_NE(run.error.find("4 samples left out, which are no case; the first: B.shape.half_extents.x = -1: expected"),
            std::string::npos)
      << run.error;
  EXPECT_NE(report.find("4 samples left out"), std::string::npos) << report;
  const ProgramAnswer other = runSepax({"scan", kLabCases + "ghost-contact.json", "--vary", "ball.position.x=-1:1:81"});
  EXPECT_EQ(other.status, 2) << other.out;
  EXPECT_NE(other.error.find("one of the bodies"), std::string::npos) << other.error;
}

TEST(ScanCommand, RefusesANumberThatIsVariedTwice) {
  for (const char* other : {"B.position.x=-1:1:5", "*.position.x=0:1:3", "A.position.x,B.position.x=0:1:3"}) {
    const ProgramAnswer run = runSepax({"scan", overlappingBoxes(), "--vary", "B.position.x=0:1:3", "--vary", other});
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_NE(run.error.find("is varied already, by B.position.x"), std::string::npos) << run.error;
  }
  EXPECT_EQ(runSepax({"scan", overlappingBoxes(), "--vary", "B.position.x=0:1:3", "--vary", "B.position.y=0:1:3", "-q"})
                .status,
            0);
}

TEST(ScanCommand, MeasuresTheDepthOfEveryRowThatKnowsIt) {
  const ProgramAnswer run = runSepax({"scan", overlappingBoxes(), "--vary", "B.position.y=0.25:0.5:2", "--measure",
                                      "depth", "--csv", "--algorithm", "sat,exact,sat-float,brute-force,gjk-epa,gjk"});
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 3) << run.out;
  for (std::istringstream lines(run.out.substr(run.out.find('\n') + 1)); lines;) {
    std::string line;
    if (!std::getline(lines, line)) break;
    EXPECT_EQ(line.find(",,"), std::string::npos) << run.out;
    EXPECT_TRUE(line.ends_with(",")) << "gjk: " << run.out;
  }
}

// A dash is standard output where the whole text goes there, and no file of that name.
TEST(Commands, WriteNoFileThatIsCalledADash) {
  const std::string sepax = programFolder() + "/sepax", folder = scratchFolder() + "/dash";
  std::filesystem::create_directories(folder);
  const std::string box = overlappingBoxes();
  const auto run = [&](const std::string& words) {
    return runChild({"/bin/sh", "-c", fmt::format("cd '{}' && '{}' {}", folder, sepax, words)}, {}, {}).value();
  };
  for (const std::string& words : std::vector<std::string>{
           "generate --bodies 2 -o -", "export '" + box + "' --as jolt -o -", "completions bash -o -"}) {
    const auto printed = run(words);
    EXPECT_EQ(printed.exit_code, 0) << printed.error_text;
    EXPECT_EQ(printed.output, run(words.substr(0, words.size() - 5)).output) << words;
    EXPECT_FALSE(printed.output.empty()) << words;
  }
  for (const std::string& words :
       {"check '" + box + "' --junit -", "scan '" + box + "' --vary B.position.x=0:1:3 --svg -",
        "simulate '" + box + "' --jurors nobody -o -"}) {
    const auto refused = run(words);
    EXPECT_EQ(refused.exit_code, 2) << words;
    EXPECT_NE(refused.error_text.find("standard output"), std::string::npos) << refused.error_text;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST(ScanCommand, CountsGhostsOfSurfacesAloneAndOfAllTheirPieces) {
  const auto ghosts = [](const std::string& file, std::vector<std::string> more) {
    more.insert(more.begin(), {"scan", file, "--measure", "ghosts", "--csv"});
    return runSepax(more);
  };
  const ProgramAnswer boxes = ghosts(overlappingBoxes(), {"--vary", "B.position.x=0:1:3"});
  EXPECT_EQ(boxes.status, 2) << boxes.out;
  EXPECT_NE(boxes.error.find("expected a mesh, a heightfield or a chain"), std::string::npos) << boxes.error;
  const std::string road = kLabCases + "ghost-contact.json";
  const ProgramAnswer other = ghosts(road, {"--vary", "crate.position.x=-1.5:-1.49:2", "--algorithm", "gjk-epa"});
  EXPECT_EQ(other.status, 2) << other.out;
  EXPECT_NE(other.error.find("sat alone counts them"), std::string::npos) << other.error;
  // A floor of 10 cm triangles under a box, whose front reaches 2 mm over the next row.
  std::string row = "[0";
  for (int i = 0; i < 40; ++i) row += ", 0";
  std::string rows = row += "]";
  for (int i = 0; i < 40; ++i) rows += ", " + row;
  const std::string file = scratchFolder() + "/floor.json";
  ASSERT_TRUE(writeFileAtomically(file, fmt::format(R"({{"sepax": 1, "space": "3d", "bodies": [
        {{"id": "box", "shape": {{"type": "box", "half_extents": [1, 0.5, 1.95]}}, "position": [0.702, 0.49, 0.01]}},
        {{"id": "floor", "shape": {{"type": "heightfield", "heights": [{}], "spacing": 0.1}}}}]}})",
                                                    rows)));
  const ProgramAnswer large = ghosts(file, {"--vary", "box.position.y=0.49:0.495:2"});
  EXPECT_EQ(large.status, 0) << large.error;
  EXPECT_NE(large.out.find("\n0.49,79\n"), std::string::npos) << large.out;
}

TEST(ScanCommand, QuotesCellsOfATableThatHaveCommas) {
  const ProgramAnswer run = runSepax({"scan", overlappingBoxes(), "--vary", "A.position.x,B.position.y=0:1:3", "--csv",
                                      "--algorithm", "sat,sat:shrink=0.05,margin=0.05"});
  EXPECT_EQ(run.out.substr(0, run.out.find('\n')), R"("A.position.x,B.position.y",sat,"sat:shrink=0.05,margin=0.05")")
      << run.out;
}

TEST(RelationsCommand, AreNotGreenWhereNoneCouldBeAsked) {
  struct Silent {
    const char *name, *answer, *why;
  };
  for (const auto& [name, answer, why] :
       {Silent{"shy", R"(\"unsupported\": \"boxes\")", "unsupported, boxes"},
        Silent{"fails", R"(\"error\": \"boom\")", "error, boom"},
        Silent{"short", R"(\"verdict\": \"overlapping\")", "neither a separation nor a distance"}}) {
    const std::string own = shellJuror(name, R"("precision": "float")", answer);
    ProgramAnswer run;
    const std::string report = junitOf({"relations", overlappingBoxes(), "--juror", own}, run);
    EXPECT_EQ(run.status, 2) << name << run.out;
    EXPECT_NE(run.error.find(why), std::string::npos) << run.error;
    EXPECT_EQ(run.out.find("wrong everywhere in the same way"), std::string::npos) << run.out;
    EXPECT_NE(report.find("errors=\""), std::string::npos) << report;
    EXPECT_EQ(report.find("errors=\"0\" time"), report.rfind("errors=\"0\" time")) << report;
  }
}

// The contacts of this one are 5 m from nothing: they lie within both boxes.
TEST(RelationsCommand, AreBrokenByContactsThatStateAGapWhereNoneIs) {
  const std::string answer =
      R"(\"verdict\": \"overlapping\", \"separation\": -0.2, \"contacts\": [{\"position\": [0, 0, 0], \"separation\": SEP}])";
  const auto said = [&](const char* name, const std::string& separation) {
    std::string own = answer;
    own.replace(own.find("SEP"), 3, separation);
    return runSepax({"relations", overlappingBoxes(), "--juror", shellJuror(name, R"("precision": "float")", own)}).out;
  };
  EXPECT_NE(said("far", "50").find("from both boundaries, its separation is 50 m"), std::string::npos);
  EXPECT_EQ(said("near", "-50").find("from both boundaries"), std::string::npos);
}

TEST(JuryCommand, IsNotGreenForACaseThatHasNothingToAskAbout) {
  const std::string file = scratchFolder() + "/alone.json";
  std::ofstream(file) << R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "sphere", "radius": 1}}, {"id": "B", "shape": {"type": "sphere", "radius": 1}}],
    "pairs": []})";
  ProgramAnswer run;
  const std::string report = junitOf({"jury", "--jurors", "sat", file}, run);
  EXPECT_EQ(run.status, 2) << run.out;
  EXPECT_NE(run.error.find("so nothing was compared"), std::string::npos) << run.error;
  EXPECT_NE(report.find("errors=\"1\""), std::string::npos) << report;
}

TEST(Expectations, OfWhatTheAlgorithmDoesNotMeasureAreNotMet) {
  const std::string file = scratchFolder() + "/unmeasured.json";
  const auto said = [&](const std::string& expected, const std::string& algorithm, std::string* report = nullptr) {
    std::ofstream(file) << R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "box", "half_extents": [1, 1, 1]}},
      {"id": "B", "shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [2.8, 0.3, 0.1]}],
      "expect": [{"pair": ["A", "B"], )" +
                               expected + "}]}";
    ProgramAnswer run;
    const std::string text = junitOf({"check", "--expect", "--algorithm", algorithm, file}, run);
    if (report != nullptr) *report = text;
    return run;
  };
  for (const char* algorithm : {"gjk", "gjk-epa", "exact", "brute-force", "sat-float", "historical/six-axes-3d"}) {
    std::string report;
    const ProgramAnswer run = said(R"("separation": 5)", algorithm, &report);
    EXPECT_EQ(run.status, 1) << algorithm << run.out << run.error;
    EXPECT_NE(report.find("failures=\"1\""), std::string::npos) << report;
  }
  EXPECT_NE(said(R"("separation": 5)", "gjk").out.find("found nothing: not measured by gjk"), std::string::npos);
  EXPECT_EQ(said(R"("deciding_axis": "B2")", "gjk").status, 1);
  EXPECT_EQ(said(R"("verdict": "separated")", "gjk").status, 0);
}

TEST(Commands, RefuseNumbersThatAreNoneAndSayTheirBoundsInWords) {
  const std::string box = overlappingBoxes(), other = scratchFolder() + "/none.sepaxlog";
  struct Wrong {
    std::vector<std::string> arguments;
    const char* said;
  };
  for (const auto& [arguments, said] :
       {Wrong{{"jury", "--jurors", "sat", "--tolerance", "nan", box}, "--tolerance: expected 0 or more, found nan"},
        Wrong{{"hunt", "--algorithm", "sat", "--time", "0"},
              "--time: expected more than 0 seconds, as 90, 90s, 5m or 2h, found 0"},
        Wrong{{"hunt", "--algorithm", "sat", "--time", "0m"}, "as 90, 90s, 5m or 2h, found 0m"},
        Wrong{{"hunt", "--algorithm", "sat", "--time", "-1"}, "as 90, 90s, 5m or 2h, found -1"},
        Wrong{{"hunt", "--algorithm", "sat", "--time", "nan"}, "as 90, 90s, 5m or 2h, found nan"},
        Wrong{{"hunt", "--algorithm", "sat", "--time", "1e308h"}, "as 90, 90s, 5m or 2h, found 1e308h"},
        Wrong{{"hunt", "--algorithm", "sat", "--time", "5 years"}, "as 90, 90s, 5m or 2h, found 5 years"},
        Wrong{{"simulate", box, "--juror", "sat", "--seconds", "0"},
              "--seconds: expected more than 0 seconds, as 90, 90s, 5m or 2h, found 0"},
        Wrong{{"jury", "--jurors", "sat", "--tolerance", "-1", box}, "--tolerance: expected 0 or more, found -1"},
        Wrong{{"jury", "--jurors", "sat", "--juror-timeout", "nan", box}, "--juror-timeout: expected a finite number"},
        Wrong{{"replay", "diff", other, other, "--tolerance", "nan"}, "--tolerance: expected 0 or more, found nan"},
        Wrong{{"replay", "check", other, "--tolerance", "inf"}, "--tolerance: expected 0 or more, found inf"},
        Wrong{{"hunt", "--algorithm", "sat", "--min-error", "nan"}, "--min-error: expected 0 or more, found nan"},
        Wrong{{"simulate", box, "--juror", "none", "--seconds", "inf"}, "as 90, 90s, 5m or 2h, found inf"},
        Wrong{{"hunt", "--algorithm", "sat", "--finds", "-1"}, "--finds: expected 0 or more, found -1"},
        Wrong{{"hunt", "--algorithm", "sat", "--seed", "-1"}, "--seed: expected 0 or more, found -1"},
        Wrong{{"hunt", "--algorithm", "sat", "--pairs", "-5"}, "--pairs: expected 0 or more, found -5"},
        Wrong{{"jury", box, "--jurors", "sat", "--option", "margin=0.01", "--option", "margin=0.02"},
              "\"margin\" is given twice"},
        Wrong{{"jury", box, "--juror", ""}, "--juror, --jurors: expected a name or a manifest, found an empty text"},
        Wrong{{"simulate", box, "--juror", "none", "-o", "run.sepaxlog.gz"}, "--output: expected a name without .gz"},
        Wrong{{"export", box, "--as", "markdown", "-o", box}, "--output: expected another file than the case"},
        Wrong{{"export", box, "--as", "markdown", "--pair", "A,A"}, "--pair: expected the ids of two bodies"},
        Wrong{{"replay", "cut", std::string(SEPAX_SOURCE_DIR) + "/assets/recordings/stack.sepaxlog", "--frame", "1",
               "--pair", "ground,ground"},
              "--pair: expected A,B of two bodies"},
        Wrong{{"simulate", box, "--juror", "none", "--gravity", "0,nan,0"}, "--gravity: expected a finite number"}}) {
    const ProgramAnswer run = runSepax(arguments);
    EXPECT_EQ(run.status, 2) << said << run.out;
    EXPECT_NE((run.out + run.error).find(said), std::string::npos) << run.error;
  }
}

TEST(HuntCommand, WritesItsReportWhereItsInputCannotBeUsed) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"hunt", "--algorithm", "guess"}, std::vector<std::string>{"hunt", "--juror", "guess"},
        std::vector<std::string>{"simulate", "--juror", "guess", overlappingBoxes()}}) {
    ProgramAnswer run;
    const std::string report = junitOf(arguments, run);
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(report.find("<error message="), std::string::npos) << arguments[0] << report;
  }
}

TEST(SimulateKeys, AreWarnedAboutByCheckWhereNothingCanReadThem) {
  const std::string file = scratchFolder() + "/simulated.json";
  const auto checked = [&](const std::string& of_case, const std::string& of_body, const char* told) {
    std::ofstream(file) << R"({"sepax": 1, "space": "3d", )" + of_case + R"("bodies": [
      {"id": "A", )" + of_body +
                               R"("shape": {"type": "box", "half_extents": [1, 1, 1]}},
      {"id": "B", "shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [2.8, 0.3, 0.1]}]})";
    const ProgramAnswer run = runSepax({"check", file});
    EXPECT_EQ(run.status, 0) << run.error;
    EXPECT_TRUE(run.says(told)) << told << run.out << run.error;
    const int strict = runSepax({"check", "--strict", file}).status;
    EXPECT_EQ(strict, *told == 0 ? 0 : 2) << told;
  };
  checked(R"("simulate": {"seconds": 3}, )", R"("motion": "dynamic", )", "");
  checked(R"("simulate": {"secnods": 3}, )", "", "unknown key \"secnods\"");
  checked(R"("simulate": {"seconds": -1}, )", "", "seconds");
  checked("", R"("motion": "dynmic", )", "motion");
  checked("", R"("mass": -1, )", "mass");
}

TEST(Expectations, OfNothingAreRefused) {
  const std::string file = scratchFolder() + "/nothing.json";
  std::ofstream(file) << R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "sphere", "radius": 1}}, {"id": "B", "shape": {"type": "sphere", "radius": 1}}],
    "expect": [{"pair": ["A", "B"], "tolerance": 1, "name": "all is well"}]})";
  const ProgramAnswer said = runSepax({"check", "--expect", file});
  EXPECT_EQ(said.status, 2) << said.out;
  EXPECT_NE(said.error.find("expected a part of the answer"), std::string::npos) << said.error;
}

TEST(RelationsCommand, NamesThoseThatHoldAndThoseThatWereNotAsked) {
  const ProgramAnswer said = runSepax({"relations", "--algorithm", "historical/six-axes-3d", overlappingBoxes()});
  EXPECT_EQ(said.status, 0) << said.out;
  EXPECT_NE(said.out.find("hold: swap, "), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("not asked, since the answers do not say what they need: "), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("wrong everywhere in the same way"), std::string::npos) << said.out;
  const Json json =
      runSepax({"relations", "--algorithm", "historical/six-axes-3d", overlappingBoxes(), "--json"}).json();
  EXPECT_EQ(json["holding"].size(), static_cast<std::size_t>(json["held"].number()));
  EXPECT_GT(json["not_asked"].size(), 0u);
}

TEST(SimulateCommand, WritesOverARecordingOnlyWhereItMay) {
  const std::string folder = scratchFolder(), ball = folder + "/ball.json", out = folder + "/run.sepaxlog";
  const std::string manifest = folder + "/heavy.juror.json";
  std::ofstream(manifest) << fmt::format(
      R"({{"sepax_juror": 1, "name": "heavy", "command": ["{}/sepax-test-planted-engine", "heavy"]}})",
      programFolder());
  std::ofstream(ball) << R"({"sepax": 1, "space": "3d", "simulate": {"seconds": 0.1}, "bodies": [
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.2}, "position": [0, 0.5, 0], "mass": 1}]})";
  std::ofstream(out) << "the run of yesterday";
  const ProgramAnswer refused = runSepax({"simulate", ball, "--juror", manifest, "-o", out});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(refused.says(out + ": is there already; --replace writes over it")) << refused.error;
  EXPECT_EQ(std::filesystem::file_size(out), 20u);
  EXPECT_EQ(runSepax({"simulate", ball, "--juror", manifest, "-o", out, "--replace"}).status, 0);
  EXPECT_EQ(runSepax({"replay", "info", out}).status, 0);
  const std::uintmax_t size = std::filesystem::file_size(out);
  const std::string gone = folder + "/gone.juror.json";
  std::ofstream(gone) << R"({"sepax_juror": 1, "name": "gone", "command": ["/bin/false"]})";
  EXPECT_EQ(runSepax({"simulate", ball, "--juror", gone, "-o", out, "--replace"}).status, 2);
  EXPECT_EQ(std::filesystem::file_size(out), size) << "nothing ran";
  EXPECT_EQ(runSepax({"simulate", ball, "--juror", gone, "-o", folder + "/new.sepaxlog"}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(folder + "/new.sepaxlog"));
  const ProgramAnswer full = runSepax({"simulate", ball, "--juror", manifest, "-o", "/dev/full"});
  EXPECT_EQ(full.status, 2);
  EXPECT_EQ(full.error, "sepax: /dev/full: could not be written: No space left on device\n");
  // Files that may have no bytes: what could not be written is not there next time.
  std::filesystem::remove(out);
  const auto none = runChild({"/bin/sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh",
                              programFolder() + "/sepax", "simulate", ball, "--juror", manifest, "-o", out},
                             {}, {.wall_seconds = 100});
  ASSERT_TRUE(none) << describe(none.error());
  EXPECT_EQ(none->exit_code, 2) << none->error_text;
  EXPECT_FALSE(std::filesystem::exists(out));
}

/// A manifest of a juror that answers a scene of a floor and a ball by these lines, each frame by one.
std::string saysOfScenes(const std::vector<std::string>& frames, const std::string& start = "") {
  std::string lines = R"(simulate:"start": {)" + start + "}";
  for (const std::string& frame : frames) lines += "\n" + frame;
  const std::string manifest = scratchFolder() + "/said.juror.json";
  std::ofstream(manifest) << compactJson(
      Json{{"sepax_juror", 1},
           {"name", "said"},
           {"command", Json::array({programFolder() + "/sepax-test-juror", lines + "\n\"done\": true"})}});
  return manifest;
}

/// A ball of 0.3 m above a slab 2 m thick, for 30 frames.
std::string ballOverSlab() {
  const std::string file = scratchFolder() + "/ball.json";
  std::ofstream(file) << R"({"sepax": 1, "space": "3d", "simulate": {"step": 0.05, "seconds": 1.5}, "bodies": [
    {"id": "slab", "shape": {"type": "box", "half_extents": [5, 1, 5]}, "position": [0, -1, 0]},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.3}, "position": [0, 0.8, 0], "mass": 1}]})";
  return file;
}

/// 30 frames of the ball, which sinks by 5 cm a frame, with more keys in each.
std::vector<std::string> sinkingBall(const std::string& key, const std::string& more) {
  std::vector<std::string> out;
  for (int i = 0; i < 30; ++i)
    out.push_back(fmt::format(R"("{}": {{"ball": [0, {}, 0, 0, 0, 0, 1]}}{})", key, 0.8 - 0.05 * i, more));
  return out;
}

TEST(SimulateCommand, ABodyThatSinksThroughAnotherFailsThoughNoClaimTellsOfIt) {
  const std::string junit = scratchFolder() + "/sinks.xml";
  const std::vector<std::string> command{"simulate", ballOverSlab(), "--juror", saysOfScenes(sinkingBall("poses", ""))};
  std::vector<std::string> quiet = command, json = command;
  quiet.insert(quiet.end(), {"-q", "--junit", junit});
  json.emplace_back("--json");
  const ProgramAnswer said = runSepax(quiet);
  EXPECT_EQ(said.status, 1) << said.out;
  EXPECT_TRUE(said.says("frame 14: ball lies 0.2 m deep in slab, and no claim tells of it")) << said.out;
  EXPECT_TRUE(said.says("deepest       0.95 m, slab and ball at frame 29, of which no claim tells")) << said.out;
  EXPECT_TRUE(said.says("1 run, 1 wrong"));
  EXPECT_NE(textIn(junit).find("failures=\"1\""), std::string::npos) << textIn(junit);
  EXPECT_NE(textIn(junit).find("<skipped message=\"it claims nothing\"/>"), std::string::npos) << textIn(junit);
  const Json run = runSepax(json).json()["runs"][0];
  EXPECT_EQ(run["passages"].size(), 1u);
  EXPECT_NEAR(run["deepest"].number(), 0.95, 1e-9);
}

/// 30 frames of the ball at a height and with a velocity upwards of each time, without a claim.
std::vector<std::string> movingBall(const std::function<std::pair<double, double>(double)>& motion, double jump = 0) {
  std::vector<std::string> out;
  for (int i = 0; i < 30; ++i) {
    const auto [height, speed] = motion(0.05 * i);
    out.push_back(
        fmt::format(R"("poses": {{"ball": [{}, {}, 0, 0, 0, 0, 1]}}, "velocities": {{"ball": [0, {}, 0, 0, 0, 0]}})",
                    i < 20 ? 0 : jump, height, speed));
  }
  return out;
}

TEST(SimulateCommand, EnergyThatComesFromNowhereFails) {
  const auto said = [](const std::vector<std::string>& frames) {
    return runSepax({"simulate", ballOverSlab(), "--juror", saysOfScenes(frames)});
  };
  constexpr double kG = 9.81;
  const auto falling = [](double g, double from) {
    return [g, from](double t) { return std::pair(from - g * t * t / 2, -g * t); };
  };
  const ProgramAnswer up = said(movingBall(falling(-kG, 0.8)));
  EXPECT_EQ(up.status, 1) << up.out;
  EXPECT_TRUE(up.says("gains         frame 29: ")) << up.out;
  const ProgramAnswer fast = said(movingBall([](double) { return std::pair(0.8, 100.0); }));
  EXPECT_EQ(fast.status, 1) << fast.out;
  EXPECT_TRUE(fast.says("gains         frame 0: 5000 J more than before")) << fast.out;
  // What only may be wrong is said.
  const ProgramAnswer half = said(movingBall([&](double t) { return falling(kG / 4, 0.8)(std::min(t, 0.6)); }));
  EXPECT_EQ(half.status, 0) << half.out;
  EXPECT_TRUE(half.says("odd           frame 0 to ")) << half.out;
  EXPECT_TRUE(half.says("ball touches nothing and loses ")) << half.out;
  const ProgramAnswer jump = said(movingBall([](double) { return std::pair(0.8, 0.0); }, 50));
  EXPECT_TRUE(jump.says("odd           frame 20: ball moves by 50 m, of which its velocities tell 0 m")) << jump.out;
  EXPECT_FALSE(jump.says("gains")) << jump.out;
}

TEST(SimulateCommand, EnergyIsNotAskedOfBodiesThatBeginInEachOther) {
  const std::string file = scratchFolder() + "/within.json";
  std::ofstream(file) << R"({"sepax": 1, "space": "3d", "simulate": {"step": 0.05, "seconds": 1.5}, "bodies": [
    {"id": "slab", "shape": {"type": "box", "half_extents": [5, 1, 5]}, "position": [0, -1, 0]},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.3}, "position": [0, 0.2, 0], "mass": 1}]})";
  const auto frames = movingBall([](double t) { return std::pair(0.2 + 9 * t, 9.0); });
  const ProgramAnswer said = runSepax({"simulate", file, "--juror", saysOfScenes(frames)});
  EXPECT_FALSE(said.says("gains")) << said.out;
}

TEST(SimulateCommand, ABodyThatSinksThroughAnotherFailsThoughRightClaimsTellOfIt) {
  const std::string junit = scratchFolder() + "/claimed.xml", out = scratchFolder() + "/claimed.sepaxlog";
  std::vector<std::string> frames = sinkingBall("poses", "");
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (const double height = 0.8 - 0.05 * double(i) - 0.3; height < 0)
      frames[i] += fmt::format(R"(, "claims": [{{"pair": ["slab", "ball"], "separation": {}}}])", height);
  }
  const ProgramAnswer said =
      runSepax({"simulate", ballOverSlab(), "--juror", saysOfScenes(frames), "--junit", junit, "-o", out, "--replace"});
  EXPECT_EQ(said.status, 1) << said.out;
  EXPECT_TRUE(said.says(", 0 differ")) << said.out;
  EXPECT_TRUE(said.says("sinks         frame 11 to 28: ball sinks through slab, by ")) << said.out;
  EXPECT_NE(textIn(junit).find("failures=\"1\""), std::string::npos) << textIn(junit);
  const ProgramAnswer replayed = runSepax({"replay", "check", out});
  EXPECT_EQ(replayed.status, 1) << replayed.error;
  EXPECT_TRUE(replayed.says("1 pair sinks through each other")) << replayed.out;
  const Json sinking = runSepax({"replay", "check", "--json", out}).json()["sinking"];
  ASSERT_EQ(sinking.size(), 1u);
  EXPECT_EQ(sinking[0]["body"], "ball");
}

TEST(SimulateCommand, ClaimsAndPosesThatCannotBeUsedAreUnusableInputAsReplayCheckSays) {
  struct Row {
    std::string key, more, says;
  };
  const std::string claim = R"(, "claims": [{"pair": ["slab", "ball"], "verdict": "overlapping")";
  const Row rows[] = {{"poses", claim + R"(, "seperation": 5}])", "30 claims could not be compared; first: frame 0"},
                      {"poses", claim + R"(, "separation": NaN}])", "separation is NaN"},
                      {"poses", R"(, "claims": [{"pair": ["slab", "bull"], "separation": 1}])", "no body \"bull\""},
                      {"pose", claim + "}]", "unknown key \"pose\", did you mean \"poses\"?"},
                      {"velocities", "", "no frame has a pose that could be used"}};
  const std::string junit = scratchFolder() + "/unusable.xml", out = scratchFolder() + "/unusable.sepaxlog";
  for (const Row& row : rows) {
    const bool is_pose = row.key == "velocities";
    std::vector<std::string> frames = sinkingBall(row.key, row.more);
    if (is_pose) frames.assign(30, R"("mark": "nothing moves")");
    const std::string file = ballOverSlab(), juror = saysOfScenes(frames);
    const ProgramAnswer said =
        runSepax({"simulate", file, "--juror", juror, "-q", "--junit", junit, "-o", out, "--replace"});
    EXPECT_EQ(said.status, 2) << row.says << said.out;
    EXPECT_NE(said.error.find(row.says), std::string::npos) << said.error;
    EXPECT_TRUE(said.says("1 not compared in full")) << said.out;
    EXPECT_EQ(textIn(junit).find("errors=\"0\""), std::string::npos) << textIn(junit);
    EXPECT_EQ(textIn(junit).find("it claims nothing") == std::string::npos, !is_pose) << row.says;
    EXPECT_EQ(runSepax({"replay", "check", "-q", out}).status, 2) << row.says;
    const ProgramAnswer hunted = runSepax({"hunt", "--simulate", "--from", file, "--juror", juror, "--seek", "claim"});
    EXPECT_EQ(hunted.status, 2) << row.says << hunted.out;
    EXPECT_NE(hunted.error.find(row.says), std::string::npos) << hunted.error;
  }
}

TEST(SimulateCommand, TellsTheToleranceOfTheEngine) {
  std::vector<std::string> frames =
      sinkingBall("poses", R"(, "claims": [{"pair": ["slab", "ball"], "separation": 4}])");
  const ProgramAnswer said =
      runSepax({"simulate", ballOverSlab(), "--juror", saysOfScenes(frames, R"("tolerance": 1e9)")});
  EXPECT_EQ(said.status, 1) << said.out;
  EXPECT_TRUE(said.says("claims        30, 30 differ")) << said.out;
  EXPECT_TRUE(said.says("tolerance     0.06 m, by the engine's word")) << said.out;
}

TEST(SimulateCommand, TimesThatAreNotAStepApartAreUnusableInput) {
  const std::string junit = scratchFolder() + "/times.xml";
  const ProgramAnswer said = runSepax(
      {"simulate", ballOverSlab(), "--juror", saysOfScenes(sinkingBall("poses", R"(, "t": 0)")), "--junit", junit});
  EXPECT_EQ(said.status, 2) << said.out;
  EXPECT_TRUE(said.says("frame 1: expected a time \"t\" near 0.05 s")) << said.error;
  EXPECT_NE(textIn(junit).find("errors=\"1\""), std::string::npos) << textIn(junit);
}

TEST(HuntCommand, RunsASceneWithOtherStartsUntilItGoesWrong) {
  const std::string folder = scratchFolder(), balls = folder + "/balls.json";
  const std::string manifest = folder + "/heavy.juror.json";
  std::ofstream(manifest) << fmt::format(
      R"({{"sepax_juror": 1, "name": "heavy", "command": ["{}/sepax-test-planted-engine", "heavy"]}})",
      programFolder());
  std::ofstream(balls) << R"({"sepax": 1, "space": "3d", "simulate": {"seconds": 1}, "bodies": [
    {"id": "slab", "shape": {"type": "box", "half_extents": [9, 0.1, 9]}},
    {"id": "ball", "shape": {"type": "sphere", "radius": 0.2}, "position": [0, 0.5, 0], "mass": 1}]})";
  const auto hunted = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"hunt", "--simulate", "--from", balls, "--juror", manifest});
    return runSepax(more);
  };
  const ProgramAnswer found = hunted({"--seek", "energy", "-o", folder + "/faults", "--json"});
  EXPECT_EQ(found.status, 1) << found.error;
  EXPECT_EQ(found.json()["fault"], "energy");
  EXPECT_EQ(found.json()["changes"].size(), 1u);
  EXPECT_NE(found.json()["changes"][0].string().find("ball: mass × "), std::string::npos);
  const std::string file = found.json()["file"].string();
  EXPECT_EQ(file, folder + "/faults/energy-1.json");
  EXPECT_NE(runSepax({"simulate", file, "--juror", manifest}).out.find("planted-heavy 1"), std::string::npos);
  EXPECT_EQ(hunted({"--seek", "energy", "--pairs", "1"}).status, 0) << "the unchanged case is light";

  const ProgramAnswer misspelt = hunted({"--seek", "energie"});
  EXPECT_EQ(misspelt.status, 2);
  EXPECT_TRUE(misspelt.says("--seek: expected some of crossing, leaving, energy, claim, ended; found \"energie\""))
      << misspelt.error;
  EXPECT_TRUE(runSepax({"hunt", "--simulate", "--juror", manifest}).says("expected --from CASE"));
  EXPECT_EQ(hunted({"--mix", "far"}).status, 2) << "an option of pairs";
  EXPECT_EQ(runSepax({"hunt", "--algorithm", "sat", "--seek", "energy"}).status, 2) << "an option of scenes";
}

TEST(HuntCommand, SaysTheNameOfItsFileOnALine) {
  const std::string folder = scratchFolder() + "/h\nx";
  const ProgramAnswer run =
      runSepax({"hunt", "--algorithm", "historical/six-axes-3d", "--pairs", "2000", "-o", folder});
  EXPECT_EQ(run.status, 1) << run.error;
  EXPECT_EQ(run.out.find("h\nx"), std::string::npos) << run.out;
}

TEST(ServeCommand, ComplainsOfAFullDiskOnce) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  const auto run =
      runChild({"/bin/sh", "-c", fmt::format("echo '{{}}' | '{}/sepax' serve > /dev/full", programFolder())}, {}, {});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->exit_code, 2);
  EXPECT_EQ(run->error_text, "sepax: standard output: could not be written\n");
}

TEST(HuntCommand, HelpsWithTheMixesThatItTakes) {
  const std::string help = runSepax({"hunt", "--help"}).out, known = "How pairs lie: ";
  const std::size_t begin = help.find(known) + known.size();
  ASSERT_LT(begin, help.size());
  std::string mixes = help.substr(begin, help.find('\n', begin) - begin);
  std::erase(mixes, ' ');
  EXPECT_EQ(runSepax({"hunt", "--algorithm", "sat", "--shapes", "sphere", "--pairs", "1", "--mix", mixes}).status, 0)
      << mixes;
}

// `script` lends a command a terminal.
TEST(Commands, TellHowFarTheyAreOnATerminalAlone) {
  const std::string stack = kLabCases + "ten-boxes.json";
  const std::pair<std::string, std::string> rows[] = {
      {"hunting", "hunt --algorithm sat-float --pairs 5000 --finds 0 --json"},
      {"scanning", "scan " + stack + " --vary *.position.x=-1:1:4000 --json"},
      {"selfcheck", "selfcheck --pairs 100 --only box-box --json"}};
  for (const auto& [word, arguments] : rows) {
    const std::string command = programFolder() + "/sepax " + arguments;
    const auto inTerminal = runChild({"/usr/bin/script", "-qc", command, "/dev/null"}, {}, {.wall_seconds = 500});
    ASSERT_TRUE(inTerminal) << describe(inTerminal.error());
    const std::string seen(reinterpret_cast<const char*>(inTerminal->output.data()), inTerminal->output.size());
    EXPECT_NE(seen.find(word + "  "), std::string::npos) << command;
    EXPECT_NE(seen.find(" %"), std::string::npos) << command;
    std::vector<std::string> words;
    std::istringstream split(arguments);
    for (std::string each; split >> each;) words.push_back(each);
    EXPECT_EQ(runSepax(words).error.find(word + "  "), std::string::npos) << command;
  }
}

TEST(HuntCommand, RefusesAFolderThatCannotBeAndTwoThatAreAsked) {
  const ProgramAnswer refused = runSepax({"hunt", "--algorithm", "sat", "-o", "/dev/null/finds"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(refused.says("/dev/null/finds: cannot be created: ")) << refused.error;
  EXPECT_EQ(runSepax({"hunt", "--algorithm", "sat", "--juror", "ode"}).status, 2);
}

TEST(SimulateCommand, CtrlCTellsTheFramesSoFarAndEndsWith130) {
  const std::string folder = scratchFolder() + "/interrupted", out = folder + "/run.sepaxlog";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/juror.sh") << R"sh(
echo '{"sepax_juror": 1, "name": "endless", "version": "1", "precision": "double", "answers": ["simulate"]}'
read -r line
echo '{"id": 1, "start": {}}'
frame=0
while :; do
  [ $frame != 5 ] || { read -r s </proc/$PPID/stat; s=${s##*) ? }; kill -INT ${s%% *}; }
  echo '{"id": 1, "poses": {"ball": [0, 3, 0, 0, 0, 0, 1]}}'
  frame=$((frame + 1))
done
)sh";
  std::ofstream(folder + "/own.juror.json")
      << R"({"sepax_juror": 1, "name": "endless", "command": ["sh", "juror.sh"]})";
  const std::vector<std::string> command{
      "simulate", ballOverSlab(), "--juror", folder + "/own.juror.json", "--seconds", "50m", "--step", "0.01", "-o",
      out,        "--replace"};
  const ProgramAnswer run = runSepax(command);
  EXPECT_EQ(run.status, 130) << run.error;
  EXPECT_TRUE(run.says(", then interrupted")) << run.out;
  EXPECT_TRUE(run.says("sepax: interrupted: ")) << run.error;
  EXPECT_TRUE(runSepax({"replay", "info", out}).says("interrupted")) << "the recording is whole";
}

TEST(SelfcheckCommand, CtrlCTellsTheCountsSoFarAndEndsWith130) {
  const std::string junit = scratchFolder() + "/selfcheck.xml";
  std::string said;
  for (const char* const seconds : {"0.5", "2", "10", "60", "200"}) {  // a busy machine may start it late
    const auto run = runChild({"/usr/bin/timeout", "--preserve-status", "-s", "INT", seconds,
                               programFolder() + "/sepax", "selfcheck", "--pairs", "1000000", "-q", "--junit", junit},
                              {}, {.wall_seconds = 500});
    ASSERT_TRUE(run);
    said.assign(reinterpret_cast<const char*>(run->output.data()), run->output.size());
    if (said.empty()) continue;
    EXPECT_EQ(run->exit_code, 130) << run->error_text;
    break;
  }
  EXPECT_NE(said.find("clean so far: "), std::string::npos) << said;
  const std::string report = textIn(junit);
  EXPECT_NE(report.find("errors=\"1\""), std::string::npos) << report.substr(0, 500);
  EXPECT_NE(report.find("no pair was asked about"), std::string::npos) << "not all rows were reached";
}

}  // namespace
}  // namespace sepax
