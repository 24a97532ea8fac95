#include "session/scene/wrong_rows.h"

#include "collide/pair_table.h"
#include "lab/jury/jury.h"
#include "session/scene/reports.h"
#include "session/scene/scene.h"
#include "session/scene/scene_requests.h"

#include <utility>
#include <vector>

namespace sepax {

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
    if (report && !differenceText(comparedRow(row, report, right->answer, shape_a, shape_b)).empty()) return &row;
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
