#include "bundle/engine.h"

#include <algorithm>
#include <string_view>

namespace sepax {

namespace {

/// A path that gives its maker away: where it begins, what it holds, how it ends; empty parts fit everything.
struct EngineMark {
  std::string_view begins;
  std::string_view holds;
  std::string_view ends;
  const char* engine;
};

// The first row that any entry fits counts: an app is named before the engine it was made with.
constexpr EngineMark kEngineMarks[] = {
    {"Android/obb/", "", ".obb", "an app with its bundles (XAPK)"},
    {"AndroidManifest.xml", "", "", "an Android app (APK)"},
    {"assets/bin/Data/", "", "", "Unity"},
    {"", "/Content/Paks/", ".pak", "Unreal Engine"},
    {"", "/Content/Paks/", ".utoc", "Unreal Engine"},
    {"src/cocos-js/", "", "", "Cocos Creator"},
    {"project.binary", "", "", "Godot"},
};

}  // namespace

std::string engineOf(const Tree& tree) {
  if (tree.kind() == ContainerKind::kPck) return "Godot";
  for (const EngineMark& mark : kEngineMarks) {
    const auto fits = [&](const TreeEntry& entry) {
      const std::string_view path = entry.path;
      return path.starts_with(mark.begins) && path.ends_with(mark.ends) &&
             path.find(mark.holds) != std::string_view::npos;
    };
    if (std::any_of(tree.entries().begin(), tree.entries().end(), fits)) return mark.engine;
  }
  return "";
}

}  // namespace sepax
