#include "ui/dialogs/paste_dialog.h"

#include "core/language.h"
#include "format/api.h"
#include "session/lab/jury_pool.h"
#include "session/lab/pasting.h"
#include "session/workspace.h"
#include "ui/dialogs/paste_fields.h"
#include "ui/dialogs/paste_text.h"
#include "ui/kit/dialog.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

const ImVec2 kSizeEm{82, 44};
constexpr float kWideEm = 58;                  ///< narrower, fields and picture are tabs beside the text
constexpr float kNarrowEm = 34;                ///< narrower, all three parts are tabs
constexpr std::size_t kMaxEdited = 64u << 10;  ///< longer texts are not for a field

void drawLegend(const PasteDialog& dialog, const Workspace& workspace) {
  const auto mark = [&](int slot, const std::string& word) {
    const float size = ImGui::GetTextLineHeight() * 0.7f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float top = at.y + ImGui::GetTextLineHeight() * 0.15f;
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + size, top + size}, slotColour(slot, workspace), 2);
    ImGui::Dummy({size, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, size * 0.5f);
    ImGui::TextDisabled("%s", cutToFit(word, ImGui::GetFontSize() * 7).c_str());
    ImGui::SameLine(0, ImGui::GetFontSize());
  };
  const FontScope font(FontRole::kSmall);
  mark(0, dialog.slots[0]);
  mark(1, dialog.slots[1]);
  mark(PasteChip::kNowhere, tr("not used"));
  if (!dialog.shown->isCertain()) {
    ImGui::TextDisabled("%s", tr("dashed: unsure"));
    ImGui::SameLine(0, ImGui::GetFontSize());
  }
  ImGui::NewLine();
}

/// The text, as a field or with its chips.
void drawText(const PasteHand& hand, const ImVec2& size) {
  const auto& [dialog, workspace, paste, outbox] = hand;
  const float below = ImGui::GetFrameHeightWithSpacing() + ImGui::GetTextLineHeightWithSpacing();
  const ImVec2 room{size.x, size.y - below};
  if (dialog.edits) {
    const FontScope font(FontRole::kMono);
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    if (ImGui::InputTextMultiline("##text", &dialog.text, room)) outbox.request(ReadPaste{dialog.text, paste.answers});
  } else if (dialog.shown != nullptr) {
    drawChippedText(hand, room);
  } else {
    ImGui::Dummy(room);
  }
  if (dialog.shown != nullptr && !dialog.edits) {
    drawLegend(dialog, workspace);
  } else {
    ImGui::Dummy({0, ImGui::GetTextLineHeight()});
  }
  ImGui::BeginDisabled(paste.text.size() > kMaxEdited);
  if (ImGui::Checkbox(trId("Edit the text").c_str(), &dialog.edits) && dialog.edits) dialog.text = paste.text;
  ImGui::EndDisabled();
  tooltip(tr(
      "As a field, to type or to paste more; else with every group of numbers as a chip: of the first body in blue, of "
      "the second in orange, and of nothing in grey."));
  ImGui::SameLine();
  if (enabledButton(trId("Undo"), !dialog.past.empty())) undoHand(hand, StepTo::kPast);
  nameItem("paste undo");
  ImGui::SameLine();
  if (enabledButton(trId("Redo"), !dialog.future.empty())) undoHand(hand, StepTo::kFuture);
  if (dialog.edits || dialog.shown == nullptr) return;
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  const FontScope font(FontRole::kSmall);
  const TextColour colour(faint());
  fittedText(
      tr("Click, drag onto a field, or press a role's key"), {},
      tr("Arrow keys and Tab go from chip to chip, with Shift they take more of them. Enter opens the roles with "
         "their keys, A, B and Y choose the body or the ray, Del takes a role away, a comma parts a group into "
         "its numbers."));
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
void drawQuestions(const PasteHand& hand, const Pasted& read) {
  const PasteState& paste = hand.paste;
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
      // The one that was taken can be pressed, too: then it is the user's, and no longer assumed.
      if (ImGui::RadioButton((answer + "###" + answer).c_str(), is_taken)) answerQuestion(hand, question.key, answer);
      nameItem("answer", question.key + "=" + answer);
      if (verdict.empty()) continue;
      ImGui::SameLine(ImGui::GetFontSize() * 6);
      ImGui::TextDisabled("%s", cutToFit(verdict, ImGui::GetContentRegionAvail().x).c_str());
    }
  }
}

