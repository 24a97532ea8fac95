#include "session/scene/selection.h"

#include "collide/pair_table.h"
#include "core/language.h"
#include "core/number.h"
#include "document/history.h"
#include "format/case_keys.h"
#include "format/case_reader.h"
#include "format/case_writer.h"
#include "lab/jury/jury.h"
#include "session/host/view_state.h"
#include "session/scene/body_edits.h"
#include "session/scene/pair_list.h"
#include "session/scene/reports.h"
#include "session/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

/// Free ids one after the other: each is taken once it is given.
class FreshIds {
 public:
  explicit FreshIds(const History& history) : history_(history) {}
  std::string next() {
    given_.push_back(freshId([this](const std::string& id) { return isTaken(id) || history_.remembersBody(id); }));
    return given_.back();
  }
  /// Its own where no body has it now: what is cut and pasted keeps its name.
  std::string kept(const std::string& id) {
    if (isTaken(id)) return next();
    given_.push_back(id);
    return id;
  }

 private:
  [[nodiscard]] bool isTaken(const std::string& id) const {
    return findBody(history_.document(), id) != nullptr || std::ranges::find(given_, id) != given_.end();
  }
  const History& history_;
  std::vector<std::string> given_;
};

/// Numbers apart by spaces, commas, semicolons, brackets; nothing when there is any other character, or when they do
/// not fill lines of two or three.
std::vector<Vec3> pointsOfText(const std::string& text) {
  std::vector<Vec3> points;
  std::size_t width = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    std::vector<double> numbers;
    constexpr std::string_view kBetween = " \t\r,;()[]{}";
    for (std::size_t at = line.find_first_not_of(kBetween); at != std::string_view::npos;
         at = line.find_first_not_of(kBetween, at)) {
      const std::size_t end = std::min(line.find_first_of(kBetween, at), line.size());
      const auto value = parseDouble(line.substr(at, end - at));
      if (!value) return {};
      numbers.push_back(*value);
      at = end;
    }
    if (numbers.empty()) continue;
    if (numbers.size() < 2 || numbers.size() > 3 || (width != 0 && numbers.size() != width)) return {};
    width = numbers.size();
    points.emplace_back(numbers[0], numbers[1], width == 3 ? numbers[2] : 0);
  }
  return points;
}

}  // namespace

std::vector<std::string> selectedIds(const ViewState& view) {
  if (view.selected.empty()) return {};
  if (std::ranges::find(view.group, view.selected) == view.group.end()) return {view.selected};
  std::vector<std::string> ids;
  for (const std::string& id : view.group) {
    if (id != view.selected) ids.push_back(id);
  }
  ids.push_back(view.selected);
  return ids;
}

std::vector<Body> selectedBodies(const Document& document, const ViewState& view) {
  std::vector<Body> bodies;
  for (const std::string& id : selectedIds(view)) {
    if (const Body* body = findBody(document, id)) bodies.push_back(*body);
  }
  return bodies;
}

bool isSelected(const ViewState& view, const std::string& id) {
  const std::vector<std::string> ids = selectedIds(view);
  return std::ranges::find(ids, id) != ids.end();
}

std::string selectionText(const ViewState& view) {
  constexpr std::size_t kMaxNamed = 3;
  const std::vector<std::string> ids = selectedIds(view);
  if (ids.size() > kMaxNamed) return trf("{} bodies", ids.size());
  return fmt::format("{}", fmt::join(ids, ", "));
}

void selectOnly(ViewState& view, const std::string& id) {
  view.selected = id;
  view.group.clear();
}

void toggleSelected(ViewState& view, const std::string& id) {
  std::vector<std::string> ids = selectedIds(view);
  if (std::erase(ids, id) == 0) ids.push_back(id);
  select(view, std::move(ids));
}

void select(ViewState& view, std::vector<std::string> ids) {
  view.selected = ids.empty() ? std::string() : ids.back();
  view.group = ids.size() > 1 ? std::move(ids) : std::vector<std::string>();
}

void walkBodies(const Document& document, ViewState& view, int step) {
  const int count = static_cast<int>(document.bodies.size());
  if (count == 0) return;
  const auto at = std::ranges::find(document.bodies, view.selected, &Body::id);
  const int from =
      at == document.bodies.end() ? (step > 0 ? -1 : count) : static_cast<int>(at - document.bodies.begin());
  selectOnly(view, document.bodies[static_cast<std::size_t>(((from + step) % count + count) % count)].id);
}

void duplicateSelected(const History& history, const ViewState& view, Commands& outbox) {
  std::vector<Body> copies = selectedBodies(history.document(), view);
  if (copies.empty()) return;
  // Beside all of them: they keep their places to each other.
  double shift = 0;
  for (const Body& body : copies)
    shift = std::max(shift, sizeOf(body.shape) * (body.scale ? body.scale->x : 1.0) * 1.25);
  FreshIds ids(history);
  std::string of = copies.back().id;
  for (Body& body : copies) {
    body.id = ids.next();
    body.position.x += shift;
  }
  if (copies.size() == 1) {
    outbox.send(AddBody{copies.front(), of});
  } else {
    std::vector<PairIds> pairs = pairsCopied(history.document(), selectedBodies(history.document(), view), copies);
    outbox.send(PutBodies{BodiesEdit::kDuplicate, std::move(copies), std::move(pairs)});
  }
}

