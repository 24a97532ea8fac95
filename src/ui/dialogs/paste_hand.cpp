#include "ui/dialogs/paste_hand.h"

#include "session/lab/kept_form.h"
#include "session/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace sepax {

namespace {

using paste::TakeRule;

constexpr const char* kNoneRole = "none";

const std::string& idOf(const Pasted& read, int body) {
  static const std::string none;
  return body < 0 ? none : read.document.bodies[static_cast<std::size_t>(body)].id;
}

int slotOf(const PasteDialog& dialog, const std::string& who) {
  const auto slot = std::ranges::find(dialog.slots, who);
  return slot == dialog.slots.end() ? PasteChip::kOther : static_cast<int>(slot - dialog.slots.begin());
}

const PasteMark* markAt(const Pasted& read, std::size_t offset) {
  const auto mark = std::ranges::lower_bound(read.marks, offset, {}, &PasteMark::offset);
  return mark == read.marks.end() || mark->offset != offset ? nullptr : &*mark;
}

/// Which body and role a number has in a reading; an empty name: none.
std::pair<std::string, std::string> useIn(const Pasted& read, std::size_t offset) {
  const PasteMark* const mark = markAt(read, offset);
  if (mark == nullptr || mark->body == PasteMark::kUnused) return {};
  if (mark->body == PasteMark::kUsed) return {read.document.queries.empty() ? "" : "ray", ""};
  return {idOf(read, mark->body), mark->role};
}

/// Names that rules have for the first two bodies, which stay the same while rules change what is read.
void findSlots(PasteDialog& dialog, const Pasted& at_first) {
  dialog.slots = {"", "", "ray"};
  for (std::size_t i = 0; i < 2; ++i) {
    if (i < at_first.document.bodies.size()) dialog.slots[i] = at_first.document.bodies[i].id;
    for (char letter = static_cast<char>('A' + i); dialog.slots[i].empty(); ++letter) {
      const std::string name(1, letter);
      if (dialog.slots[0] != name && findBody(at_first.document, name) == nullptr) dialog.slots[i] = name;
    }
  }
}

/// Finds the part that a chip has: by hand, else as it was read.
void findUse(const PasteDialog& dialog, const PasteState& paste, std::size_t offset, PasteChip& chip) {
  for (const TakeRule& rule : paste.rules) {
    for (const TakeRule::Part& part : rule.parts) {
      if (std::ranges::find(part.terms, chip.reference) == part.terms.end()) continue;
      if (chip.is_by_hand && part.role == kNoneRole) continue;
      chip.is_by_hand = true;
      chip.role = part.role;
      chip.slot = part.role == kNoneRole ? PasteChip::kNowhere : slotOf(dialog, rule.who);
    }
  }
  if (chip.is_by_hand) return;
  const auto [who, role] = useIn(*dialog.shown, offset);
  if (who.empty()) return;
  chip.slot = slotOf(dialog, who);
  chip.role = role;
  chip.is_unsure = !dialog.shown->isCertain();
}

/// The place of a number with its sign.
std::pair<std::size_t, std::size_t> placeOf(const Pasted& read, std::size_t offset) {
  const PasteMark* const mark = markAt(read, offset);
  std::size_t end = mark != nullptr ? offset + mark->length : offset + 1;
  const auto isOfNumber = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.'; };
  while (mark == nullptr && end < read.text.size() && isOfNumber(read.text[end])) ++end;
  const bool has_sign = offset > 0 && read.text[offset - 1] == '-';
  return {offset - (has_sign ? 1 : 0), end};
}

void findChips(PasteDialog& dialog, const PasteState& paste) {
  dialog.chips.clear();
  std::size_t before = 0;  // numbers of the line in front of the group
  std::string line;
  for (std::size_t i = 0; i < paste.groups.size(); ++i) {
    const PasteGroup& group = paste.groups[i];
    const std::string of = group.reference.substr(0, group.reference.find('.'));
    if (of != line) before = 0;
    line = of;
    const bool is_split = dialog.split.contains(group.reference) && group.numbers.size() > 1;
    const std::size_t count = is_split ? group.numbers.size() : 1;
    for (std::size_t part = 0; part < count; ++part) {
      PasteChip chip;
      chip.group = i;
      chip.reference = is_split ? of + "#" + std::to_string(before + part + 1) : group.reference;
      const std::size_t last = is_split ? part : group.offsets.size() - 1;
      chip.begin = placeOf(*dialog.shown, group.offsets[part]).first;
      chip.end = placeOf(*dialog.shown, group.offsets[last]).second;
      chip.numbers.assign(group.numbers.begin() + static_cast<std::ptrdiff_t>(part),
                          group.numbers.begin() + static_cast<std::ptrdiff_t>(last) + 1);
      findUse(dialog, paste, group.offsets[part], chip);
      dialog.chips.push_back(std::move(chip));
    }
    before += group.numbers.size();
  }
  dialog.columns = 0;
  if (std::max(dialog.cursor, dialog.anchor) >= dialog.chips.size()) dialog.cursor = dialog.anchor = kNoChip;
}

void send(const PasteHand& hand, PasteDialog::Step step) {
  hand.dialog.past.push_back({hand.paste.answers, hand.paste.rules});
  hand.dialog.future.clear();
  hand.outbox.request(ReadPaste{hand.paste.text, std::move(step.answers), std::move(step.rules)});
}

std::vector<std::string> selectedTerms(const PasteDialog& dialog) {
  const auto [begin, end] = selectionOf(dialog);
  std::vector<std::string> terms;
  for (std::size_t i = begin; i < end; ++i) terms.push_back(dialog.chips[i].reference);
  return terms;
}

/// Numbers that the text alone gives another part leave that one.
void leaveOut(const PasteHand& hand, const std::string& who, std::string_view role, std::vector<TakeRule>& rules) {
  if (hand.paste.at_first == nullptr) return;
  const auto [begin, end] = selectionOf(hand.dialog);
  for (std::size_t i = begin; i < end; ++i) {
    const PasteChip& chip = hand.dialog.chips[i];
    const PasteGroup& group = hand.paste.groups[chip.group];
    const std::size_t part = static_cast<std::size_t>(
        std::ranges::find_if(group.offsets, [&](std::size_t offset) { return offset >= chip.begin; }) -
        group.offsets.begin());
    const auto [was_of, was] = useIn(*hand.paste.at_first, group.offsets[std::min(part, group.offsets.size() - 1)]);
    if (was_of.empty() || was_of == "ray" || (was_of == who && was == role)) continue;
    TakeRule& rule = paste::ruleOf(rules, was_of);
    const auto none = std::ranges::find(rule.parts, kNoneRole, &TakeRule::Part::role);
    TakeRule::Part& to = none == rule.parts.end() ? rule.parts.emplace_back(TakeRule::Part{kNoneRole, {}, {}}) : *none;
    to.terms.push_back(chip.reference);
  }
}

/// "0, 1  0" as one term of numbers; references stay as they are.
std::vector<std::string> termsOf(const std::string& typed) {
  std::vector<std::string> terms;
  std::string numbers, word;
  const auto endWord = [&] {
    if (word.starts_with('@')) {
      if (!numbers.empty()) terms.push_back(std::exchange(numbers, {}));
      terms.push_back(word);
    } else if (!word.empty()) {
      numbers += (numbers.empty() ? "" : ",") + word;
    }
    word.clear();
  };
  for (const char c : typed) {
    if (c == ' ' || c == ',' || c == '+' || c == '\t') {
      endWord();
    } else {
      word += c;
    }
  }
  endWord();
  if (!numbers.empty()) terms.push_back(numbers);
  return terms;
}

}  // namespace

