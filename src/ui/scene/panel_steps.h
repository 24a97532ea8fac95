#pragma once

#include "collide/pair_names.h"
#include "draw/difference_picture.h"
#include "ui/kit/panel.h"

#include <string>

namespace sepax {

// The Steps panel's texts about the steps of GJK and EPA, in the user's language. Points are the world's, metres.

/// "(1, −0.5)" in the plane; what is nothing beside the largest component is zero.
[[nodiscard]] std::string vectorText(const Vec3& v, bool planar);

/// One row's words: by how much the step came nearer or the polytope grew.
[[nodiscard]] std::string outcomeText(const GjkReport& report, const GjkStage& stage);

/// Where the two points are of which a step found the difference.
[[nodiscard]] std::string placesText(const GjkReport& report, const GjkVertex& vertex, const PairNames& names);

/// Which features of the two convex shapes decide in the end, where, and by how much; empty when the search does not
/// come to that: shapes that overlap without EPA, and a flat difference.
[[nodiscard]] std::string decidedText(const GjkReport& report, const Shape& a, const Shape& b, const PairNames& names);

struct ViewState;
struct Workspace;

/// The state of the Steps panel between frames.
struct StepsPanel {
  int seen = -1;          ///< the step that the table has scrolled to; −1: to the shown one in the next frame
  float text_height = 0;  ///< of the last frame's explanation
};

/// Every step of GJK and EPA as a row, and the chosen one explained.
extern const Panel kStepsPanel;

/// Shows the step `by` after the shown one.
void stepStage(StepsPanel& panel, const Workspace& workspace, ViewState& view, int by);

}  // namespace sepax
