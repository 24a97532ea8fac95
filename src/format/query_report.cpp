#include "format/query_report.h"

#include "core/json_text.h"
#include "core/text.h"
#include "format/report_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// Rounded to a decimal place without trailing zeros; the shortest text of the double where that is no longer.
std::string rounded(double value, int places) {
  std::string shortest = shortestDecimal(value);
  if (places < 0 || places > 300 || shortest.find('e') != std::string::npos) return shortest;
  std::string text = fmt::format("{:.{}f}", value, places);
  if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text.size() < shortest.size() ? text : shortest;
}

}  // namespace

std::string NumberText::operator()(double value, double error) const {
  if (hex) return hexFloat(value);
  if (digits > 0) return humanNumber(value, digits);
  if (value == 0) return "0";
  if (!(error > 0) || !std::isfinite(value)) return shortestDecimal(value);
  if (std::abs(value) <= error) return humanNumber(value, 2);
  return rounded(value, static_cast<int>(std::ceil(-std::log10(error))));
}

std::string NumberText::operator()(const Vec3& v, Space space, double error) const {
  std::string text = "(";
  for (int c = 0; c < dimensionsOf(space); ++c) {
    const bool is_noise = !hex && digits == 0 && std::abs(v[c]) <= error;
    text += fmt::format("{}{}", c == 0 ? "" : ", ", is_noise ? "0" : (*this)(v[c], error));
  }
  return text + ")";
}

std::string NumberText::cell(double value, int usual) const {
  return hex && std::isfinite(value) ? hexFloat(value) : humanNumber(value, digits > 0 ? digits : usual);
}

int NumberText::width(int usual) const {
  constexpr int kHexWidth = 24, kSignAndExponent = 7;  // "-0x1.fffffffffffffp-1022", "-1.e-100"
  return std::max(usual, hex ? kHexWidth : digits > 0 ? digits + kSignAndExponent : 0);
}

// How a query's answer is shown: JSON for programs, lines for a terminal.

namespace {

/// Steps that a table shows; --json has all.
constexpr std::size_t kMaxTableSteps = 12;

Json numberOrNull(double value) { return std::isfinite(value) ? jsonNumber(value) : Json(nullptr); }

struct JsonAnswer {
  Space space;
  const Query& query;
  Axes axes;

  [[nodiscard]] Json vector(const Vec3& v) const { return vectorJson(v, space); }

  static Json contacts(const SweepReport& report) {
    Json out = Json::array();
    for (const ContactSpan& span : report.contacts)
      out.push(Json::array({jsonNumber(span.enter), span.exit ? jsonNumber(*span.exit) : Json(nullptr)}));
    return out;
  }

  [[nodiscard]] Json columns(const Mat3& m) const {
    Json out = Json::array();
    for (int c = 0; c < dimensionsOf(space); ++c) out.push(vector(m[c]));
    return out;
  }

  /// Rows and columns of a symmetric tensor are the same; in the plane only the moment about z.
  [[nodiscard]] Json inertia(const Mat3& m) const { return space == Space::k2d ? jsonNumber(m[2].z) : columns(m); }

  static Json times(const SweptAxis& axis) {
    return Json{{"gap", jsonNumber(axis.gap)},
                {"speed", jsonNumber(axis.speed)},
                {"time_of_impact", numberOrNull(axis.impact)},
                {"exit_time", numberOrNull(axis.exit)},
                {"always", axis.impact == -axis.exit && axis.impact < 0 && std::isinf(axis.impact)},
                {"never", std::isinf(axis.impact) && axis.impact > 0}};
  }

  [[nodiscard]] Json boxes(const SweptAabbReport& report) const {
    Json object{
        {"hit", report.hit}, {"time_of_impact", numberOrNull(report.impact)}, {"exit_time", numberOrNull(report.exit)}};
    static constexpr const char* kAxes[] = {"x", "y", "z"};
    object["entering_axis"] = report.impact_axis < 0 ? Json(nullptr) : Json(kAxes[report.impact_axis]);
    for (int c = 0; c < dimensionsOf(space); ++c) {
      Json axis{{"name", kAxes[c]}};
      axis.add(times(report.axes[static_cast<std::size_t>(c)]));
      object["axes"].push(std::move(axis));
    }
    return object;
  }

