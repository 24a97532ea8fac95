#pragma once

#include "ui/viewport/viewport_drag.h"

#include <imgui.h>

namespace sepax {

struct Outbox;
struct ViewportPicture;
struct Workspace;

/// The viewport region of the window: takes its place and makes commands and camera changes of mouse and keys.
void drawViewport(Workspace& workspace, ViewportState& state, Outbox& outbox);

/// Fills that place when the frame's commands are executed: `texture` (which the app renders from this very picture's
/// list), and over it labels, handles and what a drag does. Before ImGui::Render().
void paintViewport(Workspace& workspace, ViewportState& state, ImTextureID texture, const ViewportPicture& picture);

}  // namespace sepax
