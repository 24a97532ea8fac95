#include "../headless_window.h"
#include "session/host/opened_case.h"
#include "session/process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace sepax {
namespace {

/// What has the keys after each of so many presses.
std::vector<ImGuiID> walked(HeadlessWindow& window, const Shortcut& key, int presses) {
  std::vector<ImGuiID> seen;
  for (int i = 0; i < presses; ++i) {
    window.press(key);
    window.frame(4);
    seen.push_back(ImGui::GetCurrentContext()->NavId);
  }
  return seen;
}

/// Opens the question what becomes of unsaved changes, and lets the keys walk.
void askToSave(HeadlessWindow& window) {
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  window.frame(4);
  ASSERT_TRUE(window.workspace.history.run(RemoveBody{"B"}));
  Outbox outbox;
  outbox.request(NewDocument{});
  process(window.workspace, outbox);
  window.frame(6);
}

TEST(Tab, GoesRoundTheButtonsOfAQuestionAndBack) {
  HeadlessWindow window;
  askToSave(window);
  ASSERT_TRUE(window.workspace.guarded);
  const std::vector<ImGuiID> there = walked(window, plain(kKeyTab), 3), again = walked(window, plain(kKeyTab), 3);
  EXPECT_EQ(std::set<ImGuiID>(there.begin(), there.end()).size(), 3u) << "Save, Discard changes, Cancel";
  EXPECT_EQ(there, again) << "in a ring";
  const std::vector<ImGuiID> back = walked(window, shift(kKeyTab), 2);
  EXPECT_EQ(back[0], there[1]);
  EXPECT_EQ(back[1], there[0]);
  EXPECT_TRUE(window.workspace.guarded) << "nothing was pressed";
}

TEST(Tab, ReachesTheButtonsOfAFileDialogFromItsTexts) {
  HeadlessWindow window;
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  window.frame(4);
  openFileDialog(window.shell.of<FileDialog>(), FileDialog::Purpose::kOpen, window.workspace);
  window.frame(6);
  ImGuiWindow* const dialog = HeadlessWindow::findWindow("###files");
  ASSERT_NE(dialog, nullptr);
  const std::vector<ImGuiID> seen = walked(window, plain(kKeyTab), 20);
  for (const char* label : {"###accept", "###Cancel", "##filter", "##name"})
    EXPECT_NE(std::ranges::find(seen, dialog->GetID(label)), seen.end()) << label;
  EXPECT_TRUE(window.shell.of<FileDialog>().open);
}

TEST(KeyFocus, IsFramedWhereTheItemIsAlsoBelowATitle) {
  HeadlessWindow window;
  askToSave(window);
  walked(window, plain(kKeyTab), 1);
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImRect item = ImGui::WindowRectRelToAbs(context.NavWindow, context.NavWindow->NavRectRel[0]);
  const ImDrawList& over = *ImGui::GetForegroundDrawList();
  ASSERT_FALSE(over.VtxBuffer.empty());
  ImRect drawn(over.VtxBuffer[0].pos, over.VtxBuffer[0].pos);
  for (const ImDrawVert& vertex : over.VtxBuffer) drawn.Add(vertex.pos);
  EXPECT_NEAR(drawn.Min.y, item.Min.y, 4);
  EXPECT_NEAR(drawn.Max.x, item.Max.x, 4);
}

}  // namespace
}  // namespace sepax
