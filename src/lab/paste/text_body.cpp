#include "lab/paste/text_body.h"

#include "core/language.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/shape_reading.h"

#include <fmt/format.h>

#include <algorithm>

namespace sepax::paste {

bool TextBody::hasSize(Role role) const {
  return std::ranges::any_of(sizes, [&](const auto& size) { return size.first == role; });
}

void TextBody::give(Role role, const Numbers& numbers, Findings& findings, const PoseHints& hints) {
  const std::size_t count = numbers.size();
  switch (role) {
    case Role::kPosition:
    case Role::kTransform:
    case Role::kRotation:
    case Role::kQuaternionWxyz:
    case Role::kQuaternionXyzw:
    case Role::kMatrix:
    case Role::kEuler:
    case Role::kAngle:
      takePose(role, numbers, findings, pose.position, pose.rotation, hints);
      return;
    case Role::kNone:
    case Role::kResult:
      return;
    case Role::kAxis:
      if (count != 1 || !axisOf(numbers[0])) return;
      axis = *axisOf(numbers[0]);
      findings.use(numbers);
      return;
    case Role::kCentre:
      centre = numbers;
      return;
    case Role::kVelocity:
      if (count > 1) velocity = numbers;
      return;
    case Role::kAngularVelocity:
      if (count == 1) spin = numbers[0];
      return;
    case Role::kScale:
      if (count != 3) return;
      findings.use(numbers);
      if (std::ranges::any_of(numbers, [](const Number& n) { return n.value != 1; })) pose.scale = numbers;
      return;
    case Role::kVertices:
      if (count > 3) points = numbers;
      return;
    case Role::kLower:
    case Role::kUpper:
      if (count < 2) return;  // "max 4 contacts"
      [[fallthrough]];
    default:
      if (count <= 3) sizes.emplace_back(role, numbers);
  }
}

std::optional<FoundShape> TextBody::shape(Findings& findings) const {
  const bool has_corners = type == "polygon" && plain.size() >= 6 && plain.size() % 2 == 0;
  if (!points.empty() || has_corners) {
    const std::size_t each = dimensions > 0 ? dimensions : is_planar || type == "polygon" ? 2 : 3;
    const Numbers& corners = points.empty() ? plain : points;
    if (corners.size() < 2 * each || corners.size() % each != 0) return std::nullopt;
    FoundShape out = shapeOfPoints(corners, each, line, findings);
    out.indices = indices;
    if (!indices.empty()) out.type = "mesh";
    return out;
  }
  if (type == "segment") {
    FoundShape out;
    out.type = type;
    for (const auto& [role, numbers] : sizes) (role == Role::kFrom ? out.from : out.to) = numbers;
    out.is_planar = out.from && out.from->size() == 2;
    return out.from && out.to ? std::optional(out) : std::nullopt;
  }
  const bool is_told = axis != '\0' && !findings.answers.contains("cylinder");
  ApiShape own = row != nullptr ? *row : ApiShape{};
  if (is_told) own.axis = axis;
  std::vector<std::pair<Role, Numbers>> all = sizes;
  if (row != nullptr && row->roles.starts_with("width") && all.size() == 1 && all[0].second.size() == 2) {
    FoundShape out;
    out.type = type;
    fillRectangle(out, all[0].second[0], all[0].second[1], axis == 'y');  // Unity's direction 1
    out.is_planar = true;
    return out;
  }
  if (all.empty() && type == "box" && (plain.size() == 2 || plain.size() == 3)) {
    const bool are_full =
        row != nullptr || findings.assume("extents", "full", tr("sizes without a word for them")) == "full";
    all.emplace_back(are_full ? Role::kFullSizes : Role::kHalfExtents, plain);
  } else if (all.empty() && !type.empty() && !plain.empty() && plain.size() <= 2) {
    all.emplace_back(Role::kRadius, Numbers{plain[0]});
    if (plain.size() == 2) all.emplace_back(row != nullptr ? Role::kFullLength : Role::kLength, Numbers{plain[1]});
  }
  if (row != nullptr && !plain.empty()) findings.remark(fmt::format("{}: {}", row->name, row->source));
  auto out = shapeOfSizes(type, all, row != nullptr || is_told ? &own : nullptr, findings);
  if (out) out->is_planar = out->is_planar || is_planar;
  return out;
}

FoundBody TextBody::body(Findings& findings) const {
  FoundBody out{name, shape(findings), pose, velocity, spin};
  if (out.shape) out.shape->line = line;
  if (out.shape && centre) out.shape->centre = centre;
  return out;
}

}  // namespace sepax::paste
