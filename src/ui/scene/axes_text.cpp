#include "ui/scene/axes_text.h"

#include "core/text.h"
#include "format/report_json.h"

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace sepax {

namespace {

struct NumberColumn {
  const char* name;
  double (*value)(const SatAxis&);
};
constexpr NumberColumn kNumbers[] = {
    {"cross_length", [](const SatAxis& x) { return x.cross_length; }},
    {"direction_x", [](const SatAxis& x) { return x.direction.x; }},
    {"direction_y", [](const SatAxis& x) { return x.direction.y; }},
    {"direction_z", [](const SatAxis& x) { return x.direction.z; }},
    {"a_min", [](const SatAxis& x) { return x.a.lowest(); }},
    {"a_max", [](const SatAxis& x) { return x.a.highest(); }},
    {"b_min", [](const SatAxis& x) { return x.b.lowest(); }},
    {"b_max", [](const SatAxis& x) { return x.b.highest(); }},
    {"radius_a", [](const SatAxis& x) { return x.a.radius(); }},
    {"radius_b", [](const SatAxis& x) { return x.b.radius(); }},
    {"centre_distance", [](const SatAxis& x) { return x.centreDistance(); }},
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
