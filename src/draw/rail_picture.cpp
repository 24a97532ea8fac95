#include "draw/rail_picture.h"

#include "collide/pair_names.h"
#include "core/text.h"
#include "draw/ground_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

// Pixels at the scale 1. Perpendicular to the line they count away from the shapes.
constexpr double kStripInset = 24, kSideRoom = 100;  // of the card from the view's edges; of the intervals from them
constexpr double kCardBefore = 50, kCardBeyond = 62, kBracketRoom = 10;  // of the card around the line
constexpr double kTurnedHalf = 26;                                       // of the card of a rail that is not level
constexpr double kFromShapes = 28;                                       // in the plane, to the card
constexpr double kBarNear = 8, kBarFar = 16, kTickNear = 4, kTickFar = 20;
constexpr double kZeroHalf = 26, kStepHalf = 4, kTitleRow = -35, kBracketRow = 32, kLowestRow = 51;
constexpr double kTitleInset = 12, kElbow = 14;      // of the title from the card's end; of a gap's label from its line
constexpr double kMinStep = 48;                      // between ticks
constexpr double kMinWidth = 280, kMinHeight = 220;  // of a view in space that has a strip
constexpr double kTextHeight = 16, kCharWidth = 7;   // estimates: the painter knows the font, this file does not
constexpr double kBoldWider = 1.15;                  // the same of bold text
constexpr double kLevelWithin = 0.12;                // sine of the angle up to which texts lie in rows below the line

/// A Chinese character counts as two.
double stripTextWidth(std::string_view text) {
  constexpr char32_t kFirstWide = 0x2E80;
  int cells = 0;
  while (!text.empty()) cells += takeCodePoint(text).value_or(U'?') >= kFirstWide ? 2 : 1;
  return kCharWidth * cells;
}

/// The number line on the view.
struct Strip {
  Vec2 zero{0.0};                ///< pixel of A's centre
  Vec2 along{1, 0}, down{0, 1};  ///< unit
  double per_metre = 1, scale = 1;
  double from = 0, to = 0;                  ///< ends of the card, pixels along the line from zero
  double room_before = 0, room_beyond = 0;  ///< of all that is drawn
  double before = 0, beyond = 0;            ///< and across it
  bool is_level = true;

  /// `px` at the scale 1 across the line, at `t` metres.
  [[nodiscard]] Vec2 at(double t, double px) const { return place(t * per_metre, px); }
  /// A place `x` pixels along it.
  [[nodiscard]] Vec2 place(double x, double px) const { return zero + along * x + down * (px * scale); }
  [[nodiscard]] double clamped(double t) const { return std::clamp(t * per_metre, from, to); }
  [[nodiscard]] bool holds(double t) const { return t * per_metre >= from && t * per_metre <= to; }
  /// Pixels of a place along a level line from the card's left end.
  [[nodiscard]] double fromLeft(double x) const { return along.x > 0 ? x - from : to - x; }
  /// How much room a text takes across the line and along it, pixels at the scale 1.
  [[nodiscard]] double across(double width) const { return std::abs(down.x) * width + std::abs(down.y) * kTextHeight; }
  [[nodiscard]] double lengthwise(double width) const {
    return std::abs(along.x) * width + std::abs(along.y) * kTextHeight;
  }
};

bool measuresOverlap(const PairView& pair) {
  return !pair.options.radii && verdictOf(pair.axis.separation, pair.sat.tolerances.touching) == Verdict::kOverlapping;
}

/// Where the zero's text does not meet the bracket of an overlap.
bool zeroStandsBelow(const PairView& pair) {
  return !measuresOverlap(pair) || pair.axis.b.min > 0 || pair.axis.a.max < 0;
}

/// The measured gap or overlap in words.
std::string resultWords(const PairView& pair, const std::string& number) {
  const Verdict verdict = verdictOf(pair.axis.separation, pair.sat.tolerances.touching);
  if (verdict == Verdict::kTouching) return pair.words.touching;
  return fmt::format("{} {} m", verdict == Verdict::kSeparated ? pair.words.gap : pair.words.overlap, number);
}
std::string resultWords(const PairView& pair) { return resultWords(pair, railNumber(std::abs(pair.axis.separation))); }