void followReading(PasteDialog& dialog, const PasteState& paste) {
  if (dialog.shown == paste.read) return;
  const bool is_other = dialog.shown == nullptr || paste.read == nullptr || dialog.shown->text != paste.read->text;
  dialog.shown = paste.read;
  if (dialog.shown == nullptr) return;
  if (is_other) {
    dialog.split.clear();
    dialog.past.clear();
    dialog.future.clear();
    dialog.cursor = dialog.anchor = kNoChip;
    dialog.target = 0;
  }
  findSlots(dialog, paste.at_first != nullptr ? *paste.at_first : *dialog.shown);
  findChips(dialog, paste);
  const auto form = keptForm("", dialog.shown->text, paste.groups, paste.rules);
  dialog.why_no_form = form ? std::string() : form.error().message;
}

void findRows(PasteDialog& dialog, std::size_t columns) {
  if (dialog.columns == columns) return;
  dialog.columns = columns;
  dialog.rows.clear();
  const std::string& text = dialog.shown->text;
  auto chip = dialog.chips.begin();
  for (std::size_t begin = 0, line = 0; begin <= text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    while (true) {
      std::size_t at = begin, width = 0, blank = begin;
      for (; at < end && width < columns; ++at) {
        const auto c = static_cast<unsigned char>(text[at]);
        constexpr unsigned char kWide = 0xE2;  // of three bytes: Chinese, mostly
        width += (c & 0xC0) == 0x80 ? 0 : c > kWide ? 2 : 1;
        if (c == ' ') blank = at + 1;
      }
      while (at < end && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
      if (at < end && blank > begin) at = blank;
      while (chip != dialog.chips.end() && chip->end <= at) ++chip;
      const bool is_in_chip = at < end && chip != dialog.chips.end() && chip->begin < at && chip->begin > begin;
      if (is_in_chip) at = chip->begin;
      dialog.rows.push_back({begin, at, line});
      begin = at;
      if (at == end) break;
    }
    begin = end + 1;
  }
}

std::pair<std::size_t, std::size_t> selectionOf(const PasteDialog& dialog) {
  if (dialog.cursor == kNoChip) return {0, 0};
  return {std::min(dialog.cursor, dialog.anchor), std::max(dialog.cursor, dialog.anchor) + 1};
}

std::size_t selectedNumbers(const PasteDialog& dialog) {
  const auto [begin, end] = selectionOf(dialog);
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; ++i) count += dialog.chips[i].numbers.size();
  return count;
}

