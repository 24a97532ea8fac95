#pragma once

#include "format/api.h"
#include "lab/paste/tokens.h"

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sepax::paste {

using Role = WordRole;

/// Whether a word is one of those between blanks, " a b ".
[[nodiscard]] bool holdsWord(std::string_view words, std::string_view word);
/// Whether a text holds one of these parts.
[[nodiscard]] bool holdsAny(std::string_view text, std::initializer_list<std::string_view> parts);

/// The last component of a path or function name: "Vec3" of "JPH::Vec3".
[[nodiscard]] std::string_view lastName(std::string_view path);

/// The meaning of a key in the words of all APIs, or what a part of it says.
[[nodiscard]] Role roleOf(std::string_view key);

/// "intersect", "meets", "touch": a word behind which "at" says where two shapes meet.
[[nodiscard]] bool isMeetingWord(std::string_view word);

/// Whether a list of that name has the corners of triangles by their places in another list.
[[nodiscard]] bool isFaceName(std::string_view name);

/// Whether the numbers behind a key are of a ray or a motion.
[[nodiscard]] bool isMotionWord(std::string_view key);

/// "scale", "setLocalScaling", but not "gravityScale": it changes how large a body is.
[[nodiscard]] bool isScaleWord(std::string_view word);

/// Which point of a rectangle its place is, as a text in lower case says; kOpen: it says neither, or both.
enum class RectanglePlace { kOpen, kMiddle, kCorner };
[[nodiscard]] RectanglePlace rectanglePlaceIn(std::string_view text);

/// The kind of shape that a word means, of case files ("box" of "cuboid", "OBB"); empty: none. `is_planar` is set for
/// words of the plane.
[[nodiscard]] std::string_view shapeWord(std::string_view word, bool& is_planar);

/// Which body of a pair a name or label means by its end: "box1" 1, "posB" 2, "X_FS2" 2; 0: none. 0-based names count
/// from `0` as 10.
[[nodiscard]] int bodyLabel(std::string_view name);

/// Makes texts of the numbers behind names on the line of a version, which are versions, too: "parry3d 0.17.2, nalgebra
/// 0.33".
void takeVersions(std::vector<Token>& tokens);

/// Makes "from (2, 2, 2) direction (-1, 0, 0)" of a line with a parameter, "(2, 2, 2) + t(-1, 0, 0)".
void takeLines(std::vector<Token>& tokens);

/// Makes "(-4, 9)" of "-4i + 9j", and "(0, 32)" of "32j" in a text that has such.
void takeVectors(std::vector<Token>& tokens);

/// Makes "(3, -2, 6)" of "(3|-2|6)", as German schools write points.
void takeBars(std::vector<Token>& tokens);

/// Makes "zone = AABB([11, 64, -4], [12, 65, -3])" of "zone Box[11, 64, -4] -> [12, 65, -3]", as Minecraft prints
/// boxes.
void takeSpans(std::vector<Token>& tokens);

/// Leaves out the names in front of a tuple of numbers: "(12, 30)" of "center (x1, y1) = (12, 30)".
void takeTuples(std::vector<Token>& tokens);

/// Makes one list of the rows of a matrix, "rotation = [1 0 0]" and below it "[0 1 0]" and "[0 0 1]".
void joinRows(std::vector<Token>& tokens);

/// Makes texts of the numbers of worked sums, "(-1 - 1)/0.2 = -10", "640 - 1320 is -680".
void takeSums(std::vector<Token>& tokens);

/// Makes "r = 3" of "r^2 = 9", "radius squared is 9" and "2r = 6".
void takeSquares(std::vector<Token>& tokens);

/// Makes texts of the numbers of powers, "10^4", "x^2", "(x - 1)2".
void takePowers(std::vector<Token>& tokens);

/// Makes metres of all numbers with a unit behind them, "25 mm" or "(1, 0, 2) m", in a text that has several. Gives
/// where the numbers with a unit are; empty: the text has none, or metres alone.
[[nodiscard]] std::set<std::size_t> takeUnits(std::vector<Token>& tokens);

/// Makes one word of "half-extents" and its like, whose parts mean something else.
void joinHyphens(std::vector<Token>& tokens, std::string_view text);

/// A key without what people put around it: lower-case letters alone, no "m_", "local", "world" or index.
[[nodiscard]] std::string plainKey(std::string_view key);

/// Words, as plainKey() has them, behind which a text tells how deep its pair overlaps, and how far it is apart.
inline constexpr std::string_view
    kDepthWords = " depth penetration penetrationdepth pendepth overlapdepth maxpenetration ",
    kDistanceWords = " distance distanceto dist mindistance mindist separation signeddistance gap clearance ";

}  // namespace sepax::paste