std::string titleWords(const PairView& pair) {
  return pair.axis.id.kind == AxisKind::kFree ? "L" : "L = " + axisName(pair.axis.id, namesOf(pair.report));
}

/// The room of what is said about the result, at the scale 1: with all decimals, so that it does not follow their
/// count.
double resultWidth(const PairView& pair) {
  return kBoldWider * std::max(stripTextWidth(resultWords(pair, "0.000")), stripTextWidth(resultWords(pair)));
}

Strip levelStrip(const PairView& pair) {
  const double s = pair.scale, length = std::max(pair.view.width - 2 * kSideRoom * s, pair.view.width / 2);
  const RailRange range = pair.range.value_or(fittedRange(pair.axis, pair.sat.tolerances.size));
  Strip strip{.along = {1, 0}, .down = {0, 1}, .scale = s};
  strip.per_metre = length / (range.high - range.low);
  strip.before = kCardBefore;
  strip.beyond = kCardBeyond;
  const double left = (pair.view.width - length) / 2;
  strip.zero = {left - range.low * strip.per_metre, pair.view.height - (kStripInset + kCardBeyond) * s};
  strip.from = kStripInset * s - strip.zero.x;
  strip.to = pair.view.width - kStripInset * s - strip.zero.x;
  return strip;
}

enum class Keep { kInView, kBesideShapes };

/// The part of a strip's line that the view holds.
double partInView(const Strip& strip, const ViewSize& view) {
  constexpr int kPlaces = 32;
  int held = 0;
  for (int i = 0; i <= kPlaces; ++i) {
    const Vec2 at = strip.place(std::lerp(strip.from, strip.to, static_cast<double>(i) / kPlaces), 0);
    held += at.x >= 0 && at.x <= view.width && at.y >= 0 && at.y <= view.height ? 1 : 0;
  }
  return static_cast<double>(held) / (kPlaces + 1);
}

/// On the side of the shapes that `out` points to, world, as much of it in the view as there is room for.
Strip planarStrip(const PairView& pair, Keep keep, const Vec3& out) {
  const double s = pair.scale;
  const Vec3& direction = pair.axis.direction;
  Strip strip{.along = {direction.x, -direction.y}, .down = {out.x, -out.y}, .scale = s};
  strip.per_metre = 1 / metresPerPixel(pair.camera, pair.view, pair.sat.origin);
  strip.is_level = std::abs(strip.along.y) < kLevelWithin;
  const double number = strip.across(6 * kCharWidth), result = strip.across(resultWidth(pair));
  strip.before = strip.is_level ? kCardBefore : kTurnedHalf;
  strip.beyond = strip.is_level ? kCardBeyond + (measuresOverlap(pair) ? kBracketRoom : 0) : kTurnedHalf;
  strip.room_before = strip.is_level ? strip.before : kTurnedHalf + 4 + number;
  strip.room_beyond = strip.is_level ? strip.beyond : kBracketRow + number + 10 + result;
  // A ground has no side to be beside.
  const auto reach = [&](const ConvexFeatures& shape, const ConvexFeatures& other) {
    return shape.unbounded && !other.unbounded ? -1e300 : extentAlong(shape, pair.sat.origin, out);
  };
  const double extent = std::max(reach(pair.a, pair.b), reach(pair.b, pair.a)) * strip.per_metre;
  const Vec2 origin = toPixel(pair.camera, pair.view, pair.sat.origin).value_or(Vec2{0.0});
  const RailRange range = fittedRange(pair.axis, pair.sat.tolerances.size);
  const double title = strip.is_level ? 240 * s : 0, margin = (strip.is_level ? 64 : 40) * s;
  strip.from = range.low * strip.per_metre - margin;
  strip.to = std::max(range.high * strip.per_metre + margin, strip.from + title);
  double away = extent + (kFromShapes + strip.room_before) * s;
  const double room_x = pair.view.width - kStripInset * s / 2, room_y = pair.view.height - kStripInset * s / 2;
  const Vec2 edge = origin + strip.down * (away + strip.room_beyond * s);
  const double least_x = kStripInset * s / 2, least_y = least_x;
  if (keep == Keep::kInView && std::abs(strip.down.y) > 0.5)
    away -= (edge.y - std::clamp(edge.y, least_y, std::max(least_y, room_y))) / strip.down.y;
  if (keep == Keep::kInView && std::abs(strip.down.x) > 0.5)
    away -= (edge.x - std::clamp(edge.x, least_x, std::max(least_x, room_x))) / strip.down.x;
  strip.zero = origin + strip.down * away;
  if (keep == Keep::kInView && strip.is_level) {  // a card wider than the view ends at its edges
    const double sense = strip.along.x > 0 ? 1 : -1, left = (kStripInset / 2 * s - strip.zero.x) * sense,
                 right = (pair.view.width - kStripInset / 2 * s - strip.zero.x) * sense;
    strip.from = std::max(strip.from, std::min(left, right));
    strip.to = std::min(strip.to, std::max(left, right));
  }
  return strip;
}

