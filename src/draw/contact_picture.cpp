#include "draw/contact_picture.h"

#include "core/language.h"
#include "core/text.h"
#include "draw/shape_picture.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace sepax {

namespace {

void addOutline(DrawList& list, std::span<const Vec3> polygon, Colour colour, float width_px, float dash_px = 0) {
  for (std::size_t i = 0; i + 1 < polygon.size() || (polygon.size() > 2 && i < polygon.size()); ++i) {
    addLine(list, polygon[i], polygon[(i + 1) % polygon.size()], colour, width_px, Layer::kOverlay, dash_px);
  }
}

void addPolygon(DrawList& list, std::span<const Vec3> polygon, Colour colour) {
  if (polygon.size() > 2)
    addFan(list.translucent, list, {polygon.begin(), polygon.end()}, Vec3{0.0}, withAlpha(colour, 0.3));
  addOutline(list, polygon, colour, 2.6f);
  for (const Vec3& p : polygon) list.points.push_back({list.local(p), colour, 6, Layer::kOverlay});
}

Vec3 middleOf(std::span<const Vec3> points) {
  Vec3 sum{0.0};
  for (const Vec3& p : points) sum += (p - points[0]) / static_cast<double>(points.size());
  return points[0] + sum;
}

/// The plane of a clip across the reference feature, with an arrow to the side that stays.
void addClipPlane(DrawList& list, const Manifold& manifold, const ClipStep& step, const Vec3& normal, Colour colour,
                  bool label, const PairNames& names) {
  const Vec3 middle = middleOf(manifold.reference_polygon), along = crossAccurate(step.inward, normal);
  double extent = 0;
  for (const Vec3& p : manifold.reference_polygon) extent = std::max(extent, length(p - middle));
  const Vec3 centre = step.on_plane + along * dot(middle - step.on_plane, along);
  const Vec3 u = along * (1.15 * extent), v = normal * (0.45 * extent);
  const bool flat =
      manifold.reference.kind == FeatureKind::kEdge;  // in the plane, or between two edges: a line is enough
  const std::vector<Vec3> quad =
      flat ? std::vector<Vec3>{centre - v, centre + v}
           : std::vector<Vec3>{centre - u - v, centre + u - v, centre + u + v, centre - u + v};
  if (!flat) addFan(list.translucent, list, quad, Vec3{0.0}, withAlpha(colour, 0.16));
  addOutline(list, quad, withAlpha(colour, 0.8), 1.6f);
  const Vec3 tip = centre + step.inward * (0.3 * extent), side = (flat ? normal : along) * (0.06 * extent);
  addLine(list, centre, tip, colour, 2.2f, Layer::kOverlay);
  for (const double sense : {-1.0, 1.0})
    addLine(list, tip, tip - step.inward * (0.1 * extent) + sense * side, colour, 2.2f, Layer::kOverlay);
  if (label)
    list.labels.push_back({list.local(centre - step.inward * (0.06 * extent)),
                           featureText(featureName(manifold.referenceLetter(), step.side), names), colour, 0, 0, 0.5f,
                           0.5f, 8});
}

void addResult(DrawList& list, const Manifold& manifold, const Vec3& normal, const ContactStyle& style) {
  for (const ManifoldPoint& point : manifold.points) {
    const Contact& contact = point.contact;
    const Vec3 half = normal * (contact.separation / 2);
    const bool kept = point.state == ManifoldState::kKept;
    const Colour colour = kept ? style.contact : style.palette.text_faint;
    addLine(list, contact.position - half, contact.position + half, colour, kept ? 2.4f : 1.2f, Layer::kOverlay,
            kept ? 0.f : 3.f);
    list.points.push_back({list.local(contact.position), colour, kept ? 9.f : 5.f, Layer::kOverlay});
    if (!kept || !style.labels) continue;
    list.labels.push_back(
        {list.local(contact.position),
         fmt::format("{}  {}", featureText(featuresOf(contact), style.names), humanNumber(contact.separation)),
         style.palette.text, 10, -10, 0, 1, 5});
  }
}

}  // namespace

