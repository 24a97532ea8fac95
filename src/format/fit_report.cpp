#include "format/fit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "geom/portable_math.h"

namespace sepax {

namespace {

const char* nameOf(const VolumeKindInfo& info, bool planar) { return planar ? info.planar_name : info.name; }

Json vectorJson(const Vec3& v, bool planar) {
  Json out = Json::array();
  for (int c = 0; c < (planar ? 2 : 3); ++c) out.push(jsonNumber(v[c]));
  return out;
}

void addShape(Json& out, const MinMaxBox& box, bool planar) {
  out["min"] = vectorJson(box.min, planar);
  out["max"] = vectorJson(box.max, planar);
  out["centre"] = vectorJson(centreOf(box), planar);
  out["half_extents"] = vectorJson(halfExtentsOf(box), planar);
}

void addShape(Json& out, const Ball& ball, bool planar) {
  out["centre"] = vectorJson(ball.centre, planar);
  out["radius"] = jsonNumber(ball.radius);
}

void addShape(Json& out, const FittedCapsule& capsule, bool planar) {
  out["centre"] = vectorJson(capsule.pose.position, planar);
  out["radius"] = jsonNumber(capsule.shape.radius);
  out["half_length"] = jsonNumber(capsule.shape.half_length);
  out["axis"] = vectorJson(capsule.pose.rotation[1], planar);
}

void addShape(Json& out, const OrientedBox& box, bool planar) {
  out["centre"] = vectorJson(box.centre, planar);
  out["half_extents"] = vectorJson(box.half_extents, planar);
  if (planar) {
    out["angle"] = jsonNumber(portable::atan2(box.axes[0].y, box.axes[0].x));
  } else {
    const Quat q = quaternionOf(box.axes);
    out["rotation"] = Json::array({jsonNumber(q.x), jsonNumber(q.y), jsonNumber(q.z), jsonNumber(q.w)});
  }
  out["axes"] = Json::array();
  for (int i = 0; i < (planar ? 2 : 3); ++i) out["axes"].push(vectorJson(box.axes[i], planar));
}

void addShape(Json& out, const HalfSpaces& spaces, bool planar) {
  out["centre"] = vectorJson(spaces.origin, planar);
  out["planes"] = Json::array();
  for (const auto& plane : spaces.planes) {
    Json row;
    row["normal"] = vectorJson(plane.normal, planar);
    row["offset"] = jsonNumber(plane.offset);
    out["planes"].push(std::move(row));
  }
}

void addShape(Json& out, const HullVolume& hull, bool planar) {
  out["vertices"] = Json::array();
  for (const Vec3& v : hull.polytope.vertices) out["vertices"].push(vectorJson(v, planar));
  out["faces"] = Json::array();
  for (const PolytopeFace& face : hull.polytope.faces) out["faces"].push(Json::list(face.loop));
  addShape(out, hull.outside, planar);
}

}  // namespace

const char* volumeName(VolumeKind kind, bool planar) { return nameOf(infoOf(kind), planar); }

Result<std::vector<VolumeKind>> volumeKindsNamed(const std::vector<std::string>& names, bool planar) {
  std::vector<VolumeKind> kinds;
  std::string known = "all";
  for (const VolumeKindInfo& info : volumeKinds()) {
    if (nameOf(info, planar) != nullptr) known += fmt::format(", {}", nameOf(info, planar));
  }
  for (const std::string& name : names) {
    bool found = false;
    for (const VolumeKindInfo& info : volumeKinds()) {
      const char* const own = nameOf(info, planar);
      if (own == nullptr || (name != "all" && name != own)) continue;
      found = true;
      if (std::find(kinds.begin(), kinds.end(), info.kind) == kinds.end()) kinds.push_back(info.kind);
    }
    if (!found) return fail(ErrorCode::kWrongValue, {}, trf("expected some of {}, found \"{}\"", known, name));
  }
  return kinds;
}

Json volumeJson(const FittedVolume& volume) {
  const VolumeKindInfo& info = infoOf(volume.kind);
  Json out;
  out["kind"] = nameOf(info, volume.planar);
  out["volume"] = jsonNumber(volume.volume);
  out["area"] = jsonNumber(volume.area);
  out["bytes"] = volume.bytes;
  out["tightness"] = volume.tightness ? jsonNumber(*volume.tightness) : Json(nullptr);
  if (info.test_operations > 0 && !volume.planar) out["test_operations"] = info.test_operations;
  std::visit([&](const auto& shape) { addShape(out, shape, volume.planar); }, volume.shape);
  return out;
}

std::string volumeTable(std::span<const FittedVolume> volumes, bool planar) {
  std::string out = fmt::format("  {:<9}{:>12} {:>14} {:>9} {:>10} {:>10}\n", "kind", planar ? "area" : "volume",
                                planar ? "circumference" : "area", "bytes", "tightness", planar ? "" : "test cost");
  for (const FittedVolume& volume : volumes) {
    const VolumeKindInfo& info = infoOf(volume.kind);
    const bool cost = info.test_operations > 0 && !planar;
    out += fmt::format("  {:<9}{:>12} {:>14} {:>9} {:>10} {:>10}  {}\n", nameOf(info, planar),
                       humanNumber(volume.volume, 6), humanNumber(volume.area, 6), volume.bytes,
                       volume.tightness ? humanNumber(*volume.tightness, 5) : "flat",
                       cost ? fmt::format("{}", info.test_operations) : std::string(), info.summary);
  }
  out += "  tightness: volume over the hull's, 1 at best";
  if (!planar) out += "; test cost: operations of one overlap test, about";
  return out + "\n";
}

}  // namespace sepax
