#include "ui/kit/jobs_line.h"

#include "core/text.h"
#include "session/film.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

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
