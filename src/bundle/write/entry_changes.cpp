#include "bundle/write/entry_changes.h"

#include "bundle/safe_path.h"
#include "bundle/verify.h"
#include "core/name_map.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace sepax {

namespace {

/// Refuses an added path where a file system could not put it beside those that stay.
class AddedPaths {
 public:
  AddedPaths(const Tree& tree, const std::vector<bool>& goes, bool allows_clashes) : allows_clashes_(allows_clashes) {
    for (std::size_t i = 0; i < goes.size(); ++i) {
      if (!goes[i]) note(tree.entries()[i].path, tree.entries()[i].directory);
    }
  }

  Result<void> add(const std::string& path) {
    const auto isFolder = folders_.find(foldedName(path));
    if (isFolder != folders_.end() && isFolder->second == path)
      return fail(ErrorCode::kWrongValue, printableLine(path), "is a folder, expected a file");
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
      const std::string folder = path.substr(0, slash);
      if (const auto file = files_.find(foldedName(folder)); file != files_.end() && file->second == folder)
        return fail(ErrorCode::kWrongValue, printableLine(path),
                    fmt::format("cannot lie below {}, which is a file", printableLine(folder)));
      SEPAX_TRY(expectSpelling(path, folder));
    }
    SEPAX_TRY(expectSpelling(path, path));
    note(path, false);
    return {};
  }

 private:
  Result<void> expectSpelling(const std::string& path, const std::string& part) const {
    if (allows_clashes_) return {};
    for (const auto* names : {&files_, &folders_}) {
      const auto other = names->find(foldedName(part));
      if (other != names->end() && other->second != part)
        return fail(ErrorCode::kWrongValue, printableLine(path),
                    fmt::format("differs from \"{}\" only in upper and lower case", printableLine(other->second)));
    }
    return {};
  }

  void note(const std::string& path, bool is_folder) {
    (is_folder ? folders_ : files_).try_emplace(foldedName(path), path);
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
      folders_.try_emplace(foldedName(path.substr(0, slash)), path.substr(0, slash));
  }

  bool allows_clashes_ = false;
  NameMap<std::string, std::string> files_, folders_;  ///< paths by what they are where case does not count
};

}  // namespace

Result<Decision> decide(const Tree& tree, const std::vector<EntryChange>& changes, bool allows_clashes,
                        RepackReport& report) {
  const auto& entries = tree.entries();
  Decision decision;
  decision.goes.resize(entries.size());
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const std::string& path = changes[k].path;
    const auto& entry = changes[k].entry;
    const auto isSame = [&](const EntryChange& other) { return other.path == path; };
    if (std::count_if(changes.begin(), changes.end(), isSame) > 1)
      return fail(ErrorCode::kWrongValue, path, "is named twice");
    if (entry && path.ends_with('/'))
      return fail(ErrorCode::kWrongValue, printableLine(path), "names a folder, expected a file");
    const std::string folder = path.ends_with('/') ? path : path + "/";
    std::optional<std::size_t> last;
    std::uint64_t met = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool isMet = entries[i].path == path ||
                         (!entry && (entries[i].path + "/" == folder || entries[i].path.starts_with(folder)));
      if (!isMet || decision.goes[i]) continue;
      if (entry && entries[i].directory) return fail(ErrorCode::kWrongValue, path, "is a folder, expected a file");
      decision.goes[i] = true;
      last = i;
      ++met;
    }
    if (!entry) {
      if (met == 0) return fail(ErrorCode::kNotFound, placeInTree(tree, path), "no such entry");
      report.removed += met;
    } else if (last) {
      decision.change_of[*last] = k;
      ++report.replaced;
    } else {
      if (const char* why = whyDangerousPath(path); why != nullptr)
        return fail(ErrorCode::kUnsafe, printableLine(path), fmt::format("the name {}", why));
      decision.additions.push_back(k);
      ++report.added;
    }
  }
  report.kept = static_cast<std::uint64_t>(std::count(decision.goes.begin(), decision.goes.end(), false));
  if (decision.additions.empty()) return decision;
  AddedPaths paths(tree, decision.goes, allows_clashes);
  for (const std::size_t change : decision.additions) {
    SEPAX_TRY(paths.add(changes[change].path));
  }
  return decision;
}

}  // namespace sepax
