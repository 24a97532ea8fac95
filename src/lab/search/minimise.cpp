#include "lab/search/minimise.h"

#include "core/json_text.h"
#include "core/number.h"
#include "core/text.h"
#include "document/document.h"
#include "format/case_reader.h"
#include "format/case_writer.h"
#include "geom/portable_math.h"
#include "geom/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace sepax {

namespace {

constexpr const char *kA = "A", *kB = "B";
constexpr std::array kRotationKeys{"rotation", "rotation_matrix", "axis_angle", "euler", "angle", "angle_deg"};

/// A body as a case has it, without what does not decide: scale and pivot are worked in.
Body plainBody(const Body& body, const char* id) {
  const PosedShape posed = posedShape(body);
  Body out;
  out.id = id;
  out.shape = withoutMeshFiles(posed.shape);
  out.position = posed.pose.position;
  const double* const angle = std::get_if<double>(&body.rotation);
  const Quat* const quat = std::get_if<Quat>(&body.rotation);
  out.rotation = angle != nullptr  ? Rotation(*angle)
                 : quat != nullptr ? Rotation(*quat)
                                   : Rotation(posed.pose.rotation);
  return out;
}

void removeKey(Json& object, std::string_view key) {
  std::erase_if(object.members(), [&](const JsonMember& member) { return member.key == key; });
}

void removeRotation(Json& body) {
  for (const char* key : kRotationKeys) removeKey(body, key);
}

/// Letters of the bodies: what is to become less.
std::size_t costOf(const Json& file) { return compactJson(file["bodies"]).size(); }

/// Letters of two bodies as a case has them.
std::size_t lettersOf(Space space, Body a, Body b) {
  Document pair;
  pair.space = space;
  a.shape = withoutMeshFiles(std::move(a.shape));
  b.shape = withoutMeshFiles(std::move(b.shape));
  pair.bodies = {std::move(a), std::move(b)};
  return costOf(caseJson(pair));
}

/// A number with so many significant digits.
double rounded(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  // By the text: what is printed is what is kept.
  return parseDouble(fmt::format("{:.{}e}", value, digits - 1)).value_or(value);
}

/// The reduction of one pair.
class Reduction {
 public:
  Reduction(Json file, const StillFails& still_fails, const MinimiseOptions& options)
      : file_(std::move(file)), still_fails_(still_fails), options_(options), cost_(costOf(file_)) {}

  /// Whether the unchanged case fails.
  [[nodiscard]] bool begins() { return take(file_); }

  void run() {
    constexpr int kMaxRounds = 8;
    for (int round = 0; round < kMaxRounds && goesOn(); ++round) {
      const std::size_t before = cost_;
      bringToOrigin();
      for (std::size_t body = 0; body < 2; ++body) {
        simplifyShape(body);
        dropParts(body);
      }
      for (std::size_t body = 0; body < 2; ++body) roundRotation(body);
      roundNumbers();
      if (cost_ == before) break;
    }
  }

  [[nodiscard]] const Json& file() const { return file_; }
  Minimised result;

 private:
  [[nodiscard]] bool goesOn() const {
    return result.tried < options_.max_tries && (!options_.go_on || options_.go_on());
  }
  [[nodiscard]] const Json& bodyOf(std::size_t body) const { return file_["bodies"][body]; }

  /// Keeps a case that still fails.
  bool take(const Json& candidate) {
    ++result.tried;
    auto loaded = parseCase(compactJson(candidate), "minimised", FilesBeside{});
    if (!loaded) return false;
    auto failure = still_fails_(loaded->document);
    if (!failure) return false;
    result.failure = std::move(*failure);
    result.document = std::move(loaded->document);
    return true;
  }

  /// Tries a change of the case; it stays when it still fails and has fewer letters than `longer` more than now.
  template <class Change>
  bool attempt(const std::string& what, Change change, std::size_t longer = 0) {
    if (!goesOn()) return false;
    Json candidate = file_;
    change(candidate);
    const std::size_t cost = costOf(candidate);
    if (cost >= cost_ + longer || !take(candidate)) return false;
    result.log.push_back(fmt::format("{}: {} letters", what, cost));
    file_ = std::move(candidate);
    cost_ = cost;
    return true;
  }

