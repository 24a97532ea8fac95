#include "session/lab/jury_pool.h"

#include "core/language.h"
#include "core/process.h"
#include "core/worker.h"
#include "lab/jury/likeness.h"
#include "lab/search/minimise.h"
#include "session/host/host.h"
#include "session/lab/pasting.h"
#include "session/scene/reports.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

namespace sepax {

namespace {

using Clock = std::chrono::steady_clock;
using Question = std::shared_ptr<const JuryQuestion>;

/// The options that a juror is sent besides the pair: its engine's own margins where they are wanted.
Json optionsOf(const Juror& juror, bool engine_margins) {
  return engine_margins && juror.hello() ? juror.hello()->engineDefaults() : Json();
}

JurorStatus statusFor(const PairAlgorithm& algorithm) {
  JurorStatus status;
  status.name = algorithm.name;
  status.title = algorithm.summary;
  status.is_ours = true;
  return status;
}

JuryRow askAbout(JuryMember& member, const JuryQuestion& question, const Json& options) {
  if (question.query) return askMember(member, question.document, *question.query, options);
  return askMember(member, question.document, question.pair, question.reference, options);
}

JuryRow askJuror(JuryMember& member, const JuryQuestion& question) {
  const bool was_started = member.juror->hello().has_value();
  JuryRow row = askAbout(member, question, optionsOf(*member.juror, question.engine_margins));
  // Which options it has is known when it has started.
  const bool asks_again = question.engine_margins && !was_started && row.answer.status == JurorAnswer::Status::kOk;
  if (!asks_again) return row;
  return askAbout(member, question, optionsOf(*member.juror, true));
}

/// The algorithms with a known defect that give a juror's wrong answer about the pair itself; none where both call it
/// apart and the distance alone is wrong, which no axis explains.
std::vector<std::string> namesAlike(const JuryRow& row, const JuryQuestion& question) {
  if (question.query || !row.differs() || row.answer.status != JurorAnswer::Status::kOk) return {};
  if (question.reference.verdict == Verdict::kSeparated && !row.answer.overlapping.value_or(false)) return {};
  const PosedShape a = posedShape(*findBody(question.document, question.pair.first)),
                   b = posedShape(*findBody(question.document, question.pair.second));
  return namesAlike(row, a, b, {question.document.touching_tolerance});
}

}  // namespace

struct JuryPool::State {
  /// A juror and what it does now; under the lock but for the juror, which is its worker's.
  struct JurorAtWork {
    JuryMember member;
    JurorStatus status;
    std::optional<Clock::time_point> asked;
    std::uint64_t taken = 0;  ///< serial of the last question that was begun
    Worker worker;
  };

  mutable std::mutex mutex;
  Signal changed;
  std::function<void()> wake;
  std::atomic<bool> stopping = false;
  Question question;
  std::vector<std::unique_ptr<JurorAtWork>> at_work;
  std::map<std::string, JurorStatus> ours;
  std::uint64_t ours_done = 0, ours_watched = 0;
  Worker ours_worker;

