#pragma once

#include "lab/jury/juror_install.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace sepax::test {

/// Calls `check` with the manifest of every engine of npm that is installed; names those that are not.
inline std::string checkInstalledNpmJurors(const std::function<void(const JurorManifest&)>& check) {
  const auto installable = installableJurors();
  EXPECT_TRUE(installable) << describe(installable.error());
  std::string missing;
  for (const JurorManifest& manifest : installable.value_or(std::vector<JurorManifest>{})) {
    const std::string folder = installedJurorFolder();
    if (programInPath("node").empty() || !isInstalled(manifest, folder)) {
      missing += " " + manifest.name;
      continue;
    }
    const auto there = readJurorManifest(fmt::format("{}/{}.juror.json", folder, manifest.name));
    EXPECT_TRUE(there);
    if (there) check(*there);
  }
  return missing;
}

}  // namespace sepax::test
