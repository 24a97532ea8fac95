#include "session/messages.h"

#include "core/text.h"
#include "session/workspace.h"

#include <algorithm>
#include <cstddef>

namespace sepax {

namespace {

constexpr std::size_t kMaxConsoleLines = 5000;
constexpr std::size_t kMaxToasts = 4;

void showToast(Workspace& workspace, LogLevel level, const std::string& shown) {
  std::erase_if(workspace.toasts, [&](const Toast& toast) { return toast.text == shown; });
  workspace.toasts.push_back({level, shown, 0});
  if (workspace.toasts.size() > kMaxToasts) workspace.toasts.erase(workspace.toasts.begin());
}

}  // namespace

void notify(Workspace& workspace, LogLevel level, const std::string& text) {
  const std::string shown = toValidUtf8(text);
  // A drag against a limit says the same in every frame: once is enough.
  const bool repeated = !workspace.console.empty() && workspace.console.back().text == shown;
  if (!repeated) workspace.console.push_back({level, shown});
  if (workspace.console.size() > kMaxConsoleLines) {
    workspace.console.erase(workspace.console.begin(), workspace.console.begin() + kMaxConsoleLines / 2);
  }
  if (level != LogLevel::kInfo) showToast(workspace, level, shown);
}

void announce(Workspace& workspace, const std::string& text) {
  notify(workspace, LogLevel::kInfo, text);
  showToast(workspace, LogLevel::kInfo, toValidUtf8(text));
}

}  // namespace sepax