  Json operator()(const SweepReport& report) const {
    const auto& asked = std::get<SweepQuery>(query);
    Json object{{"type", "sweep"},
                {"pair", Json::array({asked.pair.first, asked.pair.second})},
                {"duration", jsonNumber(report.duration)},
                {"hit", report.hit},
                {"time_of_impact", report.hit ? jsonNumber(report.time) : Json(nullptr)},
                {"exit_time", report.exit_time ? numberOrNull(*report.exit_time) : Json(nullptr)},
                {"left_within_duration", report.exit_time && *report.exit_time <= report.duration},
                {"never_leaves", report.never_exits},
                {"exit_undecided", report.exit_undecided},
                {"contacts_at", contacts(report)},
                {"contacts_complete", report.contacts_complete},
                {"openings_missed_below", jsonNumber(report.unseen)},
                {"starts_in_contact", report.starts_in_contact},
                {"linear", report.linear},
                {"undecided", report.undecided},
                {"distance", jsonNumber(report.distance)},
                {"normal", report.hit ? vector(report.normal) : Json(nullptr)},
                {"point", report.hit ? vector(report.point) : Json(nullptr)},
                {"deciding_axis", report.deciding < 0
                                      ? Json(nullptr)
                                      : Json(axisName(report.axes[static_cast<std::size_t>(report.deciding)].id))},
                {"first_features", report.first_features.empty() ? Json(nullptr) : Json(report.first_features)}};
    if (report.pieces) object["pieces"] = Json{{"a", report.pieces->first}, {"b", report.pieces->second}};
    if (axes == Axes::kLeftOut) return object;
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
                {"exit_distance", numberOrNull(hit.exit_distance)},
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
                {"error", report.error.empty() ? Json(nullptr) : Json(report.error)},
                {"volumes", Json::array()}};
    for (const FittedVolume& volume : report.volumes) object["volumes"].push(volumeJson(volume));
    return object;
  }

  Json operator()(const MassReport& report) const {
    const auto& asked = std::get<MassQuery>(query);
    const MassProperties& found = report.properties;
    if (found.unbounded) return Json{{"type", "mass"}, {"body", asked.body}, {"unbounded", true}};
    Json json = {{"type", "mass"},
                 {"body", asked.body},
                 {"density", jsonNumber(asked.density)},
                 {"volume", jsonNumber(found.volume)},
                 {"area", jsonNumber(found.area)},
                 {"area_sides", areaSidesName(found.sides)},
                 {"mass", jsonNumber(report.mass)},
                 {"centre", vector(found.centre)},
                 {"inertia", inertia(found.inertia * asked.density)},
                 {"principal_moments", vector(found.principal_moments * asked.density)},
                 {"principal_axes", columns(found.principal_axes)},
                 {"bounds", Json{{"min", vector(found.bounds.min)}, {"max", vector(found.bounds.max)}}},
                 {"surface_only", found.surface_only}};
    if (report.shared_volume > 0) json["shared_volume"] = jsonNumber(report.shared_volume);
    return json;
  }
};

struct TableAnswer {
  const Query& query;
  Space space;
  const NumberText& number;
  Axes axes;

  /// Sweeps keep this much away from contact (collide/sweep/sweep.h); other answers are no better than they need be
  /// read.
  static constexpr double kRelativeError = 1e-10;

  [[nodiscard]] std::string text(double value) const { return number(value, kRelativeError * std::abs(value)); }
  [[nodiscard]] std::string text(const Vec3& v) const { return number(v, space, kRelativeError * length(v)); }

