#include "ui/scene/panel_history.h"

#include "core/language.h"
#include "session/workspace.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <vector>

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

namespace {

bool passes(const ConsolePanel& panel, LogLevel level) {
  switch (level) {
    case LogLevel::kInfo:
      return panel.info;
    case LogLevel::kWarning:
      return panel.warnings;
    case LogLevel::kError:
      return panel.errors;
  }
  return true;
}

void drawConsolePanel(ConsolePanel& panel, const Workspace& workspace, ViewState& view, Outbox&) {
  const std::vector<ConsoleLine>& lines = workspace.console;
  if (panel.cleared > lines.size()) panel.cleared = 0;  // the workspace dropped its oldest lines
  std::vector<const ConsoleLine*> shown;
  for (std::size_t i = panel.cleared; i < lines.size(); ++i) {
    if (passes(panel, lines[i].level)) shown.push_back(&lines[i]);
  }
  struct Filter {
    const char* name;
    bool ConsolePanel::*on;
  };
  static constexpr Filter kFilters[] = {
      {"Info", &ConsolePanel::info}, {"Warnings", &ConsolePanel::warnings}, {"Errors", &ConsolePanel::errors}};
  for (const Filter& filter : kFilters) {
    if (toggleButton(trId(filter.name).c_str(), panel.*filter.on)) panel.*filter.on = !(panel.*filter.on);
    ImGui::SameLine();
  }
  if (ImGui::Button(trId("Copy").c_str())) {
    std::string text;
    for (const ConsoleLine* line : shown) text += line->text + "\n";
    ImGui::SetClipboardText(text.c_str());
  }
  ImGui::SameLine();
  if (ImGui::Button(trId("Clear").c_str())) panel.cleared = lines.size();

  ImGui::BeginChild("##lines", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const PanelColours& colours = panelColours(view.theme);
  drawRowsInSight(shown.size(), [&](int i) {
    const ConsoleLine& line = *shown[static_cast<std::size_t>(i)];
    const TextColour colour(line.level == LogLevel::kInfo    ? ImGui::GetStyleColorVec4(ImGuiCol_Text)
                            : line.level == LogLevel::kError ? toImGuiVec(colours.error)
                                                             : toImGuiVec(colours.warning));
    const std::size_t end = line.text.find('\n');
    ImGui::TextUnformatted(line.text.c_str(), end == std::string::npos ? nullptr : line.text.c_str() + end);
    if (end != std::string::npos) tooltip(line.text);
  });
  if (panel.lines_seen != lines.size())
    ImGui::SetScrollY(ImGui::GetScrollMaxY() + ImGui::GetTextLineHeightWithSpacing() * 2);
  panel.lines_seen = lines.size();
  ImGui::EndChild();
}

}  // namespace

const Panel kConsolePanel = {
    .word = "console",
    .title = "Console",
    .help = "The program's messages: its actions, its warnings and its errors, with the file and the place.",
    .home = Region::kBottom,
    .draw = [](PanelContext& c) { drawConsolePanel(c.state<ConsolePanel>(), c.workspace, c.view, c.outbox); },
};

}  // namespace sepax
