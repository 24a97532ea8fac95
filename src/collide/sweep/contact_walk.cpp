#include "collide/sweep/contact_walk.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

constexpr int kMaxWalkLooks = 20'000;

struct ContactFollower {
  const ContactQuestions& asked;
  WalkedContacts& out;
  int looks = 0, unproved = 0;

  /// Contact that cannot be proved is followed in ever longer steps, up to a fifth of it.
  [[nodiscard]] double longestUnproved(double contact) const {
    constexpr double kLongest = 0.2;
    constexpr int kEach = 128;
    return contact * std::min(kLongest, std::ldexp(asked.unproved, unproved / kEach));
  }

  /// Whether the contact from `at` to `to` may be taken for one: proved, or too short a step to halve.
  bool isTaken(double enter, double at, double to) {
    if (to <= at || asked.holds(at, to)) return true;
    if (to - at > std::max({asked.least, longestUnproved(at - enter), 16 * kEpsilon * to})) return false;
    ++unproved;
    out.unseen = std::max(out.unseen, to - at);
    return true;
  }

  /// Follows the contact that begins at `enter`; returns a moment apart behind its end, none when there is none.
  std::optional<double> follow(double enter, std::optional<double>& exit) {
    double at = enter, step = asked.duration - enter;
    while (at < asked.duration) {
      if (++looks > kMaxWalkLooks) {
        out.undecided = true;
        return std::nullopt;
      }
      double to = std::min(at + step, asked.duration);
      const bool is_apart = asked.apart(to);
      const double apart = to;
      if (is_apart) {
        const auto last = asked.last(at, to);
        if (!last) {
          out.undecided = true;
          return std::nullopt;
        }
        to = *last;
      }
      if (!isTaken(enter, at, to)) {
        step = (to - at) / 2;
        continue;
      }
      if (is_apart) {
        exit = to;
        return apart;
      }
      step = 2 * (to - at);
      at = to;
    }
    return std::nullopt;
  }
};

}  // namespace

ContactSpan wholeContact(const SweepReport& report) {
  const bool exits = report.exit_time && *report.exit_time <= report.duration;
  return {report.time, exits ? report.exit_time : std::nullopt};
}

void adoptContacts(const WalkedContacts& walked, SweepReport& report) {
  report.contacts = walked.spans;
  report.contacts_complete = walked.complete;
  report.unseen = walked.unseen;
}

void adopt(const WalkedContacts& walked, SweepReport& report) {
  adoptContacts(walked, report);
  report.exit_time = walked.spans.front().exit;
  report.exit_undecided = walked.undecided && walked.spans.size() == 1;
}

WalkedContacts walkContacts(const ContactQuestions& asked, double from) {
  WalkedContacts out;
  ContactFollower walk{asked, out};
  for (double enter = from; enter <= asked.duration;) {
    if (out.spans.size() == asked.max_spans) {
      out.complete = false;
      break;
    }
    std::optional<double> exit;
    const auto apart = walk.follow(enter, exit);
    out.spans.push_back({enter, exit});
    if (!apart) break;
    enter = asked.next(*apart);
  }
  out.complete = out.complete && !out.undecided;
  return out;
}

}  // namespace sepax
