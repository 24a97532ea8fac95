#include "app/commands/commands.h"

#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "document/document.h"
#include "format/case_file.h"
#include "format/case_writer.h"
#include "geom/random.h"
#include "prove/selfcheck.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

namespace {

struct RunOptions {
  SelfcheckOptions check;
  ReportOptions report;
  std::string place;  ///< of the pair to print instead
};

/// All findings, those about bodies that cases place by their ends included.
struct Outcome {
  SelfcheckResult pairs;
  std::vector<Question> others;  ///< of what has no mix

  [[nodiscard]] bool isClean() const {
    return sepax::isClean(pairs) &&
           std::ranges::all_of(others, [](const Question& question) { return question.worst <= question.allowed; });
  }
};

/// Capsules between two points of a body far from the origin, against balls beside them: by the ends in long double.
Question askEnds(const SelfcheckOptions& options) {
  constexpr double kAllowed = 1e-12;  ///< of the length between the ends
  using LongVec = glm::vec<3, long double>;
  SplitMix64 random{options.seed ^ 0xE17D5};
  Question question{"bodies by end points, far away", 0, 0, kAllowed, {}};
  for (std::uint64_t i = 0; i < options.pairs + 50; ++i) {
    const bool planar = random.next() % 2 == 0;
    const auto draw = [&](double size) {
      const Vec3 point = random.point(size);
      return planar ? Vec3{point.x, point.y, 0} : point;
    };
    const Vec3 away = draw(std::pow(10, random.in(0, 8))), from = draw(1), to = draw(1), beside = away + draw(3);
    const auto text = [&](const Vec3& v) {
      return planar ? fmt::format("[{}, {}]", v.x, v.y) : fmt::format("[{}, {}, {}]", v.x, v.y, v.z);
    };
    const auto loaded = parseCase(
        fmt::format(R"({{"sepax": 1, "space": "{}", "bodies": [
            {{"id": "A", "shape": {{"type": "capsule", "from": {}, "to": {}, "radius": 0.125}}, "position": {}}},
            {{"id": "B", "shape": {{"type": "{}", "radius": 0.25}}, "position": {}}}]}})",
                    planar ? "2d" : "3d", text(from), text(to), text(away), planar ? "circle" : "sphere", text(beside)),
        "ends");
    const auto report = loaded.and_then([](const auto& found) { return testPair(found.document, {"A", "B"}); });
    const LongVec a(from), along = LongVec(to) - a, off = LongVec(beside) - LongVec(away) - a;
    const long double share = std::clamp(glm::dot(off, along) / glm::dot(along, along), 0.0L, 1.0L);
    const auto gap = static_cast<double>(glm::length(off - along * share) - 0.375L);
    ++question.asked;
    const double error = report ? std::abs(report->answer.separation - gap) / length(to - from) : HUGE_VAL;
    if (error <= question.worst) continue;
    question.worst = error;
    question.worst_at = fmt::format("body {}", i);
  }
  return question;
}

Json sweepJson(const SweepCounts& sweeps) {
  return Json{{"asked", sweeps.sweeps},
              {"rotating", sweeps.rotating},
              {"hits", sweeps.hits},
              {"misses", sweeps.misses},
              {"starts", sweeps.starts},
              {"exits", sweeps.exits},
              {"undecided", sweeps.undecided},
              {"wrong", sweeps.wrong},
              {"gap_at_impact", jsonNumber(sweeps.gap_at_impact)},
              {"depth_before", jsonNumber(sweeps.depth_before)},
              {"depth_after", jsonNumber(sweeps.depth_after)},
              {"first_wrong", sweeps.first_wrong}};
}