/// The rules for the command line.
void drawRules(const PasteState& paste) {
  const std::string options = takeOptions(paste);
  if (options.empty()) return;
  ImGui::Spacing();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", tr("By hand"));
  ImGui::SameLine();
  if (ImGui::SmallButton(trId("Copy").c_str())) ImGui::SetClipboardText(options.c_str());
  nameItem("copy rules");
  tooltip(tr("For sepax paste on the command line."));
  const FontScope font(FontRole::kMono);
  for (const paste::TakeRule& rule : paste.rules) paragraph(textOf(rule));
}

/// The results that the text states, each beside the reference's.
void drawClaims(const PasteState& paste, const PanelColours& colours) {
  if (paste.claims.empty()) return;
  ImGui::Spacing();
  ImGui::TextDisabled("%s", tr("The text says"));
  for (const PasteClaimCheck& checked : paste.claims) {
    const PasteClaim& claim = checked.claim;
    const ImVec4 colour = checked.differs ? toImGuiVec(colours.error) : ImGui::GetStyleColorVec4(ImGuiCol_Text);
    const std::string said = claim.text();
    inColour(colour, [&] {
      paragraph(checked.differs ? trf("{} · here: {} (differs)", said, checked.here)
                                : trf("{} · here: {}", said, checked.here));
    });
    nameItem(checked.differs ? "claim differs" : "claim", said);
    tooltip(trf("Line {} of the text. A number differs if it is off by more than its printed digits.", claim.line));
  }
}

/// The button that asks, then how many agree, and one line for each member that has an answer: those that differ first.
void drawJury(const PasteState& paste, Theme theme, Outbox& outbox) {
  if (!paste.read->isPair() || !paste.report) return;
  ImGui::Spacing();
  if (!paste.asks_jury) {
    if (ImGui::Button(trId("Ask the jury").c_str())) outbox.request(AskAboutPaste{});
    nameItem("ask jury");
    tooltip(tr("Other engines and algorithms answer about this pair, also after each change."));
    return;
  }
  ImGui::TextDisabled("%s", tr("Jury"));
  paragraph(jurySummary(paste.jurors, paste.serial));
  nameItem("jury summary");
  std::vector<const JurorStatus*> answered;
  for (const JurorStatus& status : paste.jurors) {
    const bool has_answer = status.row && status.answered == paste.serial;
    if (has_answer && standingOf(*status.row) != Standing::kSilent) answered.push_back(&status);
  }
  std::ranges::stable_sort(answered, {}, [](const JurorStatus* status) {
    return std::pair(standingOf(*status->row) != Standing::kDiffers, status->is_ours);
  });
  for (const JurorStatus* const status : answered) {
    const std::string how = howOf(*status->row, status->name == referenceAlgorithm().name);
    inColour(colourOf(standingOf(*status->row), theme), [&] { fittedText(fmt::format("{}: {}", status->name, how)); });
    nameItem("juror", status->name);
  }
}

