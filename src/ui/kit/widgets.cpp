#include "ui/kit/widgets.h"

#include "core/text.h"
#include "ui/kit/keys.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

bool somebody_listens = false;
std::vector<ItemPlace> places;

}  // namespace

void listenToItems() { somebody_listens = true; }

bool listensToItems() { return somebody_listens; }

void nameItem(std::string_view name, std::string_view row) {
  if (!somebody_listens || !ImGui::IsItemVisible()) return;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  std::string whole(name);
  if (!row.empty()) whole.append(" ").append(row);
  places.push_back(
      {std::move(whole), (low.x + high.x) / 2, (low.y + high.y) / 2, isWalkedByKeys() && ImGui::IsItemFocused()});
}

std::vector<ItemPlace> takeItemPlaces() { return std::exchange(places, {}); }

namespace {

struct VerdictIcon {
  float gap;  ///< distance of the discs' centres in diameters
  const char* word;
};
constexpr std::array<VerdictIcon, 3> kVerdictIcons{{{1.35f, "apart"}, {1.0f, "touching"}, {0.55f, "overlapping"}}};

/// A square button without frame; `draw` gets its centre and half size.
template <class Draw>
bool glyphButton(const char* id, const Draw& draw) {
  const float size = ImGui::GetFrameHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {size, size});
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + size, corner.y + size},
                                              ImGui::GetColorU32(ImGuiCol_ButtonHovered), 3);
  }
  draw(*ImGui::GetWindowDrawList(), ImVec2(corner.x + size / 2, corner.y + size / 2), size / 2);
  return clicked;
}

constexpr unsigned kFirstWide = 0x2E80;  ///< from here on characters are Chinese and follow each other without spaces

/// Marks that no line begins with, and those that none ends with.
constexpr std::string_view kClosing = "，。；：！？、）」』》”’…", kOpening = "（「『《“‘";

struct Character {
  std::string_view bytes;
  unsigned code;
};

Character characterAt(std::string_view text, std::size_t at) {
  unsigned code = 0;
  const int length = ImTextCharFromUtf8(&code, text.data() + at, text.data() + text.size());
  return {text.substr(at, static_cast<std::size_t>(std::max(1, length))), code};
}

bool holds(std::string_view marks, const Character& c) { return marks.find(c.bytes) != std::string_view::npos; }

/// Where the piece that begins at `from` ends: what no line may break. Spaces behind a word belong to it.
std::size_t pieceEnd(std::string_view text, std::size_t from) {
  Character last = characterAt(text, from);
  std::size_t at = from + last.bytes.size();
  while (at < text.size()) {
    const Character next = characterAt(text, at);
    const bool after_space = last.code == ' ' && next.code != ' ';
    const bool beside_chinese = (last.code >= kFirstWide || next.code >= kFirstWide) && next.code != ' ';
    if (last.code == '\n' || after_space || (beside_chinese && !holds(kClosing, next) && !holds(kOpening, last))) break;
    at += next.bytes.size();
    last = next;
  }
  return at;
}

float widthOf(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

}  // namespace

namespace {

/// Above the item just drawn, or below it where there is no room above: what it explains stays in sight, and what the
/// item changes is mostly below it. Beside the mouse on tall items.
void placeTooltip(const ImVec2& text) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax(), pad = ImGui::GetStyle().WindowPadding;
  const float em = ImGui::GetFontSize(), gap = em * 0.25f, height = text.y + 2 * pad.y;
  if (high.y - low.y > em * 3) return;
  const float rightmost = ImGui::GetIO().DisplaySize.x - text.x - 2 * pad.x;
  const float x = std::clamp(ImGui::GetIO().MousePos.x, low.x, std::max(low.x, high.x));
  const float above = low.y - gap - height;
  ImGui::SetNextWindowPos({std::max(0.0f, std::min(x, rightmost)), above >= 0 ? above : high.y + gap});
}

}  // namespace

