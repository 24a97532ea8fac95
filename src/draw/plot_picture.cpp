#include "draw/plot_picture.h"

#include "core/number.h"
#include "core/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

struct Span {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// Never empty, so that one can divide by its size.
  [[nodiscard]] Span open() const {
    if (!(low <= high)) return {0, 1};
    if (low < high) return *this;
    const double beside = std::max(std::abs(low) * 1e-3, 1e-12);
    return {low - beside, high + beside};
  }
};

glm::vec3 at(double x, double y) { return {static_cast<float>(x), static_cast<float>(y), 0.0f}; }

void line(DrawList& list, double x0, double y0, double x1, double y1, Colour colour, float width, float dash = 0) {
  list.lines.push_back({at(x0, y0), at(x1, y1), colour, width, dash, Layer::kOverlay});
}

void text(DrawList& list, double x, double y, std::string words, Colour colour, float align_x, float align_y) {
  list.labels.push_back({at(x, y), std::move(words), colour, 0, 0, align_x, align_y, 0});
}

void rectangle(DrawList& list, double x0, double y0, double x1, double y1, Colour colour) {
  const glm::vec3 corners[] = {at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)};
  for (const int corner : {0, 1, 2, 0, 2, 3}) list.translucent.push_back({corners[corner], glm::vec3(0.0f), colour});
}

/// A curve; where more samples than pixels lie side by side, their least and largest values stand for them.
void addCurve(DrawList& list, const Plot& plot, const Plot::Curve& curve, const PlotFrame& frame, float width) {
  const std::size_t count = std::min(plot.x.size(), curve.y.size());
  const std::size_t columns = static_cast<std::size_t>(std::max(1.0, frame.right - frame.left));
  const std::size_t stride = std::max<std::size_t>(1, count / (2 * columns));
  double last_x = NAN, last_y = NAN;  // NaN: nothing to draw on from
  for (std::size_t i = 0; i < count; i += stride) {
    Span span;
    for (std::size_t j = i; j < std::min(i + stride, count); ++j) span.take(curve.y[j]);
    if (!(span.low <= span.high)) {
      last_x = NAN;
      continue;
    }
    const double x = frame.pixelX(plot.x[i]), low = frame.pixelY(span.low), high = frame.pixelY(span.high);
    const bool goes_on = !std::isnan(last_x);
    if (goes_on) line(list, last_x, last_y, x, low, curve.colour, width, curve.dash);
    if (span.high > span.low) line(list, x, low, x, high, curve.colour, width);
    const bool stands_alone =
        !goes_on && (i + stride >= count || !std::isfinite(curve.y[std::min(i + stride, count - 1)]));
    if (stands_alone) list.points.push_back({at(x, low), curve.colour, 3, Layer::kOverlay});
    last_x = x;
    last_y = high;
  }
}

Colour blended(Colour a, Colour b, double t) {
  const auto part = [t](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (static_cast<double>(to) - from) * t));
  };
  return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b), 255};
}

/// The colours of a heat map's values.
struct HeatScale {
  Span span;
  bool around_zero = true, has_names = false;

  [[nodiscard]] Colour colourOf(double value, const Palette& palette) const {
    if (has_names)
      return blended(blended(palette.background_top, palette.separated, 0.6),
                     blended(palette.background_top, palette.overlapping, 0.8),
                     (value - span.low) / std::max(span.high - span.low, 1e-300));
    if (!around_zero)
      return blended(palette.background_top, palette.highlight,
                     (value - span.low) / std::max(span.high - span.low, 1e-300));
    const double most = std::max({std::abs(span.low), std::abs(span.high), 1e-300});
    // The root makes what is near touching visible.
    return blended(palette.background_top, value < 0 ? palette.overlapping : palette.separated,
                   0.15 + 0.85 * std::sqrt(std::abs(value) / most));
  }
};

HeatScale heatScale(const Plot& plot) {
  HeatScale scale{{}, plot.around_zero, !plot.value_names.empty()};
  for (const double value : plot.heat) scale.span.take(value);
  for (const Plot::Name& name : plot.value_names) scale.span.take(name.value);
  return scale;
}

