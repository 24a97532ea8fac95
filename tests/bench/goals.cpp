#include "bench/goals.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace sepax::bench {
namespace {

/// A goal is a time, or a number of times as fast as the row that it is compared with.
struct Goal {
  std::string_view row;
  double nanoseconds = 0, times = 0;
};
constexpr double kMicro = 1e3, kMilli = 1e6;

// All goals of both programs; docs/performance.md says what is known of those that are not met.
constexpr Goal kGoals[] = {
    // sepax bench
    {"boxOverlaps/hit50", 0, 8},
    {"boxOverlaps,AVX2/hit50", 0, 8},
    {"boxOverlaps,portable/hit50", 0, 3.3},
    {"boxOverlaps/near", 0, 8},
    {"boxOverlaps,AVX2/near", 0, 8},
    {"boxOverlaps,portable/near", 0, 3.3},
    {"boxOverlapsOfList/hit50", 0, 5},
    {"flatBoxOverlaps/hit10", 0, 4},
    {"flatBoxOverlaps/hit50", 0, 4},
    {"flatBoxOverlaps/hit90", 0, 4},
    {"boxManifolds/hit50", 150},
    {"broadPhase/1000", 0.2 * kMilli},
    {"broadPhase/10000", 2.5 * kMilli},
    {"broadPhase/100000", 30 * kMilli},
    {"list as JSON / unzip -l/iterations:15/manual_time", 0, 1},
    {"crowdFrame/10000", 5 * kMilli},
    {"crowdFrame/100000", 50 * kMilli},
    {"pairReport/box", 1.5 * kMicro},
    {"pairReport/cylinder", 15 * kMicro},
    {"pairReport/cone", 15 * kMicro},
    {"meshPair/overlapping", 12 * kMilli},
    // tools/bench
    {"boxes overlap, hit50|Sepax batch, filled each time", 7},
    {"boxes overlap, hit50|Sepax, one pair a call, in double", 15},
    {"boxes' contacts, hit50|Sepax report: every axis, mtv, contacts, in double", 1.5 * kMicro},
    {"boxes' contacts, hit50|Sepax manifold: normal, depth, up to 8 contacts, in double", 150},
    {"hulls of 8 vertices|Sepax quick report: every axis, mtv, no contacts", 2 * kMicro},
    {"hulls of 16 vertices|Sepax quick report: every axis, mtv, no contacts", 5 * kMicro},
    {"hulls of 32 vertices|Sepax quick report: every axis, mtv, no contacts", 12 * kMicro},
    {"hulls of 64 vertices|Sepax quick report: every axis, mtv, no contacts", 28 * kMicro},
    {"hulls of 8 vertices|Sepax report: every axis, mtv, contacts, in double", 3 * kMicro},
    {"hulls of 16 vertices|Sepax report: every axis, mtv, contacts, in double", 7.5 * kMicro},
    {"hulls of 32 vertices|Sepax report: every axis, mtv, contacts, in double", 18 * kMicro},
    {"hulls of 64 vertices|Sepax report: every axis, mtv, contacts, in double", 42 * kMicro},
    {"hulls of 256 vertices|Sepax report: every axis, mtv, contacts, in double", 0.3 * kMilli},
    {"hulls of 1000 vertices|Sepax report: every axis, mtv, contacts, in double", 1.6 * kMilli},
    {"hulls of 8 vertices|Sepax GJK, distance or overlap", 0.32 * kMicro},
    {"hulls of 16 vertices|Sepax GJK, distance or overlap", 0.43 * kMicro},
    {"hulls of 32 vertices|Sepax GJK, distance or overlap", 0.6 * kMicro},
    {"hulls of 8 vertices|Sepax GJK, a boolean", 0.61 * kMicro},
    {"hulls of 16 vertices|Sepax GJK, a boolean", 0.72 * kMicro},
    {"hulls of 32 vertices|Sepax GJK, a boolean", 0.86 * kMicro},
    {"hulls of 64 vertices|Sepax GJK, a boolean", 1.13 * kMicro},
    {"hulls of 8 vertices|Sepax GJK and EPA: depth, all contacts", 1.9 * kMicro},
    {"hulls of 16 vertices|Sepax GJK and EPA: depth, all contacts", 2.8 * kMicro},
    {"hulls of 32 vertices|Sepax GJK and EPA: depth, all contacts", 3.8 * kMicro},
    {"hulls of 64 vertices|Sepax GJK and EPA: depth, all contacts", 5.6 * kMicro},
    {"boxes in the plane|Sepax report: every axis, mtv, contacts, in double", 0.5 * kMicro},
    {"polygons of 3 corners|Sepax manifold: normal, depth, contacts, in double", 29},
    {"polygons of 8 corners|Sepax report: every axis, mtv, contacts, in double", 1.5 * kMicro},
    {"all pairs of 1000 boxes|Sepax grid", 0.2 * kMilli},
    {"all pairs of 10000 boxes|Sepax grid", 2.5 * kMilli},
    {"all pairs of 100000 boxes|Sepax grid", 30 * kMilli},
    {"smallest ball of 10000 points of a box|Sepax", 0, 1},
    {"smallest ball of 10000 points of an ellipsoid's surface|Sepax", 0, 1},
    {"smallest ball of 10000 points of a bumpy surface|Sepax", 0, 1},
    {"hull of 10000 points of a box|Sepax, by Qhull", 0, 1},
    {"hull of 10000 points of an ellipsoid's surface|Sepax, by Qhull", 0, 1},
    {"hull of 10000 points of a bumpy surface|Sepax, by Qhull", 0, 1},
    {"minimum box of 100000 points of a box|Sepax, hull and all", 10 * kMilli},
    {"minimum box of 100000 points of a bumpy surface|Sepax, hull and all", 60 * kMilli},
    {"tree of 78960 triangles|Sepax tree", 30 * kMilli},
    {"tree of 78960 triangles|Sepax mesh: tree, hull, edges, parts", 40 * kMilli},
    {"meshes of 78960 triangles overlap|Sepax, a boolean", 15 * kMicro},
    {"meshes of 78960 triangles, all crossings|Sepax: with their segments", 1.0 * kMilli},
    {"distance of meshes of 78960 triangles|Sepax", 0.5 * kMilli},
    {"sweep of boxes, straight|Sepax time of impact", 1.0 * kMicro},
    {"sweep of boxes, turning|Sepax time of impact", 3.0 * kMicro},
    {"sweep of hulls of 32 vertices, straight|Sepax time of impact", 2.9 * kMicro},
    {"sweep of hulls of 32 vertices, turning|Sepax time of impact", 5.9 * kMicro},
};

std::string timeText(double nanoseconds) {
  if (nanoseconds < kMicro) return fmt::format("{:g} ns", nanoseconds);
  return nanoseconds < kMilli ? fmt::format("{:g} µs", nanoseconds / kMicro)
                              : fmt::format("{:g} ms", nanoseconds / kMilli);
}

}  // namespace

std::string goalText(std::string_view row, double nanoseconds, double times) {
  const auto* const goal = std::ranges::find(kGoals, row, &Goal::row);
  if (goal == std::end(kGoals)) return {};
  if (goal->times > 0) {
    if (times <= 0) return {};
    const std::string wanted = fmt::format("{:g} times as fast", goal->times);
    return times >= goal->times ? "meets " + wanted : fmt::format("{:.2g} of {}", times, wanted);
  }
  const std::string wanted = timeText(goal->nanoseconds);
  return nanoseconds <= goal->nanoseconds ? "meets " + wanted
                                          : fmt::format("{:.2g} times {}", nanoseconds / goal->nanoseconds, wanted);
}

}  // namespace sepax::bench