/// The claims, doubts, questions, answers of the jury, rules and notes.
void drawUnderstood(const PasteHand& hand) {
  const PasteState& paste = hand.paste;
  const Theme theme = hand.workspace.view.theme;
  const PanelColours& colours = panelColours(theme);
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
  drawClaims(paste, colours);
  if (paste.engine != nullptr && read.isPair() && !jurorsOf(*paste.engine, read.document.space).empty())
    paragraph(trf("Code of {}: the Jury panel has what that engine says.", paste.engine->title));
  lines("Unsure", read.doubts, toImGuiVec(colours.warning));
  if (read.isCase() && !read.isCertain()) {
    if (ImGui::Button(trId("It is as it was read").c_str())) confirmReading(hand);
    nameItem("confirm");
    tooltip(tr("You have looked at it: the pair is right, whatever is left over. The key . does so, too."));
  }
  lines("Missing", read.missing, toImGuiVec(colours.warning));
  drawQuestions(hand, read);
  drawJury(paste, theme, hand.outbox);
  drawRules(paste);
  const ImVec4 text = ImGui::GetStyleColorVec4(ImGuiCol_Text);
  lines("Assumed", read.assumptions, text);
  lines("Notes", read.remarks, text);
  if (!read.unused.empty()) lines("Not used", {fmt::format("{}", fmt::join(read.unused, ", "))}, faint());
}

/// The name of the form, and why there is none.
void drawKeepForm(const PasteHand& hand) {
  const auto& [dialog, workspace, paste, outbox] = hand;
  const bool has_rules = !paste.rules.empty();
  const std::string why = has_rules ? dialog.why_no_form : tr("Nothing was given by hand.");
  const bool has_pair = paste.read != nullptr && paste.read->isCase();
  if (enabledButton(trId("Keep this form…"), has_pair && why.empty())) {
    dialog.form_name.clear();
    ImGui::OpenPopup("##form");
  }
  nameItem("keep form");
  tooltip(why.empty()
              ? tr("The calls and keys of these numbers become a file in your folder for APIs: the next text of "
                   "this form is read by itself.")
              : trf("Not for this text: {}", why));
  if (!ImGui::BeginPopup("##form")) return;
  ImGui::TextUnformatted(tr("The name of the form"));
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 16);
  const bool entered = ImGui::InputText("##name", &dialog.form_name, ImGuiInputTextFlags_EnterReturnsTrue);
  nameItem("form name");
  const bool is_name = !dialog.form_name.empty() && std::ranges::all_of(dialog.form_name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  const bool is_taken = is_name && findApi(dialog.form_name) != nullptr;
  if (is_taken) ImGui::TextDisabled("%s", tr("There is a form of this name."));
  if (!is_name) ImGui::TextDisabled("%s", tr("Small letters, digits, - and _"));
  ImGui::BeginDisabled(!is_name || is_taken);
  const bool keeps = ImGui::Button(trId("Keep").c_str()) || entered;
  ImGui::EndDisabled();
  if (keeps && is_name && !is_taken) {
    outbox.request(KeepForm{dialog.form_name});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

/// The choices at the bottom. True when the dialog is done.
bool drawChoices(const PasteHand& hand) {
  const auto& [dialog, workspace, paste, outbox] = hand;
  const bool has_bodies = paste.read != nullptr && !paste.read->document.bodies.empty() && paste.error.empty();
  const bool fits = has_bodies && paste.read->document.space == workspace.history.document().space;
  ImGui::BeginDisabled(!has_bodies);
  // Enter belongs to the chip that is selected.
  const std::string open = trId("Open as a new case");
  const bool is_for_chip = dialog.cursor != kNoChip && dialog.has_keys;
  if (is_for_chip ? primaryButton(open.c_str()) : defaultButton(open.c_str()))
    outbox.request(TakePaste{TakePaste::Into::kNewCase});
  if (has_bodies) nameItem("take");
  ImGui::EndDisabled();
  tooltip(tr("A case of its own. Unsaved changes of the open one are asked about first."));
  ImGui::SameLine();
  if (enabledButton(trId("Add to the scene"), fits)) outbox.request(TakePaste{TakePaste::Into::kScene});
  tooltip(tr("The bodies join those that are there, under names that are free; one undo step."));
  ImGui::SameLine();
  drawKeepForm(hand);
  ImGui::SameLine();
  const bool cancelled = ImGui::Button(trId("Cancel").c_str());
  if (has_bodies && !paste.read->isPair()) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    fittedText(tr("Half a pair: the other body can be added by hand."));
  }
  return cancelled;
}

/// Keys of the whole dialog.
void followHandKeys(const PasteHand& hand) {
  const auto& [dialog, workspace, paste, outbox] = hand;
  if (ImGui::GetIO().WantTextInput || dialog.edits || dialog.shown == nullptr) return;
  if (isPressed(ctrl('Z'), KeyRepeat::kWhileHeld)) undoHand(hand, StepTo::kPast);
  if (isPressed(ctrlShift('Z'), KeyRepeat::kWhileHeld) || isPressed(ctrl('Y'), KeyRepeat::kWhileHeld))
    undoHand(hand, StepTo::kFuture);
  const bool may_confirm = dialog.shown->isCase() && !dialog.shown->isCertain();
  if (isPressed(plain('.')) && may_confirm) confirmReading(hand);
  const char* const clipboard = isPressed(ctrl('V')) ? ImGui::GetClipboardText() : nullptr;
  if (clipboard != nullptr && *clipboard != 0) outbox.request(ReadPaste{clipboard, {}});
}

}  // namespace

