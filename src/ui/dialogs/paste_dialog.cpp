#include "ui/dialogs/paste_dialog.h"

#include "core/text.h"
#include "session/host/text.h"
#include "session/lab/pasting.h"
#include "session/workspace.h"
#include "ui/kit/dialog.h"
#include "ui/kit/fonts.h"
#include "ui/kit/scopes.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string_view>

namespace sepax {

namespace {

const ImVec2 kSizeEm{62, 40};
constexpr std::size_t kMaxEdited = 64u << 10;  ///< longer texts are not for a field
constexpr std::size_t kMaxLine = 400;          ///< bytes of a line that are drawn

ImU32 colourOf(const PasteMark& mark, const Palette& palette) {
  if (mark.body == 0) return toImGui(palette.a);
  if (mark.body == 1) return toImGui(palette.b);
  if (mark.body == PasteMark::kUnused) return toImGui(withAlpha(palette.text_faint, 0.7));
  return ImGui::GetColorU32(ImGuiCol_Text);
}

void findLines(PasteDialog& dialog) {
  dialog.lines = {0};
  const std::string& text = dialog.shown->text;
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    dialog.lines.push_back(at + 1);
  dialog.widest = 0;
  for (std::size_t i = 0; i < dialog.lines.size(); ++i) {
    const std::size_t end = i + 1 < dialog.lines.size() ? dialog.lines[i + 1] : text.size();
    dialog.widest = std::max(dialog.widest, static_cast<float>(std::min(end - dialog.lines[i], kMaxLine)));
  }
}

/// One line of the text, number by number in its colour.
void drawLine(const PasteDialog& dialog, std::size_t line, const Palette& palette) {
  const std::string& text = dialog.shown->text;
  const std::size_t begin = dialog.lines[line];
  std::size_t end = line + 1 < dialog.lines.size() ? dialog.lines[line + 1] - 1 : text.size();
  end = std::min(end, begin + kMaxLine);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImVec2 at = ImGui::GetCursorScreenPos();
  const auto put = [&](std::size_t from, std::size_t to, ImU32 colour) {
    if (from >= to) return;
    const std::string part = toValidUtf8(std::string_view(text).substr(from, to - from));
    list.AddText(at, colour, part.c_str());
    at.x += ImGui::CalcTextSize(part.c_str()).x;
  };
  const auto& marks = dialog.shown->marks;
  const ImU32 plain = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  std::size_t done = begin;
  for (auto mark = std::ranges::lower_bound(marks, begin, {}, &PasteMark::offset);
       mark != marks.end() && mark->offset < end; ++mark) {
    const std::size_t mark_end = std::min(mark->offset + mark->length, end);
    put(done, mark->offset, plain);
    put(mark->offset, mark_end, colourOf(*mark, palette));
    done = mark_end;
  }
  put(done, end, plain);
  ImGui::Dummy({at.x - ImGui::GetCursorScreenPos().x, ImGui::GetTextLineHeight()});
}

void drawColouredText(const PasteDialog& dialog, const ImVec2& size, const Palette& palette) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImGui::GetColorU32(ImGuiCol_FrameBg));
  ImGui::BeginChild("##coloured", size, true, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(fontOf(FontRole::kMono));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(dialog.lines.size()), ImGui::GetTextLineHeightWithSpacing());
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      drawLine(dialog, static_cast<std::size_t>(i), palette);
  }
  ImGui::PopFont();
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

/// Left: the text, as a field or coloured.
void drawText(PasteDialog& dialog, const Workspace& workspace, const ImVec2& size, Outbox& outbox) {
  const PasteState& paste = workspace.paste;
  const float below = ImGui::GetFrameHeightWithSpacing();
  const ImVec2 room{size.x, size.y - below};
  if (dialog.edits) {
    const FontScope font(FontRole::kMono);
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    if (ImGui::InputTextMultiline("##text", &dialog.text, room)) outbox.request(ReadPaste{dialog.text, paste.answers});
  } else if (dialog.shown != nullptr) {
    drawColouredText(dialog, room, paletteOf(workspace.view.theme));
  } else {
    ImGui::Dummy(room);
  }
  ImGui::BeginDisabled(paste.text.size() > kMaxEdited);
  if (ImGui::Checkbox(trId("Edit the text").c_str(), &dialog.edits) && dialog.edits) dialog.text = paste.text;
  ImGui::EndDisabled();
  tooltip(
      tr("As a field, to type or to paste more; else with the numbers of the first body in blue, of the second in "
         "orange, and those that "
         "became part of nothing faint."));
}

void lines(const char* title, const std::vector<std::string>& texts, ImVec4 colour) {
  if (texts.empty()) return;
  ImGui::Spacing();
  ImGui::TextDisabled("%s", tr(title));
  const TextColour scope(colour);
  for (const std::string& text : texts) paragraph(text);
}

const char* meaningOf(const std::string& key) {
  for (const paste::Question& known : paste::questions()) {
    if (key == known.key) return known.meaning;
  }
  return "";
}

