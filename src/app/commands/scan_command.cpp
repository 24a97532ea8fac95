#include "app/commands/commands.h"

#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "collide/pair_table.h"
#include "collide/pieces/touched_pieces.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/text.h"
#include "draw/scan_plot.h"
#include "lab/search/scan.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::string_view kDisagreement = "disagreement";  ///< a finding: an answer differs from the reference

struct ScanOptions {
  std::string file, measure = "separation", pair, png, svg, theme = "light";
  std::vector<std::string> vary, algorithms{"sat"}, jurors;
  bool csv = false;
  ReportOptions report;
};

/// "no answer to 3 of 3 samples: timeout, …"; empty where the member answered them all.
std::string missingText(const MemberAnswers& answers) {
  const std::size_t missing = answers.refused + answers.ended;
  return missing == 0
             ? ""
             : fmt::format("no answer to {} of {} samples: {}", missing, missing + answers.answered, answers.first);
}

std::vector<MemberAnswers> answeringOf(const ScanResult& result, std::size_t members) {
  std::vector<MemberAnswers> out(members);
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    const JurorAnswer& answer = result.points[i].answer;
    MemberAnswers& member = out[i % members];
    const bool is_answer = answer.status == JurorAnswer::Status::kOk;
    ++(is_answer                                            ? member.answered
       : answer.status == JurorAnswer::Status::kUnsupported ? member.refused
                                                            : member.ended);
    if (!is_answer && member.first.empty())
      member.first = fmt::format("{}{}{}", statusName(answer.status), answer.message.empty() ? "" : ", ",
                                 printableLine(answer.message));
  }
  // The kinds of the two shapes stay as they are: one that answers about them and refuses them elsewhere fails there.
  for (MemberAnswers& member : out) {
    if (member.answered > 0) member.ended += std::exchange(member.refused, 0);
  }
  return out;
}

/// Why nothing of what was asked was compared; nullopt where something was.
std::optional<std::string> nothingCompared(const ScanResult& result, const std::vector<std::string>& names,
                                           const std::vector<MemberAnswers>& answering,
                                           const std::vector<JuryMember>& members) {
  if (result.points.empty()) return "no sample is a case, so nothing was compared: " + result.first_left_out;
  const auto silent = silentMember(members, answering);
  return silent ? std::optional(names[*silent] + ": " + missingText(answering[*silent])) : std::nullopt;
}

/// The members' names in the order of their answers.
std::vector<std::string> namesOf(const ScanResult& result, std::size_t members) {
  std::vector<std::string> names;
  for (std::size_t m = 0; m < members && m < result.points.size(); ++m) names.push_back(result.points[m].member);
  return names;
}