void drawPasteDialog(PasteDialog& dialog, Workspace& workspace, Outbox& outbox) {
  PasteState& paste = workspace.paste;
  dialog.picture.width = 0;
  if (workspace.guarded) return;  // asks whether what is open may go; two dialogs of one level cannot both be open
  if (paste.open && !dialog.was_open) {
    RenderedView picture = std::move(dialog.picture);  // the app has its place
    dialog = {};
    dialog.picture = std::move(picture);
    dialog.edits = paste.text.empty();
    dialog.wants_keys = !dialog.edits;
  }
  dialog.was_open = paste.open;
  if (!beginDialog("Paste a pair from text", "###paste", paste.open, kSizeEm)) return;
  followReading(dialog, paste);
  const PasteHand hand{dialog, workspace, paste, outbox};
  followHandKeys(hand);
  const ImVec2 room{ImGui::GetContentRegionAvail().x,
                    ImGui::GetContentRegionAvail().y - ImGui::GetFrameHeightWithSpacing()};
  const auto text = [&] { drawText(hand, ImGui::GetContentRegionAvail()); };
  const auto fields = [&] { drawPasteFields(hand); };
  const auto part = [](const char* id, const ImVec2& size, const auto& draw) {
    ImGui::BeginChild(id, size, false, ImGuiWindowFlags_NavFlattened);
    draw();
    ImGui::EndChild();
  };
  const auto result = [&] {
    const ImVec2 all = ImGui::GetContentRegionAvail();
    if (dialog.shown != nullptr && !dialog.shown->document.bodies.empty())
      drawPastePicture(hand, {all.x, std::round(all.y * 0.42f)});
    part("##understood", {0, 0}, [&] { drawUnderstood(hand); });
  };
  const auto tab = [&](const char* name, const char* id, const auto& draw) {
    if (!beginTab(trId(name))) return;
    part(id, {0, 0}, draw);
    ImGui::EndTabItem();
  };
  const auto tabs = [&](bool with_text) {
    if (!beginTabBar("##parts")) return;
    if (with_text) tab("Text", "##left", text);
    tab("Fields", "##fields", fields);
    tab("Picture", "##right", result);
    ImGui::EndTabBar();
  };
  const float em = ImGui::GetFontSize();
  if (room.x >= kWideEm * em) {
    part("##left", {std::round(room.x * 0.42f), room.y}, text);
    ImGui::SameLine();
    part("##fields", {std::round(room.x * 0.27f), room.y}, fields);
    ImGui::SameLine();
    part("##right", {0, room.y}, result);
  } else if (room.x >= kNarrowEm * em) {
    // A chip is dragged from the text onto a field: both are in sight.
    part("##left", {std::round(room.x * 0.52f), room.y}, text);
    ImGui::SameLine();
    part("##tabs", {0, room.y}, [&] { tabs(false); });
  } else {
    part("##tabs", {0, room.y}, [&] { tabs(true); });
  }
  endDialog(paste.open, drawChoices(hand));
}

}  // namespace sepax
