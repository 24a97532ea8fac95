#include "ui/learn/panel_learn.h"

#include "core/language.h"
#include "core/text.h"
#include "lesson/lesson.h"
#include "lesson/lesson_text.h"
#include "session/learn/learning.h"
#include "session/scene/queries.h"
#include "session/scene/reports.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/dialogs/save_guard.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sepax {
namespace {

/// A drawn part of a text.
struct DrawnRun {
  std::size_t begin = 0, end = 0;  ///< in the plain text
  const LessonRun* run = nullptr;
  Colour colour;
};

Colour colourOfBody(const Workspace& workspace, const std::string& id) {
  const Palette& palette = paletteOf(workspace.view.theme);
  const Document& document = workspace.history.document();
  const Body* body = findBody(document, id);
  const PairReport* report = shownReport(workspace);
  if (body == nullptr) return palette.text;
  return bodyColour(palette, document, *body, report == nullptr ? "" : report->a, report == nullptr ? "" : report->b);
}

Colour colourOfRun(const Workspace& workspace, const LessonRun& run, const LessonState& state) {
  const Palette& palette = paletteOf(workspace.view.theme);
  if (!run.body.empty()) return colourOfBody(workspace, run.body);
  if (!run.number) return palette.text;
  const PairReport* report = state.report;
  const auto value = run.number->read(state);
  switch (run.number->number->owner) {
    case LessonOwner::kA:
      return report == nullptr ? palette.a : colourOfBody(workspace, report->a);
    case LessonOwner::kB:
      return report == nullptr ? palette.b : colourOfBody(workspace, report->b);
    case LessonOwner::kPair:
      return value && *value < 0 ? palette.overlapping : palette.separated;
    case LessonOwner::kOverlap:
      return value && *value < 0 ? palette.separated : palette.overlapping;
    case LessonOwner::kNobody:
    case LessonOwner::kBody:
      break;
  }
  return palette.highlight;
}

/// Highlights what belongs to the live number or name under the mouse.
void hoverRun(const LessonRun& run, bool scrubs, const LessonState& state, ViewState& view) {
  if (!run.body.empty()) view.hovered = run.body;
  if (!run.number) return;
  if (const auto axis = axisOf(*run.number)) view.hovered_axis = axis;
  const auto value = run.number->read(state);
  std::string text = fmt::format("{} = {}", run.number->name(), value ? humanNumber(*value, 10) : "–");
  if (scrubs) text += "\n" + std::string(tr("Drag it to the left or right; with Ctrl in small steps."));
  tooltip(text);
}

/// Where the texts of a step are drawn.
struct Page {
  LearnPanel& panel;
  const Workspace& workspace;
  const Lesson& lesson;
  const LessonStep& step;
  const LessonState& state;
  ViewState& view;
  Outbox& outbox;
};

bool isScrubbed(const LessonStep& step, const LessonRun& run) {
  return run.number && std::ranges::find(step.scrub, run.number->name(), &LessonQuantity::name) != step.scrub.end();
}

void setNumber(const Page& page, const LessonQuantity& number, double value) {
  if (number.number->write == nullptr) {
    const SineCosine turn = sineCosineOf(radiansOf(value));
    page.view.free_axis = {turn.cosine, turn.sine, 0};
    page.view.pinned_axis = kFreeAxis;
    return;
  }
  const Body* body = findBody(page.workspace.history.document(), number.argument);
  if (body == nullptr) return;
  Body changed = *body;
  number.number->write(changed, value);
  page.outbox.send(PutBodies{BodiesEdit::kMove, {std::move(changed)}}, page.panel.scrub);
}

/// A number that the last item shows is dragged: in round steps, one undo for a drag.
void scrub(const Page& page, const LessonQuantity& number) {
  const ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
  ImGui::SetCursorScreenPos(low);
  ImGui::InvisibleButton(number.name().c_str(), size);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  const auto value = number.read(page.state);
  if (ImGui::IsItemActivated()) {
    page.panel.scrubbed_from = value.value_or(0);
    page.panel.scrub = newMergeKey();
  }
  if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(0, 0)) return;
  constexpr double kFine = 0.1;
  const double step = scrubStep(number) * (ImGui::GetIO().KeyCtrl ? kFine : 1);
  const double wanted = std::round(page.panel.scrubbed_from / step + ImGui::GetMouseDragDelta(0, 0).x) * step;
  if (value != wanted) setNumber(page, number, wanted);
}

