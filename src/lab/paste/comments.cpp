#include "lab/paste/comments.h"

#include "core/language.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace sepax::paste {

namespace {

/// The comments of a text in lower case, "// …" and "# …" to the ends of their lines.
std::string commentsOf(const Source& source) {
  std::string out;
  forEachLine(source.small, [&](std::string_view line, std::size_t, int) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      const bool has_gap = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t' || line[i - 1] == ';';
      const bool begins = (line[i] == '#' && has_gap) || line.substr(i, 2) == "/*" ||
                          (line.substr(i, 2) == "//" && (i == 0 || line[i - 1] != ':'));
      if (!begins) continue;
      out += std::string(line.substr(i)) + '\n';
      return;
    }
  });
  return out;
}

/// Words of comments; those with "are" count in sentences, too.
constexpr SaidAnswer kAnswers[] = {
    {"half extent", "extents", "half"},   {"half-extent", "extents", "half"},   {"half size", "extents", "half"},
    {"half-size", "extents", "half"},     {"half the size", "extents", "half"}, {"are half", "extents", "half"},
    {"full size", "extents", "full"},     {"full extent", "extents", "full"},   {"full-size", "extents", "full"},
    {"are full", "extents", "full"},      {"w, x, y, z", "quaternion", "wxyz"}, {"wxyz", "quaternion", "wxyz"},
    {"w first", "quaternion", "wxyz"},    {"are (w", "quaternion", "wxyz"},     {"are w, x", "quaternion", "wxyz"},
    {"x, y, z, w", "quaternion", "xyzw"}, {"xyzw", "quaternion", "xyzw"},       {"w last", "quaternion", "xyzw"},
    {"are (x", "quaternion", "xyzw"},     {"degrees", "angles", "deg"},         {"are deg", "angles", "deg"},
    {"radians", "angles", "rad"},         {"are rad", "angles", "rad"},         {"column major", "matrix", "columns"},
    {"column-major", "matrix", "columns"}};

}  // namespace

std::vector<SaidAnswer> answersSaid(const Source& source) {
  const std::string comments = commentsOf(source);
  std::vector<SaidAnswer> out;
  for (const SaidAnswer& said : kAnswers) {
    const std::string_view words(said.words);
    const bool is_said = (words.starts_with("are ") ? source.small : comments).find(words) != std::string::npos;
    const bool is_known = std::ranges::any_of(out, [&](const SaidAnswer& other) {
      return std::string_view(other.key) == said.key && std::string_view(other.value) == said.value;
    });
    if (is_said && !is_known) out.push_back(said);
  }
  return out;
}

void doubtSaidPlaces(const Source& source, Findings& findings) {
  const auto isBox = [](const FoundBody& body) { return body.shape && body.shape->type == "box"; };
  if (std::ranges::none_of(findings.bodies, isBox)) return;
  const std::string comments = commentsOf(source);
  const bool says_sizes = holdsAny(comments, {", w, h", ",w,h", " w h", "xywh", "xy wh", "width, height"}),
             says_corners = holdsAny(comments, {"x1, y1, x2, y2", "x1,y1,x2,y2", "xyxy", "left, top, right",
                                                "xmin, ymin", "l, t, r, b", "min, max"}),
             says_corner = holdsAny(
                 comments, {"lower corner", "min corner", "minimum corner", "left corner", "top left", "top-left",
                            "upper left", "upper-left", "bottom left", "bottom-left", "lower left", "lower-left"});
  for (const FoundBody& body : findings.bodies) {
    if (!isBox(body)) continue;
    const FoundShape& shape = *body.shape;
    const bool is_other = (says_sizes && shape.is_planar && shape.is_between_corners) ||
                          (says_corners && shape.is_planar && !shape.is_between_corners && shape.centre) ||
                          (says_corner && !shape.is_between_corners && !shape.centre && body.pose.position);
    if (is_other) findings.doubtText(trf("line {}: a comment says the numbers of a box otherwise", shape.line));
  }
}

}  // namespace sepax::paste
