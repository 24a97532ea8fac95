#pragma once

#include "lab/recording/frame.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

// Which claims of a recording differ, by kinds of shapes, and which one change of the recording would make them agree.

namespace sepax {

/// In which way a claim is wrong.
enum class ClaimFault : std::uint8_t {
  kSaysOverlapping,  ///< of a pair that is apart
  kSaysSeparated,    ///< of a pair that overlaps
  kTooDeep,          ///< its separation or distance is too small
  kTooFar,           ///< its separation or distance is too large
  kNormal,           ///< its normal alone
  kContacts,         ///< its contacts alone
  kOther,            ///< another part of it alone: closest points, a verdict that its own separation denies
};
inline constexpr std::size_t kClaimFaultCount = 7;
struct ClaimFaultName {
  const char* key;  ///< in JSON
  const char* name;
};
inline constexpr std::array<ClaimFaultName, kClaimFaultCount> kClaimFaultNames{{
    {"says_overlapping", "overlapping though apart"},
    {"says_separated", "separated though overlapping"},
    {"too_deep", "separation too small"},
    {"too_far", "separation too large"},
    {"normal", "another normal"},
    {"contacts", "contacts elsewhere"},
    {"other", "something else"},
}};

/// The fault of a claim that differs.
[[nodiscard]] ClaimFault faultOf(const CheckedClaim& claim);

/// The types of a pair's shapes in alphabetical order.
using ShapeKinds = std::pair<std::string, std::string>;

struct ClaimGroup {
  ShapeKinds kinds;
  std::size_t claims = 0, differing = 0;
  std::array<std::size_t, kClaimFaultCount> faults{};
  double worst = 0;  ///< metres
  /// "box and capsule: 31 of 90 claims differ, at most 0.002 m: separation too small 30, another normal 1"
  [[nodiscard]] std::string text() const;
};

/// A change that makes claims agree which differ without it.
struct ClaimCause {
  std::string key;  ///< in JSON
  std::string text;
  /// The pairs that it explains, each with a remark about them alone, as an offset; mostly an empty one.
  std::vector<std::pair<ShapeKinds, std::string>> kinds;
  std::size_t explained = 0;  ///< claims that differ, of those that were tried
};

struct ClaimExplanation {
  std::vector<ClaimGroup> groups;  ///< with claims that differ, the one with most of them first
  std::size_t tried = 0;           ///< claims that differ with which causes were tried: at most ClaimStudy::kMaxTried
  /// The one that explains most first; each next one explains more on top of those before it.
  std::vector<ClaimCause> causes;
  /// Claims of the tried ones that no cause explains: how many, and by how much half and nine of ten of them differ at
  /// most, metres.
  std::size_t unexplained = 0;
  double half_by = 0, nine_tenths_by = 0;

  /// Sentences for people: a cause each, and the rest. Empty where nothing differs.
  [[nodiscard]] std::vector<std::string> causeLines() const;
  /// The groups' texts, and the causes.
  [[nodiscard]] std::vector<std::string> lines() const;
  /// {"groups": […], "tried": 300, "causes": […], "unexplained": …}
  [[nodiscard]] Json json() const;
};

/// Counts claims, and keeps some of them, chosen by a fixed seed, to try causes with.
class ClaimStudy {
 public:
  static constexpr std::size_t kMaxTried = 300;

  /// Both bodies of a pair.
  using Poses = std::pair<Pose, Pose>;

  struct Sample {
    CheckedClaim checked;
    PosedShape a, b;
    std::optional<Poses> before, after;  ///< where both bodies were a frame earlier, and are a frame later
    bool keeps_normal = false;           ///< the claim before had this normal, though the right one has turned since
    std::size_t frame = 0;
  };
  /// A sample of all that were offered, each as likely as any other.
  struct Reservoir {
    std::size_t offered = 0;
    std::vector<Sample> samples;
  };

  /// The next frame: claims of the frame before get the poses that their bodies have now.
  void advance(const RecordedScene& scene);
  /// A claim of the frame that `scene` is at. `before`: where both bodies were a frame earlier, if they were there.
  void add(const CheckedClaim& claim, const RecordedScene& scene, const std::optional<Poses>& before);

  /// Tries each cause on the claims that were kept: the poses of the frames beside, normals kept from an earlier frame
  /// or reversed, separations with the other sign or a constant offset, margins, sizes, rotations, single precision,
  /// and the algorithms with a known defect. A cause has to explain at least a tenth of the claims that differ, and
  /// counts only for kinds of shapes of which it makes more claims agree than differ.
  [[nodiscard]] ClaimExplanation explain(const RecordingHead& head) const;

 private:
  struct LastNormal {
    Vec3 claimed{0.0}, reference{0.0};
  };
  using LastNormals = std::array<LastNormal, 3>;  ///< in the world, and as each of the bodies sees it
  using Numbers = std::pair<std::uint32_t, std::uint32_t>;

  [[nodiscard]] bool keepsNormal(const CheckedClaim& claim, const PosedShape& a, const PosedShape& b);

  std::map<ShapeKinds, ClaimGroup> groups_;
  Reservoir differing_, agreeing_;
  std::map<Numbers, LastNormals> normals_, normals_before_;  ///< of this frame's pairs, of the frame's before
  std::mt19937_64 random_{1};
  std::size_t frame_ = 0;
};

}  // namespace sepax
