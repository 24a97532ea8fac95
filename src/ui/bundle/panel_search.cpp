#include "ui/bundle/panel_search.h"

#include "session/bundle/bundle_search.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/bundle/byte_views.h"
#include "ui/bundle/panel_preview.h"
#include "ui/kit/fonts.h"
#include "ui/kit/scopes.h"
#include "ui/kit/table.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

std::string resultText(const BundleMatches& found) {
  std::string text = found.matches.empty()
                         ? std::string(tr("not found"))
                         : trn("{} match", "{} matches", found.matches.size()) + (found.cut ? "+" : "") + " · " +
                               trn("in {} file", "in {} files", found.entries_with);
  text += " · " + trn("{} file looked through", "{} files looked through", found.entries);
  if (!found.unread.empty()) text += " · " + trf("{} not readable", found.unread.size());
  return text;
}

std::string resultTip(const Workspace& workspace, const BundleMatches& found) {
  constexpr std::size_t kMaxNamed = 12;
  std::string tip = resultText(found);
  if (found.cut)
    tip += "\n" + trf("At most {} places of a file and {} of all are listed.", kMaxEntryMatches, kMaxBundleMatches);
  for (std::size_t i = 0; i < std::min(found.unread.size(), kMaxNamed); ++i) {
    tip += "\n" + trf("not readable: {}", workspace.bundle->entries()[found.unread[i]].path);
  }
  return tip;
}

void drawRow(PanelContext& context, const BundleMatch& match) {
  const Workspace& workspace = context.workspace;
  const BundleSearch& search = workspace.search;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool clicked = listRow("##row", false, ImGuiSelectableFlags_SpanAllColumns);
  ImGui::SameLine(0, 0);
  middleFittedText(workspace.bundle->entries()[match.entry].path, ImGui::GetContentRegionAvail().x);
  if (clicked) {
    context.view.entries = {match.entry};
    context.state<PreviewPanel>().wanted_match = MatchPlace{match.entry,    match.offset, search.needle.bytes.size(),
                                                            match.line > 0, search.typed, match.is_decoded};
    context.show(kPreviewPanel);
  }
  ImGui::TableNextColumn();
  const FontScope font(FontRole::kMono);
  rightAligned(match.line > 0 ? fmt::format("{}", match.line) : fmt::format("0x{:x}", match.offset));
  ImGui::TableNextColumn();
  markMatches(match.around, search.needle);
  ImGui::TextUnformatted(match.around.data(), match.around.data() + match.around.size());
}

void drawMatches(PanelContext& context) {
  const BundleSearch& search = context.workspace.search;
  static constexpr TableColumn kColumns[] = {{"Entry", 0, 0, 1}, {"Line", 6}, {"Content", 0, 0, 1.6f}};
  const std::vector<BundleMatch>& matches = search.found->matches;
  if (matches.empty() || !beginTable({.id = "##matches",
                                      .columns = kColumns,
                                      .size = ImGui::GetContentRegionAvail(),
                                      .flags = ImGuiTableFlags_Resizable}))
    return;
  drawTableRows(matches.size(), [&](std::size_t i) { drawRow(context, matches[i]); });
  ImGui::EndTable();
}

void drawSearchPanel(PanelContext& context) {
  SearchPanel& panel = context.state<SearchPanel>();
  const Workspace& workspace = context.workspace;
  if (workspace.bundle == nullptr) {
    ImGui::TextDisabled("%s", tr("Open a bundle to search its entries."));
    return;
  }
  if (std::exchange(panel.wants_keys, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(std::min(ImGui::GetFontSize() * 18, ImGui::GetContentRegionAvail().x * 0.45f));
  bool goes = ImGui::InputTextWithHint("##typed", hintThatFits(tr("Find text or 50 4b 03 04")).c_str(), &panel.typed,
                                       ImGuiInputTextFlags_EnterReturnsTrue);
  if (goes) ImGui::SetKeyboardFocusHere(-1);  // Enter leaves the keyboard where it is
  ImGui::SameLine();
  goes |= enabledButton(trId("Search"), !panel.typed.empty());
  tooltip(
      tr("Look through the bytes of every entry, in the background. Letters count in either case; pairs of hexadecimal "
         "digits are bytes."));
  if (goes && !panel.typed.empty()) context.outbox.request(SearchBundle{panel.typed});
  const BundleSearch& search = workspace.search;
  if (search.found == nullptr || search.tree != workspace.bundle) return;
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  const std::string typed = search.typed == panel.typed ? std::string() : "“" + search.typed + "” · ";
  fittedText(typed + resultText(*search.found), ImGui::GetContentRegionAvail().x, resultTip(workspace, *search.found));
  drawMatches(context);
}

}  // namespace

const Panel kSearchPanel = {
    .word = "search",
    .title = "Search",
    .help = "Text or bytes in all entries of the open bundle. A click goes to the place, in the text or in the bytes.",
    .home = Region::kBottom,
    .draw = drawSearchPanel,
    .offered = [](const Workspace& w) { return w.bundle != nullptr; },
};

}  // namespace sepax
