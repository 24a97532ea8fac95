#include "draw/scene_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <string>

#include "collide/pieces/concave_shapes.h"
#include "document/motion.h"
#include "document/tested_pairs.h"
#include "draw/crowd_picture.h"
#include "draw/ground_picture.h"
#include "draw/label_layout.h"
#include "draw/shape_picture.h"
#include "format/query.h"
#include "geom/compound_data.h"

namespace sepax {
namespace {

constexpr ViewSize kSceneView{1280, 720};

Document boxes(const Vec3& at) {
  Document document;
  Body a, b;
  a.id = "A";
  a.shape = Box{};
  b.id = "B";
  b.shape = Box{};
  b.position = at;
  document.bodies = {a, b};
  return document;
}

struct Made {
  DrawList list;
  PairReport report;
  [[nodiscard]] bool hasLabel(const std::string& text) const {
    return std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& l) { return l.text == text; });
  }
  [[nodiscard]] bool hasLabelStarting(const std::string& text) const {
    return std::any_of(list.labels.begin(), list.labels.end(),
                       [&](const Label& l) { return l.text.starts_with(text); });
  }
};

Made make(const Document& document, PictureInput input = {}, const std::string& algorithm = "sat") {
  Made made;
  made.report = testPair(document, testedPairs(document)[0], algorithm).value();
  input.document = &document;
  input.report = &made.report;
  made.list = scenePicture(input, framingCamera(document, kSceneView), kSceneView);
  return made;
}

void expectFinite(const DrawList& list) {
  const auto ok = [](const glm::vec3& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); };
  for (const auto* fills : {&list.solids, &list.translucent}) {
    EXPECT_EQ(fills->size() % 3, 0u);
    for (const FillVertex& v : *fills) ASSERT_TRUE(ok(v.position) && ok(v.normal));
  }
  for (const Line& l : list.lines) ASSERT_TRUE(ok(l.from) && ok(l.to));
  for (const Point& p : list.points) ASSERT_TRUE(ok(p.position));
  for (const Label& l : list.labels) ASSERT_TRUE(ok(l.position));
}

TEST(ScenePicture, WritesTheIntervalsAndTheGapOfTheShownAxis) {
  const Made made = make(boxes({1.25, 0, 0}));
  EXPECT_TRUE(made.hasLabel("gap 0.25 m"));
  EXPECT_TRUE(made.hasLabel("L = A0"));
  for (const char* number : {"−0.5", "0.5", "0.75", "1.75"}) EXPECT_TRUE(made.hasLabel(number)) << number;
  expectFinite(made.list);
}

TEST(ScenePicture, ShowsTheOverlapAndTheMinimumTranslationVector) {
  const Made made = make(boxes({0.75, 0, 0}));
  EXPECT_TRUE(made.hasLabel("overlap 0.25 m"));
  EXPECT_TRUE(made.hasLabel("mtv 0.25 m"));
  EXPECT_TRUE(make(boxes({1, 0, 0})).hasLabel("touching"));
}

TEST(ScenePicture, RadiiModeShowsRadiiAgainstTheCentreDistance) {
  PictureInput input;
  input.options.radii = true;
  const Made made = make(boxes({1.25, 0, 0}), input);
  EXPECT_TRUE(made.hasLabel("rA 0.5"));
  EXPECT_TRUE(made.hasLabel("rB 0.5"));
  EXPECT_TRUE(made.hasLabel("|T·L| 1.25"));
}

TEST(ScenePicture, APickedAxisReplacesTheDecidingOne) {
  PictureInput input;
  input.axis = parseAxisName("A1");
  const Made made = make(boxes({1.25, 0.25, 0}), input);
  EXPECT_TRUE(made.hasLabel("L = A1"));
  EXPECT_TRUE(made.hasLabel("overlap 0.75 m"));
}

