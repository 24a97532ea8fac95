#include "lab/jury/juror.h"
#include "lab/jury/likeness.h"

#include "core/json_text.h"
#include "core/platform.h"
#include "format/case_reader.h"
#include "lab/jury/hand_queries.h"
#include "lab/jury/jury.h"
#include "lab/jury/jury_query.h"
#include "lab/jury/npm_jurors.h"
#include "lab/jury/patient_juror.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Jurors made to misbehave, and each shipped one on pairs that it gets right.

namespace sepax {
namespace {

using Status = JurorAnswer::Status;

/// Two unit boxes side by side, 1 m between them.
Document apart() {
  auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 0, 0]},
      {"id": "B", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [2, 0, 0]}]})",
                          "apart", FilesBeside{});
  return loaded->document;
}

Juror badJuror(const std::string& mode, const JurorLimits& limits = kPatient) {
  JurorManifest manifest;
  manifest.name = "bad";
  manifest.needs = "the moon";
  manifest.command = {programFolder() + "/sepax-test-juror", mode};
  return Juror(std::move(manifest), limits);
}

JurorAnswer ask(Juror& juror) { return juror.ask(jurorRequest(apart(), {"A", "B"})); }

TEST(Juror, AnswersAsLongAsItIsAsked) {
  Juror juror = badJuror("good");
  for (int i = 0; i < 100; ++i) {
    const JurorAnswer answer = ask(juror);
    ASSERT_EQ(answer.status, Status::kOk) << answer.message;
    EXPECT_EQ(answer.distance, 1.0);
  }
  ASSERT_TRUE(juror.hello());
  EXPECT_EQ(juror.hello()->version, "1");
}

struct Misbehaviour {
  const char* mode;
  Status status;
  const char* message;
  JurorLimits limits = kPatient;
};
/// For those that never answer. The first line comes from everyone but the silent one.
constexpr JurorLimits kNoStart = {.start_seconds = 0.5, .answer_seconds = 300},
                      kNoAnswer = {.start_seconds = 300, .answer_seconds = 0.5};
void PrintTo(const Misbehaviour& bad, std::ostream* out) { *out << bad.mode; }

class Misbehaving : public testing::TestWithParam<Misbehaviour> {};

TEST_P(Misbehaving, IsAnAnswer) {
  Juror juror = badJuror(GetParam().mode, GetParam().limits);
  const JurorAnswer answer = ask(juror);
  EXPECT_EQ(statusName(answer.status), std::string(statusName(GetParam().status)));
  EXPECT_NE(answer.message.find(GetParam().message), std::string::npos) << answer.message;
}

std::string modeOf(const testing::TestParamInfo<Misbehaviour>& info) {
  std::string name = info.param.mode;
  std::erase(name, '-');
  return name;
}
INSTANTIATE_TEST_SUITE_P(
    Every, Misbehaving,
    testing::Values(Misbehaviour{"dies-at-start", Status::kCrashed, "exit status 3: cannot open the display"},
                    Misbehaviour{"silent", Status::kTimeout, "no first line", kNoStart},
                    Misbehaviour{"wrong-hello", Status::kError, "another protocol"},
                    Misbehaviour{"flood-at-start", Status::kError, "a line without an end"},
                    Misbehaviour{"crashes", Status::kCrashed, "signal 11"},
                    Misbehaviour{"hangs", Status::kTimeout, "no answer in 0.5 s", kNoAnswer},
                    Misbehaviour{"leaves", Status::kCrashed, "exit status 0"},
                    Misbehaviour{"floods", Status::kError, "a line without an end"},
                    Misbehaviour{"chatters", Status::kTimeout, "no answer", kNoAnswer},
                    Misbehaviour{"garbage", Status::kTimeout, "no answer", kNoAnswer},
                    Misbehaviour{"not-json", Status::kTimeout, "its last line was {\"id\": 1, \"separation\": -inch}",
                                 JurorLimits{.start_seconds = 300, .answer_seconds = 5}},
                    Misbehaviour{"throws", Status::kCrashed, "exit status 1: ZeroDivisionError: division by zero"},
                    Misbehaviour{"wrong-types", Status::kError, "verdict is none of"},
                    Misbehaviour{"not-a-number", Status::kError, "separation is NaN"},
                    Misbehaviour{"nan-vector", Status::kError, "normal is NaN"},
                    Misbehaviour{"other-id", Status::kOk, ""}, Misbehaviour{"twice", Status::kOk, ""},
                    Misbehaviour{"talkative", Status::kOk, ""}, Misbehaviour{"forks", Status::kOk, ""}),
    modeOf);

TEST(Juror, AnAnswerWithNothingToCompareOrAMisspeltKeyIsNoAgreement) {
  const auto told = [](const std::string& said) {
    Juror juror = badJuror("says:" + said);
    return ask(juror);
  };
  for (const char* said : {"", R"("time_ns": 3)", R"("depth": 3, "gap": -3, "overlap": true)"}) {
    EXPECT_EQ(told(said).status, Status::kError) << said;
    EXPECT_NE(told(said).message.find("nothing that can be compared"), std::string::npos) << told(said).message;
  }
  const JurorAnswer misspelt = told(R"("verdict": "separated", "seperation": 5)");
  EXPECT_EQ(misspelt.status, Status::kError);
  EXPECT_NE(misspelt.message.find("did you mean \"separation\"?"), std::string::npos) << misspelt.message;
  EXPECT_EQ(told(R"("verdict": "separated", "iterations": 5, "note": "NaN, inf")").status, Status::kOk) << "its own";
}

TEST(Juror, ATimeThatIsNoneIsItsError) {
  const auto answered = [](const char* time) {
    const std::string text = std::string(R"({"verdict": "separated", "time_ns": )") + time + "}";
    return parseJurorAnswer(parseJson(text, "answer").value(), Space::k3d);
  };
  for (const char* time : {"-5", "1e30", "-1e-300", R"("fast")"})
    EXPECT_EQ(answered(time).status, Status::kError) << time;
  EXPECT_NE(answered("1e30").message.find("time_ns"), std::string::npos) << answered("1e30").message;
  for (const char* time : {"0", "812.5", "1e15"}) EXPECT_EQ(answered(time).status, Status::kOk) << time;
}

TEST(Juror, AFirstLineWithAMisspeltWordIsAnErrorThatNamesIt) {
  const std::pair<const char*, const char*> kLines[] = {
      {R"("precision": "flaot")", R"("precision": expected "float" or "double", found "flaot")"},
      {R"("precison": "float")", R"(key "precison" is unknown, did you mean "precision"?)"},
      {R"("spaces": ["3D"])", R"("spaces": expected any of 2d, 3d, found "3D")"},
      {R"("spaces": "3d")", R"("spaces": expected a list, found "3d")"},
      {R"("shapes": ["box", "spere"])", R"(found "spere")"},
      {R"("answers": ["verdict", "rays"])", R"(found "rays")"},
      {R"("margins": "yes")", R"("margins": expected true or false, found "yes")"},
      {R"("tolerance": -1)", R"("tolerance": expected a part of the size from 0 to 0.1, found -1)"},
      {R"("tolerance": 1)", R"(from 0 to 0.1, found 1)"},
  };
  for (const auto& [line, message] : kLines) {
    Juror juror = badJuror("hello:" + std::string(line));
    const JurorAnswer answer = ask(juror);
    EXPECT_EQ(answer.status, Status::kError) << line;
    EXPECT_NE(answer.message.find(message), std::string::npos) << answer.message;
  }
  Juror juror = badJuror(R"(hello:"engine": "mine", "shapes": ["box", "half_space", "chain"], "answers": ["ray"])");
  EXPECT_EQ(ask(juror).status, Status::kOk) << "a key of its own";
}

