#include "scene/query_report.h"

#include <fmt/format.h>

#include <cmath>

#include "core/json_text.h"
#include "core/text.h"
#include "scene/fit_report.h"

// How a query's answer is shown: JSON for programs, lines for a terminal.

namespace sepax {

namespace {

/// Steps that a table shows; --json has all.
constexpr std::size_t kMaxTableSteps = 12;

Json numberOrNull(double value) { return std::isfinite(value) ? jsonNumber(value) : Json(nullptr); }

struct JsonAnswer {
  int dimensions;
  const Query& query;

  [[nodiscard]] Json vector(const Vec3& v) const {
    Json out = Json::array();
    for (int c = 0; c < dimensions; ++c) out.push(jsonNumber(v[c]));
    return out;
  }

  static Json times(const SweptAxis& axis) {
    return Json{{"gap", jsonNumber(axis.gap)},
                {"speed", jsonNumber(axis.speed)},
                {"enter", numberOrNull(axis.impact)},
                {"leave", numberOrNull(axis.exit)},
                {"always", axis.impact == -axis.exit && axis.impact < 0 && std::isinf(axis.impact)},
                {"never", std::isinf(axis.impact) && axis.impact > 0}};
  }

  [[nodiscard]] Json boxes(const SweptAabbReport& report) const {
    Json object{{"hit", report.hit}, {"enter", numberOrNull(report.impact)}, {"leave", numberOrNull(report.exit)}};
    static constexpr const char* kAxes[] = {"x", "y", "z"};
    object["entering_axis"] = report.impact_axis < 0 ? Json(nullptr) : Json(kAxes[report.impact_axis]);
    for (int c = 0; c < dimensions; ++c) {
      Json axis{{"name", kAxes[c]}};
      axis.add(times(report.axes[static_cast<std::size_t>(c)]));
      object["axes"].push(std::move(axis));
    }
    return object;
  }

  Json operator()(const SweepReport& report) const {
    const auto& asked = std::get<SweepQuery>(query);
    Json object{
        {"type", "sweep"},
        {"pair", Json::array({asked.pair.first, asked.pair.second})},
        {"duration", jsonNumber(report.duration)},
        {"hit", report.hit},
        {"time", report.hit ? jsonNumber(report.time) : Json(nullptr)},
        {"leave_time", report.exit_time ? numberOrNull(*report.exit_time) : Json(nullptr)},
        {"never_leaves", report.never_exits},
        {"leave_undecided", report.exit_undecided},
        {"starts_in_contact", report.starts_in_contact},
        {"linear", report.linear},
        {"undecided", report.undecided},
        {"distance", jsonNumber(report.distance)},
        {"normal", report.hit ? vector(report.normal) : Json(nullptr)},
        {"point", report.hit ? vector(report.point) : Json(nullptr)},
        {"deciding_axis", report.deciding < 0 ? Json(nullptr) : Json(axisName(report.axes[static_cast<std::size_t>(report.deciding)].id))},
        {"first_features", report.first_features.empty() ? Json(nullptr) : Json(report.first_features)}};
    if (report.pieces) object["pieces"] = Json{{"a", report.pieces->first}, {"b", report.pieces->second}};
    object["axes"] = Json::array();
    for (const SweepAxis& axis : report.axes) {
      Json row{{"name", axisName(axis.id)}, {"direction", vector(axis.direction)}};
      row.add(times(axis.times));
      object["axes"].push(std::move(row));
    }
    object["steps"] = Json::array();
    for (const SweepStep& step : report.steps) {
      object["steps"].push(Json{{"time", jsonNumber(step.time)},
                                {"gap", jsonNumber(step.gap)},
                                {"direction", vector(step.direction)},
                                {"advance", jsonNumber(step.advance)},
                                {"of_envelopes", step.of_envelopes}});
    }
    object["boxes"] = report.boxes ? boxes(*report.boxes) : Json(nullptr);
    return object;
  }

  [[nodiscard]] Json hitJson(const RayBodyHit& at) const {
    const RayHit& hit = at.hit;
    return Json{{"body", at.body},
                {"distance", jsonNumber(hit.distance)},
                {"leave_distance", jsonNumber(hit.exit_distance)},
                {"point", vector(hit.point)},
                {"normal", vector(hit.normal)},
                {"starts_inside", hit.starts_inside},
                {"back_face", hit.back_face},
                {"feature", hit.feature < 0 ? Json(nullptr) : Json(hit.feature)}};
  }

  Json operator()(const RayReport& report) const {
    const auto& asked = std::get<RayQuery>(query);
    Json object{{"type", "ray"},
                {"origin", vector(asked.origin)},
                {"direction", vector(asked.direction)},
                {"length", jsonNumber(asked.length)},
                {"hit", !report.hits.empty()}};
    if (!report.hits.empty()) object.add(hitJson(report.hits.front()));
    object["hits"] = Json::array();
    for (const RayBodyHit& hit : report.hits) object["hits"].push(hitJson(hit));
    return object;
  }

  Json operator()(const ContainsReport& report) const {
    const auto& asked = std::get<ContainsQuery>(query);
    return Json{{"type", "contains"},
                {"body", asked.body},
                {"point", vector(asked.point)},
                {"inside", report.inside},
                {"place", pointPlaceName(report.place)},
                {"signed_distance", jsonNumber(report.signed_distance)},
                {"boundary_point", vector(report.boundary_point)},
                {"normal", vector(report.normal)},
                {"tolerance", jsonNumber(report.tolerance)},
                {"surface_only", report.surface_only}};
  }

