#pragma once

#include "lab/search/scan.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

struct GoToSample;
struct Workspace;

/// A scan that has ended, also one that was cancelled.
struct ScanView {
  Document document;  ///< that was varied
  PairIds pair;
  std::vector<Variation> variations;
  std::vector<std::string> members;
  ScanResult result;
  double seconds = 0;
  bool is_cancelled = false;

  /// How many samples have answers; those that are no case have none, nor those that a cancelled scan did not come to.
  [[nodiscard]] std::size_t samples() const { return members.empty() ? 0 : result.points.size() / members.size(); }
  /// How many were asked for.
  [[nodiscard]] std::size_t wantedSamples() const;
};

struct ScanState {
  int job = 0;  ///< that scans; 0: none
  std::string error;
  std::shared_ptr<const ScanView> done;
  std::uint64_t opening = 0;  ///< of the history that was scanned: another document is not
  std::uint64_t serial = 0;   ///< of the scan that was started last: what an earlier one made is not taken
};

/// The numbers of the shown pair that can vary, by their paths: positions, angles, sizes.
[[nodiscard]] std::vector<std::string> variedPaths(const Workspace& workspace);

/// Such a path as a person reads it: "B: half extents x".
[[nodiscard]] std::string numberName(const Document& document, const std::string& path);

/// Scans what the view says, in the background; a scan under way is given up.
void startScan(Workspace& workspace);
/// A scan of a document that is no longer open goes.
void followScan(Workspace& workspace);
/// The shown pair goes where a sample has it, as an edit.
void goToSample(Workspace& workspace, const GoToSample& request);

/// The number that the document has at the first or second varied path; nullopt when it has none there.
[[nodiscard]] std::optional<double> scannedNumber(const Workspace& workspace, std::size_t variation);

}  // namespace sepax