void addHeat(DrawList& list, const Plot& plot, const PlotFrame& frame, const Palette& palette) {
  constexpr double kMinCell = 2;  // pixels
  const std::size_t columns = plot.x.size(), rows = plot.rows.size();
  if (columns == 0 || rows == 0 || plot.heat.size() < columns * rows) return;
  const HeatScale scale = heatScale(plot);
  const auto across =
      std::min<std::size_t>(columns, static_cast<std::size_t>(std::max(1.0, (frame.right - frame.left) / kMinCell)));
  const auto down =
      std::min<std::size_t>(rows, static_cast<std::size_t>(std::max(1.0, (frame.bottom - frame.top) / kMinCell)));
  const double wide = (frame.right - frame.left) / static_cast<double>(across),
               high = (frame.bottom - frame.top) / static_cast<double>(down);
  for (std::size_t r = 0; r < down; ++r) {
    for (std::size_t c = 0; c < across; ++c) {
      const std::size_t cell = r * rows / down * columns + c * columns / across;
      if (!std::isfinite(plot.heat[cell])) continue;
      const double x = frame.left + static_cast<double>(c) * wide, y = frame.bottom - static_cast<double>(r + 1) * high;
      rectangle(list, x, y, x + wide, y + high, scale.colourOf(plot.heat[cell], palette));
      if (cell < plot.marked.size() && plot.marked[cell] != 0)
        list.points.push_back({at(x + wide / 2, y + high / 2), palette.touching, 3, Layer::kOverlay});
    }
  }
}

/// How wide a text is, about: a plot knows no font.
double roughWidth(const std::string& words, double em) {
  const auto letters =
      std::count_if(words.begin(), words.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  return 0.58 * em * static_cast<double>(letters);
}

/// Round numbers along an axis.
struct Ticks {
  double base = 0;  ///< what the labels leave out; 0: nothing
  std::vector<double> values;
  std::vector<std::string> labels;

  [[nodiscard]] std::string baseText() const { return base == 0 ? std::string() : shortestDecimal(base) + " + …"; }
};

/// 1, 2 or 5 times a power of ten, the smallest that is no less.
double roundStep(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (times * power >= least * (1 - 1e-9)) return times * power;
  }
  return 10 * power;
}

/// Over `room` pixels, no closer than `gap`, but at least two.
Ticks ticksOf(double low, double high, double room, double gap) {
  Ticks ticks;
  const double span = high - low, magnitude = std::max(std::abs(low), std::abs(high));
  double step = roundStep(span / std::max(1.0, std::floor(room / gap)));
  if (std::floor(high / step) - std::ceil(low / step) < 1) step = roundStep(span / 4);
  // Six digits do not tell them apart: the labels are beyond a number that does with few.
  constexpr double kDigits = 1e-5;
  if (step < kDigits * magnitude) {
    const int digits = static_cast<int>(std::log10(magnitude / span)) + 1;
    ticks.base = parseDouble(humanNumber((low + high) / 2, std::min(digits, 17))).value_or(0);
  }
  const double first = std::ceil((low - ticks.base) / step - 1e-6),
               last = std::floor((high - ticks.base) / step + 1e-6);
  constexpr double kMaxTicks = 1000;
  for (double k = first; k <= std::min(last, first + kMaxTicks); ++k) {
    ticks.values.push_back(ticks.base + k * step);
    ticks.labels.push_back(humanNumber(k * step, 6));
  }
  return ticks;
}

bool hasValues(const Plot::Curve& curve) {
  return std::any_of(curve.y.begin(), curve.y.end(), [](double value) { return std::isfinite(value); });
}

/// An entry above the plot, from its left upper corner: the name of a curve, or of the marks of a colour.
struct LegendItem {
  std::string name;
  Colour colour;
  float dash = 0;
  bool is_mark = false;
  double x = 0;
  std::size_t row = 0;
};

constexpr double kSample = 1.2;  ///< em: the piece of line before a curve's name

