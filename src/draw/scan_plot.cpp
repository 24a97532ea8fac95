#include "draw/scan_plot.h"

#include "core/language.h"
#include "core/text.h"
#include "draw/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// "B.position.x, m": the number that varies, with its unit where its name says which.
std::string pathWithUnit(const std::string& path) {
  struct Unit {
    std::string_view part;
    const char* name;
  };
  static constexpr Unit kUnits[] = {{"angle_deg", "°"},
                                    {"angles_deg", "°"},
                                    {"angular_velocity", "rad/s"},
                                    {"linear_velocity", "m/s"},
                                    {"angle", "rad"},
                                    {"position", "m"},
                                    {"pivot", "m"},
                                    {"extents", "m"},
                                    {"radius", "m"},
                                    {"half_length", "m"},
                                    {"half_axes", "m"},
                                    {"vertices", "m"},
                                    {"margin", "m"},
                                    {"offset", "m"}};
  for (const Unit& unit : kUnits) {
    if (path.find(unit.part) != std::string::npos) return fmt::format("{}, {}", path, unit.name);
  }
  return path;
}

/// Names the values of a measure that are no quantities.
void nameValues(Plot& plot, const std::string& measure) {
  if (measure == "verdict") plot.value_names = {{0, tr("separated")}, {1, tr("overlapping")}};
  if (measure == "time") plot.value_text = [](double nanoseconds) { return humanDuration(1e-9 * nanoseconds); };
}

/// The legend's name of a finding's marks.
const char* markName(const std::string& kind) {
  if (kind == "verdict") return tr("the verdict changes");
  if (kind == "ghost") return tr("ghost contacts");
  return kind == "normal" ? tr("the normal flips") : tr("differs or jumps");
}

/// The heat map of one member's answers.
void addHeat(Plot& plot, const ScannedNumbers& scan, const std::string& measure, std::size_t member) {
  const std::size_t members = scan.members.size(), samples = scan.result.points.size() / members;
  plot.marked_name = tr("differs from the reference");
  plot.x_title =
      fmt::format("{} →  {} ↑", pathWithUnit(scan.variations[0].path), pathWithUnit(scan.variations[1].path));
  plot.x = scan.variations[0].values;
  plot.rows = scan.variations[1].values;
  plot.heat.assign(plot.x.size() * plot.rows.size(), kNothing);
  plot.marked.assign(plot.heat.size(), 0);
  const auto indexOf = [](const std::vector<double>& values, double value) {
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
  };
  for (std::size_t i = 0; i < samples; ++i) {
    const ScanPoint& point = scan.result.points[i * members + member];
    const std::size_t cell = indexOf(plot.rows, point.at[1]) * plot.x.size() + indexOf(plot.x, point.at[0]);
    if (cell >= plot.heat.size()) continue;
    plot.heat[cell] = measureOf(point.answer, measure).value_or(kNothing);
    for (std::size_t k = 0; k < members; ++k) {
      if (scan.result.points[i * members + k].differs) plot.marked[cell] = 1;
    }
  }
}

/// Members that do the same at the same place share a row. A noisy scan has a finding for every sample: each is looked
/// up, not compared with all others.
void shareRows(std::vector<FindingGroup>& groups) {
  std::map<std::tuple<double, double, std::size_t, std::string_view, std::string_view>, std::size_t> places;
  std::vector<FindingGroup> shared;
  for (FindingGroup& group : groups) {
    const auto [same, is_new] =
        places.try_emplace({group.from, group.to, group.samples, group.first->kind, group.first->text}, shared.size());
    if (is_new) {
      shared.push_back(std::move(group));
    } else {
      shared[same->second].members += ", " + group.members;
    }
  }
  groups = std::move(shared);
}

}  // namespace

std::vector<FindingGroup> groupedFindings(const ScannedNumbers& scan) {
  std::vector<FindingGroup> groups;
  const bool is_map = scan.variations.size() > 1;
  const std::vector<double> none, &x = scan.variations.empty() ? none : scan.variations[0].values;
  const auto indexOf = [&](double value) { return std::lower_bound(x.begin(), x.end(), value) - x.begin(); };
  /// The group in which a member differed or had ghost contacts last.
  std::map<std::pair<std::string, std::string>, std::size_t> last;
  for (const ScanFinding& finding : scan.result.findings) {
    const bool is_of_sample = finding.kind == "disagreement" || finding.kind == "ghost";
    const std::pair key(finding.kind, finding.member);
    const auto before = is_of_sample ? last.find(key) : last.end();
    if (before != last.end() && (is_map || indexOf(finding.from) <= indexOf(groups[before->second].to) + 1)) {
      FindingGroup& group = groups[before->second];
      group.to = std::max(group.to, finding.to);
      ++group.samples;
      continue;
    }
    if (is_of_sample) last[key] = groups.size();
    groups.push_back({&finding, finding.member, finding.from, finding.to, 1});
  }
  shareRows(groups);
  std::ranges::stable_sort(groups, {}, &FindingGroup::from);
  return groups;
}