TEST(Juror, NumbersThatJsonDoesNotHaveAreNaN) {
  for (const char* said : {R"("separation": NaN)", R"("separation": -Infinity)", R"("distance": inf)"}) {
    Juror juror = badJuror("says:" + std::string(said));
    const JurorAnswer answer = ask(juror);
    EXPECT_EQ(answer.status, Status::kError) << said;
    EXPECT_NE(answer.message.find("is NaN"), std::string::npos) << answer.message;
  }
}

TEST(Juror, IsNotBelievedWhatItSaysTwice) {
  Juror juror = badJuror("twice");
  for (int i = 0; i < 5; ++i) {
    const JurorAnswer answer = ask(juror);
    ASSERT_EQ(answer.status, Status::kOk);
    EXPECT_EQ(answer.overlapping, false);
  }
}

TEST(Juror, IsStartedAgainButNotForEver) {
  Juror once = badJuror("crashes-once");
  EXPECT_EQ(ask(once).status, Status::kOk);
  EXPECT_EQ(ask(once).status, Status::kCrashed);
  EXPECT_EQ(ask(once).status, Status::kOk);
  Juror always = badJuror("crashes");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(ask(always).message, "signal 11");
  const JurorAnswer given_up = ask(always);
  EXPECT_EQ(given_up.status, Status::kCrashed);
  EXPECT_EQ(given_up.message, "signal 11 (4 times in a minute: not started again)");
  Juror wrong = badJuror("wrong-hello");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(ask(wrong).status, Status::kError);
  EXPECT_EQ(ask(wrong).status, Status::kError) << "as it ended the last time";
}

#ifndef SEPAX_SANITIZED
TEST(Juror, HasNoMoreMemoryThanItsLimit) {
  Juror juror = badJuror("hungry", {.start_seconds = 300, .answer_seconds = 300, .memory_bytes = 512u << 20});
  const JurorAnswer answer = ask(juror);
  EXPECT_EQ(answer.status, Status::kCrashed);
  EXPECT_EQ(answer.message, "signal 6");
}
#endif

TEST(Juror, NeedsItsProgramAndSaysWhereItComesFrom) {
  JurorManifest manifest;
  manifest.name = "gone";
  manifest.needs = "libgone1";
  manifest.command = {"/nowhere/juror"};
  Juror juror(std::move(manifest), {});
  const JurorAnswer answer = ask(juror);
  EXPECT_EQ(answer.status, Status::kCrashed);
  EXPECT_NE(answer.message.find("libgone1"), std::string::npos) << answer.message;
}

TEST(JurorManifest, IsRefusedWhereItIsNone) {
  const std::string file = scratchFolder() + "/x.juror.json";
  for (const char* text :
       {"", "[]", R"({"sepax_juror": 2, "name": "x", "command": ["./x"]})",
        R"({"sepax_juror": 1, "name": 7, "command": ["./x"]})", R"({"sepax_juror": 1, "name": "x", "command": "./x"})",
        R"({"sepax_juror": 1, "name": "x", "command": []})", R"({"sepax_juror": 1, "name": "x", "command": [1]})",
        R"({"sepax_juror": 1, "name": "x", "command": ["./x\u0000y"]})"}) {
    std::ofstream(file) << text;
    const auto manifest = readJurorManifest(file);
    ASSERT_FALSE(manifest) << text;
    EXPECT_NE(manifest.error().where.find("x.juror.json"), std::string::npos);
  }
  std::ofstream(file) << R"({"sepax_juror": 1, "name": "x", "command": ["./x", "-v"]})";
  const auto manifest = readJurorManifest(file);
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->command, (std::vector<std::string>{scratchFolder() + "/x", "-v"}));
}

TEST(Jury, FindsNoVerdictWrongOfWhatTouchesByTheCasesTolerance) {
  const PosedShape a{Sphere{1}, {}}, b{Sphere{1}, {{2 + 1.5e-9, 0, 0}}};
  const auto reference = testPair(a, b);
  ASSERT_TRUE(reference);
  ASSERT_EQ(reference->answer.verdict, Verdict::kTouching);
  EXPECT_TRUE(comparedRow(referenceAlgorithm(), reference, reference->answer, a, b).differences.empty())
      << "it differs from itself";
  const auto apart = testPair(a, b, {1e-12});
  ASSERT_TRUE(apart);
  EXPECT_FALSE(comparedRow(referenceAlgorithm(), reference, apart->answer, a, b).differences.empty());
}

TEST(Jury, AsksNoNumberOfHalfSpacesThatOverlapWithoutEndButTheVerdict) {
  const PosedShape a{HalfSpace{}, {}}, b{HalfSpace{}, {{0, 3, 0}, matrixOf(quaternionAbout({0, 0, 1}, 0.5))}};
  const auto reference = testPair(a, b);
  ASSERT_TRUE(reference && reference->answer.endless);
  JurorAnswer answer;
  answer.overlapping = true;
  answer.separation = -7;
  answer.normal = Vec3{1, 0, 0};
  EXPECT_TRUE(differencesOf(answer, reference->answer, a, b, 1e-9).empty());
  EXPECT_FALSE(answeredRow(referenceAlgorithm(), reference, a, b).answer.separation);
  answer.overlapping = false;
  answer.separation = 0.5;
  const auto apart = differencesOf(answer, reference->answer, a, b, 1e-9);
  ASSERT_EQ(apart.size(), 1u);
  EXPECT_EQ(apart.front().text, "says separated, but they overlap without end");
  const Json json = juryJson({"A", "B"}, reference->answer, {}, Space::k3d);
  EXPECT_TRUE(json["reference"]["separation"].isNull());
}