TEST(ScenePicture, EachOptionRemovesWhatItNames) {
  const Document document = boxes({0.75, 0.2, 0});
  const auto count = [&](auto&& change) {
    PictureInput input;
    change(input.options);
    const Made made = make(document, input);
    return made.list.lines.size() + made.list.translucent.size() + made.list.labels.size() + made.list.points.size() +
           made.list.flat.size();
  };
  const std::size_t all = count([](PictureOptions&) {});
  EXPECT_LT(count([](PictureOptions& o) { o.grid = false; }), all);
  EXPECT_LT(count([](PictureOptions& o) { o.rail = false; }), all);
  EXPECT_LT(count([](PictureOptions& o) { o.drop_lines = false; }), all);
  EXPECT_LT(count([](PictureOptions& o) { o.separating_plane = false; }), all);
  EXPECT_LT(count([](PictureOptions& o) { o.mtv = false; }), all);
  EXPECT_LT(count([](PictureOptions& o) { o.support = false; }), all);
  EXPECT_LT(count([](PictureOptions& o) { o.witness = false; }), all);
  EXPECT_LT(count([](PictureOptions& o) { o.labels = false; }), all);
}

TEST(ScenePicture, ARowThatMeasuresNoPointsHasNoneInThePicture) {
  const auto pointsOf = [](const std::string& algorithm, bool witness) {
    PictureInput input;
    input.options.witness = witness;
    return make(boxes({2.5, 0.2, 0}), input, algorithm).list.points.size();
  };
  EXPECT_GT(pointsOf("gjk", true), pointsOf("gjk", false));
  EXPECT_EQ(pointsOf("historical/six-axes-3d", true), pointsOf("historical/six-axes-3d", false)) << "the centres";
}

TEST(ScenePicture, OfACrowdNamesOnlyWhatStandsOutAndColoursWhatMeets) {
  Document document = defaultDocument();
  for (int i = 2; i < 70; ++i) {
    Body body = document.bodies[0];
    body.id = "c" + std::to_string(i);
    body.position = {3.0 * i, 0, 0};
    document.bodies.push_back(body);
  }
  std::vector<CrowdLook> looks(70, CrowdLook::kQuiet);
  looks[5] = CrowdLook::kOverlapping;
  looks[6] = CrowdLook::kTouching;
  PictureInput input;
  input.crowd = looks;
  input.selected = "c9";
  const Made made = make(document, input);
  for (const char* id : {"A", "B", "c9"}) EXPECT_TRUE(made.hasLabel(id)) << id;
  for (const char* id : {"c2", "c5", "c6"}) EXPECT_FALSE(made.hasLabel(id)) << id;
  const auto lines = [&](Colour colour) {
    return std::ranges::count_if(made.list.lines, [&](const Line& line) {
      return line.colour.r == colour.r && line.colour.g == colour.g && line.colour.b == colour.b &&
             line.colour.a == colour.a;
    });
  };
  const Palette& palette = paletteOf(Theme::kDark);
  ASSERT_NE(made.list.stamps, nullptr);
  const auto box = static_cast<std::size_t>(StampKind::kBox);
  ASSERT_EQ(made.list.stamps->solid[box].size(), 2u) << "what meets others hides the rest";
  EXPECT_EQ(made.list.stamps->solid[box][0].fill, palette.overlapping);
  EXPECT_EQ(made.list.stamps->solid[box][1].fill, palette.touching);
  EXPECT_EQ(made.list.stamps->faint[box].size(), 70u - 2 - 3) << "all but those and what stands out";
  const Stamp& stamp = made.list.stamps->faint[box].front();
  const Body& first = document.bodies[2];
  const Vec3 half = std::get<Box>(first.shape).half_extents, centre = Vec3(stamp.centre) + made.list.stamps->origin;
  EXPECT_LT(length(centre - first.position), 1e-5);
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(glm::length(stamp.axes[static_cast<std::size_t>(c)]), half[c], 1e-6);
  EXPECT_EQ(lines(palette.other), 12) << "the selected one alone has its full colour";
}

