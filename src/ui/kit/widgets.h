#pragma once

#include "bundle/findings.h"
#include "collide/sat/sat_report.h"
#include "core/language.h"
#include "draw/palette.h"
#include "session/lab/jury_pool.h"
#include "session/scene/reports.h"
#include "ui/kit/regions.h"
#include "ui/kit/theme.h"

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// A label whose ImGui id stays the same in every language: "text###english".
[[nodiscard]] inline std::string trId(const char* english) { return std::string(tr(english)) + "###" + english; }

// Where the hand finds things, for tests that drive the real window with a real mouse. Nothing is kept unless a
// listener asks for it.

/// The middle of an item, pixels of the window.
struct ItemPlace {
  std::string name;
  float x = 0, y = 0;
  bool focused = false;  ///< has the keys
};

void listenToItems();
/// Where a name has to be made first.
[[nodiscard]] bool listensToItems();

/// The item just drawn goes by this name; of a list, by that name and what tells its rows apart: "axis A2xB1".
void nameItem(std::string_view name, std::string_view row = {});

/// The items named since the last call, without those scrolled out of sight.
[[nodiscard]] std::vector<ItemPlace> takeItemPlaces();

// Small pieces that several panels share.

enum class Padding { kNone, kUsual };
/// A child window at a place of the current one. After it: ImGui::EndChild().
bool beginRegion(const char* id, const Rect& rect, Padding padding, ImGuiWindowFlags flags = 0);

/// A wrapped tooltip for the item just drawn, also when it is disabled.
void tooltip(const std::string& text);

/// The word of a verdict in the current language.
[[nodiscard]] const char* verdictWord(Verdict verdict);

/// Draws the cover of what would give a lesson's prediction away.
void drawCover();

/// The colour of a jury's row.
[[nodiscard]] ImVec4 colourOf(Standing standing, Theme theme);

/// Two discs that are apart, touch or overlap, in a square of `size` pixels: the verdict without words.
void drawVerdictIcon(ImDrawList& list, ImVec2 corner, float size, Verdict verdict, ImU32 colour);

/// A tick and a cross in a square of `size` pixels.
void drawTick(ImVec2 corner, float size, ImU32 colour);
void drawCross(ImVec2 corner, float size, ImU32 colour);

/// The state of a pair as an inline icon with a tooltip.
void pairStateIcon(PairState state, Theme theme);

/// Clickable eye and padlock, drawn so that they need no font. True when clicked.
bool eyeButton(const char* id, bool visible);
bool lockButton(const char* id, bool locked);

/// A button that stays pressed while `on`.
bool toggleButton(const char* label, bool on, ImVec2 size = {0, 0});

/// A button that can be pressed only while `enabled`.
bool enabledButton(const std::string& label, bool enabled);

/// The button that a dialog is about, in the colours of the text and its ground exchanged.
bool primaryButton(const char* label);

/// How wide a button of this label is.
[[nodiscard]] float buttonWidth(const std::string& label);

/// One of several ways to see what is below: buttons in one frame, of which one is on. Where the line has no room they
/// go on in the next. All of them are one item for a tooltip. Returns the one that was pressed, else `chosen`.
[[nodiscard]] int segments(const char* id, std::span<const std::string> labels, int chosen);

/// A tab bar and a tab of it: words, the one in front with a line below. As ImGui's own, whose names they have.
[[nodiscard]] bool beginTabBar(const char* id, ImGuiTabBarFlags flags = 0);
[[nodiscard]] bool beginTab(const std::string& label, ImGuiTabItemFlags flags = 0);
/// How wide that tab is.
[[nodiscard]] float widthOfTab(const std::string& label);

enum class Fold { kOpen, kClosed };
/// The foldable heading of a part of a panel. While it is folded, `value` says at its right end what is in it.
bool sectionHeader(const char* label, const std::string& value = {}, Fold at_first = Fold::kOpen);

/// A filled square in a body's colour, in the middle of a frame's height.
void colourChip(Colour colour);

/// Text cut with "…" to `width` pixels, else to the rest of the line; the whole of it in a tooltip when cut, or always
/// `tip` when there is one.
void fittedText(const std::string& text, std::optional<float> width = {}, const std::string& tip = {});

/// That text alone: for items that draw it themselves.
[[nodiscard]] std::string cutToFit(const std::string& text, float width);

