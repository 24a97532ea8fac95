#pragma once

#include "draw/crowd_picture.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

struct Workspace;

/// The looks and the picture of a crowd's bodies, kept while nothing changes that they are made of: the camera may
/// move.
struct CrowdCache {
  std::vector<CrowdLook> looks;
  CrowdPicture picture;

  // The revisions that it was made of.
  std::uint64_t revision = 0, answers = 0;
  Theme theme = Theme::kDark;
  std::string selected, hovered, a, b;
  std::vector<std::string> group;
};

/// Brings the cache up to date for an input, whose crowd and picture it then is. For a few bodies both stay empty.
void followCrowd(Workspace& workspace, PictureInput& input);

}  // namespace sepax