TEST(ScenePicture, ACrowdThatIsAllApartIsClearToSee) {
  Document document;
  document.space = Space::k3d;
  const auto box = static_cast<std::size_t>(StampKind::kBox);
  for (int i = 0; i < 70; ++i) {
    Body body;
    body.id = "c" + std::to_string(i);
    body.shape = i == 0 ? Shape(*makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})) : Shape(Box{{0.5, 0.5, 0.5}});
    body.position = {3.0 * i, 0, 0};
    document.bodies.push_back(body);
  }
  const Camera camera = framingCamera(document, {640, 480});
  const auto strength = [&](std::vector<CrowdLook> looks) {
    PictureInput input;
    input.document = &document;
    input.crowd = looks;
    const DrawList list = scenePicture(input, camera, {640, 480});
    int edges_of_hull = 0;
    for (const Line& line : list.lines) {
      if (line.colour.r == paletteOf(Theme::kDark).other.r) edges_of_hull = std::max<int>(edges_of_hull, line.colour.a);
    }
    return std::pair<int, int>(list.stamps->faint[box].back().edge.a, edges_of_hull);
  };
  std::vector<CrowdLook> looks(70, CrowdLook::kQuiet);
  const auto apart = strength(looks);
  EXPECT_GT(apart.first, 200);
  EXPECT_GT(apart.second, 200);
  looks[5] = CrowdLook::kOverlapping;
  const auto beside = strength(looks);
  EXPECT_LT(beside.first, 100) << "beside some that meet, the others step back";
  EXPECT_LT(beside.second, 100);
}

// The number that the piece has was shown, another edge than the one that is drawn.
TEST(ScenePicture, NamesFeaturesOfAPieceByTheNumbersOfTheWholeShape) {
  Document document;
  document.space = Space::k2d;
  Body a, b;
  a.id = "A";
  a.shape = Polygon{{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}};
  b.id = "B";
  b.shape = Circle{0.5};
  b.position = {1.2, 1.7, 0};
  document.bodies = {a, b};
  EXPECT_TRUE(make(document).hasLabel("A edge 3")) << "from (1, 1) to (1, 3)";

  document.space = Space::k3d;
  document.bodies[0].shape =
      *makeCompound({{"leg", Box{{1, 1, 1}}, {}}, {"top", Box{{1, 1, 1}}, {{0, 2, 0}, Mat3{1.0}}}}, false);
  document.bodies[1].shape = Sphere{0.5};
  document.bodies[1].position = {1.4, 0.2, 0.1};
  EXPECT_TRUE(make(document).hasLabel("A face 0 of \"leg\""));

  const Mesh cube = test::cubeMesh(Vec3{1.0});
  document.bodies[0].shape = cube;
  const Made made = make(document);
  const Vec3 nearest = made.report.answer.closest_a;
  for (int t = 0; t < 12; ++t) {
    const auto [p, q, r] = cornersOf(*cube.data, t);
    const Vec3 corners[] = {p, q, r};
    double around = 0;  // the angles to the corners are a whole turn inside of the triangle
    for (int k = 0; k < 3; ++k)
      around += std::acos(glm::clamp(
          dot(normalizedOr(corners[k] - nearest, {}), normalizedOr(corners[(k + 1) % 3] - nearest, {})), -1.0, 1.0));
    EXPECT_EQ(made.hasLabel("A face " + std::to_string(t)), around > 6.28) << t;
  }
}

TEST(ScenePicture, ALongNameIsAbridgedAndWholeForThoseWhoPointAtIt) {
  Document document = boxes({3, 0, 0});
  document.bodies[0].id = "level_2/props/crates/crate_0042/left_half";
  const DrawList list = make(document).list;
  const auto label = std::ranges::find(list.labels, "level_2/props/…left_half", &Label::text);
  ASSERT_NE(label, list.labels.end());
  EXPECT_EQ(label->exact, document.bodies[0].id);
  const auto other = std::ranges::find(list.labels, "B", &Label::text);
  ASSERT_NE(other, list.labels.end());
  EXPECT_EQ(other->exact, "");
}

