#include "ui/bundle/byte_views.h"

#include "core/language.h"
#include "core/number.h"
#include "core/text.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

constexpr std::uint64_t kPiece = 64u << 10;
constexpr int kValueRows = 13;  ///< of the values below a marked byte: a head, its types and some air
constexpr int kMinRows = 6;     ///< of bytes above them, else they are left out
constexpr std::size_t kMaxPieces = 16;

void drawBar(LongList& list, std::uint64_t rows, std::uint64_t visible, ImVec2 corner, ImVec2 size) {
  const auto whole = static_cast<float>(rows), page = static_cast<float>(visible);
  const float grab = std::max(ImGui::GetFontSize(), size.y * page / whole);
  const auto last = static_cast<double>(rows - visible);
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton("##bar", size);
  if (ImGui::IsItemActive()) {
    const double share = (ImGui::GetIO().MousePos.y - corner.y - grab / 2) / std::max(1.0f, size.y - grab);
    list.first = static_cast<std::uint64_t>(std::llround(std::clamp(share, 0.0, 1.0) * last));
  }
  const float top = corner.y + (size.y - grab) * static_cast<float>(static_cast<double>(list.first) / last);
  const ImGuiCol colour = ImGui::IsItemActive()    ? ImGuiCol_ScrollbarGrabActive
                          : ImGui::IsItemHovered() ? ImGuiCol_ScrollbarGrabHovered
                                                   : ImGuiCol_ScrollbarGrab;
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x + 2, top}, {corner.x + size.x - 2, top + grab},
                                            ImGui::GetColorU32(colour), size.x / 2);
}

std::optional<std::uint64_t> numberTyped(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  return parseInteger<std::uint64_t>(text, hex ? 16 : 10);
}

