#include "lab/recording/recording.h"

#include "core/json_text.h"
#include "format/case_writer.h"

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

/// Room for more without twice the memory: most recordings end soon after.
template <class T>
void growSlowly(std::vector<T>& list) {
  if (list.size() == list.capacity()) list.reserve(list.size() + list.size() / 4 + 8);
}

/// Bodies as a case writes them.
Json bodiesJson(std::vector<Body> bodies, Space space) {
  Document alone;
  alone.space = space;
  alone.bodies = std::move(bodies);
  Json written = caseJson(alone);
  return std::move(written["bodies"]);
}

Json numbers(const Vec3& v, Space space) {
  Json out = Json::array();
  for (int c = 0; c < dimensionsOf(space); ++c) out.push(jsonNumber(v[c]));
  return out;
}

}  // namespace

Recording::Recording(RecordingHead head) : head_(std::move(head)) {
  for (const Body& body : head_.scene.bodies)
    tracks_.emplace_hint(tracks_.end(), next_number_++, Track{.body = body, .when = {}, .poses = {}, .velocities = {}});
}

void Recording::append(RecordedFrame frame, std::vector<CheckedClaim> claims, const RunMeasures& measures) {
  const std::size_t number = end();
  for (const std::uint32_t removed : frame.removed) tracks_.at(removed).until = number;
  for (Body& body : frame.added)
    tracks_.emplace_hint(tracks_.end(), next_number_++,
                         Track{.body = std::move(body), .from = number, .when = {}, .poses = {}, .velocities = {}});
  for (const RecordedPose& pose : frame.poses) {
    Track& track = tracks_.at(pose.body);
    growSlowly(track.when);
    growSlowly(track.poses);
    track.when.push_back(number);
    track.poses.push_back(pose);
  }
  for (const RecordedVelocity& velocity : frame.velocities) {
    Track& track = tracks_.at(velocity.body);
    if (track.when.empty() || track.when.back() != number) continue;  // a body that stays
    growSlowly(track.velocities);
    poses_ += track.when.size() - track.velocities.size();
    track.velocities.resize(track.when.size(), {kNobody, {}, {}});
    track.velocities.back() = velocity;
  }
  poses_ += frame.poses.size();
  claims_ += claims.size();
  const bool differs =
      std::any_of(claims.begin(), claims.end(), [](const CheckedClaim& claim) { return claim.differs(); });
  differing_ += differs ? 1 : 0;
  frames_.push_back({frame.line, frame.time, std::move(claims), std::move(frame.mark), differs, measures});
}

void Recording::dropFirst(std::size_t count) {
  count = std::min(count, frames_.empty() ? 0 : frames_.size() - 1);
  for (std::size_t i = 0; i < count; ++i) {
    claims_ -= frames_.front().claims.size();
    differing_ -= frames_.front().differs ? 1 : 0;
    frames_.pop_front();
    ++first_;
  }
  std::erase_if(tracks_, [&](const auto& entry) {
    const Track& track = entry.second;
    if (track.until > first_) return false;
    poses_ -= track.poses.size() + track.velocities.size();
    return true;
  });
  for (auto& [number, track] : tracks_) {
    // The pose at the first frame stays, as does what is only a few.
    const auto later = std::upper_bound(track.when.begin(), track.when.end(), first_);
    const std::ptrdiff_t old = std::max<std::ptrdiff_t>(later - track.when.begin() - 1, 0);
    if (static_cast<std::size_t>(old) < track.when.size() / 4) continue;
    track.when.erase(track.when.begin(), track.when.begin() + old);
    track.poses.erase(track.poses.begin(), track.poses.begin() + old);
    const auto old_velocities = std::min(old, std::ssize(track.velocities));
    track.velocities.erase(track.velocities.begin(), track.velocities.begin() + old_velocities);
    poses_ -= static_cast<std::size_t>(old + old_velocities);
  }
}

std::size_t Recording::frameAt(double time) const {
  const auto later = std::upper_bound(frames_.begin(), frames_.end(), time,
                                      [](double t, const Frame& frame) { return t < frame.time; });
  return first_ + static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - frames_.begin() - 1, 0));
}

