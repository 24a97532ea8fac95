#include "collide/pair/gjk_report.h"

#include "geom/portable_math.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace sepax {

std::string vertexName(const GjkReport& report, const GjkVertex& vertex) {
  const auto name = [](char who, const std::string& support) {
    const bool is_number = support.find_first_not_of("0123456789") == std::string::npos;
    return fmt::format("{}{}{}", who, is_number ? "" : " ", support);
  };
  return fmt::format("{} − {}", name('A', supportName(report.kind_a, vertex.feature_a)),
                     name('B', supportName(report.kind_b, vertex.feature_b)));
}

namespace {

bool coresMeet(const GjkReport& report) {
  return report.stop == GjkStop::kEncloses || report.stop == GjkStop::kTouches;
}

}  // namespace

namespace {

constexpr double kSameNormal = 1e-12;  ///< cosine, from 1
constexpr double kPointRounding =
    0.05;  ///< of the bounds' tolerance: what the difference of two points may be wrong by

/// The verdict on the part of an overlap or a gap that is certain.
Verdict verdictWithin(double separation, double error, double touching) {
  const double nearest_to_zero = separation < 0 ? std::min(0.0, separation + error) : std::max(0.0, separation - error);
  return verdictOf(nearest_to_zero, touching);
}

}  // namespace

GjkAnswer answerOf(const GjkReport& report) {
  const GjkStep& last = report.steps.back();
  const double radii = report.radius_a + report.radius_b, touching = report.tolerances.touching;
  // Bounds of the cores' gap: from below along the best direction there is, from above by the points that were found.
  const double upper = coresMeet(report) ? 0 : last.upper;
  double lower = coresMeet(report) ? -std::numeric_limits<double>::infinity() : last.lower;
  GjkAnswer answer;
  answer.normal = coresMeet(report) ? Vec3{1, 0, 0} : normalizedOr(-last.closest, {1, 0, 0});
  for (const GjkStep& step : report.steps) {
    const bool is_best = !coresMeet(report) && GjkDirection{step.direction, step.support}.gap() == lower;
    // Where they agree, the points that were found give the normal that runs between them; but for points so near each
    // other that rounding turns it.
    const bool agrees = lower > 0 && dot(step.direction, answer.normal) > 1 - kSameNormal &&
                        length(step.direction - answer.normal) * upper > kPointRounding * report.tolerances.gap;
    if (is_best && !agrees && (lower > 0 || report.epa)) answer.normal = step.direction;
  }
  if (report.tightened && report.tightened->gap() > lower) {
    lower = report.tightened->gap();
    answer.normal = report.tightened->direction;
  }
  double core_gap = upper;
  answer.error = std::max(0.0, upper - std::max(0.0, lower));
  if (report.epa) {
    const EpaTrace& epa = *report.epa;
    // The measured direction that separates most decides.
    if (!(lower > -epa.depth)) {
      lower = -epa.depth;
      answer.normal = epa.normal;
    }
    core_gap = lower;
    answer.error = epa.steps.empty() ? 0 : std::max(0.0, -lower - epa.steps.back().lower);
  } else if (report.tightened && lower <= 0) {
    core_gap = lower;
    answer.error = upper - lower;
  }
  answer.separation = core_gap - radii;
  // GJK alone does not distinguish a touch of the cores from an overlap.
  const bool blind = !report.measures_depth && coresMeet(report);
  answer.verdict = verdictWithin(answer.separation, answer.error, touching);
  if (blind && answer.verdict == Verdict::kTouching) answer.verdict = Verdict::kOverlapping;
  if (report.measures_depth && answer.verdict == Verdict::kOverlapping) answer.mtv = answer.normal * -answer.separation;
  return answer;
}