/// A word of the glossary was drawn as the last item: a click shows its meaning, or hides it again.
void drawTermLine(const Page& page, std::size_t term) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const bool hovered = ImGui::IsItemHovered();
  const ImU32 colour = hovered ? ImGui::GetColorU32(ImGuiCol_Text) : ImGui::GetColorU32(ImGuiCol_TextDisabled);
  constexpr float kDot = 2, kStep = 4;
  for (float x = low.x; x < high.x; x += kStep)
    ImGui::GetWindowDrawList()->AddLine({x, high.y}, {std::min(x + kDot, high.x), high.y}, colour, 1);
  const LessonTerm& shown = page.lesson.terms[term];
  if (hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(shown.means.in(page.view.language));
  }
  if (hovered && ImGui::IsMouseClicked(0)) {
    page.panel.term = page.panel.term == term ? std::nullopt : std::optional(term);
  }
  if (listensToItems()) nameItem("term", shown.word.english);
}

/// The meaning of a word of the glossary.
void drawMeaning(const Page& page, const LessonTerm& term) {
  inFont(FontRole::kBold, [&] { ImGui::TextUnformatted(term.word.in(page.view.language).c_str()); });
  ImGui::Indent();
  inColour(faint(), [&] { paragraph(term.means.in(page.view.language)); });
  ImGui::Unindent();
}

/// One piece of a line that belongs to one run.
void drawPiece(const std::string& text, const DrawnRun& drawn, const Page& page) {
  const bool scrubs = isScrubbed(page.step, *drawn.run);
  if (scrubs) {
    const ImVec2 corner = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(text.c_str());
    ImGui::GetWindowDrawList()->AddRectFilled({corner.x - 2, corner.y}, {corner.x + size.x + 2, corner.y + size.y},
                                              toImGui(withAlpha(drawn.colour, 0.2)), 3);
  }
  inColour(toImGui(drawn.colour), [&] { ImGui::TextUnformatted(text.c_str()); });
  if (drawn.run->term) return drawTermLine(page, *drawn.run->term);
  if (!drawn.run->number && drawn.run->body.empty()) return;
  if (scrubs) {
    scrub(page, *drawn.run->number);
    if (listensToItems()) nameItem("number", drawn.run->number->name());
  }
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const bool hovered = ImGui::IsItemHovered();
  if (drawn.run->number) {
    ImGui::GetWindowDrawList()->AddLine({low.x, high.y}, {high.x, high.y},
                                        toImGui(withAlpha(drawn.colour, hovered ? 1.0 : 0.45)), 1);
  }
  if (hovered) hoverRun(*drawn.run, scrubs, page.state, page.view);
}

/// A text of a lesson, wrapped, with its numbers in the colour of what they are about: live but for the frozen ones.
void drawLessonText(const std::string& text, const Page& page, const NumberTexts& frozen = {}) {
  const LessonState& state = page.state;
  auto parsed = parseLessonText(text);
  if (!parsed) return paragraph(text);
  std::vector<std::string> words;
  for (const LessonTerm& term : page.lesson.terms) words.push_back(term.word.in(page.view.language));
  const std::vector<LessonRun> runs = withTerms(std::move(*parsed), words);
  std::string plain;
  std::vector<DrawnRun> drawn;
  for (const LessonRun& run : runs) {
    const std::size_t begin = plain.size();
    const auto kept = run.number ? frozen.find(run.number->name()) : frozen.end();
    plain += kept != frozen.end() ? kept->second
             : run.number         ? numberText(*run.number, state)
             : run.words.empty()  ? run.body
                                  : run.words;
    drawn.push_back({begin, plain.size(), &run, colourOfRun(page.workspace, run, state)});
  }
  const std::string lines = wrapped(plain, ImGui::GetContentRegionAvail().x);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, ImGui::GetFontSize() * 0.22f});
  ImGui::BeginGroup();
  std::size_t at = 0, run = 0;
  bool begins_line = true;
  std::string piece;
  const auto flush = [&] {
    if (piece.empty()) return;
    if (!begins_line) ImGui::SameLine(0, 0);
    begins_line = false;
    drawPiece(piece, drawn[run], page);
    piece.clear();
  };
  for (const char c : lines) {
    const bool is_break = c == '\n' && (at >= plain.size() || plain[at] != '\n');
    if (is_break) {  // wrapping took the spaces before it away
      flush();
      begins_line = true;
      while (at < plain.size() && plain[at] == ' ') ++at;
      continue;
    }
    while (run + 1 < drawn.size() && at >= drawn[run].end) {
      flush();
      ++run;
    }
    ++at;
    if (c == '\n') {
      flush();
      begins_line = true;
    } else {
      piece += c;
    }
  }
  flush();
  ImGui::EndGroup();
  ImGui::PopStyleVar();
}

