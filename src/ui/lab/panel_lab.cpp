#include "ui/lab/panel_lab.h"

#include "core/number.h"
#include "core/text.h"
#include "session/lab/scanning.h"
#include "session/scene/reports.h"
#include "session/workspace.h"
#include "ui/kit/canvas.h"
#include "ui/kit/fields.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sepax {

namespace {

constexpr int kMaxCount = 100'000;

struct Named {
  const char* key;
  const char* name;  ///< a key of tr()
};
/// By the keys of measureOf.
constexpr std::array<Named, 9> kMeasures{{{"separation", "gap"},
                                          {"verdict", "verdict"},
                                          {"distance", "distance"},
                                          {"depth", "depth"},
                                          {"time", "time, ns"},
                                          {"ghosts", "ghost contacts"},
                                          {"normal.x", "normal, x"},
                                          {"normal.y", "normal, y"},
                                          {"normal.z", "normal, z"}}};

/// By the kinds of findings.
constexpr std::array<Named, 6> kFindings{{{"verdict", "verdict"},
                                          {"jump", "jump"},
                                          {"normal", "normal"},
                                          {"disagreement", "differs"},
                                          {"ghost", "ghost"},
                                          {"nan", "NaN"}}};

/// A first range for a number: as far to both sides as both shapes are large, so that they part within it.
void chooseRange(LabView::Range& range, const std::string& path, const Workspace& workspace) {
  range.path = path;
  const Document& document = workspace.history.document();
  const double value = numberAtPath(document, path).value_or(0);
  const bool is_size = path.find(".shape.") != std::string::npos;
  const PairReport* report = shownReport(workspace);
  const Body* a = report != nullptr ? findBody(document, report->a) : nullptr;
  const Body* b = report != nullptr ? findBody(document, report->b) : nullptr;
  double reach = a != nullptr && b != nullptr ? 2 * pairSize(posedShape(*a), posedShape(*b)) : 1;
  // Round numbers read better than exact ones.
  const double step = std::pow(10, std::floor(std::log10(std::max(reach, 1e-9))));
  reach = nearestMultiple(std::ceil(reach / step) * step, step);
  range.in_ulps = false;
  range.from = is_size ? 0 : nearestMultiple(value - reach, step);
  range.to = is_size ? nearestMultiple(std::ceil(2 * value / step) * step, step) : nearestMultiple(value + reach, step);
}

void drawRange(LabPanel& panel, std::size_t index, const Workspace& workspace, ViewState& view) {
  LabView::Range& range = view.lab.ranges[index];
  const Document& document = workspace.history.document();
  const IdScope id(static_cast<int>(index));
  fieldRow(tr(index == 0 ? "Varies" : "and"), tr(index == 0 ? "The number that goes from one value to another."
                                                            : "A second number makes a heat map of the curves."));
  if (ImGui::BeginCombo("##path",
                        range.path.empty() ? tr("(none)") : asLabel(numberName(document, range.path)).c_str())) {
    if (ImGui::Selectable(tr("(none)"), range.path.empty())) range.path.clear();
    for (const std::string& path : panel.paths) {
      if (ImGui::Selectable((asLabel(numberName(document, path)) + "###" + path).c_str(), path == range.path))
        chooseRange(range, path, workspace);
    }
    ImGui::EndCombo();
  }
  if (!range.path.empty()) {
    fieldRow(tr("from, to"), tr(range.in_ulps ? "In neighbouring doubles (ULP) beside the present number."
                                              : "Both ends of the range."));
    std::array<double, 2> ends{range.from, range.to};
    if (numberField("##ends", ends, {}, panel.step)) {
      range.from = range.in_ulps ? std::clamp(std::round(ends[0]), -1e5, 0.0) : ends[0];
      range.to = range.in_ulps ? std::clamp(std::round(ends[1]), 0.0, 1e5) : ends[1];
    }
    fieldRow(tr("samples"), tr("How many values; ULP: every double between the ends."));
    bool in_ulps = range.in_ulps;
    if (!in_ulps) {
      ImGui::SetNextItemWidth(ImGui::GetFontSize() * 6);
      if (ImGui::InputInt("##count", &range.count, 0)) range.count = std::clamp(range.count, 2, kMaxCount);
      ImGui::SameLine();
    }
    if (ImGui::Checkbox("ULP", &in_ulps)) {
      if (in_ulps) {
        range.from = -50;
        range.to = 50;
      } else {
        chooseRange(range, range.path, workspace);
      }
      range.in_ulps = in_ulps;
    }
  }
}

void drawMeasure(ViewState& view) {
  const auto chosen = std::ranges::find(kMeasures, view.lab.measure, &Named::key);
  fieldRow(tr("shows"), tr("Which number of the answers."));
  if (!ImGui::BeginCombo("##measure", tr(chosen == kMeasures.end() ? "gap" : chosen->name))) return;
  for (const Named& row : kMeasures) {
    if (ImGui::Selectable(trId(row.name).c_str(), view.lab.measure == row.key)) view.lab.measure = row.key;
  }
  ImGui::EndCombo();
}

void drawMember(LabPanel& panel, const ScanState& scan) {
  if (scan.done == nullptr || scan.done->variations.size() < 2) return;
  fieldRow(tr("of"), tr("Whose answers the heat map shows."));
  const std::string shown =
      panel.member.empty() && !scan.done->members.empty() ? scan.done->members.front() : panel.member;
  if (!ImGui::BeginCombo("##member", shown.c_str())) return;
  for (const std::string& member : scan.done->members) {
    if (ImGui::Selectable(member.c_str(), member == shown)) panel.member = member;
  }
  ImGui::EndCombo();
}

std::optional<JobStatus> scanningJob(const Workspace& workspace) {
  const std::vector<JobStatus> jobs = workspace.jobs->running();
  const auto job = std::ranges::find(jobs, workspace.scan.job, &JobStatus::id);
  return job == jobs.end() ? std::nullopt : std::optional(*job);
}

void drawStart(const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (const auto job = scanningJob(workspace)) {
    if (ImGui::Button(trId("Cancel").c_str())) outbox.request(CancelJob{job->id});
    ImGui::SameLine();
    return ImGui::ProgressBar(static_cast<float>(std::max(job->share, 0.0)), {-1, 0});
  }
  ImGui::BeginDisabled(view.lab.ranges[0].path.empty() && view.lab.ranges[1].path.empty());
  if (ImGui::Button(trId("Scan").c_str())) outbox.request(StartScan{});
  nameItem("scan");
  ImGui::EndDisabled();
  tooltip(tr("Ask everybody at every sample, in the background."));
  const float box = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
  sameLineIfFits(ImGui::CalcTextSize(tr("Ask the jurors, too")).x + box);
  ImGui::Checkbox(trId("Ask the jurors, too").c_str(), &view.lab.scan_jurors);
  tooltip(tr("Other engines at each sample; slower, since they are other programs."));
  if (workspace.scan.error.empty()) return;
  inColour(toImGuiVec(panelColours(view.theme).error), [&] { paragraph(workspace.scan.error); });
}

void choosePaths(LabPanel& panel, const Workspace& workspace, ViewState& view) {
  if (panel.paths_revision != workspace.history.revision()) {
    panel.paths_revision = workspace.history.revision();
    panel.paths = variedPaths(workspace);
  }
  if (view.lab.ranges[0].path.empty() && view.lab.ranges[1].path.empty() && !panel.paths.empty())
    chooseRange(view.lab.ranges[0], panel.paths.front(), workspace);
}

void drawFields(LabPanel& panel, const Workspace& workspace, ViewState& view) {
  if (ImGui::BeginTable("##fields", 2)) {
    float widest = 0;
    for (const char* name : {"Varies", "and", "from, to", "samples", "shows", "of"})
      widest = std::max(widest, ImGui::CalcTextSize(tr(name)).x);
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, widest);
    ImGui::TableSetupColumn("field", ImGuiTableColumnFlags_WidthStretch);
    drawRange(panel, 0, workspace, view);
    if (!view.lab.ranges[0].path.empty()) drawRange(panel, 1, workspace, view);
    drawMeasure(view);
    drawMember(panel, workspace.scan);
    ImGui::EndTable();
  }
}

