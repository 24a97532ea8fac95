#include "draw/axis_picture.h"

#include "collide/pair_names.h"
#include "core/text.h"
#include "draw/shape_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sepax {

double withoutRounding(double metres, double size) { return std::abs(metres) <= 0x1p-50 * size ? 0 : metres; }

std::string railNumber(double metres) {
  const double size = std::abs(metres);
  std::string text;
  if (!std::isfinite(metres)) {
    text = metres < 0 ? "-∞" : "∞";
  } else if (size == 0 || (size >= 0.0005 && size < 10'000)) {
    text = fmt::format("{:.3f}", metres);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  } else {
    text = fmt::format("{:.2e}", metres);
    const std::size_t e = text.find('e');
    const int exponent = std::stoi(text.substr(e + 1));
    text.resize(text.find_last_not_of("0.", e - 1) + 1);
    text += fmt::format("e{}", exponent);
  }
  if (text == "-0") text = "0";
  for (std::size_t at = text.find('-'); at != text.npos; at = text.find('-', at)) text.replace(at, 1, "−");
  return text;
}

namespace {

// Tracks of the rail, pixels away from the shapes.
constexpr double kClearance = 44;  ///< from the shapes to the first track
constexpr double kTrackA = 0, kTrackB = 14, kTrackGap = 46;
constexpr double kNumberA = -14, kNumberB = 29, kNumberGap = 61;
constexpr double kRailMargin = 26;  ///< of the rail beyond the intervals
constexpr double kInward = 20;      ///< numbers of facing ends step back along their bars, out of each other's way
constexpr float kBarPx = 7, kTickPx = 2;
constexpr float kNameAway = 14;  ///< the axis' name from the end of the rail

/// The rail's frame: a point at height `t` along the axis, `px` pixels further out than the first track.
struct Rail {
  Vec3 base, along, out;
  double metres_per_pixel;
  [[nodiscard]] Vec3 at(double t, double px) const { return base + along * t + out * (px * metres_per_pixel); }
};

/// Beside the shapes, in the plane of the view, below them or to their right.
Rail railOf(const PairView& pair) {
  const CameraBasis basis = basisOf(pair.camera);
  Vec3 out = crossAccurate(pair.axis.direction, basis.back);
  out = length(out) > 0.05 ? normalizedOr(out, -basis.up) : -basis.up;
  const double up = dot(out, basis.up);
  if (up > 0.02 || (std::abs(up) <= 0.02 && dot(out, basis.right) < 0)) out = -out;
  const double mpp = metresPerPixel(pair.camera, pair.view, pair.sat.origin) * pair.scale;
  double offset = 0;
  if (!pair.options.through_shapes) {
    offset = std::max(extentAlong(pair.a, pair.sat.origin, out), extentAlong(pair.b, pair.sat.origin, out)) +
             kClearance * mpp;
  }
  return {pair.sat.origin + out * offset, pair.axis.direction, out, mpp};
}

void addTick(DrawList& list, const Rail& rail, double t, double from_px, double to_px, Colour colour) {
  addLine(list, rail.at(t, from_px), rail.at(t, to_px), colour, kTickPx, Layer::kOverlay);
}

void addLabel(DrawList& list, const Vec3& at, std::string text, Colour colour, int priority, float align_x = 0.5f) {
  Label label;
  label.position = list.local(at);
  label.text = std::move(text);
  label.colour = colour;
  label.priority = priority;
  label.align_x = align_x;
  list.labels.push_back(std::move(label));
}

/// Adds the label of a number, which shows all its digits under the pointer.
void addNumber(DrawList& list, const Vec3& at, std::string text, double value, Colour colour, int priority,
               float align_x = 0.5f) {
  addLabel(list, at, std::move(text), colour, priority, align_x);
  list.labels.back().exact = shortestDecimal(value + 0.0) + " m";
}

/// A thick bar on a track, without a tick where the shape has no end.
void addBar(DrawList& list, const Rail& rail, const Interval& i, double px, Colour colour) {
  addLine(list, rail.at(i.min, px), rail.at(i.max, px), withAlpha(colour, 0.85), kBarPx, Layer::kOverlay);
  if (!i.endless_min) addTick(list, rail, i.min, px - 6, px + 6, colour);
  if (!i.endless_max) addTick(list, rail, i.max, px - 6, px + 6, colour);
}

void addIntervals(DrawList& list, const Rail& rail, const PairView& pair) {
  const auto interval = [&](const Interval& i, double track, double number, Colour colour) {
    addBar(list, rail, i, track, colour);
    const double inward = std::min(kInward * rail.metres_per_pixel, (i.max - i.min) / 4);
    const bool is_b = &i == &pair.axis.b;
    const auto end = [&](double at, double value, int priority) {
      addNumber(list, rail.at(at, number), railNumber(withoutRounding(value, pair.sat.tolerances.size)), value, colour,
                priority);
    };
    end(i.min + (is_b ? inward : 0), i.lowest(), is_b ? 6 : 5);
    end(i.max - (is_b ? 0 : inward), i.highest(), is_b ? 5 : 6);
  };
  interval(pair.axis.a, kTrackA, kNumberA, pair.colour_a);
  interval(pair.axis.b, kTrackB, kNumberB, pair.colour_b);
}

/// Track of the result: the stretch between A's far end and B's near end, apart or overlapping.
void addGap(DrawList& list, const Rail& rail, const PairView& pair) {
  const double s = pair.axis.separation;
  const Verdict verdict = verdictOf(s, pair.sat.tolerances.touching);
  const Colour colour = verdictColour(pair.palette, verdict);
  const double from = pair.axis.a.max, to = pair.axis.b.min;
  addLine(list, rail.at(from, kTrackGap), rail.at(to, kTrackGap), colour, 3, Layer::kOverlay);
  addTick(list, rail, from, kTrackA - 8, kTrackGap + 5, colour);
  addTick(list, rail, to, kTrackA - 8, kTrackGap + 5, colour);
  const std::string& word = verdict == Verdict::kSeparated     ? pair.words.gap
                            : verdict == Verdict::kOverlapping ? pair.words.overlap
                                                               : pair.words.touching;
  addNumber(list, rail.at((from + to) / 2, kNumberGap), fmt::format("{} {} m", word, railNumber(std::abs(s))), s,
            colour, 9);
}

void addDropLines(DrawList& list, const Rail& rail, const PairView& pair) {
  const auto drop = [&](const SupportFeature& feature, double t, double px, Colour colour) {
    addLine(list, pair.sat.origin + feature.point, rail.at(t, px), withAlpha(colour, 0.55), 1.2f, Layer::kOverlay, 4);
  };
  const SatAxis& axis = pair.axis;
  const auto dropEnds = [&](const Interval& i, double px, Colour colour) {
    if (!i.endless_min) drop(i.at_min, i.min, px, colour);
    if (!i.endless_max) drop(i.at_max, i.max, px, colour);
  };
  dropEnds(axis.a, kTrackA, pair.colour_a);
  dropEnds(axis.b, kTrackB, pair.colour_b);
}

Colour lightened(Colour colour) {
  const auto half = [](std::uint8_t c) { return static_cast<std::uint8_t>(c + (255 - c) / 2); };
  return {half(colour.r), half(colour.g), half(colour.b), colour.a};
}

/// One plane across the axis at height `t`: a quad in space, a line in the plane.
void addPlane(DrawList& list, const PairView& pair, double t, Colour colour, double opacity) {
  const Vec3& n = pair.axis.direction;
  const Vec3 middle = (pair.report.answer.closest_a + pair.report.answer.closest_b) / 2.0;
  const Vec3 centre = middle + n * (t - dot(middle - pair.sat.origin, n));
  if (pair.a.planar) {
    const Vec3 along{-n.y, n.x, 0};
    const double half =
        2 * metresPerPixel(pair.camera, pair.view, centre) * std::max(pair.view.width, pair.view.height);
    addLine(list, centre - along * half, centre + along * half, withAlpha(colour, 0.4 + opacity), 1.6f, Layer::kScene,
            9);
    return;
  }
  // Sides level with the ground where the axis allows it.
  const Vec3 u = normalizedOr(crossAccurate({0, 1, 0}, n), anyPerpendicular(n));
  const Vec3 v = crossAccurate(n, u);
  // As large as what both shapes cover of it, and a little more.
  const auto shared = [&](const Vec3& along) {
    const double margin = 0.2 * pair.sat.tolerances.size;
    double low = -extentAlong(pair.a, centre, -along), high = extentAlong(pair.a, centre, along);
    if (!pair.b.unbounded) low = std::max(low, -extentAlong(pair.b, centre, -along));
    if (!pair.b.unbounded) high = std::min(high, extentAlong(pair.b, centre, along));
    return std::pair(std::min(low, 0.0) - margin, std::max(high, 0.0) + margin);
  };
  const auto [u0, u1] = shared(u);
  const auto [v0, v1] = shared(v);
  const std::vector<Vec3> quad = {centre + u * u0 + v * v0, centre + u * u1 + v * v0, centre + u * u1 + v * v1,
                                  centre + u * u0 + v * v1};
  addFan(list.translucent, list, quad, Vec3{0.0}, withAlpha(colour, opacity));
  addPolyline(list, quad, Polyline::kClosed, withAlpha(colour, 0.45 + opacity), 1, Layer::kScene);
}

void addFeature(DrawList& list, const ConvexFeatures& shape, const SupportFeature& feature, const Vec3& direction,
                const Vec3& origin, Colour colour) {
  const auto& vertices = shape.core.vertices;
  if (shape.radius > 0) {
    list.points.push_back({list.local(origin + feature.point), colour, 8, Layer::kOverlay});
    return;
  }
  for (int i = 0; i < std::min(feature.vertex_count, 4); ++i) {
    list.points.push_back({list.local(vertices[feature.vertices[i]]), colour, 7, Layer::kOverlay});
  }
  const bool curved = feature.vertex_count == 0;  // the vertices are of the tessellated shape that is drawn
  if (curved && feature.kind != FeatureKind::kFace) {
    list.points.push_back({list.local(origin + feature.point), colour, 8, Layer::kOverlay});
  }
  if (feature.kind == FeatureKind::kEdge && curved) {
    const auto from = [&](const PolytopeEdge& e) {
      return length((vertices[e.v0] + vertices[e.v1]) / 2.0 - origin - feature.point);
    };
    const auto nearest =
        std::min_element(shape.core.edges.begin(), shape.core.edges.end(),
                         [&](const PolytopeEdge& e, const PolytopeEdge& f) { return from(e) < from(f); });
    const Vec3 half = (vertices[nearest->v1] - vertices[nearest->v0]) / 2.0;
    addLine(list, origin + feature.point - half, origin + feature.point + half, colour, 3.5f, Layer::kOverlay);
  } else if (feature.kind == FeatureKind::kEdge) {
    const Vec3 &from = vertices[feature.vertices[0]], &to = vertices[feature.vertices[1]];
    addLine(list, from, to, {255, 255, 255, 56}, 6, Layer::kOverlay);
    addLine(list, from, to, lightened(colour), 4, Layer::kOverlay);
  } else if (feature.kind == FeatureKind::kFace && !shape.core.faces.empty()) {
    const auto facing = std::max_element(
        shape.core.faces.begin(), shape.core.faces.end(),
        [&](const auto& f, const auto& g) { return dot(f.normal, direction) < dot(g.normal, direction); });
    std::vector<Vec3> loop;
    for (const int v : facing->loop) loop.push_back(vertices[v]);
    addFan(list.translucent, list, loop, Vec3{0.0}, withAlpha(colour, 0.3));
    addPolyline(list, loop, Polyline::kClosed, colour, 2.5f, Layer::kOverlay);
  }
}

}  // namespace

double extentAlong(const ConvexFeatures& shape, const Vec3& origin, const Vec3& direction) {
  return dot(shape.core.vertices[supportVertex(shape.core, direction)] - origin, direction) + shape.radius;
}

void addSceneRail(DrawList& list, const PairView& pair) {
  const Rail rail = railOf(pair);
  const double low = std::min(pair.axis.a.min, pair.axis.b.min), high = std::max(pair.axis.a.max, pair.axis.b.max);
  const double margin = kRailMargin * rail.metres_per_pixel;
  if (pair.options.drop_lines) addDropLines(list, rail, pair);
  addLine(list, rail.at(low - margin, kTrackA), rail.at(high + margin, kTrackA), withAlpha(pair.palette.rail, 0.7),
          1.2f, Layer::kOverlay);
  addIntervals(list, rail, pair);
  addGap(list, rail, pair);
  // A name goes on the way that the rail goes, so that a long one does not reach back.
  const CameraBasis basis = basisOf(pair.camera);
  const auto rightwards = static_cast<float>(dot(rail.along, basis.right)),
             upwards = static_cast<float>(dot(rail.along, basis.up));
  addLabel(list, rail.at(high + margin, kTrackA), axisName(pair.axis.id, namesOf(pair.report)), pair.palette.text, 8,
           (1 - rightwards) / 2);
  list.labels.back().dx_px = kNameAway * rightwards;
  list.labels.back().dy_px = -kNameAway * upwards;
}

std::vector<Vec3> sceneRailCorners(const PairView& pair) {
  const Rail rail = railOf(pair);
  const double margin = 60 * rail.metres_per_pixel;
  const double low = std::min(pair.axis.a.min, pair.axis.b.min) - margin,
               high = std::max(pair.axis.a.max, pair.axis.b.max) + margin;
  return {rail.at(low, kNumberA), rail.at(high, kNumberA), rail.at(low, kNumberGap), rail.at(high, kNumberGap)};
}

Vec3 axisTip(const PairView& pair, const Vec3& direction) {
  constexpr double kBeyondPx = 30;
  const Vec3& origin = pair.sat.origin;
  const double extent = std::max(extentAlong(pair.a, origin, direction), extentAlong(pair.b, origin, direction));
  return origin + direction * (extent + kBeyondPx * metresPerPixel(pair.camera, pair.view, origin) * pair.scale);
}

void addPlanes(DrawList& list, const PairView& pair) {
  const SatAxis& axis = pair.axis;
  if (axis.separation >= -pair.sat.tolerances.touching) {
    addPlane(list, pair, (axis.a.max + axis.b.min) / 2, pair.palette.separated, 0.1);
  } else {
    addPlane(list, pair, axis.a.max, pair.colour_a, 0.05);
    addPlane(list, pair, axis.b.min, pair.colour_b, 0.05);
  }
}

void addSupport(DrawList& list, const PairView& pair) {
  addFeature(list, pair.a, pair.axis.a.at_max, pair.axis.direction, pair.sat.origin, pair.colour_a);
  addFeature(list, pair.b, pair.axis.b.at_min, -pair.axis.direction, pair.sat.origin, pair.colour_b);
}

void addWitness(DrawList& list, const PairReport& report, const Palette& palette) {
  const PairAnswer& answer = report.answer;
  if (!answer.has_points) return;
  if (answer.verdict == Verdict::kSeparated) {
    addLine(list, answer.closest_a, answer.closest_b, withAlpha(palette.text, 0.8), 1.4f, Layer::kOverlay, 3);
    for (const Vec3& p : {answer.closest_a, answer.closest_b}) {
      list.points.push_back({list.local(p), {20, 23, 28}, 10, Layer::kOverlay});
      list.points.push_back({list.local(p), {255, 255, 255}, 7.5f, Layer::kOverlay});
    }
    return;
  }
  const Colour colour = verdictColour(palette, answer.verdict);
  if (answer.contacts.empty()) {
    for (const Vec3& p : {answer.closest_a, answer.closest_b})
      list.points.push_back({list.local(p), colour, 6, Layer::kOverlay});
  }
  for (const Contact& contact : answer.contacts)
    list.points.push_back({list.local(contact.position), colour, 6, Layer::kOverlay});
}

void addMtv(DrawList& list, const PairReport& report, const Vec3& from, const Palette& palette, const Camera& camera,
            const ViewSize& view) {
  const Vec3& mtv = report.answer.mtv;
  const double depth = length(mtv);
  if (!(depth > 0)) return;
  const Vec3 tip = from + mtv;
  const Colour colour = palette.overlapping;
  addLine(list, from, tip, colour, 3, Layer::kOverlay);
  const double mpp = metresPerPixel(camera, view, tip);
  const double head = std::min(11 * mpp, 0.6 * depth);
  const Vec3 n = mtv / depth;
  Vec3 side = normalizedOr(crossAccurate(n, basisOf(camera).back), anyPerpendicular(n));
  for (const double sense : {-1.0, 1.0})
    addLine(list, tip, tip - n * head + side * (sense * head * 0.55), colour, 3, Layer::kOverlay);
  addNumber(list, tip, fmt::format("mtv {} m", railNumber(depth)), depth, colour, 9);
  // Beyond the tip: beside it, above or below as the arrow points.
  constexpr double kBeyondPx = 6;
  const auto start = toPixel(camera, view, from), end = toPixel(camera, view, tip);
  const Vec2 arrow = start && end ? *end - *start : Vec2{0.0};
  const Vec2 way = glm::length(arrow) > 1 ? glm::normalize(arrow) : Vec2{0, -1};
  Label& label = list.labels.back();
  label.dx_px = static_cast<float>(kBeyondPx * way.x);
  label.dy_px = static_cast<float>(kBeyondPx * way.y);
  label.align_x = static_cast<float>((1 - way.x) / 2);
  label.align_y = static_cast<float>((1 - way.y) / 2);
}

const SatAxis* pickAxis(const SatReport& report, const std::optional<AxisId>& id) {
  const auto named =
      std::find_if(report.axes.begin(), report.axes.end(), [&](const SatAxis& axis) { return axis.id == id; });
  const SatAxis& axis = named == report.axes.end() ? decidingAxis(report) : *named;
  return axis.state == AxisState::kDegenerate ? nullptr : &axis;
}

namespace {

constexpr double kNearestPx = 5;
constexpr int kLinesAside = 60;  ///< to each side

/// Not inlined: g++ 12 at -O2 takes the way to float and back of three neighbouring doubles for no change at all.
[[gnu::noinline]] double asFloat(double x) { return static_cast<double>(static_cast<float>(x)); }

/// From this number to the next float away from zero, metres.
double spacingAt(double x) {
  const float magnitude = std::abs(static_cast<float>(x));
  return static_cast<double>(std::nextafter(magnitude, std::numeric_limits<float>::infinity())) -
         static_cast<double>(magnitude);
}

/// The world axes that lie across the view.
std::pair<int, int> axesAcross(const Camera& camera) {
  const Vec3 back = basisOf(camera).back;
  int along = 2;
  for (const int axis : {0, 1}) {
    if (std::abs(back[axis]) > std::abs(back[along])) along = axis;
  }
  return {along == 0 ? 1 : 0, along == 2 ? 1 : 2};
}

}  // namespace

void addFloatSpacing(DrawList& list, const PairView& pair, std::span<const PosedShape> bodies) {
  const Vec3 middle = (pair.report.answer.closest_a + pair.report.answer.closest_b) / 2.0;
  const double pixel = metresPerPixel(pair.camera, pair.view, middle);
  const auto [u, v] = axesAcross(pair.camera);
  const double reach = pixel * std::max(pair.view.width, pair.view.height);
  for (const auto& [axis, other] : {std::pair(u, v), std::pair(v, u)}) {
    const double step = spacingAt(middle[axis]);
    if (step < kNearestPx * pixel) continue;
    const int lines = static_cast<int>(std::min<double>(kLinesAside, reach / step));
    for (int i = -lines; i <= lines; ++i) {
      Vec3 from = middle, to = middle;
      from[axis] = to[axis] = asFloat(middle[axis]) + i * step;
      from[other] -= reach;
      to[other] += reach;
      addLine(list, from, to, withAlpha(pair.palette.touching, 0.6), 1, Layer::kOverlay, 3);
    }
  }
  double widest = 0;
  for (int axis = 0; axis < (pair.a.planar ? 2 : 3); ++axis) widest = std::max(widest, spacingAt(middle[axis]));
  Label label;
  label.position = list.local(middle);
  label.dy_px = -0.3f * static_cast<float>(pair.view.height);
  label.text = fmt::format("{} {} m", pair.words.floats_apart, humanNumber(widest, 3));
  if (widest < kNearestPx * pixel) label.text += " " + pair.words.zoom_in;
  label.colour = pair.palette.touching;
  label.priority = 7;
  list.labels.push_back(std::move(label));
  for (const PosedShape& body : bodies) {
    PosedShape rounded = body;
    for (int axis = 0; axis < 3; ++axis) rounded.pose.position[axis] = asFloat(body.pose.position[axis]);
    if (rounded.pose.position == body.pose.position) continue;
    addDashedEdges(list, rounded, worldFeatures(rounded), pair.palette.touching, pair.camera);
  }
}

}  // namespace sepax
