#include "session/host/host.h"

#include "core/text.h"

#include <algorithm>
#include <cstddef>

namespace sepax {

// Not inline: GCC 12 warns of uninitialised members when it inlines the move of a variant's temporary.
void Commands::send(Command command, MergeKey merge_key) { commands.emplace_back(std::move(command), merge_key); }

namespace {

constexpr std::size_t kMaxConsoleLines = 5000;
constexpr std::size_t kMaxToasts = 4;

void showToast(Host& host, LogLevel level, const std::string& shown) {
  std::erase_if(host.toasts, [&](const Toast& toast) { return toast.text == shown; });
  host.toasts.push_back({level, shown, 0});
  if (host.toasts.size() > kMaxToasts) host.toasts.erase(host.toasts.begin());
}

}  // namespace

void notify(Host& host, LogLevel level, const std::string& text) {
  const std::string shown = toValidUtf8(text);
  // A drag against a limit says the same in every frame: once is enough.
  const bool repeated = !host.console.empty() && host.console.back().text == shown;
  if (!repeated) host.console.push_back({level, shown});
  if (host.console.size() > kMaxConsoleLines) {
    host.console.erase(host.console.begin(), host.console.begin() + kMaxConsoleLines / 2);
  }
  if (level != LogLevel::kInfo) showToast(host, level, shown);
}

void announce(Host& host, const std::string& text) {
  notify(host, LogLevel::kInfo, text);
  showToast(host, LogLevel::kInfo, toValidUtf8(text));
}

}  // namespace sepax
