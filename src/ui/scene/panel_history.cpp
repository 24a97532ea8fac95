#include "ui/scene/panel_history.h"

#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/kit/table.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <cstddef>

namespace sepax {

namespace {

void drawHistoryPanel(const Workspace& workspace, Outbox& outbox) {
  const History& history = workspace.history;
  drawRowsInSight(history.size(), [&](int i) {
    const auto index = static_cast<std::size_t>(i);
    const bool is_undone = index > history.position();
    std::string text = i == 0 ? std::string(tr("as opened")) : history.label(index);
    if (history.isSaved(index) && i > 0) text += std::string("  ·  ") + tr("saved");
    const std::string shown = cutToFit(text, ImGui::GetContentRegionAvail().x);
    if (is_undone) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    if (listRow(fmt::format("{}##{}", asLabel(shown), i).c_str(), index == history.position()))
      outbox.request(GoToEntry{index});
    if (is_undone) ImGui::PopStyleColor();
    tooltip((shown == text ? "" : text + "\n") +
            std::string(is_undone ? tr("Undone: a click brings it back. The next change forgets it.")
                                  : tr("A click goes back to how the case was after this change.")));
  });
}

}  // namespace

const Panel kHistoryPanel = {
    .word = "history",
    .title = "History",
    .help =
        "Every change since the case was opened. A click goes back to it; what follows stays until the next change.",
    .home = Region::kBottom,
    .draw = [](PanelContext& c) { drawHistoryPanel(c.workspace, c.outbox); },
};

}  // namespace sepax
