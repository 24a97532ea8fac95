#pragma once

#include "core/error.h"
#include "document/document.h"
#include "lab/jury/jury.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// One or two numbers of a case vary, and every member is asked at each sample.

namespace sepax {

/// "B.position.x=-1:1:201": a number by its path, from, to and how many. "ulp-50:ulp+50": the neighbours of the
/// present number.
struct Variation {
  std::string path;
  std::vector<double> values;
};
inline constexpr std::size_t kMaxSamples = 1'000'000;

/// Reads it for a document, whose number is the middle of a range in ulps. Paths: ID.position.x, ID.linear_velocity.z,
/// ID.angle, ID.rotation.w, ID.scale.x, ID.pivot.x, ID.shape.FIELD and ID.shape.half_extents.x; several that are parted
/// by commas, or *.position.x for every body, move together and keep their differences. Refuses unknown paths and names
/// the known ones.
[[nodiscard]] Result<Variation> parseVariation(const Document& document, std::string_view text);

/// Whether two paths name a number together: only one of them could vary it.
[[nodiscard]] bool shareNumber(const Document& document, const std::string& path, const std::string& other);

/// The document with that number changed. Errors as the case reader has them: a radius below zero.
[[nodiscard]] Result<Document> varied(const Document& document, const std::string& path, double value);

/// The paths of a body's numbers that may well be varied: position, angle, sizes; without quaternions and long lists.
[[nodiscard]] std::vector<std::string> numberPaths(const Document& document, const std::string& id);
/// The number at a path; nullopt when there is none.
[[nodiscard]] std::optional<double> numberAtPath(const Document& document, const std::string& path);

/// One member's answer at one sample.
struct ScanPoint {
  std::vector<double> at;  ///< a value for each variation
  std::string member;
  JurorAnswer answer;
  bool differs = false;  ///< from the reference
};

/// A place where an answer changes as it should not, or at all.
struct ScanFinding {
  std::string kind;  ///< "verdict", "jump", "normal", "disagreement", "ghost", "nan"
  std::string member;
  double from = 0, to = 0;  ///< of the first variation
  std::string text;
  std::vector<double> at;  ///< a value for each variation: the sample where it shows
};

struct ScanResult {
  std::vector<ScanPoint> points;  ///< sample by sample, in it member by member
  std::vector<ScanFinding> findings;
  std::size_t left_out = 0;         ///< samples that are no case, or that the reference does not answer
  std::string first_left_out = {};  ///< the first of them, and why
};

/// Told how many samples are done, from any thread, one at a time; false ends the scan, which then returns what it has
/// by then.
using ScanProgress = std::function<bool(std::size_t done, std::size_t total)>;

/// Runs it on all cores, on one where other programs are asked; the first member should be the reference. Samples that
/// are no case are left out, and counted.
[[nodiscard]] ScanResult scan(const Document& document, const PairIds& pair, const std::vector<Variation>& variations,
                              std::vector<JuryMember>& members, const ScanProgress& progress = {});

/// One number of an answer: separation (minus the depth, or the distance), verdict (1 overlapping), depth, distance,
/// time (ns), ghosts, normal.x.
[[nodiscard]] std::optional<double> measureOf(const JurorAnswer& answer, std::string_view measure);

}  // namespace sepax
