#include "draw/stamp.h"

#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

namespace sepax {

namespace {

constexpr int kSegments = 20;    ///< around
constexpr int kStampRings = 10;  ///< from pole to pole

struct Maker {
  StampMesh mesh;

  static glm::vec3 around(int i, float radius, float y) {
    const double t = 2 * std::numbers::pi * i / kSegments;
    return {radius * static_cast<float>(std::cos(t)), y, radius * static_cast<float>(std::sin(t))};
  }
  void triangle(const StampVertex& a, const StampVertex& b, const StampVertex& c) {
    for (const StampVertex& v : {a, b, c}) mesh.triangles.push_back(v);
  }
  void quad(const StampVertex& a, const StampVertex& b, const StampVertex& c, const StampVertex& d) {
    triangle(a, b, c);
    triangle(a, c, d);
  }
  void edge(const glm::vec4& a, const glm::vec4& b) {
    mesh.edges.push_back({a, glm::vec3(0)});
    mesh.edges.push_back({b, glm::vec3(0)});
  }

  /// Faces along ±`axis`, edges of both.
  void box() {
    for (int axis = 0; axis < 3; ++axis) {
      for (const float side : {-1.0f, 1.0f}) {
        const auto at = [&](float u, float v) {
          glm::vec3 p(0), normal(0);
          p[axis] = normal[axis] = side;
          p[(axis + 1) % 3] = u;
          p[(axis + 2) % 3] = v;
          return StampVertex{glm::vec4(p, 0), normal};
        };
        quad(at(-1, -1), at(1, -1), at(1, 1), at(-1, 1));
        edge(at(side, -1).position, at(side, 1).position);
        edge(at(-1, side).position, at(1, side).position);
      }
    }
  }
  /// A ball whose upper and lower halves are moved apart by a capsule's length.
  void ball(bool is_capsule) {
    const auto at = [&](int ring, int i, float side) {
      const double t = std::numbers::pi * ring / kStampRings - std::numbers::pi / 2;
      const glm::vec3 p = around(i, static_cast<float>(std::cos(t)), static_cast<float>(std::sin(t)));
      return StampVertex{glm::vec4(p, is_capsule ? side : 0.0f), p};
    };
    for (int ring = 0; ring < kStampRings; ++ring) {
      const float side = ring < kStampRings / 2 ? -1.0f : 1.0f;
      for (int i = 0; i < kSegments; ++i)
        quad(at(ring, i, side), at(ring, i + 1, side), at(ring + 1, i + 1, side), at(ring + 1, i, side));
    }
    if (!is_capsule) return;
    for (int i = 0; i < kSegments; ++i)
      quad(at(kStampRings / 2, i, -1), at(kStampRings / 2, i + 1, -1), at(kStampRings / 2, i + 1, 1),
           at(kStampRings / 2, i, 1));
  }
  void cap(float y) {
    const glm::vec3 normal(0, y, 0);
    for (int i = 0; i < kSegments; ++i) {
      const glm::vec4 a(around(i, 1, y), 0), b(around(i + 1, 1, y), 0);
      triangle({glm::vec4(0, y, 0, 0), normal}, {a, normal}, {b, normal});
      edge(a, b);
    }
  }
  void band(float upper_radius, float rise) {
    for (int i = 0; i < kSegments; ++i) {
      const auto at = [&](int k, float radius, float y) {
        return StampVertex{glm::vec4(around(k, radius, y), 0), around(k, 1, rise)};
      };
      quad(at(i, 1, -1), at(i + 1, 1, -1), at(i + 1, upper_radius, 1), at(i, upper_radius, 1));
    }
  }
  void square() {
    const glm::vec4 corner[] = {{-1, -1, 0, 0}, {1, -1, 0, 0}, {1, 1, 0, 0}, {-1, 1, 0, 0}};
    const glm::vec3 unlit(0);
    quad({corner[0], unlit}, {corner[1], unlit}, {corner[2], unlit}, {corner[3], unlit});
    for (std::size_t i = 0; i < 4; ++i) edge(corner[i], corner[(i + 1) % 4]);
  }
  /// A circle in the plane; of a stadium its right and left halves are moved apart.
  void disc(bool is_stadium) {
    std::vector<glm::vec4> rim;
    const auto add = [&](double t, float side) {
      rim.emplace_back(std::cos(t), std::sin(t), 0, is_stadium ? side : 0.0f);
    };
    for (int half = 0; half < 2; ++half) {
      const double from = half == 0 ? -std::numbers::pi / 2 : std::numbers::pi / 2;
      for (int i = 0; i <= kSegments; ++i) add(from + std::numbers::pi * i / kSegments, half == 0 ? 1.0f : -1.0f);
    }
    for (std::size_t i = 0; i < rim.size(); ++i) {
      const glm::vec4 a = rim[i], b = rim[(i + 1) % rim.size()];
      triangle({glm::vec4(0), glm::vec3(0)}, {a, glm::vec3(0)}, {b, glm::vec3(0)});
      edge(a, b);
    }
  }
};

/// Makes each triangle run counter-clockwise as seen from outside.
void turnOutwards(std::vector<StampVertex>& corners) {
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const auto at = [&](std::size_t k) {
      const glm::vec4& p = corners[i + k].position;
      return glm::vec3(p.x, p.y + p.w, p.z);
    };
    const glm::vec3 own = glm::cross(at(1) - at(0), at(2) - at(0));
    const glm::vec3 wanted = corners[i].normal + corners[i + 1].normal + corners[i + 2].normal;
    if (glm::dot(own, wanted) < 0) std::swap(corners[i + 1], corners[i + 2]);
  }
}

}  // namespace

