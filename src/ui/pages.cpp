#include "ui/pages.h"

#include "core/language.h"
#include "core/version.h"
#include "session/learn/learning.h"
#include "session/learn/samples.h"
#include "session/workspace.h"
#include "ui/actions.h"
#include "ui/key_map.h"
#include "ui/kit/dialog.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/menus.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace sepax {

namespace {

constexpr float kCardInEms = 15;  ///< width of a card; its picture keeps its shape

void openSample(const SampleCard& card, SamplesPage& page, Outbox& outbox) {
  outbox.request(OpenPath{card.path});
  page.open = false;
}

/// The first paragraph's first line is what a card has room for.
std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

bool drawCard(const PictureView& pictures, const SampleCard& card, std::size_t at, float width) {
  const float em = ImGui::GetFontSize(), pad = em * 0.3f, line = ImGui::GetTextLineHeight();
  const float picture = (width - 2 * pad) * kCardHeight / kCardWidth;
  const ImVec2 corner = ImGui::GetCursorScreenPos(), size{width, picture + 3 * line + 4 * pad};
  const std::string title = trKnown(card.title), notes = trKnown(card.notes);
  bool clicked = ImGui::Selectable(fmt::format("##card{}", at).c_str(), false, 0, size);
  clicked = clicked || (ImGui::IsItemFocused() && isPressed(plain(kKeyEnter)));  // ImGui 1.86 takes only the space bar
  if (listensToItems()) nameItem("sample", card.title);
  tooltip(title + "\n\n" + notes);
  const bool has_pixels = pictures.texture != nullptr && pictures.picture != nullptr;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low{corner.x + pad, corner.y + pad}, high{corner.x + width - pad, corner.y + pad + picture};
  if (has_pixels && card.has_picture) {
    const float rows = static_cast<float>(pictures.picture->height) / kCardHeight;
    const ImVec2 cell{static_cast<float>(at % kCardsAcross), static_cast<float>(at / kCardsAcross)};
    list.AddImage(pictures.texture, low, high, {cell.x / kCardsAcross, cell.y / rows},
                  {(cell.x + 1) / kCardsAcross, (cell.y + 1) / rows});
  }
  if (!card.has_picture) {  // its kind in the place of a picture
    const std::string kind = card.path.substr(std::min(card.path.find_last_of("./"), card.path.size()));
    const ImVec2 extent = ImGui::CalcTextSize(kind.c_str());
    list.AddText({(low.x + high.x - extent.x) / 2, (low.y + high.y - extent.y) / 2},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled), kind.c_str());
  }
  list.AddRect(low, high, ImGui::GetColorU32(ImGuiCol_Border));
  inFont(FontRole::kBold, [&] {
    ImGui::RenderTextEllipsis(&list, {low.x, high.y + pad}, {high.x, high.y + pad + line}, high.x, high.x,
                              title.c_str(), nullptr, nullptr);
  });
  const ImVec4 two_lines{low.x, high.y, high.x, high.y + pad + 3 * line};
  list.AddText(ImGui::GetFont(), em, {low.x, high.y + pad + line}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
               firstLine(notes).c_str(), nullptr, width - 2 * pad, &two_lines);
  return clicked;
}

/// Cards, by their places among all, in a grid `room` pixels wide of cards at least `card_em` font heights wide; a
/// click opens one.
void drawCards(ActionContext& context, PictureView& pictures, const Samples& all, std::span<const std::size_t> shown,
               float room, float card_em) {
  pictures.picture = all.pictures;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const int across = std::max(1, static_cast<int>((room + gap) / (ImGui::GetFontSize() * card_em + gap)));
  const float width = std::floor((room + gap) / static_cast<float>(across) - gap);
  int column = 0;
  for (const std::size_t at : shown) {
    if (column++ % across != 0) ImGui::SameLine();
    const SampleCard& card = all.cards[at];
    if (drawCard(pictures, card, at, width)) openSample(card, context.shell.samples, context.outbox);
  }
}

}  // namespace