constexpr double kRow = 1.3;                            ///< em: of a line of the legend
constexpr double kAbove = 0.4;                          ///< em: above the curves
constexpr double kBelowCurves = 1.7, kBelowHeat = 3.0;  ///< em: numbers, of a heat map also its scale

/// The curves that have values, the last drawn first, and the kinds of marks, in as many rows as they need and as leave
/// the curves room.
std::vector<LegendItem> legendOf(const Plot& plot, double width, double height, double em) {
  constexpr double kMinCurves = 2.2;  // em
  const double room = height / em - kAbove - kBelowCurves - kMinCurves;
  std::vector<LegendItem> items;
  for (auto curve = plot.curves.rbegin(); curve != plot.curves.rend(); ++curve) {
    if (hasValues(*curve)) items.push_back({curve->name, curve->colour, curve->dash});
  }
  for (const Plot::Mark& mark : plot.marks) {
    const auto isSame = [&](const LegendItem& item) { return item.is_mark && item.colour == mark.colour; };
    if (!mark.name.empty() && std::none_of(items.begin(), items.end(), isSame))
      items.push_back({mark.name, mark.colour, 0, true});
  }
  double x = 0;
  std::size_t row = 0;
  for (LegendItem& item : items) {
    const double wide = ((item.is_mark ? 0.2 : kSample) + 0.4) * em + roughWidth(item.name, em) + em;
    if (x > 0 && x + wide > width) {
      x = 0;
      ++row;
    }
    item.x = x;
    item.row = row;
    x += wide;
  }
  std::erase_if(items, [&](const LegendItem& item) { return kRow * static_cast<double>(item.row + 1) > room; });
  return items;
}

void addLegend(DrawList& list, const Plot& plot, const PlotFrame& frame, const PlotSize& size) {
  const double em = size.em;
  for (const LegendItem& item : legendOf(plot, frame.right - frame.left, size.height, em)) {
    const double x = frame.left + item.x, y = (static_cast<double>(item.row) + 0.6) * kRow * em;
    if (item.is_mark) {
      line(list, x + 0.2 * em, y - 0.4 * em, x + 0.2 * em, y + 0.4 * em, item.colour, 3);
    } else {
      line(list, x, y, x + kSample * em, y, item.colour, 3, item.dash);
    }
    text(list, x + ((item.is_mark ? 0.2 : kSample) + 0.4) * em, y, item.name, item.colour, 0, 0.5f);
  }
}

/// The marks at the lower border; where they are closer than one can tell them apart they are a band.
void addMarks(DrawList& list, const Plot& plot, const PlotFrame& frame, double em) {
  constexpr double kApart = 5, kWide = 2;  // pixels
  std::vector<Plot::Mark> marks = plot.marks;
  const auto key = [](const Plot::Mark& mark) {
    return std::tuple(mark.colour.r, mark.colour.g, mark.colour.b, mark.x);
  };
  std::ranges::sort(marks, {}, key);
  for (std::size_t i = 0; i < marks.size();) {
    std::size_t end = i + 1;
    while (end < marks.size() && marks[end].colour == marks[i].colour &&
           frame.pixelX(marks[end].x) - frame.pixelX(marks[end - 1].x) < kApart)
      ++end;
    const double left = frame.pixelX(marks[i].x), right = frame.pixelX(marks[end - 1].x), low = frame.bottom,
                 high = low - 0.9 * em;
    if (right - left < kApart) {
      for (; i < end; ++i)
        line(list, frame.pixelX(marks[i].x), low, frame.pixelX(marks[i].x), high, marks[i].colour, kWide);
    } else {
      rectangle(list, left - kWide / 2, low - 0.45 * em, right + kWide / 2, low, marks[i].colour);
    }
    i = end;
  }
}

/// A value of the curves or the heat.
std::string valueText(const Plot& plot, double value) {
  for (const Plot::Name& name : plot.value_names) {
    if (name.value == value) return name.name;
  }
  return plot.value_text != nullptr ? plot.value_text(value) : humanNumber(value, 4);
}

/// Along x as many as there is room for six digits, along y a few.
Ticks ticksAcross(const PlotFrame& frame, double em) {
  return ticksOf(frame.x_low, frame.x_high, frame.right - frame.left, 6.5 * em);
}

