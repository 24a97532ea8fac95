#include "app/commands/commands.h"

#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "core/json_text.h"
#include "core/process.h"
#include "core/text.h"
#include "document/tested_pairs.h"
#include "format/case_writer.h"
#include "lab/search/relations.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sepax {

namespace {

struct RelationsOptions {
  std::string file, pair, folder;
  std::vector<std::string> algorithms, jurors;
  ReportOptions report;
};

/// A file name of what is anything.
std::string plainName(std::string text) {
  for (char& c : text) {
    const bool is_plain =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.';
    if (!is_plain) c = '_';
  }
  return text;
}

constexpr const char* kSaysTooLittle = "its answer has neither a separation nor a distance";

/// A test for each relation that the answers were asked for, and one that is no pass where there was none.
void noteTests(JunitSuite& suite, const std::string& asked, const RelationsReport& report) {
  std::map<std::string, std::vector<std::string>> broken;
  for (const BrokenRelation& relation : report.broken) broken[relation.relation].push_back(relation.text);
  const std::set<std::string> held(report.held.begin(), report.held.end());
  for (const Relation& relation : relations()) {
    const auto found = broken.find(relation.name);
    const std::string test = fmt::format("{}: {}", asked, relation.name);
    if (found != broken.end()) {
      suite.add(test, 0, found->second);
    } else if (held.contains(relation.name)) {
      suite.add(test, 0, {});
    } else {
      suite.skip(test, report.unanswered.empty() ? "" : report.unanswered.front());
    }
  }
  if (report.unanswered.size() > report.unsupported && report.held.size() + report.broken.size() == 0) {
    suite.addError(asked + ": answers", report.unanswered.front());
  } else if (report.unanswered.size() > report.unsupported) {
    suite.add(asked + ": answers", 0, report.unanswered);
  }
}

int run(const RelationsOptions& options) {
  const auto refuse = [&](const Error& error) { return sepax::refuse(options.report, error); };
  const auto wrong = [&](const char* text) { return refuse(unusableFile(options.file, text)); };
  const auto loaded = caseToReport(options.file, options.report);
  if (!loaded) return refuse(loaded.error());
  const Document& document = loaded->document;
  std::vector<PairIds> pairs = testedPairs(document);
  if (!options.pair.empty()) {
    const auto pair = pairNamed(document, options.pair);
    if (!pair) return wrong("--pair: expected A,B, two bodies of the case");
    pairs = {*pair};
  }
  if (pairs.empty()) return wrong("expected a case with a pair");
  std::vector<std::string> algorithms = options.algorithms;
  if (algorithms.empty() && options.jurors.empty()) {
    for (const PairAlgorithm& row : pairAlgorithms()) {
      if (!row.historical) algorithms.emplace_back(row.name);
    }
  }
  auto members = membersNamed(algorithms, options.jurors);
  if (!members) return refuse(members.error());
  bool printed = true;
  std::size_t held = 0, broken = 0, unanswered = 0, unsupported = 0;
  std::set<std::string> kept, failing;  ///< names of relations
  Json list = Json::array(), silent = Json::array();
  JunitSuite suite(options.file);
  std::vector<MemberAnswers> asked(members->size());
  setChildCancelFlag(&listenForInterrupt());  // a program that is waited for is ended, too
  for (const PairIds& pair : pairs) {
    for (std::size_t m = 0; m < members->size() && !isInterrupted(); ++m) {
      JuryMember& member = (*members)[m];
      const std::string name = member.name();
      const RelationsReport report = checkRelations(member, document, pair, {}, [] { return !isInterrupted(); });
      asked[m].answered += report.held.size() + report.broken.size();
      asked[m].ended += report.unanswered.size() - report.unsupported;
      if (asked[m].first.empty()) asked[m].first = report.unanswered.empty() ? kSaysTooLittle : report.unanswered[0];
      held += report.held.size();
      kept.insert(report.held.begin(), report.held.end());
      noteTests(suite, fmt::format("{}, {} × {}", name, pair.first, pair.second), report);
      for (const BrokenRelation& relation : report.broken) failing.insert(relation.relation);
      unsupported += report.unsupported;
      for (const std::string& text : report.unanswered) {
        ++unanswered;
        silent.push(Json{{"pair", Json::array({pair.first, pair.second})}, {"member", name}, {"text", text}});
        if (!options.report.json)
          printed = print(fmt::format("{}, {} × {}: no answer: {}\n", name, printableLine(pair.first),
                                      printableLine(pair.second), text)) &&
                    printed;
      }
      for (const BrokenRelation& relation : report.broken) {
        ++broken;
        std::string saved;
        if (!options.folder.empty()) {
          saved =
              fmt::format("{}/{}", options.folder,
                          plainName(fmt::format("{}-{}-{}-{}.json", name, relation.relation, pair.first, pair.second)));
          if (const auto written = saveCase(relation.changed, saved); !written) return complain(written.error());
        }
        list.push(Json{{"pair", Json::array({pair.first, pair.second})},
                       {"member", name},
                       {"relation", relation.relation},
                       {"expected", relation.expected},
                       {"found", relation.found},
                       {"tolerance", relation.tolerance},
                       {"text", relation.text},
                       {"file", orNull(saved)}});
        if (!options.report.json)
          printed = print(fmt::format("{}, {} × {}, {}: {}{}\n", name, printableLine(pair.first),
                                      printableLine(pair.second), relation.relation, relation.text,
                                      saved.empty() ? "" : fmt::format(" ({})", printableLine(saved)))) &&
                    printed;
      }
    }
  }
  setChildCancelFlag(nullptr);
  std::vector<std::string> holding, not_asked;  ///< in the order of the table
  for (const Relation& relation : relations()) {
    if (kept.contains(relation.name)) holding.emplace_back(relation.name);
    if (!kept.contains(relation.name) && !failing.contains(relation.name)) not_asked.emplace_back(relation.name);
  }
  if (options.report.json) {
    printed = printLine(compactJson(outputJson({{"file", options.file},
                                                {"held", held},
                                                {"holding", Json::list(holding)},
                                                {"not_asked", Json::list(not_asked)},
                                                {"broken", std::move(list)},
                                                {"unanswered", std::move(silent)}})));
  } else {
    std::string counts = unsupported == 0 ? "" : fmt::format(", {} refused", counted(unsupported, "pair", "pairs"));
    if (unanswered > unsupported) counts += fmt::format(", {} had no answer", unanswered - unsupported);
    std::string text = fmt::format("{} hold{}, {} broken{}\n", counted(held, "relation", "relations"),
                                   isInterrupted() ? " so far" : "", broken, counts);
    if (!holding.empty() && !options.report.quiet) text += fmt::format("hold: {}\n", fmt::join(holding, ", "));
    if (!not_asked.empty() && !options.report.quiet && !isInterrupted())
      text += fmt::format("not asked, since the answers do not say what they need: {}\n", fmt::join(not_asked, ", "));
    if (broken == 0 && held > 0 && !options.report.quiet && !isInterrupted())
      text += "A function that is wrong everywhere in the same way keeps them all: sepax jury compares it.\n";
    printed = print(text) && printed;
  }
  std::vector<Error> unusable;
  if (const auto without = isInterrupted() ? std::nullopt : silentMember(*members, asked)) {
    unusable.push_back(unusableFile(options.file, fmt::format("{}: no relation could be asked of it: {}",
                                                              (*members)[*without].name(), asked[*without].first)));
  }
  if (finishReport(options.report, {&suite, 1}, unusable, printed) != kExitFine) return kExitUnusable;
  return broken > 0 || unanswered > unsupported ? kExitFailed : kExitFine;
}

}  // namespace

void addRelationsCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<RelationsOptions>();
  CLI::App* const command = app.add_subcommand(
      "relations", "Ask about a pair moved, mirrored, scaled …: do the answers agree with each other?");
  command->add_option("CASE", options->file, "The case; - is standard input")->required();
  command->add_option("--pair", options->pair, "A,B: this pair alone");
  command
      ->add_option("--algorithm", options->algorithms,
                   "Names of sepax algorithms, separated by commas; without it every verified one")
      ->delimiter(',');
  command->add_option("--jurors,--juror", options->jurors, "Names of sepax jurors, separated by commas")
      ->delimiter(',');
  command->add_option("-o", options->folder, "A folder that gets a case of each pair on which a relation is broken");
  addReportOptions(*command, options->report, "a test for each pair, member and relation");
  addStrict(*command, options->report);
  std::string table = "No reference is needed: whatever the right answer is, these hold.\n\n";
  for (const Relation& relation : relations()) table += fmt::format("  {:<10} {}\n", relation.name, relation.says);
  command->footer(
      table +
      "\nsepax relations case.json\nsepax relations case.json --jurors bullet,fcl-indep -o broken/\n\n"
      "Exit status: 0 all hold that a member supports, 1 one is broken or has no answer, 2 unusable input, or a "
      "member of which\nno relation could be asked; 130 ended by Ctrl+C, with the relations so far.");
  command->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace sepax
