#include "session/bundle/side_by_side.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/preview.h"

#include "core/name_map.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {

namespace {

/// A number for each row, equal for equal ones.
Result<std::vector<std::uint64_t>> rowNumbers(const ByteSource& bytes, const TextRows& text,
                                              const JobControl& control) {
  constexpr std::uint64_t kPiece = 1u << 20;
  const std::size_t count = std::min(text.rows.size(), kMaxComparedRows);
  std::vector<std::uint64_t> numbers;
  std::vector<std::byte> piece;
  std::uint64_t piece_start = 0;
  for (std::size_t i = 0; i < count && !control.isCancelled(); ++i) {
    const std::uint64_t start = text.rows[i].start, end = i + 1 < text.rows.size() ? text.rows[i + 1].start : text.end;
    if (end > piece_start + piece.size()) {
      piece.resize(std::min(std::max(kPiece, end - start), bytes.size() - start));
      SEPAX_TRY(bytes.readAt(start, piece));
      piece_start = start;
    }
    std::string_view row(reinterpret_cast<const char*>(piece.data()) + (start - piece_start), end - start);
    while (row.ends_with('\n') || row.ends_with('\r')) row.remove_suffix(1);
    numbers.push_back(NameHash{}(row));
  }
  return numbers;
}

Result<bool> isSame(const ByteSource& a, const ByteSource& b) {
  if (a.size() != b.size()) return false;
  const auto left = readAll(a, a.size()), right = readAll(b, b.size());
  SEPAX_TRY(left);
  SEPAX_TRY(right);
  return *left == *right;
}

/// Completes the sides with what is not previewed.
SideBySide lookAtOther(SideBySide sides, const std::shared_ptr<const Tree>& tree, std::optional<std::size_t> below,
                       const JobControl& control) {
  if (below) sides.below = std::make_shared<const EntryPreview>(previewEntry(tree, *below, false, control));
  if (sides.below != nullptr && sides.above != nullptr && sides.below->text && sides.above->text) {
    if (auto text = compareTexts(*sides.below, *sides.above, control))
      sides.text = std::make_shared<const ComparedText>(std::move(*text));
  }
  sides.is_ready = true;
  return sides;
}

}  // namespace

Result<ComparedText> compareTexts(const EntryPreview& below, const EntryPreview& above, const JobControl& control) {
  const auto left = rowNumbers(*below.text_bytes, *below.text, control),
             right = rowNumbers(*above.text_bytes, *above.text, control);
  SEPAX_TRY(left);
  SEPAX_TRY(right);
  ComparedText text{diffLines(*left, *right)};
  text.cut = std::max(below.text->rows.size(), above.text->rows.size()) > kMaxComparedRows;
  if (!text.lines.changes.empty() || text.cut) return text;
  const Result<bool> same = isSame(*below.bytes, *above.bytes);
  SEPAX_TRY(same);
  text.only_line_ends = !*same;
  return text;
}

bool hasSides(const BundleState& state) {
  return state.bundle != nullptr && state.bundle_files.changes != nullptr && state.bundle_files.around.empty();
}

void followSides(BundleState& state, Host& host) {
  SideBySide& sides = state.sides;
  const std::shared_ptr<const EntryPreview>& previewed = state.preview.entry;
  if (host.view.middle != Middle::kSides || previewed == nullptr) {
    sides = {};
    return;
  }
  if (sides.previewed == previewed) return;
  const std::shared_ptr<const Tree> tree = state.bundle;
  const LayerEntryChange change = changeOf(state, state.preview.index);
  sides = {};
  sides.previewed = previewed;
  const std::string& source = tree->sourceOf(state.preview.index);
  const std::vector<std::shared_ptr<const Tree>>& layers = state.bundle_files.layers;
  if (change.change == LayerChange::kOnlyBelow) {
    sides.below = previewed;
    sides.below_name = source;
    sides.above_name = layers.back()->name();
  } else {
    sides.above = previewed;
    sides.above_name = source;
    sides.below_name = change.below ? tree->sourceOf(*change.below) : layers.front()->name();
  }
  host.jobs->start({.label = "sides",
                    .quick = true,
                    .slot = "sides",
                    .work = [sides, tree, below = change.below](JobControl& control) -> Result<Delivery> {
                      return
                          [done = lookAtOther(sides, tree, below, control)](BundleState& to, Scene&) -> Result<void> {
                            if (to.sides.previewed == done.previewed) to.sides = done;
                            return {};
                          };
                    }});
}

}  // namespace sepax
