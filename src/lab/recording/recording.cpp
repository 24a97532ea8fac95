#include "lab/recording/recording.h"

#include "core/json_text.h"
#include "format/case_writer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

/// Decimals that are tried: floats of about 1 have nine at most.
constexpr std::uint8_t kMaxPlaces = 12;
/// The unit is the last bit.
constexpr std::uint8_t kBits = kMaxPlaces + 1;
constexpr std::array<double, kMaxPlaces + 1> kPowers{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
/// A double holds whole numbers up to here, and 64 bits their differences.
constexpr double kMaxWhole = 0x1p52;

std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value); }

/// The number in units, a decimal rounded to whole ones; 0 beyond their range.
std::uint64_t unitsOf(double number, std::uint8_t places) {
  if (places == kBits) return bitsOf(number);
  const double whole = std::nearbyint(number * kPowers[places]);
  return std::abs(whole) <= kMaxWhole ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) : 0;
}

/// A decimal comes back as it was read: dividing two exact numbers rounds as reading did.
double numberOf(std::uint64_t units, std::uint8_t places) {
  return places == kBits ? std::bit_cast<double>(units)
                         : static_cast<double>(static_cast<std::int64_t>(units)) / kPowers[places];
}

/// Small for small differences of either sign.
std::uint64_t folded(std::uint64_t difference) { return (difference << 1) ^ (0 - (difference >> 63)); }
std::uint64_t unfolded(std::uint64_t value) { return (value >> 1) ^ (0 - (value & 1)); }

constexpr unsigned kByteBits = 7;
constexpr std::uint8_t kMoreFollow = 1 << kByteBits;

void put(std::vector<std::uint8_t>& out, std::uint64_t value) {
  for (; value >= kMoreFollow; value >>= kByteBits) out.push_back(static_cast<std::uint8_t>(value | kMoreFollow));
  out.push_back(static_cast<std::uint8_t>(value));
}

std::uint64_t get(const std::uint8_t*& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += kByteBits) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::uint64_t>(byte & (kMoreFollow - 1)) << shift;
    if (byte < kMoreFollow) return value;
  }
}

}  // namespace

void PackedTrack::Column::change(std::uint8_t to) {
  for (std::uint64_t& units : last) units = unitsOf(numberOf(units, places), to);
  places = to;
}

/// On the line through the last two numbers. Equal ones need not be finite, and -0 stays -0.
std::uint64_t PackedTrack::Column::expected() const {
  if (last[0] == last[1]) return last[0];
  if (places != kBits) return 2 * last[0] - last[1];
  const double next = 2 * numberOf(last[0], kBits) - numberOf(last[1], kBits);
  return bitsOf(std::isfinite(next) ? next : 0);
}

PackedTrack::PackedTrack(std::size_t columns) : columns_(columns) {}

void PackedTrack::append(std::size_t frame, std::span<const double> row) {
  const bool is_first = rows_of_last_block_ == kBlockRows;
  if (is_first) {
    blocks_.push_back({frame, bytes_.size()});
    std::ranges::fill(columns_, Column());
    rows_of_last_block_ = 0;
    last_frame_ = frame;
  }
  std::array<std::uint64_t, kMaxColumns> units{};
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::uint8_t places = columns_[i].places;
    while (bitsOf(numberOf(units[i] = unitsOf(row[i], places), places)) != bitsOf(row[i])) ++places;
    if (places == columns_[i].places) continue;
    changed |= std::uint64_t{1} << i;
    columns_[i].change(places);
  }
  put(bytes_, (frame - last_frame_) << 1 | (changed != 0 ? 1 : 0));
  if (changed != 0) {
    put(bytes_, changed);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if ((changed >> i & 1) != 0) bytes_.push_back(columns_[i].places);
    }
  }
  for (std::size_t i = 0; i < row.size(); ++i) {
    put(bytes_, folded(units[i] - columns_[i].expected()));
    columns_[i].advance(units[i], is_first);
  }
  last_frame_ = frame;
  ++rows_;
  ++rows_of_last_block_;
}

bool PackedTrack::read(std::size_t frame, At at, std::span<double> row) const {
  const auto next = std::ranges::upper_bound(blocks_, frame, {}, &Block::frame);
  if (next == blocks_.begin()) return false;
  std::array<Column, kMaxColumns> columns{};
  const Block& block = *std::prev(next);
  const std::uint8_t* byte = bytes_.data() + block.offset;
  const std::uint8_t* const end = bytes_.data() + (next == blocks_.end() ? bytes_.size() : next->offset);
  std::size_t reached = block.frame;
  for (bool is_first = true; byte != end; is_first = false) {
    const std::uint64_t head = get(byte);
    if (reached + (head >> 1) > frame) break;
    reached += head >> 1;
    if ((head & 1) != 0) {
      const std::uint64_t changed = get(byte);
      for (std::size_t i = 0; i < row.size(); ++i) {
        if ((changed >> i & 1) != 0) columns[i].change(*byte++);
      }
    }
    for (std::size_t i = 0; i < row.size(); ++i)
      columns[i].advance(columns[i].expected() + unfolded(get(byte)), is_first);
  }
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = numberOf(columns[i].last[0], columns[i].places);
  return at == At::kFrameOrBefore || reached == frame;
}

