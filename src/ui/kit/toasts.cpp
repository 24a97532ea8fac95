#include "ui/kit/toasts.h"

#include "core/language.h"
#include "core/text.h"
#include "session/film.h"
#include "session/host/opened_case.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace sepax {

namespace {

constexpr double kToastSeconds = 8;

}  // namespace

void drawToasts(std::vector<Toast>& toasts, const ToastRoom& room, Theme theme, ToastTime time) {
  const double now = ImGui::GetTime();
  for (Toast& toast : toasts) {
    if (toast.shown_until == 0) toast.shown_until = now + kToastSeconds;
  }
  if (time == ToastTime::kSeconds) {
    std::erase_if(toasts, [&](const Toast& toast) { return toast.shown_until <= now; });
  } else if (isPressed(plain(kKeyEscape)) && ImGui::GetCurrentContext()->OpenPopupStack.empty()) {
    toasts.clear();
  }
  const PanelColours& colours = panelColours(theme);
  const float em = ImGui::GetFontSize();
  float y = room.bottom_middle.y - em * 0.6f;
  std::size_t removed = toasts.size();
  for (std::size_t i = toasts.size(); i-- > 0;) {
    const Toast& toast = toasts[i];
    const std::string id = fmt::format("##toast{}", i);
    const bool is_error = toast.level == LogLevel::kError, is_done = toast.level == LogLevel::kInfo;
    const Colour colour = is_error ? colours.error : is_done ? colours.good : colours.warning;
    const char* const sign = is_error ? "✗" : is_done ? "✓" : "⚠";
    const std::string text = wrapped(toast.text, std::min(em * 34, std::max(em * 9, room.width - em * 5)));
    // A window that takes its size from what is in it has it a frame late, and no frame may follow.
    const ImVec2 extent = ImGui::CalcTextSize(text.c_str()), padding = ImGui::GetStyle().WindowPadding;
    const float width = ImGui::CalcTextSize(sign).x + ImGui::GetStyle().ItemSpacing.x + extent.x + padding.x * 2;
    const ImVec2 size{std::ceil(width), std::ceil(std::min(extent.y + padding.y * 2, em * 12))};
    ImGui::SetNextWindowPos({room.bottom_middle.x, y}, ImGuiCond_Always, {0.5f, 1});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleColor(ImGuiCol_Border, toImGui(colour));
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    inColour(toImGui(colour), [&] { ImGui::TextUnformatted(sign); });
    ImGui::SameLine();
    ImGui::TextUnformatted(text.c_str());
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) removed = i;
    y -= size.y + em * 0.4f;
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
  }
  if (removed < toasts.size()) toasts.erase(toasts.begin() + static_cast<std::ptrdiff_t>(removed));
}

namespace {

constexpr double kAnnounceJobAfter = 0.3;  ///< seconds: what is faster would only flicker

bool isAnnounced(const JobStatus& job) { return !job.quick && job.seconds > kAnnounceJobAfter; }

std::string progressText(const JobStatus& job) {
  std::string text;
  constexpr double kLast = 99;  // what shows 100 % is done
  if (job.share >= 0) text += fmt::format("{:.0f} %", std::min(std::floor(job.share * 100), kLast));
  if (job.bytes_per_second > 0) {
    text +=
        fmt::format("{}{}/s", text.empty() ? "" : " · ", humanBytes(static_cast<std::uint64_t>(job.bytes_per_second)));
  }
  return text;
}

/// A bar that fills, or a piece that wanders while the job's progress is unknown; one that may not move stands in the
/// middle.
void drawBar(const JobStatus& job, ImVec2 size, bool stands) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float thick = size.y * 0.35f, top = at.y + (size.y - thick) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, top}, {at.x + size.x, top + thick}, ImGui::GetColorU32(ImGuiCol_FrameBg), thick / 2);
  const float piece = job.share >= 0 ? static_cast<float>(job.share) : 0.25f;
  const float from =
      job.share >= 0 ? 0 : (stands ? 0.5f : static_cast<float>(std::fmod(job.seconds * 0.5, 1.0))) * (1 - piece);
  if (piece > 0) {
    list.AddRectFilled({at.x + from * size.x, top}, {at.x + (from + piece) * size.x, top + thick},
                       ImGui::GetColorU32(ImGuiCol_PlotHistogram), thick / 2);
  }
  ImGui::Dummy(size);
}

/// A small cross that cancels; drawn, so that it needs no font.
bool cancelButton(const char* id, float size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {size, size});
  const ImU32 colour = ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_Text : ImGuiCol_TextDisabled);
  const float low = size * 0.28f, high = size * 0.72f;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({at.x + low, at.y + low}, {at.x + high, at.y + high}, colour, 1.6f);
  list.AddLine({at.x + low, at.y + high}, {at.x + high, at.y + low}, colour, 1.6f);
  return clicked;
}

}  // namespace

float drawJobsLine(const Workspace& workspace, float width, Outbox& outbox) {
  std::vector<JobStatus> jobs = workspace.jobs->running();
  std::erase_if(jobs, [](const JobStatus& job) { return !isAnnounced(job); });
  if (const Reel* const reel = workspace.figure.reel.get()) {
    JobStatus film;
    film.id = kFilmJob;
    film.label = trf("Filming {}", toValidUtf8(fileNameOf(workspace.figure.reel_file)));
    film.share = static_cast<double>(reel->shown() + 1) / reel->size();
    jobs.insert(jobs.begin(), std::move(film));
  }
  const float line = ImGui::GetTextLineHeight();
  if (jobs.empty() || width < line * 6) return 0;
  const float start = ImGui::GetCursorPosX();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float bar = std::min(line * 6, width * 0.25f);
  const std::string progress = progressText(jobs.front());
  std::string label = jobs.front().label;
  if (jobs.size() > 1) label += fmt::format(" (+{})", jobs.size() - 1);
  const float rest = width - bar - line - gap * 3;
  const float progress_width = progress.empty() ? 0 : ImGui::CalcTextSize(progress.c_str()).x + gap;
  const bool fits = rest > progress_width + line * 4;
  std::string all;
  for (const JobStatus& job : jobs) all += (all.empty() ? "" : "\n") + job.label + "  " + progressText(job);
  fittedText(label, std::min(ImGui::CalcTextSize(label.c_str()).x + 1, rest - (fits ? progress_width : 0)), all);
  ImGui::SameLine();
  drawBar(jobs.front(), {bar, line}, workspace.view.less_motion);
  tooltip(all);
  // In front of the numbers, which come and grow: a button that is aimed at must not move.
  ImGui::SameLine(0, gap / 2);
  if (cancelButton("##cancel_job", line)) outbox.request(CancelJob{jobs.front().id});
  tooltip(tr("Cancel"));
  if (fits && !progress.empty()) {
    ImGui::SameLine(0, gap / 2);
    ImGui::TextDisabled("%s", progress.c_str());
  }
  ImGui::SameLine(0, line);
  return ImGui::GetCursorPosX() - start;
}

}  // namespace sepax
