#pragma once

#include "document/document.h"
#include "geom/shape.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <type_traits>

namespace sepax {

/// A body in one line, rounded to six digits: "box 1 2 3 k 2 2 2 @ 0 1.5 0 q 0 0 0.707107 0.707107". What is at the
/// origin, not rotated or not scaled leaves that out.
inline std::string bodyText(const Body& body) {
  const auto number = [](double v) { return fmt::format("{:.6g}", std::abs(v) < 5e-7 ? 0.0 : v); };
  std::string text(typeName(body.shape));
  forEachField(body.shape, [&](const auto&, const auto& member) {
    using Member = std::decay_t<decltype(member)>;
    if constexpr (std::is_same_v<Member, double>) {
      text += " " + number(member);
    } else if constexpr (std::is_same_v<Member, Vec3> || std::is_same_v<Member, Vec2>) {
      for (int c = 0; c < Member::length(); ++c) text += " " + number(member[c]);
    } else if constexpr (std::is_same_v<Member, std::vector<Vec2>>) {
      for (const Vec2& p : member) text += fmt::format(" ({} {})", number(p.x), number(p.y));
    } else if constexpr (std::is_same_v<Member, std::shared_ptr<const HullData>>) {
      for (const Vec3& p : member->points) text += fmt::format(" ({} {} {})", number(p.x), number(p.y), number(p.z));
    }
  });
  if (body.scale)
    text += fmt::format(" k {} {} {}", number(body.scale->x), number(body.scale->y), number(body.scale->z));
  if (body.position != Vec3{0.0})
    text += fmt::format(" @ {} {} {}", number(body.position.x), number(body.position.y), number(body.position.z));
  const Quat q = quaternionOf(matrixOf(body.rotation));
  if (std::abs(q.w - 1) > 1e-9)
    text += fmt::format(" q {} {} {} {}", number(q.x), number(q.y), number(q.z), number(q.w));
  return text;
}

/// All bodies, one a line.
inline std::string bodiesText(const Document& document) {
  std::string text;
  for (const Body& body : document.bodies) text += (text.empty() ? "" : "\n") + bodyText(body);
  return text;
}

}  // namespace sepax
