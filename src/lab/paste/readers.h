#pragma once

#include "lab/paste/found.h"
#include "lab/paste/source.h"

#include <optional>
#include <string>
#include <string_view>

// The readers of a posted text, one for each way to write bodies down. paste.cpp says in which order they are asked;
// each lies in a file of its own, NAME_reader.cpp.

namespace sepax::paste {

/// Reads code, JSON and what debuggers print (value.h) and adds the bodies it finds: shapes and poses that one
/// expression or object joins, else those whose names end alike (box1, pose1), else in order.
void readCode(const Source& source, Findings& findings);

/// Joins shapes without a pose with poses without a shape, by the ends of their names or in order. `has_names`: the
/// parts' names are the text's, and the bodies' where they are more than "shape1".
void joinParts(std::vector<FoundBody> parts, Findings& findings, bool has_names);

/// Leaves bodies the text's names where all have one that says more than "shape1", each another.
void keepTellingNames(std::vector<FoundBody>& bodies);

/// Reads lines: FCL's exception text, "key = value" prose, logs, Unity and Unreal transforms, ODE's and others' dumps.
/// Labels ("Shape 1", "A:") say which body a line is about, words which shape and which part, and the numbers behind
/// them are its values; rows of numbers alone are a matrix.
void readProse(const Source& source, Findings& findings);

/// Whether the text is an exception of FCL's.
[[nodiscard]] bool isFclText(std::string_view text);

/// Whether the text holds elements of MJCF, URDF or SDF, also inside another language's strings.
[[nodiscard]] bool holdsModelXml(std::string_view text);

/// Whether the text holds such, or elements of react-three-fiber with shapes, or is a scene file of Godot's.
[[nodiscard]] bool holdsScene(std::string_view text);

/// Reads the shapes of elements, each as a body of its own in the frames of the elements around it (elements.h).
void readScene(const Source& source, Findings& findings);

/// Whether the text holds a message of MoveIt with primitives and their poses, as YAML or JSON.
[[nodiscard]] bool holdsRosPrimitives(std::string_view text);

/// Reads CollisionObjects of moveit_msgs: each SolidPrimitive is a body, in its pose within the object's.
void readRosPrimitives(const Source& source, Findings& findings);

/// Whether the text holds points of Wavefront's OBJ, and faces or several objects.
[[nodiscard]] bool holdsObj(std::string_view text);

/// Reads every object of OBJ text: a mesh, or a hull where the answer to "mesh" says so or no object has faces. An
/// object begins with "o", with "g" where no "o" is, and where points follow faces: several files may stand one below
/// the other, each counting from 1.
void readObj(const Source& source, Findings& findings);

/// Reads records: a heading and then keys with values, in one line or one below the other, and variables whose names
/// have a body and a key, "player_x".
void readRecords(const Source& source, Findings& findings);

/// Reads what an exercise gives, "x1 = -10, y1 = 8, r1 = 30, x2 = 14, y2 = -24, r2 = 10": names with labels, whose
/// kinds the words around them say. Bodies only where all that is given makes two.
void readGivens(const Source& source, Findings& findings);

/// Reads sentences: "two cubes at (0, 1, 0) and (0, 3, 0)", "they have half extents … and … respectively".
void readSentences(const Source& source, Findings& findings);

/// Reads lists of points that no word calls a shape: rows below headings, tuples behind names, flat lists of x and y.
void readLists(const Source& source, Findings& findings);

/// Whether the text holds a WKT polygon or points (OGC 06-103r4).
[[nodiscard]] bool holdsWkt(std::string_view text);

/// Every polygon's outer ring, every LINESTRING as a chain, every MULTIPOINT as a hull. Holes are named and left out.
void readWkt(const Source& source, Findings& findings);

/// Whether the text holds a table of bodies: a line of headings that name a place and sizes or a shape, and below it a
/// row of numbers.
[[nodiscard]] bool holdsBodyTable(std::string_view text);

/// Reads tables whose rows are bodies: CSV of commas, semicolons or tabs, Markdown, columns that blanks align. Headings
/// are components, "pos_x", "qw", "hx", or whole vectors, "half extents", whose cells have several numbers.
void readBodyTables(const Source& source, Findings& findings);

}  // namespace sepax::paste
