#include "draw/plot_picture.h"

#include "core/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
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
    const bool stands_alone = !goes_on && (i + stride >= count || !std::isfinite(curve.y[std::min(i + stride, count - 1)]));
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
  bool around_zero = true;

  [[nodiscard]] Colour colourOf(double value, const Palette& palette) const {
    if (!around_zero)
      return blended(palette.background_top, palette.highlight, (value - span.low) / std::max(span.high - span.low, 1e-300));
    const double most = std::max({std::abs(span.low), std::abs(span.high), 1e-300});
    // The root makes what is near touching visible.
    return blended(palette.background_top, value < 0 ? palette.overlapping : palette.separated,
                   0.15 + 0.85 * std::sqrt(std::abs(value) / most));
  }
};

HeatScale heatScale(const Plot& plot) {
  HeatScale scale{{}, plot.around_zero};
  for (const double value : plot.heat) scale.span.take(value);
  return scale;
}

void addHeat(DrawList& list, const Plot& plot, const PlotFrame& frame, const Palette& palette) {
  constexpr double kMinCell = 2;  // pixels
  const std::size_t columns = plot.x.size(), rows = plot.rows.size();
  if (columns == 0 || rows == 0 || plot.heat.size() < columns * rows) return;
  const HeatScale scale = heatScale(plot);
  const auto across = std::min<std::size_t>(columns, static_cast<std::size_t>(std::max(1.0, (frame.right - frame.left) / kMinCell)));
  const auto down = std::min<std::size_t>(rows, static_cast<std::size_t>(std::max(1.0, (frame.bottom - frame.top) / kMinCell)));
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

bool hasValues(const Plot::Curve& curve) {
  return std::any_of(curve.y.begin(), curve.y.end(), [](double value) { return std::isfinite(value); });
}

/// Where the name of a curve stands above the plot, from its left upper corner.
struct LegendItem {
  const Plot::Curve* curve;
  double x;
  std::size_t row;
};

/// How wide a text is, about: a plot knows no font.
double roughWidth(const std::string& words, double em) { return 0.58 * em * static_cast<double>(words.size()); }

constexpr double kSample = 1.2;  ///< em: the piece of line before a curve's name

/// The curves that have values, the last drawn first, in as many rows as they need.
std::vector<LegendItem> legendOf(const Plot& plot, double width, double em) {
  std::vector<LegendItem> items;
  double x = 0;
  std::size_t row = 0;
  for (auto curve = plot.curves.rbegin(); curve != plot.curves.rend(); ++curve) {
    if (!hasValues(*curve)) continue;
    const double wide = (kSample + 0.4) * em + roughWidth(curve->name, em) + em;
    if (x > 0 && x + wide > width) {
      x = 0;
      ++row;
    }
    items.push_back({&*curve, x, row});
    x += wide;
  }
  return items;
}

constexpr double kRow = 1.3;  ///< em: of a line of the legend

void addLegend(DrawList& list, const Plot& plot, const PlotFrame& frame, double em) {
  for (const LegendItem& item : legendOf(plot, frame.right - frame.left, em)) {
    const double x = frame.left + item.x, y = (static_cast<double>(item.row) + 0.6) * kRow * em;
    line(list, x, y, x + kSample * em, y, item.curve->colour, 3, item.curve->dash);
    text(list, x + (kSample + 0.4) * em, y, item.curve->name, item.curve->colour, 0, 0.5f);
  }
}

/// The names of both numbers, what a dot says, and the scale of the colours with its ends at the right.
void addHeatLegend(DrawList& list, const Plot& plot, const PlotFrame& frame, double em, const Palette& palette) {
  const HeatScale scale = heatScale(plot);
  text(list, frame.left, 0.6 * kRow * em, plot.x_title, palette.text, 0, 0.5f);
  if (!(scale.span.low <= scale.span.high)) return;
  const double y = frame.bottom + 0.9 * em, wide = 6 * em, left = (frame.left + frame.right - wide) / 2;
  constexpr int kSteps = 24;
  for (int i = 0; i < kSteps; ++i) {
    const double x = left + wide * i / kSteps, value = scale.span.low + (scale.span.high - scale.span.low) * (i + 0.5) / kSteps;
    rectangle(list, x, y - 0.3 * em, x + wide / kSteps, y + 0.3 * em, scale.colourOf(value, palette));
  }
  text(list, left - 0.4 * em, y, humanNumber(scale.span.low, 4), palette.text_faint, 1, 0.5f);
  text(list, left + wide + 0.4 * em, y, humanNumber(scale.span.high, 4), palette.text_faint, 0, 0.5f);
  const bool has_dots = std::any_of(plot.marked.begin(), plot.marked.end(), [](std::uint8_t mark) { return mark != 0; });
  if (!has_dots || plot.marked_name.empty()) return;
  text(list, frame.right, 0.6 * kRow * em, plot.marked_name, palette.touching, 1, 0.5f);
  list.points.push_back(
      {at(frame.right - roughWidth(plot.marked_name, em) - 0.6 * em, 0.6 * kRow * em), palette.touching, 4, Layer::kOverlay});
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
  frame.left = 5.5 * size.em;
  frame.right = std::max(frame.left + 10, size.width - size.em);
  const std::vector<LegendItem> names = legendOf(plot, frame.right - frame.left, size.em);
  const std::size_t rows_above = !plot.rows.empty() ? 1 : names.empty() ? 0 : names.back().row + 1;
  frame.top = (0.4 + kRow * static_cast<double>(rows_above)) * size.em;
  frame.bottom = std::max(frame.top + 10, size.height - 1.7 * size.em);
  return frame;
}

DrawList plotPicture(const Plot& plot, const PlotSize& size, const Palette& palette) {
  DrawList list;
  const PlotFrame frame = plotFrame(plot, size);
  const bool is_heat = !plot.rows.empty();
  if (is_heat) addHeat(list, plot, frame, palette);
  const Colour faint = withAlpha(palette.text_faint, 0.6);
  for (const auto& [x0, y0, x1, y1] :
       {std::array{frame.left, frame.top, frame.left, frame.bottom}, std::array{frame.left, frame.bottom, frame.right, frame.bottom}}) {
    line(list, x0, y0, x1, y1, faint, 1);
  }
  if (!is_heat && frame.y_low < 0 && frame.y_high > 0) {
    line(list, frame.left, frame.pixelY(0), frame.right, frame.pixelY(0), palette.touching, 1, 4);
    text(list, frame.left - 0.4 * size.em, frame.pixelY(0), "0", palette.text_faint, 1, 0.5f);
  }
  const auto isClear = [&](double y) {
    return is_heat || !(frame.y_low < 0 && frame.y_high > 0) || std::abs(y - frame.pixelY(0)) > size.em;
  };
  for (const double value : {frame.y_low, frame.y_high}) {
    const double y = frame.pixelY(value) + (value == frame.y_low ? -0.5 : 0.5) * size.em;
    if (isClear(y)) text(list, frame.left - 0.4 * size.em, y, humanNumber(value, 4), palette.text_faint, 1, 0.5f);
  }
  const double below = frame.bottom + 0.9 * size.em;
  text(list, frame.left, below, humanNumber(frame.x_low, 6), palette.text_faint, 0, 0.5f);
  text(list, frame.right, below, humanNumber(frame.x_high, 6), palette.text_faint, 1, 0.5f);
  if (!is_heat) text(list, (frame.left + frame.right) / 2, below, plot.x_title, palette.text, 0.5f, 0.5f);
  for (const Plot::Mark& mark : plot.marks) {
    const double x = frame.pixelX(mark.x);
    line(list, x, frame.bottom, x, frame.bottom - 0.9 * size.em, mark.colour, 2);
  }
  constexpr float kThin = 1.8f, kThicker = 1.4f, kMaxThicker = 5.6f;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const auto above = static_cast<float>(plot.curves.size() - 1 - i);
    addCurve(list, plot, plot.curves[i], frame, kThin + std::min(kThicker * above, kMaxThicker));
  }
  if (is_heat) {
    addHeatLegend(list, plot, frame, size.em, palette);
  } else {
    addLegend(list, plot, frame, size.em);
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
