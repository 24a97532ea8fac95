#include "collide/pair_table.h"
#include "geom/random.h"
#include "geom/rounded.h"
#include "lab/recording/run_measures.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace sepax {
namespace {

// An engine that is right: five shapes that wander about each other, and the reference's answers as its claims. Each
// test writes its recording with one fault.

constexpr std::size_t kFrames = 80;
using Bodies = std::vector<Body>;

struct EngineFrame {
  Bodies bodies;
  std::vector<Claim> claims;
};

Claim claimOf(std::uint32_t a, std::uint32_t b, const PosedShape& shape_a, const PosedShape& shape_b,
              const char* algorithm) {
  const auto report = testPair(shape_a, shape_b, {}, algorithm);
  EXPECT_TRUE(report);
  const PairAnswer& answer = report->answer;
  Claim claim{a, b, {}};
  claim.answer.overlapping = answer.verdict != Verdict::kSeparated;
  claim.answer.separation = answer.separation;
  for (const Contact& contact : answer.contacts)
    claim.answer.contacts.push_back({contact.position, contact.separation});
  // Apart, the normal of an axis is another than that of the distance.
  if (*claim.answer.overlapping || algorithm == std::string("sat")) claim.answer.normal = answer.normal;
  return claim;
}

/// `seen` is the shape that the engine has for a body.
std::vector<EngineFrame> engineRun(const std::function<PosedShape(const Body&)>& seen = posedShape,
                                   const char* algorithm = "sat") {
  std::mt19937_64 random(7);
  const auto between = [&](double from, double to) { return std::uniform_real_distribution(from, to)(random); };
  const Shape shapes[] = {Box{{0.5, 0.3, 0.4}}, Box{{0.4, 0.4, 0.2}}, Box{{0.25, 0.6, 0.3}}, Cylinder{0.3, 0.5},
                          Sphere{0.4}};
  Bodies bodies;
  std::vector<Vec3> linear, angular;
  for (const Shape& shape : shapes) {
    Body& body = bodies.emplace_back();
    body.id = "body " + std::to_string(bodies.size());
    body.shape = shape;
    for (auto* const list : {&linear, &angular}) list->push_back({between(-1, 1), between(-1, 1), between(-1, 1)});
    body.position = {between(-0.4, 0.4), between(-0.4, 0.4), between(-0.4, 0.4)};
  }
  std::vector<EngineFrame> run;
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    constexpr double kStep = 0.03;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      // Back and forth, so that the pairs meet and part.
      bodies[i].position += kStep * std::cos(0.12 * double(frame) + double(i)) * linear[i];
      bodies[i].rotation = quaternionOf(matrixAbout(normalize(angular[i]), 0.05 * double(frame + 1)));
    }
    EngineFrame& out = run.emplace_back(EngineFrame{bodies, {}});
    for (std::uint32_t a = 0; a < bodies.size(); ++a) {
      for (std::uint32_t b = a + 1; b < bodies.size(); ++b)
        out.claims.push_back(claimOf(a, b, seen(bodies[a]), seen(bodies[b]), algorithm));
    }
  }
  return run;
}

/// The same in which only boxes are compared, by an algorithm that takes no others.
std::vector<EngineFrame> boxRun(const char* algorithm) {
  auto run = engineRun();
  for (EngineFrame& frame : run) {
    frame.claims.clear();
    for (std::uint32_t a = 0; a < 3; ++a) {
      for (std::uint32_t b = a + 1; b < 3; ++b)
        frame.claims.push_back(claimOf(a, b, posedShape(frame.bodies[a]), posedShape(frame.bodies[b]), algorithm));
    }
  }
  return run;
}

ClaimExplanation explained(const std::vector<EngineFrame>& run, const char* precision = "double") {
  RecordingHead head;
  head.precision = precision;
  head.scene.bodies = run.front().bodies;
  RunWatch watch(head);
  for (const EngineFrame& each : run) {
    RecordedFrame frame;
    for (std::uint32_t i = 0; i < each.bodies.size(); ++i) {
      const Quat q = std::get<Quat>(each.bodies[i].rotation);
      frame.poses.push_back({i, each.bodies[i].position, {q.x, q.y, q.z, q.w}});
    }
    frame.claims = each.claims;
    watch.add(frame);
  }
  return watch.explanation();
}

/// The cause named first explains all; it is the only one.
void expectCause(const ClaimExplanation& explanation, const std::string& key, std::size_t least = 100) {
  EXPECT_GE(explanation.tried, least) << key << ": the fault is hardly reached";
  ASSERT_FALSE(explanation.causes.empty()) << key;
  const ClaimCause& first = explanation.causes.front();
  EXPECT_EQ(first.key, key) << first.text;
  EXPECT_GE(first.explained, explanation.tried * 95 / 100) << key;
  EXPECT_EQ(explanation.causes.size(), 1u) << key << ", then " << explanation.causes.back().text;
  EXPECT_EQ(explanation.unexplained, explanation.tried - first.explained);
}

