#include "core/worker.h"

#include <gtest/gtest.h>

#include <mutex>
#include <utility>
#include <vector>

using namespace sepax;

TEST(Worker, HasEndedWhenItIsJoinedOrReplacedOrGone) {
  int ended = 0;
  Worker first([&] { ++ended; });
  Worker moved = std::move(first);
  moved.join();
  EXPECT_EQ(ended, 1);
  moved.join();  // a second time it is nothing
  moved = Worker([&] { ++ended; });
  moved = Worker();
  EXPECT_EQ(ended, 2);
  {
    const Worker last([&] { ++ended; });
  }
  EXPECT_EQ(ended, 3);
}

TEST(Signal, HoldsWorkersUntilTheStateHasComeThatTheyWaitFor) {
  std::mutex mutex;
  Signal changed;
  int turn = 0;
  std::vector<int> order;
  std::vector<Worker> workers;
  for (const int own : {2, 0, 1}) {
    workers.emplace_back([&, own] {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return turn == own; });
      order.push_back(own);
      ++turn;
      changed.notifyAll();
    });
  }
  workers.clear();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
}
