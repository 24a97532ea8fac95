#include "session/bundle/entry_kind.h"

#include "core/text.h"
#include "media/mesh_import.h"
#include "media/picture_import.h"
#include "session/bundle/bundle_files.h"

#include <algorithm>
#include <cstddef>
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

}  // namespace sepax
