#pragma once

#include "document/command.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// Commands in a row that are sent with the same key become one entry of the history: a drag, an edit of one field.
enum class MergeKey : std::uint64_t { kNone = 0 };

/// A key that this process has not given out before. Any thread.
[[nodiscard]] MergeKey newMergeKey();

/// The open document with its undo history. A change of one body keeps that body as it was and as it became: among a
/// hundred thousand a drag copies none of the others. Any other change keeps the document of the other side; shapes
/// share their heavy data.
class History {
 public:
  explicit History(Document document = {});

  [[nodiscard]] const Document& document() const { return document_; }
  /// Changes with every edit, undo, redo and load; reports are derived when it does.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }
  [[nodiscard]] bool canUndo() const { return at_ > 0; }
  [[nodiscard]] bool canRedo() const { return at_ + 1 < entries_.size(); }
  [[nodiscard]] std::string undoLabel() const;  ///< what undo would take back; empty when nothing
  [[nodiscard]] std::string redoLabel() const;
  /// True when the document differs from the one last loaded or saved.
  [[nodiscard]] bool isDirty() const { return entries_[at_].serial != saved_serial_; }

  /// Applies a command as a new entry. Calls with the same merge key in a row become one entry: a drag.
  [[nodiscard]] Result<void> run(const Command& command, MergeKey merge_key = MergeKey::kNone);
  /// Takes back everything that was merged under `merge_key`, as Esc during a drag does; no redo entry is left.
  void cancel(MergeKey merge_key);
  void undo();
  void redo();
  /// The steps that undo and redo walk, oldest first: the open document and what each change made of it.
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] std::string label(std::size_t index) const;  ///< of the change that made it; empty for the first
  [[nodiscard]] bool isSaved(std::size_t index) const { return entries_[index].serial == saved_serial_; }
  /// As undo or redo until that step; later ones stay until the next change.
  void goTo(std::size_t index);
  void markSaved() { saved_serial_ = entries_[at_].serial; }
  /// The open document stands in no file: no step of it is saved.
  void markUnsaved() { saved_serial_ = kNoSerial; }
  /// The document becomes another one that is shown of something that moves by itself: no step to undo, and all earlier
  /// ones are forgotten. `change` must leave it valid.
  void follow(const std::function<void(Document&)>& change);
  /// A freshly opened document: the history starts anew.
  void reset(Document document);
  /// Another history is open again, with all its steps.
  void restore(History before);
  /// Changes with every reset: what was typed into another document's fields is not for this one.
  [[nodiscard]] std::uint64_t openings() const { return openings_; }
  /// True when undo would bring back a body of this name.
  [[nodiscard]] bool remembersBody(const std::string& id) const;

 private:
  struct Entry {
    Command command = {};  ///< that made it of the entry before; its label is written on demand
    MergeKey merge_key = MergeKey::kNone;
    std::uint64_t serial = 0;
    std::size_t place = 0;                      ///< of the body that the command changed, and that body
    std::vector<Body> before = {}, after = {};  ///< one each, or none: then
    std::optional<Document> other = {};         ///< the document that undo brings back, or redo where it is undone
    std::optional<std::vector<PairIds>> pairs_before = {};  ///< what the label of a choice of pairs compares with
  };

  static void cross(Document& document, Entry& entry, const std::vector<Body>& side);
  [[nodiscard]] static std::string labelOf(const Entry& entry);

  Document document_;
  std::vector<Entry> entries_;  ///< the first is the opened document itself
  std::size_t at_ = 0;
  std::uint64_t next_serial_ = 1;
  static constexpr std::uint64_t kNoSerial = ~0ull;
  std::uint64_t saved_serial_ = 0;
  std::uint64_t revision_ = 0;
  std::uint64_t openings_ = 0;
};

/// An id that no body has and that none had which undo would bring back.
[[nodiscard]] std::string freshId(const History& history);

}  // namespace sepax
