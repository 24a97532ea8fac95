#include "session/lab/pasting.h"

#include "core/platform.h"
#include "core/text.h"
#include "lab/export.h"
#include "session/bundle/entry_kind.h"
#include "session/open.h"
#include "session/scene/pair_list.h"
#include "session/scene/selection.h"
#include "session/text.h"
#include "session/workspace.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sepax {

namespace {

/// The result of a job that reads a text.
struct ReadText {
  std::shared_ptr<const Pasted> read;
  std::string verdict;
  std::vector<PasteVerdict> others;
  const TextEngine* engine = nullptr;
};

/// Questions that the user has answered stay questions: the answer can be changed again.
void keepAnswered(Pasted& pasted, const paste::Answers& answers) {
  for (const paste::Question& known : paste::questions()) {
    const auto answer = answers.find(known.key);
    if (answer == answers.end()) continue;
    pasted.questions.push_back(questionOf(known.key, answer->second));
  }
  std::ranges::sort(pasted.questions, {}, &PasteQuestion::key);
}

Result<ReadText> readText(const std::string& text, const paste::Answers& answers) {
  auto pasted = pasteText(text, answers);
  SEPAX_TRY(pasted);
  keepAnswered(*pasted, answers);
  ReadText out;
  out.verdict = pastedVerdict(*pasted);
  out.engine = engineOfText(pasted->document.notes);
  // Each answer reads the text once more: long ones would take too long.
  constexpr std::size_t kMaxReadAgain = 256u << 10;
  if (pasted->isPair() && text.size() <= kMaxReadAgain) out.others = verdictsByAnswer(text, *pasted, answers);
  out.read = std::make_shared<const Pasted>(std::move(*pasted));
  return out;
}

void startReading(Workspace& workspace) {
  workspace.paste.is_reading = true;
  workspace.jobs->start(
      {.quick = true,
       .slot = "paste",
       .work = [text = workspace.paste.text, answers = workspace.paste.answers](JobControl&) -> Result<Delivery> {
         auto read = readText(text, answers);
         return [read = std::move(read), answers](Workspace& to) -> Result<void> {
           PasteState& paste = to.paste;
           paste.is_reading = false;
           paste.error = read ? std::string() : describe(read.error());
           paste.read = read ? read->read : nullptr;
           paste.engine = read ? read->engine : nullptr;
           paste.verdict = read ? read->verdict : std::string();
           paste.others = read ? read->others : std::vector<PasteVerdict>();
           // Answers that there are not are given up, so that the next reading is not refused for them.
           if (!read) paste.answers.clear();
           return {};
         };
       }});
}

/// The bodies under names that are free in the scene.
std::vector<Body> renamedFor(const History& history, std::vector<Body> bodies) {
  History names(history);
  for (Body& body : bodies) {
    if (findBody(names.document(), body.id) != nullptr || names.remembersBody(body.id)) body.id = freshId(names);
    (void)names.run(AddBody{body});
  }
  return bodies;
}

void addToScene(Workspace& workspace, const Document& pasted) {
  const Document& document = workspace.history.document();
  if (pasted.space != document.space) {
    return notify(workspace, LogLevel::kError,
                  document.space == Space::k2d ? tr("expected bodies of the plane, found bodies in space")
                                               : tr("expected bodies in space, found bodies of the plane"));
  }
  std::vector<Body> bodies = renamedFor(workspace.history, pasted.bodies);
  std::vector<PairIds> pairs = pairsBrought(pasted, bodies);
  std::vector<std::string> ids;
  for (const Body& body : bodies) ids.push_back(body.id);
  const std::vector<std::string> first(ids.begin(),
                                       ids.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(ids.size(), 2)));
  const Result<void> done = workspace.history.run(PutBodies{BodiesEdit::kPaste, std::move(bodies), std::move(pairs)});
  if (!done) return notify(workspace, LogLevel::kError, describe(done.error()));
  select(workspace.view, std::move(ids));
  if (first.size() == 2) workspace.view.pair = PairIds{first[0], first[1]};
  workspace.view.pinned_axis.reset();
  workspace.wants_frame_view = true;
}

}  // namespace

bool isTextToPaste(const std::string& path) {
  const EntryKind kind = entryKindOf(path);
  if (kind != EntryKind::kText && kind != EntryKind::kCode && kind != EntryKind::kOther) return false;
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || size == 0 || size > kMaxPasteBytes) return false;
  const Result<std::string> bytes = readFile(path, kMaxPasteBytes);
  if (!bytes) return false;
  if (bytes->starts_with("\xFF\xFE") || bytes->starts_with("\xFE\xFF")) return true;
  constexpr std::size_t kLookedAt = 4096;
  return std::ranges::none_of(std::string_view(*bytes).substr(0, kLookedAt), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\x1B';
  });
}

void openPaste(Workspace& workspace, const OpenPaste& request) {
  workspace.paste = {};
  workspace.paste.open = true;
  workspace.paste.text = request.text;
  workspace.paste.name = toValidUtf8(request.name);
  if (!request.text.empty()) startReading(workspace);
}

void readPaste(Workspace& workspace, const ReadPaste& request) {
  workspace.paste.text = request.text;
  workspace.paste.answers = request.answers;
  startReading(workspace);
}

void takePaste(Workspace& workspace, const TakePaste& request) {
  const std::shared_ptr<const Pasted> read = workspace.paste.read;
  if (read == nullptr || read->document.bodies.empty()) return;
  if (request.into == TakePaste::Into::kScene) {
    addToScene(workspace, read->document);
  } else {
    openAsCase(workspace, read->document, workspace.paste.name.empty() ? tr("pasted text") : workspace.paste.name);
    // Numbers that stay as they are, of a text in which z is up, are looked at that way.
    const auto up = std::ranges::find(read->questions, std::string("up"), &PasteQuestion::key);
    if (up != read->questions.end() && up->taken == "y") workspace.view.camera.up = UpAxis::kZ;
  }
  for (const std::string& line : read->taken) notify(workspace, LogLevel::kInfo, line);
  for (const std::string& line : read->assumptions) notify(workspace, LogLevel::kInfo, trf("assumed: {}", line));
  workspace.view.middle = Middle::kScene;
  workspace.paste = {};
}

namespace {

/// The jury's answers about the pair in its present pose, if it was asked.
std::string answersOfJury(const Workspace& workspace, const PairIds& pair) {
  const JuryTable& table = workspace.jury;
  const bool is_asked =
      table.reference && !table.query && table.pair == pair && table.revision == workspace.history.revision();
  if (!is_asked) return {};
  std::vector<JuryRow> rows;
  for (const JurorStatus& status : table.jurors) {
    const bool is_juror = status.row && !status.is_ours && status.answered == table.serial;
    if (is_juror) rows.push_back(*status.row);
  }
  return rows.empty() ? std::string() : juryMarkdown(*table.reference, rows, workspace.history.document().space);
}

}  // namespace

void copyPairAs(Workspace& workspace, const std::string& name) {
  const Document& document = workspace.history.document();
  const ExportForm* const form = findExportForm(name, document.space);
  const auto pair = shownPair(workspace.reports);
  if (form == nullptr || !pair) return;
  auto text = exportText(document, *form, &*pair);
  if (!text) return notify(workspace, LogLevel::kError, describe(text.error()));
  if (isIssueForm(*form)) *text += answersOfJury(workspace, *pair);
  workspace.to_clipboard = std::move(*text);
  announce(workspace, trf("{} × {} is copied as {}", pair->first, pair->second, form->title));
}

}  // namespace sepax