bool hasPassed(const Learning& learning, const std::string& id, std::size_t step) {
  return progressIn(learning, id).passed.contains(step);
}

/// The steps as dots, full when passed; the place of the one that was clicked, or nothing.
std::optional<std::size_t> drawDots(const Learning& learning, const Lesson& lesson, std::optional<std::size_t> here,
                                    Theme theme) {
  std::optional<std::size_t> clicked;
  const float size = ImGui::GetFontSize(), radius = size * 0.24f;
  const ImU32 full = toImGui(panelColours(theme).good), empty = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, 0);
    const IdScope scope(static_cast<int>(i));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 middle(corner.x + size * 0.4f, corner.y + size * 0.5f);
    if (ImGui::InvisibleButton("##dot", {size * 0.8f, size})) clicked = i;
    if (ImGui::IsItemHovered()) tooltip(trf("Step {} of {}", i + 1, lesson.steps.size()));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hasPassed(learning, lesson.id, i)) {
      list.AddCircleFilled(middle, radius, full);
    } else {
      list.AddCircle(middle, radius, empty, 0, 1.2f);
    }
    if (here == i) list.AddCircle(middle, radius + 3, ImGui::GetColorU32(ImGuiCol_Text), 0, 1.4f);
  }
  return clicked;
}

/// How long a lesson takes and the places of those that come before it: "5 min, after 1".
std::string timesOf(const std::vector<ShelvedLesson>& shelf, const Lesson& lesson) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < shelf.size(); ++i) {
    if (std::ranges::find(lesson.needs, shelf[i].id) != lesson.needs.end()) places.push_back(i + 1);
  }
  std::string text = lesson.minutes > 0 ? trf("{} min", lesson.minutes) : std::string();
  if (!places.empty())
    text = trf("after {}", fmt::format("{}", fmt::join(places, ", "))) + (text.empty() ? "" : " · ") + text;
  return text;
}

void drawList(const Workspace& workspace, Outbox& outbox) {
  const Learning& learning = workspace.learning;
  const Theme theme = workspace.view.theme;
  const Language language = workspace.view.language;
  if (learning.shelf == nullptr) return paragraph(learning.error);
  paragraph(tr("Short lessons in the real debugger: guess, try, see why. All are open; begin where you like."));
  ImGui::Spacing();
  const float line = ImGui::GetTextLineHeight();
  for (std::size_t i = 0; i < learning.shelf->size(); ++i) {
    const ShelvedLesson& row = (*learning.shelf)[i];
    const IdScope scope(static_cast<int>(i));
    if (!row.lesson) {
      const TextColour colour(toImGuiVec(panelColours(theme).error));
      fittedText(trf("{} cannot be read", row.id), {}, describe(row.lesson.error()));
      continue;
    }
    const Lesson& lesson = *row.lesson;
    const std::size_t step = progressIn(learning, lesson.id).step;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool is_begun = learning.progress.lessons.contains(lesson.id);
    const float height = line * (is_begun ? 3 : 2) + ImGui::GetStyle().ItemSpacing.y * 2;
    const bool clicked = listRow("##lesson", false, ImGuiSelectableFlags_AllowItemOverlap, height);
    const ImVec2 after = ImGui::GetCursorPos();
    const float indent = line * 1.6f;
    const std::string number = std::to_string(i + 1);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 number_size = ImGui::CalcTextSize(number.c_str());
    list.AddText({corner.x + indent - number_size.x - line * 0.4f, corner.y + 2},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled), number.c_str());
    ImGui::SetCursorScreenPos({corner.x + indent, corner.y + 2});
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string times = timesOf(*learning.shelf, lesson);
    const float times_width = ImGui::CalcTextSize(times.c_str()).x;
    list.AddText({corner.x + indent + room - times_width, corner.y + 2}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                 times.c_str());
    ImGui::TextUnformatted(cutToFit(lesson.title.in(language), room - times_width - line).c_str());
    nameItem("lesson", lesson.id);
    ImGui::SetCursorScreenPos({corner.x + indent, corner.y + line + 3});
    inFont(FontRole::kSmall,
           [&] { inColour(faint(), [&] { fittedText(lesson.asks.in(language), room, lesson.asks.in(language)); }); });
    std::optional<std::size_t> dot;
    if (is_begun) {
      ImGui::SetCursorScreenPos({corner.x + indent - line * 0.15f, corner.y + 2 * line + 3});
      dot = drawDots(learning, lesson, std::nullopt, theme);
    }
    ImGui::SetCursorPos(after);
    if (dot || clicked) outbox.request(OpenLesson{i, dot.value_or(step)});
  }
}

