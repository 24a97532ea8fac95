#include "format/case_keys.h"

#include "core/json_text.h"
#include "core/text.h"

#include <algorithm>
#include <iterator>

namespace sepax {

namespace {

using enum ValueForm;

constexpr CaseKey kCaseKeys[] = {
    {"$schema", kText, kOptional, "where an editor finds the JSON Schema of this file"},
    {"sepax", kVersion, kRequired, "the version of the format"},
    {"name", kText, kOptional, "shown as title and in lists"},
    {"notes", kText, kOptional, "shown beside the picture"},
    {"source", kText, kOptional, "where the case comes from: owner/repo#123"},
    {"space", kSpace, kRequired, "in 2d points have two components and rotations are angles"},
    {"bodies", kBodies, kRequired, "see below"},
    {"pairs", kPairs, kOptional, "the pairs to test; without it every pair of bodies"},
    {"touching_tolerance", kLength, kOptional,
     "|separation| up to this is touching, m; without it 1e-9 of the larger shape's size"},
    {"room", kRoom, kOptional,
     "what bodies stay in while they move; at_walls without it is bounce, pass: they come in again across"},
    {"simulate", kSimulation, kOptional, "how sepax simulate runs the case in an engine"},
    {"queries", kQueries, kOptional, "see sepax help query"},
    {"expect", kExpectations, kOptional, "see sepax help expect"},
};

constexpr CaseKey kBodyKeys[] = {
    {"id", kText, kRequired, "each once"},
    {"shape", kShape, kRequired, "{\"type\": ...} and its fields, see sepax help shapes"},
    {"position", kVector, kOptional, "where the pivot lies in the world, m"},
    {"rotation", kQuaternion, kOptional, "[x, y, z, w], the real part last; of length 1 within 1e-3", KeySpace::k3d},
    {"rotation_matrix", kMatrix, kOptional, "three rows: world = rows times body, a right-handed rotation",
     KeySpace::k3d},
    {"axis_angle", kAxisAngle, kOptional, "by the right-hand rule; the axis has any length but 0", KeySpace::k3d},
    {"euler", kEuler, kOptional, "order \"xyz\": about x first; \"XYZ\": each about the body's own axis, X first",
     KeySpace::k3d},
    {"angle", kNumber, kOptional, "radians, counter-clockwise", KeySpace::k2d},
    {"angle_deg", kNumber, kOptional, "degrees; multiples of 90 are exact quarter turns", KeySpace::k2d},
    {"scale", kScale, kOptional, "along the body's axes; negative factors mirror, round shapes stay round"},
    {"pivot", kVector, kOptional, "the body point at the position, about which the body rotates"},
    {"linear_velocity", kVector, kOptional,
     "m/s, of the point that lies at the position, for sweeps and for playing the motion"},
    {"angular_velocity", kRotationVector, kOptional,
     "rad/s about the world's axes, in 2d one number; for the same uses"},
    {"colour", kColour, kOptional, "without it A is blue, B orange"},
    {"visible", kFlag, kOptional, "false: not drawn"},
    {"locked", kFlag, kOptional, "true: the mouse cannot move it"},
    {"motion", kText, kOptional,
     "for sepax simulate: static, kinematic or dynamic; without it dynamic with a velocity or a mass"},
    {"mass", kLength, kOptional, "for sepax simulate, kg; without it by the density"},
    {"density", kLength, kOptional, "for sepax simulate, kg/m³, in 2d kg/m²; without it 1000"},
    {"friction", kLength, kOptional, "for sepax simulate; without it 0.5"},
    {"restitution", kLength, kOptional, "for sepax simulate; without it 0"},
    {"ccd", kFlag, kOptional, "for sepax simulate: the engine looks between its steps for contacts"},
};

constexpr CaseKey kChildKeys[] = {
    {"id", kText, kOptional, "each once; without it the child's number"},
    {"shape", kShape, kRequired, "convex and with an end; not an aabb"},
    {"position", kVector, kOptional, "where its origin lies in the body, m"},
    {"rotation", kQuaternion, kOptional, "in the body, as a body's in the world", KeySpace::k3d},
    {"rotation_matrix", kMatrix, kOptional, "the same", KeySpace::k3d},
    {"axis_angle", kAxisAngle, kOptional, "the same", KeySpace::k3d},
    {"euler", kEuler, kOptional, "the same", KeySpace::k3d},
    {"angle", kNumber, kOptional, "in the body, as a body's in the world", KeySpace::k2d},
    {"angle_deg", kNumber, kOptional, "the same", KeySpace::k2d},
};

}  // namespace

bool isSimulationKey(std::string_view key) {
  static constexpr std::string_view kKeys[] = {"simulate", "motion",      "mass", "density",
                                               "friction", "restitution", "ccd"};
  return std::ranges::find(kKeys, key) != std::end(kKeys);
}

std::span<const CaseKey> caseKeys() { return kCaseKeys; }
std::span<const CaseKey> bodyKeys() { return kBodyKeys; }
std::span<const CaseKey> childKeys() { return kChildKeys; }

bool isCaseName(std::string_view path) { return hasExtension(path, {".json"}); }

bool startsLikeJson(std::string_view head) {
  std::string decoded;
  if (isMarkedUtf16(head)) {
    decoded = utf8OfMarkedUtf16(head);
    head = decoded;
  }
  head = withoutMark(head);
  // One in 128 encrypted files begins with a bracket.
  const auto isBinary = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r' && c != '\n';
  };
  if (std::any_of(head.begin(), head.end(), isBinary)) return false;
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
}

bool isCaseText(std::string_view text) {
  if (!isMarkedUtf16(text) && text.find("\"sepax\"") == std::string_view::npos) return false;
  const auto json = parseJson(text, {});
  return !json || json->contains("sepax");
}

}  // namespace sepax