TEST(Jury, TakesContactsOnEitherSurfaceOrBetweenThemAndNoneElsewhere) {
  std::mt19937_64 random(11);
  const auto between = [&](double from, double to) { return std::uniform_real_distribution(from, to)(random); };
  const Shape shapes[] = {Box{{0.5, 0.4, 0.3}}, Cylinder{0.4, 0.5}, Sphere{0.5}, Capsule{0.3, 0.4}};
  std::size_t contacts = 0, far_contacts = 0;
  for (int i = 0; i < 200; ++i) {
    const auto posed = [&](const Vec3& place) {
      const Shape& shape = shapes[random() % 4];  // each draw in a line of its own: compilers order arguments otherwise
      const Vec3 axis = normalize(Vec3{between(-1, 1), 1, between(-1, 1)});
      return PosedShape{shape, {place, matrixAbout(axis, between(0, 3))}};
    };
    const Vec3 far = i % 2 == 0 ? Vec3{0.0} : Vec3{300, -200, 100};
    const PosedShape a = posed(far), b = posed(far + Vec3{between(0.2, 0.6), between(0.2, 0.6), between(0.2, 0.6)});
    const auto reference = testPair(a, b);
    ASSERT_TRUE(reference);
    if (reference->answer.contacts.empty()) continue;
    JurorAnswer answer;
    for (const Contact& contact : reference->answer.contacts) {
      const double side = between(-0.5, 0.5);
      answer.contacts.push_back(
          {contact.position + side * contact.separation * reference->answer.normal, contact.separation});
      ++contacts;
    }
    const double tolerance = pairTolerance(a, b, "double", 0);
    EXPECT_TRUE(differencesOf(answer, reference->answer, a, b, tolerance).empty())
        << i << ": " << differencesOf(answer, reference->answer, a, b, tolerance).front().text;

    JurorAnswer off = answer;
    const double by = between(0.05, 2);
    off.contacts.back().position += (by + 1.5 * std::abs(off.contacts.back().separation)) * reference->answer.normal;
    const auto moved = differencesOf(off, reference->answer, a, b, tolerance);
    // Towards B's middle a point stays within a deep contact's reach of its surface, or comes near the other side.
    if (anyWrong(moved) && moved.front().what == "contacts") ++far_contacts;

    JurorAnswer deep = answer;
    deep.contacts.front().separation = reference->answer.separation - 0.01;
    const auto deeper = differencesOf(deep, reference->answer, a, b, tolerance);
    ASSERT_TRUE(anyWrong(deeper)) << i;
    EXPECT_EQ(deeper.front().what, "contacts");
    EXPECT_NEAR(worstOf(deeper), 0.01, 1e-9);
  }
  EXPECT_GT(contacts, 250u);
  EXPECT_GT(far_contacts, 120u);
}

TEST(Jury, CallsFewerContactsAnotherChoiceAndSaysWhatTheyCover) {
  const PosedShape a{Box{{1, 0.5, 1}}, {}}, b{Box{{0.5, 0.5, 0.5}}, {{0.2, 0.98, 0.1}, Mat3{1.0}}};
  const auto reference = testPair(a, b);
  ASSERT_TRUE(reference);
  JurorAnswer one;
  one.contacts = {{{0.2, 0.49, 0.1}, -0.02}};
  const auto said = differencesOf(one, reference->answer, a, b, 1e-9);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(said[0].is_tie);
  EXPECT_EQ(said[0].text, "contacts: 1 on 0 m² instead of 4 on 1 m²");
  JurorAnswer wide;
  for (const double x : {-0.3, 0.7}) {
    for (const double z : {-0.4, 0.6}) wide.contacts.push_back({{x, 0.48, z}, -0.02});
  }
  wide.contacts.push_back({{0.2, 0.5, 0.1}, -0.02});
  EXPECT_TRUE(differencesOf(wide, reference->answer, a, b, 1e-9).empty());
  wide.contacts[1].position.x = -0.325;
  const auto slid = differencesOf(wide, reference->answer, a, b, 1e-9);
  ASSERT_FALSE(slid.empty());
  EXPECT_FALSE(anyWrong(slid)) << "5 mm beside B, as a contact that was kept";
  EXPECT_NEAR(slid[0].by, 0.005, 1e-6);
  wide.contacts[1].position.y = 0.6;
  const auto off = differencesOf(wide, reference->answer, a, b, 1e-9);
  ASSERT_TRUE(anyWrong(off));
  EXPECT_NEAR(worstOf(off), 0.08, 1e-3) << "0.1 m above A, of which the depth is allowed";
}

TEST(Jury, TellsOfAContactThatIsDeeperThanTheShapesAreAtItsPlace) {
  const PosedShape a{Box{{1, 0.5, 1}}, {}};
  const Mat3 tilted = matrixAbout(Vec3{0, 0, 1}, 0.1);
  const PosedShape b{Box{{0.5, 0.5, 0.5}}, {{0, 0.9, 0}, tilted}};
  const auto reference = testPair(a, b);
  ASSERT_TRUE(reference);
  JurorAnswer answer;
  for (const Contact& contact : reference->answer.contacts)
    answer.contacts.push_back({contact.position, contact.separation});
  ASSERT_GE(answer.contacts.size(), 4u);
  EXPECT_TRUE(differencesOf(answer, reference->answer, a, b, 1e-9).empty());
  // All as deep as the deepest one.
  for (JurorAnswer::Contact& contact : answer.contacts) contact.separation = reference->answer.separation;
  const auto same = differencesOf(answer, reference->answer, a, b, 1e-9);
  ASSERT_EQ(same.size(), 1u);
  EXPECT_TRUE(same[0].is_tie);
  EXPECT_NE(same[0].text.find("through which they overlap by"), std::string::npos) << same[0].text;
  double shallowest = -1;
  for (const Contact& contact : reference->answer.contacts) shallowest = std::max(shallowest, contact.separation);
  EXPECT_NEAR(same[0].by, shallowest - reference->answer.separation, 0.01);
  EXPECT_GT(same[0].by, 0.02);
}