void followPlot(LabPanel& panel, const std::shared_ptr<const ScanView>& scan, const ViewState& view,
                const PlotSize& size) {
  const bool is_same = panel.seen == scan && panel.measure == view.lab.measure && panel.shown_member == panel.member &&
                       panel.theme == view.theme && panel.language == view.language && panel.size.width == size.width &&
                       panel.size.height == size.height;
  if (is_same) return;
  const ScannedNumbers numbers{scan->result, scan->variations, scan->members};
  if (panel.seen != scan) {
    panel.walk = newMergeKey();
    panel.findings = groupedFindings(numbers);
  }
  panel.seen = scan;
  panel.measure = view.lab.measure;
  panel.shown_member = panel.member;
  panel.theme = view.theme;
  panel.language = view.language;
  panel.size = size;
  panel.plot = plotOfScan(numbers, panel.measure, panel.member, panel.theme);
  const auto name = [&](std::size_t variation) { return numberName(scan->document, scan->variations[variation].path); };
  panel.plot.x_title = scan->variations.size() > 1 ? fmt::format("{} →  {} ↑", name(0), name(1)) : name(0);
  panel.frame = plotFrame(panel.plot, size);
  panel.list = plotPicture(panel.plot, size, paletteOf(view.theme));
}

std::size_t nearest(const std::vector<double>& values, double value) {
  const auto above = std::lower_bound(values.begin(), values.end(), value);
  if (above == values.begin()) return 0;
  if (above == values.end()) return values.size() - 1;
  const auto index = static_cast<std::size_t>(above - values.begin());
  return value - values[index - 1] < values[index] - value ? index - 1 : index;
}

