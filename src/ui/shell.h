#pragma once

#include "ui/shell_state.h"

#include <imgui.h>

#include <optional>

namespace sepax {

struct ScriptStage;
struct ViewportPicture;
struct Workspace;

/// Where panels are not drawn, in a presentation or a picture of the viewport alone, it still explains what the tabs in
/// front do.
void followTabs(Workspace& workspace, const ShellState& shell);

/// A stage for scripts, whose words bring tabs to the front, too. Both objects must outlive it.
[[nodiscard]] ScriptStage scriptStage(Workspace& workspace, ShellState& shell);

/// Before every ImGui::NewFrame: style and fonts follow the view, "reset layout" is executed. True: the font atlas was
/// (re)built and its texture must be uploaded again.
[[nodiscard]] bool prepareFrame(Workspace& workspace, ShellState& shell);
/// Then, after the backend's NewFrame, which forgets what keys press, and before ImGui's own: Enter presses what is in
/// focus as the space bar does; in the file dialog it opens or saves.
void pressByEnter(ShellState& shell);

/// The whole window as one root ImGui window that fills the display: takes in the input and sends commands. Draw at
/// least three frames before taking a still picture: regions measure themselves.
void drawShell(Workspace& workspace, ShellState& shell, Outbox& outbox);

/// The rest of the same frame, in this order: executes what was sent, brings the reports up to date, makes the
/// viewport's picture of them, paints the viewport. Before ImGui::Render(); then the app renders `picture` into
/// `viewport_texture`.
void finishFrame(Workspace& workspace, ShellState& shell, ImTextureID viewport_texture, ViewportPicture& picture,
                 Outbox& outbox);

/// Seconds until a frame should be drawn without input (0: now): pairs still to test, a job's progress, a blinking
/// cursor, the end of a toast. nullopt: the window rests.
[[nodiscard]] std::optional<double> nextFrameIn(const Workspace& workspace, const ShellState& shell);

}  // namespace sepax
