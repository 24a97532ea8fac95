#pragma once

namespace sepax {

struct Outbox;
struct Workspace;

/// Executes what the panels sent, takes over what jobs have made, and brings the reports up to date. Errors become a
/// toast and a console line; the document stays as it was.
void process(Workspace& workspace, Outbox& outbox);
/// Whether something of the user's would go with the open scene; a lesson's scene is the lesson's.
[[nodiscard]] bool hasUnsavedWork(const Workspace& workspace);

/// The part of it that gives the parts of the session what their jobs have made.
void deliverJobs(Workspace& workspace);

}  // namespace sepax
