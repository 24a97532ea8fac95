#include "ui/kit/regions.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sepax {

namespace {

// Smallest sizes in font heights.
constexpr float kMinLeft = 12, kMinRight = 17, kMinMiddle = 14, kMinBottom = 6, kMinMiddleHeight = 8;

// A window of less than so many font heights is narrow; the part of it that a region below the viewport takes.
constexpr float kNarrow = 49, kBelowShare = 0.46f;

/// How wide the sides are by the window's width, in font heights: the viewport keeps more than half.
struct SideWidths {
  float window, left, left_of_text, right;
};
constexpr SideWidths kSideWidths[] = {
    {50, 12, 15, 17.2f}, {80, 14, 18.5f, 22}, {90, 15, 18.5f, 27.5f}, {120, 16.5f, 20.5f, 37}};

/// Between the rows in proportion, outside them as the nearest has it.
SideWidths sideWidths(float window) {
  window = std::clamp(window, std::begin(kSideWidths)->window, (std::end(kSideWidths) - 1)->window);
  const SideWidths* above = std::begin(kSideWidths) + 1;
  while (above->window < window) ++above;
  const SideWidths& below = *(above - 1);
  const float t = (window - below.window) / (above->window - below.window);
  return {window, std::lerp(below.left, above->left, t), std::lerp(below.left_of_text, above->left_of_text, t),
          std::lerp(below.right, above->right, t)};
}

/// Divides a side between its two halves, one above the other or beside it; all of it is one's that is alone.
struct Halves {
  Rect first, cut, second;
};
Halves divided(const Rect& whole, bool is_stacked, float share, float gap, bool has_first, bool has_second,
               float least) {
  if (!has_second) return {whole, {}, {}};
  if (!has_first) return {{}, {}, whole};
  const float length = is_stacked ? whole.h : whole.w;
  gap = std::min(gap, length / 8);
  least = std::min(least, (length - gap) / 2);
  const float first = std::round(std::clamp(share * length, least, std::max(least, length - gap - least)));
  const float rest = std::max(0.0f, length - first - gap);
  if (is_stacked)
    return {{whole.x, whole.y, whole.w, first},
            {whole.x, whole.y + first, whole.w, gap},
            {whole.x, whole.y + first + gap, whole.w, rest}};
  return {{whole.x, whole.y, first, whole.h},
          {whole.x + first, whole.y, gap, whole.h},
          {whole.x + first + gap, whole.y, rest, whole.h}};
}

}  // namespace