  [[nodiscard]] std::string axisLine(const std::string& name, const SweptAxis& axis, bool deciding) const {
    const auto time = [&](double t) {
      return std::isfinite(t) ? number.cell(t, 6) : std::string(t > 0 ? "never" : "always");
    };
    const int width = number.width(12);
    return fmt::format("  {} {:<9} {:>{}} {:>{}} {:>{}} {:>{}}\n", deciding ? '*' : ' ', name, number.cell(axis.gap),
                       width, number.cell(axis.speed), width, time(axis.impact), width,
                       axis.exit == -axis.impact && axis.impact < 0 ? "always" : time(axis.exit), width);
  }

  /// A time beyond the duration is when contact would end.
  [[nodiscard]] std::string exitText(const SweepReport& report) const {
    if (report.exit_undecided) return ", exit time undecided";
    if (!report.exit_time) return report.never_exits ? ", never apart again" : "";
    if (*report.exit_time <= report.duration) return fmt::format(", exit at {} s", text(*report.exit_time));
    return fmt::format(", still in contact at the end (moving on, they would separate at {} s)",
                       text(*report.exit_time));
  }

  /// More than one contact, and openings that may have been missed.
  [[nodiscard]] std::string contactsText(const SweepReport& report) const {
    std::string out;
    if (report.contacts.size() > 1) {
      out += "    contacts";
      for (std::size_t i = 0; i < std::min(report.contacts.size(), kMaxTableSteps); ++i) {
        const auto& [enter, exit] = report.contacts[i];
        out += fmt::format("{} {} to {}", i == 0 ? "" : ",", text(enter), exit ? text(*exit) + " s" : "the end");
      }
      if (report.contacts.size() > kMaxTableSteps)
        out += fmt::format(" ... {} in all (--json lists them)", report.contacts.size());
      out += '\n';
    }
    if (report.unseen > 0)
      out += fmt::format("    openings shorter than {} s may have been missed\n", number(report.unseen, report.unseen));
    if (!report.contacts_complete) out += "    there may be more contacts behind the last\n";
    return out;
  }

  [[nodiscard]] std::string lists(const SweepReport& report) const {
    std::string out;
    const int width = number.width(12);
    if (!report.axes.empty()) {
      out += fmt::format("    {:<9} {:>{}} {:>{}} {:>{}} {:>{}}\n", "axis", "gap", width, "speed", width, "impact",
                         width, "exit", width);
    }
    for (int i = 0; i < static_cast<int>(report.axes.size()); ++i) {
      const SweepAxis& axis = report.axes[static_cast<std::size_t>(i)];
      out += axisLine(axisName(axis.id), axis.times, i == report.deciding);
    }
    const std::size_t count = std::min(report.steps.size(), kMaxTableSteps);
    for (std::size_t i = 0; i < count; ++i) {
      const SweepStep& step = report.steps[i];
      out +=
          fmt::format("    step {:<3} time {:>{}}  gap {:>{}}  safe for {:>{}}{}\n", i + 1, number.cell(step.time, 8),
                      width, number.cell(step.gap, 6), width, number.cell(step.advance, 6), width,
                      step.of_envelopes ? "  of what full rotations sweep over" : "");
    }
    if (report.steps.size() > count)
      out += fmt::format("    ... {} steps in all (--json lists them)\n", report.steps.size());
    return out;
  }

  std::string operator()(const SweepReport& report) const {
    const auto& [pair, duration] = std::get<SweepQuery>(query);
    std::string out = fmt::format("sweep {}, {} over {} s: ", pair.first, pair.second, text(duration));
    if (!report.hit) {
      out += fmt::format("no contact, {} m apart at the end\n", text(report.distance));
    } else {
      out += report.starts_in_contact ? "in contact from the start"
             : report.undecided       ? fmt::format("no contact up to {} s, undecided from there", text(report.time))
                                      : fmt::format("first contact at {} s", text(report.time));
      if (!report.first_features.empty()) out += fmt::format(", {} first", report.first_features);
      out += exitText(report) + fmt::format(", normal {}, at {}\n", text(report.normal), text(report.point)) +
             contactsText(report);
    }
    return axes == Axes::kListed ? out + lists(report) : out;
  }

