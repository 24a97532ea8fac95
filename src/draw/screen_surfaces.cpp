#include "draw/screen_surfaces.h"

#include <algorithm>
#include <cmath>

namespace sepax {
namespace {

// As the renderer's polygon offset: a surface hides what is behind it by more than its slope over two pixels and two
// steps of a 24-bit depth.
constexpr double kOffsetPx = 2, kOffsetDepth = 2 * 1.2e-7;
constexpr double kNear = 1e-9;      // of clip z + w
constexpr double kShortest = 1e-6;  // of a line: what no eye sees
constexpr double kFlattest = 1e-6;  // square pixels of a surface seen from its edge

double twiceArea(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

/// Keeps of an interval what lies where at0 + (at1 − at0) · t > 0.
void keepPositive(std::pair<double, double>& interval, double at0, double at1) {
  if (at0 <= 0 && at1 <= 0) {
    interval.second = interval.first;
  } else if (at0 <= 0) {
    interval.first = std::max(interval.first, at0 / (at0 - at1));
  } else if (at1 <= 0) {
    interval.second = std::min(interval.second, at0 / (at0 - at1));
  }
}

/// First and last cell of a range of pixels.
std::pair<int, int> cellsOf(double low, double high, double size, int cells) {
  const auto cell = [&](double at) {
    return static_cast<int>(std::clamp(at / std::max(size, 1.0) * cells, 0.0, cells - 1.0));
  };
  return {cell(low), cell(high)};
}

}  // namespace

Colour seenThrough(Colour colour, Colour pane) {
  const auto mix = [&](std::uint8_t behind, std::uint8_t before) {
    return static_cast<std::uint8_t>((before * pane.a + behind * (255 - pane.a) + 127) / 255);
  };
  return {mix(colour.r, pane.r), mix(colour.g, pane.g), mix(colour.b, pane.b), colour.a};
}

ScreenProjection::ScreenProjection(const Camera& camera, const ViewSize& view, const Vec3& origin)
    : clip_from_local_(clipFromLocal(camera, view, origin)), view_(view) {}

ScreenPoint ScreenProjection::onScreen(const glm::dvec4& clip) const {
  return {(clip.x / clip.w + 1) * view_.width / 2, (1 - clip.y / clip.w) * view_.height / 2, clip.z / clip.w};
}

std::optional<std::array<ScreenPoint, 2>> ScreenProjection::line(const glm::vec3& from, const glm::vec3& to) const {
  glm::dvec4 a = clip(from), b = clip(to);
  const double near_a = a.z + a.w, near_b = b.z + b.w;
  if (near_a <= kNear && near_b <= kNear) return std::nullopt;
  const auto cut = [&](double at) { return a + (b - a) * at; };
  const double crossing = (near_a - kNear) / (near_a - near_b);
  if (near_a <= kNear) {
    a = cut(crossing);
  } else if (near_b <= kNear) {
    b = cut(crossing);
  }
  return std::array{onScreen(a), onScreen(b)};
}

std::optional<ScreenPoint> ScreenProjection::point(const glm::vec3& at) const {
  const glm::dvec4 p = clip(at);
  if (p.z + p.w <= kNear) return std::nullopt;
  return onScreen(p);
}

std::vector<ScreenPoint> ScreenProjection::polygon(std::span<const glm::vec3> corners) const {
  std::vector<ScreenPoint> result;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const glm::dvec4 a = clip(corners[i]), b = clip(corners[(i + 1) % corners.size()]);
    const double near_a = a.z + a.w - kNear, near_b = b.z + b.w - kNear;
    if (near_a > 0) result.push_back(onScreen(a));
    if ((near_a > 0) != (near_b > 0)) result.push_back(onScreen(a + (b - a) * (near_a / (near_a - near_b))));
  }
  if (result.size() < 3) result.clear();
  return result;
}

/// The plane through the widest triangle that a fan of the corners has; nullopt edge-on.
std::optional<LineVisibility::DepthPlane> LineVisibility::planeOf(const std::vector<ScreenPoint>& corners) {
  double widest = 0;
  std::size_t at = 0;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const double area = twiceArea(corners[0], corners[i], corners[i + 1]);
    if (std::abs(area) > std::abs(widest)) {
      widest = area;
      at = i;
    }
  }
  if (!(std::abs(widest) > kFlattest)) return std::nullopt;
  const ScreenPoint &a = corners[0], &b = corners[at], &c = corners[at + 1];
  DepthPlane plane;
  plane.along_x = ((b.depth - a.depth) * (c.y - a.y) - (c.depth - a.depth) * (b.y - a.y)) / widest;
  plane.along_y = ((c.depth - a.depth) * (b.x - a.x) - (b.depth - a.depth) * (c.x - a.x)) / widest;
  plane.at = a.depth - plane.along_x * a.x - plane.along_y * a.y;
  plane.inside = widest > 0 ? 1 : -1;
  return plane;
}