void tooltip(const std::string& text) {
  if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const float em = ImGui::GetFontSize();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const std::string lines = wrapped(text, std::min(em * 26, display.x - em * 2));
  placeTooltip(ImGui::CalcTextSize(lines.c_str()));
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(lines.c_str());
  ImGui::EndTooltip();
}

const char* verdictWord(Verdict verdict) { return tr(kVerdictIcons[static_cast<std::size_t>(verdict)].word); }

void drawVerdictIcon(ImDrawList& list, ImVec2 corner, float size, Verdict verdict, ImU32 colour) {
  const float gap = kVerdictIcons[static_cast<std::size_t>(verdict)].gap;
  const float radius = size * 0.2f;
  const ImVec2 centre(corner.x + size / 2, corner.y + size / 2);
  const float thickness = std::max(1.3f, size * 0.085f);
  for (const float side : {-1.0f, 1.0f}) {
    const ImVec2 at(centre.x + side * gap * radius, centre.y);
    const ImU32 fill = (colour & ~IM_COL32_A_MASK) |
                       (static_cast<ImU32>(verdict == Verdict::kOverlapping ? 0x90 : 0x40) << IM_COL32_A_SHIFT);
    list.AddCircleFilled(at, radius, fill, 20);
    list.AddCircle(at, radius, colour, 20, thickness);
  }
}

void pairStateIcon(PairState state, Theme theme) {
  const float size = ImGui::GetTextLineHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::Dummy({size, size});
  if (const std::optional<Verdict> verdict = verdictOf(state)) {
    drawVerdictIcon(*ImGui::GetWindowDrawList(), corner, size, *verdict,
                    toImGui(verdictColour(paletteOf(theme), *verdict)));
    tooltip(verdictWord(*verdict));
  } else {
    const bool failed = state == PairState::kFailed;
    const ImU32 colour = failed ? toImGui(panelColours(theme).error) : ImGui::GetColorU32(ImGuiCol_TextDisabled);
    ImGui::GetWindowDrawList()->AddText(corner, colour, failed ? "✗" : "…");
    tooltip(failed ? tr("This pair cannot be tested.") : tr("Not tested yet."));
  }
}

bool eyeButton(const char* id, bool visible) {
  const ImU32 colour = ImGui::GetColorU32(visible ? ImGuiCol_Text : ImGuiCol_TextDisabled, visible ? 0.85f : 0.7f);
  return glyphButton(id, [&](ImDrawList& list, ImVec2 c, float half) {
    const float w = half * 0.66f, h = half * 0.52f;
    list.PathLineTo({c.x - w, c.y});
    list.PathBezierQuadraticCurveTo({c.x, c.y - 2 * h}, {c.x + w, c.y}, 10);
    list.PathBezierQuadraticCurveTo({c.x, c.y + 2 * h}, {c.x - w, c.y}, 10);
    list.PathStroke(colour, 0, 1.3f);
    if (visible) {
      list.AddCircleFilled(c, half * 0.22f, colour, 12);
    } else {
      list.AddLine({c.x - w * 0.8f, c.y + w * 0.8f}, {c.x + w * 0.8f, c.y - w * 0.8f}, colour, 1.3f);
    }
  });
}

bool lockButton(const char* id, bool locked) {
  const ImU32 colour = ImGui::GetColorU32(locked ? ImGuiCol_Text : ImGuiCol_TextDisabled, locked ? 0.95f : 0.55f);
  return glyphButton(id, [&](ImDrawList& list, ImVec2 c, float half) {
    const float w = half * 0.42f;
    const float top = c.y - half * 0.08f;
    const ImVec2 low(c.x - w, top), high(c.x + w, c.y + half * 0.55f);
    if (locked) {
      list.AddRectFilled(low, high, colour, 1.5f);
    } else {
      list.AddRect(low, high, colour, 1.5f, 0, 1.2f);
    }
    // The shackle; an open one is swung aside.
    const float shift = locked ? 0 : w * 0.9f;
    list.PathArcTo({c.x + shift, top - half * 0.1f}, w * 0.68f, 3.14159f, 6.28318f, 10);
    list.PathStroke(colour, 0, 1.3f);
  });
}