std::size_t linesOf(const Hull& hull) {
  const PosedShape posed{hull, {}};
  const ConvexFeatures features = worldFeatures(posed);
  EXPECT_GT(features.core.edges.size(), 10000u);
  DrawList list;
  Camera camera;
  camera.pitch = 0.5;
  camera.distance = 10;
  addShape(list, posed, features, {}, camera);
  EXPECT_FALSE(list.translucent.empty());
  return list.lines.size();
}

TEST(ScenePicture, OfAHullWithThousandsOfEdgesItsOutlineIsDrawnAndWhereItBends) {
  std::vector<Vec3> dome, ball;
  constexpr int kSides = 100;
  for (int i = 0; i < kSides; ++i) {
    for (int k = 0; k < kSides; ++k) {
      const double x = 2.0 * i / (kSides - 1) - 1, y = 2.0 * k / (kSides - 1) - 1;
      dome.push_back({x, 1 - 0.01 * (x * x + y * y), y});
      ball.push_back({std::cos(M_PI * x) * std::cos(M_PI / 2 * y), std::sin(M_PI / 2 * y),
                      std::sin(M_PI * x) * std::cos(M_PI / 2 * y)});
    }
  }
  for (const double x : {-1, 1}) {
    for (const double z : {-1, 1}) dome.push_back({x, -1, z});
  }
  // The edges of a flat dome on a box bend by less than a degree, the 396 of its rim by ninety, as the eight of the box
  // do.
  EXPECT_EQ(linesOf(makeHull(dome).value()), 404u);
  // A closed line around a ball, of which each edge is about a sixtieth.
  const std::size_t outline = linesOf(makeHull(ball).value());
  EXPECT_GE(outline, 60u);
  EXPECT_LE(outline, 600u);
}

TEST(ScenePicture, TheRailInTheSceneIsBesideTheShapesUnlessAskedThrough) {
  const Document document = boxes({1.25, 0, 0});
  PictureInput input;
  input.options = {};
  input.options.scene_rail = true;
  input.options.grid = input.options.drop_lines = input.options.separating_plane = input.options.witness =
      input.options.support = false;
  const auto lowest = [](const Made& made) {
    float y = 1e9f;
    for (const Line& l : made.list.lines) {
      if (l.layer == Layer::kOverlay)
        y = std::min(
            {y, l.from.y + static_cast<float>(made.list.origin.y), l.to.y + static_cast<float>(made.list.origin.y)});
    }
    return y;
  };
  Document flat = document;
  flat.space = Space::k2d;
  for (Body& body : flat.bodies) {
    body.shape = Box2{};
    body.rotation = 0.0;
  }
  const Made beside = make(flat, input);
  float highest = -1e9f;
  for (const Line& l : beside.list.lines) {
    if (l.layer == Layer::kOverlay) highest = std::max({highest, l.from.y + static_cast<float>(beside.list.origin.y)});
  }
  EXPECT_LT(highest, -0.5f);
  input.options.through_shapes = true;
  EXPECT_GT(lowest(make(flat, input)), -0.5f);
}

TEST(ScenePicture, FarFromTheOriginItIsTheSamePicture) {
  const Vec3 far{1e8, 0, -1e8};
  Document near_document = boxes({1.25, 0.1, 0}), far_document = near_document;
  for (Body& body : far_document.bodies) body.position += far;
  PictureInput input;
  input.options.grid = false;
  const Made near_made = make(near_document, input), far_made = make(far_document, input);
  ASSERT_EQ(near_made.list.lines.size(), far_made.list.lines.size());
  for (std::size_t i = 0; i < near_made.list.lines.size(); ++i) {
    EXPECT_LT(glm::length(near_made.list.lines[i].from - far_made.list.lines[i].from), 1e-4f);
  }
}

