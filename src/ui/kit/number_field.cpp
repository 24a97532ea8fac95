#include "ui/kit/number_field.h"

#include "session/requests.h"
#include "ui/kit/fonts.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// A part of the largest value a pixel, so that small and large shapes feel alike.
float dragSpeed(std::span<const double> values, const NumberFormat& format) {
  constexpr double kPartAPixel = 0.004, kMin = 1e-6, kMax = 1e6;
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return static_cast<float>(std::clamp(largest * kPartAPixel, kMin, kMax) + format.speed_at_zero);
}

}  // namespace

void beginEdits(MergeKey& step) {
  if (!ImGui::IsAnyItemActive()) step = MergeKey::kNone;
}

void trackEdit(MergeKey& step) {
  if (ImGui::IsItemActivated()) step = newMergeKey();
}

Result<void> sendEdit(const Command& command, const Document& document, MergeKey step, Outbox& outbox) {
  Document trial = document;
  SEPAX_TRY(apply(trial, command));
  outbox.send(command, step);
  return {};
}

bool numberField(const char* id, std::span<double> values, const NumberFormat& format, MergeKey& step) {
  ImGui::PushFont(fontOf(FontRole::kMono));
  const bool changed =
      ImGui::DragScalarN(id, ImGuiDataType_Double, values.data(), static_cast<int>(values.size()), dragSpeed(values, format), &format.min,
                         &format.max, format.text, ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
  ImGui::PopFont();
  trackEdit(step);
  return changed;
}

void fieldRow(const std::string& name, const std::string& tip) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  fittedText(name, ImGui::GetContentRegionAvail().x);
  tooltip(tip);
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
}

}  // namespace sepax