bool toggleButton(const char* label, bool on, ImVec2 size) {
  if (on) {
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
  }
  const bool clicked = ImGui::Button(label, size);
  if (on) ImGui::PopStyleColor(2);
  return clicked;
}

bool enabledButton(const std::string& label, bool enabled) {
  ImGui::BeginDisabled(!enabled);
  const bool pressed = ImGui::Button(label.c_str());
  ImGui::EndDisabled();
  return pressed;
}

bool primaryButton(const char* label) {
  const ImVec4 ground = ImGui::GetStyleColorVec4(ImGuiCol_Text);
  const auto shade = [&](float share) { return ImVec4(ground.x, ground.y, ground.z, share); };
  ImGui::PushStyleColor(ImGuiCol_Button, ground);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, shade(0.92f));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, shade(0.84f));
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_WindowBg));
  const bool clicked = ImGui::Button(label);
  ImGui::PopStyleColor(4);
  return clicked;
}

float buttonWidth(const std::string& label) {
  return ImGui::CalcTextSize(label.c_str(), nullptr, true).x + ImGui::GetStyle().FramePadding.x * 2;
}

int segments(const char* id, std::span<const std::string> labels, int chosen) {
  ImGui::PushID(id);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 0);
  ImGui::BeginGroup();
  int pressed = chosen;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float width = buttonWidth(labels[i]);
    const float end = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    if (i > 0 && ImGui::GetItemRectMax().x - 1 + width <= end) {
      ImGui::SameLine(0, 0);
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() - 1);  // neighbours share the line between them
    }
    if (toggleButton(labels[i].c_str(), static_cast<int>(i) == chosen)) pressed = static_cast<int>(i);
  }
  ImGui::EndGroup();
  ImGui::PopStyleVar();
  ImGui::PopID();
  return pressed;
}

bool beginRegion(const char* id, const Rect& rect, Padding padding, ImGuiWindowFlags flags) {
  const bool padded = padding == Padding::kUsual;
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  if (!padded) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const bool visible =
      ImGui::BeginChild(id, {rect.w, rect.h}, false, flags | (padded ? ImGuiWindowFlags_AlwaysUseWindowPadding : 0));
  if (!padded) ImGui::PopStyleVar();
  return visible;
}

ImVec4 colourOf(Standing standing, Theme theme) {
  const PanelColours& colours = panelColours(theme);
  switch (standing) {
    case Standing::kDiffers:
      return toImGuiVec(colours.error);
    case Standing::kFailed:
      return toImGuiVec(colours.warning);
    case Standing::kSilent:
      return ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled);
    case Standing::kTie:
    case Standing::kAgrees:
      break;
  }
  return ImGui::GetStyleColorVec4(ImGuiCol_Text);
}

void drawCover() {
  ImGui::Spacing();
  paragraph(tr("Covered until you have answered: the answer would be here."));
}

bool beginTabBar(const char* id, ImGuiTabBarFlags flags) {
  if (!ImGui::BeginTabBar(id, flags)) return false;
  const ImRect& bar = ImGui::GetCurrentContext()->CurrentTabBar->BarRect;
  ImGui::GetWindowDrawList()->AddLine({bar.Min.x, bar.Max.y - 0.5f}, {bar.Max.x, bar.Max.y - 0.5f},
                                      ImGui::GetColorU32(ImGuiCol_Separator));
  return true;
}