bool canGive(const PasteDialog& dialog, const paste::TakeRole& role, int slot) {
  return slot >= 0 && *role.keys != 0 && role.isFor(dialog.slots[static_cast<std::size_t>(slot)]) &&
         role.takes(selectedNumbers(dialog)) && dialog.cursor != kNoChip;
}

void giveRole(const PasteHand& hand, std::string_view role, const std::string& order, int slot) {
  const paste::TakeRole* const row = paste::findTakeRole(role);
  if (row == nullptr || !canGive(hand.dialog, *row, slot)) return;
  const std::string& who = hand.dialog.slots[static_cast<std::size_t>(slot)];
  std::vector<TakeRule> rules = hand.paste.rules;
  paste::give(rules, who, {row->name, selectedTerms(hand.dialog), order});
  leaveOut(hand, who, row->readAs(), rules);
  hand.dialog.target = slot;
  send(hand, {hand.paste.answers, std::move(rules)});
}

void giveTyped(const PasteHand& hand, std::string_view role, int slot, const std::string& typed) {
  std::vector<TakeRule> rules = hand.paste.rules;
  const std::string& who = hand.dialog.slots[static_cast<std::size_t>(slot)];
  const paste::TakeRole& row = *paste::findTakeRole(role);
  std::vector<std::string> terms = termsOf(typed);
  if (terms.empty()) {
    TakeRule& rule = paste::ruleOf(rules, who);
    std::erase_if(rule.parts, [&](const TakeRule::Part& part) { return part.role == row.name; });
    if (rule.parts.empty() && rule.kind.empty()) rules.erase(rules.begin() + (&rule - rules.data()));
  } else {
    paste::give(rules, who, {row.name, std::move(terms), ""});
  }
  send(hand, {hand.paste.answers, std::move(rules)});
}

