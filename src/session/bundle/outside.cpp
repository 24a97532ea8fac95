#include "session/bundle/outside.h"

#include "bundle/write/extract.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "session/bundle/bundle_requests.h"
#include "session/bundle/bundle_state.h"
#include "session/bundle/entry_kind.h"
#include "session/host/messages.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace sepax {

bool mayOpenOutside(const std::string& path) {
  static constexpr std::array<std::string_view, 8> kTexts{".txt", ".json", ".xml", ".ini",
                                                          ".cfg", ".csv",  ".md",  ".yaml"};
  const std::string lower = lowered(path);
  switch (entryKindOf(path)) {
    case EntryKind::kMesh:
    case EntryKind::kPicture:
    case EntryKind::kSound:
    case EntryKind::kVideo:
    case EntryKind::kFont:
      return !lower.ends_with(".svg");
    case EntryKind::kText:
      return std::ranges::any_of(kTexts, [&](std::string_view end) { return lower.ends_with(end); });
    case EntryKind::kCode:
    case EntryKind::kBundle:
    case EntryKind::kOther:
      return lower.ends_with(".pdf");
  }
  return false;
}

void execute(BundleState& state, Host& host, const OpenOutside& request) {
  const std::size_t index = request.index;
  const std::shared_ptr<const Tree> tree = state.bundle;
  if (tree == nullptr || index >= tree->entries().size() || !mayOpenOutside(tree->entries()[index].path)) return;
  host.jobs->start({.label = trf("Opening {}", toValidUtf8(fileNameOf(tree->entries()[index].path))),
                    .work = [tree, path = tree->entries()[index].path](JobControl& control) -> Result<Delivery> {
                      const Result<std::string> folder = privateFolder();
                      SEPAX_TRY(folder);
                      ExtractOptions options;
                      options.folder = *folder;
                      options.paths = {path};
                      options.may_replace = true;
                      const auto report = extractTree(*tree, options, control.byteSink());
                      SEPAX_TRY(report);
                      if (!report->refused.empty()) {
                        return fail(ErrorCode::kUnsafe, placeInTree(*tree, path), report->refused.front().message);
                      }
                      const std::string file = (std::filesystem::path(*folder) / path).string();
                      // A shell in between, which ends at once: some programs run until their window is closed.
                      const auto shell = runChild({"/bin/sh", "-c",
                                                   "command -v xdg-open > /dev/null || exit 127\n"
                                                   "xdg-open \"$1\" < /dev/null > /dev/null 2>&1 &",
                                                   "sh", file},
                                                  {}, {.wall_seconds = 10});
                      SEPAX_TRY(shell);
                      if (shell->exit_code != 0) {
                        return fail(ErrorCode::kNotFound, file,
                                    tr("this system has no program xdg-open that could open it"));
                      }
                      return [file](BundleState&, Scene& in) -> Result<void> {
                        notify(in, LogLevel::kInfo,
                               trf("{}: a copy, handed to the system's program; changes to it stay outside", file));
                        return {};
                      };
                    }});
}

}  // namespace sepax