TEST(Jury, FindsEachPartOfAnAnswerWrongThatContradictsThePair) {
  // Boxes that overlap by 0.2 m along x, and those whose gap is 0.8 m along x and 0.5 m along y: 0.943 m apart.
  const PosedShape a{Box{{1, 1, 1}}, {}}, over{Box{{1, 1, 1}}, {{1.8, 0.1, 0.1}, Mat3{1.0}}},
      apart{Box{{1, 1, 1}}, {{2.8, 2.5, 0.1}, Mat3{1.0}}};
  const auto said = [&](const PosedShape& b, const char* text) {
    const auto reference = testPair(a, b);
    const JurorAnswer answer =
        answerTo(QuestionKind::kPair, parseJurorAnswer(parseJson(text, "answer").value(), Space::k3d));
    if (answer.status != Status::kOk) return std::string("error");
    const auto differences = differencesOf(answer, reference->answer, a, b, 1e-9);
    if (differences.empty()) return std::string("right");
    return (anyWrong(differences) ? "wrong " : "tie ") + differences[0].what;
  };
  const std::pair<const char*, const char*> kOver[] = {
      {R"({"verdict": "overlapping", "separation": -0.2, "distance": 0, "normal": [1, 0, 0]})", "right"},
      {R"({"distance": 0.5})", "wrong distance"},
      {R"({"verdict": "overlapping", "distance": 0.5})", "wrong distance"},
      {R"({"distance": -0.2})", "right"},
      {R"({"distance": -7})", "wrong distance"},
      {R"({"closest_points": {"a": [1, 0, 0], "b": [0.8, 0, 0]}})", "right"},
      {R"({"closest_points": {"a": [0.9, 0, 0], "b": [0.9, 0, 0]}})", "tie closest_points"},
      {R"({"closest_points": {"a": [50, 0, 0], "b": [-70, 0, 0]}})", "wrong closest_points"},
      {R"({"closest_points": {"a": [1, 0], "b": [0.8, 0]}})", "error"},
      {R"({"verdict": "overlapping", "normal": [1, 0]})", "error"},
      {R"({"contacts": [{"position": [0.9, 0, 0], "seperation": -5}]})", "error"},
      {R"({"contacts": [{"position": [0.9, 0, 0], "separation": "deep"}]})", "error"},
      {R"({"contacts": [{"position": [0.9, 0, 0], "separation": -0.2, "normal": [-1, 0, 0]}]})", "error"},
      {R"({"verdict": "overlapping", "point": [1, 0, 0]})", "error"},
      {R"({"hit": false})", "error"},
      {R"({"hit": true, "verdict": "overlapping"})", "error"},
      {R"({"time": 1})", "error"},
      {R"({"verdict": "touching"})", "wrong verdict"},
      {R"({"verdict": "touching", "separation": -0.2})", "wrong verdict"},
      {R"({"contacts": []})", "wrong contacts"},
      {R"({"verdict": "overlapping", "contacts": []})", "tie contacts"},
      {R"({"contacts": {}})", "error"},
      {R"({"verdict": "overlapping", "contacts": [{"position": [0.9, 0, 0], "separation": 0.7}]})", "wrong contacts"},
      {R"({"verdict": "overlapping", "contacts": [{"position": [0.9, 0, 0], "separation": -0.2},
                                                  {"position": [0.9, 0.5, 0], "separation": 0.1}]})",
       "tie contacts"},
  };
  for (const auto& [text, result] : kOver) EXPECT_EQ(said(over, text), result) << text;
  const std::pair<const char*, const char*> kApart[] = {
      {R"({"verdict": "separated", "separation": 0.8, "normal": [1, 0, 0]})", "right"},
      {R"({"separation": 0.8})", "right"},
      {R"({"separation": 0.5})", "tie separation"},  // of a test that stops at the first axis that separates
      {R"({"separation": 0.5, "normal": [0, 1, 0]})", "tie separation"},
      {R"({"separation": 0.4})", "wrong separation"},
      {R"({"separation": 1e-6})", "wrong separation"},
      {R"({"separation": 0.1, "normal": [1, 0, 0]})", "wrong separation"},
      {R"({"verdict": "touching"})", "wrong verdict"},
      {R"({"closest_points": {"a": [1, 1, 0], "b": [1.8, 1.5, 0]}})", "right"},
      {R"({"closest_points": {"a": [5, 1, 0], "b": [5.8, 1.5, 0]}})", "wrong closest_points"},
      {R"({"closest_points": {"a": [1.8, 1.5, 0], "b": [1, 1, 0]}})", "wrong closest_points"},
      {R"({"closest_points": {"a": [9, 9, 9], "b": [-9, 9, 9]}})", "wrong closest_points"},
  };
  for (const auto& [text, result] : kApart) EXPECT_EQ(said(apart, text), result) << text;
}

TEST(Jury, ExcusesPointsFarFromTheOriginByTheRoundingOfWhatTheyAreStatedIn) {
  const PosedShape a{Box{{1, 1, 1}}, {{131072, 0, 0}, Mat3{1.0}}}, b{Box{{1, 1, 1}}, {{131075, 0, 0}, Mat3{1.0}}},
      over{Box{{1, 1, 1}}, {{131073.5, 0, 0}, Mat3{1.0}}};
  const auto judged = [&](const PosedShape& other, const char* text, const std::string& precision) {
    JuryRow row;
    row.answer = answerTo(QuestionKind::kPair, parseJurorAnswer(parseJson(text, "answer").value(), Space::k3d));
    EXPECT_EQ(row.answer.status, Status::kOk) << row.answer.message;
    row.tolerance = pairTolerance(a, other, precision, 0);
    row.is_float = precision == "float";
    compare(row, testPair(a, other)->answer, a, other, {});
    return row.differences;
  };
  const std::pair<const PosedShape&, const char*> kOff[] = {
      {b, R"({"closest_points": {"a": [131073.0625, 0, 0], "b": [131074.0625, 0, 0]}})"},
      {over, R"({"closest_points": {"a": [131073.0625, 0, 0], "b": [131072.5, 0, 0]}})"},
      {over, R"({"verdict": "overlapping", "contacts": [{"position": [131073.0625, 0, 0], "separation": -0.5}]})"}};
  for (const auto& [other, text] : kOff) {
    for (const char* precision : {"double", "exact"}) {
      const auto differences = judged(other, text, precision);
      ASSERT_TRUE(anyWrong(differences)) << text << " in " << precision;
      EXPECT_EQ(differences.front().by, 0.0625) << differences.front().text;
    }
    EXPECT_FALSE(anyWrong(judged(other, text, "float"))) << text;
  }
  for (const char* precision : {"float", "double", "exact"}) {
    EXPECT_TRUE(judged(b, R"({"closest_points": {"a": [131073, 0, 0], "b": [131074, 0, 0]}})", precision).empty())
        << precision;
  }
}

TEST(Jury, TellsHowFarAPointIsOffWithoutTakingTheToleranceAway) {
  const PosedShape a{Box{{1, 1, 1}}, {}}, b{Box{{1, 1, 1}}, {{3, 0, 0}, Mat3{1.0}}};
  JurorAnswer answer;
  answer.closest_points = {{2, 0, 0}, {3, 0, 0}};
  const auto off = differencesOf(answer, testPair(a, b)->answer, a, b, 1e-3);
  ASSERT_EQ(off.size(), 1u);
  EXPECT_EQ(off[0].by, 1);
  EXPECT_EQ(off[0].text, "one of its points is 1 m off its surface");
}

TEST(Jury, FindsNoDefectiveAlgorithmAlikeThatIsRightWhereAFunctionIsWrong) {
  LikenessCount count;
  std::mt19937_64 random(5);
  const auto between = [&](double from, double to) { return std::uniform_real_distribution(from, to)(random); };
  std::size_t silent = 0;
  for (int i = 0; i < 40; ++i) {
    const PosedShape a{Box{{0.5, 0.4, 0.3}}, {}};
    const PosedShape b{Box{{0.3, 0.5, 0.4}},
                       {{between(0.2, 0.5), between(0.2, 0.5), between(0.2, 0.5)},
                        matrixAbout(normalize(Vec3{1, between(-1, 1), between(-1, 1)}), between(0, 3))}};
    const auto reference = testPair(a, b);
    ASSERT_TRUE(reference);
    ASSERT_EQ(reference->answer.verdict, Verdict::kOverlapping);
    JuryRow row;
    row.answer.overlapping = true;
    row.answer.separation = reference->answer.separation - between(0.01, 0.02);
    row.tolerance = 1e-9;
    compare(row, reference->answer, a, b, {});
    EXPECT_TRUE(row.differs());
    std::vector<JuryRow> defective = defectiveAnswers(a, b, {});
    for (JuryRow& each : defective) {
      if (each.name != "historical/no-edge-contacts-3d") continue;
      each.answer.separation.reset();
      silent += each.answer.overlapping == std::optional(true) ? 1 : 0;
    }
    count.add(row, defective, a, b);
  }
  EXPECT_EQ(silent, 40u) << "one of them calls them overlapping and tells no depth";
  EXPECT_EQ(count.wrong(), 40u);
  EXPECT_TRUE(count.ranking().empty()) << count.ranking().front().algorithm->name;
}

