#include "document/history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

namespace sepax {

namespace {

Vec3 positionOfB(const History& history) { return findBody(history.document(), "B")->position; }

const MergeKey kDrag = newMergeKey(), kOtherDrag = newMergeKey();

void move(History& history, double x, MergeKey merge_key = MergeKey::kNone) {
  const auto& rotation = findBody(history.document(), "B")->rotation;
  const auto ok = history.run(SetTransform{"B", {x, 0, 0}, rotation}, merge_key);
  ASSERT_TRUE(ok) << describe(ok.error());
}

}  // namespace

TEST(History, UndoAndRedoWalkThroughTheEntries) {
  History history(defaultDocument());
  const Vec3 start = positionOfB(history);
  EXPECT_FALSE(history.canUndo());
  move(history, 1);
  move(history, 2);
  EXPECT_EQ(history.undoLabel(), "Move B");
  history.undo();
  EXPECT_EQ(positionOfB(history), Vec3(1, 0, 0));
  history.undo();
  EXPECT_EQ(positionOfB(history), start);
  EXPECT_FALSE(history.canUndo());
  EXPECT_EQ(history.undoLabel(), "");
  EXPECT_EQ(history.redoLabel(), "Move B");
  history.undo();  // nothing to do
  history.redo();
  history.redo();
  history.redo();
  EXPECT_EQ(positionOfB(history), Vec3(2, 0, 0));
  EXPECT_FALSE(history.canRedo());
}

TEST(History, ANewEditForgetsWhatWasUndone) {
  History history(defaultDocument());
  move(history, 1);
  history.undo();
  move(history, 2);
  EXPECT_FALSE(history.canRedo());
  history.undo();
  EXPECT_FALSE(history.canUndo());
}

TEST(History, OneDragIsOneEntryNamedByItsWholeWay) {
  History history(defaultDocument());
  const Vec3 start = positionOfB(history);
  for (int i = 0; i < 50; ++i) move(history, i, kDrag);
  EXPECT_EQ(positionOfB(history), Vec3(49, 0, 0));
  EXPECT_EQ(history.undoLabel(), "Move B");
  history.undo();
  EXPECT_EQ(positionOfB(history), start);
  EXPECT_FALSE(history.canUndo());
}

TEST(History, DifferentKeysAndNoKeyDoNotMerge) {
  History history(defaultDocument());
  move(history, 1, kDrag);
  move(history, 2, kOtherDrag);
  move(history, 3, kDrag);
  move(history, 4);
  move(history, 5);
  int entries = 0;
  while (history.canUndo()) {
    history.undo();
    ++entries;
  }
  EXPECT_EQ(entries, 5);
}

TEST(History, AnUndoEndsAMerge) {
  History history(defaultDocument());
  move(history, 1, kDrag);
  move(history, 2);
  history.undo();
  move(history, 3, kDrag);
  history.undo();
  EXPECT_EQ(positionOfB(history), Vec3(1, 0, 0));
}

TEST(History, CancellingADragLeavesNoTrace) {
  History history(defaultDocument());
  move(history, 1);
  const auto revision = history.revision();
  for (int i = 0; i < 10; ++i) move(history, 10 + i, kDrag);
  history.cancel(kDrag);
  EXPECT_EQ(positionOfB(history), Vec3(1, 0, 0));
  EXPECT_FALSE(history.canRedo());
  EXPECT_NE(history.revision(), revision);
  history.cancel(kDrag);
  history.cancel(MergeKey::kNone);
  EXPECT_EQ(positionOfB(history), Vec3(1, 0, 0));
}

TEST(History, KnowsWhetherTheDocumentDiffersFromTheSavedOne) {
  History history(defaultDocument());
  EXPECT_FALSE(history.isDirty());
  move(history, 1, kDrag);
  EXPECT_TRUE(history.isDirty());
  history.undo();
  EXPECT_FALSE(history.isDirty());
  history.redo();
  history.markSaved();
  EXPECT_FALSE(history.isDirty());
  history.undo();
  EXPECT_TRUE(history.isDirty());
  move(history, 2);
  EXPECT_TRUE(history.isDirty());
  history.reset(defaultDocument());
  EXPECT_FALSE(history.isDirty());
  EXPECT_FALSE(history.canUndo());
}

TEST(History, ARefusedCommandChangesNothing) {
  History history(defaultDocument());
  move(history, 1);
  history.undo();
  const auto revision = history.revision();
  EXPECT_FALSE(history.run(RemoveBody{"ghost"}));
  EXPECT_EQ(history.revision(), revision);
  EXPECT_TRUE(history.canRedo());
  EXPECT_FALSE(history.isDirty());
}

TEST(History, TheRevisionChangesWithEveryStep) {
  History history(defaultDocument());
  std::vector<std::uint64_t> seen{history.revision()};
  const auto changedNow = [&] {
    const bool fresh = std::find(seen.begin(), seen.end(), history.revision()) == seen.end();
    seen.push_back(history.revision());
    return fresh;
  };
  move(history, 1);
  EXPECT_TRUE(changedNow());
  history.undo();
  EXPECT_TRUE(changedNow());
  history.redo();
  EXPECT_TRUE(changedNow());
  history.reset(defaultDocument());
  EXPECT_TRUE(changedNow());
}

TEST(History, OfADragOverSeveralBodiesUndoBringsAllBack) {
  for (const bool ends_with_all : {false, true}) {
    History history(defaultDocument());
    const Document before = history.document();
    const auto drag = [&](const std::string& id, double x) {
      ASSERT_TRUE(history.run(SetTransform{id, {x, 1, 0}, findBody(before, id)->rotation}, kDrag));
    };
    drag("B", 1);
    drag("A", 2);
    drag("B", 3);
    drag("B", 4);
    if (ends_with_all) {
      ASSERT_TRUE(history.run(PutBodies{BodiesEdit::kMove, before.bodies}, kDrag));
    }
    drag("A", 5);
    const Document after = history.document();
    const auto positions = [](const Document& document) {
      return std::pair(document.bodies[0].position, document.bodies[1].position);
    };
    history.undo();
    EXPECT_EQ(positions(history.document()), positions(before));
    EXPECT_FALSE(history.canUndo());
    history.redo();
    EXPECT_EQ(positions(history.document()), positions(after));
    history.undo();
    history.redo();
    EXPECT_EQ(positions(history.document()), positions(after));
  }
}

TEST(History, ARefusedChangeLeavesDocumentAndDragAsTheyWere) {
  History history(defaultDocument());
  move(history, 1, kDrag);
  const std::uint64_t revision = history.revision();
  EXPECT_FALSE(history.run(SetTransform{"B", {std::nan(""), 0, 0}, Quat{}}, kDrag));
  EXPECT_FALSE(history.run(SetTransform{"nobody", {1, 0, 0}, Quat{}}, kDrag));
  EXPECT_EQ(history.revision(), revision);
  EXPECT_EQ(positionOfB(history), Vec3(1, 0, 0));
  history.undo();
  EXPECT_EQ(positionOfB(history), findBody(defaultDocument(), "B")->position);
}

TEST(History, SnapshotsShareHullData) {
  Document document;
  Body body;
  body.id = "B";
  body.shape = makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).value();
  document.bodies = {body};
  History history(document);
  for (int i = 0; i < 2000; ++i) move(history, i);
  EXPECT_LE(std::get<Hull>(body.shape).data.use_count(), 2010) << "entries share the data, and old ones are forgotten";
  EXPECT_EQ(std::get<Hull>(history.document().bodies[0].shape).data, std::get<Hull>(body.shape).data);
}

}  // namespace sepax
