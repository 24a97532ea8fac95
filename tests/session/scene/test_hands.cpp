#include "session/process.h"
#include "session/scene/body_edits.h"
#include "session/scene/selection.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

// What the hand does to bodies, without a window: touch, arrange, draw, select, copy.

namespace sepax {
namespace {

Body at(const char* id, Shape shape, const Vec3& position) {
  Body body;
  body.id = id;
  body.shape = std::move(shape);
  body.position = position;
  if (isPlanar(body.shape)) body.rotation = 0.4;
  return body;
}

Document plane(std::vector<Body> bodies) {
  Document document;
  document.space = Space::k2d;
  document.bodies = std::move(bodies);
  return document;
}

Verdict verdictAfter(Document document, const std::string& id, const TouchMove& move) {
  findBody(document, id)->position += move.shift;
  return testPair(document, {id, move.other}).value().answer.verdict;
}

TEST(Touching, EndsWithTheVerdictTouchingFromInsideAndOutsideForShapesOfBothSpaces) {
  std::mt19937 engine(7);
  const auto within = [&](double size) { return std::uniform_real_distribution<double>(-size, size)(engine); };
  const Shape planar[] = {Box2{}, Circle{0.7}, Polygon{}, Capsule2{}};
  const Shape solid[] = {Box{}, Sphere{0.7}, Triangle{}, Capsule{}};
  for (int round = 0; round < 200; ++round) {
    const bool flat = round % 2 == 0;
    const auto& shapes = flat ? planar : solid;
    Document document = plane({at("A", shapes[engine() % 4], {0, 0, 0}),
                               at("B", shapes[engine() % 4], {within(2), within(2), flat ? 0 : within(2)})});
    document.space = flat ? Space::k2d : Space::k3d;
    const auto move = moveToTouch(document, "B", "A");
    ASSERT_TRUE(move) << round;
    EXPECT_EQ(verdictAfter(document, "B", *move), Verdict::kTouching) << round;
  }
}

TEST(Touching, KeepsToADirectionAndSaysWhenTheBodySlidesPast) {
  const Document document = plane({at("A", Box2{}, {0, 0, 0}), at("B", Circle{0.5}, {3, 0.2, 0})});
  const auto along = moveToTouch(document, "B", "A", Vec3{1, 0, 0});
  ASSERT_TRUE(along);
  EXPECT_EQ(along->shift.y, 0);
  EXPECT_LT(along->shift.x, 0);
  EXPECT_EQ(verdictAfter(document, "B", *along), Verdict::kTouching);
  EXPECT_FALSE(
      moveToTouch(plane({at("A", Box2{}, {0, 0, 0}), at("B", Circle{0.5}, {0, 9, 0})}), "B", "A", Vec3{1, 0, 0}));
}

TEST(Touching, PrefersTheNearestBodyInReachAndOverlooksHiddenOnes) {
  Document document = plane(
      {at("A", Circle{0.5}, {0, 0, 0}), at("near", Circle{0.5}, {1.2, 0, 0}), at("far", Circle{0.5}, {-1.5, 0, 0})});
  EXPECT_EQ(nearestTouch(document, "A", {}, 1)->other, "near");
  EXPECT_EQ(nearestTouch(document, "A", {"near"}, 1)->other, "far");
  EXPECT_FALSE(nearestTouch(document, "A", {}, 0.1));
  findBody(document, "near")->visible = false;
  EXPECT_EQ(nearestTouch(document, "A", {}, 1)->other, "far");
}

TEST(Arranging, AlignsWithTheLastAndMakesGapsEqual) {
  const std::vector<Body> bodies = {at("A", Circle{0.5}, {0, 0, 0}), at("B", Circle{1}, {4, 2, 0}),
                                    at("C", Circle{0.25}, {9, 5, 0})};
  for (const Body& body : aligned(bodies, 1, AlignAt::kMin)) {
    EXPECT_NEAR(body.position.y - std::get<Circle>(body.shape).radius, 4.75, 1e-12) << body.id;
  }
  const std::vector<Body> even = distributed(bodies, 0);
  EXPECT_EQ(even.front().position, bodies.front().position);
  EXPECT_EQ(even.back().position, bodies.back().position);
  EXPECT_NEAR((even[1].position.x - 1) - 0.5, 8.75 - (even[1].position.x + 1), 1e-12);
}

TEST(Arranging, RotatesTogetherAboutAPointAndBackAgain) {
  const std::vector<Body> bodies = {at("A", Box2{}, {0, 0, 0}), at("B", Circle{1}, {4, 2, 0})};
  const std::vector<Body> turned = rotatedTogether(bodies, {2, 1, 0}, {0, 0, 1}, 1.1);
  EXPECT_NEAR(length(turned[0].position - turned[1].position), std::sqrt(20.0), 1e-12);
  EXPECT_NEAR(std::get<double>(turned[0].rotation), 1.5, 1e-12);
  const std::vector<Body> back = rotatedTogether(turned, {2, 1, 0}, {0, 0, 1}, -1.1);
  EXPECT_LT(length(back[1].position - bodies[1].position), 1e-12);
}

TEST(Drawing, APolygonThatCrossesItselfIsRefusedWithTheReason) {
  EXPECT_TRUE(polygonBody({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  const Result<Body> bow = polygonBody({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}});
  ASSERT_FALSE(bow);
  EXPECT_FALSE(bow.error().message.empty());
  EXPECT_FALSE(polygonBody({{0, 0, 0}, {1, 0, 0}}));
}

TEST(Drawing, TheHullOfPointsInThePlaneIsConvexAndHoldsThemAll) {
  const Result<Body> hull = hullBody({{0, 0, 0}, {2, 0, 0}, {1, 0.1, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0}}, Space::k2d);
  ASSERT_TRUE(hull);
  EXPECT_EQ(std::get<Polygon>(hull->shape).vertices.size(), 4u);
  EXPECT_EQ(hull->position, Vec3(1, 1, 0));
  EXPECT_FALSE(hullBody({{0, 0, 0}, {1, 1, 0}, {2, 2, 0}}, Space::k2d)) << "points on a line";
}

TEST(Drawing, PointsThatAreMovedComeBackAsTheyWereSetEvenUnderRotationAndScale) {
  for (Body body : {at("P", Polygon{}, {1, 2, 0}), at("T", Triangle{}, {1, 2, 3})}) {
    const bool flat = isPlanar(body.shape);
    body.scale = Vec3{2, 3, flat ? 1.0 : 0.5};
    if (!flat) body.rotation = normalized(Quat{1, 0.2, -0.4, 0.1});
    std::vector<Vec3> points = editablePoints(body);
    points[1] += Vec3{0.3, 0.1, flat ? 0 : 0.2};
    const Result<Body> changed = withPoints(body, points, flat ? Space::k2d : Space::k3d);
    ASSERT_TRUE(changed);
    const std::vector<Vec3> again = editablePoints(*changed);
    for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(length(again[i] - points[i]), 1e-12) << body.id << i;
  }
}

TEST(Selection, IsOneOrSeveralAndForgetsWhatIsGone) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  ViewState& view = workspace.view;
  selectOnly(view, "A");
  toggleSelected(view, "B");
  EXPECT_EQ(selectedIds(view), (std::vector<std::string>{"A", "B"}));
  Outbox outbox;
  outbox.send(RenameBody{"A", "K"});
  process(workspace, outbox);
  EXPECT_EQ(selectedIds(view), (std::vector<std::string>{"K", "B"}));
  outbox.send(RemoveBody{"K"});
  process(workspace, outbox);
  EXPECT_EQ(selectedIds(view), (std::vector<std::string>{"B"}));
  toggleSelected(view, "B");
  EXPECT_TRUE(selectedIds(view).empty());
}

TEST(Selection, WhatIsDoneToSeveralBodiesIsOneStepOfTheHistory) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  select(workspace.view, {"A", "B"});
  Outbox outbox;
  duplicateSelected(workspace.history, workspace.view, outbox);
  process(workspace, outbox);
  EXPECT_EQ(workspace.history.document().bodies.size(), 4u);
  EXPECT_EQ(selectedIds(workspace.view), (std::vector<std::string>{"C", "D"}));
  lockSelected(workspace.history.document(), workspace.view, true, outbox);
  removeSelected(workspace.view, outbox);
  process(workspace, outbox);
  EXPECT_EQ(workspace.history.document().bodies.size(), 2u);
  EXPECT_EQ(workspace.history.undoLabel(), "Remove C, D");
  EXPECT_EQ(workspace.history.size(), 4u);
  EXPECT_EQ(freshId(workspace.history), "E") << "undo would bring C and D back";
  outbox.request(GoToEntry{1});
  process(workspace, outbox);
  EXPECT_EQ(workspace.history.document().bodies.size(), 4u);
  EXPECT_FALSE(findBody(workspace.history.document(), "C")->locked);
  outbox.request(GoToEntry{3});
  process(workspace, outbox);
  EXPECT_EQ(workspace.history.document().bodies.size(), 2u);
}

TEST(Selection, BodiesAreCopiedAsACaseAndPastedUnderFreeNames) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  select(workspace.view, {"A", "B"});
  const std::string text = copiedBodies(workspace.history.document(), workspace.view);
  Outbox outbox;
  outbox.request(PasteBodies{text});
  process(workspace, outbox);
  const auto bodies = [&]() -> const std::vector<Body>& { return workspace.history.document().bodies; };
  ASSERT_EQ(bodies().size(), 4u);
  EXPECT_EQ(selectedIds(workspace.view), (std::vector<std::string>{"C", "D"}));
  EXPECT_EQ(bodies()[2].shape, bodies()[0].shape);
  outbox.request(PasteBodies{"0 0 0\n1, 0, 0\n0 1 0\n(0 0 1)"});
  process(workspace, outbox);
  EXPECT_TRUE(std::holds_alternative<Hull>(bodies().back().shape));
  const std::size_t before = bodies().size();
  for (const char* wrong : {"", "hello", "1 2\n3", "{\"sepax\":1,\"space\":\"2d\",\"bodies\":[]}"}) {
    workspace.toasts.clear();
    outbox.request(PasteBodies{wrong});
    process(workspace, outbox);
    EXPECT_EQ(workspace.toasts.size(), 1u) << wrong;
    EXPECT_EQ(bodies().size(), before);
  }
}

TEST(Selection, PastingFromAnEmptyClipboardSaysThatItHoldsNoText) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  for (const char* empty : {"", " \n\t"}) {
    Outbox outbox;
    outbox.request(PasteBodies{empty});
    process(workspace, outbox);
    EXPECT_NE(workspace.console.back().text.find("clipboard: it holds no text"), std::string::npos);
  }
}

TEST(Selection, WhatIsCutAndPastedKeepsItsName) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  select(workspace.view, {"A", "B"});
  const std::string text = copiedBodies(workspace.history.document(), workspace.view);
  Outbox outbox;
  outbox.send(RemoveBodies{{"A", "B"}});
  outbox.request(PasteBodies{text});
  process(workspace, outbox);
  const auto bodies = [&]() -> const std::vector<Body>& { return workspace.history.document().bodies; };
  ASSERT_EQ(bodies().size(), 2u);
  EXPECT_EQ(bodies()[0].id, "A");
  EXPECT_EQ(bodies()[1].id, "B");
  outbox.request(PasteBodies{text});
  process(workspace, outbox);
  ASSERT_EQ(bodies().size(), 4u);
  EXPECT_EQ(selectedIds(workspace.view), (std::vector<std::string>{"C", "D"}));
  for (int i = 0; i < 3; ++i) outbox.request(Undo{});
  process(workspace, outbox);
  ASSERT_EQ(bodies().size(), 2u);
  EXPECT_EQ(bodies()[0].id, "A");
  EXPECT_EQ(bodies()[1].shape, defaultDocument().bodies[1].shape);
}

}  // namespace
}  // namespace sepax