TEST(ScenePicture, EveryShapeIsDrawnAndNothingIsInfinite) {
  const std::vector<Shape> solids = {
      Sphere{0.5},
      Sphere{0},
      Box{},
      Box{{1, 0, 0}},
      Capsule{},
      Capsule{0, 0},
      makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).value(),
      makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 1, 3}}).value()};
  for (const Shape& shape : solids) {
    Document document = boxes({0.2, 0.1, 0.3});
    document.bodies[1].shape = shape;
    const Made made = make(document);
    expectFinite(made.list);
    EXPECT_TRUE(made.hasLabelStarting("overlap")) << typeName(shape);
  }
  for (const Shape& shape : {Shape{Circle{}}, Shape{Box2{}}, Shape{Capsule2{}}, Shape{Polygon{}}}) {
    Document document;
    document.space = Space::k2d;
    Body a;
    a.id = "A";
    a.shape = shape;
    a.rotation = 0.3;
    Body b = a;
    b.id = "B";
    b.position = {3, 0, 0};
    document.bodies = {a, b};
    const Made made = make(document);
    expectFinite(made.list);
    EXPECT_TRUE(made.hasLabelStarting("gap")) << typeName(shape);
  }
}

TEST(ScenePicture, ShowsTheContactsClipByClip) {
  const Document document = boxes({0.6, 0.9, 0.3});
  PictureInput input;
  input.options.rail = false;
  input.contacts = true;
  const Made result = make(document, input);
  ASSERT_TRUE(result.report.manifold);
  const Manifold& manifold = *result.report.manifold;
  ASSERT_EQ(manifold.steps.size(), 4u);
  for (const Contact& contact : manifold.contacts) EXPECT_TRUE(result.hasLabelStarting(featuresOf(contact)));
  for (std::size_t stage = 0; stage <= manifold.steps.size(); ++stage) {
    input.clip_stage = static_cast<int>(stage);
    const Made made = make(document, input);
    expectFinite(made.list);
    for (std::size_t i = 0; i < manifold.steps.size(); ++i) {
      EXPECT_EQ(made.hasLabel(featureName(manifold.referenceLetter(), manifold.steps[i].side)), i + 1 == stage)
          << "stage " << stage;
    }
    EXPECT_FALSE(made.hasLabelStarting(featuresOf(manifold.contacts[0]))) << "names come with the result";
  }
  input.clip_stage = 99;
  EXPECT_EQ(make(document, input).list.labels.size(), result.list.labels.size());
}

TEST(ScenePicture, PutsGhostsWhereTheMotionHasThemAndMarksTheFirstContact) {
  Document document = boxes({3, 0, 0});
  document.bodies[1].linear_velocity = Vec3{-4, 0, 0};
  const PosedShape a = posedShape(document.bodies[0]), b = posedShape(document.bodies[1]);
  const Motion still = motionOf(document.bodies[0]), moving = motionOf(document.bodies[1]);
  const auto report = sweep(a, still, b, moving, 1);
  ASSERT_TRUE(report && report->hit);
  PictureInput input;
  const SweepView early{*report, a, b, still, moving, 0.25};
  input.sweep = &early;
  const Made made = make(document, input);
  const auto dashed =
      std::count_if(made.list.lines.begin(), made.list.lines.end(), [](const Line& l) { return l.dash_px == 5; });
  EXPECT_GE(dashed, 13) << "the way and the twelve edges at the first contact";
  // B stands at x = 2 after 0.25 s: each edge of its ghost is a solid line between two corners there.
  const Vec3 half = std::get<Box>(document.bodies[1].shape).half_extents, centre{2, 0, 0};
  const auto is_corner = [&](const glm::vec3& point) {
    const Vec3 from_centre = glm::abs(Vec3(point) + made.list.origin - centre);
    return glm::length(from_centre - half) < 1e-6;
  };
  const auto ghost_edges = std::ranges::count_if(made.list.lines, [&](const Line& line) {
    return line.dash_px == 0 && is_corner(line.from) && is_corner(line.to);
  });
  EXPECT_GE(ghost_edges, 6) << "the edges of the ghost, less the hidden ones";
  EXPECT_TRUE(made.hasLabel("t = 0.25 s"));
  EXPECT_TRUE(made.hasLabel("0.5 s")) << "the time of the first contact";
  expectFinite(made.list);
}