/// The questions that the text leaves open, as switches with the verdict of each answer.
void drawQuestions(const PasteState& paste, const Pasted& read, Outbox& outbox) {
  if (read.questions.empty()) return;
  ImGui::Spacing();
  ImGui::TextDisabled("%s", tr("The text leaves open"));
  for (const PasteQuestion& question : read.questions) {
    const IdScope id(question.key.c_str());
    paragraph(tr(meaningOf(question.key)));
    std::vector<std::string> answers{question.taken};
    answers.insert(answers.end(), question.others.begin(), question.others.end());
    std::ranges::sort(answers);
    for (const std::string& answer : answers) {
      const auto other = std::ranges::find_if(
          paste.others, [&](const PasteVerdict& v) { return v.key == question.key && v.answer == answer; });
      const bool is_taken = answer == question.taken;
      const std::string verdict = is_taken ? paste.verdict : other != paste.others.end() ? other->text : std::string();
      if (ImGui::RadioButton((answer + "###" + answer).c_str(), is_taken) && !is_taken) {
        paste::Answers changed = paste.answers;
        changed[question.key] = answer;
        outbox.request(ReadPaste{paste.text, changed});
      }
      if (verdict.empty()) continue;
      ImGui::SameLine(ImGui::GetFontSize() * 6);
      ImGui::TextDisabled("%s", cutToFit(verdict, ImGui::GetContentRegionAvail().x).c_str());
    }
  }
}

/// Right: what was understood.
void drawUnderstood(const Workspace& workspace, Outbox& outbox) {
  const PasteState& paste = workspace.paste;
  const PanelColours& colours = panelColours(workspace.view.theme);
  const Palette& palette = paletteOf(workspace.view.theme);
  if (!paste.error.empty()) {
    inColour(toImGuiVec(colours.error), [&] { paragraph(paste.error); });
  }
  if (paste.read == nullptr) {
    if (paste.error.empty())
      paragraph(tr(paste.is_reading
                       ? "Reading…"
                       : "Paste or type a posted text: code of an engine, an exception, a debugger's dump, MJCF, URDF, "
                         "WKT, OBJ, tables, lists of points."));
    return;
  }
  const Pasted& read = *paste.read;
  for (std::size_t i = 0; i < read.taken.size(); ++i) {
    const ImVec4 colour = i == 0   ? toImGuiVec(palette.a)
                          : i == 1 ? toImGuiVec(palette.b)
                                   : ImGui::GetStyleColorVec4(ImGuiCol_Text);
    inColour(colour, [&] { paragraph(read.taken[i]); });
  }
  if (read.isPair()) {
    ImGui::Spacing();
    paragraph(paste.verdict);
    if (paste.engine != nullptr && !jurorsOf(*paste.engine, read.document.space).empty())
      paragraph(trf("Code of {}: the Jury panel has what that engine says.", paste.engine->title));
  }
  lines("Unsure", read.doubts, toImGuiVec(colours.warning));
  lines("Missing", read.missing, toImGuiVec(colours.warning));
  drawQuestions(paste, read, outbox);
  const ImVec4 text = ImGui::GetStyleColorVec4(ImGuiCol_Text);
  lines("Assumed", read.assumptions, text);
  lines("Notes", read.remarks, text);
  std::string unused;
  for (const std::string& number : read.unused) unused += (unused.empty() ? "" : ", ") + number;
  if (!unused.empty()) lines("Not used", {unused}, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
}

/// The choices at the bottom. True when the dialog is done.
bool drawChoices(const Workspace& workspace, Outbox& outbox) {
  const PasteState& paste = workspace.paste;
  const bool has_bodies = paste.read != nullptr && !paste.read->document.bodies.empty();
  const bool fits = has_bodies && paste.read->document.space == workspace.history.document().space;
  ImGui::BeginDisabled(!has_bodies);
  if (defaultButton(trId("Open as a new case").c_str())) outbox.request(TakePaste{TakePaste::Into::kNewCase});
  if (has_bodies) nameItem("take");
  ImGui::EndDisabled();
  tooltip(tr("A case of its own. Unsaved changes of the open one are asked about first."));
  ImGui::SameLine();
  if (enabledButton(trId("Add to the scene"), fits)) outbox.request(TakePaste{TakePaste::Into::kScene});
  tooltip(tr("The bodies join those that are there, under names that are free; one undo step."));
  ImGui::SameLine();
  const bool cancelled = ImGui::Button(trId("Cancel").c_str());
  if (has_bodies && !paste.read->isPair()) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    fittedText(tr("Half a pair: the other body can be added by hand."), ImGui::GetContentRegionAvail().x);
  }
  return cancelled;
}

}  // namespace

void drawPasteDialog(PasteDialog& dialog, Workspace& workspace, Outbox& outbox) {
  PasteState& paste = workspace.paste;
  if (workspace.guarded) return;  // asks whether what is open may go; two dialogs of one level cannot both be open
  if (paste.open && !dialog.was_open) {
    dialog = {};
    dialog.edits = paste.text.empty();
  }
  dialog.was_open = paste.open;
  if (!beginDialog("Paste a pair from text", "###paste", paste.open, kSizeEm)) return;
  if (dialog.shown != paste.read) {
    dialog.shown = paste.read;
    if (dialog.shown != nullptr) findLines(dialog);
  }
  const ImVec2 room{ImGui::GetContentRegionAvail().x,
                    ImGui::GetContentRegionAvail().y - ImGui::GetFrameHeightWithSpacing()};
  const float left = room.x * 0.52f;
  ImGui::BeginChild("##left", {left, room.y});
  drawText(dialog, workspace, ImGui::GetContentRegionAvail(), outbox);
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginChild("##right", {0, room.y});
  drawUnderstood(workspace, outbox);
  ImGui::EndChild();
  if (drawChoices(workspace, outbox)) {
    paste.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace sepax
