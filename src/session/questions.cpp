#include "session/workspace.h"

namespace sepax {

namespace {

bool moves(const Motion& motion) { return motion.linear != Vec3{0.0} || motion.angular != Vec3{0.0}; }

void sweepShownPair(Questions& questions, const Document& document) {
  const Body *a = findBody(document, questions.pair.first), *b = findBody(document, questions.pair.second);
  if (a == nullptr || b == nullptr) return;
  questions.motion_a = motionOf(*a);
  questions.motion_b = motionOf(*b);
  if (const auto index = findSweep(document, questions.pair)) {
    for (const QueryReport& answer : questions.answers) {
      if (answer.index == *index) questions.duration = std::get<SweepQuery>(answer.query).duration;
    }
  }
  if (!moves(questions.motion_a) && !moves(questions.motion_b)) return;
  if (auto report = sweep(placedShape(*a), questions.motion_a, placedShape(*b), questions.motion_b, questions.duration)) {
    questions.sweep = std::move(*report);
  } else {
    questions.trouble = describe(report.error());
  }
}

}  // namespace

void updateQuestions(Workspace& workspace) {
  Questions& questions = workspace.questions;
  const Reports& reports = workspace.reports;
  const bool has_pair = reports.shown_pair >= 0 && static_cast<std::size_t>(reports.shown_pair) < reports.pairs.size();
  const PairIds pair = has_pair ? reports.pairs[static_cast<std::size_t>(reports.shown_pair)] : PairIds{};
  if (questions.revision == workspace.history.revision() && questions.pair == pair) return;
  const Document& document = workspace.history.document();
  questions = Questions{};
  questions.revision = workspace.history.revision();
  questions.pair = pair;
  if (auto answers = answerQueries(document, false)) {
    questions.answers = std::move(*answers);
  } else {
    questions.trouble = describe(answers.error());
  }
  if (has_pair) sweepShownPair(questions, document);
}

}  // namespace sepax
