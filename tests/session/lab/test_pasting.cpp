#include "session/host/opened_case.h"
#include "session/lab/pasting.h"
#include "session/process.h"
#include "session/scene/reports.h"

#include "core/platform.h"
#include "document/tested_pairs.h"
#include "format/case_writer.h"
#include "lab/export.h"
#include "scratch.h"
#include "session/open.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <fstream>

// Texts that somebody posted, as the window takes them; jobs are done at once here.

namespace sepax {
namespace {

constexpr const char* kFcl =
    "Shape 1: Box1 1 1\nX_FS1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\nShape 2: Sphere0.5\nX_FS2\n1 0 0 2\n0 1 0 0\n0 0 1 "
    "0\n0 0 0 1\n";

void send(Workspace& workspace, Request request) {
  Outbox outbox;
  outbox.request(std::move(request));
  process(workspace, outbox);
}

Workspace opened() {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  return workspace;
}

TEST(Pasting, MakesACaseThatIsUnsavedAndBelongsToNoFile) {
  Workspace workspace = opened();
  workspace.file_path = "/somewhere/else.json";
  send(workspace, OpenPaste{kFcl, {}});
  ASSERT_TRUE(workspace.paste.open);
  ASSERT_TRUE(workspace.paste.read);
  EXPECT_EQ(workspace.paste.verdict, "separated, separation 1");
  send(workspace, TakePaste{});
  EXPECT_FALSE(workspace.paste.open);
  ASSERT_EQ(workspace.history.document().bodies.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<Sphere>(workspace.history.document().bodies[1].shape));
  EXPECT_TRUE(workspace.history.isDirty());
  EXPECT_TRUE(workspace.file_path.empty());
  EXPECT_FALSE(workspace.history.canUndo()) << "before it there was another case, not an empty one";
  workspace.history.undo();
  EXPECT_EQ(workspace.history.document().bodies.size(), 2u);
  EXPECT_TRUE(workspace.history.isDirty());
}

TEST(Pasting, TakesTheCaseOfALinkThatIsCopied) {
  Workspace workspace = opened();
  workspace.page_address = "https://example.org/sepax.html";
  updateReports(workspace);
  send(workspace, CopyLink{});
  ASSERT_TRUE(workspace.to_clipboard);
  EXPECT_TRUE(workspace.to_clipboard->starts_with("https://example.org/sepax.html#case="));
  const std::string before = writeCase(workspace.history.document());
  send(workspace, OpenPaste{*workspace.to_clipboard, {}});
  send(workspace, TakePaste{});
  Document after = workspace.history.document();
  EXPECT_EQ(writeCase(after), before);
  send(workspace, OpenPaste{workspace.to_clipboard->substr(0, 90), {}});
  EXPECT_NE(workspace.paste.error.find("damaged"), std::string::npos) << "never read as a text with shapes";
}

TEST(Pasting, LooksAtATextInWhichZIsUpThatWay) {
  Workspace workspace = opened();
  constexpr const char* kModel =
      "<mujoco><worldbody><geom type=\"box\" size=\"1 1 1\"/><geom type=\"sphere\" size=\"1\" pos=\"0 0 "
      "1.5\"/></worldbody></mujoco>";
  send(workspace, OpenPaste{kModel, {}});
  send(workspace, TakePaste{});
  ASSERT_EQ(workspace.history.document().bodies.size(), 2u);
  EXPECT_EQ(workspace.history.document().bodies[1].position.z, 1.5) << "numbers stay";
  EXPECT_EQ(workspace.view.camera.up, UpAxis::kZ);
  send(workspace, OpenPaste{kModel, {}});
  send(workspace, ReadPaste{kModel, {{"up", "z"}}});
  send(workspace, TakePaste{.into = TakePaste::Into::kNewCase});
  if (workspace.guarded) send(workspace, NewDocument{.space = Space::k3d, .discard_changes = true});
  EXPECT_EQ(workspace.view.camera.up, UpAxis::kY) << "bodies that were turned, or another case";
}

TEST(Scanning, OfACaseThatIsClosedIsForgotten) {
  Workspace workspace = opened();
  updateReports(workspace, 0);
  workspace.view.lab.ranges[0] = {"B.position.x", 0, 1, 5};
  send(workspace, StartScan{});
  ASSERT_NE(workspace.scan.done, nullptr);
  EXPECT_EQ(workspace.scan.done->samples(), 5u);
  send(workspace, NewDocument{.space = Space::k2d, .discard_changes = true});
  EXPECT_EQ(workspace.scan.done, nullptr) << "its samples would move another case's bodies";
  send(workspace, GoToSample{0, newMergeKey()});
  EXPECT_FALSE(workspace.history.isDirty());
}

TEST(Pasting, AsksBeforeUnsavedChangesGoAndKeepsTheTextMeanwhile) {
  Workspace workspace = opened();
  ASSERT_TRUE(workspace.history.run(RemoveBody{"B"}));
  send(workspace, OpenPaste{kFcl, {}});
  send(workspace, TakePaste{});
  ASSERT_TRUE(workspace.guarded);
  EXPECT_EQ(workspace.history.document().bodies.size(), 1u);
  EXPECT_TRUE(workspace.paste.read);
  send(workspace, TakePaste{TakePaste::Into::kNewCase, true});
  EXPECT_EQ(workspace.history.document().bodies.size(), 2u);
}

TEST(Pasting, AddsToTheSceneUnderFreeNamesInOneStep) {
  Workspace workspace = opened();
  send(workspace, OpenPaste{kFcl, {}});
  send(workspace, TakePaste{TakePaste::Into::kScene});
  ASSERT_EQ(workspace.history.document().bodies.size(), 4u);
  ASSERT_TRUE(workspace.view.pair);
  EXPECT_NE(workspace.view.pair->first, "A");
  EXPECT_TRUE(findBody(workspace.history.document(), workspace.view.pair->second) != nullptr);
  send(workspace, Undo{});
  EXPECT_EQ(workspace.history.document().bodies.size(), 2u);
}

TEST(Pasting, KeepsHalfAPairAndSaysWhatIsMissing) {
  Workspace workspace = opened();
  send(workspace, OpenPaste{"btBoxShape box(btVector3(1, 2, 3));", {}});
  ASSERT_TRUE(workspace.paste.read);
  EXPECT_FALSE(workspace.paste.read->isPair());
  EXPECT_FALSE(workspace.paste.read->missing.empty());
  send(workspace, TakePaste{TakePaste::Into::kScene});
  EXPECT_EQ(workspace.history.document().bodies.size(), 3u);
}

TEST(Pasting, HasEachAnswerAsASwitchWithItsVerdictAndKeepsItOne) {
  Workspace workspace = opened();
  const std::string text = "box 1 x 1 x 1 at (0, 0, 0)\nbox 1 x 1 x 1 at (0.8, 0, 0)\n";
  send(workspace, OpenPaste{text, {}});
  ASSERT_TRUE(workspace.paste.read);
  ASSERT_TRUE(workspace.paste.read->isPair());
  ASSERT_FALSE(workspace.paste.read->questions.empty());
  const PasteQuestion question = workspace.paste.read->questions.front();
  ASSERT_FALSE(question.others.empty());
  EXPECT_FALSE(workspace.paste.others.empty());
  send(workspace, ReadPaste{text, {{question.key, question.others.front()}}});
  const auto& again = workspace.paste.read->questions;
  const auto kept =
      std::find_if(again.begin(), again.end(), [&](const PasteQuestion& q) { return q.key == question.key; });
  ASSERT_NE(kept, again.end());
  EXPECT_EQ(kept->taken, question.others.front());
}

TEST(Pasting, ReadsADroppedTextFileAndLeavesContainersAlone) {
  const std::string text = scratchFolder() + "/issue.txt", bytes = scratchFolder() + "/thing.bin";
  std::ofstream(text) << kFcl;
  std::ofstream(bytes) << std::string("PK\0\1\2", 5);
  Workspace workspace = opened();
  send(workspace, OpenPath{text});
  EXPECT_TRUE(workspace.paste.open);
  EXPECT_EQ(workspace.paste.name, "issue.txt");
  EXPECT_EQ(workspace.history.document().bodies.size(), 2u);
  EXPECT_EQ(classifyPath(bytes).value(), Opened::kContainer);
}

TEST(Pasting, TellsEachBodysNumbersFromTheOthers) {
  Workspace workspace = opened();
  send(workspace, OpenPaste{"a = new BoxShape(Vec3(1, 2, 3)); b = new SphereShape(0.5f); float depth = 0.25f;", {}});
  ASSERT_TRUE(workspace.paste.read);
  const Pasted& read = *workspace.paste.read;
  std::vector<int> owners;
  for (const PasteMark& mark : read.marks) owners.push_back(mark.body);
  EXPECT_EQ(owners, (std::vector<int>{0, 0, 0, 1, PasteMark::kUnused}));
  EXPECT_EQ(read.text.substr(read.marks[3].offset, read.marks[3].length), "0.5f");
}

TEST(Pasting, CopiesThePairInEveryFormOfItsSpaceAndReadsItBack) {
  Workspace workspace = opened();
  Outbox none;
  process(workspace, none);
  for (const ApiForm* const form : exportForms()) {
    if (form->space != Space::k3d) continue;
    send(workspace, CopyPairAs{form->name});
    ASSERT_TRUE(workspace.to_clipboard) << form->name;
    const auto back = pasteText(*workspace.to_clipboard);
    ASSERT_TRUE(back);
    EXPECT_TRUE(back->isPair()) << form->name;
    workspace.to_clipboard.reset();
  }
}

}  // namespace
}  // namespace sepax