  /// Both are moved so that A is at the origin, and rotated so that A is not.
  void bringToOrigin() {
    const Document& document = result.document;
    const Body *a = findBody(document, kA), *b = findBody(document, kB);
    if (a == nullptr || b == nullptr) return;
    const Pose pose_a = poseOf(*a), pose_b = poseOf(*b);
    const bool planar = document.space == Space::k2d;
    const auto positions = [&](Json& candidate, const Vec3& of_b) {
      const auto vector = [&](const Vec3& v) {
        return planar ? Json::array({jsonNumber(v.x), jsonNumber(v.y)})
                      : Json::array({jsonNumber(v.x), jsonNumber(v.y), jsonNumber(v.z)});
      };
      candidate["bodies"][0]["position"] = vector(Vec3{0.0});
      candidate["bodies"][1]["position"] = vector(of_b);
    };
    const Vec3 between = pose_b.position - pose_a.position;
    // A difference of rounded numbers is longer than they are; the numbers are rounded afterwards. Happens once: A
    // stays there.
    constexpr std::size_t kForTheOrigin = 80;
    if (pose_a.rotation != Mat3{1.0}) {
      attempt("A neither moved nor rotated", [&](Json& candidate) {
        const Mat3 back = glm::transpose(pose_a.rotation);
        positions(candidate, back * between);
        removeRotation(candidate["bodies"][0]);
        Json& second = candidate["bodies"][1];
        const Mat3 left = back * pose_b.rotation;
        removeRotation(second);
        if (left == Mat3{1.0}) return;
        if (planar) {
          second["angle"] = jsonNumber(portable::atan2(left[0].y, left[0].x));
        } else {
          const Quat q = quaternionOf(left);
          second["rotation"] = Json::array({jsonNumber(q.x), jsonNumber(q.y), jsonNumber(q.z), jsonNumber(q.w)});
        }
      });
    }
    if (pose_a.position != Vec3{0.0})
      attempt(
          "A at the origin", [&](Json& candidate) { positions(candidate, between); }, kForTheOrigin);
  }

  /// The box and the ball of the shape's bounds in its place.
  void simplifyShape(std::size_t body) {
    const std::string type = bodyOf(body)["shape"]["type"].isString() ? bodyOf(body)["shape"]["type"].string() : "";
    for (const char* key : {"margin", "margin_inside"}) {
      if (bodyOf(body)["shape"].contains(key))
        attempt("without a margin", [&](Json& candidate) { removeKey(candidate["bodies"][body]["shape"], key); });
    }
    const bool planar = result.document.space == Space::k2d;
    const Body* const held = findBody(result.document, body == 0 ? kA : kB);
    const std::array<std::string, 2> simple =
        planar ? std::array<std::string, 2>{"circle", "box"} : std::array<std::string, 2>{"sphere", "box"};
    if (held == nullptr || type == simple[0] || type == simple[1] || isUnbounded(held->shape)) return;
    const MinMaxBox bounds = boundsOf(held->shape, Pose{});
    const Vec3 half = (bounds.max - bounds.min) * 0.5;
    for (const std::string& wanted : simple) {
      const double radius = std::max({half.x, half.y, planar ? 0.0 : half.z});
      const bool done = attempt(fmt::format("{} becomes a {}", body == 0 ? kA : kB, wanted), [&](Json& candidate) {
        Json shape{{"type", wanted}};
        if (wanted != "box") {
          shape["radius"] = jsonNumber(radius);
        } else {
          shape["half_extents"] = planar ? Json::array({jsonNumber(half.x), jsonNumber(half.y)})
                                         : Json::array({jsonNumber(half.x), jsonNumber(half.y), jsonNumber(half.z)});
        }
        candidate["bodies"][body]["shape"] = std::move(shape);
      });
      if (done) return;
    }
  }

