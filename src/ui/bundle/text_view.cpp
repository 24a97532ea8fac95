#include "ui/bundle/text_view.h"

#include "session/host/text.h"
#include "ui/kit/fonts.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

namespace {

std::uint64_t visibleCount(const FoldedRows& folded, const TextRows& text) {
  return folded.visible.empty() ? text.rows.size() : folded.visible.size();
}

/// Where a row is in the list, or that which it is folded away below.
std::uint64_t placeOf(const FoldedRows& folded, std::uint64_t row) {
  if (folded.visible.empty()) return row;
  const auto behind = std::ranges::upper_bound(folded.visible, row);
  return static_cast<std::uint64_t>(behind - folded.visible.begin()) - (behind == folded.visible.begin() ? 0 : 1);
}

void closeFolds(FoldedRows& folded, const TextRows& text, const TextStructure& structure,
                std::vector<std::uint32_t> closed) {
  folded.closed = std::move(closed);
  folded.visible =
      folded.closed.empty() ? std::vector<std::uint32_t>() : rowsLeft(structure, text.rows.size(), folded.closed);
}

/// Opens whatever hides a row.
void showRow(FoldedRows& folded, const TextRows& text, const TextStructure& structure, std::uint64_t row) {
  std::vector<std::uint32_t> closed = folded.closed;
  for (const TextFold& fold : structure.folds) {
    if (fold.first < row && row <= fold.last) std::erase(closed, fold.first);
  }
  if (closed.size() != folded.closed.size()) closeFolds(folded, text, structure, std::move(closed));
}

const TextFold* foldAt(const TextStructure& structure, std::uint64_t row) {
  const auto found = std::ranges::lower_bound(structure.folds, row, {}, &TextFold::first);
  return found != structure.folds.end() && found->first == row ? &*found : nullptr;
}

/// All folds but the outermost, or none.
void drawFoldAll(ByteViews& views, const TextRows& text, const TextStructure& structure) {
  if (structure.folds.empty()) return;
  const bool opens = !views.folded.closed.empty();
  ImGui::SameLine();
  if (!ImGui::SmallButton((std::string(tr(opens ? "Unfold all" : "Fold all")) + "###fold_all").c_str())) return;
  const std::uint64_t first =
      views.folded.visible.empty() ? views.text_rows.first : views.folded.visible[views.text_rows.first];
  std::vector<std::uint32_t> closed;
  for (const TextFold& fold : structure.folds) {
    if (!opens && fold.depth > 0) closed.push_back(fold.first);
  }
  closeFolds(views.folded, text, structure, std::move(closed));
  views.text_rows.first = placeOf(views.folded, first);
}

/// The arrow in front of a row that can be folded; true when it was clicked.
bool foldArrow(bool is_closed, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  const bool clicked = ImGui::InvisibleButton("##fold", {width, line});
  const ImU32 colour = ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_Text : ImGuiCol_TextDisabled);
  const float size = line * 0.22f;
  const ImVec2 middle(at.x + width * 0.4f, at.y + line / 2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_closed) {
    list.AddTriangleFilled({middle.x - size * 0.7f, middle.y - size}, {middle.x - size * 0.7f, middle.y + size},
                           {middle.x + size, middle.y}, colour);
  } else {
    list.AddTriangleFilled({middle.x - size, middle.y - size * 0.7f}, {middle.x + size, middle.y - size * 0.7f},
                           {middle.x, middle.y + size}, colour);
  }
  return clicked;
}

/// In the order of TokenKind; the first is the colour of text.
struct TokenColours {
  Colour dark, light;
};
constexpr TokenColours kTokenColours[] = {{{}, {}},
                                          {{150, 158, 170}, {95, 102, 112}},
                                          {{120, 190, 250}, {0, 84, 166}},
                                          {{150, 205, 130}, {30, 110, 40}},
                                          {{235, 180, 110}, {150, 80, 0}},
                                          {{205, 160, 250}, {120, 50, 170}},
                                          {{240, 140, 140}, {170, 30, 50}},
                                          {{140, 148, 158}, {100, 106, 114}}};

void drawTokens(const std::string& shown, const TextStructure& structure, std::uint64_t row, Theme theme) {
  if (structure.language == TextLanguage::kNone || row >= structure.states.size()) {
    return ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
  }
  std::vector<TextToken> tokens;
  lexRow(structure.language, structure.states[row], shown, tokens);
  bool is_first = true;
  for (const TextToken& token : tokens) {
    if (!is_first) ImGui::SameLine(0, 0);
    is_first = false;
    const TokenColours& colours = kTokenColours[static_cast<std::size_t>(token.kind)];
    if (token.kind != TokenKind::kPlain)
      ImGui::PushStyleColor(ImGuiCol_Text, toImGuiVec(theme == Theme::kDark ? colours.dark : colours.light));
    ImGui::TextUnformatted(shown.data() + token.begin, shown.data() + token.end);
    if (token.kind != TokenKind::kPlain) ImGui::PopStyleColor();
  }
  if (tokens.empty()) ImGui::NewLine();
}

