#include "lab/recording/run_comparison.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/portable_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

/// Metres between the positions, and the angle between the rotations, radians.
std::pair<double, double> distanceOf(const Body& a, const Body& b) {
  const Mat3 turn = glm::transpose(matrixOf(a.rotation)) * matrixOf(b.rotation);
  const Vec3 twice_sine{turn[1][2] - turn[2][1], turn[2][0] - turn[0][2], turn[0][1] - turn[1][0]};
  return {length(a.position - b.position),
          portable::atan2(length(twice_sine), turn[0][0] + turn[1][1] + turn[2][2] - 1)};
}

}  // namespace

double Apart::most() const {
  return missing == Missing::kNowhere ? std::max(metres, radians) : std::numeric_limits<double>::infinity();
}

Apart farthestApart(const RecordedBodies& a, const RecordedBodies& b) {
  std::map<std::string_view, const Body*> others;  // ids are the file's: no plain hash
  for (const auto& [number, body] : b) others.emplace(body.id, &body);
  Apart out;
  for (const auto& [number, body] : a) {
    const auto other = others.find(body.id);
    if (other == others.end()) return {.body = body.id, .missing = Apart::Missing::kInSecond};
    const auto [metres, radians] = distanceOf(body, *other->second);
    others.erase(other);
    if (std::max(metres, radians) > out.most()) out = {.body = body.id, .metres = metres, .radians = radians};
  }
  for (const auto& [number, body] : b) {
    if (others.contains(body.id)) return {.body = body.id, .missing = Apart::Missing::kInFirst};
  }
  return out;
}

Result<RunComparison> RunComparison::of(const RecordingHead& a, const RecordingHead& b) {
  if (a.scene.space != b.scene.space)
    return fail(ErrorCode::kWrongValue, "", tr("expected two recordings of one space, found one of 2d and one of 3d"));
  const RecordedScene first(a), second(b);
  const Apart apart = farthestApart(first.bodies(), second.bodies());
  if (apart.missing != Apart::Missing::kNowhere)
    return fail(ErrorCode::kWrongValue, "",
                apart.missing == Apart::Missing::kInSecond
                    ? trf("expected two recordings of the same bodies, found \"{}\" only in the first", apart.body)
                    : trf("expected two recordings of the same bodies, found \"{}\" only in the second", apart.body));
  return RunComparison();
}

Result<void> RunComparison::add(double time_a, const RecordedBodies& a, double time_b, const RecordedBodies& b) {
  constexpr double kPart = 0.1;
  if (frames_.empty()) start_a_ = time_a, start_b_ = time_b, last_a_ = time_a;
  const double since_a = time_a - start_a_, since_b = time_b - start_b_;
  if (std::abs(since_a - since_b) > kPart * (time_a - last_a_))
    return fail(ErrorCode::kWrongValue, "",
                trf("expected two recordings of the same steps, found frame {} at {} s in the first, at {} s in the "
                    "second",
                    frames_.size(), humanNumber(since_a, 6), humanNumber(since_b, 6)));
  last_a_ = time_a;
  frames_.push_back(farthestApart(a, b));
  return {};
}

std::optional<std::size_t> RunComparison::parting(double tolerance) const {
  const auto found = std::ranges::find_if(frames_, [&](const Apart& each) { return each.most() > tolerance; });
  return found == frames_.end() ? std::nullopt : std::optional<std::size_t>(found - frames_.begin());
}

std::optional<std::size_t> RunComparison::farthest() const {
  const auto found = std::ranges::max_element(frames_, {}, &Apart::most);
  return found == frames_.end() || found->body.empty() ? std::nullopt
                                                       : std::optional<std::size_t>(found - frames_.begin());
}

}  // namespace sepax
