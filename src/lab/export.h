#pragma once

#include "core/error.h"
#include "document/document.h"
#include "lab/jury/jury.h"

#include <string>
#include <string_view>
#include <vector>

// The other way of paste.h: a pair as code of an engine, as a test, as text for an issue. An exported pair pastes
// back in to the same bits where the form can hold them.

namespace sepax {

/// How a form writes numbers: every one restores the double.
enum class ExportNumbers {
  kDecimal,       ///< 0.1
  kDecimalPoint,  ///< 1.0, where 1 is no float (Rust)
  kFloats,        ///< 0.1f where the double is a float's, else 0.1
  kHex,           ///< 0x1.8p+1
};

/// One form as templates: {id} is the body, {hx} … half and {sx} … full sizes, {r} radius, {h} half and {l} full
/// length, {x} {y} {z} a point or the position, {qx} … {qw} the quaternion, {m00} … {m22} the matrix by rows, {angle};
/// {points} a list of `point`, {n} their number. An empty template: the form has no such thing.
struct ExportForm {
  const char* name;
  const char* title;
  Space space;
  ExportNumbers numbers;
  char axis;  ///< of its capsules, cylinders and cones
  const char* comment;
  const char* head;
  const char* tail;
  const char* sphere;
  const char* box;
  const char* capsule;
  const char* cylinder;
  const char* cone;
  const char* hull;         ///< 2D: polygons
  const char* hull_points;  ///< in front of all bodies
  const char* point;
  const char* point_separator;
  const char* pose;
  const char* pose_matrix;
  const char* tapered = "";    ///< capsule; {r} is its start's radius, {r_end} its end's
  const char* ellipsoid = "";  ///< {hx} {hy} {hz} are its half axes
  std::size_t max_points = 0;  ///< of hulls; 0: as many as there are
};
[[nodiscard]] const std::vector<ExportForm>& exportForms();
/// The form of this name for the document's space; null when there is none.
[[nodiscard]] const ExportForm* findExportForm(std::string_view name, Space space);

/// A pair, or all bodies when `pair` is null, as text of that form. Errors: a shape that the form does not have, naming
/// those it has.
[[nodiscard]] Result<std::string> exportText(const Document& document, const ExportForm& form, const PairIds* pair);

/// Whether the form is a text for people, with room for what engines answer and a picture.
[[nodiscard]] bool isIssueForm(const ExportForm& form);

/// The table below the pair in such a text: engine × verdict, depth or distance, normal and what is wrong with it, the
/// reference first. Rows without an answer because they do not take the pair are left out.
[[nodiscard]] std::string juryMarkdown(const PairAnswer& reference, const std::vector<JuryRow>& rows, Space space);

}  // namespace sepax