TEST(ClaimFault, OfAVerdictIsOnTheSideOfTheReference) {
  const PosedShape a{Sphere{1}, {}}, over{Sphere{1}, {{1.5, 0, 0}, Mat3{1.0}}},
      apart{Sphere{1}, {{2.5, 0, 0}, Mat3{1.0}}};
  const auto fault = [&](const PosedShape& b, bool overlapping, bool touching) {
    Claim claim{0, 1, {}};
    claim.answer.overlapping = overlapping;
    claim.answer.says_touching = touching;
    return faultOf(checkClaim(claim, a, b, {}));
  };
  EXPECT_EQ(fault(over, true, true), ClaimFault::kSaysSeparated) << "touching, but they overlap by 0.5 m";
  EXPECT_EQ(fault(over, false, false), ClaimFault::kSaysSeparated);
  EXPECT_EQ(fault(apart, true, true), ClaimFault::kSaysOverlapping);
  EXPECT_EQ(fault(apart, true, false), ClaimFault::kSaysOverlapping);
}

TEST(ClaimStudy, OfARunThatIsRightSaysNothing) {
  const ClaimExplanation explanation = explained(engineRun());
  EXPECT_TRUE(explanation.groups.empty());
  EXPECT_TRUE(explanation.lines().empty());
}

TEST(ClaimStudy, NamesTheOneFaultThatARecordingHas) {
  const auto right = engineRun();
  std::size_t overlapping = 0, apart = 0;
  for (const EngineFrame& frame : right) {
    for (const Claim& claim : frame.claims) ++(*claim.answer.overlapping ? overlapping : apart);
  }
  EXPECT_GT(overlapping, 150u);
  EXPECT_GT(apart, 150u);

  auto run = right;
  for (std::size_t k = kFrames - 1; k > 0; --k) run[k].claims = right[k - 1].claims;
  run.front().claims.clear();
  expectCause(explained(run), "previous_poses");

  run = right;
  for (std::size_t k = 0; k + 1 < kFrames; ++k) run[k].claims = right[k + 1].claims;
  run.back().claims.clear();
  expectCause(explained(run), "next_poses");

  run = right;
  for (EngineFrame& frame : run) {
    for (Claim& claim : frame.claims) claim.answer.normal = -*claim.answer.normal;
  }
  expectCause(explained(run), "reversed_normal");

  run = right;
  for (EngineFrame& frame : run) {
    for (Claim& claim : frame.claims) {
      claim.answer.separation = -*claim.answer.separation;
      for (JurorAnswer::Contact& contact : claim.answer.contacts) contact.separation = -contact.separation;
    }
  }
  expectCause(explained(run), "reversed_sign");

  run = right;
  for (std::size_t k = 0; k < kFrames; ++k) {
    for (std::size_t i = 0; i < run[k].claims.size(); ++i)
      run[k].claims[i].answer.normal = right[k / 20 * 20].claims[i].answer.normal;
  }
  expectCause(explained(run), "kept_normal");

  run = right;
  for (EngineFrame& frame : run) {
    for (Claim& claim : frame.claims) {
      claim.answer.normal.reset();
      claim.answer.separation = double(float(*claim.answer.separation));
    }
  }
  expectCause(explained(run), "single_precision");
}

TEST(ClaimStudy, NamesTheOtherShapesThatTheEngineHas) {
  const auto withMargin = [](const Body& body) {
    PosedShape posed = posedShape(body);
    if (const auto core = shrunk(posed.shape, 0.04)) posed.shape = *rounded(*core, 0.04);
    return posed;
  };
  expectCause(explained(engineRun(withMargin)), "margin_inside");

  // Round all over: the separation of every pair is 3 or 6 cm less.
  const auto withSkin = [](const Body& body) {
    PosedShape posed = posedShape(body);
    if (takesMargin(posed.shape)) posed.shape = *rounded(posed.shape, 0.03);
    return posed;
  };
  const ClaimExplanation skin = explained(engineRun(withSkin));
  expectCause(skin, "offset");
  const std::vector<std::pair<ShapeKinds, std::string>> expected{{{"box", "box"}, "0.06 m"},
                                                                 {{"box", "cylinder"}, "0.06 m"},
                                                                 {{"box", "sphere"}, "0.03 m"},
                                                                 {{"cylinder", "sphere"}, "0.03 m"}};
  EXPECT_EQ(skin.causes.front().kinds, expected);

  const auto twice = [](const Body& body) {
    PosedShape posed = posedShape(body);
    posed.shape = *scaled(posed.shape, Vec3{2.0});
    return posed;
  };
  expectCause(explained(engineRun(twice)), "double_size");
  const auto half = [](const Body& body) {
    PosedShape posed = posedShape(body);
    posed.shape = *scaled(posed.shape, Vec3{0.5});
    return posed;
  };
  expectCause(explained(engineRun(half)), "half_size");
  const auto inverse = [](const Body& body) {
    PosedShape posed = posedShape(body);
    posed.pose.rotation = glm::transpose(posed.pose.rotation);
    return posed;
  };
  expectCause(explained(engineRun(inverse)), "inverse_rotation");
}

