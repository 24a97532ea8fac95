#include "prove/selfcheck.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>

#include "collide/pair_table.h"
#include "collide/pieces/crossings.h"
#include "geom/mesh.h"
#include "rounds.h"

namespace sepax {
namespace {

/// A pair takes ten times as long under sanitizers, which look for undefined behaviour: a sixth goes the same ways.
constexpr std::uint64_t kShortPairs = 200, kSanitizedPairs = 50;

SelfcheckOptions shortForm() {
  SelfcheckOptions options;
  options.pairs = test::kSanitized ? kSanitizedPairs : kShortPairs;
  return options;
}

/// What a short run has of what 1500 pairs bring.
std::uint64_t share(std::uint64_t of_whole) { return of_whole * shortForm().pairs / 1500; }

void expectClean(const SelfcheckResult& result) {
  for (const SelfcheckRow& row : result.rows) {
    const SelfcheckCounts& c = row.counts;
    EXPECT_TRUE(isClean(c)) << row.a << '-' << row.b << ' ' << row.mix << ": wrong " << c.wrong << ", separation "
                            << c.separation_error << ", distance " << c.distance_error << ", mtv " << c.mtv_error
                            << ", excess " << c.brute_excess << ", unsound " << c.unsound << ", "
                            << c.first_disagreement << ", " << c.sweeps.first_wrong;
  }
}

/// Every mix of boxes meets every kind of axis and both verdicts, and every kind of shape is met.
void expectCoverage(const SelfcheckResult& result) {
  ASSERT_GT(result.rows.size(), 7u);
  std::uint64_t touching = 0, degenerate = 0, closest = 0, compared = 0;
  for (std::size_t r = 0; r < result.rows.size(); ++r) {
    const SelfcheckRow& row = result.rows[r];
    const SelfcheckCounts& c = row.counts;
    touching += c.touching;
    degenerate += c.degenerate;
    closest += c.decided[3];
    compared += c.compared;
    EXPECT_GE(c.pairs, share(150));
    // The five pairs of a kind under sanitizers are too few to count on.
    EXPECT_GE(c.separated, test::kSanitized ? 0u : 1u) << row.a << '-' << row.b;
    if (r >= static_cast<std::size_t>(kMixes)) continue;
    EXPECT_EQ(c.pairs, shortForm().pairs);
    EXPECT_EQ(row.mix, mixName(static_cast<Mix>(r)));
    for (int kind = 0; kind < 3; ++kind) EXPECT_GT(c.decided[kind], share(200)) << row.mix;
    EXPECT_GT(c.exact, share(75));
    EXPECT_GT(c.overlapping, share(100));
    EXPECT_GE(c.separated, share(100));
  }
  EXPECT_GT(touching, share(50));
  EXPECT_GT(degenerate, share(200));
  EXPECT_GT(closest, share(1000));
  EXPECT_GT(compared, share(200));
  SweepCounts sweeps;
  for (const SelfcheckRow& row : result.rows) merge(row.counts.sweeps, sweeps);
  std::printf("%llu sweeps, gap at an impact %.3g, overlap before it %.3g\n",
              static_cast<unsigned long long>(sweeps.sweeps), sweeps.gap_at_impact, sweeps.depth_before);
  EXPECT_GT(sweeps.hits - sweeps.starts, share(300));
  EXPECT_GT(sweeps.misses, share(200));
  EXPECT_GT(sweeps.exits, share(200));
  EXPECT_GT(sweeps.rotating, share(300));
}

/// Each query is asked in each mix, each question of all, and none errs by more than it may.
void expectEveryQuery(const SelfcheckResult& result) {
  for (std::size_t q = 0; q < kContactQueries; ++q) {
    const auto query = static_cast<ContactQuery>(q);
    std::uint64_t asked = 0;
    double worst = 0;
    for (std::size_t mix = 0; mix < kAllMixes; ++mix) {
      const QueryCount& count = result.by_mix[mix].contacts[q];
      EXPECT_LE(count.worst, allowed(query)) << contactQueryName(query) << ": " << count.worst_at;
      // Few manifolds have more points than they keep, few meshes cross, few points are in a union; and a tenth of the
      // pairs, spread over all mixes, is too few to count on.
      const bool is_rare = query == ContactQuery::kArea || query == ContactQuery::kCrossings ||
                           query == ContactQuery::kUnion || test::kSanitized;
      EXPECT_GE(count.asked, is_rare ? 0u : 30u) << contactQueryName(query) << " of mix " << mix;
      asked += count.asked;
      worst = std::max(worst, count.worst);
    }
    EXPECT_GT(asked, share(40)) << contactQueryName(query);
    testing::Test::RecordProperty(fmt::format("worst_{}", q), fmt::format("{:.2g}", worst));
  }
  std::map<std::string, std::uint64_t> asked;
  for (const SelfcheckCounts& counts : result.by_mix) {
    for (const Question& question : questionsOf(counts)) {
      EXPECT_LE(question.worst, question.allowed) << question.name << ": " << question.worst_at;
      asked[question.name] += question.asked;
    }
  }
  EXPECT_EQ(asked.size(), questionsOf({}).size()) << "each has a name of its own";
  for (const auto& [name, times] : asked) EXPECT_GT(times, 0u) << name;
}

// Any wrong answer of the reference on random pairs shows here first. One run for all of it: it is the longest of the
// tests.
TEST(Selfcheck, IsCleanInItsShortFormAndAsksEveryQueryInEveryMix) {
  const SelfcheckResult result = selfcheck(shortForm());
  expectClean(result);
  expectCoverage(result);
  expectEveryQuery(result);
}

TEST(Selfcheck, AsksTheRowsThatAreNamedTheSameAsInAWholeRun) {
  SelfcheckOptions options;
  options.pairs = 200;
  options.only = {"capsule-box", "circle-polygon"};
  const SelfcheckResult result = selfcheck(options);
  ASSERT_EQ(result.rows.size(), 2u);
  EXPECT_EQ(result.rows[0].a + "-" + result.rows[0].b, "circle-polygon") << "in the order of a whole run";
  EXPECT_EQ(result.rows[1].a + "-" + result.rows[1].b, "capsule-box");
  for (const SelfcheckRow& row : result.rows) EXPECT_EQ(row.counts.pairs, 20u);
  EXPECT_TRUE(isSelfcheckRow("capsule-box"));
  for (const char* none : {"capsule", "capsule-polygon", "half_space-half_space", ""})
    EXPECT_FALSE(isSelfcheckRow(none)) << none;
}

TEST(Selfcheck, DrawsThePairOfAFindingAgainByItsPlace) {
  const WorkPair first = selfcheckPair("capsule-box sliver 0:0", 0).value(),
                 third = selfcheckPair("capsule-box sliver 0:2", 0).value();
  EXPECT_TRUE(std::holds_alternative<Capsule>(third.a.shape) && std::holds_alternative<Box>(third.b.shape));
  EXPECT_NE(first.a.pose.position, third.a.pose.position);
  const ShapeKind& box = *std::find_if(shapeKinds().begin(), shapeKinds().end(),
                                       [](const ShapeKind& k) { return k.name == std::string("box"); });
  const ShapeKind& capsule = *std::find_if(shapeKinds().begin(), shapeKinds().end(),
                                           [](const ShapeKind& k) { return k.name == std::string("capsule"); });
  KindPairs pairs(capsule, box, Mix::kSliver, 0, 0);
  WorkPair drawn = pairs.next();
  for (int i = 0; i < 2; ++i) drawn = pairs.next();
  EXPECT_EQ(drawn.a.pose.position, third.a.pose.position);
  EXPECT_EQ(drawn.b.pose.rotation, third.b.pose.rotation);
  EXPECT_NE(selfcheckPair("capsule-box sliver 0:2", 1).value().a.pose.position, third.a.pose.position)
      << "of another seed";
  EXPECT_TRUE(selfcheckPair("box-box near 0:5", 0)) << "boxes have a workload of their own";
  for (const char* wrong :
       {"", "capsule-box", "capsule-box sliver", "capsule-box sliver 0", "capsule-box sliver 0:99999",
        "capsule-box sliver 0:1 more", "capsule-box thin 0:1", "capsule-polygon sliver 0:1"}) {
    EXPECT_FALSE(selfcheckPair(wrong, 0)) << wrong;
  }
}

TEST(Selfcheck, FindsTheSameWhateverTheNumberOfThreads) {
  if (test::kSanitized) GTEST_SKIP() << "goes no way that the tests above do not go";
  SelfcheckOptions options;
  options.pairs = 300;
  options.only = {"box-box", "circle-polygon", "capsule-box", "cylinder-hull", "mesh-box"};  // of each a task a mix
  options.threads = 1;
  const SelfcheckResult one = selfcheck(options);
  options.threads = 3;
  const SelfcheckResult three = selfcheck(options);
  ASSERT_EQ(one.rows.size(), three.rows.size());
  ASSERT_GT(one.rows.size(), options.only.size()) << "a row a mix of boxes";
  for (std::size_t r = 0; r < one.rows.size(); ++r) {
    EXPECT_GT(one.rows[r].counts.pairs, 0u);
    EXPECT_EQ(one.rows[r].counts.decided, three.rows[r].counts.decided);
    EXPECT_EQ(one.rows[r].counts.overlapping, three.rows[r].counts.overlapping);
    EXPECT_EQ(one.rows[r].counts.separation_error, three.rows[r].counts.separation_error);
    EXPECT_EQ(one.rows[r].counts.mtv_error, three.rows[r].counts.mtv_error);
    for (std::size_t q = 0; q < kContactQueries; ++q) {
      EXPECT_EQ(one.rows[r].counts.contacts[q].worst_at, three.rows[r].counts.contacts[q].worst_at);
    }
  }
}

TEST(Selfcheck, IsNotCleanWhenAnythingIsWrong) {
  EXPECT_TRUE(isClean(SelfcheckCounts{}));
  for (auto member : {&SelfcheckCounts::wrong, &SelfcheckCounts::unsound, &SelfcheckCounts::disagreements}) {
    SelfcheckCounts counts;
    counts.*member = 1;
    EXPECT_FALSE(isClean(counts));
  }
  SelfcheckCounts swept;
  swept.sweeps.wrong = 1;
  EXPECT_FALSE(isClean(swept));
  for (auto member : {&SelfcheckCounts::separation_error, &SelfcheckCounts::distance_error, &SelfcheckCounts::mtv_error,
                      &SelfcheckCounts::brute_excess}) {
    SelfcheckCounts counts;
    counts.*member = 2e-9;
    EXPECT_FALSE(isClean(counts));
  }
  for (std::size_t q = 0; q < kContactQueries; ++q) {
    SelfcheckCounts counts;
    counts.contacts[q].worst = 2 * allowed(static_cast<ContactQuery>(q));
    EXPECT_FALSE(isClean(counts)) << contactQueryName(static_cast<ContactQuery>(q));
  }
}

/// A report whose contacts, witness points or translation were spoiled must be noticed.
struct Spoiled {
  const char* what;
  void (*spoil)(PairReport& report);
  ContactQuery noticed;
};

void moveContact(PairReport& report, const Vec3& by) {
  report.answer.contacts[0].position += by;
  report.manifold->contacts[0].position += by;
}

TEST(ContactChecks, NoticeWhatIsWrong) {
  const WorkPair pair{{Box{{1, 1, 1}}, {}}, {Box{{0.5, 0.5, 0.5}}, {{0.25, 1.4, 0}, Mat3{1.0}}}};
  const WorkPlace where{"box", "box", Mix::kHit90, 0, 0};
  const PairReport right = testPair(pair.a, pair.b).value();
  ASSERT_EQ(right.answer.contacts.size(), 4u);
  for (const bool exactly : {false, true}) {
    ContactCounts counts;
    checkContacts(pair, right, where, exactly, counts);
    EXPECT_TRUE(isClean(counts));
  }
  const Spoiled kSpoiled[] = {
      {"beside the shapes",
       [](PairReport& r) {
         moveContact(r, {-2, 0, 0});
       },
       ContactQuery::kOnShapes},
      {"inside the shapes",
       [](PairReport& r) {
         moveContact(r, {0, -1e-6, 0});
       },
       ContactQuery::kGap},
      {"less deep", [](PairReport& r) { r.answer.contacts[0].separation += 1e-6; }, ContactQuery::kDeepest},
      {"a part of the face", [](PairReport& r) { r.manifold->reference_polygon.pop_back(); }, ContactQuery::kSide},
      {"clipped too far", [](PairReport& r) { r.manifold->steps.back().polygon.pop_back(); }, ContactQuery::kPatch},
      {"clipped too little", [](PairReport& r) { r.manifold->steps.back().polygon[0].x -= 3; }, ContactQuery::kPatch},
      {"one left out", [](PairReport& r) { r.answer.contacts.pop_back(); }, ContactQuery::kSwap},
      {"three kept of four",
       [](PairReport& r) {
         r.manifold->contacts.pop_back();
         r.manifold->points.back().state = ManifoldState::kReduced;
       },
       ContactQuery::kArea},
      {"a short mtv", [](PairReport& r) { r.answer.mtv *= 0.5; }, ContactQuery::kMtv},
      {"no mtv at all", [](PairReport& r) { r.answer.mtv = Vec3{0.0}; }, ContactQuery::kWhole},
      {"a witness off its shape", [](PairReport& r) { r.answer.closest_a.x += 3; }, ContactQuery::kWitness},
  };
  for (const Spoiled& spoiled : kSpoiled) {
    PairReport report = right;
    spoiled.spoil(report);
    ContactCounts counts;
    checkContacts(pair, report, where, false, counts);
    const auto q = static_cast<std::size_t>(spoiled.noticed);
    EXPECT_GT(counts[q].worst, allowed(spoiled.noticed)) << spoiled.what;
    EXPECT_EQ(counts[q].worst_at, "box-box hit90 0:0") << spoiled.what;
  }
}

TEST(ContactChecks, NoticeACrossingTooManyOrTooFew) {
  const Shape first = *makeMesh({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {{0, 1, 2}}),
              second = *makeMesh({{0.5, 0.5, -1}, {0.5, 0.6, 1}, {0.4, 0.5, 1}}, {{0, 1, 2}});
  const WorkPair pair{{first, {}}, {second, {}}};
  const PairReport right = testPair(pair.a, pair.b).value();
  ASSERT_TRUE(right.pieces && right.pieces->crossings);
  ASSERT_EQ(right.pieces->crossings->count, 1);
  for (const int more : {-1, 0, 1}) {
    PairReport report = right;
    SurfaceCrossings crossings = *right.pieces->crossings;
    crossings.count += more;
    report.pieces->crossings = std::make_shared<const SurfaceCrossings>(crossings);
    ContactCounts counts;
    checkContacts(pair, report, {"mesh", "mesh", Mix::kHit90, 0, 0}, false, counts);
    EXPECT_EQ(counts[static_cast<std::size_t>(ContactQuery::kCrossings)].worst, std::abs(more));
  }
}

TEST(SolidChecks, FindNothingWrongWithSolidsThatAreTakenApart) {
  SolidCounts counts;
  for (std::uint64_t seed = 100; seed < 100 + test::rounds(8u, 1u); ++seed) checkDecomposition(seed, counts);
  for (std::size_t q = 0; q < kSolidQueries; ++q) {
    const auto query = static_cast<SolidQuery>(q);
    EXPECT_GT(counts[q].asked, 0u);
    EXPECT_LE(counts[q].worst, allowed(query)) << solidQueryName(query) << ": " << counts[q].worst_at;
  }
}

const ShapeKind& kindOf(const std::string& name) {
  return *std::ranges::find_if(shapeKinds(), [&](const ShapeKind& kind) { return name == kind.name; });
}

// Where a clipped corner of a tilted rounded face lies, the rounding of the next face may lie above: contacts 1 mm
// inside were the result.
TEST(ContactChecks, FindContactsOfTiltedRoundedShapesOnTheirSurface) {
  ContactCounts counts;
  for (const char* planar : {"", "2"}) {
    for (const std::string rounded : {"rounded_box", planar[0] != 0 ? "rounded_polygon" : "rounded_hull"}) {
      const ShapeKind &box = kindOf(fmt::format("box{}", planar)),
                      &other = kindOf(rounded + (rounded == "rounded_box" ? planar : ""));
      for (std::uint64_t seed = 0; seed < test::rounds(60u, 22u); ++seed) {
        for (const Mix mix : {Mix::kHit50, Mix::kFlat}) {  // plates: their cores have faces without width
          KindPairs pairs(box, other, mix, seed, 0);
          for (std::uint64_t i = 0; i < 20; ++i) {
            const WorkPair pair = pairs.next();
            checkContacts(pair, *testPair(pair.a, pair.b), {box.name, other.name, mix, seed, i}, false, counts);
          }
        }
      }
    }
  }
  const QueryCount& gap = counts[static_cast<std::size_t>(ContactQuery::kGap)];
  std::printf("worst of %llu: %.3g\n", static_cast<unsigned long long>(gap.asked), gap.worst);
  EXPECT_GT(gap.asked, test::rounds(1000u));
  EXPECT_TRUE(isClean(counts)) << gap.worst_at;
}

// Only one of the deepest contacts was tried as a corner: one quadrilateral in forty thousand spanned an eighth less
// than it could.
TEST(ContactChecks, FindFourContactsThatSpanTheLargestAreaWithADeepestOne) {
  ContactCounts counts;
  KindPairs pairs(kindOf("hull"), kindOf("rounded_hull"), Mix::kLattice, 3, 0);
  for (std::uint64_t i = 0; i < 400; ++i) {
    const WorkPair pair = pairs.next();
    if (i >= 380 || !test::kSanitized)
      checkContacts(pair, *testPair(pair.a, pair.b), {"hull", "rounded_hull", Mix::kLattice, 0, i}, false, counts);
  }
  const QueryCount& area = counts[static_cast<std::size_t>(ContactQuery::kArea)];
  EXPECT_GT(area.asked, 0u);
  EXPECT_LE(area.worst, allowed(ContactQuery::kArea)) << area.worst_at;
}

/// The pair of a workload that a fault was found on.
struct FoundPair {
  const char *a, *b;
  Mix mix;
  std::uint64_t seed, stream, index;
};

// Each failed once: contacts beside a rounded edge that ignored the face above it (0.3 mm off the gap there); of
// contacts of several pieces that span the same area those that come first, which are others when A and B are swapped;
// likewise where a rim meets a face in a sliver and where it lies nearly flush. Beside a tilted rim of a rounded
// cylinder or cone the sides that are drawn counted, 4e-4 of the size lower. Flat ellipsoids were less deep in others
// than their least axis said, by up to a hundred times. Four contacts spanned a sixth less than they could where the
// only deepest one lay between others, and where there were more than sixteen to choose from. A point three billionths
// beside another was one more in one order of A and B. A chain's mtv ended where its joint is on the other line, with
// the normal turned round; a chain that runs back along itself hid its own sides; a tapered capsule's side leaned by
// rounding where it is seen along its axis; sharp creases of a union were missed by the growth that covers its cuts; a
// triangle without an area, and edges whose side of another is rounding, counted as crossing. The normal of a far
// smaller shape beside a rounded rim, or where a rim and an edge lie nearly flush, was known to a millionth or to the
// rounding over the depth; a segment that touches a half-space was 6e-9 away. A place where overlapping regions meet
// all around, no two with a side in common, counted as free; one between nearly tangent surfaces was 3e-11 off one of
// them.
TEST(ContactChecks, FindNothingWrongWithThePairsThatOnceFailed) {
  constexpr FoundPair kFound[] = {
      {"triangle", "rounded_triangle", Mix::kFlat, 0, 0, 35},
      {"rounded_box", "cylinder", Mix::kPar, 3, 2, 130},
      {"mesh", "compound", Mix::kLattice, 1, 0, 30},
      {"mesh", "compound", Mix::kLattice, 3, 1, 187},
      {"rounded_box", "cylinder", Mix::kPar, 1, 0, 33},
      {"rounded_box", "cone", Mix::kHit90, 1, 0, 53},
      {"box", "cylinder", Mix::kPar, 3, 1, 248},
      {"box", "rounded_cylinder", Mix::kHit90, 1, 0, 1},
      {"flat_hull", "rounded_cone", Mix::kHit90, 1, 0, 0},
      {"box", "tapered_capsule", Mix::kHit50, 0, 0, 7},
      {"cylinder", "tapered_capsule", Mix::kHit90, 0, 0, 10},
      {"concave", "segment2", Mix::kSliver, 0, 0, 189},
      {"hull", "compound", Mix::kLattice, 0, 1, 239},
      {"cylinder", "segment", Mix::kPar, 0, 0, 139},
      {"segment", "cylinder", Mix::kPar, 0, 0, 255},
      {"rounded_box", "heightfield", Mix::kHit90, 0, 0, 211},
      {"compound", "half_space", Mix::kLattice, 0, 1, 300},
      {"cylinder", "rounded_hull", Mix::kLattice, 0, 1, 336},
      {"cylinder", "compound", Mix::kLattice, 0, 0, 36},
      {"rounded_cone", "heightfield", Mix::kScale, 0, 0, 472},
      {"cylinder", "heightfield", Mix::kLattice, 3, 0, 16},
      {"cone", "ellipsoid", Mix::kSliver, 0, 1, 114},
      {"cylinder", "ellipsoid", Mix::kFlat, 0, 0, 364},
      {"ellipsoid", "ellipsoid", Mix::kLattice, 0, 1, 223},
      {"heightfield", "rounded_cylinder", Mix::kPar, 31, 0, 4},
      {"rounded_cone", "heightfield", Mix::kPar, 5, 0, 70},
      {"rounded_hull", "rounded_cylinder", Mix::kScale, 0, 1, 261},
      {"segment", "rounded_cylinder", Mix::kSliver, 0, 0, 200},
      {"cylinder", "heightfield", Mix::kPar, 0, 0, 461},
      {"segment", "half_space", Mix::kPar, 0, 0, 184},
      {"chain", "chain", Mix::kHit90, 0, 0, 30},
      {"chain", "segment2", Mix::kHit10, 0, 0, 19},
      {"segment2", "chain", Mix::kLattice, 0, 0, 65},
      {"capsule2", "tapered_capsule2", Mix::kPar, 1, 0, 42},
      {"flat_hull", "compound", Mix::kHit90, 0, 0, 23},
      {"compound", "point", Mix::kSliver, 0, 0, 38},
      {"compound", "rounded_box", Mix::kHit10, 0, 0, 32},
      {"heightfield", "heightfield", Mix::kScale, 0, 0, 14},
      {"mesh", "heightfield", Mix::kLattice, 0, 0, 13},
      {"compound", "point", Mix::kHit90, 0, 0, 76},
      {"rounded_polygon", "compound2", Mix::kLattice, 0, 0, 145},
  };
  for (const FoundPair& found : kFound) {
    KindPairs pairs(kindOf(found.a), kindOf(found.b), found.mix, found.seed, found.stream);
    WorkPair pair = pairs.next();
    for (std::uint64_t i = 0; i < found.index; ++i) pair = pairs.next();
    ContactCounts counts;
    const PairReport report = testPair(pair.a, pair.b).value();
    checkContacts(pair, report, {found.a, found.b, found.mix, found.stream, found.index}, false, counts);
    for (int q = 0; q < kContactQueries; ++q) {
      const QueryCount& count = counts[static_cast<std::size_t>(q)];
      EXPECT_LE(count.worst, allowed(static_cast<ContactQuery>(q)))
          << contactQueryName(static_cast<ContactQuery>(q)) << ": " << count.worst_at;
    }
    if (report.answer.verdict == Verdict::kSeparated) continue;
    EXPECT_GT(counts[static_cast<std::size_t>(ContactQuery::kOnShapes)].asked, 0u) << found.a << " and " << found.b;
  }
}

// A box that slides out of a half-space at grazing speed leaves it after a way of many times its size.
TEST(SweepChecks, MeasureAnOverlapAfterTheExitByTheWayUntilThen) {
  SweepCounts counts;
  for (const char* name : {"box", "cylinder", "hull"}) {
    KindPairs pairs(kindOf("half_space"), kindOf(name), Mix::kNear, 3, 0);
    for (std::uint64_t seed = 0; seed < test::rounds(150u); ++seed) checkSweeps(pairs.next(), seed, counts);
  }
  std::printf("%llu exits, overlap after one at worst %.2g\n", static_cast<unsigned long long>(counts.exits),
              counts.depth_after);
  EXPECT_EQ(counts.wrong, 0u) << counts.first_wrong;
  EXPECT_GT(counts.exits, test::rounds(80u));
  EXPECT_LE(counts.depth_after, kSweepPromise);
}

TEST(Workload, DrawsEveryKindOfShapeThereIs) {
  std::set<std::size_t> drawn;
  SplitMix64 random{1};
  for (const ShapeKind& kind : shapeKinds()) {
    for (const bool flat : {false, true}) {
      const Shape shape = kind.make(random, flat);
      EXPECT_EQ(isPlanar(shape), kind.planar) << kind.name;
      EXPECT_TRUE(validate(shape).has_value()) << kind.name;
      drawn.insert(shape.index());
    }
    const Shape on_lattice = kind.make_on_lattice(random);
    EXPECT_EQ(on_lattice.index(), kind.make(random, false).index()) << kind.name;
    EXPECT_TRUE(validate(on_lattice).has_value()) << kind.name;
  }
  EXPECT_EQ(drawn.size(), std::variant_size_v<ShapeVariant>);
}

TEST(Workload, MixesHardPairsAsTheirNamesSay) {
  const ShapeKind& kind = *std::find_if(shapeKinds().begin(), shapeKinds().end(),
                                        [](const ShapeKind& k) { return k.name == std::string("box"); });
  KindPairs slivers(kind, kind, Mix::kSliver, 0, 0), lattice(kind, kind, Mix::kLattice, 0, 0),
      scales(kind, kind, Mix::kScale, 0, 0), far(kind, kind, Mix::kVeryFar, 0, 0);
  int touching = 0;
  for (int i = 0; i < 100; ++i) {
    const Vec3 h = std::get<Box>(slivers.next().a.shape).half_extents;
    const double thin = std::min({h.x, h.y, h.z}) / std::max({h.x, h.y, h.z});
    EXPECT_LT(thin, 4.1e-3);
    EXPECT_GT(thin, 2e-7);
    const WorkPair scale = scales.next();
    EXPECT_NEAR(std::abs(std::log10(sizeOf(scale.a.shape) / sizeOf(scale.b.shape))), 6, 0.7);
    EXPECT_GT(length(far.next().a.pose.position), 1e8);
    const WorkPair flush = lattice.next();
    touching += testPair(flush.a, flush.b).value().answer.separation == 0 ? 1 : 0;
  }
  EXPECT_GT(touching, 10) << "on the lattice faces lie flush";
}

TEST(Workload, HitsAsOftenAsItsMixSays) {
  const double expected[] = {0.101, 0.501, 0.900, 0.5, 0.5, 0.5, 0.5};
  for (int mix = 0; mix < kMixes; ++mix) {
    BoxPairs pairs(static_cast<Mix>(mix), 0, 0);
    int hits = 0;
    constexpr int kPairs = 20000;
    for (int i = 0; i < kPairs; ++i) {
      const WorkPair pair = pairs.next();
      hits += boxGap(pair.a, pair.b) <= 0 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(hits) / kPairs, expected[mix], 0.015) << mixName(static_cast<Mix>(mix));
  }
}

}  // namespace
}  // namespace sepax