Colour findingColour(const std::string& kind, const Palette& palette) {
  return kind == "disagreement" || kind == "jump" || kind == "nan" ? palette.overlapping
         : kind == "verdict"                                       ? palette.touching
                                                                   : palette.highlight;
}

Plot plotOfScan(const ScannedNumbers& scan, const std::string& measure, const std::string& member, Theme theme) {
  Plot plot;
  const std::size_t members = scan.members.size(), samples = members == 0 ? 0 : scan.result.points.size() / members;
  plot.around_zero = measure != "time" && measure != "verdict";
  nameValues(plot, measure);
  if (samples == 0) return plot;
  if (scan.variations.size() > 1) {
    const auto found = std::find(scan.members.begin(), scan.members.end(), member);
    addHeat(plot, scan, measure,
            found == scan.members.end() ? 0 : static_cast<std::size_t>(found - scan.members.begin()));
    return plot;
  }
  plot.x_title = pathWithUnit(scan.variations[0].path);
  // A place for each sample that was asked for: where none answers, or it is no case, curves have a hole.
  plot.x = scan.variations[0].values;
  std::vector<std::size_t> places;
  for (std::size_t i = 0, x = 0; i < samples; ++i) {
    while (x < plot.x.size() && plot.x[x] != scan.result.points[i * members].at[0]) ++x;
    places.push_back(x);
  }
  // The reference is drawn last: where all agree, it is the one that is seen.
  for (std::size_t m = members; m-- > 0;) {
    Plot::Curve curve{scan.members[m], curveColour(m, theme), {}, m < kCurveColours ? 0.0f : 5.0f};
    curve.y.assign(plot.x.size(), kNothing);
    for (std::size_t i = 0; i < samples && places[i] < plot.x.size(); ++i)
      curve.y[places[i]] = measureOf(scan.result.points[i * members + m].answer, measure).value_or(kNothing);
    plot.curves.push_back(std::move(curve));
  }
  for (const ScanFinding& finding : scan.result.findings)
    plot.marks.push_back({finding.to, findingColour(finding.kind, paletteOf(theme)), markName(finding.kind)});
  return plot;
}

Result<std::string> svgOfPlot(const Plot& plot, const PlotSize& size, const std::string& title, Theme theme) {
  const Palette& palette = paletteOf(theme);
  const double head = 2 * size.em, ascent = 0.8;
  // The plot's pixels as metres: there y points down, here up.
  DrawList list = plotPicture(plot, {size.width, size.height - head, size.em}, palette);
  const ViewSize view{size.width, size.height};
  // A little over their neighbours, so that what smooths edges leaves no seams between cells.
  for (std::size_t i = 0; i + 5 < list.translucent.size(); i += 6) {
    constexpr float kOver = 1;
    for (const std::size_t right : {1, 2, 4}) list.translucent[i + right].position.x += kOver;
    for (const std::size_t lower : {2, 4, 5}) list.translucent[i + lower].position.y += kOver;
  }
  const auto flip = [&](glm::vec3& p) { p.y = static_cast<float>(size.height - head) - p.y; };
  for (FillVertex& vertex : list.translucent) flip(vertex.position);
  for (Point& point : list.points) flip(point.position);
  for (Label& label : list.labels) flip(label.position);
  for (Line& line : list.lines) {
    flip(line.from);
    flip(line.to);
  }
  list.labels.push_back({glm::vec3(static_cast<float>(size.em), static_cast<float>(size.height - 0.5 * head), 0.0f),
                         title, palette.text, 0, 0, 0.0f, 0.5f, 1});
  Camera camera;
  camera.projection = Projection::kPlanar;
  camera.target = {size.width / 2, size.height / 2, 0};
  camera.distance = size.height / 2 / std::tan(camera.fov / 2);
  SvgStyle style;
  style.background = SvgStyle::Background{palette.background_top, palette.background_top};
  style.font_px = size.em;
  style.ascent_px = ascent * size.em;
  style.measure = [em = size.em](const std::string& text) {
    return Vec2{0.55 * em * static_cast<double>(text.size()), em};
  };
  style.margin_x = style.margin_y = 0;
  return svgOf(list, camera, view, style);
}

}  // namespace sepax