Ticks ticksUp(const Plot& plot, const PlotFrame& frame, double em) {
  Ticks ticks = ticksOf(frame.y_low, frame.y_high, frame.bottom - frame.top, 2.6 * em);
  if (!plot.rows.empty()) return ticks;
  if (!plot.value_names.empty()) ticks = {};
  for (const Plot::Name& name : plot.value_names) {
    if (name.value < frame.y_low || name.value > frame.y_high) continue;
    ticks.values.push_back(name.value);
    ticks.labels.push_back(name.name);
  }
  for (std::size_t i = 0; plot.value_text != nullptr && ticks.base == 0 && i < ticks.values.size(); ++i)
    ticks.labels[i] = plot.value_text(ticks.values[i]);
  return ticks;
}

/// The names of both numbers, what a dot says, and below the map the scale of the colours with its ends.
void addHeatLegend(DrawList& list, const Plot& plot, const PlotFrame& frame, double em, const Palette& palette) {
  const HeatScale scale = heatScale(plot);
  text(list, frame.left, 0.6 * kRow * em, plot.x_title, palette.text, 0, 0.5f);
  if (!(scale.span.low <= scale.span.high)) return;
  const double y = frame.bottom + 2.2 * em, wide = 8 * em, left = (frame.left + frame.right - wide) / 2;
  constexpr int kSteps = 24;
  for (int i = 0; i < kSteps; ++i) {
    const double x = left + wide * i / kSteps,
                 value = scale.span.low + (scale.span.high - scale.span.low) * (i + 0.5) / kSteps;
    rectangle(list, x, y - 0.3 * em, x + wide / kSteps, y + 0.3 * em, scale.colourOf(value, palette));
  }
  text(list, left - 0.4 * em, y, valueText(plot, scale.span.low), palette.text_faint, 1, 0.5f);
  text(list, left + wide + 0.4 * em, y, valueText(plot, scale.span.high), palette.text_faint, 0, 0.5f);
  const bool has_dots =
      std::any_of(plot.marked.begin(), plot.marked.end(), [](std::uint8_t mark) { return mark != 0; });
  if (!has_dots || plot.marked_name.empty()) return;
  text(list, frame.right, 0.6 * kRow * em, plot.marked_name, palette.touching, 1, 0.5f);
  list.points.push_back({at(frame.right - roughWidth(plot.marked_name, em) - 0.6 * em, 0.6 * kRow * em),
                         palette.touching, 4, Layer::kOverlay});
}

}  // namespace

PlotFrame plotFrame(const Plot& plot, const PlotSize& size) {
  PlotFrame frame;
  Span x, y;
  for (const double value : plot.x) x.take(value);
  for (const double value : plot.rows) y.take(value);
  for (const Plot::Curve& curve : plot.curves) {
    for (const double value : curve.y) y.take(value);
  }
  x = x.open();
  y = y.open();
  const double air = plot.rows.empty() ? 0.06 * (y.high - y.low) : 0;
  frame.x_low = x.low;
  frame.x_high = x.high;
  frame.y_low = y.low - air;
  frame.y_high = y.high + air;
  const bool is_heat = !plot.rows.empty();
  frame.left = 5.5 * size.em;
  frame.right = std::max(frame.left + 10, size.width - size.em);
  const std::vector<LegendItem> names = legendOf(plot, frame.right - frame.left, size.height, size.em);
  const std::size_t rows_above = is_heat ? 1 : names.empty() ? 0 : names.back().row + 1;
  frame.top = (kAbove + kRow * static_cast<double>(rows_above)) * size.em;
  frame.bottom = std::max(frame.top + 10, size.height - (is_heat ? kBelowHeat : kBelowCurves) * size.em);
  for (const std::string& label : ticksUp(plot, frame, size.em).labels)
    frame.left = std::min(std::max(frame.left, roughWidth(label, size.em) + 0.8 * size.em), frame.right - 10);
  return frame;
}

