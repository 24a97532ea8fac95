#pragma once

#include "lab/paste/paste.h"
#include "ui/kit/canvas.h"

#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

struct Outbox;
struct PasteState;
struct Workspace;

/// Numbers of the text that are taken together: a group, or a number of one that was split.
struct PasteChip {
  std::string reference;  ///< as --take names it
  std::size_t begin = 0, end = 0;
  std::vector<double> numbers;
  std::size_t group = 0;

  // Its place in the reading.
  int slot = kNowhere;  ///< a place of PasteDialog::slots, or one of these
  std::string role;     ///< by hand that of --take, else as it was read
  bool is_by_hand = false, is_unsure = false;
  static constexpr int kNowhere = -1, kOther = -2;  ///< of a body that is not among the slots
};

/// The state of the paste dialog between frames besides PasteState.
struct PasteDialog {
  bool was_open = false;
  bool edits = false;  ///< the text is a field, not chips
  std::string text;    ///< in the field
  std::shared_ptr<const Pasted> shown;
  struct Row {
    std::size_t begin = 0, end = 0, line = 0;
  };
  std::vector<Row> rows;    ///< of shown->text, as wide as there is room
  std::size_t columns = 0;  ///< that they were made for; 0: they are outdated

  std::vector<PasteChip> chips;
  std::set<std::string> split;                                         ///< groups that are shown number by number
  std::size_t cursor = static_cast<std::size_t>(-1), anchor = cursor;  ///< the selection, both ends; kNoChip: none
  bool follows = false, menu = false;         ///< the cursor is to come into sight; the menu of roles is to open
  bool wants_keys = false, has_keys = false;  ///< the text is to take them, and does
  bool was_left = false;                      ///< by Tab, which goes on from it
  std::array<std::string, 3> slots{};         ///< names of A, B and the ray in rules
  ImVec2 menu_at{0, 0};                       ///< below the chip with the cursor
  int target = 0;                             ///< the slot that keys give to
  struct Step {
    paste::Answers answers;
    std::vector<paste::TakeRule> rules;
  };
  std::vector<Step> past, future;

  std::string typed_role, typed;  ///< the field that is typed in
  std::string form_name;
  std::string why_no_form;
  RenderedView picture;
  std::shared_ptr<const Pasted> framed;
  int theme = -1;
};

/// The values that each part of the dialog needs.
struct PasteHand {
  PasteDialog& dialog;
  const Workspace& workspace;
  const PasteState& paste;
  Outbox& outbox;
};

inline constexpr int kRaySlot = 2;
inline constexpr std::size_t kNoChip = static_cast<std::size_t>(-1);

/// Finds lines and chips anew where the reading or what is split has changed.
void followReading(PasteDialog& dialog, const PasteState& paste);

/// Breaks the text into rows of at most so many columns: at blanks and in front of chips, where that can be.
void findRows(PasteDialog& dialog, std::size_t columns);

/// The chips that are selected, first and one behind the last.
[[nodiscard]] std::pair<std::size_t, std::size_t> selectionOf(const PasteDialog& dialog);
[[nodiscard]] std::size_t selectedNumbers(const PasteDialog& dialog);
/// Whether the selection can have a role there.
[[nodiscard]] bool canGive(const PasteDialog& dialog, const paste::TakeRole& role, int slot);

// Each is one step to undo, and the text is read again.

/// The selected chips get a role by hand.
void giveRole(const PasteHand& hand, std::string_view role, const std::string& order, int slot);
/// Numbers that were typed get it.
void giveTyped(const PasteHand& hand, std::string_view role, int slot, const std::string& typed);
/// Roles by hand are as they were read again; those that were read go.
void takeRoleAway(const PasteHand& hand);
/// The selected chips keep their roles in another body.
void moveTo(const PasteHand& hand, int slot);
void setKind(const PasteHand& hand, int slot, const std::string& kind);
/// The user says that the reading is right.
void confirmReading(const PasteHand& hand);
void answerQuestion(const PasteHand& hand, const std::string& key, const std::string& answer);
enum class StepTo { kPast, kFuture };
void undoHand(const PasteHand& hand, StepTo to);
/// The selected group number by number, or as one again.
void splitChip(const PasteHand& hand);

/// "--take \"A: …\" --take \"B: …\"": what was given by hand, for the command line.
[[nodiscard]] std::string takeOptions(const PasteState& paste);

}  // namespace sepax