void removeSelected(const ViewState& view, Commands& outbox) {
  std::vector<std::string> ids = selectedIds(view);
  if (ids.size() == 1) outbox.send(RemoveBody{ids.front()});
  if (ids.size() > 1) outbox.send(RemoveBodies{std::move(ids)});
}

namespace {

void flagSelected(const Document& document, const ViewState& view, BodiesEdit edit, bool Body::*flag, bool value,
                  Commands& outbox) {
  std::vector<Body> bodies = selectedBodies(document, view);
  for (Body& body : bodies) body.*flag = value;
  if (bodies.size() == 1) outbox.send(SetBodyFlags{bodies[0].id, bodies[0].visible, bodies[0].locked});
  if (bodies.size() > 1) outbox.send(PutBodies{edit, std::move(bodies)});
}

}  // namespace

void showSelected(const Document& document, const ViewState& view, bool visible, Commands& outbox) {
  flagSelected(document, view, visible ? BodiesEdit::kShow : BodiesEdit::kHide, &Body::visible, visible, outbox);
}

void lockSelected(const Document& document, const ViewState& view, bool locked, Commands& outbox) {
  flagSelected(document, view, locked ? BodiesEdit::kLock : BodiesEdit::kUnlock, &Body::locked, locked, outbox);
}

std::string copiedBodies(const Document& document, const ViewState& view) {
  Document copied;
  copied.space = document.space;
  copied.bodies = selectedBodies(document, view);
  return writeCase(copied);
}

bool holdsBodies(const std::string& text) { return isCaseText(text) || !pointsOfText(text).empty(); }

Result<PastedBodies> pastedBodies(const std::string& text, const History& history) {
  const Space space = history.document().space;
  FreshIds ids(history);
  if (const std::vector<Vec3> points = pointsOfText(text); !points.empty()) {
    auto hull = hullBody(points, space);
    SEPAX_TRY(hull);
    hull->id = ids.next();
    return PastedBodies{{std::move(*hull)}, {}};
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return fail(ErrorCode::kNotFound, tr("clipboard"),
                tr("it holds no text; expected a case, points or a text about "
                   "a pair"));
  }
  const Result<LoadedCase> loaded = parseCase(text, tr("clipboard"));
  SEPAX_TRY(loaded);
  if (loaded->document.space != space) {
    return fail(ErrorCode::kWrongValue, tr("clipboard"),
                space == Space::k2d ? tr("expected bodies of the plane, found bodies in space")
                                    : tr("expected bodies in space, found bodies of the plane"));
  }
  std::vector<Body> bodies = loaded->document.bodies;
  bool is_copy = false;
  for (Body& body : bodies) {
    const std::string id = ids.kept(body.id);
    is_copy |= id != body.id && findBody(history.document(), body.id) != nullptr;
    body.id = id;
  }
  // A copy on its original would not be seen.
  double shift = 0;
  for (const Body& body : bodies)
    shift = std::max(shift, sizeOf(body.shape) * (body.scale ? body.scale->x : 1.0) * 0.25);
  for (Body& body : bodies) {
    if (is_copy && !isUnbounded(body.shape)) body.position += Vec3{shift, -shift, 0};
  }
  std::vector<PairIds> pairs = pairsBrought(loaded->document, bodies);
  return PastedBodies{std::move(bodies), std::move(pairs)};
}

const PairAlgorithm* nextWrongRow(const Scene& scene) {
  const Document& document = scene.history.document();
  const std::optional<PairIds> pair = shownPair(scene.reports);
  if (!pair) return nullptr;
  const Body *const a = findBody(document, pair->first), *const b = findBody(document, pair->second);
  if (a == nullptr || b == nullptr) return nullptr;
  const PosedShape shape_a = posedShape(*a), shape_b = posedShape(*b);
  const PairSettings settings{document.touching_tolerance};
  const Result<PairReport> right = testPair(shape_a, shape_b, settings);
  if (!right) return nullptr;
  const std::vector<PairAlgorithm>& rows = pairAlgorithms();
  const PairAlgorithm* const shown = findAlgorithm(scene.view.algorithm);
  const std::size_t first = shown == nullptr ? 0 : static_cast<std::size_t>(shown - rows.data()) + 1;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const PairAlgorithm& row = rows[(first + k) % rows.size()];
    if (!row.historical || !handles(row, shape_a.shape, shape_b.shape)) continue;
    const Result<PairReport> report = testPair(shape_a, shape_b, settings, row.name);
    if (report && !wrongText(comparedRow(row, report, right->answer, shape_a, shape_b).differences).empty())
      return &row;
  }
  return nullptr;
}

void swapWithReference(const Scene& scene, ViewState& view) {
  const char* const reference = referenceAlgorithm().name;
  if (view.algorithm != reference) {
    view.algorithm_before = std::exchange(view.algorithm, reference);
    return;
  }
  const PairAlgorithm* const wrong =
      view.algorithm_before.empty() ? nextWrongRow(scene) : findAlgorithm(view.algorithm_before);
  if (wrong != nullptr) view.algorithm = wrong->name;
}

}  // namespace sepax