LineVisibility::LineVisibility(std::span<const ScreenSurface> surfaces, const ViewSize& view)
    : surfaces_(surfaces), view_(view), planes_(surfaces.size()), cells_(kCells * kCells), asked_(surfaces.size(), 0) {
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    const std::vector<ScreenPoint>& corners = surfaces[i].corners;
    const auto plane = planeOf(corners);
    if (!plane) continue;
    planes_[i] = *plane;
    const auto [left, right] = std::ranges::minmax(corners, {}, &ScreenPoint::x);
    const auto [top, bottom] = std::ranges::minmax(corners, {}, &ScreenPoint::y);
    const std::pair<int, int> columns = cellsOf(left.x, right.x, view.width, kCells),
                              rows = cellsOf(top.y, bottom.y, view.height, kCells);
    for (int row = rows.first; row <= rows.second; ++row) {
      for (int column = columns.first; column <= columns.second; ++column) {
        cells_[static_cast<std::size_t>(row * kCells + column)].push_back(static_cast<std::uint32_t>(i));
      }
    }
  }
}

/// The interval of a line inside a surface's outline and behind it.
std::optional<std::pair<double, double>> LineVisibility::covered(std::size_t surface, const ScreenPoint& from,
                                                                 const ScreenPoint& to) const {
  const DepthPlane& plane = planes_[surface];
  const std::vector<ScreenPoint>& corners = surfaces_[surface].corners;
  std::pair<double, double> interval{0, 1};
  const double offset = kOffsetPx * std::max(std::abs(plane.along_x), std::abs(plane.along_y)) + kOffsetDepth;
  keepPositive(interval, from.depth - plane.depth(from) - offset, to.depth - plane.depth(to) - offset);
  const std::size_t count = corners.size();
  for (std::size_t i = 0; i < count && interval.first < interval.second; ++i) {
    const ScreenPoint &a = corners[i], &b = corners[(i + 1) % count];
    keepPositive(interval, plane.inside * twiceArea(a, b, from), plane.inside * twiceArea(a, b, to));
  }
  if (!(interval.second - interval.first > kShortest)) return std::nullopt;
  return interval;
}

void LineVisibility::coversOf(const ScreenPoint& from, const ScreenPoint& to, Layer layer) {
  covers_.clear();
  if (layer == Layer::kOverlay) return;
  ++question_;
  const std::pair<int, int> columns = cellsOf(std::min(from.x, to.x), std::max(from.x, to.x), view_.width, kCells);
  const std::pair<int, int> rows = cellsOf(std::min(from.y, to.y), std::max(from.y, to.y), view_.height, kCells);
  for (int row = rows.first; row <= rows.second; ++row) {
    for (int column = columns.first; column <= columns.second; ++column) {
      for (const std::uint32_t i : cells_[static_cast<std::size_t>(row * kCells + column)]) {
        if (asked_[i] == question_) continue;
        asked_[i] = question_;
        const ScreenSurface& surface = surfaces_[i];
        if (layer == Layer::kHidden && !surface.opaque && !surface.is_body) continue;
        if (const auto interval = covered(i, from, to)) covers_.push_back({i, interval->first, interval->second});
      }
    }
  }
}

std::vector<LinePart> LineVisibility::partsOf(const ScreenPoint& from, const ScreenPoint& to, Colour colour,
                                              Layer layer) {
  coversOf(from, to, layer);
  if (covers_.empty()) return {{.colour = colour}};
  std::vector<double> ends{0, 1};
  for (const Cover& cover : covers_) {
    ends.push_back(cover.from);
    ends.push_back(cover.to);
  }
  std::ranges::sort(ends);
  std::vector<LinePart> parts;
  std::vector<std::pair<double, Colour>> panes;  // depth and colour
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    if (!(ends[i + 1] - ends[i] > kShortest)) continue;
    const double middle_at = (ends[i] + ends[i + 1]) / 2;
    const ScreenPoint middle = between(from, to, middle_at);
    LinePart part{.from = parts.empty() ? 0 : parts.back().to, .to = ends[i + 1], .hidden = false, .colour = colour};
    panes.clear();
    for (const Cover& cover : covers_) {
      if (middle_at < cover.from || middle_at > cover.to) continue;
      const ScreenSurface& surface = surfaces_[cover.surface];
      if (surface.opaque || layer == Layer::kHidden) {
        part.hidden = true;
      } else {
        panes.emplace_back(planes_[cover.surface].depth(middle), surface.colour);
      }
    }
    std::ranges::sort(panes, std::ranges::greater{}, &std::pair<double, Colour>::first);
    if (!part.hidden) {
      for (const auto& [depth, pane] : panes) part.colour = seenThrough(part.colour, pane);
    }
    if (!parts.empty() && parts.back().hidden == part.hidden && parts.back().colour == part.colour) {
      parts.back().to = part.to;
    } else {
      parts.push_back(part);
    }
  }
  if (parts.empty()) return {{.colour = colour}};
  parts.back().to = 1;
  return parts;
}

}  // namespace sepax