StampMesh stampMesh(StampKind kind) {
  Maker maker;
  switch (kind) {
    case StampKind::kBox:
      maker.box();
      break;
    case StampKind::kBall:
    case StampKind::kCapsule:
      maker.ball(kind == StampKind::kCapsule);
      break;
    case StampKind::kCylinder:
      maker.band(1, 0);
      maker.cap(-1);
      maker.cap(1);
      break;
    case StampKind::kCone:
      maker.band(0, 0.5f);
      maker.cap(-1);
      break;
    case StampKind::kSquare:
      maker.square();
      break;
    case StampKind::kDisc:
    case StampKind::kStadium:
      maker.disc(kind == StampKind::kStadium);
      break;
  }
  turnOutwards(maker.mesh.triangles);
  return std::move(maker.mesh);
}

namespace {

/// Unsigned numbers in the order of the floats.
std::uint32_t orderedBits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);  // −0 is 0
  return bits >> 31 != 0 ? ~bits : bits | 0x8000'0000u;
}

}  // namespace

std::span<const std::uint32_t> DepthOrder::backToFront(std::span<const FillVertex> corners, const glm::vec3& back) {
  keys_.clear();
  for (std::size_t first = 0; first + 2 < corners.size(); first += 3) {
    const glm::vec3 sum = corners[first].position + corners[first + 1].position + corners[first + 2].position;
    keys_.push_back(std::uint64_t{orderedBits(glm::dot(sum, back))} << 32 | first);
  }
  // By digits of eleven bits, the lowest first: a tenth of the time of a sort that compares, which two meshes of 20 000
  // triangles that are dragged, or a turning camera, would wait for in each frame.
  constexpr int kDigit = 11;
  constexpr std::uint64_t kDigits = 1u << kDigit;
  sorted_.resize(keys_.size());
  for (int shift = 32; shift < 64; shift += kDigit) {
    std::array<std::size_t, kDigits> next{};
    const auto digitOf = [&](std::uint64_t key) { return key >> shift & (kDigits - 1); };
    for (const std::uint64_t key : keys_) ++next[digitOf(key)];
    std::size_t begin = 0;
    for (std::size_t& at : next) at = std::exchange(begin, begin + at);
    for (const std::uint64_t key : keys_) sorted_[next[digitOf(key)]++] = key;
    keys_.swap(sorted_);
  }
  order_.resize(keys_.size());
  for (std::size_t i = 0; i < keys_.size(); ++i) order_[i] = static_cast<std::uint32_t>(keys_[i]);
  return order_;
}

}  // namespace sepax
