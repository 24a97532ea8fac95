#pragma once

#include "session/host/host.h"

#include <atomic>
#include <memory>

namespace sepax {

/// Keeps both workers of a window busy until it goes.
class BusyWorkers {
 public:
  explicit BusyWorkers(Jobs& jobs) {
    for (int i = 0; i < 2; ++i) {
      jobs.start({.quick = true, .work = [free = free_](JobControl&) -> Result<Delivery> {
                    free->wait(false);
                    return Delivery();
                  }});
    }
  }
  ~BusyWorkers() {
    free_->store(true);
    free_->notify_all();
  }
  BusyWorkers(const BusyWorkers&) = delete;
  BusyWorkers& operator=(const BusyWorkers&) = delete;

 private:
  std::shared_ptr<std::atomic<bool>> free_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace sepax