std::optional<std::size_t> sampleOf(const ScanView& scan, const std::vector<double>& at) {
  for (std::size_t i = 0; i < scan.samples(); ++i) {
    if (scan.result.points[i * scan.members.size()].at == at) return i;
  }
  return std::nullopt;
}

/// The sample that is nearest to a place of the plot.
std::optional<std::size_t> sampleAt(const LabPanel& panel, const ScanView& scan, double x, double y) {
  if (panel.plot.x.empty()) return std::nullopt;
  std::vector<double> at{panel.plot.x[nearest(panel.plot.x, panel.frame.valueX(x))]};
  if (!panel.plot.rows.empty()) at.push_back(panel.plot.rows[nearest(panel.plot.rows, panel.frame.valueY(y))]);
  return sampleOf(scan, at);
}

/// With as many digits as tell it apart from the values beside it.
std::string sampleNumber(double value, const std::vector<double>& values) {
  constexpr int kMaxDigits = 15;  ///< beyond it all of them
  const double largest = std::max(std::abs(values.front()), std::abs(values.back()));
  const double step =
      (values.back() - values.front()) / static_cast<double>(std::max<std::size_t>(values.size() - 1, 1));
  if (!(step > 0)) return exactNumber(value);
  const double digits = std::ceil(std::log10(largest / step)) + 2;
  return digits > kMaxDigits ? exactNumber(value) : humanNumber(value, std::max(static_cast<int>(digits), 4));
}

std::string sampleText(const ScanView& scan, std::size_t sample, const std::string& measure) {
  const std::size_t members = scan.members.size();
  std::string text;
  for (std::size_t v = 0; v < scan.variations.size(); ++v)
    text += fmt::format("{}{} = {}", v > 0 ? "\n" : "", numberName(scan.document, scan.variations[v].path),
                        sampleNumber(scan.result.points[sample * members].at[v], scan.variations[v].values));
  for (std::size_t m = 0; m < members; ++m) {
    const ScanPoint& point = scan.result.points[sample * members + m];
    const auto value = measureOf(point.answer, measure);
    text += fmt::format("\n{}: {}{}", point.member, value ? humanNumber(*value, 6) : "–", point.differs ? "  !" : "");
  }
  return text;
}