  /// The newest question that is not `last`; null when the pool ends.
  [[nodiscard]] Question next(std::uint64_t last) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return stopping || (question != nullptr && question->serial != last); });
    return stopping ? nullptr : question;
  }

  void answerOurs(const JuryQuestion& asked) {
    for (const PairAlgorithm* algorithm : asked.algorithms) {
      giveWay();
      if (stopping) return;
      JuryMember member{nullptr, algorithm};
      auto row = std::make_shared<const JuryRow>(askAbout(member, asked, {}));
      const std::lock_guard lock(mutex);
      JurorStatus& status = ours.try_emplace(algorithm->name, statusFor(*algorithm)).first->second;
      status.row = std::move(row);
      status.answered = asked.serial;
    }
    const std::lock_guard lock(mutex);
    ours_done = asked.serial;
  }

  void answerBy(JurorAtWork& juror, const JuryQuestion& asked) {
    {
      const std::lock_guard lock(mutex);
      juror.asked = Clock::now();
      juror.taken = asked.serial;
    }
    auto row = std::make_shared<const JuryRow>(askJuror(juror.member, asked));
    std::vector<std::string> alike = namesAlike(*row, asked);
    const std::lock_guard lock(mutex);
    juror.asked.reset();
    juror.status.alike = std::move(alike);
    juror.status.row = std::move(row);
    juror.status.answered = asked.serial;
  }

  [[nodiscard]] bool isNewest(const JuryQuestion& asked) const {
    giveWay();
    const std::lock_guard lock(mutex);
    return !stopping && question->serial == asked.serial;
  }

  /// Null when there was a newer question meanwhile.
  [[nodiscard]] std::shared_ptr<const RelationsReport> relationsOf(JuryMember& member, const JuryQuestion& asked,
                                                                   const Json& options) {
    const auto is_newest = [&] { return isNewest(asked); };
    auto report =
        std::make_shared<const RelationsReport>(checkRelations(member, asked.document, asked.pair, options, is_newest));
    return is_newest() ? report : nullptr;
  }

  void watchOurs(const JuryQuestion& asked) {
    for (const PairAlgorithm* algorithm : asked.algorithms) {
      JuryMember member{nullptr, algorithm};
      auto report = relationsOf(member, asked, {});
      if (!report) return;
      const std::lock_guard lock(mutex);
      ours[algorithm->name].relations = std::move(report);
      ours[algorithm->name].watched = asked.serial;
    }
    const std::lock_guard lock(mutex);
    ours_watched = asked.serial;
  }

  void watchBy(JurorAtWork& juror, const JuryQuestion& asked) {
    // A juror that does not answer the pair itself is not asked nine times more.
    const bool has_answered =
        juror.status.row != nullptr && juror.status.row->answer.status == JurorAnswer::Status::kOk;
    auto report = has_answered ? relationsOf(juror.member, asked, optionsOf(*juror.member.juror, asked.engine_margins))
                               : std::make_shared<const RelationsReport>();
    if (!report) return;
    const std::lock_guard lock(mutex);
    juror.status.relations = std::move(report);
    juror.status.watched = asked.serial;
  }

  template <class Answer, class Watch>
  void work(Answer answer, Watch watch) {
    setChildCancelFlag(&stopping);
    std::uint64_t last = 0;
    while (const Question asked = next(last)) {
      last = asked->serial;
      answer(*asked);
      if (wake && !stopping) wake();
      if (!asked->watches || !isNewest(*asked)) continue;
      watch(*asked);
      if (wake && !stopping) wake();
    }
  }
};

JuryPool::JuryPool(std::vector<JurorManifest> manifests, const JurorLimits& limits, std::function<void()> wake)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.wake = std::move(wake);
  for (JurorManifest& manifest : manifests) {
    auto juror = std::make_unique<State::JurorAtWork>();
    juror->status.name = manifest.name;
    juror->status.title = manifest.title;
    juror->member.juror = std::make_unique<Juror>(std::move(manifest), limits);
    state.at_work.push_back(std::move(juror));
  }
  if (!state.wake) return;
  for (const auto& juror : state.at_work) {
    State::JurorAtWork* const at = juror.get();
    juror->worker = Worker([&state, at] {
      state.work([&](const JuryQuestion& asked) { state.answerBy(*at, asked); },
                 [&](const JuryQuestion& asked) { state.watchBy(*at, asked); });
    });
  }
  state.ours_worker = Worker([&state] {
    state.work([&](const JuryQuestion& asked) { state.answerOurs(asked); },
               [&](const JuryQuestion& asked) { state.watchOurs(asked); });
  });
}

JuryPool::~JuryPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->changed.notifyAll();
  for (const auto& juror : state_->at_work) {
    juror->worker.join();
  }
  state_->ours_worker.join();
}

void JuryPool::ask(JuryQuestion question) {
  const auto asked = std::make_shared<const JuryQuestion>(std::move(question));
  {
    const std::lock_guard lock(state_->mutex);
    state_->question = asked;
  }
  state_->changed.notifyAll();
  if (state_->wake) return;
  state_->answerOurs(*asked);
  for (const auto& juror : state_->at_work) state_->answerBy(*juror, *asked);
  if (!asked->watches) return;
  state_->watchOurs(*asked);
  for (const auto& juror : state_->at_work) state_->watchBy(*juror, *asked);
}

std::vector<JurorStatus> JuryPool::jurors() const {
  const std::lock_guard lock(state_->mutex);
  std::vector<JurorStatus> out;
  if (state_->question == nullptr) return out;
  for (const PairAlgorithm* algorithm : state_->question->algorithms) {
    const auto found = state_->ours.find(algorithm->name);
    out.push_back(found != state_->ours.end() ? found->second : statusFor(*algorithm));
  }
  for (const auto& juror : state_->at_work) {
    out.push_back(juror->status);
    if (juror->asked) out.back().asked_seconds = std::chrono::duration<double>(Clock::now() - *juror->asked).count();
  }
  return out;
}

