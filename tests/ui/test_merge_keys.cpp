#include "bundle/tree.h"
#include "core/platform.h"
#include "session/process.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

constexpr const char* kMesh = "meshes/rock.obj";

/// The screen place of the first number field of the Sweep panel, found by hovering.
ImVec2 firstField(HeadlessWindow& window) {
  const ImGuiWindow* fields = HeadlessWindow::findWindow("##fields");
  if (fields == nullptr) return {0, 0};
  const ImVec2 low{fields->Pos.x + fields->Size.x * 0.5f, fields->Pos.y},
      high{low.x + 8, fields->Pos.y + fields->Size.y};
  const bool found = window.scan(low, high, 8, 3, [] { return ImGui::GetCurrentContext()->HoveredId != 0; });
  return found ? ImGui::GetIO().MousePos : ImVec2{0, 0};
}

/// Drags a number field and lets go: one edit.
void dragFrom(HeadlessWindow& window, const ImVec2& place) {
  window.moveTo(place.x, place.y);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  window.moveTo(place.x + 40, place.y);
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(2);
}

// Broken by merge keys from two sources: an edit in the Sweep panel and a mesh added after it once were one undo step,
// when the panel had been clicked as often as the document was changed.
TEST(MergeKeys, NeverHoldAnEditOfThePanelAndAnAddedMeshTogether) {
  for (int clicks = 0; clicks < 5; ++clicks) {
    HeadlessWindow window;
    Outbox outbox;
    outbox.request(OpenPath{dataPath("assets/bundle/main.1.com.example.sepax.obb").value(), true});
    process(window.workspace, outbox);
    const auto mesh = findEntry(*window.workspace.bundle, kMesh);
    ASSERT_TRUE(mesh);
    window.showTab(kSweepPanel);
    window.frame(2);
    const ImVec2 field = firstField(window);
    ASSERT_GT(field.x, 0);
    for (int i = 0; i < clicks; ++i) {
      window.click(field.x, field.y);
      window.frame(20);  // the next one is no double click
    }
    const History& history = window.workspace.history;
    const std::uint64_t before = history.revision();
    dragFrom(window, field);
    ASSERT_GT(history.revision(), before);
    const Document edited = history.document();
    const std::string edit = history.undoLabel();

    outbox.request(AddEntries{{*mesh}, "mesh", false});
    process(window.workspace, outbox);
    ASSERT_EQ(history.document().bodies.size(), edited.bodies.size() + 1);
    window.workspace.history.undo();
    EXPECT_EQ(history.undoLabel(), edit) << "after " << clicks << " clicks undo took back the edit, too";
    EXPECT_EQ(history.document().bodies.size(), edited.bodies.size());
  }
}

}  // namespace
}  // namespace sepax