/// Below the shapes or to their right; on their other side where the view holds clearly more of it there.
Strip planarStrip(const PairView& pair, Keep keep) {
  constexpr double kEnough = 0.9, kClearly = 0.2;
  const Vec3& direction = pair.axis.direction;
  Vec3 out{direction.y, -direction.x, 0};
  if (out.y > 0.02 || (std::abs(out.y) <= 0.02 && out.x < 0)) out = -out;
  const Strip usual = planarStrip(pair, keep, out);
  if (keep == Keep::kBesideShapes || usual.is_level) return usual;
  const double part = partInView(usual, pair.view);
  if (part >= kEnough) return usual;
  const Strip other = planarStrip(pair, keep, -out);
  return partInView(other, pair.view) > part + kClearly ? other : usual;
}

bool hasStrip(const PairView& pair) {
  return pair.a.planar || (pair.view.width >= kMinWidth * pair.scale && pair.view.height >= kMinHeight * pair.scale);
}

Strip stripOf(const PairView& pair) { return pair.a.planar ? planarStrip(pair, Keep::kInView) : levelStrip(pair); }

/// Paints one strip.
struct StripPainter {
  DrawList& list;
  const PairView& pair;
  const Strip& strip;

  void polygon(std::vector<Vec2> corners, Colour colour) const { list.flat.push_back({std::move(corners), colour}); }
  void line(std::vector<Vec2> points, Colour colour, double width_px, double dash_px = 0) const {
    list.flat.push_back({std::move(points), colour, static_cast<float>(width_px * strip.scale),
                         static_cast<float>(dash_px * strip.scale)});
  }
  /// A block between two heights of the axis, from `near` to `far` across the line.
  void block(double low, double high, double near, double far, Colour colour) const {
    const double x0 = strip.clamped(low), x1 = strip.clamped(high);
    if (!(x1 > x0)) return;
    polygon({strip.place(x0, near), strip.place(x1, near), strip.place(x1, far), strip.place(x0, far)}, colour);
  }
  void tick(double t, double near, double far, Colour colour, double width_px) const {
    if (strip.holds(t)) line({strip.at(t, near), strip.at(t, far)}, colour, width_px);
  }
  /// A text beside a pixel: to the side where `way` points, centred across it.
  Label& text(const Vec2& at, const Vec2& way, std::string words, Colour colour, int priority) const {
    Label label;
    label.position = {static_cast<float>(at.x), static_cast<float>(at.y), 0};
    label.text = std::move(words);
    label.colour = colour;
    label.priority = priority;
    label.align_x = static_cast<float>((1 - std::clamp(way.x, -1.0, 1.0)) / 2);
    label.align_y = static_cast<float>((1 - std::clamp(way.y, -1.0, 1.0)) / 2);
    label.is_flat = true;
    list.labels.push_back(std::move(label));
    return list.labels.back();
  }
  void number(const Vec2& at, const Vec2& way, double value, Colour colour) const {
    text(at, way, railNumber(withoutRounding(value, pair.sat.tolerances.size)), colour, 6).exact =
        shortestDecimal(value + 0.0) + " m";
  }
};