void takeRoleAway(const PasteHand& hand) {
  if (hand.dialog.cursor == kNoChip) return;
  std::vector<TakeRule> rules = hand.paste.rules;
  const std::vector<std::string> terms = selectedTerms(hand.dialog);
  if (!paste::takeBack(rules, terms)) {
    const int slot = hand.dialog.chips[selectionOf(hand.dialog).first].slot;
    paste::give(rules, hand.dialog.slots[slot == 1 ? 1 : 0], {kNoneRole, terms, ""});
  }
  send(hand, {hand.paste.answers, std::move(rules)});
}

void moveTo(const PasteHand& hand, int slot) {
  hand.dialog.target = slot;
  if (hand.dialog.cursor == kNoChip) return;
  const PasteChip& chip = hand.dialog.chips[selectionOf(hand.dialog).first];
  if (chip.slot < 0 || chip.slot == slot || !chip.is_by_hand) return;
  for (const TakeRule& rule : hand.paste.rules) {
    for (const TakeRule::Part& part : rule.parts) {
      if (part.role == chip.role && std::ranges::find(part.terms, chip.reference) != part.terms.end())
        return giveRole(hand, part.role, part.order, slot);
    }
  }
}

void setKind(const PasteHand& hand, int slot, const std::string& kind) {
  std::vector<TakeRule> rules = hand.paste.rules;
  paste::ruleOf(rules, hand.dialog.slots[static_cast<std::size_t>(slot)]).kind = kind;
  send(hand, {hand.paste.answers, std::move(rules)});
}

void confirmReading(const PasteHand& hand) {
  std::vector<TakeRule> rules = hand.paste.rules;
  for (std::size_t i = 0; i < 2 && i < hand.paste.read->document.bodies.size(); ++i) {
    const Body& body = hand.paste.read->document.bodies[i];
    TakeRule& rule = paste::ruleOf(rules, body.id);
    if (!rule.parts.empty()) rule.kind = typeName(body.shape);
  }
  if (hand.paste.read->document.bodies.size() == 1)
    static_cast<void>(paste::ruleOf(rules, hand.dialog.slots[kRaySlot]));
  send(hand, {hand.paste.answers, std::move(rules)});
}

void answerQuestion(const PasteHand& hand, const std::string& key, const std::string& answer) {
  paste::Answers answers = hand.paste.answers;
  answers[key] = answer;
  send(hand, {std::move(answers), hand.paste.rules});
}

void undoHand(const PasteHand& hand, StepTo to) {
  std::vector<PasteDialog::Step>& from = to == StepTo::kPast ? hand.dialog.past : hand.dialog.future;
  if (from.empty()) return;
  (to == StepTo::kPast ? hand.dialog.future : hand.dialog.past).push_back({hand.paste.answers, hand.paste.rules});
  PasteDialog::Step step = std::move(from.back());
  from.pop_back();
  hand.outbox.request(ReadPaste{hand.paste.text, std::move(step.answers), std::move(step.rules)});
}

void splitChip(const PasteHand& hand) {
  if (hand.dialog.cursor == kNoChip) return;
  const std::size_t group = hand.dialog.chips[hand.dialog.cursor].group;
  const std::string& reference = hand.paste.groups[group].reference;
  if (hand.dialog.split.erase(reference) == 0) hand.dialog.split.insert(reference);
  findChips(hand.dialog, hand.paste);
  const auto first = std::ranges::find(hand.dialog.chips, group, &PasteChip::group);
  hand.dialog.cursor = hand.dialog.anchor = static_cast<std::size_t>(first - hand.dialog.chips.begin());
}

std::string takeOptions(const PasteState& paste) {
  std::string text;
  for (const auto& [key, answer] : paste.answers) text += fmt::format("--assume {}={} ", key, answer);
  for (const TakeRule& rule : paste.rules) text += fmt::format("--take \"{}\" ", textOf(rule));
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace sepax
