#include "ui/scene/axes_text.h"

#include "core/text.h"
#include "format/report_json.h"

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace sepax {

namespace {

double signedCentreDistance(const SatAxis& axis) { return axis.b.centre() - axis.a.centre(); }

struct NumberColumn {
  const char* name;
  double (*value)(const SatAxis&);
};
constexpr NumberColumn kNumbers[] = {
    {"cross_length", [](const SatAxis& x) { return x.cross_length; }},
    {"direction_x", [](const SatAxis& x) { return x.direction.x; }},
    {"direction_y", [](const SatAxis& x) { return x.direction.y; }},
    {"direction_z", [](const SatAxis& x) { return x.direction.z; }},
    {"a_min", [](const SatAxis& x) { return x.a.min; }},
    {"a_max", [](const SatAxis& x) { return x.a.max; }},
    {"b_min", [](const SatAxis& x) { return x.b.min; }},
    {"b_max", [](const SatAxis& x) { return x.b.max; }},
    {"radius_a", [](const SatAxis& x) { return x.a.radius(); }},
    {"radius_b", [](const SatAxis& x) { return x.b.radius(); }},
    {"centre_distance", signedCentreDistance},
    {"separation", [](const SatAxis& x) { return x.separation; }},
};

/// One axis a line, its words and numbers between separators.
std::string separatedTable(std::span<const SatAxis> axes, const char* separator) {
  std::string text = fmt::format("name{}kind{}state", separator, separator);
  for (const NumberColumn& column : kNumbers) text += std::string(separator) + column.name;
  text += '\n';
  for (const SatAxis& axis : axes) {
    text += axisName(axis.id) + separator + axisKindName(axis.id.kind) + separator + axisStateName(axis.state);
    for (const NumberColumn& column : kNumbers) text += separator + shortestDecimal(column.value(axis));
    text += '\n';
  }
  return text;
}

}  // namespace

std::string axesAsText(const PairReport& report, Space space, AxisTextFormat format) {
  const auto* sat = std::get_if<SatReport>(&report.trace);
  if (sat == nullptr) return {};
  switch (format) {
    case AxisTextFormat::kText:
      return separatedTable(sat->axes, "\t");
    case AxisTextFormat::kCsv:
      return separatedTable(sat->axes, ",");
    case AxisTextFormat::kJson:
      return pairReportText(report, space);
  }
  return {};
}

std::string axisAsText(const SatAxis& axis) { return separatedTable({&axis, 1}, "\t"); }

}  // namespace sepax
