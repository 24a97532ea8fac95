#include "lab/search/hunt.h"

#include "core/json_text.h"
#include "core/platform.h"
#include "format/case_reader.h"
#include "format/case_writer.h"
#include "lab/jury/patient_juror.h"
#include "lab/search/hunt_file.h"
#include "lab/search/minimise.h"
#include "rounds.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sepax {
namespace {

JuryMember ours(const std::string& name) { return {nullptr, findAlgorithm(name)}; }

HuntOptions upTo(std::uint64_t pairs) {
  HuntOptions options;
  options.pairs = pairs;
  return options;
}

TEST(Hunt, FindsAndMinimisesFailuresOfMostHistoricalRows) {
  std::vector<std::string> found, missed;
  int rows = 0;
  for (const PairAlgorithm& row : pairAlgorithms()) {
    // Sanitizers have seen each row's own code in its tests.
    if (!row.historical || (rows++ % 4 != 0 && test::kSanitized)) continue;
    JuryMember member{nullptr, &row};
    const auto result = hunt(member, upTo(test::rounds(40'000u)));
    if (!result || result->progress.finds.empty()) {
      missed.emplace_back(row.name);
      continue;
    }
    found.emplace_back(row.name);
    const HuntFind& find = result->progress.finds.front();
    const auto small = minimise(find.document, {"A", "B"}, member, {find.failure.what, 0});
    ASSERT_TRUE(small) << row.name << ": " << small.error().message;
    EXPECT_LE(small->after, small->before) << row.name;
    // What is written is what fails.
    const auto again = parseCase(writeCase(small->document), "again", FilesBeside{});
    ASSERT_TRUE(again) << row.name;
    EXPECT_TRUE(findFailure(member, again->document, {"A", "B"}, {find.failure.what, 0})) << row.name;
  }
  EXPECT_GE(found.size(), test::kSanitized ? 4u : 25u) << "missed: " << fmt::format("{}", fmt::join(missed, ", "));
}

TEST(Hunt, FindsRelationsThatARowBreaksAndMinimisesThem) {
  JuryMember member = ours("historical/corner-length-3d");
  HuntOptions options = upTo(2'000);
  options.shapes = {"box"};
  options.filter.of_relations = true;
  const auto result = hunt(member, options);
  ASSERT_TRUE(result);
  ASSERT_FALSE(result->progress.finds.empty());
  const HuntFind& find = result->progress.finds.front();
  const auto small = minimise(find.document, {"A", "B"}, member, {find.failure.what, 0, true});
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_LE(small->after, small->before);
  JuryMember sound = ours("sat");
  options.pairs = test::rounds(1'000u);
  const auto nothing = hunt(sound, options);
  ASSERT_TRUE(nothing);
  for (const HuntFind& none : nothing->progress.finds) ADD_FAILURE() << none.cause << ": " << none.failure.text;
}

TEST(Hunt, LooksNearAPairThatIsGiven) {
  auto loaded = loadCase(std::string(SEPAX_SOURCE_DIR) + "/assets/corpus/crossed-beams.json");
  ASSERT_TRUE(loaded);
  JuryMember member = ours("historical/six-axes-3d");
  HuntOptions options = upTo(2'000);
  options.near = HuntOptions::Near{loaded->document, {loaded->document.bodies[0].id, loaded->document.bodies[1].id}};
  const auto result = hunt(member, options);
  ASSERT_TRUE(result);
  ASSERT_FALSE(result->progress.finds.empty());
  const Document& found = result->progress.finds.front().document;
  EXPECT_EQ(found.bodies[0].shape, loaded->document.bodies[0].shape);
  EXPECT_LT(length(found.bodies[1].position - loaded->document.bodies[1].position), 100.0);
}

TEST(Hunt, AnotherSeedTriesOtherPairsNearAPair) {
  const auto loaded = loadCase(std::string(SEPAX_SOURCE_DIR) + "/assets/cases/edge-edge.json");
  ASSERT_TRUE(loaded);
  auto member = memberNamed("historical/six-axes-3d");
  ASSERT_TRUE(member);
  std::vector<Vec3> places;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    HuntOptions options;
    options.seed = seed;
    options.pairs = 256;
    options.finds = 0;
    options.near = HuntOptions::Near{loaded->document, {loaded->document.bodies[0].id, loaded->document.bodies[1].id}};
    const auto result = hunt(*member, options);
    ASSERT_TRUE(result);
    EXPECT_FALSE(result->progress.finds.empty());
    for (const HuntFind& find : result->progress.finds) places.push_back(find.document.bodies[1].position);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) EXPECT_NE(places[i], places[k]) << "two seeds drew the same pair";
  }
}

TEST(Hunt, FindsNothingWrongWithTheSoundRows) {
  for (const std::string name : {"exact", "gjk-epa", "sat-float"}) {
    JuryMember member = ours(name);
    HuntOptions options = upTo(test::rounds(6'000u));
    options.mixes = {Mix::kHit50, Mix::kNear, Mix::kPar};
    options.shapes = {"box", "sphere", "capsule", "hull", "polygon", "circle"};
    const auto result = hunt(member, options);
    ASSERT_TRUE(result) << name;
    for (const HuntFind& find : result->progress.finds)
      ADD_FAILURE() << name << ": " << find.cause << ": " << find.failure.text;
  }
}

TEST(Hunt, FindsTheSameWithAnyNumberOfThreads) {
  JuryMember member = ours("historical/six-axes-3d");
  HuntOptions options = upTo(20'000);
  options.finds = 3;
  options.threads = 1;
  const auto alone = hunt(member, options);
  options.threads = 3;
  const auto together = hunt(member, options);
  ASSERT_TRUE(alone && together);
  ASSERT_EQ(alone->progress.finds.size(), together->progress.finds.size());
  for (std::size_t i = 0; i < alone->progress.finds.size(); ++i) {
    EXPECT_EQ(alone->progress.finds[i].cause, together->progress.finds[i].cause);
    EXPECT_EQ(writeCase(alone->progress.finds[i].document), writeCase(together->progress.finds[i].document));
    EXPECT_EQ(alone->progress.finds[i].count, together->progress.finds[i].count);
  }
}

TEST(Hunt, FindsInShardsWhatOneRunFinds) {
  JuryMember member = ours("historical/missing-abs-2d");
  HuntOptions options = upTo(test::rounds(30'000u, 6'000u));
  options.finds = 0;
  const auto whole = hunt(member, options);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->progress.finds.empty());
  std::vector<HuntFind> parts;
  std::uint64_t pairs = 0;
  options.shards = 3;
  for (options.shard = 3; options.shard >= 1; --options.shard) {
    auto part = hunt(member, options);
    ASSERT_TRUE(part);
    pairs += part->progress.pairs;
    std::move(part->progress.finds.begin(), part->progress.finds.end(), std::back_inserter(parts));
  }
  EXPECT_EQ(pairs, whole->progress.pairs);
  const auto merged = mergedFinds(std::move(parts));
  ASSERT_EQ(merged.size(), whole->progress.finds.size());
  for (std::size_t i = 0; i < merged.size(); ++i) {
    EXPECT_EQ(merged[i].cause, whole->progress.finds[i].cause);
    EXPECT_EQ(merged[i].count, whole->progress.finds[i].count);
    EXPECT_EQ(std::pair(merged[i].stream, merged[i].index),
              std::pair(whole->progress.finds[i].stream, whole->progress.finds[i].index));
  }
}

TEST(Hunt, RefusesKindsThatThereAreNotAndRowsThatTakeNone) {
  JuryMember member = ours("historical/six-axes-3d");
  HuntOptions options;
  options.shapes = {"dodecahedron"};
  EXPECT_FALSE(hunt(member, options));
  options.shapes = {"sphere"};
  EXPECT_FALSE(hunt(member, options));
}

/// A juror that answers one pair of each so many, and none for 0.
JuryMember answeringEach(const std::string& number) {
  JurorManifest manifest;
  manifest.name = "choosy";
  manifest.command = {programFolder() + "/sepax-test-juror", "answers-each:" + number};
  return {std::make_unique<Juror>(std::move(manifest), kPatient), nullptr};
}

TEST(Hunt, AsksAboutKindsFromAllOverTheListWithinFewPairs) {
  JuryMember member = answeringEach("1");  // its contacts are none: wrong of each pair that overlaps
  HuntOptions options = upTo(512);
  options.shapes = {"sphere", "capsule", "cylinder", "cone"};
  options.finds = 0;
  const auto result = hunt(member, options);
  ASSERT_TRUE(result);
  std::set<std::pair<std::string, std::string>> kinds;
  for (const HuntFind& find : result->progress.finds) kinds.insert(std::minmax(find.a, find.b));
  std::printf("%llu of %llu pairs of kinds, %zu found\n", static_cast<unsigned long long>(result->kinds_asked),
              static_cast<unsigned long long>(result->kinds), kinds.size());
  EXPECT_GE(kinds.size(), 9u) << "of ten";
  options.pairs = 48;
  const auto few = hunt(member, options);
  ASSERT_TRUE(few);
  EXPECT_LT(few->kinds_asked, few->kinds);
}

TEST(Hunt, CountsThePairsThatAJurorAnswersAndGivesUpOneThatRefusesNearlyAll) {
  const auto hunted = [](const char* each, HuntOptions options) {
    JuryMember member = answeringEach(each);
    options.shapes = {"sphere", "capsule"};  // none of them is rounded, which a juror would not be asked
    options.filter.min_relative = 1e9;       // its contacts are none
    auto result = hunt(member, options);
    EXPECT_TRUE(result);
    return result.value_or(HuntResult{});
  };
  const HuntResult all = hunted("1", upTo(256));
  EXPECT_EQ(all.progress.pairs, 256u);
  EXPECT_EQ(all.progress.answered, 256u);
  EXPECT_FALSE(all.gave_up);
  const HuntResult quarter = hunted("4", upTo(256));
  EXPECT_EQ(quarter.progress.pairs, 4 * 256u);
  EXPECT_EQ(quarter.progress.answered, 256u);
  EXPECT_FALSE(quarter.gave_up);
  const HuntResult few = hunted("64", upTo(256));
  EXPECT_EQ(few.progress.pairs, kMaxDraws * 256);
  EXPECT_EQ(few.progress.answered, kMaxDraws * 256 / 64);
  EXPECT_TRUE(few.gave_up);
  HuntOptions relations = upTo(256);
  relations.filter.of_relations = true;
  for (const HuntOptions& options : {upTo(256), relations}) {
    const HuntResult none = hunted("0", options);
    EXPECT_EQ(none.progress.pairs, 4 * 16u) << "one that answers none is asked once about each pair of kinds";
    EXPECT_EQ(none.progress.answered, 0u);
    EXPECT_TRUE(none.gave_up);
  }
  EXPECT_EQ(hunted("0", upTo(1'000'000)).progress.pairs, 4 * 16u);
  // Shards share the pairs, and a hunt goes on to as many as one run has.
  HuntOptions part = upTo(256);
  part.shards = 2;
  for (part.shard = 1; part.shard <= 2; ++part.shard) EXPECT_EQ(hunted("4", part).progress.answered, 128u);
  HuntOptions more = upTo(256);
  more.from = hunted("4", upTo(64)).progress;
  EXPECT_EQ(more.from.answered, 64u);
  EXPECT_EQ(hunted("4", more).progress.pairs, quarter.progress.pairs);
}

Document loaded(const char* bodies) {
  return parseCase(fmt::format(R"({{"sepax": 1, "space": "3d", "bodies": {}}})", bodies), "test", FilesBeside{})
      .value()
      .document;
}

TEST(Hunt, LeavesTheReferenceOutOnlyWhereItWouldFindNothing) {
  int failing = 0, asked = 0;
  for (const char* name :
       {"gjk-epa", "gjk", "sat-float", "historical/no-epsilon-float-3d", "historical/loose-witness-3d",
        "historical/vertex-fit-3d", "historical/six-axes-3d", "historical/zero-normal-2d"}) {
    JuryMember member = ours(name);
    for (const ShapeKind& a : shapeKinds()) {
      for (const ShapeKind& b : shapeKinds()) {
        SplitMix64 random;
        if (!arePaired(a, b) || !handles(*member.algorithm, a.make(random, false), b.make(random, false))) continue;
        KindPairs pairs(a, b, static_cast<Mix>(asked % kAllMixes), 7, 0);
        const int draws = member.algorithm->historical ? 60 : 1;
        for (int i = 0; i < draws; ++i, ++asked) {
          const Document document = documentOf(pairs.next());
          const auto reference = testPair(document, {"A", "B"});
          if (!reference) continue;
          const auto found = findFailure(member, document, {"A", "B"}, {});
          const double size = pairSize(posedShape(document.bodies[0]), posedShape(document.bodies[1]));
          const auto plain = failureOf(askMember(member, document, {"A", "B"}, reference->answer, {}), {}, size);
          // Small ones may be the reference's rounding, which rational arithmetic tells.
          const bool is_certain = plain && plain->relative > 1e-6;
          EXPECT_TRUE(found || !is_certain) << name << ", " << a.name << " × " << b.name << ": " << plain->text;
          EXPECT_TRUE(!found || plain) << name << ", " << a.name << " × " << b.name << ": " << found->text;
          EXPECT_EQ(found && is_certain ? found->text : "", is_certain ? plain->text : "");
          failing += found ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(failing, 50);
  EXPECT_GT(asked, 2000);
}

TEST(Minimise, BringsAPairFromFarAwayToRoundNumbersAtTheOrigin) {
  JuryMember member = ours("historical/six-axes-3d");
  HuntOptions options = upTo(20'000);
  options.mixes = {Mix::kHit50};
  options.filter.what = "verdict";
  const auto found = hunt(member, options);
  ASSERT_TRUE(found);
  ASSERT_FALSE(found->progress.finds.empty());
  Document far = found->progress.finds.front().document;
  for (Body& body : far.bodies) body.position += Vec3{101.3, -7.77, 13.25};
  const auto small = minimise(far, {"A", "B"}, member, options.filter);
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_LT(small->after, small->before / 2);
  EXPECT_EQ(small->document.bodies[0].position, Vec3(0.0));
  EXPECT_EQ(small->failure.what, "verdict");
  EXPECT_FALSE(small->log.empty());
}

TEST(Minimise, KeepsWhatIsAskedOfAnyTestAndIsDeterministic) {
  const Document document = loaded(
      R"([{"id": "A", "shape": {"type": "hull", "vertices": [[0,0,0],[1.25,0,0],[0,1.5,0],[0,0,1.75],[1,1,1],[0.9,0.2,1.1],[1.2,1.1,0.1]]}},
          {"id": "B", "shape": {"type": "sphere", "radius": 0.4999}, "position": [3.14159, 0.271828, 0.1]}])");
  const StillFails apart = [](const Document& at) -> std::optional<Failure> {
    const auto report = testPair(at, {"A", "B"});
    const bool is_hull = std::holds_alternative<Hull>(at.bodies[0].shape);
    if (!report || !is_hull || report->answer.distance < 1) return std::nullopt;
    return Failure{"test", "distance", report->answer.distance, 1, "far"};
  };
  const auto once = minimise(document, {"A", "B"}, apart, {}), twice = minimise(document, {"A", "B"}, apart, {});
  ASSERT_TRUE(once && twice);
  EXPECT_EQ(writeCase(once->document), writeCase(twice->document));
  EXPECT_LE(std::get<Hull>(once->document.bodies[0].shape).data->polytope.vertices.size(), 4u);
  EXPECT_LT(once->after, once->before * 3 / 4);
  const auto again = minimise(once->document, {"A", "B"}, apart, {});
  ASSERT_TRUE(again);
  EXPECT_EQ(writeCase(again->document), writeCase(once->document));
  EXPECT_EQ(again->before, again->after);
  EXPECT_EQ(again->before, once->after);
}

TEST(Minimise, RefusesAPairThatDoesNotFail) {
  JuryMember member = ours("gjk-epa");
  EXPECT_FALSE(minimise(defaultDocument(), {"A", "B"}, member, {}));
}

TEST(Failure, IsReadFromWords) {
  const auto sought = parseFailure("juror:bullet differs verdict");
  ASSERT_TRUE(sought);
  EXPECT_EQ(sought->member, "bullet");
  EXPECT_EQ(sought->filter.what, "verdict");
  EXPECT_EQ(parseFailure("historical/six-axes-3d differs")->filter.what, "");
  EXPECT_EQ(parseFailure("ode crashed")->filter.what, "crashed");
  for (const char* wrong :
       {"", "bullet breaks verdict", "bullet differs colour", "bullet dances", "bullet differs verdict twice"})
    EXPECT_FALSE(parseFailure(wrong)) << wrong;
}

TEST(Hunt, GoesOnFromWhereItStoppedToWhatOneRunFinds) {
  JuryMember member = ours("historical/six-axes-3d");
  HuntOptions options = upTo(6'000);
  options.shapes = {"box"};
  options.finds = 0;
  const auto whole = hunt(member, options);
  ASSERT_TRUE(whole);
  ASSERT_GT(whole->progress.finds.size(), 3u);
  // One cause a run, each kept in a file and read from it.
  const std::string path = scratchFolder() + "/hunt.jsonl";
  std::filesystem::remove(path);
  const Json hunted = huntJson("historical/six-axes-3d", options, "1");
  options.finds = 1;
  options.keeps_all = true;
  int runs = 0;
  for (bool is_done = false; !is_done; ++runs) {
    ASSERT_LT(runs, 200);
    const auto kept = readProgress(path, hunted);
    ASSERT_TRUE(kept) << describe(kept.error());
    ASSERT_EQ(kept->has_value(), runs > 0);
    if (*kept) options.from = **kept;
    const auto part = hunt(member, options);
    ASSERT_TRUE(part);
    is_done = part->progress.pairs == options.from.pairs;
    ASSERT_TRUE(writeProgress(path, hunted, part->progress));
  }
  EXPECT_GT(runs, 3);
  const auto finds = readFinds(path);
  ASSERT_TRUE(finds) << describe(finds.error());
  ASSERT_EQ(finds->size(), whole->progress.finds.size());
  for (std::size_t i = 0; i < finds->size(); ++i) {
    EXPECT_EQ(compactJson(findJson((*finds)[i])), compactJson(findJson(whole->progress.finds[i])));
  }
  EXPECT_EQ(options.from.pairs, whole->progress.pairs);
}

TEST(Hunt, BeginsAnewWhereTheProgramHasChanged) {
  const std::string folder = scratchFolder() + "/changing", path = folder + "/finds.jsonl";
  std::filesystem::create_directories(folder + "/own");
  JurorManifest manifest;
  manifest.name = "changing";
  manifest.folder = folder + "/own";
  manifest.command = {"sh", "juror.sh"};
  const JuryMember member{std::make_unique<Juror>(std::move(manifest), kPatient), nullptr};
  const auto markOf = [&](const char* file, const char* text) {
    EXPECT_TRUE(writeFileAtomically(folder + "/own/" + file, text));
    return programMark(member);
  };
  const std::string first = markOf("juror.sh", "echo right");
  EXPECT_EQ(markOf("juror.sh", "echo right"), first);
  EXPECT_EQ(markOf("finds.json", "{}"), first) << "written by hunts";
  const std::string helped = markOf("library.sh", "echo helps"), wrong = markOf("juror.sh", "echo wrong");
  EXPECT_EQ((std::set<std::string>{first, helped, wrong}.size()), 3u);
  const HuntOptions options = upTo(100);
  ASSERT_TRUE(writeProgress(path, huntJson("changing", options, first), {}));
  const auto same = readProgress(path, huntJson("changing", options, first)),
             changed = readProgress(path, huntJson("changing", options, wrong));
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->has_value());
  ASSERT_TRUE(changed) << describe(changed.error());
  EXPECT_FALSE(changed->has_value());
}

TEST(Hunt, DoesNotGoOnWithAnotherHunt) {
  const std::string path = scratchFolder() + "/another.jsonl";
  HuntOptions options = upTo(100);
  ASSERT_TRUE(writeProgress(path, huntJson("sat-float", options, "1"), {}));
  options.seed = 1;
  const auto other = readProgress(path, huntJson("sat-float", options, "1"));
  ASSERT_FALSE(other);
  EXPECT_NE(describe(other.error()).find("another folder"), std::string::npos);
  ASSERT_TRUE(writeFileAtomically(path, "{\"cause\": \"cut"));
  EXPECT_FALSE(readProgress(path, huntJson("sat-float", options, "1")));
}

}  // namespace
}  // namespace sepax
