#pragma once

#include "document/history.h"
#include "geom/types.h"
#include "ui/kit/panel.h"

#include <string>

namespace sepax {

/// The state of the Inspector between frames.
struct InspectorPanel {
  MergeKey step = MergeKey::kNone;  ///< of the field in hand
  std::string body;                 ///< whose values the members below are
  std::string new_id;
  bool typing_id = false;
  Vec3 euler_deg{
      0.0};  ///< shown angles, kept while the same rotation is shown: quaternions forget which way round one went
  std::string refusal;  ///< why the last edit was not sent
};

/// Every number of the selected body, editable.
extern const Panel kInspectorPanel;

/// The meaning of a quaternion: "90° about (0, 0, 1)".
[[nodiscard]] std::string rotationText(const Quat& q);

/// Rotations about the world's x, then y, then z axis (degrees) as one quaternion, and back (y within ±90°).
[[nodiscard]] Quat quaternionOfEulerDeg(const Vec3& degrees);
[[nodiscard]] Vec3 eulerDegOf(const Mat3& rotation);

}  // namespace sepax
