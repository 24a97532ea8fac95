#pragma once

#include "collide/pair/pair.h"
#include "document/document.h"
#include "draw/palette.h"
#include "draw/sweep_picture.h"
#include "draw/volume_picture.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace sepax {

/// Parts of the picture besides the shapes; view state, saved with the window's layout and set by scripts.
struct PictureOptions {
  bool grid = true;
  bool shadows = true;  ///< of a few bodies, on the ground, in space
  bool rail = true;     ///< the picked axis with both intervals
  bool radii = false;   ///< second mode: rA and rB against |T·L| instead of the intervals
  bool drop_lines = true;
  bool separating_plane = true;
  bool mtv = true;
  bool support = true;    ///< support features that reach the interval ends facing each other
  bool witness = true;    ///< closest or deepest points
  bool crossings = true;  ///< the curve where two meshes that overlap meet
  bool labels = true;
  bool scene_rail = false;      ///< the rail lies in the scene beside the shapes instead of flat on the view
  bool through_shapes = false;  ///< the rail lies in the scene and runs through the shapes
  // Parts that explain more than the answer.
  bool fan = false;      ///< every candidate axis as a ray around the gap, and the arc of the directions that separate
  bool regions = false;  ///< Voronoi regions of a polygon beside a circle
  bool bounds = false;   ///< axis-aligned boxes, and the intervals that sweep and prune sorts
  bool spacing = false;  ///< where single-precision numbers lie
};

/// The parts that are shown or not, under the names that settings and scripts have for them; `radii` is a mode and not
/// among them.
inline constexpr std::array<std::pair<const char*, bool PictureOptions::*>, 16> kPictureParts{
    {{"grid", &PictureOptions::grid},
     {"shadows", &PictureOptions::shadows},
     {"rail", &PictureOptions::rail},
     {"drop_lines", &PictureOptions::drop_lines},
     {"separating_plane", &PictureOptions::separating_plane},
     {"mtv", &PictureOptions::mtv},
     {"support", &PictureOptions::support},
     {"witness", &PictureOptions::witness},
     {"crossings", &PictureOptions::crossings},
     {"labels", &PictureOptions::labels},
     {"scene_rail", &PictureOptions::scene_rail},
     {"through_shapes", &PictureOptions::through_shapes},
     {"fan", &PictureOptions::fan},
     {"regions", &PictureOptions::regions},
     {"bounds", &PictureOptions::bounds},
     {"spacing", &PictureOptions::spacing}}};

/// The words in a picture, in the user's language.
struct PictureWords {
  std::string gap = "gap", touching = "touching", overlap = "overlap";
  std::string from_origin = "metres from A's origin";
  std::string corner_region = "region of the corner", side_region = "region of the side";
  std::string floats_apart = "floats lie apart by", zoom_in = "(zoom in to see them)";
};

/// How a body of a crowd is drawn: a heap of equal grey bodies under labels does not show which overlap.
enum class CrowdLook : std::uint8_t {
  kQuiet,     ///< meets no other: faint
  kFaded,     ///< has nothing to do with the selected body: hardly there
  kTouching,  ///< of its pairs at least one touches, none overlaps
  kOverlapping,
};

struct CrowdPicture;

/// A part of an axis, metres from A's centre; of some length.
struct RailRange {
  double low = 0, high = 1;
  friend bool operator==(const RailRange&, const RailRange&) = default;
};

/// Everything that a picture is made from.
struct PictureInput {
  const Document* document = nullptr;
  const PairReport* report = nullptr;   ///< of the shown pair; may be null
  std::span<const Body> report_bodies;  ///< its two in the pose that it is of; empty: as they are in the document
  std::optional<AxisId> axis;           ///< the shown one; nullopt: the deciding one
  const SatAxis* free_axis = nullptr;   ///< shown instead of any axis of the report when set
  int gjk_stage = -1;                   ///< shown step of a GJK trace; −1 the last
  std::string selected;                 ///< body id
  std::span<const std::string> group;   ///< all that are selected when they are several
  std::string hovered;
  std::span<const PosedVolume> volumes;    ///< bounding volumes to draw
  std::optional<PosedPieces> pieces = {};  ///< convex pieces of a mesh to draw
  bool contacts = false;                   ///< how the contacts were found instead of the contacts alone
  int clip_stage = -1;                     ///< of addManifold
  std::optional<double> slide;             ///< part of the way around A that a copy of B has slid, 0 to 1
  const SweepView* sweep = nullptr;        ///< of the shown pair, when it is to be drawn
  std::span<const QueryReport> queries;    ///< rays and points to draw
  std::span<const CrowdLook> crowd;        ///< one for each body; empty for a few bodies, which are all drawn alike
  const CrowdPicture* crowd_picture = nullptr;  ///< of the same input, where it is known already
  std::span<const Body> ghosts;                 ///< bodies where a goal wants them, translucent
  std::optional<Colour> ghost_colour = {};      ///< of all ghosts; nullopt: each has its body's
  std::optional<RailRange> rail_range = {};     ///< of the rail in space; nullopt: where the intervals fill it
  double head = 0;                              ///< pixels at the view's head that something else covers
  double scale = 1;                             ///< pixels of the view for one of the list's widths and sizes
  Theme theme = Theme::kDark;
  PictureOptions options;
  PictureWords words;
};

}  // namespace sepax