TEST(Jury, CallsAnotherNormalOfTheSameDepthATieAndAWrongDepthWrong) {
  Document document = apart();
  document.bodies[1].position = {0, 0, 0};
  const auto reference = testPair(document, {"A", "B"});
  ASSERT_TRUE(reference);
  const PosedShape a = posedShape(document.bodies[0]), b = posedShape(document.bodies[1]);
  JurorAnswer answer;
  answer.overlapping = true;
  answer.separation = -1;
  for (const Vec3& normal : {Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}}) {
    answer.normal = normal;
    for (const JuryDifference& difference : differencesOf(answer, reference->answer, a, b, 1e-9))
      EXPECT_TRUE(difference.is_tie) << difference.text;
  }
  answer.normal = Vec3{std::sqrt(0.5), std::sqrt(0.5), 0};
  answer.separation = -0.9;
  const auto wrong = differencesOf(answer, reference->answer, a, b, 1e-9);
  ASSERT_EQ(wrong.size(), 2u);
  EXPECT_EQ(wrong[0].what, "separation");
  EXPECT_NEAR(wrong[0].by, 0.1, 1e-12);
  EXPECT_EQ(wrong[1].what, "normal");
  EXPECT_FALSE(wrong[1].is_tie);
}

struct HandPair {
  const char* name;
  const char* space;
  const char* a;
  const char* b;
};

/// Pairs without a special position: every engine that knows the shapes gets them right.
const HandPair kHandPairs[] = {
    {"boxes overlap", "3d", R"("shape": {"type": "box", "half_extents": [1, 0.5, 0.25]}, "position": [0, 0, 0])",
     R"("shape": {"type": "box", "half_extents": [0.4, 0.6, 0.8]}, "position": [1.1, 0.2, 0.1], "axis_angle": {"axis": [1, 2, 3], "angle": 0.7})"},
    {"boxes apart", "3d", R"("shape": {"type": "box", "half_extents": [1, 0.5, 0.25]}, "position": [0, 0, 0])",
     R"("shape": {"type": "box", "half_extents": [0.4, 0.6, 0.8]}, "position": [3.1, 0.2, 0.1], "axis_angle": {"axis": [1, 2, 3], "angle": 0.7})"},
    {"spheres overlap", "3d", R"("shape": {"type": "sphere", "radius": 1}, "position": [0.1, 0.2, 0.3])",
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [1.1, 0.7, 0.4])"},
    {"sphere over a box", "3d",
     R"("shape": {"type": "box", "half_extents": [1, 0.5, 0.25]}, "position": [0, 0, 0], "axis_angle": {"axis": [0, 0, 1], "angle": 0.3})",
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [0.2, 0.9, 0.05])"},
    {"capsules apart", "3d",
     R"("shape": {"type": "capsule", "half_length": 1, "radius": 0.25}, "position": [0, 0, 0], "axis_angle": {"axis": [1, 0, 0], "angle": 0.9})",
     R"("shape": {"type": "capsule", "half_length": 0.5, "radius": 0.5}, "position": [1.5, 0.2, 0.1], "axis_angle": {"axis": [1, 2, 3], "angle": 0.7})"},
    {"capsule into a box", "3d", R"("shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [0, 0, 0])",
     R"("shape": {"type": "capsule", "half_length": 0.5, "radius": 0.5}, "position": [0.1, 1.7, 0.2], "axis_angle": {"axis": [1, 2, 3], "angle": 0.7})"},
    {"triangle under a box", "3d",
     R"("shape": {"type": "triangle", "vertices": [[-1, 0, -1], [1, 0.1, -1], [0, 0, 1]]}, "position": [0, 0, 0])",
     R"("shape": {"type": "box", "half_extents": [0.2, 0.3, 0.2]}, "position": [0.1, 0.7, 0.2], "axis_angle": {"axis": [1, 2, 3], "angle": 0.7})"},
    {"point in a box", "3d",
     R"("shape": {"type": "box", "half_extents": [1, 0.5, 0.8]}, "position": [0, 0, 0], "axis_angle": {"axis": [1, 2, 3], "angle": 0.7})",
     R"("shape": {"type": "point"}, "position": [0.1, 0.2, 0.3])"},
    {"segment over a box", "3d", R"("shape": {"type": "box", "half_extents": [1, 0.5, 0.8]}, "position": [0, 0, 0])",
     R"("shape": {"type": "segment", "half_length": 0.4}, "position": [0.1, 1.3, 0.3], "axis_angle": {"axis": [1, 0, 3], "angle": 0.7})"},
    {"mesh under a box", "3d",
     R"("shape": {"type": "mesh", "vertices": [[-1, 0, -1], [1, 0, -1], [0, 0, 1], [0, -1, 0]], "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]}, "position": [0.3, 0, 0])",
     R"("shape": {"type": "box", "half_extents": [0.2, 0.3, 0.2]}, "position": [0.1, 0.7, 0.2], "axis_angle": {"axis": [1, 2, 3], "angle": 0.7})"},
    {"a ball over a valley, which the other diagonal makes a ridge", "3d",
     R"("shape": {"type": "heightfield", "heights": [[0, 1], [1, 0]], "spacing": [1, 1]}, "position": [0, 0, 0])",
     R"("shape": {"type": "sphere", "radius": 0.2}, "position": [0, 0.5, 0])"},
    {"a ball at a heightfield's corner of most x and z", "3d",
     R"("shape": {"type": "heightfield", "heights": [[0, 0, 0], [0, 0, 2]], "spacing": [1, 2]}, "position": [0, 0, 0])",
     R"("shape": {"type": "sphere", "radius": 0.3}, "position": [0.9, 1.9, 0.85])"},
    {"a ball over a heightfield's corner of least x and most z", "3d",
     R"("shape": {"type": "heightfield", "heights": [[0, 0, 0], [0, 0, 2]], "spacing": [1, 2]}, "position": [0, 0, 0])",
     R"("shape": {"type": "sphere", "radius": 0.3}, "position": [-0.8, 0.7, 0.9])"},
    {"a compound beside a box", "3d",
     R"("shape": {"type": "compound", "children": [{"shape": {"type": "box", "half_extents": [1, 0.2, 0.2]}, "position": [0, 1, 0], "axis_angle": {"axis": [0, 0, 1], "angle_deg": 90}}, {"shape": {"type": "sphere", "radius": 0.3}, "position": [1, 0, 0.5]}]}, "position": [0, 0, 0], "axis_angle": {"axis": [1, 2, 3], "angle": 0.7})",
     R"("shape": {"type": "box", "half_extents": [0.2, 0.3, 0.4]}, "position": [1.6, 0.3, 0.2])"},
    {"rectangles overlap", "2d", R"("shape": {"type": "box", "half_extents": [1, 0.5]}, "position": [0, 0])",
     R"("shape": {"type": "box", "half_extents": [0.4, 0.6]}, "position": [1.1, 0.2], "angle": 0.4)"},
    {"circle beside a polygon", "2d",
     R"("shape": {"type": "polygon", "vertices": [[0, 0], [2, 0], [1, 1.5]]}, "position": [0, 0], "angle": 0.1)",
     R"("shape": {"type": "circle", "radius": 0.5}, "position": [2.5, 1.5])"},
};

