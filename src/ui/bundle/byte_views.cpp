#include "ui/bundle/byte_views.h"

#include "core/number.h"
#include "core/text.h"
#include "session/text.h"
#include "ui/kit/fonts.h"
#include "ui/kit/keys.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kPiece = 64u << 10;
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
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x + 2, top}, {corner.x + size.x - 2, top + grab}, ImGui::GetColorU32(colour),
                                            size.x / 2);
}

std::optional<std::uint64_t> numberTyped(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  return parseInteger<std::uint64_t>(text, hex ? 16 : 10);
}

/// "Go to" field: the number typed, once Enter was pressed.
std::optional<std::uint64_t> goTo(ByteViews& views, const char* hint) {
  ImGui::SetNextItemWidth(std::min(ImGui::GetFontSize() * 9, ImGui::GetContentRegionAvail().x));
  if (!ImGui::InputTextWithHint("##goto", hint, &views.go_to, ImGuiInputTextFlags_EnterReturnsTrue)) return std::nullopt;
  return numberTyped(views.go_to);
}

}  // namespace

RowRange longList(LongList& list, std::uint64_t rows) {
  const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float line = ImGui::GetTextLineHeightWithSpacing(), bar = ImGui::GetStyle().ScrollbarSize;
  const auto visible = static_cast<std::uint64_t>(std::max(1.0f, std::floor((room.y - bar) / line)));
  const std::uint64_t last = rows > visible ? rows - visible : 0;
  std::int64_t step = 0;
  if (ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) step -= std::llround(ImGui::GetIO().MouseWheel * 3);
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::GetIO().WantTextInput) {
    const auto page = static_cast<std::int64_t>(visible);
    step += (isPressed(plain(kKeyDown), KeyRepeat::kWhileHeld) ? 1 : 0) - (isPressed(plain(kKeyUp), KeyRepeat::kWhileHeld) ? 1 : 0);
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
  constexpr std::size_t kMost = 64;
  const auto width = [](std::size_t columns) { return 11 + columns * 4 + (columns - 1) / 8; };
  std::size_t columns = 4;
  for (std::size_t more = 8; more <= kMost && static_cast<float>(width(more)) <= characters; more += 8) columns = more;
  return columns;
}

void markHexByte(const std::string& row, std::uint64_t column, ImU32 colour) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float glyph = ImGui::CalcTextSize("0").x;
  const auto left = static_cast<float>(row.find(' ') + 2 + column * 3 + column / 8);
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x + (left - 0.5f) * glyph, corner.y},
                                            {corner.x + (left + 2.5f) * glyph, corner.y + ImGui::GetTextLineHeight()}, colour, 2);
}

std::string rowText(PieceReader& reader, const std::shared_ptr<const ByteSource>& bytes, const TextRows& text, std::uint64_t row) {
  const std::uint64_t start = text.rows[row].start, end = row + 1 < text.rows.size() ? text.rows[row + 1].start : text.end;
  const std::vector<std::byte> raw = reader.read(bytes, start, static_cast<std::size_t>(end - start));
  std::string line(reinterpret_cast<const char*>(raw.data()), raw.size());
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  std::string shown;
  for (const char c : toValidUtf8(line)) shown += c == '\t' ? std::string("  ") : std::string(1, c);
  return shown;
}

std::vector<std::byte> PieceReader::read(const std::shared_ptr<const ByteSource>& source, std::uint64_t offset, std::size_t size) {
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

void drawText(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes, const TextRows& text) {
  if (const auto line = goTo(views, tr("Go to line"))) {
    const auto row = std::ranges::lower_bound(text.rows, *line, {}, [](const TextRows::Row& r) { return std::uint64_t{r.line}; });
    views.text_rows.first = static_cast<std::uint64_t>(row - text.rows.begin());
  }
  ImGui::SameLine();
  const std::uint32_t lines = text.rows.empty() ? 0 : text.rows.back().line;
  ImGui::TextDisabled("%s", (text.cut ? trf("the first {} lines", lines) : trn("{} line", "{} lines", lines)).c_str());
  ImGui::PushFont(fontOf(FontRole::kMono));
  ImGui::BeginChild("##text", {0, 0}, false, ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  const RowRange range = longList(views.text_rows, text.rows.size());
  ImGui::BeginChild("##rows", {range.width, 0}, false, ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_HorizontalScrollbar);
  const float numbers = ImGui::CalcTextSize(fmt::format("{} ", lines).c_str()).x;
  for (std::uint64_t i = range.first; i < range.end; ++i) {
    const TextRows::Row& row = text.rows[i];
    const std::string shown = rowText(views.reader, bytes, text, i);
    views.shown += shown;
    ImGui::TextDisabled("%s", row.continues ? "" : fmt::format("{}", row.line).c_str());
    ImGui::SameLine(numbers);
    ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
  }
  ImGui::EndChild();
  ImGui::EndChild();
  ImGui::PopFont();
}

void drawHex(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes) {
  ImGui::PushFont(fontOf(FontRole::kMono));
  const float glyph = ImGui::CalcTextSize("0").x;
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const std::size_t columns = hexColumns(room / glyph);
  ImGui::PopFont();
  if (const auto offset = goTo(views, tr("Go to offset"))) views.wanted = offset;
  if (views.wanted) views.hex_rows.first = *views.wanted / columns;
  if (views.wanted) views.marked = std::exchange(views.wanted, std::nullopt);
  ImGui::SameLine();
  ImGui::TextDisabled("%s", trn("{} byte", "{} bytes", bytes->size()).c_str());
  ImGui::PushFont(fontOf(FontRole::kMono));
  ImGui::BeginChild("##hex", {0, 0}, false, ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  const RowRange range = longList(views.hex_rows, (bytes->size() + columns - 1) / columns);
  ImGui::BeginChild("##rows", {range.width, 0}, false, ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_HorizontalScrollbar);
  for (std::uint64_t i = range.first; i < range.end; ++i) {
    const std::string row = hexRow(i * columns, views.reader.read(bytes, i * columns, columns), columns);
    if (views.marked && *views.marked / columns == i) {
      markHexByte(row, *views.marked % columns, ImGui::GetColorU32(ImGuiCol_TextSelectedBg));
    }
    ImGui::TextUnformatted(row.c_str());
  }
  ImGui::EndChild();
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace sepax