TEST(ClaimStudy, NamesTheDefectiveAlgorithmOfTheEngine) {
  const ClaimExplanation explanation = explained(boxRun("historical/six-axes-3d"));
  expectCause(explanation, "algorithm", 15);
  EXPECT_NE(explanation.causes.front().text.find("historical/six-axes-3d"), std::string::npos);
}

TEST(ClaimStudy, NamesTwoFaultsOnTopOfEachOther) {
  const auto withMargin = [](const Body& body) {
    PosedShape posed = posedShape(body);
    if (const auto core = shrunk(posed.shape, 0.04)) posed.shape = *rounded(*core, 0.04);
    return posed;
  };
  const auto right = engineRun(withMargin);
  auto run = right;
  for (std::size_t k = kFrames - 1; k > 0; --k) run[k].claims = right[k - 1].claims;
  run.front().claims.clear();
  const ClaimExplanation explanation = explained(run);
  ASSERT_EQ(explanation.causes.size(), 2u);
  EXPECT_EQ(explanation.causes[0].key, "previous_poses");
  EXPECT_EQ(explanation.causes[1].key, "margin_inside");
  EXPECT_LE(explanation.unexplained, explanation.tried / 20);
}

TEST(ClaimStudy, InventsNoCauseForNoise) {
  auto run = engineRun();
  std::mt19937_64 random(3);
  for (EngineFrame& frame : run) {
    for (Claim& claim : frame.claims)
      claim.answer.separation = *claim.answer.separation + std::uniform_real_distribution(1e-3, 1e-2)(random);
  }
  const ClaimExplanation explanation = explained(run);
  EXPECT_EQ(explanation.tried, ClaimStudy::kMaxTried);
  for (const ClaimCause& cause : explanation.causes) ADD_FAILURE() << cause.text << ": " << cause.explained;
  EXPECT_EQ(explanation.unexplained, explanation.tried);
  EXPECT_NEAR(explanation.half_by, 5.5e-3, 1e-3);
  EXPECT_NEAR(explanation.nine_tenths_by, 9.1e-3, 1e-3);
}

TEST(ClaimStudy, NamesNoCauseThatMakesMoreClaimsDifferThanAgree) {
  auto run = engineRun();
  std::size_t number = 0;
  for (EngineFrame& frame : run) {
    for (Claim& claim : frame.claims) {
      if (++number % 3 == 0) claim.answer.separation = *claim.answer.separation + 0.01;
    }
  }
  const ClaimExplanation explanation = explained(run);
  EXPECT_GT(explanation.tried, 200u);
  for (const ClaimCause& cause : explanation.causes) ADD_FAILURE() << cause.text << ": " << cause.explained;
}

TEST(ClaimStudy, NamesNoOffsetWhereContactsAloneAreElsewhere) {
  auto run = engineRun();
  std::size_t moved = 0;
  for (EngineFrame& frame : run) {
    for (Claim& claim : frame.claims) {
      claim.answer.separation = *claim.answer.separation * (1 + 1e-15);
      for (JurorAnswer::Contact& contact : claim.answer.contacts) {
        contact.position.x += 3;
        ++moved;
      }
    }
  }
  EXPECT_GT(moved, 200u);
  const ClaimExplanation explanation = explained(run);
  EXPECT_GT(explanation.tried, 100u);
  for (const ClaimCause& cause : explanation.causes) ADD_FAILURE() << cause.text << ": " << cause.explained;
  for (const ClaimGroup& group : explanation.groups)
    EXPECT_EQ(group.faults[static_cast<std::size_t>(ClaimFault::kContacts)], group.differing);
}

TEST(ClaimStudy, NamesContactPointsThatHaveDriftedOffOneShape) {
  auto run = engineRun();
  std::size_t moved = 0;
  for (EngineFrame& frame : run) {
    for (Claim& claim : frame.claims) {
      for (JurorAnswer::Contact& contact : claim.answer.contacts) {
        if (contact.separation > -0.02) continue;
        // On A's surface, and from where B's was 1.5 cm ago.
        contact.position -= *claim.answer.normal * (contact.separation / 2);
        contact.separation += 0.015;
        ++moved;
      }
    }
  }
  EXPECT_GT(moved, 30u);
  expectCause(explained(run), "kept_contacts", 20);
}