/// A half-space beside what engines let fall on one: B lies over it, touches it or is deep in it.
constexpr const char* kHillside =
    R"("shape": {"type": "half_space"}, "position": [0.3, -0.2, 0.1], "axis_angle": {"axis": [1, 2, 3], "angle": 0.7})";
constexpr const char* kHillsideInPlane = R"("shape": {"type": "half_space"}, "position": [0.3, -0.2], "angle": 0.6)";
const HandPair kHalfSpacePairs[] = {
    {"a ball on the floor", "3d", R"("shape": {"type": "half_space"}, "position": [1, 0.25, 2])",
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 0.75, -1])"},
    {"a ball whose centre is under the slope", "3d", kHillside,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [0.4, -0.4, 0.2])"},
    {"a ball above the slope", "3d", kHillside,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [0.4, 1.4, 0.2])"},
    {"a box in the slope", "3d", kHillside,
     R"("shape": {"type": "box", "half_extents": [0.4, 0.6, 0.8]}, "position": [0.4, 0.3, 0.2], "axis_angle": {"axis": [3, 1, 0], "angle": 0.9})"},
    {"a box over the slope", "3d", kHillside,
     R"("shape": {"type": "box", "half_extents": [0.4, 0.6, 0.8]}, "position": [0.4, 1.6, 0.2], "axis_angle": {"axis": [3, 1, 0], "angle": 0.9})"},
    {"a capsule in the slope", "3d", kHillside,
     R"("shape": {"type": "capsule", "half_length": 0.5, "radius": 0.25}, "position": [0.4, 0.3, 0.2])"},
    {"a cylinder in the slope", "3d", kHillside,
     R"("shape": {"type": "cylinder", "half_length": 0.5, "radius": 0.25}, "position": [0.4, 0.3, 0.2])"},
    {"a cone in the slope", "3d", kHillside,
     R"("shape": {"type": "cone", "half_length": 0.5, "radius": 0.25}, "position": [0.4, 0.3, 0.2])"},
    {"an ellipsoid in the slope", "3d", kHillside,
     R"("shape": {"type": "ellipsoid", "half_axes": [0.5, 0.25, 0.75]}, "position": [0.4, 0.1, 0.2])"},
    {"a hull in the slope", "3d", kHillside,
     R"("shape": {"type": "hull", "vertices": [[-0.5, -0.5, -0.5], [0.5, -0.5, -0.5], [0, -0.5, 0.5], [0, 0.5, 0]]}, "position": [0.4, 0.1, 0.2])"},
    {"a segment through the slope", "3d", kHillside,
     R"("shape": {"type": "segment", "half_length": 0.5}, "position": [0.4, 0.1, 0.2])"},
    {"a triangle over the slope", "3d", kHillside,
     R"("shape": {"type": "triangle", "vertices": [[-0.5, 0, 0], [0.5, 0.125, 0], [0, 0, 0.5]]}, "position": [0.4, 0.8, 0.2])"},
    {"a compound in the slope", "3d", kHillside,
     R"("shape": {"type": "compound", "children": [{"shape": {"type": "box", "half_extents": [0.4, 0.2, 0.2]}, "position": [0, 0.5, 0]}, {"shape": {"type": "sphere", "radius": 0.3}, "position": [1, 0, 0.5]}]}, "position": [-0.4, 0.3, 0.2])"},
    {"a circle in the slope", "2d", kHillsideInPlane,
     R"("shape": {"type": "circle", "radius": 0.5}, "position": [0.1, -0.3])"},
    {"a rectangle over the slope", "2d", kHillsideInPlane,
     R"("shape": {"type": "box", "half_extents": [0.4, 0.6]}, "position": [0.1, 1.3], "angle": 0.3)"},
    {"a capsule in the slope of the plane", "2d", kHillsideInPlane,
     R"("shape": {"type": "capsule", "half_length": 0.5, "radius": 0.25}, "position": [0.1, 0.1])"},
    {"a polygon in the slope", "2d", kHillsideInPlane,
     R"("shape": {"type": "polygon", "vertices": [[0, 0], [2, 0], [1, 1.5]]}, "position": [0.1, -0.3])"},
};

/// How many of these pairs a juror answers, all of them as the reference does.
int handPairsRight(const JurorManifest& manifest, std::span<const HandPair> pairs = kHandPairs) {
  JuryMember member{std::make_unique<Juror>(manifest, kPatient), nullptr};
  int answered = 0;
  for (const HandPair& hand : pairs) {
    const std::string text =
        fmt::format(R"({{"sepax": 1, "space": "{}", "bodies": [{{"id": "A", {}}}, {{"id": "B", {}}}]}})", hand.space,
                    hand.a, hand.b);
    const auto loaded = parseCase(text, hand.name, FilesBeside{});
    if (!loaded) {
      ADD_FAILURE() << describe(loaded.error());
      continue;
    }
    const auto reference = testPair(loaded->document, {"A", "B"});
    if (!reference) continue;
    const JuryRow row = askMember(member, loaded->document, {"A", "B"}, reference->answer, {});
    if (row.answer.status == Status::kUnsupported) continue;
    EXPECT_EQ(row.answer.status, Status::kOk) << manifest.name << ", " << hand.name << ": " << row.answer.message;
    // FCL's own solver gives this depth the other sign; its nearest points of a ball and a triangle are elsewhere.
    // ODE's heightfields miss what is smaller than a cell where they bend.
    const std::string_view name = hand.name;
    const bool is_known = (manifest.name == "fcl-indep" && name == "capsule into a box") ||
                          (manifest.name.starts_with("fcl-") && name.starts_with("a ball over")) ||
                          (manifest.name == "ode" && name == "a ball at a heightfield's corner of most x and z");
    EXPECT_EQ(row.differs(), is_known) << manifest.name << ", " << hand.name;
    for (const JuryDifference& difference : row.differences)
      EXPECT_TRUE(difference.is_tie || is_known) << manifest.name << ", " << hand.name << ": " << difference.text;
    EXPECT_FALSE(row.version.empty()) << manifest.name;
    EXPECT_FALSE(manifest.license.empty()) << manifest.name;
    ++answered;
  }
  return answered;
}

TEST(Jurors, GetHandPairsRight) {
  std::vector<std::string> problems;
  const std::vector<JurorManifest> found = findJurors(problems);
  EXPECT_TRUE(problems.empty()) << problems.front();
  int answered = 0;
  for (const JurorManifest& manifest : found) {
    if (manifest.npm || manifest.file.find("/jurors/") == std::string::npos) continue;
    const int by_this = handPairsRight(manifest);
    EXPECT_GE(by_this, 2) << manifest.name;
    answered += by_this;
  }
  if (answered == 0) GTEST_SKIP() << "no engine is installed";
}

TEST(Jurors, OfNpmGetHandPairsRightWhereTheyAreInstalled) {
  const std::string missing = test::checkInstalledNpmJurors(
      [](const JurorManifest& there) { EXPECT_GE(handPairsRight(there), 1) << there.name; });
  if (!missing.empty()) GTEST_SKIP() << "not installed (sepax jurors install):" << missing;
}

