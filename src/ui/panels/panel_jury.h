#pragma once

namespace sepax {

struct ViewState;
struct Workspace;

/// The shown pair before the jury: our algorithms and other engines, one a row, with verdict, depth or distance, normal, contacts and time,
/// and in one line how an answer differs from the reference's. The viewport draws the answer of the row that the mouse is on.
void drawJuryPanel(const Workspace& workspace, ViewState& view);

}  // namespace sepax