TEST(ScenePicture, DrawsRaysAndPointsOfTheCase) {
  Document document = boxes({3, 0, 0});
  document.queries = {AskedQuery{RayQuery{{-3, 0, 0}, {1, 0, 0}, 10, std::nullopt}},
                      AskedQuery{ContainsQuery{"A", {0, 0.25, 0}}}};
  const auto answers = answerQueries(document);
  ASSERT_TRUE(answers);
  PictureInput input;
  input.queries = *answers;
  const Made made = make(document, input);
  EXPECT_TRUE(made.hasLabel("A 2.5") && made.hasLabel("B 5.5"));
  EXPECT_TRUE(made.hasLabel("-0.25"));
  expectFinite(made.list);
}

/// A C with a ball in its hollow.
Document letterC() {
  Document document;
  document.space = Space::k2d;
  Body c, ball;
  c.id = "C";
  c.shape = Polygon{{{-1, -1}, {1, -1}, {1, -0.5}, {-0.5, -0.5}, {-0.5, 0.5}, {1, 0.5}, {1, 1}, {-1, 1}}};
  c.rotation = ball.rotation = 0.0;
  ball.id = "ball";
  ball.shape = Circle{0.25};
  ball.position = {0.25, 0, 0};
  document.bodies = {c, ball};
  return document;
}

TEST(ScenePicture, AConcavePolygonShowsItsCutsWhenSelectedAndTheGapToTheDecidingPiece) {
  const auto dashed = [](const Made& made) {
    return std::count_if(made.list.lines.begin(), made.list.lines.end(),
                         [](const Line& line) { return line.dash_px == 4; });
  };
  const Made plain = make(letterC());
  expectFinite(plain.list);
  EXPECT_TRUE(plain.hasLabel("gap 0.25 m"));
  PictureInput input;
  input.selected = "C";
  EXPECT_EQ(dashed(make(letterC(), input)), dashed(plain) + 2) << "three pieces, two cuts";
}

TEST(FrameScene, FillsTheViewWithShapesAndRailInSpaceAndPlane) {
  for (const ViewSize& view : {kSceneView, ViewSize{496, 412}, ViewSize{1064, 900}}) {
    for (const bool planar : {false, true}) {
      Document document = boxes({1.4, 0.9, 0});
      if (planar) {
        document.space = Space::k2d;
        for (Body& body : document.bodies) {
          body.shape = Box2{};
          body.rotation = 0.4;
        }
      }
      const PairReport report = testPair(document, testedPairs(document)[0]).value();
      const Camera camera = framingCamera(document, view);
      PictureInput input;
      input.document = &document;
      input.report = &report;
      input.options.grid = input.options.separating_plane = false;
      const DrawList list = scenePicture(input, camera, view);
      Vec2 low{1e9}, high{-1e9}, bodies_low{1e9}, bodies_high{-1e9};
      for (const FlatMark& mark : list.flat) {
        for (const Vec2& p : mark.points) {
          low = glm::min(low, p);
          high = glm::max(high, p);
        }
      }
      for (const Line& line : list.lines) {
        const auto pixel = toPixel(camera, view, list.origin + Vec3(line.from));
        ASSERT_TRUE(pixel);
        bodies_low = glm::min(bodies_low, *pixel);
        bodies_high = glm::max(bodies_high, *pixel);
      }
      low = glm::min(low, bodies_low);
      high = glm::max(high, bodies_high);
      EXPECT_GE(std::min(low.x, low.y), 0) << view.width << planar;
      EXPECT_LE(high.x, view.width) << planar;
      EXPECT_LE(high.y, view.height) << planar;
      EXPECT_GT(std::max((high.x - low.x) / view.width, (high.y - low.y) / view.height), 0.5);
      ASSERT_EQ(list.flat_taken.size(), 1u);
      const PixelBar& strip = list.flat_taken[0];
      EXPECT_TRUE(planar || bodies_high.y <= strip.from.y - strip.half_width) << "the strip covers a body";
    }
  }
}