std::optional<std::size_t> Recording::stopAfter(std::size_t frame, Stop stop) const {
  for (std::size_t i = std::max(frame + 1, first_); i < end(); ++i) {
    if (stop == Stop::kDiffers ? this->frame(i).differs : !this->frame(i).mark.empty()) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> Recording::stopBefore(std::size_t frame, Stop stop) const {
  for (std::size_t i = std::min(frame, end()); i > first_; --i) {
    if (stop == Stop::kDiffers ? this->frame(i - 1).differs : !this->frame(i - 1).mark.empty()) return i - 1;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> Recording::bodiesAt(std::size_t frame) const {
  std::vector<std::uint32_t> out;
  for (const auto& [number, track] : tracks_) {
    if (track.isThere(frame)) out.push_back(number);
  }
  return out;
}

bool Recording::isThere(std::uint32_t number, std::size_t frame) const {
  const auto found = tracks_.find(number);
  return found != tracks_.end() && found->second.isThere(frame);
}

std::optional<std::uint32_t> Recording::numberOf(const std::string& id, std::size_t frame) const {
  for (const auto& [number, track] : tracks_) {
    if (track.isThere(frame) && track.body.id == id) return number;
  }
  return std::nullopt;
}

const RecordedPose* Recording::poseAt(const Track& track, std::size_t frame) const {
  const auto later = std::upper_bound(track.when.begin(), track.when.end(), frame);
  return later == track.when.begin() ? nullptr : &track.poses[static_cast<std::size_t>(later - track.when.begin()) - 1];
}

void Recording::pose(Body& body, std::uint32_t number, std::size_t frame) const {
  const Track& track = tracks_.at(number);
  if (const RecordedPose* const pose = poseAt(track, frame)) {
    poseBody(body, *pose, head_.scene.space);
  } else {
    body.position = track.body.position;
    body.rotation = track.body.rotation;
  }
}

void Recording::place(RecordedBodies& bodies, std::size_t frame) const {
  std::erase_if(bodies, [&](const auto& entry) { return !isThere(entry.first, frame); });
  for (const auto& [number, track] : tracks_) {
    if (track.isThere(frame)) pose(bodies.try_emplace(number, track.body).first->second, number, frame);
  }
}

std::string Recording::headLine() const {
  const Document& scene = head_.scene;
  std::vector<Body> bodies;
  for (const std::uint32_t number : bodiesAt(first_)) {
    bodies.push_back(body(number));
    pose(bodies.back(), number, first_);
  }
  Json out{{"sepax_log", 1}, {"space", scene.space == Space::k2d ? "2d" : "3d"}};
  const std::pair<const char*, const std::string&> texts[] = {
      {"name", scene.name}, {"notes", scene.notes}, {"source", scene.source}, {"engine", head_.engine}};
  for (const auto& [key, text] : texts) {
    if (!text.empty()) out.add(key, text);
  }
  out.add("precision", head_.precision);
  if (head_.tolerance > 0) out.add("tolerance", jsonNumber(head_.tolerance));
  if (head_.gravity) out.add("gravity", numbers(*head_.gravity, scene.space));
  if (scene.touching_tolerance) out.add("touching_tolerance", jsonNumber(*scene.touching_tolerance));
  out.add("bodies", bodiesJson(std::move(bodies), scene.space));
  return compactJson(out);
}

std::string Recording::frameLine(std::size_t number) const {
  const Space space = head_.scene.space;
  const Frame& frame = this->frame(number);
  Json out{{"t", jsonNumber(frame.time)}}, removed = Json::array(), poses = Json::object(), velocities = Json::object(),
                                           claims = Json::array();
  std::vector<Body> added;
  for (const auto& [body_number, track] : tracks_) {
    const bool is_first = number == first_;  // its bodies are in the first line
    if (track.until == number && !is_first) removed.push(track.body.id);
    if (track.from == number && !is_first) added.push_back(track.body);
    const auto when = std::lower_bound(track.when.begin(), track.when.end(), number);
    if (when == track.when.end() || *when != number || is_first) continue;
    const auto place = static_cast<std::size_t>(when - track.when.begin());
    const RecordedPose& pose = track.poses[place];
    Json values = numbers(pose.position, space);
    for (std::size_t i = 0; i < (space == Space::k2d ? 1 : 4); ++i) values.push(jsonNumber(pose.rotation[i]));
    poses.add(track.body.id, std::move(values));
    if (place >= track.velocities.size() || track.velocities[place].body == kNobody) continue;
    const RecordedVelocity& velocity = track.velocities[place];
    values = numbers(velocity.linear, space);
    for (int c = space == Space::k2d ? 2 : 0; c < 3; ++c) values.push(jsonNumber(velocity.angular[c]));
    velocities.add(track.body.id, std::move(values));
  }
  for (const CheckedClaim& claim : frame.claims) {
    Json said{{"pair", Json::array({body(claim.claim.a).id, body(claim.claim.b).id})}};
    said.add(answerJson(claim.claim.answer, space));
    claims.push(std::move(said));
  }
  if (!removed.empty()) out.add("remove", std::move(removed));
  if (!added.empty()) out.add("add", bodiesJson(std::move(added), space));
  if (!poses.empty()) out.add("poses", std::move(poses));
  if (!velocities.empty()) out.add("velocities", std::move(velocities));
  if (!claims.empty()) out.add("claims", std::move(claims));
  if (!frame.mark.empty()) out.add("mark", frame.mark);
  return compactJson(out);
}

}  // namespace sepax
