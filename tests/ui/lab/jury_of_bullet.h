#pragma once

#include "core/platform.h"
#include "session/lab/jury_pool.h"

#include <functional>
#include <memory>
#include <vector>

namespace sepax {

/// A jury of our own algorithms and of one other member, which has Bullet's name and is right.
inline std::shared_ptr<JuryPool> juryOfBullet() {
  JurorManifest juror;
  juror.name = "bullet";
  juror.command = {programFolder() + "/sepax-test-juror", "good"};
  return std::make_shared<JuryPool>(std::vector<JurorManifest>{juror}, JurorLimits{}, std::function<void()>());
}

}  // namespace sepax
