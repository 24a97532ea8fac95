#include "session/bundle/entry_kind.h"

#include "bundle/write/extract.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "media/model_import.h"
#include "media/picture_import.h"
#include "session/bundle/bundle_files.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string_view>

namespace sepax {

namespace {

struct KindNames {
  const char *one, *many;
};
/// In the order of EntryKind.
constexpr KindNames kNames[] = {{"mesh", "meshes"},  {"picture", "pictures"}, {"sound", "sounds"},
                                {"video", "videos"}, {"text", "texts"},       {"font", "fonts"},
                                {"code", "code"},    {"bundle", "bundles"},   {"other", "other"}};
static_assert(std::size(kNames) == kEntryKindCount);

struct Extension {
  std::string_view end;
  EntryKind kind;
};
using enum EntryKind;
constexpr Extension kExtensions[] = {
    {".wav", kSound}, {".ogg", kSound},  {".mp3", kSound},  {".flac", kSound},      {".opus", kSound},
    {".oga", kSound}, {".m4a", kSound},  {".mp4", kVideo},  {".webm", kVideo},      {".mkv", kVideo},
    {".ogv", kVideo}, {".3gp", kVideo},  {".mov", kVideo},  {".txt", kText},        {".json", kText},
    {".xml", kText},  {".ini", kText},   {".cfg", kText},   {".csv", kText},        {".lua", kText},
    {".js", kText},   {".fnt", kText},   {".mtl", kText},   {".plist", kText},      {".yaml", kText},
    {".yml", kText},  {".glsl", kText},  {".vert", kText},  {".frag", kText},       {".html", kText},
    {".css", kText},  {".md", kText},    {".mf", kText},    {".properties", kText}, {".ttf", kFont},
    {".otf", kFont},  {".woff", kFont},  {".woff2", kFont}, {".dex", kCode},        {".so", kCode},
    {".dll", kCode},  {".class", kCode}, {".exe", kCode},   {".wasm", kCode},       {".pyc", kCode}};

}  // namespace

EntryKind entryKindOf(const std::string& path) {
  if (isMeshName(path)) return kMesh;
  if (isContainerName(path)) return kBundle;
  if (isPictureName(path)) return kPicture;
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string::npos || path[dot] != '.') return kOther;
  const auto row = std::ranges::find(kExtensions, lowered(std::string_view(path).substr(dot)), &Extension::end);
  return row == std::end(kExtensions) ? kOther : row->kind;
}

const char* entryKindName(EntryKind kind) { return kNames[static_cast<std::size_t>(kind)].one; }
const char* entryKindNames(EntryKind kind) { return kNames[static_cast<std::size_t>(kind)].many; }

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