/// A text in a cell: in quotes where it would be several.
std::string cell(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

/// One line a sample, one column a member.
std::string csvOf(const ScanResult& result, const std::vector<Variation>& variations, std::string_view measure,
                  std::size_t members) {
  std::string out;
  for (const Variation& variation : variations) out += cell(variation.path) + ",";
  for (const std::string& name : namesOf(result, members)) out += cell(name) + ",";
  out.back() = '\n';
  for (std::size_t i = 0; i + members <= result.points.size(); i += members) {
    for (const double value : result.points[i].at) out += shortestDecimal(value) + ",";
    for (std::size_t m = 0; m < members; ++m) {
      const auto value = measureOf(result.points[i + m].answer, measure);
      out += (m > 0 ? "," : "") + (value ? shortestDecimal(*value) : std::string());
    }
    out += "\n";
  }
  return out;
}

std::string jsonOf(const ScanResult& result, const std::vector<Variation>& variations, const ScanOptions& options,
                   std::size_t members) {
  Json samples = Json::array(), findings = Json::array(), paths = Json::array();
  for (const Variation& variation : variations) paths.push(variation.path);
  for (std::size_t i = 0; i + members <= result.points.size(); i += members) {
    Json values = Json::array();
    for (std::size_t m = 0; m < members; ++m) {
      const auto value = measureOf(result.points[i + m].answer, options.measure);
      values.push(value ? Json(*value) : Json(nullptr));
    }
    samples.push(Json{{"at", Json::list(result.points[i].at)}, {"values", std::move(values)}});
  }
  for (const ScanFinding& finding : result.findings)
    findings.push(Json{{"kind", finding.kind},
                       {"member", finding.member},
                       {"from", finding.from},
                       {"to", finding.to},
                       {"text", finding.text},
                       {"at", Json::list(finding.at)}});
  return compactJson(outputJson({{"file", options.file},
                                 {"vary", std::move(paths)},
                                 {"measure", options.measure},
                                 {"members", Json::list(namesOf(result, members))},
                                 {"samples", std::move(samples)},
                                 {"findings", std::move(findings)}}));
}

/// Findings a line each, of one kind or of all: what several members do at one place, and one does over neighbouring
/// samples, is one.
std::string findingsText(const ScannedNumbers& scan, std::string_view kind) {
  constexpr std::size_t kMaxShown = 40;
  std::string lines;
  std::vector<FindingGroup> groups = groupedFindings(scan);
  std::erase_if(groups, [&](const FindingGroup& group) { return !kind.empty() && group.first->kind != kind; });
  for (std::size_t i = 0; i < groups.size() && i < kMaxShown; ++i) {
    const FindingGroup& group = groups[i];
    const std::string over = group.samples > 1 ? fmt::format(" ({} samples)", group.samples) : "";
    lines += fmt::format("{:<13} {:<26} {} … {}: {}{}\n", group.first->kind, group.members, shortestDecimal(group.from),
                         shortestDecimal(group.to), group.first->text, over);
  }
  if (groups.size() > kMaxShown) lines += fmt::format("and {} more\n", groups.size() - kMaxShown);
  return lines;
}

/// A test for each member: it answers, and none of its answers differs from the reference.
JunitSuite suiteOf(const ScanResult& result, const std::string& file, const std::vector<std::string>& names,
                   const std::vector<MemberAnswers>& answering) {
  JunitSuite suite(file);
  for (std::size_t m = 0; m < names.size(); ++m) {
    const std::string& member = names[m];
    if (answering[m].answered == 0) {
      if (answering[m].ended > 0) suite.addError(member, missingText(answering[m]));
      if (answering[m].ended == 0) suite.skip(member, missingText(answering[m]));
      continue;
    }
    std::vector<std::string> failures;
    for (const ScanFinding& finding : result.findings) {
      if (finding.kind == kDisagreement && finding.member == member) failures.push_back(finding.text);
    }
    const auto isDiffering = [&](const ScanPoint& point) { return point.differs && point.member == member; };
    const auto differing = std::ranges::count_if(result.points, isDiffering);
    if (differing > 0 && failures.empty()) failures.push_back(fmt::format("{} answers differ", differing));
    if (answering[m].ended > 0) failures.push_back(missingText(answering[m]));
    suite.add(member, 0, failures);
  }
  return suite;
}

/// The pictures that are asked for: curves, or the heat map of the first member.
Result<void> savePictures(const ScanResult& result, const std::vector<Variation>& variations,
                          const ScanOptions& options, const std::string& title, std::size_t members) {
  if (options.png.empty() && options.svg.empty()) return {};
  const std::vector<std::string> names = namesOf(result, members);
  const Theme theme = options.theme == "dark" ? Theme::kDark : Theme::kLight;
  const bool is_heat = variations.size() > 1;
  const PlotSize size = is_heat ? PlotSize{800, 640, 14} : PlotSize{1000, 480, 14};
  const Plot plot = plotOfScan({result, variations, names}, options.measure, "", theme);
  const auto svg = svgOfPlot(plot, size, title, theme);
  SEPAX_TRY(svg);
  if (!options.svg.empty()) SEPAX_TRY(writeFileAtomically(options.svg, *svg));
  return options.png.empty() ? Result<void>() : savePicture(*svg, ".svg", options.png);
}

int run(const ScanOptions& options) {
  const auto refuse = [&](const Error& error) { return sepax::refuse(options.report, error); };
  const auto wrong = [&](std::string text) { return refuse(unusableFile(options.file, std::move(text))); };
  const auto loaded = caseToReport(options.file, options.report);
  if (!loaded) return refuse(loaded.error());
  const std::optional<PairIds> pair = pairNamed(loaded->document, options.pair);
  if (!pair) return wrong("expected a case with a pair, or --pair A,B of its bodies");
  // A number of another body changes nothing between these two.
  Document document = loaded->document;
  std::erase_if(document.bodies, [&](const Body& body) { return body.id != pair->first && body.id != pair->second; });
  if (options.vary.empty() || options.vary.size() > 2) return wrong("--vary: expected one or two");
  std::vector<Variation> variations;
  std::size_t samples = 1;
  for (const std::string& vary : options.vary) {
    auto variation = parseVariation(document, vary);
    if (!variation) return refuse(variation.error());
    if (!variations.empty() && shareNumber(document, variations.front().path, variation->path))
      return wrong(fmt::format("--vary: {} is varied already, by {}", printableLine(variation->path),
                               printableLine(variations.front().path)));
    samples *= variation->values.size();
    variations.push_back(std::move(*variation));
  }
  if (samples > kMaxSamples)
    return wrong(fmt::format("--vary: expected at most {} samples in all, found {}", kMaxSamples, samples));
  auto members = membersNamed(options.algorithms, options.jurors);
  if (!members) return refuse(members.error());
  if (options.measure == "ghosts") {
    if (std::ranges::none_of(document.bodies, [](const Body& body) { return hasNeighbours(body.shape); }))
      return wrong(
          fmt::format("--measure ghosts: expected a mesh, a heightfield or a chain, whose pieces are tested "
                      "alone; {} and {} are none",
                      pair->first, pair->second));
    if (std::ranges::none_of(*members, [](const JuryMember& m) { return m.algorithm == &referenceAlgorithm(); }))
      return wrong("--measure ghosts: expected sat among the algorithms: sat alone counts them");
  }
  ProgressLine line("scanning");
  const ProgressSink tell = line.sink();
  listenForInterrupt();
  const ScanResult result = scan(document, *pair, variations, *members, [&](std::size_t done, std::size_t total) {
    if (tell) tell({done, total, counted(done, "sample", "samples")});
    return !isInterrupted();
  });
  line.clear();
  const bool is_length = options.measure == "separation" || options.measure == "distance" || options.measure == "depth";
  const std::string title = fmt::format("{}{}{} × {}: {}{}", document.name, document.name.empty() ? "" : ", ",
                                        pair->first, pair->second, options.measure, is_length ? ", m" : "");
  if (const auto saved = savePictures(result, variations, options, title, members->size()); !saved)
    return refuse(saved.error());
  const std::vector<std::string> names = namesOf(result, members->size());
  const std::vector<MemberAnswers> answering = answeringOf(result, members->size());
  std::size_t answers = 0, ended = 0;
  for (const MemberAnswers& member : answering) {
    answers += member.answered;
    ended += member.ended;
  }
  const auto differing = std::ranges::count_if(result.points, &ScanPoint::differs);
  bool printed = true;
  if (options.report.json) {
    printed = printLine(jsonOf(result, variations, options, members->size()));
  } else if (options.csv) {
    printed = print(csvOf(result, variations, options.measure, members->size()));
  } else {
    const std::string counts =
        fmt::format("{}, {}", counted(result.points.size() / members->size(), "sample", "samples"),
                    answers == result.points.size() ? counted(answers, "answer", "answers")
                                                    : fmt::format("{} of {} answered", answers, result.points.size()));
    std::string missing;
    for (std::size_t m = 0; m < names.size(); ++m) {
      if (answering[m].ended + (options.report.quiet ? 0 : answering[m].refused) > 0)
        missing += fmt::format("{}: {}\n", names[m], missingText(answering[m]));
    }
    printed = options.report.quiet ? print(findingsText({result, variations, names}, kDisagreement) + missing +
                                           fmt::format("{}, {} differ from the reference\n", counts, differing))
                                   : print(counts + "\n" + missing + findingsText({result, variations, names}, ""));
  }
  const JunitSuite suite = suiteOf(result, options.file, names, answering);
  std::vector<Error> unusable;
  if (const auto nothing = nothingCompared(result, names, answering, *members)) {
    unusable.push_back(unusableFile(options.file, *nothing));
  } else if (result.left_out > 0) {
    unusable.push_back(
        unusableFile(options.file, fmt::format("{} left out, which are no case; the first: {}",
                                               counted(result.left_out, "sample", "samples"), result.first_left_out)));
  }
  if (finishReport(options.report, {&suite, 1}, unusable, printed) != kExitFine) return kExitUnusable;
  return differing + static_cast<std::ptrdiff_t>(ended) > 0 ? kExitFailed : kExitFine;
}

}  // namespace

void addScanCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<ScanOptions>();
  CLI::App* const command =
      app.add_subcommand("scan", "Vary one or two numbers of a case, and find jumps, flips and disagreements");
  command->add_option("CASE", options->file, "The case; - is standard input")->required();
  command
      ->add_option("--vary", options->vary,
                   "PATH=FROM:TO:COUNT, as B.position.x=-1:1:201, or PATH=ulp-50:ulp+50 around its present value; "
                   "PATH,PATH or *.position.x move together")
      ->required();
  command->add_option("--measure", options->measure, "The part of each answer to print")
      ->check(CLI::IsMember(
          {"separation", "verdict", "distance", "depth", "time", "ghosts", "normal.x", "normal.y", "normal.z"}))
      ->capture_default_str();
  command->add_option("--algorithm", options->algorithms, "Rows of sepax algorithms, separated by commas")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--jurors,--juror", options->jurors, "Names of sepax jurors, separated by commas")
      ->delimiter(',');
  command->add_option("--pair", options->pair, "A,B: which pair; without it the first");
  CLI::Option* const csv =
      command->add_flag("--csv", options->csv, "Print a table with one header line; an empty cell: no such answer");
  addReportOptions(*command, options->report,
                   "a test for each member, which answers and differs nowhere from the reference",
                   "Print JSON, findings included");
  for (const char* text : {"--json", "--quiet"}) csv->excludes(command->get_option(text));
  addStrict(*command, options->report);
  command->add_option("--svg", options->svg,
                      "A picture to write: curves with marks, or the heat map of the first that is asked");
  command->add_option("--png", options->png, "The plot in pixels");
  command->add_option("--theme", options->theme, "The theme of the pictures")
      ->check(CLI::IsMember({"light", "dark"}))
      ->capture_default_str();
  command->footer(
      "Without --csv or --json it prints what was found: where verdicts change, the gap jumps, normals flip, answers "
      "differ from the "
      "reference.\n\n"
      "sepax scan case.json --vary B.position.x=-1:1:201 --algorithm sat,gjk-epa --csv\n"
      "sepax scan case.json --vary B.position.x=ulp-50:ulp+50 --jurors bullet\n"
      "sepax scan case.json --vary B.position.x=-1:1:80 --vary B.position.y=-1:1:80 --png map.png\n\n"
      "Exit status: 0 fine, 1 some answer differs from the reference or is missing, 2 unusable input, a sample that "
      "is no case,\nor a member that answers nothing; 130 ended by Ctrl+C, with the samples so far.");
  command->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace sepax