bool JuryPool::isAsked() const {
  const std::lock_guard lock(state_->mutex);
  if (state_->question == nullptr) return false;
  const std::uint64_t serial = state_->question->serial;
  const bool watches = state_->question->watches;
  return state_->ours_done != serial || (watches && state_->ours_watched != serial) ||
         std::ranges::any_of(state_->at_work, [&](const auto& juror) {
           return juror->status.answered != serial || (watches && juror->status.watched != serial);
         });
}

namespace {

/// Every verified algorithm that takes the pair, and the chosen one.
std::vector<const PairAlgorithm*> rowsFor(const PosedShape& a, const PosedShape& b, const std::string& chosen) {
  std::vector<const PairAlgorithm*> out;
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if ((!row.historical || chosen == row.name) && handles(row, a.shape, b.shape)) out.push_back(&row);
  }
  return out;
}

JuryQuestion questionAbout(const Document& document, const Body& a, const Body& b, const std::string& algorithm) {
  JuryQuestion question;
  question.document.space = document.space;
  question.document.touching_tolerance = document.touching_tolerance;
  question.document.bodies = {a, b};
  question.pair = {a.id, b.id};
  question.algorithms = rowsFor(posedShape(a), posedShape(b), algorithm);
  return question;
}

/// The members, who are found when they are first asked.
JuryPool& poolOf(JuryTable& table, Scene& scene) {
  if (!table.pool) {
    table.pool = std::make_shared<JuryPool>(findJurors(table.problems), JurorLimits{}, scene.jobs->waker());
    for (const std::string& problem : table.problems) notify(scene, LogLevel::kWarning, problem);
    table.installable = installableJurors().value_or(std::vector<JurorManifest>());
  }
  return *table.pool;
}

void askJury(LabState& state, Scene& scene, const PairIds& pair) {
  JuryTable& table = state.jury;
  const Document& document = scene.history.document();
  const Body *a = findBody(document, pair.first), *b = findBody(document, pair.second);
  table.reference.reset();
  table.query.reset();
  table.queries.clear();
  table.engine = engineOfText(document.notes);
  if (a == nullptr || b == nullptr) return;
  JuryQuestion question = questionAbout(document, *a, *b, table.algorithm);
  question.serial = ++table.serial;
  question.engine_margins = table.engine_margins;
  const PairReport* shown = shownReport(scene);
  const bool is_known = shown != nullptr && shown->algorithm == referenceAlgorithm().name && shown->a == pair.first &&
                        shown->b == pair.second;
  const auto reference = is_known ? Result<PairReport>(*shown) : testPair(question.document, pair);
  table.error = reference ? std::string() : describe(reference.error());
  if (!reference) return;
  table.reference = question.reference = reference->answer;
  if (auto queries = juryQueries(document, pair)) table.queries = std::move(*queries);
  if (table.question > 0 && table.question <= table.queries.size()) {
    const auto& [asked, index] = table.queries[table.question - 1];
    if (auto answered = answerQuery(document, asked, index)) table.query = question.query = std::move(*answered);
  }
  question.watches = table.watches && !table.query;  // the relations are of pairs
  table.pool->ask(std::move(question));
}

}  // namespace

void execute(LabState& state, Host& host, const MinimisePair& request) {
  const std::string& member = request.member;
  const JuryTable& table = state.jury;
  const PairIds pair = table.pair;
  const Document& document = host.history.document();
  if (findBody(document, pair.first) == nullptr || findBody(document, pair.second) == nullptr) return;
  const auto work = [document, pair, member,
                     revision = host.history.revision()](JobControl& control) -> Result<Delivery> {
    auto asked = memberNamed(member, {.answer_seconds = 0.5});
    SEPAX_TRY(asked);
    auto small = minimise(document, pair, *asked, {}, {.go_on = [&control] { return !control.isCancelled(); }});
    SEPAX_TRY(small);
    std::vector<Body> bodies = std::move(small->document.bodies);
    bodies[0].id = pair.first;
    bodies[1].id = pair.second;
    return
        [bodies, revision, member, before = small->before, after = small->after](LabState&, Scene& in) -> Result<void> {
          // A document that was changed meanwhile is not overwritten.
          if (in.history.revision() != revision)
            return fail(ErrorCode::kWrongValue, member, tr("the pair was changed while it was made small"));
          SEPAX_TRY(in.history.run(PutBodies{BodiesEdit::kReshape, bodies}));
          in.wants_frame_view = true;
          announce(in, trf("{} still fails; {} letters of the pair became {}", member, before, after));
          return {};
        };
  };
  host.jobs->start({.label = trf("Making the pair small while {} fails", member), .slot = "minimise", .work = work});
}

