#include "lab/recording/run_watch.h"

#include "collide/pair_table.h"
#include "collide/sweep/sweep.h"
#include "core/text.h"
#include "geom/shape_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
  if (sine > 0) out.angular = axis * (2 * std::atan2(sine, turn.w * sign) / sine);
  return out;
}

double shortestSide(const MinMaxBox& box, Space space) {
  const Vec3 sizes = sizesOf(box);
  const double side = std::min(sizes.x, sizes.y);
  return space == Space::k2d ? side : std::min(side, sizes.z);
}

MinMaxBox joined(MinMaxBox box, const MinMaxBox& other) {
  add(box, other.min);
  add(box, other.max);
  return box;
}

bool meet(const MinMaxBox& a, const MinMaxBox& b) {
  for (int k = 0; k < 3; ++k) {
    if (a.min[k] > b.max[k] || b.min[k] > a.max[k]) return false;
  }
  return true;
}

/// Whether shapes that are apart at both ends touch between them and change sides.
bool passes(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b) {
  const auto before = testPair(a, b), after = testPair(movedTo(a, motion_a, 1), movedTo(b, motion_b, 1));
  if (!before || !after || before->answer.separation <= 0 || after->answer.separation <= 0) return false;
  if (dot(before->answer.normal, after->answer.normal) >= 0) return false;
  const auto swept = sweep(a, motion_a, b, motion_b, 1);
  return swept && swept->hit;
}

}  // namespace

std::string Passage::text() const {
  return fmt::format("frame {} to {}: {} passed through {}{}", frame - 1, frame, printableLine(body),
                     printableLine(through), speed > 0 ? fmt::format(" at {} m/s", humanNumber(speed, 3)) : "");
}

std::string DifferingClaim::text() const {
  std::string why;
  for (const JuryDifference& part : claim.differences) {
    if (!part.is_tie) why += (why.empty() ? "" : "; ") + part.text;
  }
  return fmt::format("frame {} ({} s), {} and {}: {}", frame, humanNumber(time, 6), printableLine(pair.first),
                     printableLine(pair.second), why);
}

void RunWatch::findPassages(const RecordedFrame& frame, double seconds, std::vector<Passage>& found) {
  // A slower body is seen to overlap at some frame.
  constexpr double kFast = 0.5;
  for (const RecordedPose& pose : frame.poses) {
    const auto was = before_.find(pose.body);
    if (was == before_.end()) continue;
    const PosedShape& a = was->second;
    const PosedShape now = posedShape(scene_.body(pose.body));
    const MinMaxBox end = boundsOf(now.shape, now.pose);
    if (length(now.pose.position - a.pose.position) < kFast * shortestSide(end, scene_.space())) continue;
    const MinMaxBox swept = joined(end, boundsOf(a.shape, a.pose));
    const Motion motion_a = motionBetween(a.pose, now.pose);
    for (const auto& [number, body] : scene_.bodies()) {
      if (number == pose.body) continue;
      const PosedShape other_now = posedShape(body);
      const auto other_was = before_.find(number);
      const PosedShape& b = other_was == before_.end() ? other_now : other_was->second;
      // A pair of two fast bodies is asked about once.
      const bool is_asked_before = other_was != before_.end() && number < pose.body &&
                                   length(other_now.pose.position - b.pose.position) >=
                                       kFast * shortestSide(boundsOf(b.shape, b.pose), scene_.space());
      if (is_asked_before) continue;
      if (!meet(swept, joined(boundsOf(other_now.shape, other_now.pose), boundsOf(b.shape, b.pose)))) continue;
      const Motion motion_b = motionBetween(b.pose, other_now.pose);
      if (!passes(a, motion_a, b, motion_b)) continue;
      const double way = length(motion_a.linear - motion_b.linear);
      found.push_back({frames_, scene_.body(pose.body).id, body.id, seconds > 0 ? way / seconds : 0});
    }
  }
}

RunWatch::Seen RunWatch::add(const RecordedFrame& frame) {
  Seen seen;
  before_.clear();
  if (frames_ > 0) {
    for (const RecordedPose& pose : frame.poses) {
      const auto there = scene_.bodies().find(pose.body);
      if (there != scene_.bodies().end()) before_.emplace(pose.body, posedShape(there->second));
    }
  }
  scene_.apply(frame);
  if (frames_ > 0) findPassages(frame, frame.time - time_, seen.passages);
  for (const RecordedPose& pose : frame.poses) {
    lowest_ = has_moved_ ? std::min(lowest_, pose.position.y) : pose.position.y;
    highest_ = has_moved_ ? std::max(highest_, pose.position.y) : pose.position.y;
    has_moved_ = true;
  }
  for (const Claim& claim : frame.claims) {
    ++claims_;
    CheckedClaim checked = checkClaim(claim, scene_, head_);
    deepest_ = std::max(deepest_, -checked.separation);
    if (!checked.differs()) continue;
    seen.differing.push_back(
        {frames_, frame.line, frame.time, {scene_.body(claim.a).id, scene_.body(claim.b).id}, std::move(checked)});
    const DifferingClaim& found = seen.differing.back();
    if (!first_) first_ = found;
    if (!worst_ || found.claim.worst() > worst_->claim.worst()) worst_ = found;
  }
  differing_ += seen.differing.size();
  differing_frames_ += seen.differing.empty() ? 0 : 1;
  for (const Passage& passage : seen.passages) {
    if (passages_.size() < kMaxPassages) passages_.push_back(passage);
  }
  time_ = frame.time;
  ++frames_;
  return seen;
}

}  // namespace sepax