bool beginTab(const std::string& label, ImGuiTabItemFlags flags) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiID id = ImGui::GetID(label.c_str());
  const bool in_front = context.CurrentTabBar->VisibleTabId == id;
  const bool bright = in_front || context.HoveredIdPreviousFrame == id;
  ImDrawList& list = *ImGui::GetWindowDrawList();  // of the bar: with the tab its contents begin
  ImGui::PushFont(fontOf(in_front ? FontRole::kBold : FontRole::kText));
  // ImGui clips a title to its advance, which takes the rim of a bold last letter away: it gets the room, we draw.
  ImGui::PushStyleColor(ImGuiCol_Text, {0, 0, 0, 0});
  const bool open = ImGui::BeginTabItem(label.c_str(), nullptr, flags);
  ImGui::PopStyleColor();
  if (ImGui::IsItemVisible()) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax(), pad = ImGui::GetStyle().FramePadding;
    const std::string title =
        cutToFit(std::string(label.c_str(), ImGui::FindRenderedTextEnd(label.c_str())), high.x - low.x - pad.x);
    list.AddText({low.x + pad.x, low.y + pad.y}, ImGui::GetColorU32(bright ? ImGuiCol_Text : ImGuiCol_TextDisabled),
                 title.c_str());
    const float thick = std::round(ImGui::GetFontSize() / 8);
    if (in_front)
      list.AddRectFilled({low.x + pad.x, high.y - thick}, {high.x - pad.x, high.y}, ImGui::GetColorU32(ImGuiCol_Text));
  }
  ImGui::PopFont();
  return open;
}

float widthOfTab(const std::string& label) {
  ImGui::PushFont(fontOf(FontRole::kBold));
  const float text = ImGui::CalcTextSize(label.c_str(), nullptr, true).x;
  ImGui::PopFont();
  return text + 2 * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemInnerSpacing.x + 1;
}

bool sectionHeader(const char* label, const std::string& value, Fold at_first) {
  const std::string whole(label, ImGui::FindRenderedTextEnd(label));
  const ImGuiID id = ImGui::GetID(label);
  enum State { kUntouched, kOpened, kClosed };  // the user's, which stays
  int& state = *ImGui::GetStateStorage()->GetIntRef(id, kUntouched);
  bool open = state == kUntouched ? at_first == Fold::kOpen : state == kOpened;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f), height = ImGui::GetFrameHeight();
  if (ImGui::InvisibleButton(label, {width, height})) {
    open = !open;
    state = open ? kOpened : kClosed;
  }
  if (listensToItems()) nameItem("part", whole);
  ImGui::SetItemAllowOverlap();
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({corner.x, corner.y - 0.5f}, {corner.x + width, corner.y - 0.5f},
               ImGui::GetColorU32(ImGuiCol_Separator));
  const ImU32 faint = ImGui::GetColorU32(hovered ? ImGuiCol_Text : ImGuiCol_TextDisabled);
  const float em = ImGui::GetFontSize(), arm = std::round(em * 0.22f), thick = std::max(1.2f, em * 0.09f);
  const ImVec2 c(corner.x + arm * 1.5f, corner.y + height / 2);
  const ImVec2 down[] = {{c.x - arm, c.y - arm / 2}, {c.x, c.y + arm / 2}, {c.x + arm, c.y - arm / 2}};
  const ImVec2 right[] = {{c.x - arm / 2, c.y - arm}, {c.x + arm / 2, c.y}, {c.x - arm / 2, c.y + arm}};
  list.AddPolyline(open ? down : right, 3, faint, 0, thick);
  const float left = corner.x + em * 1.1f, top = corner.y + ImGui::GetStyle().FramePadding.y;
  const float room = corner.x + width - left;
  ImGui::PushFont(fontOf(FontRole::kBold));
  const std::string shown = cutToFit(whole, room);
  list.AddText({left, top}, ImGui::GetColorU32(ImGuiCol_Text), shown.c_str());
  const float used = ImGui::CalcTextSize(shown.c_str()).x;
  ImGui::PopFont();
  if (shown != whole) tooltip(whole);
  if (open || value.empty()) return open;
  // A number without its end would be another one.
  const bool is_number = value.find_first_of("0123456789") == 0;
  const float left_over = room - used - em * 0.5f;
  const std::string fitting = is_number ? firstThatFits({value, ""}, left_over) : cutToFit(value, left_over);
  list.AddText({corner.x + width - ImGui::CalcTextSize(fitting.c_str()).x, top},
               ImGui::GetColorU32(ImGuiCol_TextDisabled), fitting.c_str());
  return open;
}