void execute(Host& host, const InstallJuror& request) {
  const std::string& name = request.name;
  const auto known = installableJurors();
  const auto manifest =
      known ? std::ranges::find(*known, name, &JurorManifest::name) : std::vector<JurorManifest>::const_iterator();
  if (!known || manifest == known->end())
    return notify(host, LogLevel::kError, trf("no juror {} can be installed", name));
  const auto work = [juror = *manifest](JobControl&) -> Result<Delivery> {
    SEPAX_TRY(installJuror(juror, installedJurorFolder()));
    return [name = juror.name](LabState& to, Scene& in) -> Result<void> {
      JuryTable anew;
      anew.serial = to.jury.serial;
      to.jury = std::move(anew);
      to.engines = {};
      notify(in, LogLevel::kInfo, trf("{} has joined the jury", name));
      return {};
    };
  };
  host.jobs->start({.label = trf("Installing {}", name), .slot = "install", .work = work});
}

void updateJury(LabState& state, Scene& scene) {
  JuryTable& table = state.jury;
  const bool is_lent_now = state.paste.open && state.paste.asks_jury;
  if (is_lent_now) return;
  static_cast<void>(poolOf(table, scene));
  const LabView& lab = scene.view.lab;
  JuryTopic& asked = table;
  const JuryTopic now{scene.history.revision(), shownPair(scene.reports).value_or(PairIds{}),
                      lab.jury_question,        scene.view.algorithm,
                      lab.engine_margins,       lab.watches};
  if (std::exchange(table.is_lent, false) || asked != now) {
    asked = now;
    askJury(state, scene, now.pair);
  }
  table.jurors = table.reference ? table.pool->jurors() : std::vector<JurorStatus>();
}

void updatePasteJury(LabState& state, Scene& scene) {
  PasteState& paste = state.paste;
  if (!paste.open || !paste.asks_jury) return;
  JuryTable& table = state.jury;
  JuryPool& pool = poolOf(table, scene);
  const bool has_pair = paste.read != nullptr && paste.read->isPair() && paste.report.has_value();
  if (paste.asked != paste.read) {
    paste.asked = paste.read;
    paste.serial = ++table.serial;
    table.is_lent = true;
    if (has_pair) {
      const std::vector<Body>& bodies = paste.read->document.bodies;
      JuryQuestion question = questionAbout(paste.read->document, bodies[0], bodies[1], {});
      question.serial = paste.serial;
      question.reference = paste.report->answer;
      pool.ask(std::move(question));
    }
  }
  paste.jurors = has_pair ? pool.jurors() : std::vector<JurorStatus>();
}

Standing standingOf(const JuryRow& row) {
  using Status = JurorAnswer::Status;
  if (row.answer.status == Status::kUnsupported) return Standing::kSilent;
  if (row.answer.status != Status::kOk) return Standing::kFailed;
  if (row.differs()) return Standing::kDiffers;
  return row.differences.empty() ? Standing::kAgrees : Standing::kTie;
}

std::string howOf(const JuryRow& row, bool is_reference) {
  if (is_reference) return tr("the reference");
  if (row.answer.status != JurorAnswer::Status::kOk) return trKnown(row.answer.message);
  if (const std::string text = wrongText(row.differences); !text.empty()) return text;
  return row.differences.empty() ? std::string(tr("agrees")) : trf("agrees; {}", row.differences.front().text);
}

std::string jurySummary(std::span<const JurorStatus> jurors, std::uint64_t serial) {
  int agree = 0, failed = 0, waiting = 0, differ = 0;
  std::string who;
  for (const JurorStatus& status : jurors) {
    if (!status.row || status.answered != serial) {
      ++waiting;
      continue;
    }
    switch (standingOf(*status.row)) {
      case Standing::kAgrees:
      case Standing::kTie:
        ++agree;
        break;
      case Standing::kDiffers:
        ++differ;
        who += (who.empty() ? "" : ", ") + status.name;
        break;
      case Standing::kFailed:
        ++failed;
        break;
      case Standing::kSilent:
        break;
    }
  }
  std::string text = trf("{} agree, {} differ", agree, differ);
  if (!who.empty()) text += " (" + who + ")";
  if (failed > 0) text += trf(", {} failed", failed);
  if (waiting > 0) text += trf(", {} on their way", waiting);
  return text;
}

}  // namespace sepax