/// The first of the texts, each shorter than the one before, that is not wider; else what fits of the last.
[[nodiscard]] std::string firstThatFits(const std::vector<std::string>& texts, float width);

/// A hint for the input field that comes next, whose width is set.
[[nodiscard]] std::string hintThatFits(const char* text);

/// A text of the user's, to be drawn whole as a label: ImGui takes what follows "##" for an id, so a blank comes
/// between.
[[nodiscard]] std::string asLabel(std::string text);

/// The text cut in its middle: both ends of "main.1.com.example.obb", a long path or the names of a pair count.
[[nodiscard]] std::string cutInTheMiddle(const std::string& text, float width);
void middleFittedText(const std::string& text, std::optional<float> width = {}, const std::string& tip = {});

/// A sign and its colour for how bad a finding is.
[[nodiscard]] const char* severitySign(Severity severity);
[[nodiscard]] ImVec4 severityColour(Severity severity, Theme theme);

/// Text at the right end of the current table cell.
void rightAligned(const std::string& text);

/// The number of decimals with which numbers of this magnitude show about five significant digits; negative: use
/// scientific notation.
[[nodiscard]] int decimalsFor(double largest_magnitude);
/// A number with that many decimals, right for columns.
[[nodiscard]] std::string fixedNumber(double value, int decimals);
/// The name of the field that comes next, which begins behind it or at `left` of the line and has this width.
void fieldName(const std::string& name, float width, float left = 0);
/// Continues the line where so many pixels fit, else what follows is on the next one.
void sameLineIfFits(float width);
/// A row of a list, to be pressed by the mouse or a key: a click on it gives the list the arrow keys. True when it was
/// pressed.
[[nodiscard]] bool listRow(const char* label, bool selected = false, int selectable_flags = 0, float height = 0);
/// True once after such a click.
[[nodiscard]] bool takeRowClick();

/// All digits; zero has no sign.
[[nodiscard]] std::string exactNumber(double value);

/// `text` with line breaks so that no line is wider than `width` pixels in the current font, where that can be: after
/// spaces, and between Chinese characters, whose closing marks stay with what they close. Never inside a number or a
/// name, where Dear ImGui's own wrapping breaks too ("0." / "25"), unless that is wider than a line itself, as a path
/// can be.
[[nodiscard]] std::string wrapped(std::string_view text, float width);

/// Before which bytes of it those breaks go.
[[nodiscard]] std::vector<std::size_t> lineBreaks(std::string_view text, float width);

/// Text wrapped at the right end of the panel or table cell.
void paragraph(const std::string& text);

/// Such a text as a row to click; true when it is clicked. It has the current text colour and id.
[[nodiscard]] bool paragraphRow(const std::string& text);

// The stacks of Dear ImGui by scope: a constructor pushes, the end of the scope pops.

class FontScope {
 public:
  explicit FontScope(FontRole role) { ImGui::PushFont(fontOf(role)); }
  ~FontScope() { ImGui::PopFont(); }
  FontScope(const FontScope&) = delete;
  FontScope& operator=(const FontScope&) = delete;
};

/// A colour for text.
class TextColour {
 public:
  explicit TextColour(const ImVec4& colour) { ImGui::PushStyleColor(ImGuiCol_Text, colour); }
  explicit TextColour(ImU32 colour) { ImGui::PushStyleColor(ImGuiCol_Text, colour); }
  ~TextColour() { ImGui::PopStyleColor(); }
  TextColour(const TextColour&) = delete;
  TextColour& operator=(const TextColour&) = delete;
};

/// That of what is said beside the point.
[[nodiscard]] inline const ImVec4& faint() { return ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled); }

class IdScope {
 public:
  template <class Id>
  explicit IdScope(Id id) {
    ImGui::PushID(id);
  }
  ~IdScope() { ImGui::PopID(); }
  IdScope(const IdScope&) = delete;
  IdScope& operator=(const IdScope&) = delete;
};

// For what a single call draws.

template <class Draw>
void inFont(FontRole role, Draw draw) {
  const FontScope scope(role);
  draw();
}

template <class Colour, class Draw>
void inColour(const Colour& colour, Draw draw) {
  const TextColour scope(colour);
  draw();
}

}  // namespace sepax