void colourChip(Colour colour) {
  const float size = std::round(ImGui::GetTextLineHeight() * 0.72f);
  const float height = ImGui::GetFrameHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float top = std::round(corner.y + (height - size) / 2);
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x, top}, {corner.x + size, top + size}, toImGui(colour), 2);
  ImGui::Dummy({size, height});
}

std::string cutToFit(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  const char* end = nullptr;
  const float available = std::max(0.0f, width - ImGui::CalcTextSize("…").x);
  ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), available, 0, text.c_str(), text.c_str() + text.size(), &end);
  return std::string(text.c_str(), end) + "…";
}

std::string firstThatFits(const std::vector<std::string>& texts, float width) {
  const auto fits = [&](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x <= width; };
  const auto first = std::ranges::find_if(texts, fits);
  return first != texts.end() ? *first : cutToFit(texts.back(), width);
}

std::string hintThatFits(const char* text) {
  return cutToFit(text, ImGui::CalcItemWidth() - ImGui::GetStyle().FramePadding.x * 2);
}

void fittedText(const std::string& text, std::optional<float> width, const std::string& tip) {
  const std::string shown = cutToFit(text, width.value_or(ImGui::GetContentRegionAvail().x));
  ImGui::TextUnformatted(shown.c_str());
  tooltip(tip.empty() && shown != text ? text : tip);
}

std::string asLabel(std::string text) {
  for (std::size_t at = 0; (at = text.find("##", at)) != std::string::npos; ++at) text.insert(at + 1, " ");
  return text;
}

std::string cutInTheMiddle(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  // Whole characters from both ends until they do not fit any more.
  const auto isInside = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  const auto widthOf = [&](std::size_t from, std::size_t to) {
    return ImGui::CalcTextSize(text.data() + from, text.data() + to).x;
  };
  const float room = width - ImGui::CalcTextSize("…").x;
  std::size_t head = 0, tail = text.size();
  float used = 0;
  while (head < tail) {
    std::size_t next = head + 1, before = tail - 1;
    while (isInside(next)) ++next;
    while (before > 0 && isInside(before)) --before;
    const bool from_head = head <= text.size() - tail;
    const float more = from_head ? widthOf(head, next) : widthOf(before, tail);
    if (used + more > room) break;
    used += more;
    (from_head ? head : tail) = from_head ? next : before;
  }
  return text.substr(0, head) + "…" + text.substr(tail);
}

void middleFittedText(const std::string& text, std::optional<float> width, const std::string& tip) {
  const std::string shown = cutInTheMiddle(text, width.value_or(ImGui::GetContentRegionAvail().x));
  ImGui::TextUnformatted(shown.c_str());
  tooltip(tip.empty() && shown != text ? text : tip);
}

const char* severitySign(Severity severity) {
  return severity == Severity::kError     ? "✗"
         : severity == Severity::kWarning ? "⚠"
         : severity == Severity::kInfo    ? "·"
                                          : "";
}

ImVec4 severityColour(Severity severity, Theme theme) {
  const PanelColours& colours = panelColours(theme);
  if (severity == Severity::kError) return toImGuiVec(colours.error);
  if (severity == Severity::kWarning) return toImGuiVec(colours.warning);
  return ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled);
}

void rightAligned(const std::string& text) {
  const float spare = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (spare > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + spare);
  ImGui::TextUnformatted(text.c_str());
}