void addManifold(DrawList& list, const Manifold& manifold, const Vec3& normal, int stage, const ContactStyle& style) {
  const Colour reference = manifold.reference_is_a ? style.colour_a : style.colour_b;
  const Colour incident = manifold.reference_is_a ? style.colour_b : style.colour_a;
  const int steps = static_cast<int>(manifold.steps.size());
  const bool result = stage < 0 || stage > steps;
  addOutline(list, manifold.reference_polygon, reference, 3.4f);
  if (manifold.reference_polygon.size() == 1)
    list.points.push_back({list.local(manifold.reference_polygon[0]), reference, 9, Layer::kOverlay});
  addOutline(list, manifold.incident_polygon, withAlpha(incident, 0.8), 1.4f, 4);
  if (stage == 0) addPolygon(list, manifold.incident_polygon, incident);
  if (stage > 0 && !result) {
    const ClipStep& step = manifold.steps[static_cast<std::size_t>(stage) - 1];
    const auto& before =
        stage > 1 ? manifold.steps[static_cast<std::size_t>(stage) - 2].polygon : manifold.incident_polygon;
    addOutline(list, before, withAlpha(incident, 0.9), 1.6f, 6);
    addPolygon(list, step.polygon, incident);
    addClipPlane(list, manifold, step, normal, style.palette.touching, style.labels, style.names);
  }
  if (!result) return;
  if (steps > 0) addPolygon(list, manifold.steps.back().polygon, incident);
  addResult(list, manifold, normal, style);
}

namespace {

/// A unit vector perpendicular to another.
Vec3 besideOf(const Vec3& n) {
  const Vec3 axis = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 beside = cross(n, axis);
  return beside / length(beside);
}

void addArrow(DrawList& list, const Vec3& from, const Vec3& along, Colour colour) {
  const double size = length(along);
  if (!(size > 0)) return;
  const Vec3 n = along / size, tip = from + along;
  addLine(list, from, tip, colour, 3, Layer::kOverlay);
  // Two barbs in planes across each other: one is seen from wherever one looks.
  for (const Vec3& side : {besideOf(n), cross(n, besideOf(n))}) {
    for (const double sense : {-1.0, 1.0})
      addLine(list, tip, tip - n * (0.18 * size) + side * (sense * 0.09 * size), colour, 3, Layer::kOverlay);
  }
}

}  // namespace

void addTouchedPieces(DrawList& list, const TouchedSurface& touched, double size, const ContactStyle& style) {
  for (const TouchedPieces& pair : touched.pairs) {
    const bool is_ghost = pair.isGhost();
    const Colour colour = is_ghost ? style.palette.touching : style.contact;
    addArrow(list, pair.position, pair.normal * size, colour);
    list.points.push_back({list.local(pair.position), colour, 7, Layer::kOverlay});
    if (!is_ghost || !style.labels) continue;
    const TouchedFeature& feature = pair.rising();
    list.labels.push_back({list.local(pair.position + pair.normal * size),
                           trf("{}, {}: ghost, {}°", featureText(feature.name, style.names), tr(bendName(feature.bend)),
                               humanNumber(glm::degrees(feature.rise), 3)),
                           style.palette.text, 10, -10, 0, 1, 5});
  }
}

void addJuryMarks(DrawList& list, const JuryMarks& marks, const Palette& palette) {
  const Colour colour = marks.differs ? palette.overlapping : palette.highlight;
  Vec3 from = marks.middle;
  if (marks.witness) {
    const auto& [a, b] = *marks.witness;
    addLine(list, a, b, colour, 1.6f, Layer::kOverlay, 4);
    list.points.push_back({list.local(a), palette.a, 11, Layer::kOverlay});
    list.points.push_back({list.local(b), palette.b, 11, Layer::kOverlay});
    from = a + (b - a) * 0.5;
  } else if (!marks.contacts.empty()) {
    from = marks.contacts.front();
  }
  for (const Vec3& contact : marks.contacts) {
    list.points.push_back({list.local(contact), palette.text, 11, Layer::kOverlay});
    list.points.push_back({list.local(contact), colour, 7, Layer::kOverlay});
  }
  constexpr double kArrow = 0.4;  // of the pair's size
  Vec3 label = from;
  if (marks.normal && length(*marks.normal) > 0) {
    const Vec3 along = *marks.normal * (kArrow * marks.size / length(*marks.normal));
    addArrow(list, from, along, colour);
    label = from + along;
  }
  list.labels.push_back({list.local(label), marks.name, colour, 10, -10, 0, 1, 12});
}

}  // namespace sepax
