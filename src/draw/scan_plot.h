#pragma once

#include "draw/plot_picture.h"
#include "lab/search/scan.h"

#include <span>
#include <string>

namespace sepax {

/// A finished scan: its answers, what varied, and who was asked, the reference first.
struct ScannedNumbers {
  const ScanResult& result;
  std::span<const Variation> variations;  ///< one or two
  std::span<const std::string> members;
};

/// The scan as a plot of one measure (of measureOf): a curve a member with marks where answers change or differ, or
/// over two numbers the heat map of one member (the first where there is none of that name), dotted where some answer
/// differs from the reference.
[[nodiscard]] Plot plotOfScan(const ScannedNumbers& scan, const std::string& measure, const std::string& member,
                              Theme theme);

/// Findings as a person reads them: what several members do at one place, and what one does over many samples, is one
/// row.
struct FindingGroup {
  const ScanFinding* first = nullptr;  ///< whose sample is gone to
  std::string members;                 ///< "sat, gjk-epa"
  double from = 0, to = 0;             ///< of the first variation
  std::size_t samples = 1;             ///< of a disagreement
};
/// In the order of the places; over two numbers a member has one group.
[[nodiscard]] std::vector<FindingGroup> groupedFindings(const ScannedNumbers& scan);

/// The colour of a finding's mark by its kind.
[[nodiscard]] Colour findingColour(const std::string& kind, const Palette& palette);

/// A plot as SVG, with a title above; `size` as plotPicture has it. An error when there is too much for a program that
/// draws SVG.
[[nodiscard]] Result<std::string> svgOfPlot(const Plot& plot, const PlotSize& size, const std::string& title,
                                            Theme theme);

}  // namespace sepax
