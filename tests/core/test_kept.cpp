#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

#include "core/kept.h"
#include "counted_allocations.h"

namespace sepax {
namespace {

constexpr std::size_t kLarge = 1 << 20;

TEST(Kept, GoesAroundWithoutTheHeap) {
  if (!isMemoryKept()) GTEST_SKIP();
  const auto make = [](std::size_t count) { return Kept<double>(count, 1.0); };
  for (const std::size_t count : {1, 9, 500, 6000}) static_cast<void>(make(count));
  const std::size_t before = allocation_count;
  for (int round = 0; round < 100; ++round) {
    for (const std::size_t count : {1, 9, 500, 6000}) {
      Kept<double> first = make(count);
      const Kept<double> second = std::move(first);
      EXPECT_EQ(second[count - 1], 1);
    }
  }
  EXPECT_EQ(allocation_count, before);
  static_cast<void>(make(kLarge));
  EXPECT_EQ(allocation_count, before + 1) << "nothing is counted, or a large block is kept";
}

TEST(Kept, HasSizesAnyBlockOfItsClass) {
  if (!isMemoryKept()) GTEST_SKIP();
  for (const std::size_t bytes : {65u, 100u, 128u}) {
    void* const small = takeKept(64);
    void* const block = takeKept(bytes);
    giveKept(block, bytes);
    giveKept(small, 64);
    void* const again = takeKept(128);
    EXPECT_EQ(again, block) << bytes;
    giveKept(again, 128);
  }
}

TEST(Kept, IsLimitedByItsBytes) {
  if (!isMemoryKept()) GTEST_SKIP();
  constexpr std::size_t kBytes = 1 << 16;
  std::vector<void*> blocks(10);
  const auto takeAll = [&] {
    const std::size_t before = allocation_count;
    for (void*& block : blocks) block = takeKept(kBytes);
    return allocation_count - before;
  };
  static_cast<void>(takeAll());
  for (void* block : blocks) giveKept(block, kBytes);
  EXPECT_EQ(takeAll(), 8u) << "two of 64 KB are kept";
  for (void* block : blocks) giveKept(block, kBytes);
}

TEST(Kept, IsTheThreadsOwn) {
  if (!isMemoryKept()) GTEST_SKIP();
  void* const block = takeKept(300);
  giveKept(block, 300);
  std::thread([&] {
    void* const other = takeKept(300);
    EXPECT_NE(other, block);
    giveKept(other, 300);
  }).join();
  void* const again = takeKept(300);
  EXPECT_EQ(again, block);
  giveKept(again, 300);
}

TEST(Kept, MayEndOnAnotherThread) {
  Kept<int> made(1000, 7);
  Kept<int> returned;
  std::thread([&, taken = std::move(made)]() mutable {
    EXPECT_EQ(taken[999], 7);
    taken = {};
    returned = Kept<int>(1000, 8);
  }).join();
  EXPECT_EQ(returned[999], 8);
}

}  // namespace
}  // namespace sepax