namespace {

/// Corners of a thin face lie off its plane by its height, kThinFace of the extent.
constexpr double kThinSlack = 10;

using Problem = std::optional<std::string>;

bool isVertexOf(const std::vector<GjkVertex>& vertices, const GjkVertex& vertex) {
  return std::any_of(vertices.begin(), vertices.end(),
                     [&](const GjkVertex& v) { return v.a == vertex.a && v.b == vertex.b; });
}

/// Tiny and huge lengths too.
double safeLength(const Vec3& v) { return portable::hypot(v.x, v.y, v.z); }

bool isUnit(const Vec3& v) { return std::abs(length(v) - 1) <= 1e-14; }

/// Height of a simplex that encloses the origin over its largest side.
double thicknessOf(const std::vector<GjkVertex>& simplex) {
  double base = 0, content = 0;
  const auto edge = [&](std::size_t i) { return simplex[i].point - simplex[0].point; };
  if (simplex.size() == 3) {
    base = std::max({safeLength(edge(1)), safeLength(edge(2)), safeLength(edge(2) - edge(1))});
    content = safeLength(crossAccurate(edge(1), edge(2)));
  } else {
    for (std::size_t i = 1; i < 4; ++i) base = std::max(base, safeLength(crossAccurate(edge(i), edge(i % 3 + 1))));
    content = std::abs(dot(edge(1), crossAccurate(edge(2), edge(3))));
  }
  return content / base;
}

/// How far rounding of the weights may take their mean from the origin that they enclose: a needle's are known to few
/// digits. Asked at a scale of about one: volumes of tiny simplexes vanish.
double roundingOfMean(std::vector<GjkVertex> simplex) {
  double span = 0;
  for (const GjkVertex& v : simplex) span = std::max(span, safeLength(v.point));
  const double scale = std::ldexp(1.0, -std::clamp(std::ilogb(span), -1000, 1000));
  for (GjkVertex& v : simplex) v.point *= scale;
  return 16 * std::numeric_limits<double>::epsilon() * span * (span * scale / thicknessOf(simplex));
}

/// Weights are a mean's, and lead to the closest point; no corner of the simplex is nearer than it along the way to it.
Problem checkSimplex(const GjkReport& report, const GjkStep& step, double slack) {
  const std::size_t count = step.simplex.size();
  if (count == 0 || count > (report.planar ? 3u : 4u)) return "a simplex has the wrong number of corners";
  double sum = 0;
  Vec3 closest{0.0};
  for (std::size_t i = 0; i < count; ++i) {
    if (!(step.weights[i] > 0) && count > 1 && step.upper > 0) return "a corner of the simplex has no weight";
    sum += step.weights[i];
    closest += step.weights[i] * step.simplex[i].point;
  }
  if (!(std::abs(sum - 1) <= 1e-12)) return "weights do not add up to one";
  const double mean_slack = step.upper == 0 && count > 2 ? slack + roundingOfMean(step.simplex) : slack;
  if (!(safeLength(closest - step.closest) <= mean_slack)) return "the closest point is not the weights' mean";
  if (!(std::abs(safeLength(step.closest) - step.upper) <= slack))
    return "the upper bound is not the closest point's distance";
  return std::nullopt;
}

Problem checkStep(const GjkReport& report, std::size_t k, double slack) {
  const GjkStep& step = report.steps[k];
  const GjkStep* const before = k == 0 ? nullptr : &report.steps[k - 1];
  if (!isUnit(step.direction)) return "a searched direction is not unit";
  if (step.support.point != step.support.a - step.support.b) return "a vertex is not the difference of its points";
  const double gap = -dot(step.direction, step.support.point);
  if (step.lower != (before == nullptr ? gap : std::max(before->lower, gap)))
    return "the lower bound is not the best gap so far";
  if (auto problem = checkSimplex(report, step, slack)) return problem;
  if (before == nullptr) return std::nullopt;
  if (step.upper > before->upper) return "the upper bound grows";
  std::vector<GjkVertex> known = before->simplex;
  if (step.added) known.push_back(step.support);
  if (step.simplex.size() + step.dropped.size() != known.size()) return "corners got lost";
  for (const auto* list : {&step.simplex, &step.dropped}) {
    for (const GjkVertex& vertex : *list) {
      if (!isVertexOf(known, vertex)) return "a corner comes from nowhere";
    }
  }
  return std::nullopt;
}

Problem checkStop(const GjkReport& report, double slack) {
  const GjkStep& last = report.steps.back();
  const bool encloses = last.upper == 0 && last.simplex.size() == (report.planar ? 3u : 4u);
  if (report.stop == GjkStop::kEncloses && !encloses) return "the last simplex does not enclose the origin";
  if (report.stop == GjkStop::kTouches && last.upper > report.tolerances.gap)
    return "the last simplex does not touch the origin";
  if (report.stop == GjkStop::kConverged && last.upper - last.lower > report.tolerances.gap + slack)
    return "the bounds have not met";
  return std::nullopt;
}

Problem checkEpaStep(const EpaTrace& epa, std::size_t k, double slack) {
  const EpaStep& step = epa.steps[k];
  const EpaFace& face = epa.faces[step.face];
  const int now = static_cast<int>(k) + 1;
  if (face.born >= now || (face.removed >= 0 && face.removed < now)) return "the expanded face is not there";
  const double extent = dot(face.normal, step.support.point);
  if (step.lower != face.distance) return "the lower bound is not the face's distance";
  const double upper = k == 0 ? extent : std::min(epa.steps[k - 1].upper, extent);
  if (!(std::abs(step.upper - upper) <= slack)) return "the upper bound is not the least extent so far";
  if (step.vertex < 0) return std::nullopt;
  if (epa.vertices[step.vertex].point != step.support.point) return "the new vertex is not the support";
  for (const int f : step.removed) {
    if (epa.faces[f].removed != now) return "a face was not taken away when it says so";
  }
  std::size_t born = 0;
  for (const EpaFace& f : epa.faces) born += f.born == now ? 1 : 0;
  if (born != step.horizon.size()) return "a new face has no edge of the horizon";
  return std::nullopt;
}

/// Every edge of the last polytope has a face on both sides; every face's corners lie in its plane.
Problem checkPolytope(const EpaTrace& epa, double slack) {
  std::map<std::array<int, 2>, int> edges;
  for (const int f : facesAt(epa, static_cast<int>(epa.steps.size()))) {
    const EpaFace& face = epa.faces[f];
    const int corners = face.vertices[2] < 0 ? 2 : 3;
    if (!isUnit(face.normal)) return "a face's normal is not unit";
    const double off = face.thin ? kThinSlack * slack : slack;
    for (int i = 0; i < corners; ++i) {
      if (!(std::abs(dot(face.normal, epa.vertices[face.vertices[i]].point) - face.distance) <= off))
        return "a corner is off its face";
      if (corners == 3) ++edges[{face.vertices[i], face.vertices[(i + 1) % 3]}];
    }
    if (corners == 2) ++edges[{face.vertices[0], -1}];
  }
  for (const auto& [edge, count] : edges) {
    if (count != 1) return "an edge has too many faces";
    if (edge[1] >= 0 && !edges.contains({edge[1], edge[0]})) return "the polytope has a hole";
  }
  return std::nullopt;
}

Problem checkEpa(const GjkReport& report, double slack) {
  const EpaTrace& epa = *report.epa;
  if (!isUnit(epa.normal)) return "the answer's normal is not unit";
  for (const GjkVertex& v : epa.vertices) {
    if (v.point != v.a - v.b) return "a vertex is not the difference of its points";
  }
  if (epa.stop == EpaStop::kFlat) return epa.faces.empty() ? std::nullopt : Problem("a flat difference has faces");
  for (std::size_t k = 0; k < epa.steps.size(); ++k) {
    if (auto problem = checkEpaStep(epa, k, slack)) return fmt::format("step {}: {}", k + 1, *problem);
  }
  if (auto problem = checkPolytope(epa, slack)) return problem;
  const EpaStep& best = epa.steps[epa.best_step];
  if (epa.normal != epa.faces[best.face].normal || epa.depth != best.upper) return "the answer is not the best step's";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> check(const GjkReport& report) {
  if (report.steps.empty()) return "no steps";
  const double slack = 128 * report.tolerances.gap + 64 * std::numeric_limits<double>::denorm_min();
  for (std::size_t k = 0; k < report.steps.size(); ++k) {
    if (auto problem = checkStep(report, k, slack)) return fmt::format("GJK step {}: {}", k + 1, *problem);
  }
  if (auto problem = checkStop(report, slack)) return "GJK: " + *problem;
  if (report.epa) {
    if (auto problem = checkEpa(report, slack)) return "EPA: " + *problem;
  }
  if (report.tightened) {
    if (!isUnit(report.tightened->direction)) return "the tightened direction is not unit";
    if (report.tightened->support.point != report.tightened->support.a - report.tightened->support.b) {
      return "the tightened direction's vertex is not the difference of its points";
    }
  }
  const GjkAnswer answer = answerOf(report);
  if (answer.verdict != report.answer.verdict) return fmt::format("verdict should be {}", verdictName(answer.verdict));
  if (answer.separation != report.answer.separation || answer.error != report.answer.error)
    return "separation or error do not follow from the trace";
  if (answer.normal != report.answer.normal || answer.mtv != report.answer.mtv)
    return "normal or mtv do not follow from the trace";
  return std::nullopt;
}

}  // namespace sepax