/// A rectangle with round corners.
std::vector<Vec2> roundedCard(const Strip& strip) {
  constexpr int kSteps = 4;
  const double radius = 6, low = -strip.before + radius, high = strip.beyond - radius, inner = radius * strip.scale;
  std::vector<Vec2> corners;
  const std::array<Vec2, 4> centres{Vec2{strip.from + inner, low}, Vec2{strip.to - inner, low},
                                    Vec2{strip.to - inner, high}, Vec2{strip.from + inner, high}};
  for (int c = 0; c < 4; ++c) {
    for (int i = 0; i <= kSteps; ++i) {
      const double angle = M_PI * (1 + 0.5 * (c + static_cast<double>(i) / kSteps));
      const Vec2& centre = centres[static_cast<std::size_t>(c)];
      corners.push_back(strip.place(centre.x + inner * std::cos(angle), centre.y + radius * std::sin(angle)));
    }
  }
  return corners;
}

void addCard(const StripPainter& paint) {
  const Palette& palette = paint.pair.palette;
  std::vector<Vec2> card = roundedCard(paint.strip);
  const bool is_light = palette.text.r < 128;
  paint.polygon(card, is_light ? withAlpha({255, 255, 255}, 0.86) : withAlpha(palette.background_bottom, 0.78));
  if (is_light) {
    card.push_back(card.front());
    paint.line(std::move(card), withAlpha(palette.rail, 0.25), 1);
  }
  const Strip& strip = paint.strip;
  const double middle = (strip.beyond - strip.before) / 2, half = (strip.beyond + strip.before) / 2 * strip.scale;
  const double shrunk = std::min(half, (strip.to - strip.from) / 2);  // a bar is as wide beyond its ends
  paint.list.flat_taken.push_back(
      {strip.place(strip.from + shrunk, middle), strip.place(strip.to - shrunk, middle), half});
}

/// Ticks in round steps, the zero, the arrow head and the unit.
void addLineWithTicks(const StripPainter& paint) {
  const Strip& strip = paint.strip;
  const Palette& palette = paint.pair.palette;
  const Colour faint = withAlpha(palette.rail, 0.75);
  const double inner = 16 * strip.scale, low = strip.from + inner, high = strip.to - inner, head = 8 * strip.scale;
  paint.line({strip.place(low, 0), strip.place(high - head, 0)}, faint, 1);
  paint.polygon({strip.place(high - head, -3.5), strip.place(high, 0), strip.place(high - head, 3.5)}, faint);
  paint.text(strip.place(high, strip.is_level ? 8 : 0), strip.is_level ? strip.down : strip.along, "m",
             palette.text_faint, 3);
  const double step = roundStep(2.5 * kMinStep * strip.scale / strip.per_metre);
  if (step > 0 && (high - low) / (step * strip.per_metre) < 1000) {
    for (double k = std::ceil(low / strip.per_metre / step); k * step * strip.per_metre < high - head; ++k)
      paint.tick(k * step, -kStepHalf, kStepHalf, faint, 1);
  }
  paint.tick(0, -kZeroHalf, kZeroHalf, palette.text, 1.5);
  if (!strip.holds(0) || paint.pair.options.radii) return;
  // The bracket of an overlap has the place below.
  const bool below = zeroStandsBelow(paint.pair);
  paint.text(strip.at(0, below ? kZeroHalf : -kZeroHalf), below ? strip.down : -strip.down, "0", palette.text, 5)
      .is_strong = true;
}