DrawList plotPicture(const Plot& plot, const PlotSize& size, const Palette& palette) {
  DrawList list;
  const PlotFrame frame = plotFrame(plot, size);
  const bool is_heat = !plot.rows.empty();
  if (is_heat) addHeat(list, plot, frame, palette);
  const double em = size.em;
  const Colour faint = withAlpha(palette.text_faint, 0.6), fainter = withAlpha(palette.text_faint, 0.15);
  const Ticks across = ticksAcross(frame, em), up = ticksUp(plot, frame, em);
  if (!is_heat) {
    for (const double x : across.values)
      line(list, frame.pixelX(x), frame.top, frame.pixelX(x), frame.bottom, fainter, 1);
    for (const double y : up.values) line(list, frame.left, frame.pixelY(y), frame.right, frame.pixelY(y), fainter, 1);
  }
  for (const auto& [x0, y0, x1, y1] : {std::array{frame.left, frame.top, frame.left, frame.bottom},
                                       std::array{frame.left, frame.bottom, frame.right, frame.bottom}}) {
    line(list, x0, y0, x1, y1, faint, 1);
  }
  const bool has_zero = !is_heat && frame.y_low < 0 && frame.y_high > 0 && plot.value_names.empty();
  if (has_zero) line(list, frame.left, frame.pixelY(0), frame.right, frame.pixelY(0), palette.touching, 1, 4);
  const double below = frame.bottom + 0.9 * em;
  double lowest_free = frame.bottom;
  for (std::size_t i = 0; i < up.values.size(); ++i) {
    const double y = std::clamp(frame.pixelY(up.values[i]), frame.top + 0.5 * em, frame.bottom - 0.5 * em);
    if (y + 0.5 * em > lowest_free) continue;
    lowest_free = y - 0.7 * em;
    text(list, frame.left - 0.4 * em, y, up.labels[i], palette.text_faint, 1, 0.5f);
  }
  // The name of the number stands at the right end, where no label is.
  const std::string title = is_heat ? "" : plot.x_title + (across.base == 0 ? "" : ": " + across.baseText());
  const double free_to = title.empty() ? frame.right : frame.right - roughWidth(title, em) - 0.6 * em;
  double free_from = frame.left;
  for (std::size_t i = 0; i < across.values.size(); ++i) {
    const double half = roughWidth(across.labels[i], em) / 2;
    const double x = std::max(std::min(frame.pixelX(across.values[i]), frame.right - half), frame.left + half);
    if (x - half < free_from || x + half > free_to) continue;
    free_from = x + half + 0.6 * em;
    text(list, x, below, across.labels[i], palette.text_faint, 0.5f, 0.5f);
  }
  if (!title.empty()) text(list, frame.right, below, title, palette.text, 1, 0.5f);
  if (up.base != 0) text(list, frame.left + 0.4 * em, frame.top + 0.6 * em, up.baseText(), palette.text_faint, 0, 0.5f);
  addMarks(list, plot, frame, em);
  constexpr float kThin = 1.8f, kThicker = 1.4f, kMaxThicker = 5.6f;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const auto above = static_cast<float>(plot.curves.size() - 1 - i);
    addCurve(list, plot, plot.curves[i], frame, kThin + std::min(kThicker * above, kMaxThicker));
  }
  if (is_heat) {
    addHeatLegend(list, plot, frame, em, palette);
  } else {
    addLegend(list, plot, frame, size);
  }
  return list;
}

Colour curveColour(std::size_t index, Theme theme) {
  // Okabe and Ito 2008, darker on light ground.
  static constexpr std::array<Colour, kCurveColours> kDark{
      {{230, 230, 235}, {86, 180, 233}, {230, 159, 0}, {0, 190, 140}, {204, 121, 167}, {240, 228, 66}, {213, 94, 0}}};
  static constexpr std::array<Colour, kCurveColours> kLight{
      {{40, 42, 48}, {0, 114, 178}, {176, 106, 0}, {0, 120, 86}, {160, 64, 118}, {128, 112, 0}, {190, 70, 0}}};
  return (theme == Theme::kDark ? kDark : kLight)[index % kCurveColours];
}

}  // namespace sepax
