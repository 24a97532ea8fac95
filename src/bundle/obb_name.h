#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sepax {

/// The parts of an expansion file's name: "main.42.com.example.game.obb".
struct ObbName {
  std::string kind;  ///< "main", "patch"; Unreal's "overflow1", "overflow2", …
  std::int64_t version = 0;
  std::string package;
};

/// A file name by the rule kind.version.package.obb, or nullopt: the device's downloader and every engine look for
/// exactly that.
[[nodiscard]] std::optional<ObbName> parseObbName(std::string_view file_name);

/// The name that the rule wants.
[[nodiscard]] std::string formatObbName(const ObbName& name);

/// Android's rule for package names: at least two parts of letters, digits and "_", each beginning with a letter.
[[nodiscard]] bool isPackageName(std::string_view package);

}  // namespace sepax