/// The bar of an interval. Where the shape has no end it goes on to the card's.
void addStripBar(const StripPainter& paint, const Interval& i, double sense, Colour colour) {
  const double low = i.endless_min ? paint.strip.from / paint.strip.per_metre : i.min,
               high = i.endless_max ? paint.strip.to / paint.strip.per_metre : i.max;
  const double edges[] = {sense * kBarNear, sense * kBarFar};
  paint.block(low, high, std::min(edges[0], edges[1]), std::max(edges[0], edges[1]), colour);
  if (!i.endless_min) paint.tick(i.min, sense * kTickNear, sense * kTickFar, colour, 2);
  if (!i.endless_max) paint.tick(i.max, sense * kTickNear, sense * kTickFar, colour, 2);
}

/// The numbers at the ends of an interval, each at its own: of intervals that meet they stand at the bars' outer ends,
/// else A's in one row below the line and B's in the next; beside a rail that is not level A's are on the shapes' side
/// and B's on the other.
void addEnds(const StripPainter& paint, bool is_a, Colour colour) {
  const Strip& strip = paint.strip;
  const SatAxis& axis = paint.pair.axis;
  const Interval& i = is_a ? axis.a : axis.b;
  const double bar = (kBarNear + kBarFar) / 2 * (is_a ? -1 : 1), gap = 6 * strip.scale;
  const auto put = [&](double t, double value, double shift, double row, const Vec2& way) {
    if (strip.holds(t) && std::isfinite(value))
      paint.number(strip.place(t * strip.per_metre + shift, row), way, value, colour);
  };
  if (strip.is_level && axis.separation <= paint.pair.sat.tolerances.touching) {
    put(i.min, i.lowest(), -gap, bar, -strip.along);
    put(i.max, i.highest(), gap, bar, strip.along);
    return;
  }
  const Vec2 across = strip.is_level ? Vec2{0.0} : is_a ? -strip.down : strip.down;
  const double outwards = is_a ? -1 : 1;
  const double inner = is_a ? i.max : i.min, outer = is_a ? i.min : i.max;
  const double inner_value = is_a ? i.highest() : i.lowest(), outer_value = is_a ? i.lowest() : i.highest();
  const auto lengthOf = [&](double value) { return strip.lengthwise(stripTextWidth(railNumber(value))) * strip.scale; };
  const double inner_length = lengthOf(inner_value), needed = inner_length + 2 * gap;
  const double bar_length =
      strip.clamped(i.endless_max ? 1e300 : i.max) - strip.clamped(i.endless_min ? -1e300 : i.min);
  // The inner number stands below the bar; where this is too short, or the zero's line would cross it, in half of the
  // gap; and where there is room in neither not at all. The outer one is centred below its tick where the bar has room
  // for both, else it stands outwards.
  const double x = inner * strip.per_metre;
  const bool has_bar = bar_length > needed, has_gap = axis.separation / 2 * strip.per_metre > needed,
             meets_zero = strip.is_level && x * (x + outwards * needed) < 0,
             is_below_bar = has_bar && !(meets_zero && has_gap), is_in_gap = has_gap && !is_below_bar;
  const double row = !strip.is_level ? outwards * (kTurnedHalf + 2) : is_a && !is_in_gap ? kTickFar - 4 : kTickFar + 12;
  const auto stand = [&](double t, double value, double side) {
    put(t, value, side * gap, row, across + strip.along * side);
  };
  if (is_below_bar || is_in_gap) stand(inner, inner_value, is_below_bar ? outwards : -outwards);
  stand(outer, outer_value, bar_length > needed + gap + lengthOf(outer_value) / 2 ? 0 : outwards);
}

/// Where the label of a gap on a level line stands: beside a line that leads up to the title's row, or down where the
/// title is in the way.
struct GapLabel {
  double x = 0;     ///< of the gap's middle, pixels along the line
  double side = 1;  ///< on the screen: 1 right of it, -1 left
  double left = 0;  ///< pixels from the card's left end on that it takes
  double row = 0;
};