TEST(FrameScene, FillsTheViewWithTheBodiesAlsoWhereARailAcrossHasNoRoom) {
  Document document = boxes({2.4, 1.6, 0});
  document.space = Space::k2d;
  for (Body& body : document.bodies) {
    body.shape = Box2{{2, 1}};
    body.rotation = 0.6;
  }
  for (const ViewSize& view : {ViewSize{800, 600}, ViewSize{420, 330}, ViewSize{300, 240}, ViewSize{240, 480}}) {
    const Camera camera = framingCamera(document, view);
    Vec2 low{1e9}, high{-1e9};
    for (const Body& body : document.bodies) {
      for (const Vec3& corner : convexFeatures(body.shape).core.vertices) {
        const PosedShape posed = posedShape(body);
        const auto pixel = toPixel(camera, view, posed.pose.position + posed.pose.rotation * corner);
        ASSERT_TRUE(pixel);
        low = glm::min(low, *pixel);
        high = glm::max(high, *pixel);
      }
    }
    EXPECT_GE(std::min(low.x, low.y), 0) << view.width;
    EXPECT_LE(high.x, view.width) << view.width;
    EXPECT_LE(high.y, view.height) << view.width;
    EXPECT_GT(std::max((high.x - low.x) / view.width, (high.y - low.y) / view.height), 0.4) << view.width;
  }
}

TEST(FrameScene, KeepsTheCamerasDirection) {
  const Document document = boxes({1.4, 0.9, 0});
  Camera camera;
  camera.yaw = 1.9;
  camera.pitch = -0.3;
  PictureInput input;
  input.document = &document;
  frameScene(camera, input, kSceneView);
  EXPECT_EQ(camera.yaw, 1.9);
  EXPECT_EQ(camera.pitch, -0.3);
}

TEST(ScenePicture, TheNumberOfTheTranslationLeavesItsArrowFree) {
  const auto measure = [](const std::string& text) { return Vec2{7.0 * static_cast<double>(text.size()) + 6, 18}; };
  const ViewSize view{700, 560};
  for (const Vec3& at : {Vec3{0.9, 0.3, 0}, Vec3{-0.9, 0.3, 0}, Vec3{0.2, 0.9, 0}, Vec3{0.2, -0.9, 0}}) {
    Document document = boxes(at);
    document.space = Space::k2d;
    for (Body& body : document.bodies) body.shape = Box2{};
    const PairReport report = testPair(document, testedPairs(document)[0]).value();
    PictureInput input;
    input.document = &document;
    input.report = &report;
    const Camera camera = framingCamera(document, view, UpAxis::kY, &report);
    const DrawList list = scenePicture(input, camera, view);
    int named = 0;
    for (const PlacedLabel& placed : placeLabels(list, camera, view, measure)) {
      if (!list.labels[placed.label].text.starts_with("mtv")) continue;
      ++named;
      const Vec3 from = document.bodies[1].position;
      for (const double part : {0.0, 0.5, 1.0}) {
        const Vec2 pixel = toPixel(camera, view, from + report.answer.mtv * part).value();
        EXPECT_FALSE((PixelBox{placed.min, placed.max}.meets({pixel - 2.0, pixel + 2.0}))) << at.x << " " << part;
      }
    }
    EXPECT_EQ(named, 1);
  }
}

TEST(RoundStep, IsOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_DOUBLE_EQ(roundStep(1), 1);
  EXPECT_DOUBLE_EQ(roundStep(4.9), 2);
  EXPECT_DOUBLE_EQ(roundStep(0.07), 0.05);
  EXPECT_EQ(roundStep(0), 0);
  EXPECT_EQ(roundStep(-1), 0);
}

}  // namespace
}  // namespace sepax
