#include "session/script/script.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "format/case_file.h"
#include "session/host/opened_case.h"
#include "session/open.h"
#include "session/scene/reports.h"
#include "session/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

using Words = std::vector<std::string>;

Result<Words> splitLine(std::string_view line) {
  Words words;
  bool inside = false, quoted = false;
  for (const char c : line) {
    if (c == '"') {
      if (!inside) words.emplace_back();
      inside = true;
      quoted = !quoted;
    } else if (!quoted && c == '#' && !inside) {
      break;
    } else if (!quoted && (c == ' ' || c == '\t' || c == '\r')) {
      inside = false;
    } else {
      if (!inside) words.emplace_back();
      inside = true;
      words.back() += c;
    }
  }
  if (quoted) return expectedInScript("a closing \"");
  return words;
}

}  // namespace

Result<void> runScriptWords(const std::vector<std::string>& words, ScriptStage& stage) {
  if (words.empty()) return {};
  const std::span<const ScriptWord> rows = scriptWords();
  const auto row =
      std::ranges::find_if(rows, [&](const ScriptWord& candidate) { return words.front() == candidate.word; });
  const bool is_alone = words.size() == 1 && (row == rows.end() || row->fewest > 0);
  if (is_alone && stage.run_action) {
    auto sent = stage.run_action(words.front());
    if (sent) return executeInScript(stage, std::move(*sent));
    if (row == rows.end()) return tl::unexpected(sent.error());
  }
  if (row == rows.end()) {
    std::string known;
    for (const ScriptWord& candidate : rows) known += (known.empty() ? "" : ", ") + std::string(candidate.word);
    return expectedInScript(fmt::format("one of {}; found \"{}\"", known, words.front()));
  }
  const Words arguments(words.begin() + 1, words.end());
  const std::string usage = fmt::format("{}{}{}", row->word, *row->arguments == '\0' ? "" : " ", row->arguments);
  if (arguments.size() < row->fewest || arguments.size() > row->most) return expectedInScript("\"" + usage + "\"");
  auto done = row->run(stage, arguments);
  if (!done && done.error().message.starts_with("expected")) done.error().message += " (usage: " + usage + ")";
  updateReports(stage.workspace);
  return done;
}

Result<void> runScript(std::string_view text, const std::string& name, ScriptStage& stage,
                       const std::function<void()>& after_line) {
  int line_number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++line_number;
    const auto words = splitLine(line);
    const Result<void> done = words ? runScriptWords(*words, stage) : tl::unexpected(words.error());
    if (!done) {
      return fail(done.error().code, fmt::format("{}:{}", name, line_number),
                  toValidUtf8(done.error().where.empty() ? done.error().message : describe(done.error())));
    }
    if (after_line && !words->empty()) after_line();
  }
  return {};
}

namespace {

Result<void> openSubject(const Link& link, ScriptStage& stage) {
  Workspace& workspace = stage.workspace;
  if (!link.case_text.empty()) {
    auto loaded = parseCase(link.case_text, tr("the case in the link"), FilesBeside{});
    SEPAX_TRY(loaded);
    showLoadedCase(workspace, std::move(*loaded), tr("from a link"));
    workspace.view.middle = Middle::kScene;
  }
  if (!link.sample.empty()) {
    const auto path = dataPath("assets/cases/" + link.sample + ".json");
    if (!path)
      return fail(ErrorCode::kNotFound, "sample", trf("expected the name of a sample, found \"{}\"", link.sample));
    SEPAX_TRY(openPath(workspace, *path));
  }
  if (link.lesson.empty()) return {};
  return runScriptWords(link.step.empty() ? std::vector<std::string>{"lesson", link.lesson}
                                          : std::vector<std::string>{"lesson", link.lesson, link.step},
                        stage);
}

}  // namespace

Result<void> openLink(const Link& link, ScriptStage& stage) {
  if (!link.lang.empty()) SEPAX_TRY(runScriptWords({"language", link.lang}, stage));
  if (!link.theme.empty()) SEPAX_TRY(runScriptWords({"theme", link.theme}, stage));
  SEPAX_TRY(openSubject(link, stage));
  updateReports(stage.workspace);
  if (!link.pair.empty()) SEPAX_TRY(runScriptWords(pairWords(stage.workspace.history.document(), link.pair), stage));
  if (!link.axis.empty()) SEPAX_TRY(runScriptWords({"pin", link.axis}, stage));
  if (!link.view.empty()) SEPAX_TRY(runScriptWords({"view", link.view}, stage));
  if (!link.embed.empty() && link.embed != "0") SEPAX_TRY(runScriptWords({"present", "embedded"}, stage));
  return {};
}

std::vector<std::string> pairWords(const Document& document, std::string_view text) {
  const auto split = [&](std::size_t comma) {
    return std::pair(std::string(text.substr(0, comma)),
                     std::string(comma < text.size() ? text.substr(comma + 1) : std::string_view()));
  };
  for (std::size_t comma = text.find(','); comma != std::string_view::npos; comma = text.find(',', comma + 1)) {
    const auto [a, b] = split(comma);
    if (findBody(document, a) != nullptr && findBody(document, b) != nullptr) return {"pair", a, b};
  }
  const auto [a, b] = split(text.find(','));
  return {"pair", a, b};
}

}  // namespace sepax
