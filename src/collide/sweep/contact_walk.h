#pragma once

#include "collide/sweep/sweep_report.h"

#include <functional>
#include <optional>
#include <vector>

namespace sepax {

inline constexpr std::size_t kMaxContactSpans = 1000;

/// A moving pair, asked about its contact. Times in seconds from the start.
struct ContactQuestions {
  /// Whether the shapes are apart at a time, by kSweepExit of their size.
  std::function<bool(double time)> apart;
  /// Whether contact is proved at all times between two at which they are not apart.
  std::function<bool(double from, double to)> holds;
  /// The last contact before a moment apart, not before `from`; never early. None when it took too many steps.
  std::function<std::optional<double>(double from, double apart)> last;
  /// The next contact after a moment apart, never late; infinite when there is none within the duration.
  std::function<double(double apart)> next;
  double duration = 0;
  std::size_t max_spans = kMaxContactSpans;
  double unproved = 1.0 / 2048;  ///< a step that is taken unproved, of the contact before it; twice that after some
  double least = 0;              ///< a time in which nothing that counts can move apart
};

/// All contact of a pair within the duration.
struct WalkedContacts {
  std::vector<ContactSpan> spans;  ///< one after another, kMaxContactSpans at most
  double unseen = 0;               ///< openings shorter than this may have been missed; 0: there is none
  bool undecided = false;          ///< the last one ends, but when exactly took too many steps
  bool complete = true;            ///< false: there may be more beyond the last
};

/// The contact of a sweep that has one, as far as the duration.
[[nodiscard]] ContactSpan wholeContact(const SweepReport& report);

/// Takes the walk's contacts for a sweep's.
void adoptContacts(const WalkedContacts& walked, SweepReport& report);
/// As above for a rotating sweep, whose exit is the first contact's.
void adopt(const WalkedContacts& walked, SweepReport& report);

/// Walks through contact that begins at `from`, and through what follows. A step is taken when contact is proved
/// through it, or halved; one that is a small part of the contact before it is taken unproved, and said.
[[nodiscard]] WalkedContacts walkContacts(const ContactQuestions& asked, double from);

}  // namespace sepax
