#include "collide/historical/row.h"

namespace sepax::historical {

PairAlgorithm row(const char* name, Measured (*measure)(const PosedShape& a, const PosedShape& b), Handles handles,
                  const char* summary, Concave concave) {
  return {.name = name,
          .summary = summary,
          .tolerance = kClaimed,
          .handles = handles,
          .concave = concave,
          .historical = true,
          .measure = measure};
}

PairAlgorithm spoilingRow(const char* name,
                          PairReport (*run)(const PosedShape& a, const PosedShape& b, const PairSettings& settings),
                          Handles handles, const char* summary) {
  return {.name = name, .summary = summary, .tolerance = kClaimed, .run = run, .handles = handles, .historical = true};
}

}  // namespace sepax::historical
