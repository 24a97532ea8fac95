#pragma once

#include "format/case_reader.h"
#include "lab/jury/jury_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace sepax::test {

/// A sweep of A and B, or a ray at A, whose answer is known without any program.
struct HandQuery {
  const char* name;
  const char* space;
  const char* a;
  const char* b;  ///< empty: a ray at A
  const char* query;
  double at;  ///< seconds or metres; negative: no hit
};

inline constexpr const char* kBox =
    R"("shape": {"type": "box", "half_extents": [1, 0.5, 0.25]}, "position": [0, 0, 0])";
inline constexpr const char* kRectangle = R"("shape": {"type": "box", "half_extents": [1, 0.5]}, "position": [0, 0])";
inline const double kCornerMeetsWall = (std::asin(1 / std::sqrt(4.0625)) - std::atan2(0.25, 2)) / 0.5;

inline const HandQuery kHandQueries[] = {
    {"a sphere flies into a box", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 0.2, 0.1], "linear_velocity": [-2, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 0.75},
    {"a sphere is late", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 0.2, 0.1], "linear_velocity": [-2, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 0.5})", -1},
    {"a sphere flies past", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 2.2, 0.1], "linear_velocity": [-2, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 4})", -1},
    {"a fast sphere does not tunnel", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.125}, "position": [0.3, 0.1, 100], "linear_velocity": [0, 0, -199250])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 0.001})", 99.625 / 199250},
    {"two spheres meet halfway", "3d",
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [-2, 0, 0], "linear_velocity": [1, 0, 0])",
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [2, 0, 0], "linear_velocity": [-1, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 3})", 1.5},
    {"a box falls flat on a box", "3d", kBox,
     R"("shape": {"type": "box", "half_extents": [0.4, 0.3, 0.2]}, "position": [0.1, 2.8, 0.05], "linear_velocity": [0, -2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 1},
    {"a sphere comes while it rotates", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 0.2, 0.1], "linear_velocity": [-2, 0, 0], "angular_velocity": [0.1, 0.2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 0.75},
    {"a capsule rotates into a sphere", "3d",
     R"("shape": {"type": "capsule", "half_length": 2, "radius": 0.25}, "position": [0, 0, 0], "angular_velocity": [0, 0, 0.5])",
     R"("shape": {"type": "sphere", "radius": 0.25}, "position": [-1, 1.7320508075688772, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 1.5})", (M_PI / 6 - 0.25268025514207865) / 0.5},
    {"a sphere falls on a half-space", "3d", R"("shape": {"type": "half_space"}, "position": [5, 0.25, 1])",
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 2.25, 0.1], "linear_velocity": [1, -2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 0.75},
    {"a ray hits a half-space", "3d", R"("shape": {"type": "half_space"}, "position": [5, 0.25, 1])", "",
     R"({"type": "ray", "origin": [-5, 4.25, 0], "direction": [3, -4, 0], "length": 20, "body": "A"})", 5},
    {"a ray hits the side of a box", "3d", kBox, "",
     R"({"type": "ray", "origin": [-5, 0.1, 0.05], "direction": [2, 0, 0], "length": 20, "body": "A"})", 4},
    {"a ray is too short", "3d", kBox, "",
     R"({"type": "ray", "origin": [-5, 0.1, 0.05], "direction": [2, 0, 0], "length": 3.5, "body": "A"})", -1},
    {"a ray goes past a box", "3d", kBox, "",
     R"({"type": "ray", "origin": [-5, 0.8, 0.05], "direction": [2, 0, 0], "length": 20, "body": "A"})", -1},
    {"a ray hits a sphere in the middle", "3d", R"("shape": {"type": "sphere", "radius": 0.5}, "position": [3, 4, 0])",
     "", R"({"type": "ray", "origin": [0, 0, 0], "direction": [3, 4, 0], "length": 20, "body": "A"})", 4.5},
    {"a circle slides into a rectangle", "2d", kRectangle,
     R"("shape": {"type": "circle", "radius": 0.5}, "position": [3, 0.2], "linear_velocity": [-2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 0.75},
    {"a circle slides past", "2d", kRectangle,
     R"("shape": {"type": "circle", "radius": 0.5}, "position": [3, 1.2], "linear_velocity": [-2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 4})", -1},
    {"a ray hits a rectangle", "2d", kRectangle, "",
     R"({"type": "ray", "origin": [0.3, 5], "direction": [0, -1], "length": 10, "body": "A"})", 4.5},
    {"a ray hits a circle", "2d", R"("shape": {"type": "circle", "radius": 0.5}, "position": [3, 4])", "",
     R"({"type": "ray", "origin": [0, 0], "direction": [3, 4], "length": 20, "body": "A"})", 4.5},
    {"a sphere starts in a box", "3d", kBox,
     R"("shape": {"type": "sphere", "radius": 0.5}, "position": [0.4, 0.2, 0.1], "linear_velocity": [2, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 0},
    {"a ray starts in a box", "3d", kBox, "",
     R"({"type": "ray", "origin": [0.3, 0.1, 0.05], "direction": [2, 0, 0], "length": 20, "body": "A"})", 0},
    {"a circle starts in a rectangle", "2d", kRectangle,
     R"("shape": {"type": "circle", "radius": 0.5}, "position": [0.4, 0.2], "linear_velocity": [2, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", 0},
    {"a ray starts in a rectangle", "2d", kRectangle, "",
     R"({"type": "ray", "origin": [0.3, 0.1], "direction": [2, 0], "length": 20, "body": "A"})", 0},
    // A rod of half lengths 2 and 0.25 rotates below a wall whose face is at 1: its corner is at √4.0625 from the
    // centre.
    {"the corner of a rotating rod meets a wall", "3d",
     R"("shape": {"type": "box", "half_extents": [2, 0.25, 0.5]}, "position": [0, 0, 0], "angular_velocity": [0, 0, 0.5])",
     R"("shape": {"type": "box", "half_extents": [4, 0.5, 3]}, "position": [0, 1.5, 0.25])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", kCornerMeetsWall},
    {"the corner of a rotating rectangle meets a wall", "2d",
     R"("shape": {"type": "box", "half_extents": [2, 0.25]}, "position": [0, 0], "angular_velocity": 0.5)",
     R"("shape": {"type": "box", "half_extents": [4, 0.5]}, "position": [0, 1.5])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", kCornerMeetsWall},
    {"a wall comes down on a rotating rod", "3d",
     R"("shape": {"type": "box", "half_extents": [4, 0.5, 3]}, "position": [0, 2.5, 0.25], "linear_velocity": [0, -1, 0])",
     R"("shape": {"type": "capsule", "half_length": 1, "radius": 0.25}, "position": [0, 0, 0], "angular_velocity": [3, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 0.5})", -1},
    // Each is the other's mirror image: they meet where the ends, 2 sin φ + 0.25 high, reach the plane between them
    // at 1.25.
    {"two capsules rotate towards each other", "3d",
     R"("shape": {"type": "capsule", "half_length": 2, "radius": 0.25}, "position": [0, 0, 0], "axis_angle": {"axis": [0, 0, 1], "angle_deg": 90}, "angular_velocity": [0, 0, 0.5])",
     R"("shape": {"type": "capsule", "half_length": 2, "radius": 0.25}, "position": [0, 2.5, 0], "axis_angle": {"axis": [0, 0, 1], "angle_deg": 90}, "angular_velocity": [0, 0, -0.5])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", M_PI / 6 / 0.5},
    {"a capsule rotates about an axis across, into a sphere", "3d",
     R"("shape": {"type": "capsule", "half_length": 2, "radius": 0.25}, "position": [1, 2, 3], "angular_velocity": [0.5, 0, 0])",
     R"("shape": {"type": "sphere", "radius": 0.25}, "position": [1, 3.7320508075688772, 4])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 1.5})", (M_PI / 6 - 0.25268025514207865) / 0.5},
    {"a rotating capsule does not reach a sphere", "3d",
     R"("shape": {"type": "capsule", "half_length": 2, "radius": 0.25}, "position": [0, 0, 0], "angular_velocity": [0, 0, 3])",
     R"("shape": {"type": "sphere", "radius": 0.25}, "position": [2.625, 0, 0])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", -1},
    {"a rectangle flies and rotates past a circle", "2d",
     R"("shape": {"type": "box", "half_extents": [1, 0.25]}, "position": [-4, 0], "linear_velocity": [4, 0], "angular_velocity": 5)",
     R"("shape": {"type": "circle", "radius": 0.5}, "position": [0, 1.75])",
     R"({"type": "sweep", "pair": ["A", "B"], "duration": 2})", -1},
};

inline const HandQuery& handQuery(std::string_view name) {
  const auto found =
      std::ranges::find(kHandQueries, name, [](const HandQuery& hand) { return std::string_view(hand.name); });
  EXPECT_NE(found, std::end(kHandQueries)) << name;
  return found == std::end(kHandQueries) ? kHandQueries[0] : *found;
}

inline Document documentOf(const HandQuery& hand) {
  const std::string b = hand.b[0] == 0 ? std::string() : fmt::format(R"(, {{"id": "B", {}}})", hand.b);
  const auto loaded =
      parseCase(fmt::format(R"({{"sepax": 1, "space": "{}", "bodies": [{{"id": "A", {}}}{}], "queries": [{}]}})",
                            hand.space, hand.a, b, hand.query),
                hand.name, FilesBeside{});
  EXPECT_TRUE(loaded) << hand.name << ": " << (loaded ? std::string() : describe(loaded.error()));
  return loaded ? loaded->document : Document{};
}

inline QueryReport referenceOf(const Document& document) {
  auto asked = juryQueries(document);
  EXPECT_TRUE(asked && asked->size() == 1);
  return asked && !asked->empty() ? std::move(asked->front()) : QueryReport{};
}

/// What a member answers to one of them.
inline JuryRow rowOf(JuryMember& member, const HandQuery& hand, const Json& options = {}) {
  const Document document = documentOf(hand);
  return askMember(member, document, referenceOf(document), options);
}

/// How many of them a member answers, all of them rightly but for the one that it is known to get wrong.
inline int handQueriesRight(JuryMember& member, const std::string& name, const Json& options = {},
                            std::string_view known_wrong = {}) {
  int answered = 0;
  for (const HandQuery& hand : kHandQueries) {
    const JuryRow row = rowOf(member, hand, options);
    if (row.answer.status == JurorAnswer::Status::kUnsupported) continue;
    ++answered;
    EXPECT_EQ(row.answer.status, JurorAnswer::Status::kOk) << name << ", " << hand.name << ": " << row.answer.message;
    EXPECT_TRUE(row.answer.hit) << name << ", " << hand.name;
    const bool is_known = hand.name == known_wrong;
    EXPECT_EQ(row.differs(), is_known) << name << ", " << hand.name;
    for (const JuryDifference& difference : row.differences)
      EXPECT_TRUE(difference.is_tie || is_known) << name << ", " << hand.name << ": " << difference.text;
  }
  return answered;
}

}  // namespace sepax::test
