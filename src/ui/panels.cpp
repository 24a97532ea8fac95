#include "ui/panels.h"

#include "ui/bundle/panel_bundle.h"
#include "ui/bundle/panel_preview.h"
#include "ui/bundle/panel_problems.h"
#include "ui/lab/panel_jury.h"
#include "ui/lab/panel_lab.h"
#include "ui/lab/panel_timeline.h"
#include "ui/learn/panel_learn.h"
#include "ui/scene/panel_axes.h"
#include "ui/scene/panel_contacts.h"
#include "ui/scene/panel_history.h"
#include "ui/scene/panel_inspector.h"
#include "ui/scene/panel_landscape.h"
#include "ui/scene/panel_scene.h"
#include "ui/scene/panel_steps.h"
#include "ui/scene/panel_sweep.h"
#include "ui/scene/panel_volumes.h"

namespace sepax {

std::span<const Panel* const> panels() {
  static constexpr const Panel* kPanels[] = {&kScenePanel,   &kBundlePanel,    &kLearnPanel,    &kAxesPanel,
                                             &kStepsPanel,   &kInspectorPanel, &kContactsPanel, &kVolumesPanel,
                                             &kPreviewPanel, &kLandscapePanel, &kSweepPanel,    &kTimelinePanel,
                                             &kHistoryPanel, &kConsolePanel,   &kProblemsPanel, &kLintPanel,
                                             &kSearchPanel,  &kJuryPanel,      &kLabPanel};
  return kPanels;
}

}  // namespace sepax