const char* taskOf(LessonStepKind kind) {
  switch (kind) {
    case LessonStepKind::kRead:
      return "Look";
    case LessonStepKind::kPredict:
      return "Guess first";
    case LessonStepKind::kDo:
      return "Do it";
    case LessonStepKind::kQuiz:
      return "Quiz";
    case LessonStepKind::kFree:
      return "Play freely";
    case LessonStepKind::kType:
      return "Work it out";
  }
  return "";
}

/// A wide button with wrapped text; `mark` > 0 right, < 0 wrong.
bool choiceButton(const std::string& text, int mark, Theme theme) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float size = ImGui::GetTextLineHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string shown = wrapped(text, width - 3 * style.FramePadding.x - size);
  const PanelColours& colours = panelColours(theme);
  const Colour colour = mark > 0 ? colours.good : colours.error;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = ImGui::CalcTextSize(shown.c_str()).y + 2 * style.FramePadding.y + size * 0.2f;
  const bool clicked = ImGui::Button("##choice", {width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (mark != 0)
    list.AddRect(corner, {corner.x + width, corner.y + height}, toImGui(withAlpha(colour, 0.8)), style.FrameRounding, 0,
                 1.4f);
  const ImVec2 sign(corner.x + style.FramePadding.x, corner.y + style.FramePadding.y + size * 0.1f);
  if (mark > 0) drawTick(sign, size, toImGui(colour));
  if (mark < 0) drawCross(sign, size, toImGui(colour));
  if (mark == 0)
    list.AddCircle({sign.x + size / 2, sign.y + size / 2}, size * 0.26f, ImGui::GetColorU32(ImGuiCol_TextDisabled), 0,
                   1.2f);
  list.AddText({sign.x + size + style.FramePadding.x, sign.y}, ImGui::GetColorU32(ImGuiCol_Text), shown.c_str());
  return clicked;
}

void drawChoices(const Page& page) {
  const Learning& learning = page.workspace.learning;
  const LessonStep& step = page.step;
  for (const std::size_t i : choiceOrder(page.workspace)) {
    const LessonChoice& choice = step.choices[i];
    const bool picked = learning.answer == i;
    // A prediction shows the right answer with any; a quiz lets one try again.
    const bool reveals = learning.answer.has_value() && (step.kind == LessonStepKind::kPredict || picked);
    const int mark = !reveals ? 0 : choice.right ? 1 : picked ? -1 : 0;
    ImGui::PushID(static_cast<int>(i));
    if (choiceButton(plainText(choice.text.in(page.view.language), page.state), mark, page.view.theme))
      page.outbox.request(AnswerLesson{i});
    nameItem("choice", std::to_string(i));
    ImGui::PopID();
    if (!picked || choice.reply.empty()) continue;
    ImGui::Indent();
    drawLessonText(choice.reply.in(page.view.language), page);
    ImGui::Unindent();
    ImGui::Spacing();
  }
}

/// The field for a number, and the answer to the last one.
void drawTyped(const Page& page) {
  const Learning& learning = page.workspace.learning;
  const bool types_again = std::exchange(page.panel.types_again, false);
  if (page.step.kind != LessonStepKind::kType || learning.passed) return;
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 6);
  if (types_again) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputText("##typed", &page.panel.typed,
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  nameItem("typed");
  ImGui::SameLine();
  ImGui::TextUnformatted(page.step.answer.unit.c_str());
  ImGui::SameLine();
  const bool has_text = !page.panel.typed.empty();
  const bool clicked = enabledButton(trId("Check"), has_text);
  nameItem("check");
  if ((entered || clicked) && has_text) page.outbox.request(TypeLessonAnswer{page.panel.typed});
  page.panel.types_again = entered;  // a wrong answer is typed over
  if (learning.typed.empty()) return;
  if (!typedNumber(learning.typed, page.step.answer.unit)) {
    paragraph(tr("Type a number, such as 1.2 or 6/5."));
  } else if (const LessonAnswer::Near* const near = nearMiss(page.workspace)) {
    drawLessonText(near->reply.in(page.view.language), page);
  } else {
    paragraph(tr("Not yet. Look again, and try another number."));
  }
}

/// Draws the end of a passed step: a tick and the sentence.
void drawThen(const Page& page) {
  const LessonStep& step = page.step;
  if (!page.workspace.learning.passed || step.kind == LessonStepKind::kRead || step.kind == LessonStepKind::kFree)
    return;
  ImGui::Spacing();
  const auto done = [&](const std::string& text) {
    const float size = ImGui::GetTextLineHeight();
    drawTick(ImGui::GetCursorScreenPos(), size, toImGui(panelColours(page.view.theme).good));
    ImGui::Dummy({size, size});
    ImGui::SameLine();
    inFont(FontRole::kBold, [&] { ImGui::TextUnformatted(text.c_str()); });
  };
  if (step.kind == LessonStepKind::kDo && passes(step, page.state)) {
    done(tr("Done"));
  } else if (step.kind == LessonStepKind::kDo) {
    ImGui::TextDisabled("%s", tr("Passed earlier"));
  } else if (step.kind == LessonStepKind::kType && page.workspace.learning.shown_way) {
    inFont(FontRole::kBold, [&] { ImGui::TextUnformatted(tr("The way")); });
    drawLessonText(step.answer.way.in(page.view.language), page, page.workspace.learning.frozen);
  } else if (step.kind == LessonStepKind::kType) {
    done(humanNumber(*typedNumber(page.workspace.learning.typed, step.answer.unit), 4) + " " + step.answer.unit);
  }
  if (!step.then.empty()) drawLessonText(step.then.in(page.view.language), page, page.workspace.learning.frozen);
}

/// The summary of a lesson: two lines and the words that it used.
void drawSummary(const Page& page) {
  if (page.step.kind != LessonStepKind::kFree || &page.step != &page.lesson.steps.back()) return;
  const Language language = page.view.language;
  if (!page.lesson.summary.empty()) {
    ImGui::Spacing();
    ImGui::Separator();
    inFont(FontRole::kBold, [&] { ImGui::TextUnformatted(tr("In short")); });
    paragraph(page.lesson.summary.in(language));
  }
  if (page.lesson.terms.empty()) return;
  ImGui::Spacing();
  ImGui::Separator();
  for (const LessonTerm& term : page.lesson.terms) drawMeaning(page, term);
}

/// Hint and Show me, for steps that ask for something.
void drawHelp(const Workspace& workspace, const LessonStep& step, Outbox& outbox) {
  constexpr std::size_t kMissesBeforeWay = 2;
  const Learning& learning = workspace.learning;
  if (step.kind == LessonStepKind::kType && !learning.passed && learning.misses >= kMissesBeforeWay) {
    ImGui::Spacing();
    if (ImGui::Button(trId("Show the way").c_str())) outbox.request(ShowLessonGoal{});
    nameItem("show me");
  }
  if (step.kind != LessonStepKind::kDo || learning.passed) return;
  ImGui::Spacing();
  if (!goalBodies(workspace, workspace).empty()) {
    if (toggleButton(trId("Hint").c_str(), workspace.learning.hint))
      outbox.request(ShowLessonHint{!workspace.learning.hint});
    tooltip(tr("Draw where the goal is."));
    ImGui::SameLine();
  }
  if (ImGui::Button(trId("Show me").c_str())) outbox.request(ShowLessonGoal{});
  nameItem("show me");
  tooltip(tr("Do this step. Undo takes it back."));
}

void drawWayOn(const Workspace& workspace, const Lesson& lesson, Outbox& outbox) {
  const Learning& learning = workspace.learning;
  const std::size_t index = *learning.lesson;
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - spacing) / 2;
  const auto pressed = [&](const char* label) { return ImGui::Button(trId(label).c_str(), {width, 0}); };
  ImGui::BeginDisabled(learning.step == 0);
  if (pressed("Back")) outbox.request(OpenLesson{index, learning.step - 1});
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool is_last = learning.step + 1 >= lesson.steps.size();
  const bool has_next = index + 1 < learning.shelf->size();
  if (learning.passed) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
  if (!is_last) {
    if (pressed("Next")) outbox.request(OpenLesson{index, learning.step + 1});
  } else if (has_next) {
    if (pressed("Next lesson")) outbox.request(OpenLesson{index + 1, 0});
  } else if (pressed("All lessons")) {
    outbox.request(LeaveLesson{});
  }
  nameItem("next");
  if (learning.passed) ImGui::PopStyleColor();
}

