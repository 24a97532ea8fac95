#pragma once

#include "collide/sweep/moving_gap.h"
#include "collide/sweep/sweep_mover.h"
#include "collide/sweep/sweep_report.h"
#include "geom/contains.h"

#include <functional>
#include <optional>
#include <vector>

namespace sepax {

/// A point of two moving convex shapes at once, and how far it may go in one of them.
struct Witness {
  double time = 0;
  Vec3 in_a{0.0};    ///< in A's core, from A's pivot, rotated back to the start
  Vec3 from_b{0.0};  ///< from B's pivot to the point, at that time
  double slack =
      0;  ///< least distance to B's boundary from inside, radii of both included; negative by a gap's rounding
  bool is_depth = false;  ///< of cores without an inside: the slack is how deep they are in each other
};

/// Two moving convex shapes and what their contact is proved by: a point that goes straight in A's frame stays in A,
/// which is convex; in B's frame it leaves its chord by at most M λ(1 − λ) h²/2, M its acceleration there, while the
/// chord's distance to B's boundary is at least linear between those of its ends. So they touch all the time when
/// √s₀ + √s₁ ≥ h √(M/2). Cores without an inside (segments, triangles) are as deep in each other at one time as at
/// another, but for what the fastest of their points goes between.
class WitnessPair {
 public:
  /// `size`: what kSweepExit is measured by, metres. B, in which the point's distance is measured, becomes the second
  /// shape, or the first where only its core has an inside.
  WitnessPair(const PosedShape& first, const Mover& of_first, const PosedShape& second, const Mover& of_second,
              double size);

  /// None when they are apart by more than kSweepExit of the size.
  [[nodiscard]] std::optional<Witness> at(double time);
  /// Whether they touch at all times between two at which these are.
  [[nodiscard]] bool holds(const Witness& from, const Witness& to) const;

 private:
  Mover a_, b_;
  double radii_, apart_;
  std::optional<CoreDistance> distance_to_b_;
  Vec3 inside_b_{0.0};     ///< a point of B's core, from B's pivot, at the start
  bool is_solid_ = false;  ///< B's core has an inside
  Vec3 guess_{1, 0, 0};
};

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

/// When two moving shapes first touch.
struct FirstContact {
  bool hit = false;
  bool undecided = false;  ///< out of steps; then a hit too
  double time = 0;         ///< of contact, never late; the duration on a miss
  Vec3 direction{0.0};     ///< unit, from A to B: along which the cores separate most at that time, or nearly
  int looks = 0;           ///< at the pair
};

/// Looks at one pair, at most: then it counts as touching.
inline constexpr int kMaxRotatingSteps = 20000;

/// How two moving shapes stand at a time, and how long they surely stay apart.
struct RotatingStep {
  double gap = 0;        ///< of the shapes at least, metres, along the memory's direction
  bool touches = false;  ///< the gap is within kSweepContact of the size and of how far they are from each other
  double advance = 0;    ///< seconds without contact from here on, at most what was asked for; 0 when they touch
};

/// A look at `time`, which may last up to `limit` seconds. `memory`: of a look shortly before, best; at first its
/// direction may be any.
[[nodiscard]] RotatingStep rotatingStep(const Mover& a, const Mover& b, double radii, double size, double time,
                                        double limit, GapMemory& memory);

/// Walks towards the first contact within `duration`, which need not be of rotating shapes. A step is safe along a
/// direction that goes with the closest features: heights of points on arcs miss a straight line in time by at most
/// half their acceleration along the direction × time². Shapes that make many turns meet only while their envelopes
/// (envelopeOf) do: no other time is walked. `steps` gets what was looked at, up to some thousands.
[[nodiscard]] FirstContact firstContactOf(const Mover& a, const Mover& b, double radii, double size, double duration,
                                          std::vector<SweepStep>* steps = nullptr);

/// All contact of two rotating shapes from `from` on, at which they touch.
[[nodiscard]] WalkedContacts rotatingContacts(const PosedShape& shape_a, const Mover& a, const PosedShape& shape_b,
                                              const Mover& b, double size, double from, double duration);

}  // namespace sepax
