#include "app/commands/commands.h"

#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/text.h"
#include "format/case_writer.h"
#include "format/link.h"
#include "lab/export.h"
#include "lab/paste/claims.h"
#include "lab/paste/paste.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

namespace {

struct PasteOptions {
  std::string file = "-";
  std::vector<std::string> assume, take;
  std::string output;
  bool partial = false, hex = false, json = false, groups = false, link = false;
};

void say(std::string_view line) { fmt::print(stderr, "{}\n", printableLine(line)); }

/// The assumptions, each with the option that reverses it.
std::vector<std::string> assumptionsOf(const Pasted& pasted) {
  std::vector<std::string> lines = pasted.assumptions;
  for (std::string& line : lines) {
    for (const PasteQuestion& question : pasted.questions) {
      if (line.starts_with(question.key + ": "))
        line += fmt::format("; --assume {}={} for the other", question.key, fmt::join(question.others, "|"));
    }
  }
  return lines;
}

/// The results that the text states, beside those of the reference.
std::vector<std::string> claimsIn(const Pasted& pasted, const Result<PairReport>& report) {
  std::vector<std::string> lines;
  if (!report) return lines;
  for (const PasteClaimCheck& checked : checkClaims(pasted, report->answer)) {
    const PasteClaim& claim = checked.claim;
    lines.push_back(fmt::format("line {}: {}; here: {}{}", claim.line, claim.text(), checked.here,
                                checked.differs ? ", which differs" : ""));
  }
  return lines;
}

int printAsJson(const Pasted& pasted, const std::vector<std::string>& verdicts,
                const std::vector<std::string>& claims) {
  const Json object = outputJson({{"reader", pasted.reader},
                                  {"pair", pasted.isPair()},
                                  {"certain", pasted.isCertain()},
                                  {"doubts", Json::list(pasted.doubts)},
                                  {"case", caseJson(pasted.document)},
                                  {"taken", Json::list(pasted.taken)},
                                  {"assumptions", Json::list(assumptionsOf(pasted))},
                                  {"remarks", Json::list(pasted.remarks)},
                                  {"verdicts", Json::list(verdicts)},
                                  {"claims", Json::list(claims)},
                                  {"missing", Json::list(pasted.missing)},
                                  {"unused", Json::list(pasted.unused)}});
  return finishOutput(printLine(prettyJson(object)));
}

/// Every group of numbers, as --take names it, with the role that the reader gives it.
int printGroups(const Pasted& pasted, bool as_json) {
  Json list = Json::array();
  for (const PasteGroup& group : groupsOf(pasted)) {
    const bool is_of_body = group.body >= 0;
    const std::string body = is_of_body ? pasted.document.bodies[static_cast<std::size_t>(group.body)].id : "";
    const char* const role = is_of_body ? group.role.c_str() : group.is_answer ? "none" : "";
    const bool is_sure = pasted.isCertain() || group.is_answer;
    if (as_json) {
      list.push(Json{{"at", group.reference},
                     {"numbers", Json::list(group.numbers)},
                     {"words", Json::list(group.words)},
                     {"body", body},
                     {"role", role},
                     {"certain", is_sure}});
      continue;
    }
    std::string line = fmt::format("{} {}", group.reference, fmt::join(group.numbers, " "));
    if (!group.words.empty())
      line += fmt::format(", behind \"{}\"", fmt::join(group.words.rbegin(), group.words.rend(), " "));
    if (is_of_body) line += fmt::format(": {} {}{}", body, role, is_sure ? "" : ", unsure");
    if (!is_of_body) line += group.is_answer ? ": an answer" : group.body == PasteMark::kUsed ? ": used" : ": not used";
    if (finishOutput(printLine(printableLine(line))) != kExitFine) return kExitUnusable;
  }
  if (!as_json) return kExitFine;
  const Json object = outputJson({{"reader", pasted.reader}, {"groups", list}});
  return finishOutput(printLine(prettyJson(object)));
}

constexpr const char* kLinkForm = "link";
constexpr const char* kUsualPage = "sepax.html";

/// One line: the page's address with the case behind its #.
Result<std::string> linkTo(const Document& document, const std::optional<PairIds>& pair, const std::string& page) {
  auto link = linkToCase(document, pair);
  SEPAX_TRY(link);
  return page + "#" + *link + "\n";
}

/// 0 a pair, 1 a pair that may be another one, 2 none.
int statusOf(const Pasted& pasted) {
  return pasted.isCertain() ? kExitFine : pasted.isCase() ? kExitFailed : kExitUnusable;
}

int run(const PasteOptions& options) {
  paste::Answers answers;
  for (const std::string& text : options.assume) {
    const auto answer = parseAnswer(text);
    if (!answer) return complain(answer.error());
    answers[answer->first] = answer->second;
  }
  std::vector<paste::TakeRule> rules;
  for (const std::string& text : options.take) {
    auto rule = paste::parseTake(text);
    if (!rule) return complain(rule.error());
    rules.push_back(std::move(*rule));
  }
  const auto text = options.file == "-" ? readStandardInput(kMaxPasteBytes) : readFile(options.file, kMaxPasteBytes);
  if (!text) return complain(text.error());
  const auto pasted = pasteText(*text, answers, rules);
  if (!pasted) return complain(pasted.error());
  if (options.groups) return printGroups(*pasted, options.json);
  const Result<PairReport> report = pastedReport(*pasted);
  const std::vector<std::string> claims = claimsIn(*pasted, report);
  std::vector<std::string> verdicts;
  if (pasted->isPair()) {
    verdicts.push_back(pastedVerdict(report));
    for (const PasteVerdict& other : verdictsByAnswer(*text, *pasted, answers, rules))
      verdicts.push_back(fmt::format("with {}={}: {}", other.key, other.answer, other.text));
  }
  if (options.json) {
    const int status = printAsJson(*pasted, verdicts, claims);
    return status == kExitFine ? statusOf(*pasted) : status;
  }
  for (const std::string& line : pasted->taken) say(line);
  for (const std::string& line : assumptionsOf(*pasted)) say("assumed: " + line);
  for (const std::string& line : pasted->remarks) say("note: " + line);
  for (const std::string& line : pasted->doubts) say("unsure: " + line);
  for (const std::string& line : verdicts)
    say((pasted->doubts.empty() ? "verdict: " : "verdict, if this is the pair: ") + line);
  for (const std::string& line : claims) say("the text says, " + line);
  if (!pasted->unused.empty()) say(fmt::format("not used: {}", fmt::join(pasted->unused, ", ")));
  for (const std::string& line : pasted->missing) say("missing: " + line);
  const bool is_written = pasted->isCase() || (options.partial && !pasted->document.bodies.empty());
  if (!is_written)
    return complain(pasted->document.bodies.empty() ? "no shape found"
                                                    : "no pair found; --partial writes the bodies found");
  const NumberStyle style = options.hex ? NumberStyle::kHexFloat : NumberStyle::kShortest;
  const Result<std::string> written =
      options.link ? linkTo(pasted->document, std::nullopt, kUsualPage) : writeCase(pasted->document, style);
  if (!written) return complain(written.error());
  const int status = printOrSave(*written, options.output);
  return status == kExitFine ? statusOf(*pasted) : status;
}

struct ExportOptions {
  std::string file, form, pair, output, picture, page = kUsualPage;
  std::vector<std::string> jurors;
};

/// Further parts of the text for an issue: the jury's answers, and a picture, which is drawn.
Result<std::string> issueParts(const Document& document, const PairIds& pair, const ExportOptions& options) {
  std::string out;
  if (!options.jurors.empty()) {
    std::vector<std::string> rows, jurors;
    for (const std::string& name : options.jurors) (findAlgorithm(name) != nullptr ? rows : jurors).push_back(name);
    auto members = membersNamed(rows, jurors);
    SEPAX_TRY(members);
    const auto reference = testPair(document, pair);
    SEPAX_TRY(reference);
    std::vector<JuryRow> answers;
    for (JuryMember& member : *members) answers.push_back(askMember(member, document, pair, reference->answer, {}));
    out += juryMarkdown(reference->answer, answers, document.space);
  }
  if (!options.picture.empty()) {
    SEPAX_TRY(savePicture(writeCase(document), ".json", options.picture, {"--pair", pair.first + "," + pair.second}));
    // CommonMark ends a plain link at a blank.
    const bool is_plain = options.picture.find_first_of(" ()<>") == std::string::npos;
    out += fmt::format("\n![{} × {}]({})\n", markdownText(pair.first), markdownText(pair.second),
                       is_plain ? options.picture : "<" + options.picture + ">");
  }
  return out;
}

int runExport(const ExportOptions& options) {
  std::error_code none;
  if (std::filesystem::equivalent(options.file, options.output, none))
    return complain("--output: expected another file than the case, which would be lost");
  const auto loaded = caseOrStandardInput(options.file);
  if (!loaded) return complain(loaded.error());
  const Document& document = loaded->document;
  const ApiForm* const form = findExportForm(options.form, document.space);
  const bool is_link = options.form == kLinkForm;
  if (form == nullptr && !is_link) {
    std::vector<std::string> names;
    for (const ApiForm* const row : exportForms()) {
      if (row->space == document.space) names.push_back(row->name);
    }
    return complain(fmt::format("--as: expected one of {} or {} for a {} case; found \"{}\"", fmt::join(names, ", "),
                                kLinkForm, document.space == Space::k2d ? "2d" : "3d", options.form));
  }
  const std::optional<PairIds> pair = pairNamed(document, options.pair);
  if (!pair && !options.pair.empty())
    return complain(
        fmt::format("--pair: expected the ids of two bodies, separated by a comma; found \"{}\"", options.pair));
  const bool has_parts = !options.jurors.empty() || !options.picture.empty();
  if (has_parts && (is_link || !isIssueForm(*form)))
    return complain("--jurors, --picture: only --as markdown has room for them");
  if (has_parts && !pair)
    return complain("--jurors, --picture: expected a case with a pair, or --pair A,B of its bodies");
  auto exported = is_link ? linkTo(document, pair, options.page) : exportText(document, *form, pair ? &*pair : nullptr);
  if (!exported) return complain(exported.error());
  if (!document.queries.empty() && !is_link)
    fmt::print(stderr, "{}: {} left out: the text has the pair as it lies\n", options.file,
               counted(document.queries.size(), "query is", "queries are"));
  if (has_parts) {
    const auto parts = issueParts(document, *pair, options);
    if (!parts) return complain(parts.error());
    *exported += *parts;
  }
  return printOrSave(*exported, options.output);
}

}  // namespace

void addPasteCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<PasteOptions>();
  CLI::App* const command = app.add_subcommand(
      "paste", "Make a case of a posted text: code, an engine's exception, a debugger's dump, MJCF, …");
  command->add_option("FILE", options->file, "The text; - is standard input")->capture_default_str();
  std::string keys;
  for (const paste::Question& question : paste::questions())
    keys += fmt::format("\n{}={}: {}", question.key, fmt::join(question.answers, "|"), question.meaning);
  command->add_option("--assume", options->assume, "KEY=VALUE, where the text leaves something open:" + keys)
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  std::string roles;
  for (const paste::TakeRole& role : paste::takeRoles()) roles += fmt::format("\n{}: {}", role.name, role.meaning);
  command
      ->add_option("--take", options->take,
                   "Numbers by hand, as in \"A: box half_extents=@3 position=@5.1 rotation=@6:xyzw\", \"B: hull "
                   "vertices=@9-16\" or \"ray: from=@20.1 to=@20.2\". @3 are the numbers of line 3, @3.2 its second "
                   "group, @9-16 those of lines, @3#4 its fourth number, 0,1,0 numbers; + joins them. Roles:" +
                       roles)
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--groups", options->groups,
                    "List every group of numbers as --take names it, with the words before it and its role");
  command->add_option("-o,--output", options->output,
                      "The case file to write; without it the case goes to standard output");
  command->add_flag("--partial", options->partial, "Write the bodies found, although they are no pair");
  command->add_flag("--link", options->link, "Write a link instead of the case, as export --as link does");
  command->add_flag("--hex", options->hex, "Hexadecimal floats in the case");
  command->add_flag("--json", options->json,
                    "Print the case and what was taken, assumed and left unused as one JSON object");
  command->footer(
      "It reads C++, C#, Java, JavaScript, Python and Rust that call Bullet, Jolt, PhysX, Box2D, Box3D, FCL, coal, "
      "Drake, ODE,\n"
      "parry, Rapier, three.js, cannon-es, SAT.js, planck, matter-js, Godot, Unity, Unreal, jMonkeyEngine, "
      "ReactPhysics3D,\n"
      "dyn4j, MoveIt and others, Matlab, JSX of react-three-fiber, messages of ROS, Godot's scenes, FCL's exceptions, "
      "gdb, lldb\n"
      "and Visual Studio, key = value, MJCF, URDF, SDF, WKT, GeoJSON, OBJ, tables, lists of points, Unity's and "
      "Unreal's\n"
      "transforms, and bits of floats. Values read, assumed and not used are on standard error, and nothing is "
      "guessed\n"
      "in silence.\n\n"
      "sepax paste issue.txt -o case.json && sepax case.json\n"
      "xclip -o | sepax paste --assume extents=full | sepax check -\n\n"
      "Exit status: 0 a pair, 1 a pair, but unsure: numbers are left that may belong to it, 2 no pair.");
  command->callback([options, &exit_status] { exit_status = run(*options); });
}

void addExportCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App* const command = app.add_subcommand(
      "export", "Write a pair as code of an engine, as a test, or as text for an issue; sepax paste reads it back");
  command->add_option("CASE", options->file, "The case; - is standard input")->required();
  command->add_option("--as", options->form, "The form, one of those below")->required();
  command->add_option("--pair", options->pair, "A,B: which pair; without it the first");
  command
      ->add_option(
          "--jurors", options->jurors,
          "For markdown: a table of the answers of these, names of sepax jurors and sepax algorithms separated "
          "by commas; all: every juror")
      ->delimiter(',');
  command->add_option("--picture", options->picture,
                      "For markdown: the pair is drawn into this PNG, and the text refers to it");
  command->add_option("--page", options->page, "For link: the address of the page, up to the #")->capture_default_str();
  command->add_option("-o,--output", options->output, "The file to write; without it the text goes to standard output");
  command->footer([] {
    std::string forms;
    for (const ApiForm* const form : exportForms()) {
      const bool is_planar = form->space == Space::k2d;
      if (is_planar && findExportForm(form->name, Space::k3d) != nullptr) continue;  // one name for both
      forms += fmt::format("  {:<9} {}{}\n", form->name, form->title, is_planar ? ", of the plane" : "");
    }
    forms += fmt::format("  {:<9} an address that opens the case in a browser: sepax.html#case=…\n", kLinkForm);
    return "Forms (sepax help apis says how to add one):\n" + forms +
           "\nsepax export case.json --as jolt\nsepax export case.json --as markdown --jurors all --picture pair.png "
           "-o "
           "issue.md\n\n"
           "Exit status: 0 fine, 2 unusable input, or a shape that the form does not have.";
  });
  command->callback([options, &exit_status] { exit_status = runExport(*options); });
}

}  // namespace sepax