Json rowJson(const SelfcheckRow& row) {
  const SelfcheckCounts& c = row.counts;
  return Json{{"a", row.a},
              {"b", row.b},
              {"space", row.planar ? "2d" : "3d"},
              {"mix", row.mix},
              {"clean", isClean(c)},
              {"pairs", c.pairs},
              {"wrong", c.wrong},
              {"worst_wrong_gap", jsonNumber(c.worst_wrong_gap)},
              {"separation_error", jsonNumber(c.separation_error)},
              {"distance_error", jsonNumber(c.distance_error)},
              {"mtv_error", jsonNumber(c.mtv_error)},
              {"unsound", c.unsound},
              {"exact", c.exact},
              {"sign_flips", c.sign_flips},
              {"worst_flip", jsonNumber(c.worst_flip)},
              {"compared", c.compared},
              {"disagreements", c.disagreements},
              {"first_disagreement", c.first_disagreement},
              {"brute_excess", jsonNumber(c.brute_excess)},
              {"sweeps", sweepJson(c.sweeps)},
              {"coverage",
               {{"face_a", c.decided[0]},
                {"face_b", c.decided[1]},
                {"edge_pair", c.decided[2]},
                {"closest", c.decided[3]},
                {"lateral", c.decided[4]},
                {"rim", c.decided[5]},
                {"degenerate", c.degenerate},
                {"ties", c.ties},
                {"separated", c.separated},
                {"touching", c.touching},
                {"overlapping", c.overlapping}}}};
}

/// By question: how often it was asked and the worst error of each mix.
Json questionsJson(const Outcome& outcome) {
  const SelfcheckResult& result = outcome.pairs;
  Json questions = Json::array();
  for (const Question& question : questionsOf({})) {
    questions.push(Json{
        {"query", question.name}, {"asked", 0}, {"allowed", jsonNumber(question.allowed)}, {"worst", Json::object()}});
  }
  std::vector<std::uint64_t> asked(questionsOf({}).size());
  for (std::size_t mix = 0; mix < kAllMixes; ++mix) {
    const std::vector<Question> of_mix = questionsOf(result.by_mix[mix]);
    for (std::size_t q = 0; q < of_mix.size(); ++q) {
      asked[q] += of_mix[q].asked;
      questions[q]["asked"] = asked[q];
      questions[q]["worst"].add(
          mixName(static_cast<Mix>(mix)),
          Json{{"asked", of_mix[q].asked}, {"error", jsonNumber(of_mix[q].worst)}, {"at", of_mix[q].worst_at}});
    }
  }
  for (const Question& question : outcome.others) {
    questions.push(Json{{"query", question.name},
                        {"asked", question.asked},
                        {"allowed", jsonNumber(question.allowed)},
                        {"worst", Json{{"all", Json{{"asked", question.asked},
                                                    {"error", jsonNumber(question.worst)},
                                                    {"at", question.worst_at}}}}}});
  }
  return questions;
}

std::string resultJson(const Outcome& outcome, const SelfcheckOptions& options) {
  const SelfcheckResult& result = outcome.pairs;
  Json rows = Json::array();
  for (const SelfcheckRow& row : result.rows) rows.push(rowJson(row));
  const Json object = outputJson({{"seed", options.seed},
                                  {"clean", outcome.isClean()},
                                  {"seconds", jsonNumber(result.seconds)},
                                  {"rows", std::move(rows)},
                                  {"queries", questionsJson(outcome)},
                                  {"not_covered", Json::list(notCovered())}});
  return compactJson(object) + "\n";
}

void printSweeps(const SelfcheckResult& result) {
  SweepCounts all;
  for (const SelfcheckRow& row : result.rows) merge(row.counts.sweeps, all);
  fmt::print("{} sweeps: {} rotating; {} hits, {} of them from the start, {} misses, {} exits, {} undecided\n",
             all.sweeps, all.rotating, all.hits, all.starts, all.misses, all.exits, all.undecided);
}