  std::string operator()(const RayReport& report) const {
    const auto& asked = std::get<RayQuery>(query);
    std::string out = fmt::format("ray from {} along {}: ", text(asked.origin), text(asked.direction));
    if (report.hits.empty()) return out + fmt::format("nothing within {} m\n", text(asked.length));
    out += fmt::format("{} at {} m\n", report.hits.front().body, text(report.hits.front().hit.distance));
    for (const auto& [body, hit] : report.hits) {
      out += fmt::format("    {:<9} distance {:>12}  point {}  normal {}{}\n", body, text(hit.distance),
                         text(hit.point), text(hit.normal),
                         hit.starts_inside ? "  starts inside"
                         : hit.back_face   ? "  from behind"
                                           : "");
    }
    return out;
  }

  std::string operator()(const ContainsReport& report) const {
    const auto& asked = std::get<ContainsQuery>(query);
    return fmt::format("{} and point {}: {}, {} m from the surface at {}{}\n", asked.body, text(asked.point),
                       pointPlaceName(report.place), text(std::abs(report.signed_distance)),
                       text(report.boundary_point), report.surface_only ? " (a surface: it has no inside)" : "");
  }

  std::string operator()(const FitReport& report) const {
    const std::string& body = std::get<FitQuery>(query).body;
    if (!report.error.empty()) return fmt::format("volumes of {}: none, {}\n", body, report.error);
    return fmt::format("volumes of {}, {} vertices:\n", body, report.vertices) +
           volumeTable(report.volumes, report.planar);
  }

  [[nodiscard]] static const char* sidesText(const MassProperties& found) {
    if (found.area == 0) return "";
    return found.sides == AreaSides::kBoth    ? " (both sides)"
           : found.sides == AreaSides::kMixed ? " (both sides of flat children)"
                                              : "";
  }

  [[nodiscard]] std::string inertiaText(const MassProperties& found, double density) const {
    if (found.volume == 0) return {};
    return space == Space::k2d
               ? fmt::format(", moment of inertia {} kg·m²", text(found.inertia[2].z * density))
               : fmt::format(", principal moments of inertia {} kg·m²", text(found.principal_moments * density));
  }

  std::string operator()(const MassReport& report) const {
    const auto& asked = std::get<MassQuery>(query);
    const MassProperties& found = report.properties;
    if (found.unbounded) return fmt::format("mass of {}: it is unbounded\n", asked.body);
    const bool planar = space == Space::k2d;
    const std::string shared = report.shared_volume > 0
                                   ? fmt::format(" (its parts run into each other: about {} m³ count more than once)",
                                                 humanNumber(report.shared_volume, 3))
                                   : "";
    return fmt::format("mass of {}: {} kg at {} kg/{}, {} {} {}{}, {} {} {}{}, centre {}{}, bounds {} to {}{}\n",
                       asked.body, text(report.mass), text(asked.density), planar ? "m²" : "m³",
                       planar ? "area" : "volume", text(found.volume), planar ? "m²" : "m³", shared,
                       planar ? "circumference" : "surface", text(found.area), planar ? "m" : "m²", sidesText(found),
                       text(found.centre), inertiaText(found, asked.density), text(found.bounds.min),
                       text(found.bounds.max), found.surface_only ? " (a surface: it has no inside)" : "");
  }
};

}  // namespace

Json queryReportJson(const QueryReport& report, Space space, Axes axes) {
  Json object{{"query", report.index}, {"id", report.id.empty() ? Json(nullptr) : Json(report.id)}};
  object.add(std::visit(JsonAnswer{space, report.query, axes}, report.answer));
  return object;
}

std::string queryReportTable(const QueryReport& report, Space space, const NumberText& number, Axes axes) {
  std::string text = std::visit(TableAnswer{report.query, space, number, axes}, report.answer);
  return report.id.empty() ? text : fmt::format("{}: {}", report.id, text);
}

}  // namespace sepax