GapLabel gapLabel(const PairView& pair, const Strip& strip) {
  const SatAxis& axis = pair.axis;
  GapLabel label;
  label.x = (std::min(axis.a.max, axis.b.min) + std::max(axis.a.max, axis.b.min)) / 2 * strip.per_metre;
  const double at = strip.fromLeft(label.x),
               length = (kElbow + kBoldWider * stripTextWidth(resultWords(pair)) + 10) * strip.scale;
  label.side = at + length < strip.to - strip.from ? 1 : -1;
  label.left = label.side > 0 ? at : at - length;
  const double title = (2 * kTitleInset + kBoldWider * stripTextWidth(titleWords(pair))) * strip.scale;
  label.row = label.left > title ? kTitleRow : kLowestRow;
  return label;
}

/// The gap as a block with its label, or the overlap with a bracket over what B has to travel.
void addResult(const StripPainter& paint) {
  const Strip& strip = paint.strip;
  const SatAxis& axis = paint.pair.axis;
  const Verdict verdict = verdictOf(axis.separation, paint.pair.sat.tolerances.touching);
  const Colour colour = verdictColour(paint.pair.palette, verdict);
  double low = std::min(axis.a.max, axis.b.min), high = std::max(axis.a.max, axis.b.min);
  const std::string words = resultWords(paint.pair);
  const std::string exact = shortestDecimal(axis.separation + 0.0) + " m";
  const auto label = [&](const Vec2& at, const Vec2& way) {
    Label& made = paint.text(at, way, words, colour, 9);
    made.is_strong = true;
    made.exact = exact;
  };
  if (!measuresOverlap(paint.pair)) {
    const double widen = std::max(0.0, 4 * strip.scale / strip.per_metre - (high - low)) / 2;
    paint.block(low - widen, high + widen, -kTickFar, kTickFar,
                withAlpha(colour, verdict == Verdict::kOverlapping ? 0.18 : 0.35));
    const double middle = (low + high) / 2;
    if (!strip.holds(middle)) return;
    if (!strip.is_level) {
      const double row = kTickFar + 8 + strip.across(6 * kCharWidth);
      paint.line({strip.at(middle, kTickFar), strip.at(middle, row)}, colour, 1);
      return label(strip.at(middle, row + 2), strip.down);
    }
    const GapLabel place = gapLabel(paint.pair, strip);
    const double side = strip.along.x > 0 ? place.side : -place.side, elbow = side * kElbow * strip.scale;
    paint.line({strip.place(place.x, place.row < 0 ? -kTickFar : kTickFar), strip.place(place.x, place.row),
                strip.place(place.x + elbow, place.row)},
               colour, 1);
    return label(strip.place(place.x + elbow + side * 2 * strip.scale, place.row), strip.along * side);
  }
  const double shared_low = std::max(axis.a.min, axis.b.min), shared_high = std::min(axis.a.max, axis.b.max);
  paint.block(low, high, -kTickFar, kTickFar, withAlpha(colour, 0.18));
  if (shared_low > low || shared_high < high) {  // one holds the other: B has to travel farther than what they share
    for (double x = strip.clamped(shared_low) + 6 * strip.scale; x < strip.clamped(shared_high); x += 6 * strip.scale)
      paint.line({strip.place(x - 6 * strip.scale, kTickFar), strip.place(x, -kTickFar)}, withAlpha(colour, 0.4), 1);
  }
  const double row = strip.is_level ? kBracketRow : kBracketRow + strip.across(6 * kCharWidth), hook = 6;
  const double x0 = strip.clamped(low), x1 = strip.clamped(high), head = std::min(7 * strip.scale, (x1 - x0) / 2);
  paint.line({strip.place(x0, row - hook), strip.place(x0, row), strip.place(x1, row), strip.place(x1, row - hook)},
             colour, 1.5);
  paint.polygon({strip.place(x1 - head, row - 4), strip.place(x1, row), strip.place(x1 - head, row + 4)}, colour);
  label(strip.place((x0 + x1) / 2, row + 6), strip.down);
}

