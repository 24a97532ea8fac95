#pragma once

#include "core/language.h"
#include "document/history.h"
#include "draw/plot_picture.h"
#include "draw/scan_plot.h"
#include "ui/kit/panel.h"

#include <memory>
#include <string>
#include <vector>

namespace sepax {

struct ScanView;

/// The state of the Lab panel between frames.
struct LabPanel {
  MergeKey step = MergeKey::kNone;       ///< of the field in hand
  std::string member;                    ///< whose answers the heat map shows; empty: the reference's
  MergeKey walk = MergeKey::kNone;       ///< going from sample to sample of one scan is one undo step
  std::vector<std::string> paths;        ///< of the numbers that may vary
  std::uint64_t paths_revision = ~0ull;  ///< of the document that they are of

  // The picture, and what it was made for.
  std::shared_ptr<const ScanView> seen;
  std::string measure, shown_member;
  Theme theme = Theme::kDark;
  Language language = Language::kEnglish;
  std::vector<FindingGroup> findings;  ///< of `seen`
  PlotSize size;
  Plot plot;
  PlotFrame frame;
  DrawList list;
};

/// One or two numbers of the shown pair vary: every algorithm's answer as a curve, or as a heat map, with marks where
/// verdicts change, gaps jump, normals flip and answers differ. A click goes there.
extern const Panel kLabPanel;

}  // namespace sepax