void PackedTrack::dropBefore(std::size_t frame) {
  const auto next = std::ranges::upper_bound(blocks_, frame, {}, &Block::frame);
  if (next == blocks_.begin() || next - blocks_.begin() == 1) return;
  const auto old = next - blocks_.begin() - 1;
  const std::size_t dropped = blocks_[static_cast<std::size_t>(old)].offset;
  bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(dropped));
  blocks_.erase(blocks_.begin(), blocks_.begin() + old);
  for (Block& block : blocks_) block.offset -= dropped;
  rows_ -= static_cast<std::size_t>(old) * kBlockRows;
}

namespace {

/// Bodies as a case writes them.
Json bodiesJson(std::vector<Body> bodies, Space space) {
  Document alone;
  alone.space = space;
  alone.bodies = std::move(bodies);
  Json written = caseJson(alone);
  return std::move(written["bodies"]);
}

Json numbers(std::span<const double> list) {
  Json out = Json::array();
  for (const double each : list) out.push(jsonNumber(each));
  return out;
}

/// Numbers as a line has them for a body.
class Row {
 public:
  Row(const RecordedPose& pose, Space space) : Row(pose.position, space) {
    for (std::size_t i = 0; i < (space == Space::k2d ? 1 : pose.rotation.size()); ++i) add(pose.rotation[i]);
  }
  Row(const RecordedVelocity& velocity, Space space) : Row(velocity.linear, space) {
    for (int c = space == Space::k2d ? 2 : 0; c < 3; ++c) add(velocity.angular[c]);
  }
  Row(const Vec3& v, Space space) {
    for (int c = 0; c < dimensionsOf(space); ++c) add(v[c]);
  }
  explicit Row(std::size_t count) : count_(count) {}

  [[nodiscard]] std::span<double> numbers() { return std::span(numbers_).first(count_); }
  [[nodiscard]] RecordedPose pose(Space space) const {
    RecordedPose out;
    const auto places = static_cast<std::size_t>(dimensionsOf(space));
    for (std::size_t i = 0; i < count_; ++i)
      (i < places ? out.position[static_cast<int>(i)] : out.rotation[i - places]) = numbers_[i];
    return out;
  }

 private:
  void add(double number) { numbers_[count_++] = number; }

  std::array<double, PackedTrack::kMaxColumns> numbers_{};
  std::size_t count_ = 0;
};

std::size_t poseNumbers(Space space) { return space == Space::k2d ? 3 : 7; }
std::size_t velocityNumbers(Space space) { return space == Space::k2d ? 3 : 6; }

}  // namespace

Recording::Recording(RecordingHead head) : head_(std::move(head)) {
  for (const Body& body : head_.scene.bodies) addTrack(body, 0);
}

void Recording::addTrack(Body body, std::size_t from) {
  const Space space = head_.scene.space;
  tracks_.emplace_hint(tracks_.end(), next_number_++,
                       Track{.body = std::move(body),
                             .from = from,
                             .poses = PackedTrack(poseNumbers(space)),
                             .velocities = PackedTrack(velocityNumbers(space))});
}

void Recording::append(RecordedFrame frame, std::vector<CheckedClaim> claims, const RunMeasures& measures) {
  const std::size_t number = end();
  for (const std::uint32_t removed : frame.removed) tracks_.at(removed).until = number;
  for (Body& body : frame.added) addTrack(std::move(body), number);
  for (const RecordedPose& pose : frame.poses)
    tracks_.at(pose.body).poses.append(number, Row(pose, head_.scene.space).numbers());
  poses_ += frame.poses.size();
  for (const RecordedVelocity& velocity : frame.velocities) {
    Track& track = tracks_.at(velocity.body);
    if (!track.poses.endsAt(number)) continue;  // a body that stays
    track.velocities.append(number, Row(velocity, head_.scene.space).numbers());
    ++poses_;
  }
  claims_ += claims.size();
  const bool differs =
      std::any_of(claims.begin(), claims.end(), [](const CheckedClaim& claim) { return claim.differs(); });
  differing_ += differs ? 1 : 0;
  frames_.push_back({frame.line, frame.time, std::move(claims), std::move(frame.mark), differs, measures});
}

void Recording::mark(std::vector<Crossing> crossings) {
  for (Crossing& crossing : crossings) {
    if (crossing.frame < first_ || crossing.frame >= end()) continue;
    Frame& frame = frames_[crossing.frame - first_];
    differing_ += std::exchange(frame.differs, true) ? 0 : 1;
    frame.crossings.push_back(std::move(crossing));
  }
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
    poses_ -= track.rows();
    return true;
  });
  for (auto& [number, track] : tracks_) {
    poses_ -= track.rows();
    track.poses.dropBefore(first_);
    track.velocities.dropBefore(first_);
    poses_ += track.rows();
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

void Recording::pose(Body& body, std::uint32_t number, std::size_t frame) const {
  const Track& track = tracks_.at(number);
  const Space space = head_.scene.space;
  Row row(poseNumbers(space));
  if (track.poses.read(frame, PackedTrack::At::kFrameOrBefore, row.numbers())) {
    poseBody(body, row.pose(space), space);
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
  if (head_.gravity) out.add("gravity", numbers(Row(*head_.gravity, scene.space).numbers()));
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
    if (is_first) continue;
    Row pose(poseNumbers(space)), velocity(velocityNumbers(space));
    if (!track.poses.read(number, PackedTrack::At::kFrame, pose.numbers())) continue;
    poses.add(track.body.id, numbers(pose.numbers()));
    if (track.velocities.read(number, PackedTrack::At::kFrame, velocity.numbers()))
      velocities.add(track.body.id, numbers(velocity.numbers()));
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