int decimalsFor(double largest_magnitude) {
  if (largest_magnitude == 0) return 4;
  const double digits = std::floor(std::log10(largest_magnitude)) + 1;
  if (!(digits < 7) || digits < -3) return -1;
  return std::clamp(5 - static_cast<int>(std::max(1.0, digits)), 0, 7);
}

std::string fixedNumber(double value, int decimals) {
  if (value == 0) return decimals < 0 ? "0" : fmt::format("{:.{}f}", 0.0, decimals);
  if (decimals < 0) return fmt::format("{:.3e}", value);
  std::string text = fmt::format("{:.{}f}", value, decimals);
  // Too small for these decimals, but not zero: the difference between touching and a gap of 1e-12 must be seen.
  if (text.find_first_of("123456789") == std::string::npos) return fmt::format("{:.1e}", value);
  return text;
}

namespace {

bool row_clicked = false;  ///< in this frame

}  // namespace

bool listRow(const char* label, bool selected, int selectable_flags, float height) {
  const bool pressed = ImGui::Selectable(label, selected, selectable_flags, {0, height});
  row_clicked = row_clicked || ImGui::IsItemClicked();
  return pressed;
}

void fieldName(const std::string& name, float width, float left) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name.c_str());
  ImGui::SameLine(left);
  ImGui::SetNextItemWidth(width);
}

void sameLineIfFits(float width) {
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

bool takeRowClick() { return std::exchange(row_clicked, false); }

std::string exactNumber(double value) { return shortestDecimal(value + 0.0); }

void drawTick(ImVec2 corner, float size, ImU32 colour) {
  const ImVec2 points[] = {{corner.x + size * 0.12f, corner.y + size * 0.55f},
                           {corner.x + size * 0.40f, corner.y + size * 0.82f},
                           {corner.x + size * 0.90f, corner.y + size * 0.22f}};
  ImGui::GetWindowDrawList()->AddPolyline(points, 3, colour, 0, std::max(1.5f, size * 0.14f));
}

void drawCross(ImVec2 corner, float size, ImU32 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float near = size * 0.2f, far = size * 0.8f, width = std::max(1.5f, size * 0.12f);
  list.AddLine({corner.x + near, corner.y + near}, {corner.x + far, corner.y + far}, colour, width);
  list.AddLine({corner.x + near, corner.y + far}, {corner.x + far, corner.y + near}, colour, width);
}

std::vector<std::size_t> lineBreaks(std::string_view text, float width) {
  std::vector<std::size_t> breaks;
  float used = 0;
  const auto put = [&](std::size_t at, std::string_view piece) {
    const std::string_view ink = piece.substr(0, piece.find_last_not_of(" \n") + 1);
    if (used > 0 && !ink.empty() && used + widthOf(ink) > width) {
      breaks.push_back(at);
      used = 0;
    }
    used = piece.back() == '\n' ? 0 : used + widthOf(piece);
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view piece = text.substr(at, pieceEnd(text, at) - at);
    if (widthOf(piece) <= width) {
      put(at, piece);
    } else {
      for (std::size_t in = 0; in < piece.size(); in += characterAt(piece, in).bytes.size())
        put(at + in, characterAt(piece, in).bytes);
    }
    at += piece.size();
  }
  return breaks;
}

std::string wrapped(std::string_view text, float width) {
  std::string out;
  std::size_t from = 0;
  for (const std::size_t at : lineBreaks(text, width)) {
    out += text.substr(from, at - from);
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
    from = at;
  }
  return out.append(text.substr(from));
}

void paragraph(const std::string& text) {
  ImGui::TextUnformatted(wrapped(text, ImGui::GetContentRegionAvail().x).c_str());
}

bool paragraphRow(const std::string& text) {
  const std::string lines = wrapped(text, ImGui::GetContentRegionAvail().x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = listRow("##row", false, 0, ImGui::CalcTextSize(lines.c_str()).y);
  ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), lines.c_str());
  return clicked;
}

}  // namespace sepax
