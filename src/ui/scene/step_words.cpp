#include "ui/scene/step_words.h"

#include "core/text.h"
#include "session/host/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace sepax {

namespace {

/// Corners of the difference whose weighted sum is its nearest point to the origin.
struct NearestPoint {
  std::vector<GjkVertex> corners;
  std::vector<double> weights;
};

void addCorner(NearestPoint& nearest, const GjkVertex& corner, double weight) {
  constexpr double kNothing = 1e-9;
  if (!(weight > kNothing)) return;
  nearest.corners.push_back(corner);
  nearest.weights.push_back(weight);
}

NearestPoint nearestPoint(const GjkReport& report) {
  NearestPoint nearest;
  if (report.epa) {
    const EpaTrace& epa = *report.epa;
    if (epa.best_step < 0) return nearest;
    const EpaFace& face = epa.faces[static_cast<std::size_t>(epa.steps[static_cast<std::size_t>(epa.best_step)].face)];
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      if (face.vertices[i] >= 0)
        addCorner(nearest, epa.vertices[static_cast<std::size_t>(face.vertices[i])], epa.weights[i]);
    }
  } else if (report.stop != GjkStop::kEncloses) {
    const GjkStep& last = report.steps.back();
    for (std::size_t i = 0; i < last.simplex.size(); ++i) addCorner(nearest, last.simplex[i], last.weights[i]);
  }
  return nearest;
}

/// One of the two shapes of a pair: what of it supports, and where.
struct StepSide {
  char letter = 'A';
  SupportKind kind = SupportKind::kVertices;
  double radius = 0;
  Vec3 GjkVertex::*point = &GjkVertex::a;
  int GjkVertex::*feature = &GjkVertex::feature_a;
};

std::array<StepSide, 2> sidesOf(const GjkReport& report) {
  return {{{'A', report.kind_a, report.radius_a, &GjkVertex::a, &GjkVertex::feature_a},
           {'B', report.kind_b, report.radius_b, &GjkVertex::b, &GjkVertex::feature_b}}};
}

/// "A top rim", as featureText() reads it.
std::string supportFeature(const StepSide& side, int feature) {
  const std::string name = supportName(side.kind, feature);
  switch (side.kind) {
    case SupportKind::kVertices:
      return fmt::format("{} vertex {}", side.letter, name);
    case SupportKind::kCylinder:
      return fmt::format("{} {} rim", side.letter, name);
    default:
      return fmt::format("{} {}", side.letter, name);
  }
}

/// The feature of a weighted sum of several supports: an edge of two vertices, the lid of two points of its rim, the
/// side between bottom and top.
std::string featureBetween(const StepSide& side, const NearestPoint& nearest) {
  constexpr double kOnePoint = 1e-5;  // of the size: where a search on a curve converges
  std::vector<int> features;
  double spread = 0, size = 0;
  const Vec3 first = nearest.corners.front().*side.point;
  for (const GjkVertex& corner : nearest.corners) {
    features.push_back(corner.*side.feature);
    spread = std::max(spread, length(corner.*side.point - first));
    size = std::max({size, length(corner.a), length(corner.b)});
  }
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  const bool is_one_point = spread <= kOnePoint * size;
  if (side.radius > 0) return fmt::format("{} surface", side.letter);
  if (features.size() == 1 && side.kind == SupportKind::kCylinder && !is_one_point)
    return fmt::format("{} {}", side.letter, supportName(side.kind, features.front()));
  if (features.size() == 1) return supportFeature(side, features.front());
  if (side.kind != SupportKind::kVertices) return fmt::format("{} side", side.letter);
  return fmt::format("{} {}", side.letter, features.size() == 2 ? "edge" : "face");
}

}  // namespace

std::string vectorText(const Vec3& v, bool planar) {
  const double nothing = 1e-9 * std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  const auto n = [&](double x) { return humanNumber(std::abs(x) < nothing ? 0 : x, 4); };
  return planar ? fmt::format("({}, {})", n(v.x), n(v.y)) : fmt::format("({}, {}, {})", n(v.x), n(v.y), n(v.z));
}

std::string outcomeText(const GjkReport& report, const GjkStage& stage) {
  constexpr int kDigits = 2;
  if (stage.epa != nullptr) {
    if (stage.epa->vertex < 0) return tr("boundary");
    const EpaFace& face = report.epa->faces[static_cast<std::size_t>(stage.epa->face)];
    return trf("{} out", humanNumber(dot(face.normal, stage.epa->support.point) - face.distance, kDigits));
  }
  const bool last = stage.number + 1 == static_cast<int>(report.steps.size());
  if (last && report.stop == GjkStop::kEncloses) return tr("holds origin");
  if (!stage.gjk->added) return tr("none nearer");
  const double nearer = stage.before == nullptr ? 0 : stage.before->upper - stage.gjk->upper;
  return nearer > 0 ? trf("{} nearer", humanNumber(nearer, kDigits)) : std::string(tr("added"));
}

std::string placesText(const GjkReport& report, const GjkVertex& vertex, const PairNames& names) {
  const auto [a, b] = sidesOf(report);
  return trf("There: {} at {}, {} at {}.", featureText(supportFeature(a, vertex.feature_a), names),
             vectorText(report.origin + vertex.a, report.planar),
             featureText(supportFeature(b, vertex.feature_b), names),
             vectorText(report.origin + vertex.b, report.planar));
}

std::string decidedText(const GjkReport& report, const PairNames& names) {
  const NearestPoint nearest = nearestPoint(report);
  if (nearest.corners.empty()) return {};
  std::array<std::string, 2> features, places;
  const std::array<StepSide, 2> sides = sidesOf(report);
  for (std::size_t s = 0; s < sides.size(); ++s) {
    // The radius lies around the core, towards the other shape; the normal points from A to B.
    Vec3 point = report.origin + report.answer.normal * (s == 0 ? sides[s].radius : -sides[s].radius);
    for (std::size_t i = 0; i < nearest.corners.size(); ++i)
      point += nearest.weights[i] * (nearest.corners[i].*sides[s].point);
    features[s] = featureText(featureBetween(sides[s], nearest), names);
    places[s] = vectorText(point, report.planar);
  }
  const std::string by = humanNumber(std::abs(report.answer.separation), 5);
  switch (report.answer.verdict) {
    case Verdict::kSeparated:
      return trf("Deciding: {} at {} and {} at {}, {} m apart.", features[0], places[0], features[1], places[1], by);
    case Verdict::kTouching:
      return trf("Deciding: {} at {} and {} at {}, which touch.", features[0], places[0], features[1], places[1]);
    case Verdict::kOverlapping:
      break;
  }
  return trf("Deciding: {} at {} and {} at {}, {} m deep.", features[0], places[0], features[1], places[1], by);
}

}  // namespace sepax
