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

}  // namespace

Regions layOut(const RegionShares& shares, const Rect& whole, const Metrics& metrics) {
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
    Rect& shown = shares.below == 0 ? r.left : shares.below == 1 ? r.right : r.bottom;
    shown = {whole.x, r.choice.y + choice, width, below};
    return r;
  }

  const float gap = std::min(metrics.splitter, width / 8);
  const SideWidths usual = sideWidths(width / metrics.em);
  const float usual_left = metrics.reads ? usual.left_of_text : usual.left;
  float left = shares.left > 0 ? shares.left * width : usual_left * metrics.em;
  float right = shares.right > 0 ? shares.right * width : usual.right * metrics.em;
  left = std::round(std::max(left, kMinLeft * metrics.em));
  right = std::round(std::max(right, kMinRight * metrics.em));
  const float sides = std::max(0.0f, width - 2 * gap - std::min(kMinMiddle * metrics.em, width / 3));
  if (left + right > sides) {
    // Both give way in proportion; nothing is pushed out of the window.
    const float factor = sides / (left + right);
    left = std::floor(left * factor);
    right = std::floor(right * factor);
  }
  float bottom = 0, bottom_gap = 0;
  if (shares.bottom_open) {
    bottom_gap = std::min(metrics.splitter, inner / 8);
    bottom = std::round(std::max(shares.bottom * height, kMinBottom * metrics.em));
    bottom = std::clamp(inner - bottom_gap - kMinMiddleHeight * metrics.em, 0.0f, bottom);
  }
  const float upper = std::max(0.0f, inner - bottom - bottom_gap);
  const float top = whole.y + toolbar;
  const float middle = std::max(0.0f, width - left - right - 2 * gap);
  r.left = {whole.x, top, left, upper};
  r.left_splitter = {whole.x + left, top, gap, upper};
  r.middle = {whole.x + left + gap, top, middle, upper};
  r.right_splitter = {whole.x + left + gap + middle, top, gap, upper};
  r.right = {whole.x + left + 2 * gap + middle, top, right, upper};
  r.bottom_splitter = {whole.x, top + upper, width, bottom_gap};
  r.bottom = {whole.x, top + upper + bottom_gap, width, bottom};
  return r;
}

Regions layOutPresentation(std::optional<Side> panel, const Rect& whole) {
  constexpr float kPanelShare = 0.42f;
  Regions r;
  r.middle = whole;
  if (!panel) return r;
  const float width = std::round(whole.w * kPanelShare);
  r.middle.w -= width;
  Rect& beside = *panel == Side::kLeft ? r.left : r.right;
  beside = {*panel == Side::kLeft ? whole.x : whole.x + r.middle.w, whole.y, width, whole.h};
  if (*panel == Side::kLeft) r.middle.x += width;
  return r;
}

}  // namespace sepax