/// The bytes at the marked place as numbers of all usual types, in both orders; two rows of types beside each other.
void drawValues(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes) {
  constexpr std::size_t kWidest = 8;
  constexpr int kColumns = 3;
  const std::vector<ByteValue> values = byteValues(views.reader.read(bytes, views.marked->offset, kWidest));
  if (!ImGui::BeginTable("##values", kColumns, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn(fmt::format("0x{:x}", views.marked->offset).c_str(), ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn(tr("little-endian"), ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn(tr("big-endian"), ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableHeadersRow();
  for (const ByteValue& value : values) {
    if (value.little.empty()) continue;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", value.type);
    for (const std::string* text : {&value.little, &value.big}) {
      ImGui::TableNextColumn();
      if (text == &value.big && value.big == value.little) continue;  // of one byte there is one order
      fittedText(*text);
      if (ImGui::IsItemClicked()) ImGui::SetClipboardText(text->c_str());
      tooltip(tr("Click to copy"));
    }
  }
  ImGui::EndTable();
}

/// The byte of the row that was just drawn which the mouse went down on.
std::optional<std::size_t> clickedColumn(const std::string& row, std::size_t columns, float glyph) {
  if (!ImGui::IsItemClicked()) return std::nullopt;
  const float at = (ImGui::GetIO().MousePos.x - ImGui::GetItemRectMin().x) / glyph;
  return at < 0 ? std::nullopt : hexColumnAt(row, columns, static_cast<std::size_t>(at));
}

/// The search field: Enter and the arrows go to the next match, with Shift to the one before. Matches are looked for in
/// steps, here.
void drawFind(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes,
              std::optional<Needle> (*needleOf)(std::string_view), const char* hint, std::uint64_t from) {
  constexpr std::uint64_t kBytesAFrame = 4u << 20;
  using Direction = ByteSearch::Direction;
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && isPressed(ctrl('F')))
    ImGui::SetKeyboardFocusHere();
  const float buttons = 2 * (ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x);
  ImGui::SetNextItemWidth(std::max(ImGui::GetFontSize() * 4, ImGui::GetContentRegionAvail().x - buttons));
  std::optional<Direction> direction;
  if (ImGui::InputTextWithHint("##find", hint, &views.find, ImGuiInputTextFlags_EnterReturnsTrue)) {
    direction = ImGui::GetIO().KeyShift ? Direction::kBackward : Direction::kForward;
    ImGui::SetKeyboardFocusHere(-1);  // the next Enter goes on
  }
  ImGui::SameLine();
  if (ImGui::ArrowButton("##find_previous", ImGuiDir_Up)) direction = Direction::kBackward;
  tooltip(tr("Previous match (Shift+Enter)"));
  ImGui::SameLine();
  if (ImGui::ArrowButton("##find_next", ImGuiDir_Down)) direction = Direction::kForward;
  tooltip(tr("Next match (Enter)"));
  if (const auto needle = direction ? needleOf(views.find) : std::nullopt) {
    const std::uint64_t at = views.marked ? views.marked->offset : from, behind = at + (views.marked ? 1 : 0);
    const std::uint64_t start = *direction == Direction::kForward ? behind : at > 0 ? at - 1 : bytes->size();
    views.search.start(bytes, *needle, start, *direction);
  }
  if (views.search.state() != ByteSearch::State::kSearching) return;
  views.search.advance(kBytesAFrame);
  if (views.search.state() != ByteSearch::State::kFound) return;
  views.wanted = {views.search.found(), views.search.needle().bytes.size()};
}

/// Draws the search's result behind the sizes; nothing while none was asked for.
void drawFindState(const ByteSearch& search) {
  using State = ByteSearch::State;
  std::string text;
  if (search.state() == State::kSearching) text = trf("searching, {} %", static_cast<int>(search.progress() * 100));
  if (search.state() == State::kNone) text = tr("not found");
  if (search.state() == State::kUnreadable) text = tr("cannot be read");
  if (search.state() == State::kFound && search.wrapped()) text = tr("from the other end on");
  if (text.empty()) return;
  ImGui::SameLine();
  fittedText("· " + text);
}

}  // namespace

std::optional<std::uint64_t> goTo(ByteViews& views, const char* hint) {
  ImGui::SetNextItemWidth(std::min(ImGui::GetFontSize() * 9, ImGui::GetContentRegionAvail().x));
  if (!ImGui::InputTextWithHint("##goto", hint, &views.go_to, ImGuiInputTextFlags_EnterReturnsTrue))
    return std::nullopt;
  return numberTyped(views.go_to);
}

void markMatches(const std::string& shown, const Needle& needle) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float bottom = corner.y + ImGui::GetTextLineHeight();
  const auto x = [&](std::size_t at) { return corner.x + ImGui::CalcTextSize(shown.data(), shown.data() + at).x; };
  for (std::size_t at = findNeedle(shown, needle); at != std::string::npos;
       at = findNeedle(shown, needle, at + needle.bytes.size())) {
    ImGui::GetWindowDrawList()->AddRectFilled({x(at), corner.y}, {x(at + needle.bytes.size()), bottom},
                                              ImGui::GetColorU32(ImGuiCol_TextSelectedBg), 2);
  }
}

RowRange longList(LongList& list, std::uint64_t rows) {
  const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float line = ImGui::GetTextLineHeightWithSpacing(), bar = ImGui::GetStyle().ScrollbarSize;
  const auto visible = static_cast<std::uint64_t>(std::max(1.0f, std::floor((room.y - bar) / line)));
  const std::uint64_t last = rows > visible ? rows - visible : 0;
  std::int64_t step = 0;
  if (ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) step -= std::llround(ImGui::GetIO().MouseWheel * 3);
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::GetIO().WantTextInput) {
    const auto page = static_cast<std::int64_t>(visible);
    step += (isPressed(plain(kKeyDown), KeyRepeat::kWhileHeld) ? 1 : 0) -
            (isPressed(plain(kKeyUp), KeyRepeat::kWhileHeld) ? 1 : 0);
    step += (isPressed(plain(kKeyPageDown), KeyRepeat::kWhileHeld) ? page : 0) -
            (isPressed(plain(kKeyPageUp), KeyRepeat::kWhileHeld) ? page : 0);
  }
  const std::uint64_t back = step < 0 ? std::min<std::uint64_t>(list.first, static_cast<std::uint64_t>(-step)) : 0;
  list.first = std::min(last, list.first - back + static_cast<std::uint64_t>(std::max<std::int64_t>(step, 0)));
  if (last > 0) drawBar(list, rows, visible, {corner.x + room.x - bar, corner.y}, {bar, room.y});
  ImGui::SetCursorScreenPos(corner);
  return {list.first, std::min(rows, list.first + visible + 1), room.x - (last > 0 ? bar : 0)};
}

std::string hexRow(std::uint64_t offset, const std::vector<std::byte>& bytes, std::size_t columns) {
  std::string row = fmt::format("{:08x}  ", offset), characters;
  for (std::size_t i = 0; i < columns; ++i) {
    if (i > 0 && i % 8 == 0) row += ' ';
    if (i < bytes.size()) {
      const auto b = static_cast<unsigned char>(bytes[i]);
      row += fmt::format("{:02x} ", b);
      characters += b >= 0x20 && b < 0x7f ? static_cast<char>(b) : '.';
    } else {
      row += "   ";
    }
  }
  return row + " " + characters;
}

std::size_t hexColumns(float characters) {
  constexpr std::size_t kMaxColumns = 64;
  const auto width = [](std::size_t columns) { return 11 + columns * 4 + (columns - 1) / 8; };
  std::size_t columns = 4;
  for (std::size_t more = 8; more <= kMaxColumns && static_cast<float>(width(more)) <= characters; more += 8)
    columns = more;
  return columns;
}

std::optional<std::size_t> hexColumnAt(const std::string& row, std::size_t columns, std::size_t at) {
  const std::size_t digits = row.find(' ') + 2, characters = digits + columns * 3 + (columns - 1) / 8 + 1;
  if (at >= characters && at - characters < columns) return at - characters;
  for (std::size_t column = 0; column < columns; ++column) {
    const std::size_t left = digits + column * 3 + column / 8;
    if (at == left || at == left + 1) return column;
  }
  return std::nullopt;
}

void markHexByte(const std::string& row, std::uint64_t column, ImU32 colour) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float glyph = ImGui::CalcTextSize("0").x;
  const auto left = static_cast<float>(row.find(' ') + 2 + column * 3 + column / 8);
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x + (left - 0.5f) * glyph, corner.y},
                                            {corner.x + (left + 2.5f) * glyph, corner.y + ImGui::GetTextLineHeight()},
                                            colour, 2);
}