/// Numbers, arrows and text of the rows in sight. The first row of a fold that was clicked.
std::optional<std::uint32_t> drawTextRows(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes,
                                          const TextRows& text, const TextStructure& structure, Theme theme,
                                          const RowRange& range) {
  std::optional<std::uint32_t> toggled;
  const std::uint32_t lines = text.rows.empty() ? 0 : text.rows.back().line;
  const float numbers = ImGui::CalcTextSize(fmt::format("{} ", lines).c_str()).x;
  const float arrow = structure.folds.empty() ? 0 : ImGui::GetTextLineHeight();
  const std::optional<Needle> needle = textNeedle(views.find);
  for (std::uint64_t i = range.first; i < range.end; ++i) {
    const std::uint64_t at = views.folded.visible.empty() ? i : views.folded.visible[i];
    const TextRows::Row& row = text.rows[at];
    const std::string shown = rowText(views.reader, bytes, text, at);
    const bool is_last = at + 1 == text.rows.size();
    const bool is_marked = views.marked && views.marked->offset >= row.start &&
                           (is_last || views.marked->offset < text.rows[at + 1].start);
    const std::string number = row.continues ? "" : fmt::format("{}", row.line);
    ImGui::TextColored(ImGui::GetStyleColorVec4(is_marked ? ImGuiCol_Text : ImGuiCol_TextDisabled), "%s",
                       number.c_str());
    ImGui::SameLine(numbers);
    const TextFold* const fold = foldAt(structure, at);
    const bool is_closed = fold != nullptr && std::ranges::binary_search(views.folded.closed, fold->first);
    if (fold != nullptr) {
      ImGui::PushID(static_cast<int>(at));
      if (foldArrow(is_closed, arrow)) toggled = fold->first;
      ImGui::PopID();
      ImGui::SameLine(numbers + arrow);
    } else if (arrow > 0) {
      ImGui::SameLine(numbers + arrow);
    }
    if (needle) markMatches(shown, *needle);
    drawTokens(shown, structure, at, theme);
    if (!is_closed) continue;
    ImGui::SameLine(0, 0);
    ImGui::TextDisabled(" … %s", trn("{} item", "{} items", fold->items).c_str());
  }
  return toggled;
}

}  // namespace

void drawText(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes, const TextRows& text,
              const TextStructure& structure, Theme theme) {
  const std::uint64_t top =
      views.folded.visible.empty()
          ? views.text_rows.first
          : views.folded.visible[std::min<std::size_t>(views.text_rows.first, views.folded.visible.size() - 1)];
  drawFind(views, bytes, textNeedle, tr("Find text"), top < text.rows.size() ? text.rows[top].start : 0);
  if (const auto line = goTo(views, tr("Go to line"))) {
    const auto row =
        std::ranges::lower_bound(text.rows, *line, {}, [](const TextRows::Row& r) { return std::uint64_t{r.line}; });
    const auto at = static_cast<std::uint64_t>(row - text.rows.begin());
    showRow(views.folded, text, structure, at);
    views.text_rows.first = placeOf(views.folded, at);
  }
  ImGui::SameLine();
  const std::uint32_t lines = text.rows.empty() ? 0 : text.rows.back().line;
  ImGui::TextDisabled("%s", (text.cut ? trf("the first {} lines", lines) : trn("{} line", "{} lines", lines)).c_str());
  drawFindState(views.search);
  drawFoldAll(views, text, structure);
  ImGui::PushFont(fontOf(FontRole::kMono));
  ImGui::BeginChild("##text", {0, 0}, false, ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  if (views.wanted) {
    const auto behind = std::ranges::upper_bound(text.rows, views.wanted->offset, {}, &TextRows::Row::start);
    const auto found = static_cast<std::uint64_t>(behind - text.rows.begin());
    showRow(views.folded, text, structure, found - std::min<std::uint64_t>(found, 1));
    const std::uint64_t row = placeOf(views.folded, found - std::min<std::uint64_t>(found, 1)) + 1;
    const auto visible =
        static_cast<std::uint64_t>(ImGui::GetContentRegionAvail().y / ImGui::GetTextLineHeightWithSpacing());
    const bool is_seen = row > views.text_rows.first && row + 1 < views.text_rows.first + visible;
    if (!is_seen) views.text_rows.first = row - std::min(row, visible / 3 + 1);
    views.marked = std::exchange(views.wanted, std::nullopt);
  }
  const RowRange range = longList(views.text_rows, visibleCount(views.folded, text));
  ImGui::BeginChild("##rows", {range.width, 0}, false,
                    ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_HorizontalScrollbar);
  const std::optional<std::uint32_t> toggled = drawTextRows(views, bytes, text, structure, theme, range);
  ImGui::EndChild();
  ImGui::EndChild();
  ImGui::PopFont();
  if (!toggled) return;
  std::vector<std::uint32_t> closed = views.folded.closed;
  const auto at = std::ranges::lower_bound(closed, *toggled);
  at != closed.end() && *at == *toggled ? void(closed.erase(at)) : void(closed.insert(at, *toggled));
  closeFolds(views.folded, text, structure, std::move(closed));
}

}  // namespace sepax