/// The pairs with a half-space, and those with the half-space second.
std::vector<HandPair> halfSpacePairsBothWays() {
  std::vector<HandPair> out(std::begin(kHalfSpacePairs), std::end(kHalfSpacePairs));
  for (const HandPair& pair : kHalfSpacePairs) out.push_back({pair.name, pair.space, pair.b, pair.a});
  return out;
}

TEST(Jurors, GetHandPairsWithAHalfSpaceRightInBothDirections) {
  // All kinds that each engine has.
  const std::map<std::string, int> expected{{"bullet", 24}, {"ode", 18}, {"fcl-indep", 24}, {"fcl-libccd", 24}};
  std::vector<std::string> problems;
  int answered = 0;
  for (const JurorManifest& manifest : findJurors(problems)) {
    if (manifest.npm || manifest.file.find("/jurors/") == std::string::npos) continue;
    const int by_this = handPairsRight(manifest, halfSpacePairsBothWays());
    const auto known = expected.find(manifest.name);
    EXPECT_EQ(by_this, known == expected.end() ? 0 : known->second) << manifest.name;
    answered += by_this;
  }
  if (answered == 0) GTEST_SKIP() << "no engine is installed";
}

TEST(Jurors, OfNpmGetHandPairsWithAHalfSpaceRightWhereTheyAreInstalled) {
  const std::map<std::string, int> expected{{"jolt", 20}, {"cannon-es", 14}, {"rapier3d", 12}, {"rapier2d", 4}};
  const std::string missing = test::checkInstalledNpmJurors([&](const JurorManifest& there) {
    const auto known = expected.find(there.name);
    // parry takes the pose of a half-space that is the second shape for that of the first.
    const bool is_one_way = there.name.starts_with("rapier");
    const int by_this = handPairsRight(there, is_one_way ? std::span<const HandPair>(kHalfSpacePairs)
                                                         : std::span<const HandPair>(halfSpacePairsBothWays()));
    EXPECT_EQ(by_this, known == expected.end() ? 0 : known->second) << there.name;
  });
  if (!missing.empty()) GTEST_SKIP() << "not installed (sepax jurors install):" << missing;
}

TEST(Juror, AnswersManyAtOnceInTheirOrder) {
  for (const std::string mode : {"good", "twice", "talkative", "other-id"}) {
    Juror juror = badJuror(mode);
    std::vector<Json> requests(200, jurorRequest(apart(), {"A", "B"}));
    const std::vector<JurorAnswer> answers = juror.askAll(std::move(requests));
    ASSERT_EQ(answers.size(), 200u) << mode;
    for (const JurorAnswer& answer : answers) ASSERT_EQ(answer.status, Status::kOk) << mode << ": " << answer.message;
  }
}

TEST(Juror, AnswersTheOthersWhenOneOfManyEndsIt) {
  Juror juror = badJuror("crashes-once");
  EXPECT_EQ(ask(juror).status, Status::kOk);
  std::vector<Json> requests(5, jurorRequest(apart(), {"A", "B"}));
  const std::vector<JurorAnswer> answers = juror.askAll(std::move(requests));
  ASSERT_EQ(answers.size(), 5u);
  EXPECT_EQ(answers[0].status, Status::kCrashed);
  EXPECT_EQ(answers[1].status, Status::kOk);
}

// A juror that reads no "margin" would answer for the box in it, right or wrong by its size.
TEST(Juror, IsAskedAboutRoundedShapesOnlyWhereItSaysThatItTakesThem) {
  const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 0, 0]},
      {"id": "B", "shape": {"type": "box", "half_extents": [0.4, 0.4, 0.4], "margin": 0.1}, "position": [2, 0, 0]},
      {"id": "C", "shape": {"type": "compound", "children": [
        {"shape": {"type": "hull", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "margin": 0.1}}]}}]})",
                                "rounded", FilesBeside{});
  ASSERT_TRUE(loaded);
  const auto statuses = [&](const char* mode) {
    Juror juror = badJuror(mode);
    std::string out;
    for (const JurorAnswer& answer :
         juror.askAll({jurorRequest(loaded->document, {"A", "B"}), jurorRequest(loaded->document, {"A", "A"}),
                       jurorRequest(loaded->document, {"A", "C"}), jurorRequest(loaded->document, {"A", "A"})}))
      out += fmt::format("{} {}; ", statusName(answer.status), answer.message);
    return out;
  };
  EXPECT_EQ(statuses("good"), "unsupported rounded box; ok ; unsupported rounded hull; ok ; ");
  EXPECT_EQ(statuses("rounds"), "ok ; ok ; ok ; ok ; ");
}

TEST(Jurors, CanBeWrittenInPython) {
  const auto manifest = readJurorManifest(SEPAX_SOURCE_DIR "/jurors/template/my_python.juror.json");
  ASSERT_TRUE(manifest) << describe(manifest.error());
  const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 0]},
      {"id": "B", "shape": {"type": "sphere", "radius": 1}, "position": [1.5, 0.25, 0.25]}]})",
                                "spheres", FilesBeside{});
  ASSERT_TRUE(loaded);
  const auto reference = testPair(loaded->document, {"A", "B"});
  JuryMember member{std::make_unique<Juror>(*manifest, kPatient), nullptr};
  const JuryRow row = askMember(member, loaded->document, {"A", "B"}, reference->answer, {});
  EXPECT_EQ(row.answer.status, Status::kOk) << row.answer.message;
  EXPECT_FALSE(row.differs());
  ASSERT_TRUE(row.answer.separation);
}

TEST(Jurors, WrittenInPythonTellAFaultOfTheirOwnAsAnError) {
  const std::string folder = scratchFolder() + "/faulty";
  std::filesystem::create_directories(folder);
  const std::string source = SEPAX_SOURCE_DIR "/jurors/template/";
  std::string program = readFile(source + "my_juror.py", 1 << 20).value();
  const std::string line = "    gap = length - ";
  ASSERT_NE(program.find(line), std::string::npos);
  ASSERT_TRUE(
      writeFileAtomically(folder + "/my_juror.py", program.insert(program.find(line), "    length = {}[\"oops\"]\n")));
  ASSERT_TRUE(writeFileAtomically(folder + "/my_python.juror.json",
                                  readFile(source + "my_python.juror.json", 1 << 20).value()));
  const auto manifest = readJurorManifest(folder + "/my_python.juror.json");
  ASSERT_TRUE(manifest) << describe(manifest.error());
  const auto ask = [&](const char* second) {
    const auto loaded = parseCase(
        fmt::format(
            R"({{"sepax": 1, "space": "3d", "bodies": [{{"id": "A", "shape": {{"type": "sphere", "radius": 1}}}},
        {{"id": "B", "shape": {}, "position": [1.5, 0, 0]}}]}})",
            second),
        "pair", FilesBeside{});
    EXPECT_TRUE(loaded);
    return Juror(*manifest, kPatient).ask(jurorRequest(loaded->document, {"A", "B"}));
  };
  const JurorAnswer fault = ask(R"({"type": "sphere", "radius": 1})");
  EXPECT_EQ(fault.status, Status::kError) << fault.message;
  EXPECT_NE(fault.message.find("KeyError"), std::string::npos) << fault.message;
  EXPECT_EQ(ask(R"({"type": "box", "half_extents": [1, 1, 1]})").status, Status::kUnsupported);
}

