#pragma once

#include "core/error.h"
#include "document/document.h"
#include "format/api.h"
#include "lab/jury/jury.h"

#include <string>
#include <string_view>
#include <vector>

// The other way of paste.h: a pair as code of an engine, as a test, as text for an issue. An exported pair pastes
// back in to the same bits where the form can hold them.

namespace sepax {

/// The forms of all APIs, in their order: names with {braces} in their templates are {id} the body, {hx} … half and
/// {sx} … full sizes, {r} radius, {h} half and {l} full length, {minus_h}, {margin}, {hx+margin} …; {x} {y} {z} a point
/// or the position, {qx} … {qw} the quaternion, {m00} … {m22} the matrix by rows, {angle}; {points} a list of `vertex`,
/// {n} their number, {corners} a box's; {faces} a list of `face` or `triangle_of_mesh`, {f} their number, in them
/// {indices} of points and {n} their number; {planes} a list of `plane`, in it {nx} {ny} {nz} {d}; {columns} a list of
/// `column`, in it {heights}, and {cell} the side of the cells of heightfields whose cells are squares: others have
/// their mesh's template; {nx} {ny} {nz} {d} {minus_d} a half-space in the world; {children} a list of `child`, in it
/// {id} the compound and {child} the child. A shape or child whose template has its place in it, {x} or {d}, has no
/// `pose` besides, and none of `children`, whose {points} are where they are in the compound.
[[nodiscard]] std::vector<const ApiForm*> exportForms();
/// The form of this name for the document's space; null when there is none.
[[nodiscard]] const ApiForm* findExportForm(std::string_view name, Space space);

/// The name of a shape's template in a form: its type, "rounded_box" with a margin, "concave_polygon", "box" of an
/// aabb.
[[nodiscard]] std::string exportKind(const Shape& shape);

/// A pair, or all bodies when `pair` is null, as text of that form. Errors: a shape that the form does not have, naming
/// those it has.
[[nodiscard]] Result<std::string> exportText(const Document& document, const ApiForm& form, const PairIds* pair);

/// Whether the form is a text for people, with room for what engines answer and a picture.
[[nodiscard]] bool isIssueForm(const ApiForm& form);

/// Text on one line, for Markdown: the marks of code, emphasis, links and cells in it are escaped.
[[nodiscard]] std::string markdownText(std::string_view text);

/// The table below the pair in such a text: engine × verdict, depth or distance, normal and what is wrong with it, the
/// reference first. Rows without an answer because they do not take the pair are left out.
[[nodiscard]] std::string juryMarkdown(const PairAnswer& reference, const std::vector<JuryRow>& rows, Space space);

}  // namespace sepax
