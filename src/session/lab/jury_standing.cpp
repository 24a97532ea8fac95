#include "session/lab/jury_standing.h"

#include "core/language.h"
#include "session/scene/reports.h"

namespace sepax {

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
  if (const std::string text = differenceText(row); !text.empty()) return text;
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