  /// Fewer vertices, triangles and children: half of them at once, then one by one.
  void dropParts(std::size_t body) {
    for (const char* list : {"children", "triangles", "vertices"}) {
      const Json* const parts = bodyOf(body)["shape"].find(list);
      if (parts == nullptr || !parts->isArray()) continue;
      for (std::size_t size = std::max<std::size_t>(parts->size() / 2, 1);; size = size / 2) {
        for (std::size_t at = 0; at < bodyOf(body)["shape"][list].size();) {
          const bool done =
              attempt(fmt::format("{} of {} fewer {}", body == 0 ? kA : kB, size, list), [&](Json& candidate) {
                Json::Items& items = candidate["bodies"][body]["shape"][list].items();
                const std::size_t end = std::min(at + size, items.size());
                items.erase(items.begin() + static_cast<std::ptrdiff_t>(at),
                            items.begin() + static_cast<std::ptrdiff_t>(end));
              });
          if (!done) at += size;
        }
        if (size <= 1) break;
      }
    }
  }

  /// None, round angles about an axis of the coordinates, Euler angles in round degrees.
  void roundRotation(std::size_t body) {
    const Body* const held = findBody(result.document, body == 0 ? kA : kB);
    if (held == nullptr) return;
    const Mat3 m = poseOf(*held).rotation;
    const std::string name = body == 0 ? kA : kB;
    // Also where it is written and rotates nothing.
    if (attempt(name + " is not rotated", [&](Json& candidate) { removeRotation(candidate["bodies"][body]); }) ||
        m == Mat3{1.0})
      return;
    constexpr double kDegrees = 180 / std::numbers::pi;
    if (result.document.space == Space::k2d) {
      const double degrees = portable::atan2(m[0].y, m[0].x) * kDegrees;
      for (const double step : {90.0, 45.0, 30.0, 15.0, 10.0, 5.0, 1.0, 0.1, 0.01}) {
        const bool done = attempt(fmt::format("{} rotated by multiples of {}°", name, step), [&](Json& candidate) {
          Json& changed = candidate["bodies"][body];
          removeRotation(changed);
          changed["angle_deg"] = jsonNumber(rounded(std::round(degrees / step) * step, 6));
        });
        if (done) return;
      }
      return;
    }
    for (const double angle : {90.0, 45.0, 30.0, 60.0, -45.0, -30.0, -60.0, 10.0, 20.0}) {
      for (int axis = 0; axis < 3; ++axis) {
        const bool done =
            attempt(fmt::format("{} rotated by {}° about a coordinate axis", name, angle), [&](Json& candidate) {
              Json& changed = candidate["bodies"][body];
              removeRotation(changed);
              Json direction = Json::array({0, 0, 0});
              direction[static_cast<std::size_t>(axis)] = 1;
              changed["axis_angle"] = Json{{"axis", std::move(direction)}, {"angle_deg", jsonNumber(angle)}};
            });
        if (done) return;
      }
    }
    // About x first, then y, then z: R = Rz Ry Rx, of columns m.
    const double x = portable::atan2(m[1].z, m[2].z), z = portable::atan2(m[0].y, m[0].x);
    const double y = portable::atan2(-m[0].z, portable::hypot(m[0].x, m[0].y));
    for (const double step : {90.0, 45.0, 30.0, 10.0, 5.0, 1.0, 0.1, 0.01}) {
      const bool done = attempt(fmt::format("{} rotated by multiples of {}°", name, step), [&](Json& candidate) {
        Json& changed = candidate["bodies"][body];
        removeRotation(changed);
        Json angles = Json::array();
        for (const double angle : {x, y, z})
          angles.push(jsonNumber(rounded(std::round(angle * kDegrees / step) * step, 6)));
        changed["euler"] = Json{{"order", "xyz"}, {"angles_deg", std::move(angles)}};
      });
      if (done) return;
    }
  }

  using Path = std::vector<std::size_t>;

