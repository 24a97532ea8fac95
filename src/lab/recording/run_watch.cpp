#include "lab/recording/run_watch.h"

#include "collide/pair_table.h"
#include "collide/sweep/sweep.h"
#include "core/text.h"
#include "geom/portable_math.h"
#include "geom/shape_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kMaxPassages = 1000;

/// The motion that brings a body from one pose to another in a second.
Motion motionBetween(const Pose& from, const Pose& to) {
  Motion out;
  out.linear = to.position - from.position;
  const Quat turn = quaternionOf(to.rotation * glm::transpose(from.rotation));
  const double sign = turn.w < 0 ? -1 : 1;
  const Vec3 axis = Vec3{turn.x, turn.y, turn.z} * sign;
  const double sine = length(axis);
  if (sine > 0) out.angular = axis * (2 * portable::atan2(sine, turn.w * sign) / sine);
  return out;
}

MinMaxBox joined(MinMaxBox box, const MinMaxBox& other) {
  add(box, other.min);
  add(box, other.max);
  return box;
}

/// Whether shapes that are apart at both ends touch between them and change sides.
bool passes(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b) {
  const auto before = testPair(a, b), after = testPair(movedTo(a, motion_a, 1), movedTo(b, motion_b, 1));
  if (!before || !after || before->answer.separation <= 0 || after->answer.separation <= 0) return false;
  if (dot(before->answer.normal, after->answer.normal) >= 0) return false;
  const auto impact = timeOfImpact(a, motion_a, b, motion_b, 1);
  return impact && impact->hit;
}

}  // namespace

std::string Passage::text() const {
  return fmt::format("frame {} to {}: {} passed through {}{}", frame - 1, frame, printableLine(body),
                     printableLine(through), speed > 0 ? fmt::format(" at {} m/s", humanNumber(speed, 3)) : "");
}

std::string DifferingClaim::text() const {
  return fmt::format("frame {} ({} s), {} and {}: {}", frame, humanNumber(time, 6), printableLine(pair.first),
                     printableLine(pair.second), wrongText(claim.differences));
}

PosedShape RunWatch::before(std::uint32_t number) const {
  const auto moved = before_.find(number);
  if (moved == before_.end()) return posedShape(scene_.body(number));
  Body body = scene_.body(number);
  std::tie(body.position, body.rotation) = moved->second;
  return posedShape(body);
}

double RunWatch::sideOf(std::uint32_t number) {
  const auto [known, is_new] = sides_.try_emplace(number, 0);
  if (is_new) {
    const PosedShape posed = posedShape(scene_.body(number));
    known->second = shortestSide(boundsOf(posed.shape, Pose{}), dimensionsOf(scene_.space()));
  }
  return known->second;
}

std::vector<Passage> RunWatch::passagesIn(const RecordedFrame& frame) {
  // A slower body is seen to overlap at some frame.
  constexpr double kFast = 0.5;
  std::vector<std::uint32_t> fast;
  for (const RecordedPose& pose : frame.poses) {
    const auto moved = before_.find(pose.body);
    if (moved == before_.end()) continue;
    const double way = length(pose.position - moved->second.first);
    if (way > 0 && way >= kFast * sideOf(pose.body)) fast.push_back(pose.body);
  }
  std::ranges::sort(fast);
  std::vector<Passage> found;
  const double seconds = frame.time - time_;
  for (const std::uint32_t number : fast) {
    const PosedShape a = before(number), a_now = posedShape(scene_.body(number));
    const MinMaxBox swept_a = joined(boundsOf(a.shape, a.pose), boundsOf(a_now.shape, a_now.pose));
    const Motion motion_a = motionBetween(a.pose, a_now.pose);
    for (const auto& [other, body] : scene_.bodies()) {
      // A pair of two fast bodies is asked about once.
      if (other == number || (other < number && std::ranges::binary_search(fast, other))) continue;
      const PosedShape b = before(other), b_now = posedShape(body);
      if (!meet(swept_a, joined(boundsOf(b.shape, b.pose), boundsOf(b_now.shape, b_now.pose)))) continue;
      const Motion motion_b = motionBetween(b.pose, b_now.pose);
      if (!passes(a, motion_a, b, motion_b)) continue;
      const double way = length(motion_a.linear - motion_b.linear);
      found.push_back({frames_, scene_.body(number).id, body.id, seconds > 0 ? way / seconds : 0});
    }
  }
  return found;
}

DifferingClaim RunWatch::differing(const CheckedClaim& claim, const RecordedFrame& frame) const {
  const PairIds pair{scene_.body(claim.claim.a).id, scene_.body(claim.claim.b).id};
  return {frames_ - 1, frame.line, frame.time, pair, claim};
}

RunWatch::Seen RunWatch::add(const RecordedFrame& frame, const std::atomic<bool>* stop) {
  Seen seen;
  before_.clear();
  for (const std::uint32_t number : frame.removed) sides_.erase(number);
  for (const RecordedPose& pose : frame.poses) {
    const auto there = scene_.bodies().find(pose.body);
    if (there == scene_.bodies().end() || frames_ == 0 || !wants_passages_) continue;
    before_.emplace_hint(before_.end(), pose.body, std::pair(there->second.position, there->second.rotation));
  }
  scene_.apply(frame);
  if (wants_passages_) seen.passages = passagesIn(frame);
  ++frames_;
  for (const RecordedPose& pose : frame.poses) {
    lowest_ = has_moved_ ? std::min(lowest_, pose.position.y) : pose.position.y;
    highest_ = has_moved_ ? std::max(highest_, pose.position.y) : pose.position.y;
    has_moved_ = true;
  }
  seen.measures = meter_.add(frame, scene_);
  double& deepest = seen.measures[static_cast<std::size_t>(RunMeasure::kDepth)];
  if (claims_ + frame.claims.size() > 0) deepest = 0;
  const std::size_t differed = differing_;
  for (const Claim& claim : frame.claims) {
    if (stop != nullptr && *stop) break;
    ++claims_;
    const CheckedClaim& checked = seen.claims.emplace_back(checkClaim(claim, scene_, head_));
    deepest = std::max(deepest, -checked.separation);
    if (!checked.differs()) continue;
    ++differing_;
    if (!first_) first_ = differing(checked, frame);
    if (!worst_ || checked.worst() > worst_->claim.worst()) worst_ = differing(checked, frame);
  }
  deepest_ = std::max(deepest_, deepest);
  differing_frames_ += differing_ > differed ? 1 : 0;
  for (const Passage& passage : seen.passages) {
    if (passages_.size() < kMaxPassages) passages_.push_back(passage);
  }
  time_ = frame.time;
  return seen;
}

}  // namespace sepax