void drawHere(const LabPanel& panel, const Workspace& workspace, ImVec2 corner, const Palette& palette) {
  const auto x = scannedNumber(workspace, workspace, 0), y = scannedNumber(workspace, workspace, 1);
  if (!x || *x < panel.frame.x_low || *x > panel.frame.x_high) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float at = corner.x + static_cast<float>(panel.frame.pixelX(*x));
  const ImU32 colour = toImGui(palette.highlight);
  list.AddLine({at, corner.y + static_cast<float>(panel.frame.top)},
               {at, corner.y + static_cast<float>(panel.frame.bottom)}, colour, 1.5f);
  if (y && *y >= panel.frame.y_low && *y <= panel.frame.y_high) {
    const float level = corner.y + static_cast<float>(panel.frame.pixelY(*y));
    list.AddLine({corner.x + static_cast<float>(panel.frame.left), level},
                 {corner.x + static_cast<float>(panel.frame.right), level}, colour, 1.5f);
  }
}

/// The sample that many steps beside where the pair is now, or nothing at the edge.
std::optional<std::size_t> sampleBeside(const LabPanel& panel, const Workspace& workspace, const KeySteps& steps) {
  const auto x = scannedNumber(workspace, workspace, 0), y = scannedNumber(workspace, workspace, 1);
  const auto stepped = [](const std::vector<double>& values, const std::optional<double>& now, int by) {
    const auto last = static_cast<std::ptrdiff_t>(values.size()) - 1;
    const auto at = static_cast<std::ptrdiff_t>(nearest(values, now.value_or(values.front()))) + by;
    return values[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last))];
  };
  if (!steps.any() || panel.plot.x.empty()) return std::nullopt;
  const double column = panel.frame.pixelX(stepped(panel.plot.x, x, steps.right));
  const double row = panel.plot.rows.empty() ? 0 : panel.frame.pixelY(stepped(panel.plot.rows, y, steps.up));
  return sampleAt(panel, *workspace.scan.done, column, row);
}

void drawPlot(LabPanel& panel, const Workspace& workspace, ViewState& view, ImVec2 room, Outbox& outbox) {
  const std::shared_ptr<const ScanView> scan = workspace.scan.done;
  followPlot(panel, scan, view, {room.x, room.y, ImGui::GetFontSize()});
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("##plot", room);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto sample = sampleAt(panel, *scan, mouse.x - corner.x, mouse.y - corner.y);
  if (sample && isHeldByMouse() &&
      (ImGui::IsItemActivated() || ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0))
    outbox.request(GoToSample{*sample, panel.walk});
  if (const auto beside = sampleBeside(panel, workspace, keyStepsOnItem()))
    outbox.request(GoToSample{*beside, panel.walk});
  if (isWalkedByKeys()) tooltip(tr("Ctrl and the arrow keys go from sample to sample."));
  if (sample && ImGui::IsItemHovered() && !isWalkedByKeys()) tooltip(sampleText(*scan, *sample, panel.measure));
  paintFlat(panel.list, corner);
  drawHere(panel, workspace, corner, paletteOf(view.theme));
}

/// "0.02" or "0.1 … 0.4": where along the first number, and the second one's value.
std::string placeOf(const FindingGroup& group) {
  std::string text = humanNumber(group.to, 6);
  if (group.first->at.size() > 1) return humanNumber(group.first->at[0], 6) + ", " + humanNumber(group.first->at[1], 6);
  if (group.samples > 1) text = humanNumber(group.from, 6) + " … " + text;
  return text;
}