  /// The numbers of positions and shapes, by the way to them.
  static void findNumbers(const Json& value, Path& path, std::vector<Path>& out) {
    if (value.isNumber()) out.push_back(path);
    const std::size_t count = value.isContainer() ? value.size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_index = value.isObject() && value.members()[i].key == "triangles";
      if (is_index) continue;
      path.push_back(i);
      findNumbers(value.isArray() ? value[i] : value.members()[i].value, path, out);
      path.pop_back();
    }
  }
  static Json& at(Json& file, std::size_t body, const char* part, const Path& path) {
    Json* value = &file["bodies"][body][part];
    for (const std::size_t step : path) value = value->isArray() ? &(*value)[step] : &value->members()[step].value;
    return *value;
  }

  void roundNumbers() {
    constexpr int kMaxDigits = 15;
    struct Place {
      std::size_t body;
      const char* part;
      Path path;
      bool is_size;  ///< without it the shape would be another one, flat or a point
    };
    std::vector<Place> places;
    for (std::size_t body = 0; body < 2; ++body) {
      for (const char* part : {"position", "shape"}) {
        Path path;
        std::vector<Path> paths;
        findNumbers(bodyOf(body)[part], path, paths);
        for (Path& found : paths) {
          static constexpr std::array<std::string_view, 7> kSizes{"half_extents", "radius",     "half_length", "margin",
                                                                  "radius_start", "radius_end", "half_axes"};
          const Json& shape = bodyOf(body)["shape"];
          const bool is_size = std::string_view(part) == "shape" &&
                               std::find(kSizes.begin(), kSizes.end(), shape.members()[found[0]].key) != kSizes.end();
          places.push_back({body, part, std::move(found), is_size});
        }
      }
    }
    // All at once, as coarsely as it goes; then each alone.
    for (int digits = 1; digits <= kMaxDigits; ++digits) {
      const bool done = attempt(fmt::format("all numbers with {} digits", digits), [&](Json& candidate) {
        for (const Place& place : places) {
          Json& number = at(candidate, place.body, place.part, place.path);
          number = jsonNumber(rounded(number.number(), digits));
        }
      });
      if (done) break;
    }
    for (const Place& place : places) {
      const double value = at(file_, place.body, place.part, place.path).number();
      const auto to = [&](double wanted) {
        return attempt("a rounder number", [&](Json& candidate) {
          at(candidate, place.body, place.part, place.path) = jsonNumber(wanted);
        });
      };
      if ((!place.is_size && to(0)) || to(value < 0 ? -1 : 1)) continue;
      for (int digits = 1; digits <= kMaxDigits; ++digits) {
        if (to(rounded(value, digits))) break;
      }
    }
  }

  Json file_;
  const StillFails& still_fails_;
  const MinimiseOptions& options_;
  std::size_t cost_;
};

}  // namespace

Result<Minimised> minimise(const Document& document, const PairIds& pair, const StillFails& still_fails,
                           const MinimiseOptions& options) {
  const Body *a = findBody(document, pair.first), *b = findBody(document, pair.second);
  if (a == nullptr || b == nullptr) return fail(ErrorCode::kNotFound, "", "expected a pair of bodies");
  Document plain;
  plain.space = document.space;
  plain.touching_tolerance = document.touching_tolerance;
  plain.bodies = {plainBody(*a, kA), plainBody(*b, kB)};
  Reduction reduction(caseJson(plain), still_fails, options);
  if (!reduction.begins()) return fail(ErrorCode::kWrongValue, "", "the pair does not fail in that way");
  reduction.run();
  Minimised out = std::move(reduction.result);
  out.before = lettersOf(document.space, *a, *b);
  out.after = lettersOf(out.document.space, out.document.bodies[0], out.document.bodies[1]);
  return out;
}

Result<Minimised> minimise(const Document& document, const PairIds& pair, JuryMember& member,
                           const FailureFilter& filter, const MinimiseOptions& options) {
  const auto first = findFailure(member, document, pair, filter);
  if (!first) return fail(ErrorCode::kWrongValue, "", "the pair does not fail in that way");
  constexpr double kStays = 0.1;
  const FailureFilter same{first->what, kStays * first->relative, filter.of_relations};
  const StillFails still_fails = [&](const Document& candidate) {
    return findFailure(member, candidate, {kA, kB}, same);
  };
  return minimise(document, pair, still_fails, options);
}

}  // namespace sepax