/// Prints each kind of query: how often it was made, and the worst error of each mix.
void printQuestions(const Outcome& outcome) {
  const SelfcheckResult& result = outcome.pairs;
  fmt::print(
      "\nby question and mix, worst errors: of size; of a sweep's extent; of the smaller shape's size and the "
      "coordinates' rounding where "
      "contacts, points and rays\nare asked about; of the area the part that is missed\n");
  fmt::print("{:<31} {:>9}", "", "asked");
  for (int mix = 0; mix < kAllMixes; ++mix) fmt::print(" {:>7}", mixName(static_cast<Mix>(mix)));
  fmt::print("\n");
  std::array<std::vector<Question>, kAllMixes> by_mix;
  for (std::size_t mix = 0; mix < kAllMixes; ++mix) by_mix[mix] = questionsOf(result.by_mix[mix]);
  for (std::size_t q = 0; q < by_mix.front().size(); ++q) {
    std::uint64_t asked = 0;
    std::string worst;
    const Question* worst_of_all = &by_mix.front()[q];
    for (const std::vector<Question>& questions : by_mix) {
      asked += questions[q].asked;
      worst += fmt::format(" {:>7.1e}", questions[q].worst);
      if (questions[q].worst > worst_of_all->worst) worst_of_all = &questions[q];
    }
    const bool is_clean = worst_of_all->worst <= worst_of_all->allowed;
    fmt::print("{:<31} {:>9}{}{}\n", worst_of_all->name, asked, worst,
               is_clean ? "" : "  <-- wrong: " + worst_of_all->worst_at);
  }
  fmt::print(
      "\nmeshes taken apart, worst errors: of the volume and of the diagonal; bodies by end points: of their length\n");
  for (const Question& question : outcome.others) {
    fmt::print("{:<31} {:>9} {:>7.1e}{}\n", question.name, question.asked, question.worst,
               question.worst <= question.allowed ? "" : "  <-- wrong: " + question.worst_at);
  }
  fmt::print("\nwithout a second method:\n");
  for (const char* const sentence : notCovered()) fmt::print("  {}\n", sentence);
}

/// The faults of a row, a line each; none when it is clean.
std::vector<std::string> faultsOf(const SelfcheckCounts& c) {
  std::vector<std::string> out;
  if (c.wrong > 0)
    out.push_back(fmt::format("{} wrong, worst gap of a wrong verdict: {:.3g}", c.wrong, c.worst_wrong_gap));
  if (c.unsound > 0) out.push_back(fmt::format("{} reports contradict themselves", c.unsound));
  if (c.disagreements > 0) out.push_back(c.first_disagreement);
  if (c.sweeps.wrong > 0)
    out.push_back(fmt::format("{} of {} sweeps are wrong; {}", c.sweeps.wrong, c.sweeps.sweeps, c.sweeps.first_wrong));
  if (c.brute_excess > 1e-9)
    out.push_back(fmt::format("a sampled direction separates {:.3g} more than the answer", c.brute_excess));
  for (const Question& question : questionsOf(c)) {
    if (question.worst_at.empty() || question.worst <= question.allowed) continue;
    out.push_back(fmt::format("{}: {:.1e}, {}", question.name, question.worst, question.worst_at));
  }
  if (out.empty() && !isClean(c)) out.emplace_back("not clean");
  return out;
}

/// A test for each row, and for each question about what has no mix.
JunitSuite suiteOf(const Outcome& outcome) {
  JunitSuite suite("selfcheck");
  for (const SelfcheckRow& row : outcome.pairs.rows) {
    const std::string test = fmt::format("{}-{} {}", row.a, row.b, row.mix);
    if (row.counts.pairs == 0) {
      suite.skip(test, "no pair was asked about");
    } else {
      suite.add(test, 0, faultsOf(row.counts));
    }
  }
  for (const Question& question : outcome.others) {
    const bool is_wrong = question.worst > question.allowed;
    suite.add(question.name, 0, is_wrong ? std::vector{question.worst_at} : std::vector<std::string>());
  }
  return suite;
}