void drawFindings(const LabPanel& panel, const Workspace& workspace, const ViewState& view, ImVec2 size,
                  Outbox& outbox) {
  const ScanView& scan = *workspace.scan.done;
  const bool is_whole = scan.samples() == scan.wantedSamples();
  const std::string samples =
      is_whole ? trf("{} samples", scan.samples()) : trf("{} of {} samples", scan.samples(), scan.wantedSamples());
  paragraph(samples + ", " + trn("{} finding", "{} findings", panel.findings.size()));
  std::string tip = trf("{} samples in {}", scan.samples(), humanDuration(scan.seconds));
  if (!is_whole)
    tip += std::string("\n") + tr(scan.is_cancelled ? "Cancelled before the others were asked."
                                                    : "The others are no case: such as one with a radius below zero.");
  tooltip(tip);
  constexpr std::size_t kMaxRows = 200;
  ImGui::BeginChild("##findings", size);
  for (std::size_t i = 0; i < std::min(panel.findings.size(), kMaxRows); ++i) {
    const FindingGroup& group = panel.findings[i];
    const ScanFinding& finding = *group.first;
    const auto look = std::ranges::find(kFindings, finding.kind, &Named::key);
    std::string text = fmt::format("{}  {}: {}", placeOf(group), group.members, finding.text);
    if (group.samples > 1) text += trf(" ({} samples)", group.samples);
    const IdScope id(static_cast<int>(i));
    ImGui::PushStyleColor(ImGuiCol_Text, toImGuiVec(findingColour(finding.kind, paletteOf(view.theme))));
    const bool clicked = paragraphRow(text);
    nameItem("finding", finding.kind);
    ImGui::PopStyleColor();
    tooltip(fmt::format("{}\n{}", look == kFindings.end() ? finding.kind : std::string(tr(look->name)),
                        tr("Click: go there.")));
    if (clicked) {
      if (const auto sample = sampleOf(scan, finding.at)) outbox.request(GoToSample{*sample, panel.walk});
    }
  }
  if (panel.findings.size() > kMaxRows)
    ImGui::TextDisabled("%s", trf("and {} more", panel.findings.size() - kMaxRows).c_str());
  ImGui::EndChild();
}

void drawLabPanel(LabPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (workspace.reports.shown_pair < 0) {
    paragraph(tr("Two bodies make a pair whose numbers can be varied."));
    return;
  }
  beginEdits(panel.step);
  choosePaths(panel, workspace, view);
  const float em = ImGui::GetFontSize(), fields = em * 19;
  const bool is_done = workspace.scan.done != nullptr && workspace.scan.done->samples() > 0;
  if (const ImVec2 room = ImGui::GetContentRegionAvail(); is_done && room.x < fields + em * 21) {
    // The results come first and at once, the settings below the list.
    const float beside = std::max(em * 12, room.x * 0.35f);
    const bool is_beside = room.x > beside + em * 15;
    drawPlot(panel, workspace, view, {is_beside ? room.x - beside - em * 0.7f : room.x, std::max(room.y, em * 5)},
             outbox);
    if (is_beside) ImGui::SameLine(0, em * 0.7f);
    ImGui::BeginChild("##settings", {0, is_beside ? std::max(room.y, em * 5) : em * 12});
    drawStart(workspace, view, outbox);
    drawFindings(panel, workspace, view, {0, em * 5}, outbox);
    drawFields(panel, workspace, view);
    ImGui::EndChild();
    return;
  }
  ImGui::BeginChild("##fields", {fields, 0});
  drawStart(workspace, view, outbox);
  drawFields(panel, workspace, view);
  ImGui::EndChild();
  ImGui::SameLine(0, em * 0.7f);
  if (!is_done) {
    ImGui::BeginChild("##none");
    paragraph(
        tr("A number of the pair varies, and every algorithm is asked at each step: curves show where verdicts change, "
           "gaps jump, normals "
           "flip and answers differ."));
    ImGui::EndChild();
    return;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  // Where nothing was found, the list is one line.
  const float list = panel.findings.empty() ? em * 9 : std::clamp(room.x * 0.4f, em * 9, em * 24);
  drawPlot(panel, workspace, view, {room.x - list - em, std::max(room.y, em * 4)}, outbox);
  ImGui::SameLine(0, em * 0.7f);
  ImGui::BeginGroup();
  drawFindings(panel, workspace, view, {0, 0}, outbox);
  ImGui::EndGroup();
}

}  // namespace

const Panel kLabPanel = {
    .word = "lab",
    .title = "Lab",
    .help =
        "One or two numbers of the pair vary over a range, and everybody is asked at each sample: where do verdicts "
        "change, where do answers jump?",
    .home = Region::kBottom,
    .draw = [](PanelContext& c) { drawLabPanel(c.state<LabPanel>(), c.workspace, c.view, c.outbox); },
};

}  // namespace sepax