void drawHead(const Workspace& workspace, const Lesson& lesson, Outbox& outbox) {
  const Learning& learning = workspace.learning;
  if (ImGui::Button(trId("All lessons").c_str())) outbox.request(LeaveLesson{});
  nameItem("all lessons");
  tooltip(tr("Back to the list. The scene stays."));
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", trf("Lesson {}", *learning.lesson + 1).c_str());
  inFont(FontRole::kBold, [&] { paragraph(lesson.title.in(workspace.view.language)); });
  inColour(faint(), [&] { paragraph(lesson.asks.in(workspace.view.language)); });
  const auto dot = drawDots(learning, lesson, learning.step, workspace.view.theme);
  if (dot) outbox.request(OpenLesson{.lesson = *learning.lesson, .step = *dot});
  ImGui::Separator();
}

void drawStep(LearnPanel& panel, const Workspace& workspace, const Lesson& lesson, const LessonStep& step,
              ViewState& view, Outbox& outbox) {
  const LessonState state = lessonState(workspace);
  if (!isInLesson(workspace, workspace)) {
    paragraph(tr("Another case is open. The lesson goes on where you left it."));
    if (ImGui::Button(trId("Go on").c_str()))
      outbox.request(OpenLesson{*workspace.learning.lesson, workspace.learning.step});
    return;
  }
  inFont(FontRole::kBold, [&] { ImGui::TextUnformatted(tr(taskOf(step.kind))); });
  const Page page{panel, workspace, lesson, step, state, view, outbox};
  drawLessonText(step.text.in(view.language), page);
  if (panel.term && *panel.term < lesson.terms.size() && step.kind != LessonStepKind::kFree) {
    ImGui::Spacing();
    drawMeaning(page, lesson.terms[*panel.term]);
  }
  ImGui::Spacing();
  drawChoices(page);
  drawTyped(page);
  drawThen(page);
  drawHelp(workspace, step, outbox);
  drawSummary(page);
}