/// Where an engine keeps a normal.
void expectKeptNormals(bool turns_with_b) {
  auto run = engineRun();
  // A frame's turn is below the bound; that of all frames is not.
  for (std::size_t frame = 0; frame < run.size(); ++frame) {
    const auto turned = [&](std::uint32_t body) {
      return matrixAbout({0, 0, 1}, 5e-5 * double(frame) * (turns_with_b ? body + 1 : 1));
    };
    for (std::uint32_t i = 0; i < run[frame].bodies.size(); ++i)
      run[frame].bodies[i].rotation = quaternionOf(turned(i));
    for (Claim& claim : run[frame].claims) {
      const auto posed = [&](std::uint32_t i) { return posedShape(run[frame].bodies[i]); };
      claim = claimOf(claim.a, claim.b, posed(claim.a), posed(claim.b), "sat");
      claim.answer.normal = run.front().claims[std::size_t(&claim - run[frame].claims.data())].answer.normal;
      if (turns_with_b) claim.answer.normal = turned(claim.b) * *claim.answer.normal;
      claim.answer.separation.reset();
      claim.answer.overlapping.reset();
    }
    for (std::size_t i = 0; i < run[frame].bodies.size(); ++i)
      run[frame].bodies[i].position = run[0].bodies[i].position;
  }
  const ClaimExplanation explanation = explained(run);
  ASSERT_FALSE(explanation.causes.empty());
  EXPECT_EQ(explanation.causes.front().key, "kept_normal");
}

TEST(ClaimStudy, CallsANormalKeptThatIsOldThoughTheBodiesTurnSlowly) { expectKeptNormals(false); }

TEST(ClaimStudy, CallsANormalKeptThatTurnsWithOneOfTheBodiesAsJoltsDo) { expectKeptNormals(true); }

TEST(ClaimStudy, CallsNormalsOfRoundShapesTiltedThatAreAFractionOfADegreeOff) {
  for (const auto& [degrees, is_of_balls] : {std::pair(0.15, true), std::pair(1.0, true), std::pair(0.15, false)}) {
    auto run = engineRun();
    SplitMix64 random{5};
    for (EngineFrame& frame : run) {
      std::erase_if(frame.claims, [wanted = is_of_balls](const Claim& claim) { return (claim.b == 4) != wanted; });
      for (Claim& claim : frame.claims) {
        const auto posed = [&](std::uint32_t i) { return posedShape(frame.bodies[i]); };
        claim = claimOf(claim.a, claim.b, posed(claim.a), posed(claim.b), "sat");
        const Vec3 normal = *claim.answer.normal, aside = normalizedOr(cross(normal, random.direction()), {});
        claim.answer = {};
        claim.answer.normal = normalizedOr(normal + std::tan(degrees * M_PI / 180) * aside, normal);
      }
    }
    const ClaimExplanation explanation = explained(run);
    ASSERT_FALSE(explanation.groups.empty());
    const bool is_named = !explanation.causes.empty() && explanation.causes.front().key == "tilted_normal";
    EXPECT_EQ(is_named, degrees < 0.25 && is_of_balls) << degrees;
  }
}

TEST(ClaimStudy, CountsTheFaultsOfEachTwoKinds) {
  auto run = engineRun();
  for (EngineFrame& frame : run) {
    for (Claim& claim : frame.claims) {
      const bool is_ball = claim.b == 4;
      if (is_ball) claim.answer.separation = *claim.answer.separation + 0.01;
      claim.answer.overlapping.reset();
      claim.answer.normal.reset();
    }
  }
  const ClaimExplanation explanation = explained(run);
  ASSERT_EQ(explanation.groups.size(), 2u);
  const ClaimGroup& group = explanation.groups.front();
  EXPECT_EQ(group.kinds, ShapeKinds("box", "sphere"));
  EXPECT_EQ(group.claims, 3 * kFrames);
  EXPECT_EQ(group.differing, 3 * kFrames);
  const auto count = [&](ClaimFault fault) { return group.faults[static_cast<std::size_t>(fault)]; };
  EXPECT_EQ(count(ClaimFault::kTooFar) + count(ClaimFault::kSaysSeparated), group.differing);
  EXPECT_GT(count(ClaimFault::kTooFar), 200u);
  EXPECT_NEAR(group.worst, 0.01, 1e-9);
}

}  // namespace
}  // namespace sepax