  Json operator()(const FitReport& report) const {
    Json object{{"type", "fit"},
                {"body", std::get<FitQuery>(query).body},
                {"vertices", report.vertices},
                {"trouble", report.error.empty() ? Json(nullptr) : Json(report.error)},
                {"volumes", Json::array()}};
    for (const FittedVolume& volume : report.volumes) object["volumes"].push(volumeJson(volume));
    return object;
  }
};

std::string vectorText(const Vec3& v) { return fmt::format("({}, {}, {})", humanNumber(v.x), humanNumber(v.y), humanNumber(v.z)); }

struct TableAnswer {
  const Query& query;

  static std::string axisLine(const std::string& name, const SweptAxis& axis, bool deciding) {
    const auto time = [](double t) { return std::isfinite(t) ? humanNumber(t, 6) : std::string(t > 0 ? "never" : "always"); };
    return fmt::format("  {} {:<9} {:>12} {:>12} {:>12} {:>12}\n", deciding ? '*' : ' ', name, humanNumber(axis.gap),
                       humanNumber(axis.speed), time(axis.impact),
                       axis.exit == -axis.impact && axis.impact < 0 ? "always" : time(axis.exit));
  }

  std::string operator()(const SweepReport& report) const {
    const auto& [pair, duration] = std::get<SweepQuery>(query);
    std::string out = fmt::format("sweep {}, {} over {} s: ", pair.first, pair.second, humanNumber(duration));
    if (!report.hit) {
      out += fmt::format("no contact, {} m apart at the end\n", humanNumber(report.distance));
    } else {
      out += report.starts_in_contact ? "in contact from the start"
             : report.undecided       ? fmt::format("no contact up to {} s, undecided from there", humanNumber(report.time, 8))
                                      : fmt::format("first contact at {} s", humanNumber(report.time, 8));
      if (!report.first_features.empty()) out += fmt::format(", {} first", report.first_features);
      if (report.exit_time) out += fmt::format(", exit at {} s", humanNumber(*report.exit_time, 8));
      if (report.exit_undecided) out += ", exit time undecided";
      out += fmt::format(", normal {}, at {}\n", vectorText(report.normal), vectorText(report.point));
    }
    if (!report.axes.empty()) out += fmt::format("    {:<9} {:>12} {:>12} {:>12} {:>12}\n", "axis", "gap", "speed", "impact", "exit");
    for (int i = 0; i < static_cast<int>(report.axes.size()); ++i) {
      const SweepAxis& axis = report.axes[static_cast<std::size_t>(i)];
      out += axisLine(axisName(axis.id), axis.times, i == report.deciding);
    }
    const std::size_t count = std::min(report.steps.size(), kMaxTableSteps);
    for (std::size_t i = 0; i < count; ++i) {
      const SweepStep& step = report.steps[i];
      out += fmt::format("    step {:<3} time {:>12}  gap {:>12}  safe for {:>12}{}\n", i + 1, humanNumber(step.time, 8),
                         humanNumber(step.gap, 6), humanNumber(step.advance, 6),
                         step.of_envelopes ? "  of what full rotations sweep over" : "");
    }
    if (report.steps.size() > count) out += fmt::format("    ... {} steps in all (--json lists them)\n", report.steps.size());
    return out;
  }

  std::string operator()(const RayReport& report) const {
    const auto& asked = std::get<RayQuery>(query);
    std::string out = fmt::format("ray from {} along {}: ", vectorText(asked.origin), vectorText(asked.direction));
    if (report.hits.empty()) return out + fmt::format("nothing within {} m\n", humanNumber(asked.length));
    out += fmt::format("{} at {} m\n", report.hits.front().body, humanNumber(report.hits.front().hit.distance, 6));
    for (const auto& [body, hit] : report.hits) {
      out += fmt::format("    {:<9} distance {:>12}  point {}  normal {}{}\n", body, humanNumber(hit.distance, 6), vectorText(hit.point),
                         vectorText(hit.normal),
                         hit.starts_inside ? "  starts inside"
                         : hit.back_face   ? "  from behind"
                                           : "");
    }
    return out;
  }

  std::string operator()(const ContainsReport& report) const {
    const auto& asked = std::get<ContainsQuery>(query);
    return fmt::format("{} and point {}: {}, {} m from the surface at {}{}\n", asked.body, vectorText(asked.point),
                       pointPlaceName(report.place), humanNumber(std::abs(report.signed_distance), 6), vectorText(report.boundary_point),
                       report.surface_only ? " (an open mesh: it has no inside)" : "");
  }

  std::string operator()(const FitReport& report) const {
    const std::string& body = std::get<FitQuery>(query).body;
    if (!report.error.empty()) return fmt::format("volumes of {}: none, {}\n", body, report.error);
    return fmt::format("volumes of {}, {} vertices:\n", body, report.vertices) + volumeTable(report.volumes, report.planar);
  }
};

}  // namespace

Json queryReportJson(const QueryReport& report, Space space) {
  return std::visit(JsonAnswer{space == Space::k2d ? 2 : 3, report.query}, report.answer);
}

std::string queryReportTable(const QueryReport& report) { return std::visit(TableAnswer{report.query}, report.answer); }

}  // namespace sepax
