#include "scene/history.h"

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

/// Snapshots share hull and mesh data, so this many cost little; older ones are forgotten.
constexpr std::size_t kMaxEntries = 1000;

}  // namespace

History::History(Document document) { reset(std::move(document)); }

void History::reset(Document document) {
  entries_.clear();
  entries_.push_back({std::move(document), {}, MergeKey::kNone, next_serial_++});
  at_ = 0;
  saved_serial_ = entries_[0].serial;
  ++revision_;
  ++openings_;
}

bool History::remembersBody(const std::string& id) const {
  const auto took = [&](const Entry& entry) {
    const auto* removed = std::get_if<RemoveBody>(&entry.command);
    const auto* renamed = std::get_if<RenameBody>(&entry.command);
    const auto* several = std::get_if<RemoveBodies>(&entry.command);
    if (several != nullptr && std::ranges::find(several->ids, id) != several->ids.end()) return true;
    return (removed != nullptr && removed->id == id) || (renamed != nullptr && renamed->id == id);
  };
  const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(at_) + 1;
  return std::find_if(entries_.begin(), end, took) != end;
}

std::string freshId(const History& history) {
  return freshId([&](const std::string& id) { return findBody(history.document(), id) != nullptr || history.remembersBody(id); });
}

std::string History::undoLabel() const { return canUndo() ? labelOf(entries_[at_ - 1].document, entries_[at_].command) : std::string(); }

std::string History::redoLabel() const { return canRedo() ? labelOf(document(), entries_[at_ + 1].command) : std::string(); }

Result<void> History::run(const Command& command, MergeKey merge_key) {
  Document changed = document();
  SEPAX_TRY(apply(changed, command));

  const bool merges = merge_key != MergeKey::kNone && canUndo() && entries_[at_].merge_key == merge_key;
  Entry entry{std::move(changed), command, merge_key, next_serial_++};
  entries_.resize(at_ + 1);
  if (merges) {
    entries_[at_] = std::move(entry);
  } else {
    entries_.push_back(std::move(entry));
    if (entries_.size() > kMaxEntries) entries_.erase(entries_.begin());
    at_ = entries_.size() - 1;
  }
  ++revision_;
  return {};
}

void History::cancel(MergeKey merge_key) {
  if (merge_key == MergeKey::kNone || !canUndo() || entries_[at_].merge_key != merge_key) return;
  entries_.resize(at_);
  --at_;
  ++revision_;
}

std::string History::label(std::size_t index) const {
  return index == 0 || index >= entries_.size() ? std::string() : labelOf(entries_[index - 1].document, entries_[index].command);
}

void History::goTo(std::size_t index) {
  while (at_ > index && canUndo()) undo();
  while (at_ < index && canRedo()) redo();
}

void History::undo() {
  if (!canUndo()) return;
  --at_;
  entries_[at_].merge_key = MergeKey::kNone;  // a drag that goes on after an undo is a new one
  ++revision_;
}

void History::redo() {
  if (!canRedo()) return;
  ++at_;
  entries_[at_].merge_key = MergeKey::kNone;
  ++revision_;
}

}  // namespace sepax
