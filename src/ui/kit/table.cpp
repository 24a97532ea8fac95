#include "ui/kit/table.h"

#include "core/language.h"
#include "ui/kit/widgets.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace sepax {

namespace {

std::string titleOf(const TableColumn& column) {
  return *column.name == '#' ? std::string(column.name) : trKnown(column.name);
}

/// Which columns a table of `room` pixels shows so that no text of theirs is cut. The padding of cells and a scroll bar
/// are counted.
std::vector<bool> columnsThatFit(const std::vector<ColumnNeed>& needs, float room) {
  const ImGuiStyle& style = ImGui::GetStyle();
  std::vector<bool> shown(needs.size(), true);
  float wanted = style.ScrollbarSize;
  for (const ColumnNeed& need : needs) wanted += need.width + style.CellPadding.x * 2 + 1;
  while (wanted > room) {
    int least = 0;
    for (std::size_t i = 0; i < needs.size(); ++i) least = shown[i] ? std::max(least, needs[i].rank) : least;
    if (least == 0) break;
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (!shown[i] || needs[i].rank != least) continue;
      shown[i] = false;
      wanted -= needs[i].width + style.CellPadding.x * 2 + 1;
    }
  }
  return shown;
}

}  // namespace

bool beginTable(const Table& table) {
  const std::span<const TableColumn> columns = table.columns;
  std::vector<ColumnNeed> needs;
  for (const TableColumn& column : columns) {
    const float title = ImGui::CalcTextSize(titleOf(column).c_str(), nullptr, true).x;
    needs.push_back({std::max(column.width_em * ImGui::GetFontSize(), title), column.rank});
  }
  for (std::size_t i = 0; i < table.widths.size(); ++i) needs[i].width = std::max(needs[i].width, table.widths[i]);
  const float room = table.size.x > 0 ? table.size.x : ImGui::GetContentRegionAvail().x;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].is_shown) needs[i].width = 0;
  }
  std::vector<bool> fits = columnsThatFit(needs, room);
  for (std::size_t i = 0; i < columns.size(); ++i) fits[i] = fits[i] && columns[i].is_shown;
  const ImGuiTableFlags flags = table.flags | ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV |
                                (table.scrolls ? ImGuiTableFlags_ScrollY : 0);
  if (!ImGui::BeginTable(table.id, static_cast<int>(columns.size()), flags, table.size)) return false;
  if (table.scrolls) ImGui::TableSetupScrollFreeze(0, 1);
  bool is_shared = false;
  for (std::size_t i = 0; i < columns.size(); ++i) is_shared = is_shared || (fits[i] && columns[i].share > 0);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool shares = columns[i].share > 0 || (i == 0 && !is_shared);
    const ImGuiTableColumnFlags width = shares ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed;
    ImGui::TableSetupColumn(columns[i].name, width | (fits[i] ? 0 : ImGuiTableColumnFlags_Disabled),
                            !shares ? needs[i].width : std::max(columns[i].share, 0.1f));
  }
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (const TableColumn& column : columns) {
    if (!ImGui::TableNextColumn()) continue;
    ImGui::TableHeader(titleOf(column).c_str());
    if (column.tip == nullptr) continue;
    tooltip(table.names != nullptr ? withNames(tr(column.tip), *table.names) : std::string(tr(column.tip)));
  }
  return true;
}

void drawRowsInSight(std::size_t count, const std::function<void(int row)>& draw) {
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) draw(row);
  }
}

void drawTableRows(std::size_t count, const std::function<void(std::size_t row)>& draw) {
  drawRowsInSight(count, [&](int row) {
    const IdScope id(row);
    draw(static_cast<std::size_t>(row));
  });
}

void sortTableRows(std::vector<std::size_t>& order, std::size_t count, bool is_outdated,
                   const std::function<int(std::size_t a, std::size_t b, int column)>& compared) {
  ImGuiTableSortSpecs* const specs = ImGui::TableGetSortSpecs();
  if (!is_outdated && (specs == nullptr || !specs->SpecsDirty)) return;
  order.resize(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (specs == nullptr) return;
  specs->SpecsDirty = false;
  if (specs->SpecsCount == 0) return;
  const int column = specs->Specs[0].ColumnIndex;
  const int sign = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending ? -1 : 1;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return sign * compared(a, b, column) < 0; });
}

}  // namespace sepax
