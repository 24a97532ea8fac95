#include "collide/historical/historical.h"

#include "collide/historical/boxes_3d.h"
#include "collide/historical/contact_defects.h"
#include "collide/historical/corner_intervals_3d.h"
#include "collide/historical/engine_defects.h"
#include "collide/historical/first_ideas.h"
#include "collide/historical/rectangles_2d.h"

namespace sepax {

std::vector<PairAlgorithm> historicalAlgorithms() {
  std::vector<PairAlgorithm> all;
  for (const auto rows : {projectionRadiusRows, gameShapeRows, fifteenAxisRows, cornerIntervalRows, alignedBoxRows,
                          engineRows, contactRows, firstIdeaRows}) {
    for (const PairAlgorithm& row : rows()) all.push_back(row);
  }
  return all;
}

}  // namespace sepax