void drawSamplesPage(ActionContext& context) {
  SamplesPage& page = context.shell.samples;
  const SampleShelf& shelf = context.workspace.samples;
  if (!beginDialog("Samples", "###samples", page.open, {70, 44})) return;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool enters = ImGui::InputTextWithHint("##filter", tr("Search in titles and notes"), &page.filter,
                                               ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::BeginChild("##cards", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  if (shelf.samples == nullptr) {
    ImGui::TextDisabled("%s", tr("Reading the samples…"));
  } else {
    const Samples& samples = *shelf.samples;
    const std::vector<std::size_t> found = findSamples(samples, page.filter);
    const auto counterexamples =
        std::ranges::find_if(found, [&](std::size_t at) { return samples.cards[at].is_counterexample; });
    const auto count = static_cast<std::size_t>(counterexamples - found.begin());
    if (found.empty()) ImGui::TextDisabled("%s", tr("No sample has these words."));
    const float room = ImGui::GetContentRegionAvail().x;
    drawCards(context, page.pictures, samples, std::span(found).first(count), room, kCardInEms);
    if (counterexamples != found.end()) {
      ImGui::Spacing();
      ImGui::TextDisabled("%s", tr("Counterexamples to published algorithms"));
      drawCards(context, page.pictures, samples, std::span(found).subspan(count), room, kCardInEms);
    }
    if (enters && !found.empty()) openSample(samples.cards[found.front()], page, context.outbox);
  }
  ImGui::EndChild();
  if (!page.open) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

namespace {

struct Beginning {
  const char* action;
  const char* title;  ///< keys of tr()
  const char* text;
};
constexpr Beginning kBeginnings[] = {{"paste_pair", "Paste a pair", "a bug report, code or a debugger's dump"},
                                     {"open", "Open a file", "case, mesh, recording, .zip, .obb"},
                                     {"new_3d", "Draw a pair", "two boxes in space to change"}};

/// A row or card to press, with a frame of its own; `draw` gets its corner. True when it was pressed.
template <class Draw>
bool pressable(const char* id, ImVec2 size, ImU32 ground, const Draw& draw) {
  const ImVec2 corner = ImGui::GetCursorScreenPos(), end(corner.x + size.x, corner.y + size.y);
  const bool pressed = ImGui::InvisibleButton(id, size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, end, ImGui::IsItemHovered() ? ImGui::GetColorU32(ImGuiCol_HeaderHovered) : ground, 6);
  draw(list, corner);
  return pressed;
}

void pageHeading(const char* text) {
  inFont(FontRole::kTitle, [&] { ImGui::TextUnformatted(text); });
  ImGui::Spacing();
}

/// Two lines, the first one bold, each cut to the room.
void twoLines(ImDrawList& list, ImVec2 at, const std::string& title, const std::string& text, float room) {
  inFont(FontRole::kBold, [&] { list.AddText(at, ImGui::GetColorU32(ImGuiCol_Text), cutToFit(title, room).c_str()); });
  list.AddText({at.x, at.y + ImGui::GetTextLineHeight() * 1.15f}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
               cutToFit(text, room).c_str());
}

void drawBeginnings(ActionContext& context, float width) {
  const float em = ImGui::GetFontSize(), gap = em;
  const bool stacked = width < 50 * em;
  const float card = stacked ? width : std::floor((width - 2 * gap) / 3);
  bool first = true;
  for (const Beginning& beginning : kBeginnings) {
    if (!first && !stacked) ImGui::SameLine(0, gap);
    first = false;
    const Action& action = *findAction(beginning.action);
    const std::string keys = shortcutText(shortcutOf(context.shell.keys, action));
    const bool pressed = pressable(
        beginning.action, {card, 4.2f * em}, ImGui::GetColorU32(ImGuiCol_FrameBg),
        [&](ImDrawList& list, ImVec2 corner) {
          const float keys_width = ImGui::CalcTextSize(keys.c_str()).x;
          twoLines(list, {corner.x + em, corner.y + em * 0.95f}, tr(beginning.title), tr(beginning.text),
                   card - keys_width - 3 * em);
          list.AddText({corner.x + card - em - keys_width, corner.y + em * 1.6f},
                       ImGui::GetColorU32(ImGuiCol_TextDisabled), keys.c_str());
          list.AddRect(corner, {corner.x + card, corner.y + 4.2f * em}, ImGui::GetColorU32(ImGuiCol_Border), 6);
        });
    nameItem("start", beginning.action);
    tooltip(tr(action.tip));
    if (pressed) action.run(context);
  }
}

/// Which lesson the user goes on with: the first one that is not done.
std::size_t nextLesson(const Learning& learning) {
  const auto next = std::ranges::find_if(*learning.shelf, [&](const ShelvedLesson& row) {
    return row.lesson && progressIn(learning, row.id).passed.size() < row.lesson->steps.size();
  });
  return next == learning.shelf->end() ? 0 : static_cast<std::size_t>(next - learning.shelf->begin());
}

void openLessonAt(ActionContext& context, std::size_t at) {
  const Learning& learning = context.workspace.learning;
  context.outbox.request(OpenLesson{at, progressIn(learning, (*learning.shelf)[at].id).step});
}

void drawLessons(ActionContext& context, float width) {
  const Learning& learning = context.workspace.learning;
  pageHeading(tr("Lessons"));
  if (learning.shelf == nullptr) return paragraph(learning.error);
  const float em = ImGui::GetFontSize(), height = 3.1f * em;
  const std::size_t next = nextLesson(learning), shown = std::min<std::size_t>(learning.shelf->size(), 8);
  const std::size_t from = std::min(next > 2 ? next - 2 : 0, learning.shelf->size() - shown);
  if (primaryButton((trf("Go on with lesson {}", next + 1) + "###go_on").c_str())) openLessonAt(context, next);
  ImGui::SameLine();
  if (ImGui::Button((trf("All {}", learning.shelf->size()) + "###all_lessons").c_str())) {
    context.outbox.request(LeaveLesson{});
    context.shell.start.open = false;
  }
  ImGui::Spacing();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 1});
  for (std::size_t i = from; i < from + shown; ++i) {
    const ShelvedLesson& row = (*learning.shelf)[i];
    if (!row.lesson) continue;
    const std::size_t passed = progressIn(learning, row.id).passed.size(), steps = row.lesson->steps.size();
    const ImU32 ground = ImGui::GetColorU32(i == next ? ImGuiCol_Header : ImGuiCol_FrameBg);
    const bool pressed = pressable(row.id.c_str(), {width, height}, ground, [&](ImDrawList& list, ImVec2 corner) {
      const ImVec2 middle(corner.x + 1.6f * em, corner.y + height / 2);
      if (passed == steps) {
        drawTick({middle.x - em / 2, middle.y - em / 2}, em, toImGui(panelColours(context.view.theme).good));
      } else {
        const std::string number = std::to_string(i + 1);
        const ImVec2 size = ImGui::CalcTextSize(number.c_str());
        list.AddText({middle.x - size.x / 2, middle.y - size.y / 2}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                     number.c_str());
      }
      const std::string at = passed > 0 && passed < steps ? trf("{} of {} steps", passed, steps) : std::string();
      const float at_width = ImGui::CalcTextSize(at.c_str()).x;
      twoLines(list, {corner.x + 3.2f * em, corner.y + 0.5f * em}, row.lesson->title.in(context.view.language),
               row.lesson->asks.in(context.view.language), width - 4 * em - at_width - em);
      list.AddText({corner.x + width - em - at_width, middle.y - em / 2}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                   at.c_str());
    });
    nameItem("lesson", row.id);
    if (pressed) openLessonAt(context, i);
  }
  ImGui::PopStyleVar();
}

constexpr float kStartCardInEms = 11.5f;

void drawRecent(ActionContext& context, float width) {
  const RecentShelf& shelf = context.workspace.recent;
  if (shelf.files == nullptr) return;
  pageHeading(tr("Recent"));
  std::vector<std::size_t> all(shelf.files->cards.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  ImGui::PushID("recent");
  drawCards(context, context.shell.start.pictures, *shelf.files, all, width, kStartCardInEms);
  ImGui::PopID();
  ImGui::Spacing();
}

/// Fewer of them below files of the user's own, so that the page needs no second screen.
void drawSamples(ActionContext& context, float width) {
  pageHeading(tr("Samples"));
  const SampleShelf& shelf = context.workspace.samples;
  if (shelf.samples == nullptr) {
    ImGui::TextDisabled("%s", tr("Reading the samples…"));
  } else {
    std::vector<std::size_t> first = firstSamples(*shelf.samples);
    if (context.workspace.recent.files != nullptr) first.resize(std::min<std::size_t>(first.size(), 3));
    drawCards(context, context.shell.samples.pictures, *shelf.samples, first, width, kStartCardInEms);
  }
  ImGui::Spacing();
  if (ImGui::Button(trId("All samples, with search").c_str())) context.shell.samples.open = true;
}

}  // namespace

void drawStartPage(ActionContext& context) {
  StartPage& page = context.shell.start;
  if (page.opening != context.workspace.history.openings() || page.bundle != context.workspace.bundle)
    page.open = false;  // seen in the next frame
  const float em = ImGui::GetFontSize();
  ImGui::BeginChild("##start", {0, 0}, false, ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NavFlattened);
  const float room = ImGui::GetContentRegionAvail().x, width = std::min(room, 71 * em);
  ImGui::SetCursorPos({ImGui::GetCursorPosX() + std::floor((room - width) / 2), ImGui::GetCursorPosY() + 1.5f * em});
  ImGui::BeginGroup();
  pageHeading(tr("See why two shapes do or do not touch"));
  ImGui::TextDisabled("%s", wrapped(tr("Two boxes are open behind this page: Esc goes there."), width).c_str());
  ImGui::Dummy({0, em / 2});
  drawBeginnings(context, width);
  ImGui::Dummy({0, em});
  const bool stacked = width < 56 * em;
  const float top = ImGui::GetCursorPosY();
  const float left = stacked ? width : std::floor(width * 0.39f), right = stacked ? width : width - left - 2 * em;
  ImGui::BeginGroup();
  drawLessons(context, left);
  ImGui::EndGroup();
  if (!stacked) {
    ImGui::SameLine(0, 2 * em);
    ImGui::SetCursorPosY(top);  // no base line: both columns begin with a title
  }
  ImGui::BeginGroup();
  drawRecent(context, right);
  drawSamples(context, right);
  if (right > 32 * em) {
    ImGui::SameLine(0, 2 * em);
  } else {
    ImGui::Spacing();
  }
  if (ImGui::Checkbox(trId("Show this page at the start").c_str(), &context.view.starts_with_page))
    ImGui::MarkIniSettingsDirty();
  ImGui::SameLine();
  if (ImGui::Button(trId("Close").c_str())) page.open = false;
  ImGui::EndGroup();
  ImGui::EndGroup();
  ImGui::EndChild();
  const bool is_free = !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  if (is_free && isPressed(plain(kKeyEscape))) page.open = false;
}

namespace {

struct Gesture {
  const char* what;
  const char* how;
};
constexpr Gesture kGestures[] = {
    {"Drag a body", "move it in the view plane (Move tool)"},
    {"Shift + drag a body", "move it along the view direction (3D)"},
    {"Drag a handle", "rotate or scale the selected body"},
    {"Type while dragging", "an exact value: x 1.5, degrees or a factor"},
    {"Ctrl while dragging", "snap to round steps"},
    {"X, Y or Z while moving",
     "keep to that axis, with Shift to the plane across it; with a number an exact way along it"},
    {"Esc while dragging", "take the drag back"},
    {"Shift + click", "add a body to the selection, or take it out"},
    {"Shift + drag beside bodies", "select all in a box; with the Select tool without Shift"},
    {"Arrow keys", "nudge the selected bodies; with Ctrl by the smallest step there is (1 ULP), its bits shown"},
    {"Arrow keys with Rotate or Scale", "rotate by 5°, scale by 5 %; with Ctrl by 0.1"},
    {"Shift + arrow keys", "the same along the view (3D)"},
    {"Space with the Points tool", "take the next corner: arrow keys move it, Enter puts one in, Backspace deletes"},
    {"Arrow keys with a drawing tool", "lead a pen, with Ctrl in small steps; Space sets a point, Enter ends"},
    {"F6, then arrow keys", "walk through a panel, toolbar or status line; Enter presses, Esc goes back to the scene"},
    {"Right click", "what can be done there"},
    {"Right-drag, or left-drag beside bodies", "orbit (3D), pan (2D)"},
    {"Middle-drag", "pan"},
    {"Mouse wheel", "zoom to the mouse"},
    {"Drag a panel's tab",
     "move the panel: to another side, a half of one, or over the viewport as a window of its own"},
    {"Hover a row of the axes table", "preview that axis"},
    {"Click a row", "pin it; ↑ ↓ step through the rows"},
};

void drawGestures() {
  if (!ImGui::BeginTable("##mouse", 2, ImGuiTableFlags_RowBg)) return;
  for (const Gesture& gesture : kGestures) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    paragraph(tr(gesture.what));
    ImGui::TableNextColumn();
    paragraph(tr(gesture.how));
  }
  ImGui::EndTable();
}

/// Over the key of a row: the next key becomes the action's.
void drawWaiting(const Action& action, ShellState& shell) {
  if (!ImGui::BeginPopup("##waiting")) return;
  ImGui::TextUnformatted(trf("Press the new key for \"{}\".", tr(action.name)).c_str());
  ImGui::TextDisabled("%s", tr("Backspace: none. Esc: as it was."));
  const bool takes_none = isPressed(plain(kKeyBackspace));
  const auto pressed = takes_none ? std::optional(Shortcut{}) : pressedShortcut();
  if (pressed && !ImGui::IsWindowAppearing()) {
    const Action* const loser = giveKey(shell.keys, action, *pressed);
    shell.keys_note = loser == nullptr ? std::string()
                                       : trf("{} was the key of \"{}\", which has none now.", shortcutText(*pressed),
                                             tr(loser->name));
    ImGui::MarkIniSettingsDirty();
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void drawRow(const Action& action, ShellState& shell) {
  const std::string keys = shortcutText(shortcutOf(shell.keys, action));
  const bool is_changed = shell.keys.changed.contains(action.id);
  const IdScope scope(action.id);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (toggleButton(fmt::format("{}###key", keys.empty() ? "—" : keys).c_str(), is_changed,
                   {ImGui::GetContentRegionAvail().x, 0}))
    ImGui::OpenPopup("##waiting");
  tooltip(is_changed ? trf("It was {}. Click to press another key.",
                           action.shortcut.key == kKeyNone ? "—" : shortcutText(action.shortcut))
                     : std::string(tr("Click to press another key.")));
  drawWaiting(action, shell);
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr(action.name));
  tooltip(tr(action.tip));
}

void drawKeys(ShellState& shell) {
  for (int m = 0; m < kMenuCount; ++m) {
    const Menu menu = static_cast<Menu>(m);
    const auto belongs = [&](const Action& action) {
      return action.menu == menu && (shell.keys_filter.empty() || fuzzyScore(shell.keys_filter, tr(action.name)) >= 0 ||
                                     fuzzyScore(shell.keys_filter, shortcutText(shortcutOf(shell.keys, action))) >= 0);
    };
    if (std::ranges::none_of(actions(), belongs)) continue;
    ImGui::Spacing();
    ImGui::TextDisabled("%s", tr(menuName(menu)));
    if (!ImGui::BeginTable(menuName(menu), 2, ImGuiTableFlags_RowBg)) continue;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 8);
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    for (const Action& action : actions()) {
      if (belongs(action)) drawRow(action, shell);
    }
    ImGui::EndTable();
  }
}

}  // namespace

void drawKeysPage(ActionContext& context) {
  ShellState& shell = context.shell;
  if (!beginDialog("Keys and mouse", "###keys", shell.keys_open, {42, 36})) return;
  const bool has_changes = !shell.keys.changed.empty();
  const float reset = buttonWidth(tr("Keys as shipped")) + ImGui::GetStyle().ItemSpacing.x;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - (has_changes ? reset : 0));
  ImGui::InputTextWithHint("##filter", tr("Filter"), &shell.keys_filter);
  if (has_changes) {
    ImGui::SameLine();
    if (ImGui::Button(trId("Keys as shipped").c_str())) {
      shell.keys.changed.clear();
      shell.keys_note.clear();
      ImGui::MarkIniSettingsDirty();
    }
    tooltip(tr("Gives every action the key that it came with."));
  }
  if (!shell.keys_note.empty()) {
    inColour(toImGui(panelColours(context.view.theme).warning), [&] { paragraph(shell.keys_note); });
  }
  ImGui::BeginChild("##list");
  if (shell.keys_filter.empty()) drawGestures();
  drawKeys(shell);
  ImGui::EndChild();
  ImGui::EndPopup();
}

void drawAboutDialog(bool& open) {
  if (!beginDialog("About Sepax", "###about", open, {30, 14})) return;
  ImGui::Text("Sepax %s", kVersion);
  paragraph(tr("The separating axis explorer: a visual debugger for collision shapes."));
  ImGui::Spacing();
  paragraph(
      tr("MIT licence. Built with Dear ImGui, SDL, GLM, Qhull, assimp, librsvg, giflib, zlib, fmt and JSON for Modern "
         "C++."));
  ImGui::Spacing();
  endDialog(open, ImGui::Button(trId("Close").c_str()));
}

}  // namespace sepax