/// rA and rB from the projected centres, against |T·L| below.
void addStripRadii(const StripPainter& paint) {
  const SatAxis& axis = paint.pair.axis;
  const Strip& strip = paint.strip;
  const double ca = axis.a.centre(), cb = axis.b.centre(), ra = axis.a.radius(), rb = axis.b.radius();
  const PairNames names = namesOf(paint.pair.report);
  const auto radius = [&](double from, double to, double sense, const std::string& name, double value, Colour colour) {
    paint.block(from, to, sense < 0 ? -kBarFar : kBarNear, sense < 0 ? -kBarNear : kBarFar, colour);
    for (const double end : {from, to}) paint.tick(end, sense * kTickNear, sense * kTickFar, colour, 2);
    const Vec2 way = sense < 0 && strip.is_level ? Vec2{0.0} : strip.down * sense;
    // A's in the row of B's: above it are the title and the result.
    const double row = strip.is_level ? kTickFar + 2 : sense * (kTickFar + 2);
    Label& label = paint.text(strip.at((from + to) / 2, row), strip.is_level ? strip.down : way,
                              "r" + name + " " + railNumber(value), colour, 7);
    label.exact = shortestDecimal(value + 0.0) + " m";
  };
  radius(ca, ca + ra, -1, names.a, ra, paint.pair.colour_a);
  radius(cb - rb, cb, 1, names.b, rb, paint.pair.colour_b);
  const double row = strip.is_level ? kBracketRow + 10 : kBracketRow + strip.across(9 * kCharWidth);
  paint.line({strip.at(ca, kTickNear), strip.at(ca, row), strip.at(cb, row), strip.at(cb, kTickNear)},
             paint.pair.palette.text, 1.5);
  Label& label = paint.text(strip.at((ca + cb) / 2, row + 3), strip.down, "|T·L| " + railNumber(cb - ca),
                            paint.pair.palette.text, 8);
  label.exact = shortestDecimal(cb - ca + 0.0) + " m";
}

/// The pixel of the support point that is nearest to the strip.
std::optional<Vec2> nearestSupport(const StripPainter& paint, const ConvexFeatures& shape,
                                   const SupportFeature& feature, const Vec3& direction) {
  const Vec3& origin = paint.pair.sat.origin;
  std::optional<Vec2> best = toPixel(paint.pair.camera, paint.pair.view, origin + feature.point);
  for (int i = 0; i < std::min(feature.vertex_count, 4); ++i) {
    const auto v = static_cast<std::size_t>(feature.vertices[static_cast<std::size_t>(i)]);
    if (v >= shape.core.vertices.size()) continue;
    const auto pixel = toPixel(paint.pair.camera, paint.pair.view, shape.core.vertices[v] + direction * shape.radius);
    if (pixel && best && glm::dot(*pixel - *best, paint.strip.down) > 0) best = pixel;
  }
  return best;
}

void addDrops(const StripPainter& paint) {
  const SatAxis& axis = paint.pair.axis;
  const auto drop = [&](const ConvexFeatures& shape, const SupportFeature& feature, double t, double sense,
                        Colour colour) {
    if (!paint.strip.holds(t)) return;
    const auto from = nearestSupport(paint, shape, feature, axis.direction * sense);
    const double row = &shape == &paint.pair.a ? -kTickFar : kTickNear;
    if (from) paint.line({*from, paint.strip.at(t, row)}, withAlpha(colour, 0.5), 1, 2);
  };
  const auto both = [&](const ConvexFeatures& shape, const Interval& i, Colour colour) {
    if (!i.endless_min) drop(shape, i.at_min, i.min, -1, colour);
    if (!i.endless_max) drop(shape, i.at_max, i.max, 1, colour);
  };
  both(paint.pair.a, axis.a, paint.pair.colour_a);
  both(paint.pair.b, axis.b, paint.pair.colour_b);
}