void drawLearnPanel(LearnPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Lesson* lesson = openLesson(workspace);
  const LessonStep* step = openStep(workspace);
  if (lesson == nullptr || step == nullptr) return drawList(workspace, outbox);
  drawHead(workspace, *lesson, outbox);
  const float footer = ImGui::GetFrameHeightWithSpacing();
  std::string seen = fmt::format("{} {}", lesson->id, workspace.learning.step);
  ImGui::BeginChild("##step", {0, -footer});
  if (panel.seen != seen) {
    ImGui::SetScrollY(0);
    panel.typed.clear();
    panel.term.reset();
  }
  panel.seen = std::move(seen);
  drawStep(panel, workspace, *lesson, *step, view, outbox);
  ImGui::EndChild();
  drawWayOn(workspace, *lesson, outbox);
}

}  // namespace

const Panel kLearnPanel = {
    .word = "learn",
    .title = "Learn",
    .help =
        "Lessons in the real debugger: guess, try, see why. A step that asks to do something shows a tick when it is "
        "done; where it asks to guess or to work out a number, the answer stays covered until then.",
    .home = Region::kLeft,
    .draw = [](PanelContext& c) { drawLearnPanel(c.state<LearnPanel>(), c.workspace, c.view, c.outbox); },
    .update = [](Workspace& w) { loadShelf(w, w); },
    .after =
        [](PanelContext& c) {
          drawLessonStepDialog(c.state<LessonStepDialog>(), c.state<FileDialog>(), c.workspace, c.outbox);
        },
};

}  // namespace sepax
