#include "ui/dialogs/about_dialog.h"

#include "core/version.h"
#include "session/host/text.h"
#include "ui/kit/dialog.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

namespace sepax {

void drawAboutDialog(bool& open) {
  if (!beginDialog("About Sepax", "###about", open, {30, 14})) return;
  ImGui::Text("Sepax %s", kVersion);
  paragraph(tr("The separating axis explorer: a visual debugger for collision shapes."));
  ImGui::Spacing();
  paragraph(
      tr("MIT licence. Built with Dear ImGui, SDL, GLM, Qhull, assimp, librsvg, giflib, zlib, fmt and JSON for Modern "
         "C++."));
  ImGui::Spacing();
  if (ImGui::Button(trId("Close").c_str())) {
    open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace sepax
