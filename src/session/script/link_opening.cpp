#include "session/script/link_opening.h"

#include "core/language.h"
#include "core/platform.h"
#include "format/case_file.h"
#include "session/host/opened_case.h"
#include "session/open.h"
#include "session/scene/reports.h"
#include "session/script/script.h"
#include "session/workspace.h"

#include <utility>

namespace sepax {

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