TEST(Jurors, BringBulletsOwnMarginAsAnOption) {
  std::vector<std::string> problems;
  for (const JurorManifest& manifest : findJurors(problems)) {
    if (manifest.name != "bullet") continue;
    const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
        {"id": "A", "shape": {"type": "hull", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "position": [0, 0, 0]},
        {"id": "B", "shape": {"type": "sphere", "radius": 1}, "position": [-1.5, 0.25, 0.25]}]})",
                                  "margin", FilesBeside{});
    ASSERT_TRUE(loaded);
    const auto reference = testPair(loaded->document, {"A", "B"});
    JuryMember member{std::make_unique<Juror>(manifest, kPatient), nullptr};
    EXPECT_FALSE(askMember(member, loaded->document, {"A", "B"}, reference->answer, {}).differs());
    const JuryRow with_margin =
        askMember(member, loaded->document, {"A", "B"}, reference->answer, Json{{"margin", 0.04}});
    ASSERT_TRUE(with_margin.differs());
    EXPECT_NEAR(with_margin.differences[0].by, 0.04, 1e-5);
    return;
  }
  GTEST_SKIP() << "Bullet is not installed";
}

constexpr const char *kRayHits = "a ray hits the side of a box", *kRayMisses = "a ray goes past a box",
                     *kRayInside = "a ray starts in a box", *kSweepHits = "a sphere flies into a box",
                     *kSweepMisses = "a sphere flies past", *kSweepInside = "a sphere starts in a box";

/// What a juror that misbehaves answers to these.
std::map<std::string_view, JuryRow> rowsOfBad(const std::string& mode) {
  JuryMember member{std::make_unique<Juror>(badJuror(mode)), nullptr};
  std::map<std::string_view, JuryRow> rows;
  for (const char* name : {kRayHits, kRayMisses, kRayInside, kSweepHits, kSweepMisses, kSweepInside})
    rows[name] = test::rowOf(member, test::handQuery(name));
  return rows;
}

TEST(JurorQueries, AreNotAskedOfOneThatDoesNotSayThatItAnswersThem) {
  for (const auto& [name, row] : rowsOfBad("good")) {
    EXPECT_EQ(row.answer.status, Status::kUnsupported);
    EXPECT_FALSE(row.differs());
  }
}

TEST(JurorQueries, TakeNonsenseForAnErrorOrAWrongAnswer) {
  for (const char* nonsense : {R"("hit": "yes")", R"("hit": true, "time": null)", R"("hit": true, "distance": [1])",
                               R"("hit": true, "point": 3)", R"("hit": true, "normal": [1, "x", 0])",
                               R"("hit": true, "tolerance": "little")"}) {
    for (const auto& [name, row] : rowsOfBad(std::string("query:") + nonsense))
      EXPECT_EQ(row.answer.status, Status::kError) << nonsense;
  }
  for (const char* foreign : {R"("verdict": "separated")", R"("contacts": [])", R"("time": 1, "distance": 4)"}) {
    for (const auto& [name, row] : rowsOfBad(R"(query:"hit": true, )" + std::string(foreign)))
      EXPECT_EQ(row.answer.status, Status::kError) << name << foreign;
  }
  for (const char* wrong :
       {R"("hit": true, "normal": [0, 0, 0])", R"("hit": true, "point": [9, 9, 9])", R"("hit": false)"}) {
    auto rows = rowsOfBad(std::string("query:") + wrong);
    EXPECT_TRUE(rows[kRayHits].differs()) << wrong;
    EXPECT_TRUE(rows[kSweepHits].differs()) << wrong;
  }
  for (const char* wrong : {"-1", "1e300", R"(1, "tolerance": -9)", "1.5"})
    EXPECT_TRUE(rowsOfBad(std::string(R"(query:"hit": true, "time": )") + wrong)[kSweepHits].differs()) << wrong;
  for (const char* wrong : {"-1", "1e300", R"(1.5, "tolerance": -9)", "2.5"})
    EXPECT_TRUE(rowsOfBad(std::string(R"(query:"hit": true, "distance": )") + wrong)[kRayHits].differs()) << wrong;
  EXPECT_TRUE(rowsOfBad(R"(query:"hit": false, "tolerance": 1000)")[kSweepHits].differs())
      << "a tenth of the size counts";
  const auto apart = rowsOfBad(R"(query:"hit": true, "time": 0.75, "separation": -4)");
  EXPECT_TRUE(apart.at(kSweepHits).differs()) << "a depth of shapes that are apart at the start";
}

TEST(JurorQueries, NeedToSayWhetherThereIsAHit) {
  for (const char* other : {R"("verdict": "separated")", R"("normal": [0, 1, 0])", R"("separation": 1)"}) {
    for (const auto& [name, row] : rowsOfBad(std::string("query:") + other))
      EXPECT_EQ(row.answer.status, Status::kError) << name << other;
  }
  // A time or a distance alone says that there is one; that of the other question says nothing.
  auto times = rowsOfBad(R"(query:"time": 9)"), distances = rowsOfBad(R"(query:"distance": 9)");
  EXPECT_TRUE(times[kSweepHits].differs());
  EXPECT_TRUE(distances[kRayHits].differs());
  EXPECT_EQ(times[kRayHits].answer.status, Status::kError);
  EXPECT_EQ(distances[kSweepHits].answer.status, Status::kError);
}

TEST(JurorQueries, ComparesByHitTimeAndNormal) {
  auto rays = rowsOfBad(R"(query:"hit": true, "distance": 4)"), hits = rowsOfBad(R"(query:"hit": true, "time": 0.75)");
  EXPECT_FALSE(rays[kRayHits].differs());
  EXPECT_FALSE(hits[kSweepHits].differs());
  EXPECT_TRUE(rays[kRayMisses].differs());
  EXPECT_TRUE(hits[kSweepMisses].differs());
  auto misses = rowsOfBad(R"(query:"hit": false)");
  EXPECT_FALSE(misses[kRayMisses].differs());
  EXPECT_FALSE(misses[kSweepMisses].differs());
  // What overlaps from the start many engines leave out on purpose.
  for (const char* inside : {kRayInside, kSweepInside}) {
    EXPECT_FALSE(misses[inside].differs());
    EXPECT_EQ(misses[inside].differences.size(), 1u);
  }
}

TEST(JurorQueries, AreAnsweredByTheTemplateInPython) {
  const auto manifest = readJurorManifest(SEPAX_SOURCE_DIR "/jurors/template/my_python.juror.json");
  ASSERT_TRUE(manifest);
  const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 0]}],
      "queries": [{"type": "ray", "origin": [-3, 0, 0], "direction": [2, 0, 0], "length": 5}]})",
                                "ray", FilesBeside{});
  ASSERT_TRUE(loaded);
  const auto references = juryQueries(loaded->document);
  ASSERT_TRUE(references);
  ASSERT_EQ(references->size(), 1u);
  JuryMember member{std::make_unique<Juror>(*manifest, kPatient), nullptr};
  const JuryRow row = askMember(member, loaded->document, references->front(), {});
  EXPECT_EQ(row.answer.distance, 2.0) << row.answer.message;
  EXPECT_FALSE(row.differs());
}

}  // namespace
}  // namespace sepax