void printCounts(const Outcome& outcome, bool quiet) {
  const SelfcheckResult& result = outcome.pairs;
  if (!quiet) {
    fmt::print(
        "errors of size; \"exact\" pairs were answered in integers too, \"all\" by every algorithm; integers bound "
        "cylinders and cones by "
        "prisms and pyramids around them\n");
    fmt::print(
        "{:<18} {:<6} {:>8} {:>6} {:>8} {:>8} {:>8} {:>7} {:>6} {:>5} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} "
        "{:>6}\n",
        "pair", "mix", "pairs", "wrong", "sep", "dist", "mtv", "exact", "all", "dis", "overlap", "face A", "face B",
        "edges", "closest", "curved", "degen", "touch");
  }
  std::uint64_t pairs = 0;
  for (const SelfcheckRow& row : result.rows) {
    const SelfcheckCounts& c = row.counts;
    pairs += c.pairs;
    if (quiet && isClean(c)) continue;
    fmt::print(
        "{:<18} {:<6} {:>8} {:>6} {:>8.1e} {:>8.1e} {:>8.1e} {:>7} {:>6} {:>5} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} "
        "{:>7} {:>6}{}\n",
        row.a + "-" + row.b, row.mix, c.pairs, c.wrong, c.separation_error, c.distance_error, c.mtv_error, c.exact,
        c.compared, c.disagreements, c.overlapping, c.decided[0], c.decided[1], c.decided[2], c.decided[3],
        c.decided[4] + c.decided[5], c.degenerate, c.touching, isClean(c) ? "" : "  <-- wrong");
    for (const std::string& fault : faultsOf(c)) fmt::print("    {}\n", fault);
  }
  if (!quiet || !outcome.isClean()) {
    printQuestions(outcome);
    printSweeps(result);
  }
  fmt::print("{}{}: {} pairs in {:.1f} s\n", outcome.isClean() ? "clean" : "WRONG", isInterrupted() ? " so far" : "",
             pairs, result.seconds);
}

/// The pair of a finding as a case.
int printPair(const RunOptions& options) {
  const Result<WorkPair> pair = selfcheckPair(options.place, options.check.seed);
  if (!pair) return complain(pair.error());
  Document document;
  document.name = options.place;
  document.source = fmt::format("sepax selfcheck --seed {} --pair \"{}\"", options.check.seed, options.place);
  document.space = isPlanar(pair->a.shape) ? Space::k2d : Space::k3d;
  for (const auto& [id, posed] : {std::pair{"A", &pair->a}, std::pair{"B", &pair->b}}) {
    Body body;
    body.id = id;
    body.shape = posed->shape;
    body.position = posed->pose.position;
    body.rotation = posed->pose.rotation;
    document.bodies.push_back(std::move(body));
  }
  return finishOutput(print(writeCase(document)));
}

}  // namespace

void addSelfcheckCommand(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* const command =
      app.add_subcommand("selfcheck", "Prove the reference against exact arithmetic and brute force");
  command
      ->add_option("--pairs", options->check.pairs,
                   "Box pairs of each mix; every other pair of kinds gets a tenth of it")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  command->add_option("--seed", options->check.seed, "Other pairs than the usual ones")->capture_default_str();
  command->add_option("--threads", options->check.threads, "Default: one a core. The result does not depend on it")
      ->check(CLI::Range(0, 1024));
  command->add_option("--only", options->check.only, "These rows alone: --only capsule-box,hull-hull")
      ->delimiter(',')
      ->check([](const std::string& kinds) {
        return isSelfcheckRow(kinds) ? std::string()
                                     : fmt::format("no row is called \"{}\"; capsule-box is one", kinds);
      });
  command->add_option("--pair", options->place,
                      "Print the pair that a finding names, as a case: --pair \"capsule-box sliver 0:17\"");
  addReportOptions(*command, options->report, "a test for each row", "Print one JSON object");
  command->footer("Exit status: 0 clean, 1 anything wrong, 2 unusable input, 130 ended by Ctrl+C: counts so far.");
  command->callback([options, &exit_status] {
    if (!options->place.empty()) {
      exit_status = printPair(*options);
      return;
    }
    ProgressLine line("selfcheck");
    options->check.progress = [tell = line.sink()](double done) {
      constexpr double kParts = 1000;
      if (tell) tell({static_cast<std::uint64_t>(kParts * done), static_cast<std::uint64_t>(kParts), ""});
      return !isInterrupted();
    };
    listenForInterrupt();
    Outcome outcome{selfcheck(options->check), {}};
    line.clear();
    if (options->check.only.empty() && !isInterrupted()) {
      outcome.others = solidQuestions(outcome.pairs.solids);
      outcome.others.push_back(askEnds(options->check));
    }
    if (options->report.json) {
      print(resultJson(outcome, options->check));
    } else {
      printCounts(outcome, options->report.quiet);
    }
    exit_status = outcome.isClean() ? kExitFine : kExitFailed;
    const JunitSuite suite = suiteOf(outcome);
    if (const auto written = writeJunit(options->report, {&suite, 1}); !written)
      exit_status = complain(written.error());
  });
}

}  // namespace sepax