std::string rowText(PieceReader& reader, const std::shared_ptr<const ByteSource>& bytes, const TextRows& text,
                    std::uint64_t row) {
  const std::uint64_t start = text.rows[row].start,
                      end = row + 1 < text.rows.size() ? text.rows[row + 1].start : text.end;
  const std::vector<std::byte> raw = reader.read(bytes, start, static_cast<std::size_t>(end - start));
  std::string line(reinterpret_cast<const char*>(raw.data()), raw.size());
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  std::string shown(text.rows[row].indent, ' ');
  for (const char c : toValidUtf8(line)) shown += c == '\t' ? std::string("  ") : std::string(1, c);
  return shown;
}

std::vector<std::byte> PieceReader::read(const std::shared_ptr<const ByteSource>& source, std::uint64_t offset,
                                         std::size_t size) {
  if (source_ != source) pieces_.clear();
  source_ = source;
  std::vector<std::byte> out;
  while (out.size() < size && offset < source->size()) {
    const std::uint64_t index = offset / kPiece;
    auto piece = std::ranges::find(pieces_, index, &std::pair<std::uint64_t, std::vector<std::byte>>::first);
    if (piece == pieces_.end()) {
      std::vector<std::byte> bytes(std::min(kPiece, source->size() - index * kPiece));
      if (!source->readAt(index * kPiece, bytes)) return out;
      pieces_.emplace_front(index, std::move(bytes));
      if (pieces_.size() > kMaxPieces) pieces_.pop_back();
      piece = pieces_.begin();
    }
    const std::uint64_t inside = offset - index * kPiece;
    const std::uint64_t count = std::min<std::uint64_t>(size - out.size(), piece->second.size() - inside);
    const auto from = piece->second.begin() + static_cast<std::ptrdiff_t>(inside);
    out.insert(out.end(), from, from + static_cast<std::ptrdiff_t>(count));
    offset += count;
  }
  return out;
}

void drawHex(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes) {
  ImGui::PushFont(fontOf(FontRole::kMono));
  const float glyph = ImGui::CalcTextSize("0").x;
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const std::size_t columns = hexColumns(room / glyph);
  ImGui::PopFont();
  drawFind(views, bytes, bytesOrText, tr("Find text or 50 4b 03 04"), views.hex_rows.first * columns);
  if (const auto offset = goTo(views, tr("Go to offset"))) views.wanted = {*offset};
  if (views.wanted) views.hex_rows.first = views.wanted->offset / columns;
  if (views.wanted) views.marked = std::exchange(views.wanted, std::nullopt);
  ImGui::SameLine();
  ImGui::TextDisabled("%s", trn("{} byte", "{} bytes", bytes->size()).c_str());
  drawFindState(views.search);
  const FontScope font(FontRole::kMono);
  const bool has_values = views.marked && views.marked->offset < bytes->size();
  const float line = ImGui::GetTextLineHeightWithSpacing(), values_height = kValueRows * line;
  const bool has_room = ImGui::GetContentRegionAvail().y > values_height + kMinRows * line;
  ImGui::BeginChild("##hex", {0, has_values && has_room ? -values_height : 0}, false,
                    ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  const RowRange range = longList(views.hex_rows, (bytes->size() + columns - 1) / columns);
  ImGui::BeginChild("##rows", {range.width, 0}, false,
                    ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_HorizontalScrollbar);
  for (std::uint64_t i = range.first; i < range.end; ++i) {
    const std::string row = hexRow(i * columns, views.reader.read(bytes, i * columns, columns), columns);
    for (std::uint64_t c = 0; views.marked && c < columns; ++c) {
      const std::uint64_t at = i * columns + c;
      if (at < views.marked->offset || at - views.marked->offset >= views.marked->size) continue;
      markHexByte(row, c, ImGui::GetColorU32(ImGuiCol_TextSelectedBg));
    }
    ImGui::TextUnformatted(row.c_str());
    if (const auto column = clickedColumn(row, columns, glyph); column && i * columns + *column < bytes->size()) {
      views.marked = {i * columns + *column};
    }
  }
  ImGui::EndChild();
  ImGui::EndChild();
  if (has_values && has_room) drawValues(views, bytes);
}

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