void addTitle(const StripPainter& paint) {
  const Strip& strip = paint.strip;
  const std::string axis = titleWords(paint.pair);
  const bool runs_right = strip.along.x > 0;
  const double inset = kTitleInset * strip.scale;
  Vec2 at = strip.place(runs_right ? strip.from + inset : strip.to - inset, kTitleRow);
  Vec2 way{1, 0};
  if (!strip.is_level) {
    at = strip.place(strip.to + 4 * strip.scale, 0);
    way = strip.along;
  }
  Label& label = paint.text(at, way, axis, paint.pair.palette.text, 8);
  label.is_strong = true;
  const std::string note = withNames(paint.pair.words.from_origin, namesOf(paint.pair.report));
  // The label of a gap may stand in the same row, or the zero.
  const double needed = (kBoldWider * (stripTextWidth(axis) + stripTextWidth(note)) + 50) * strip.scale;
  double free_length = strip.to - strip.from;
  if (!measuresOverlap(paint.pair)) {
    const GapLabel gap = gapLabel(paint.pair, strip);
    if (gap.row == kTitleRow) free_length = gap.left;
  }
  if (!zeroStandsBelow(paint.pair)) free_length = strip.fromLeft(0);
  if (strip.is_level && needed < free_length) label.note = note;
}

}  // namespace

RailRange fittedRange(const SatAxis& axis, double size) {
  RailRange range{1e300, -1e300};
  const auto hold = [&](double t) {
    range.low = std::min(range.low, t);
    range.high = std::max(range.high, t);
  };
  for (const Interval* const i : {&axis.a, &axis.b}) {
    if (!i->endless_min) hold(i->min);
    if (!i->endless_max) hold(i->max);
  }
  if (!(range.low <= range.high)) range = {-size / 2, size / 2};
  double length = range.high - range.low;
  if (!(length > 0)) {
    length = size > 0 ? size : 1;
    range = {range.low - length / 2, range.high + length / 2};
  }
  if (axis.a.endless_min || axis.b.endless_min) range.low -= length / 4;
  if (axis.a.endless_max || axis.b.endless_max) range.high += length / 4;
  return range;
}

RailRange keptRange(const std::optional<RailRange>& shown, const RailRange& fitted) {
  constexpr double kEdge = 0.05, kFilled = 0.5;
  if (!shown) return fitted;
  const double length = shown->high - shown->low, edge = kEdge * length;
  // A strip has room beyond its ends for as much.
  const bool holds = fitted.low >= shown->low - edge && fitted.high <= shown->high + edge;
  return holds && fitted.high - fitted.low >= kFilled * length ? *shown : fitted;
}

double stripInset(const PairView& pair) {
  return pair.a.planar || !hasStrip(pair) ? 0 : (kStripInset + kCardBefore + kCardBeyond) * pair.scale;
}

std::vector<Vec2> stripCorners(const PairView& pair) {
  if (!pair.a.planar) return {};
  const Strip strip = planarStrip(pair, Keep::kBesideShapes);
  return {strip.place(strip.from, -strip.room_before), strip.place(strip.to, -strip.room_before),
          strip.place(strip.from, strip.room_beyond), strip.place(strip.to, strip.room_beyond)};
}

void addRailStrip(DrawList& list, const PairView& pair) {
  if (!hasStrip(pair)) return;
  const Strip strip = stripOf(pair);
  if (!(strip.to > strip.from) || !std::isfinite(strip.per_metre)) return;
  const StripPainter paint{list, pair, strip};
  addCard(paint);
  const bool has_radii = pair.options.radii && !pair.axis.isEndless();
  if (pair.options.drop_lines && !has_radii) addDrops(paint);
  addLineWithTicks(paint);
  if (has_radii) {
    addStripRadii(paint);
  } else {
    addStripBar(paint, pair.axis.a, -1, pair.colour_a);
    addStripBar(paint, pair.axis.b, 1, pair.colour_b);
    addEnds(paint, true, pair.colour_a);
    addEnds(paint, false, pair.colour_b);
  }
  addResult(paint);
  addTitle(paint);
}

}  // namespace sepax
