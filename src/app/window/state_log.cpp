#include "app/window/state_log.h"

#include "session/learn/learning.h"
#include "session/scene/reports.h"
#include "session/workspace.h"
#include "ui/kit/widgets.h"
#include "ui/viewport/viewport.h"

#include <fmt/format.h>

#include <cstdio>

namespace sepax {

namespace {

/// Says a line whenever it changes.
void sayLine(const std::string& line, std::string& said) {
  if (line == said) return;
  said = line;
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

}  // namespace

void StateLog::say(const Workspace& workspace, const ViewportState& viewport) {
  const PairReport* report = shownReport(workspace);
  std::string state = fmt::format("state {} {}", report != nullptr ? verdictName(report->answer.verdict) : "none",
                                  workspace.history.isDirty() ? "dirty" : "clean");
  for (const Body& body : workspace.history.document().bodies) {
    const auto pixel = toPixel(workspace.view.camera, {viewport.width, viewport.height}, body.position);
    if (pixel) state += fmt::format(" {}:{:.0f},{:.0f}", body.id, viewport.left + pixel->x, viewport.top + pixel->y);
  }
  if (!workspace.file_path.empty()) state += " in " + workspace.file_path;
  sayLine(state, state_);
  const Lesson* lesson = openLesson(workspace);
  const Learning& learning = workspace.learning;
  sayLine(lesson == nullptr
              ? "lesson none"
              : fmt::format("lesson {} {} {}", lesson->id, learning.step, learning.passed ? "passed" : "open"),
          lesson_);
  if (!workspace.console.empty()) sayLine("message " + workspace.console.back().text, message_);
  std::string items;
  for (const ItemPlace& item : takeItemPlaces())
    items += fmt::format("item {:.0f},{:.0f} {}\n{}", item.x, item.y, item.name,
                         item.focused ? "focus " + item.name + "\n" : "");
  sayLine(items + "items end", items_);
}

}  // namespace sepax
