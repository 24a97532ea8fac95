#include "ui/bundle/panel_sides.h"

#include "core/language.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/preview.h"
#include "session/workspace.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

namespace sepax {

namespace {

constexpr double kFaint = 0.16, kStrong = 0.34;  ///< opacity behind what changed: the line, and what of it did

/// Left, right, and the colours of what is gone and what came.
struct Sides {
  std::array<const EntryPreview*, 2> entries{};
  std::array<std::string, 2> names;
  std::array<Colour, 2> colours{};
  [[nodiscard]] bool has(std::size_t side) const { return entries[side] != nullptr; }
  /// True when every side that is there `has` it, and one is.
  template <class Has>
  [[nodiscard]] bool all(Has has_it) const {
    return (has(0) || has(1)) &&
           std::ranges::all_of(entries, [&](const EntryPreview* entry) { return entry == nullptr || has_it(*entry); });
  }
};

Sides sidesOf(const SideBySide& made, Theme theme) {
  const PanelColours& colours = panelColours(theme);
  return {{made.below.get(), made.above.get()}, {made.below_name, made.above_name}, {colours.error, colours.good}};
}

ImU32 behind(Colour colour, double alpha) { return ImGui::GetColorU32(toImGuiVec(withAlpha(colour, alpha))); }

float gap() { return ImGui::GetStyle().ItemSpacing.x * 2; }
/// Beside the bar that long lists have.
float halfWidth() { return (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize - gap()) / 2; }

constexpr ImGuiWindowFlags kOfList = ImGuiWindowFlags_HorizontalScrollbar;

/// Both halves of what is left of the window: `draw(side)`; of a side that has no such entry, words.
template <class Draw>
void halves(const Sides& sides, float width, Draw draw, ImGuiWindowFlags flags = ImGuiWindowFlags_NoScrollbar) {
  for (std::size_t side = 0; side < 2; ++side) {
    if (side > 0) ImGui::SameLine(0, gap());
    if (flags == kOfList) ImGui::SetNextWindowContentSize({0, 1});  // the list scrolls, not its last row
    ImGui::BeginChild(side == 0 ? "##below" : "##above", {width, 0}, false, flags | ImGuiWindowFlags_NoScrollWithMouse);
    if (sides.has(side)) {
      draw(side);
    } else {
      ImGui::TextDisabled("%s", trf("{} has no such entry.", sides.names[side]).c_str());
    }
    ImGui::EndChild();
  }
}

void drawTitles(const Sides& sides) {
  const float half = halfWidth(), left = ImGui::GetCursorPosX();
  for (std::size_t side = 0; side < 2; ++side) {
    if (side > 0) ImGui::SameLine();
    ImGui::SetCursorPosX(left + static_cast<float>(side) * (half + gap()));
    ImGui::BeginGroup();
    inFont(FontRole::kBold, [&] { middleFittedText(sides.names[side], half); });
    const EntryPreview* entry = sides.entries[side];
    ImGui::TextDisabled("%s", entry != nullptr && entry->bytes != nullptr
                                  ? trn("{} byte", "{} bytes", entry->bytes->size()).c_str()
                                  : "–");
    ImGui::EndGroup();
  }
}

/// Buttons to the change before and after; −1, 0 or 1.
int drawSteps(bool has_any) {
  ImGui::BeginDisabled(!has_any);
  const bool back = ImGui::Button((std::string("▴ ") + tr("Previous change") + "###previous").c_str());
  ImGui::SameLine();
  const bool on = ImGui::Button((std::string("▾ ") + tr("Next change") + "###next").c_str());
  ImGui::EndDisabled();
  return on ? 1 : back ? -1 : 0;
}

/// The part of a line that is not the same in another one: what is left between the characters that both begin and end
/// with.
std::pair<std::size_t, std::size_t> changedPart(const std::string& line, const std::string& other) {
  const auto isInside = [](const std::string& text, std::size_t at) {
    return at < text.size() &&
           (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;  // of a character of several bytes
  };
  const std::size_t shorter = std::min(line.size(), other.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && line[head] == other[head]) ++head;
  while (head > 0 && (isInside(line, head) || isInside(other, head))) --head;
  while (tail < shorter - head && line[line.size() - 1 - tail] == other[other.size() - 1 - tail]) ++tail;
  while (tail > 0 && (isInside(line, line.size() - tail) || isInside(other, other.size() - tail))) --tail;
  return {head, line.size() - tail};
}

/// The content of one side of a row.
struct SideLine {
  std::uint32_t number = 0;
  std::string text = {}, other = {};  ///< `other`: what stands opposite when both sides have changed
  bool is_there = false, is_changed = false;
};

SideLine lineOf(SidesPanel& panel, const Sides& sides, const LinePair& pair, std::size_t side) {
  const auto text = [&](std::size_t from, std::uint32_t row) {
    return rowText(panel.readers[from], sides.entries[from]->text_bytes, *sides.entries[from]->text, row);
  };
  const std::array rows{pair.left, pair.right};
  SideLine line{.is_there = rows[side] != LinePair::kNone, .is_changed = !pair.is_same};
  if (!line.is_there) return line;
  line.number = sides.entries[side]->text->rows[rows[side]].line;
  line.text = text(side, rows[side]);
  if (line.is_changed && rows[1 - side] != LinePair::kNone) line.other = text(1 - side, rows[1 - side]);
  return line;
}

void drawLine(const SideLine& line, Colour colour, const char* sign, float numbers) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const ImVec2 end(ImGui::GetWindowPos().x + ImGui::GetWindowWidth(), corner.y + height);
  if (line.is_changed)
    list.AddRectFilled({ImGui::GetWindowPos().x, corner.y}, end, behind(colour, line.is_there ? kFaint : kFaint / 3));
  if (!line.is_there) return ImGui::Dummy({1, ImGui::GetTextLineHeight()});
  ImGui::TextDisabled("%u", line.number);
  ImGui::SameLine(numbers);
  ImGui::TextUnformatted(line.is_changed ? sign : " ");
  ImGui::SameLine(0, 0);
  if (!line.other.empty()) {
    const auto [from, to] = changedPart(line.text, line.other);
    const float start = ImGui::GetCursorScreenPos().x;
    const auto x = [&](std::size_t at) {
      return start + ImGui::CalcTextSize(line.text.data(), line.text.data() + at).x;
    };
    if (to > from) list.AddRectFilled({x(from), corner.y}, {x(to), end.y}, behind(colour, kStrong));
  }
  ImGui::TextUnformatted(line.text.data(), line.text.data() + line.text.size());
}

void drawTexts(SidesPanel& panel, const SideBySide& made, const Sides& sides) {
  const ComparedText* text = made.text.get();
  const EntryPreview* only = sides.has(0) ? sides.entries[0] : sides.entries[1];
  const std::size_t count = text != nullptr ? text->lines.rows.size() : only->text->rows.size();
  if (text != nullptr) {
    const std::vector<std::size_t>& changes = text->lines.changes;
    const int step = drawSteps(!changes.empty());
    const std::uint64_t first = panel.text_rows.first;
    // By where the list is, not by what was gone to: it may have been scrolled since.
    const auto after = std::ranges::upper_bound(changes, first + (panel.change > 0 ? 2 : 1));
    const auto before = std::ranges::lower_bound(changes, first + 2);
    if (step > 0 && after != changes.end())
      panel.text_rows.first = std::max<std::uint64_t>(*after, 2) - 2, panel.change = *after;
    if (step < 0 && before != changes.begin()) panel.text_rows.first = std::max<std::uint64_t>(*(before - 1), 2) - 2;
    ImGui::SameLine();
    ImGui::TextDisabled("%s", text->only_line_ends ? tr("only the line ends differ")
                                                   : trn("{} change", "{} changes", changes.size()).c_str());
    if (text->cut) ImGui::SameLine();
    if (text->cut) ImGui::TextDisabled("%s", (" · " + trf("the first {} lines", kMaxComparedRows)).c_str());
  }
  const FontScope font(FontRole::kMono);
  ImGui::BeginChild("##texts", {0, 0}, false, ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  const float half = halfWidth();
  const RowRange range = longList(panel.text_rows, count);
  const auto drawHalf = [&](std::size_t side) {
    const std::uint32_t last =
        sides.entries[side]->text->rows.empty() ? 0 : sides.entries[side]->text->rows.back().line;
    const float numbers = ImGui::CalcTextSize(fmt::format("{} ", last).c_str()).x;
    for (std::uint64_t i = range.first; i < range.end; ++i) {
      const auto row = static_cast<std::uint32_t>(i);
      const LinePair pair = text != nullptr ? text->lines.rows[i] : LinePair{row, row, true};
      drawLine(lineOf(panel, sides, pair, side), sides.colours[side], side == 0 ? "−" : "+", numbers);
    }
    // Whichever side was scrolled takes the other along.
    if (ImGui::GetScrollX() != panel.scroll && ImGui::IsWindowHovered()) panel.scroll = ImGui::GetScrollX();
    if (ImGui::GetScrollX() != panel.scroll) ImGui::SetScrollX(std::min(panel.scroll, ImGui::GetScrollMaxX()));
  };
  halves(sides, half, drawHalf, kOfList);
  ImGui::EndChild();
}

void drawPictures(SidesPanel& panel, const Sides& sides) {
  const auto copyView = [&](std::size_t from, std::size_t to) {
    panel.pictures[to].zoom = panel.pictures[from].zoom;
    panel.pictures[to].middle = panel.pictures[from].middle;
    panel.pictures[to].view.channels = panel.pictures[from].view.channels;
  };
  halves(sides, halfWidth(), [&](std::size_t side) {
    const PictureCanvas before = panel.pictures[side];
    drawPictureCanvas(panel.pictures[side], sides.entries[side]->picture);
    const PictureCanvas& now = panel.pictures[side];
    const bool is_new = before.view.picture != now.view.picture;
    const bool moved = before.zoom != now.zoom || before.middle.x != now.middle.x || before.middle.y != now.middle.y ||
                       before.view.channels != now.view.channels;
    if (moved && !is_new) copyView(side, 1 - side);
  });
}

void drawMeshes(SidesPanel& panel, const Sides& sides, Theme theme) {
  MeshView& view = panel.mesh_view;
  if (toggleButton(trId("Faces").c_str(), view.faces)) view.faces = !view.faces;
  ImGui::SameLine();
  if (toggleButton(trId("Wireframe").c_str(), view.wireframe)) view.wireframe = !view.wireframe;
  // Both are seen from one place, so that a moved or grown mesh is seen as such.
  std::optional<MinMaxBox> look;
  for (const EntryPreview* entry : sides.entries) {
    if (entry == nullptr) continue;
    const MinMaxBox& bounds = entry->mesh->bounds;
    look = look ? MinMaxBox{glm::min(look->min, bounds.min), glm::max(look->max, bounds.max)} : bounds;
  }
  halves(sides, halfWidth(), [&](std::size_t side) {
    const EntryPreview& entry = *sides.entries[side];
    MeshCanvas& canvas = panel.meshes[side];
    const bool is_new = canvas.made_of != &entry;
    const Camera before = canvas.view.camera;
    const ImportedMesh& mesh = entry.mesh->mesh;
    const float line = ImGui::GetTextLineHeightWithSpacing();
    drawMeshView(canvas, entry, *look, view, {}, theme,
                 {ImGui::GetContentRegionAvail().x, ImGui::GetContentRegionAvail().y - line});
    if (!is_new && canvas.view.camera != before) panel.meshes[1 - side].view.camera = canvas.view.camera;
    ImGui::TextDisabled("%s", (trn("{} vertex", "{} vertices", mesh.vertices.size()) + " · " +
                               trn("{} triangle", "{} triangles", mesh.triangles.size()))
                                  .c_str());
  });
}

void drawBytes(SidesPanel& panel, const Sides& sides) {
  std::uint64_t size = 0;
  for (const EntryPreview* entry : sides.entries) size = std::max(size, entry != nullptr ? entry->bytes->size() : 0);
  const bool both = sides.has(0) && sides.has(1);
  const bool wants_next = enabledButton(std::string("▾ ") + tr("Next difference") + "###next", both);
  ImGui::PushFont(fontOf(FontRole::kMono));
  const float glyph = ImGui::CalcTextSize("0").x;
  const std::size_t columns = hexColumns(halfWidth() / glyph);
  ImGui::PopFont();
  if (wants_next) {
    const std::optional<std::uint64_t> next =
        nextDifference(*sides.entries[0]->bytes, *sides.entries[1]->bytes, panel.differs ? *panel.differs + 1 : 0);
    panel.differs = next;
    if (next) panel.hex_rows.first = std::max<std::uint64_t>(*next / columns, 2) - 2;
  }
  ImGui::SameLine();
  ImGui::TextDisabled("%s", panel.differs ? trf("at {}", *panel.differs).c_str() : "");
  const FontScope font(FontRole::kMono);
  ImGui::BeginChild("##bytes", {0, 0}, false, ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  const float half = halfWidth();
  const RowRange range = longList(panel.hex_rows, (size + columns - 1) / columns);
  const auto drawHalf = [&](std::size_t side) {
    for (std::uint64_t i = range.first; i < range.end; ++i) {
      const auto read = [&](std::size_t from) {
        return panel.readers[from].read(sides.entries[from]->bytes, i * columns, columns);
      };
      const std::vector<std::byte> own = read(side), other = both ? read(1 - side) : own;
      const std::string row = hexRow(i * columns, own, columns);
      for (std::size_t k = 0; k < own.size(); ++k) {
        if (k >= other.size() || own[k] != other[k]) markHexByte(row, k, behind(sides.colours[side], kStrong));
      }
      ImGui::TextUnformatted(row.c_str());
    }
  };
  halves(sides, half, drawHalf, kOfList);
  ImGui::EndChild();
}

const char* changeText(LayerChange change, bool compared) {
  using enum LayerChange;
  if (change == kSame) return "Equal bytes on both sides.";
  if (change == kAdded) return compared ? "Added." : "Added by the upper bundle.";
  if (change == kOnlyBelow) return compared ? "Removed." : "Only in the lower bundle.";
  if (change == kUnreadable) return "One side cannot be read.";
  return nullptr;
}

template <class Draw>
void sideTab(const char* name, bool there, Draw draw) {
  if (!there || !beginTab(trId(name))) return;
  draw();
  ImGui::EndTabItem();
}

}  // namespace

std::optional<std::uint64_t> nextDifference(const ByteSource& a, const ByteSource& b, std::uint64_t start) {
  constexpr std::uint64_t kPiece = 1u << 20;
  const std::uint64_t both = std::min(a.size(), b.size());
  std::vector<std::byte> left(kPiece), right(kPiece);
  for (std::uint64_t at = start; at < both; at += left.size()) {
    left.resize(std::min(kPiece, both - at));
    right.resize(left.size());
    if (!a.readAt(at, left) || !b.readAt(at, right)) return std::nullopt;
    const auto place = std::ranges::mismatch(left, right).in1;
    if (place != left.end()) return at + static_cast<std::uint64_t>(place - left.begin());
  }
  return a.size() != b.size() && start <= both ? std::optional(both) : std::nullopt;
}

void drawSides(SidesPanel& panel, const Workspace& workspace, const ViewState& view) {
  for (MeshCanvas& canvas : panel.meshes) canvas.view.width = canvas.view.height = 0;
  const PreviewState& preview = workspace.preview;
  if (view.entries.empty() || preview.tree != workspace.bundle) {
    return paragraph(tr("Select an entry of the bundle to see both sides of it."));
  }
  const TreeEntry& entry = workspace.bundle->entries()[preview.index];
  inFont(FontRole::kBold, [&] { middleFittedText(entry.path, {}, entry.path); });
  if (entry.directory) return paragraph(tr("A folder has no content of its own to compare."));
  const SideBySide& made = workspace.sides;
  if (!made.is_ready || made.previewed != preview.entry) return ImGui::TextDisabled("%s", tr("looking…"));
  if (panel.shown != made.previewed) {
    panel.shown = made.previewed;
    panel.text_rows = panel.hex_rows = {};
    panel.scroll = 0;
    panel.change = 0;
    panel.differs.reset();
    for (MeshCanvas& canvas : panel.meshes) canvas.made_of = nullptr;
  }
  const char* said = changeText(changeOf(workspace, preview.index).change, workspace.bundle_files.compared);
  if (said != nullptr) ImGui::TextDisabled("%s", tr(said));
  const Sides sides = sidesOf(made, view.theme);
  drawTitles(sides);
  for (const EntryPreview* each : sides.entries) {
    if (each != nullptr && !each->error.empty()) paragraph(each->error);
  }
  const IdScope id(entry.path.c_str());
  if (beginTabBar("##sides")) {
    sideTab("Mesh", sides.all([](const EntryPreview& e) { return e.mesh != nullptr; }),
            [&] { drawMeshes(panel, sides, view.theme); });
    sideTab("Picture", sides.all([](const EntryPreview& e) { return e.picture != nullptr; }),
            [&] { drawPictures(panel, sides); });
    sideTab("Text", sides.all([](const EntryPreview& e) { return e.text.has_value(); }),
            [&] { drawTexts(panel, made, sides); });
    sideTab("Hex", sides.all([](const EntryPreview& e) { return e.bytes != nullptr; }),
            [&] { drawBytes(panel, sides); });
    ImGui::EndTabBar();
  }
}

}  // namespace sepax
