#include "document/history.h"

#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>

namespace sepax {

MergeKey newMergeKey() {
  static std::atomic<std::uint64_t> last = 0;
  return static_cast<MergeKey>(++last);
}

namespace {

/// Older ones are forgotten.
constexpr std::size_t kMaxEntries = 1000;

/// The body that the command changes, and nothing else; kNoPlace of other commands.
constexpr std::size_t kNoPlace = static_cast<std::size_t>(-1);
std::size_t changedPlace(const Document& document, const Command& command) {
  const std::string* id = nullptr;
  std::visit(
      [&]<class AnyCommand>(const AnyCommand& held) {
        constexpr bool kChangesOne = std::is_same_v<AnyCommand, SetTransform> || std::is_same_v<AnyCommand, SetShape> ||
                                     std::is_same_v<AnyCommand, SetScale> || std::is_same_v<AnyCommand, SetPivot> ||
                                     std::is_same_v<AnyCommand, SetVelocities> ||
                                     std::is_same_v<AnyCommand, SetBodyFlags> ||
                                     std::is_same_v<AnyCommand, SetBodyColour>;
        if constexpr (kChangesOne) id = &held.id;
      },
      command);
  if (id == nullptr) return kNoPlace;
  const Body* const body = findBody(document, *id);
  return body == nullptr ? kNoPlace : static_cast<std::size_t>(body - document.bodies.data());
}

}  // namespace

History::History(Document document) { reset(std::move(document)); }

void History::reset(Document document) {
  entries_.clear();
  document_ = std::move(document);
  entries_.push_back({.serial = next_serial_++});
  at_ = 0;
  saved_serial_ = entries_[0].serial;
  ++revision_;
  ++openings_;
}

void History::restore(History before) {
  before.revision_ = revision_ + 1;
  before.openings_ = openings_ + 1;
  *this = std::move(before);
}

void History::follow(const std::function<void(Document&)>& change) {
  entries_.resize(1);
  entries_[0] = {.serial = next_serial_++};
  at_ = 0;
  saved_serial_ = entries_[0].serial;
  change(document_);
  ++revision_;
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
  return freshId(
      [&](const std::string& id) { return findBody(history.document(), id) != nullptr || history.remembersBody(id); });
}

std::string History::labelOf(const Entry& entry) {
  Document before;  // as much of it as labels compare with
  before.bodies = entry.before;
  before.pairs = entry.pairs_before;
  return sepax::labelOf(before, entry.command);
}

std::string History::undoLabel() const { return canUndo() ? labelOf(entries_[at_]) : std::string(); }

std::string History::redoLabel() const { return canRedo() ? labelOf(entries_[at_ + 1]) : std::string(); }

/// Takes the document to the other side of a change; `side` is its body there.
void History::cross(Document& document, Entry& entry, const std::vector<Body>& side) {
  if (entry.other) std::swap(document, *entry.other);
  if (!side.empty()) document.bodies[entry.place] = side.front();
}

Result<void> History::run(const Command& command, MergeKey merge_key) {
  const bool merges = merge_key != MergeKey::kNone && canUndo() && entries_[at_].merge_key == merge_key;
  const std::size_t place = changedPlace(document_, command);
  Entry entry{.command = command, .merge_key = merge_key, .place = place};
  if (std::holds_alternative<SetPairs>(command)) entry.pairs_before = document_.pairs;
  if (place != kNoPlace) entry.before.push_back(document_.bodies[place]);
  // The drag goes on: the document before it is known.
  const bool has_before = merges && (entries_[at_].other || entries_[at_].place == place);
  if (place == kNoPlace && !has_before) entry.other = document_;
  SEPAX_TRY(apply(document_, command));

  entry.serial = next_serial_++;
  if (place != kNoPlace) entry.after.push_back(document_.bodies[place]);
  entries_.resize(at_ + 1);
  if (has_before) {
    Entry& merged = entries_[at_];
    entry.other = std::move(merged.other);
    entry.before = std::move(merged.before);
    entry.pairs_before = std::move(merged.pairs_before);
    if (entry.other) entry.after.clear();
    merged = std::move(entry);
  } else if (merges) {
    // Another body, or more than one, in the same drag.
    Entry& merged = entries_[at_];
    if (!entry.other) {
      entry.other = document_;
      entry.other->bodies[place] = entry.before.front();
    }
    cross(*entry.other, merged, merged.before);
    entry.before.clear();
    entry.after.clear();
    merged = std::move(entry);
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
  cross(document_, entries_[at_], entries_[at_].before);
  entries_.resize(at_);
  --at_;
  ++revision_;
}

std::string History::label(std::size_t index) const {
  return index == 0 || index >= entries_.size() ? std::string() : labelOf(entries_[index]);
}

void History::goTo(std::size_t index) {
  while (at_ > index && canUndo()) undo();
  while (at_ < index && canRedo()) redo();
}

void History::undo() {
  if (!canUndo()) return;
  cross(document_, entries_[at_], entries_[at_].before);
  --at_;
  entries_[at_].merge_key = MergeKey::kNone;  // a drag that goes on after an undo is a new one
  ++revision_;
}

void History::redo() {
  if (!canRedo()) return;
  ++at_;
  cross(document_, entries_[at_], entries_[at_].after);
  entries_[at_].merge_key = MergeKey::kNone;
  ++revision_;
}

}  // namespace sepax