Regions layOut(const RegionShares& shares, const Rect& whole, const Metrics& metrics, const UsedRegions& used) {
  const auto has = [&](Region region) { return used[static_cast<std::size_t>(region)]; };
  Regions r;
  const float width = std::max(whole.w, 1.0f), height = std::max(whole.h, 1.0f);
  const float toolbar = std::min(metrics.toolbar, height);
  const float status = std::min(metrics.status, height - toolbar);
  r.toolbar = {whole.x, whole.y, width, toolbar};
  r.status = {whole.x, whole.y + height - status, width, status};
  const float inner = height - toolbar - status;

  if (width < kNarrow * metrics.em && whole.h > whole.w) {
    const float choice = std::min(metrics.tabs, inner), below = std::round((inner - choice) * kBelowShare);
    r.middle = {whole.x, whole.y + toolbar, width, inner - choice - below};
    r.choice = {whole.x, r.middle.y + r.middle.h, width, choice};
    r[static_cast<Region>(shares.below)] = {whole.x, r.choice.y + choice, width, below};
    return r;
  }

  const float gap = std::min(metrics.splitter, width / 8);
  const bool has_left = has(Region::kLeft) || has(Region::kLeftLower);
  const bool has_right = has(Region::kRight) || has(Region::kRightLower);
  const float left_gap = has_left ? gap : 0, right_gap = has_right ? gap : 0;
  const SideWidths usual = sideWidths(width / metrics.em);
  const float usual_left = metrics.reads ? usual.left_of_text : usual.left;
  float left = shares.left > 0 ? shares.left * width : usual_left * metrics.em;
  float right = shares.right > 0 ? shares.right * width : usual.right * metrics.em;
  left = has_left ? std::round(std::max(left, kMinLeft * metrics.em)) : 0;
  right = has_right ? std::round(std::max(right, kMinRight * metrics.em)) : 0;
  const float sides = std::max(0.0f, width - left_gap - right_gap - std::min(kMinMiddle * metrics.em, width / 3));
  if (left + right > sides) {
    // Both give way in proportion; nothing is pushed out of the window.
    const float factor = sides / (left + right);
    left = std::floor(left * factor);
    right = std::floor(right * factor);
  }
  float bottom = 0, bottom_gap = 0;
  if (shares.bottom_open && (has(Region::kBottom) || has(Region::kBottomRight))) {
    bottom_gap = std::min(metrics.splitter, inner / 8);
    bottom = std::round(std::max(shares.bottom * height, kMinBottom * metrics.em));
    bottom = std::clamp(inner - bottom_gap - kMinMiddleHeight * metrics.em, 0.0f, bottom);
  }
  const float upper = std::max(0.0f, inner - bottom - bottom_gap);
  const float top = whole.y + toolbar;
  const float middle = std::max(0.0f, width - left - right - left_gap - right_gap);
  r.left_splitter = {whole.x + left, top, left_gap, upper};
  r.middle = {whole.x + left + left_gap, top, middle, upper};
  r.right_splitter = {r.middle.x + middle, top, right_gap, upper};
  r.bottom_splitter = {whole.x, top + upper, width, bottom_gap};
  const float least = kMinBottom * metrics.em;
  const Rect left_side{whole.x, top, left, upper};
  const Rect right_side{r.right_splitter.x + right_gap, top, right, upper};
  const Rect below{whole.x, top + upper + bottom_gap, width, bottom};
  const auto divide = [&](const Rect& side, Region first, Region second, float share, bool is_stacked, Rect& cut) {
    const Halves halves =
        divided(side, is_stacked, share, metrics.splitter, has(first), has(second), is_stacked ? least : 2 * least);
    r[first] = halves.first;
    cut = halves.cut;
    r[second] = halves.second;
  };
  divide(left_side, Region::kLeft, Region::kLeftLower, shares.left_cut, true, r.left_cut);
  divide(right_side, Region::kRight, Region::kRightLower, shares.right_cut, true, r.right_cut);
  divide(below, Region::kBottom, Region::kBottomRight, shares.bottom_cut, false, r.bottom_cut);
  return r;
}

Regions layOutPresentation(std::optional<Side> panel, const Rect& whole) {
  constexpr float kPanelShare = 0.42f;
  Regions r;
  r.middle = whole;
  if (!panel) return r;
  const float width = std::round(whole.w * kPanelShare);
  r.middle.w -= width;
  Rect& beside = r[*panel == Side::kLeft ? Region::kLeft : Region::kRight];
  beside = {*panel == Side::kLeft ? whole.x : whole.x + r.middle.w, whole.y, width, whole.h};
  if (*panel == Side::kLeft) r.middle.x += width;
  return r;
}

std::vector<DropZone> dropZones(const Regions& regions) {
  constexpr float kSecond = 0.4f, kEdge = 0.16f;  // parts of a region and of the viewport
  struct Side {
    Region first, second;
    bool is_stacked;
    Rect edge;  ///< of the viewport
  };
  const Rect& m = regions.middle;
  const float width = m.w * kEdge, height = m.h * kEdge;
  const std::array sides{Side{Region::kLeft, Region::kLeftLower, true, {m.x, m.y, width, m.h - height}},
                         Side{Region::kRight, Region::kRightLower, true, {m.x + m.w - width, m.y, width, m.h - height}},
                         Side{Region::kBottom, Region::kBottomRight, false, {m.x, m.y + m.h - height, m.w, height}}};
  const auto isThere = [](const Rect& rect) { return rect.w >= 1 && rect.h >= 1; };
  std::vector<DropZone> zones;
  for (const Side& side : sides) {
    const Rect &first = regions[side.first], &second = regions[side.second];
    const bool is_divided = isThere(first) && isThere(second);
    const Rect whole = isThere(first) ? first : isThere(second) ? second : side.edge;
    const Halves halves =
        is_divided ? Halves{first, {}, second} : divided(whole, side.is_stacked, 1 - kSecond, 0, true, true, 0);
    zones.push_back({side.first, halves.first});
    zones.push_back({side.second, halves.second});
  }
  zones.push_back({Region::kFloating, m});  // the last: edges of the viewport go first
  return zones;
}

}  // namespace sepax
