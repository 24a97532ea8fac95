#include "format/report_json.h"

#include "collide/pair/gjk_report.h"
#include "collide/pieces/crossings.h"
#include "collide/pieces/touched_pieces.h"
#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "geom/portable_math.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace sepax {

namespace {

/// EPA steps that JSON lists; of more, the best and the last one too, and the trace says how many it left out. Faces
/// and vertices of the listed steps are all there; `born` and `removed` of a face may name a step that is not.
constexpr int kMaxJsonEpaSteps = 64;

class TraceWriter {
 public:
  TraceWriter(const GjkReport& report, Space space) : report_(report), space_(space) {}

  [[nodiscard]] Json vector(const Vec3& v) const { return vectorJson(v, space_); }

  [[nodiscard]] Json vertex(const GjkVertex& v) const {
    return Json{{"point", vector(v.point)},
                {"a", vector(v.a)},
                {"b", vector(v.b)},
                {"feature_a", supportName(report_.kind_a, v.feature_a)},
                {"feature_b", supportName(report_.kind_b, v.feature_b)}};
  }

  [[nodiscard]] Json step(const GjkStep& s) const {
    Json object;
    object["direction"] = vector(s.direction);
    object["support"] = vertex(s.support);
    object["added"] = s.added;
    object["simplex"] = Json::array();
    for (std::size_t i = 0; i < s.simplex.size(); ++i) {
      Json corner = vertex(s.simplex[i]);
      corner["weight"] = jsonNumber(s.weights[i]);
      object["simplex"].push(std::move(corner));
    }
    object["dropped"] = Json::array();
    for (const GjkVertex& v : s.dropped) object["dropped"].push(vertex(v));
    object["closest"] = vector(s.closest);
    object["lower"] = jsonNumber(s.lower);
    object["upper"] = jsonNumber(s.upper);
    return object;
  }

  [[nodiscard]] Json face(const EpaFace& f, int index) const {
    Json object;
    object["index"] = index;
    object["vertices"] = Json::array();
    for (const int v : f.vertices) {
      if (v >= 0) object["vertices"].push(v);
    }
    object["normal"] = vector(f.normal);
    object["distance"] = jsonNumber(f.distance);
    object["born"] = f.born;
    object["removed"] = f.removed < 0 ? Json(nullptr) : Json(f.removed);
    if (f.thin) object["thin"] = true;
    return object;
  }

  [[nodiscard]] Json step(const EpaStep& s, int number) const {
    Json object;
    object["step"] = number;
    object["face"] = s.face;
    object["support"] = vertex(s.support);
    object["vertex"] = s.vertex < 0 ? Json(nullptr) : Json(s.vertex);
    object["lower"] = jsonNumber(s.lower);
    object["upper"] = jsonNumber(s.upper);
    object["removed"] = Json::list(s.removed);
    object["horizon"] = Json::list(s.horizon);
    return object;
  }

  [[nodiscard]] Json epa(const EpaTrace& e) const {
    Json object;
    object["stop"] = epaStopName(e.stop);
    object["dimension"] = e.dimension;
    object["normal"] = vector(e.normal);
    object["depth"] = jsonNumber(e.depth);
    const int count = static_cast<int>(e.steps.size());
    object["best_step"] = e.best_step < 0 ? Json(nullptr) : Json(e.best_step + 1);
    object["weights"] = Json::array();
    for (std::size_t i = 0; i < (e.dimension == 2 ? 2u : 3u); ++i) object["weights"].push(jsonNumber(e.weights[i]));
    Json steps = Json::array();
    std::set<int> faces, vertices;  // all that a listed step names
    std::vector<char> listed(e.steps.size() + 1, 0);
    listed[0] = 1;  // the first polytope
    for (int k = 0; k < count; ++k) {
      if (k >= kMaxJsonEpaSteps && k + 1 < count && k != e.best_step) continue;
      const EpaStep& s = e.steps[k];
      steps.push(step(s, k + 1));
      listed[k + 1] = 1;
      faces.insert(s.face);
      faces.insert(s.removed.begin(), s.removed.end());
    }
    for (int f = 0; f < static_cast<int>(e.faces.size()); ++f) {
      if (listed[e.faces[f].born] != 0) faces.insert(f);  // one for each edge of the horizon
    }
    for (const int f : faces) {
      for (const int v : e.faces[f].vertices) {
        if (v >= 0) vertices.insert(v);
      }
    }
    for (int v = 0; v < e.first_vertices; ++v) vertices.insert(v);
    object["first_vertices"] = e.first_vertices;
    object["vertices"] = Json::array();
    for (const int v : vertices) {
      Json corner{{"index", v}};
      corner.add(vertex(e.vertices[v]));
      object["vertices"].push(std::move(corner));
    }
    object["faces"] = Json::array();
    for (const int f : faces) object["faces"].push(face(e.faces[f], f));
    object["steps_left_out"] = count - static_cast<int>(steps.size());
    object["steps"] = std::move(steps);
    return object;
  }

 private:
  const GjkReport& report_;
  Space space_;
};

/// The trace of GJK and EPA: every step's direction, support, simplex and bounds, and the polytope as faces with the
/// step that made and the step that removed each.
Json gjkTraceJson(const GjkReport& report, Space space) {
  const TraceWriter writer(report, space);
  Json object;
  object["kind"] = report.measures_depth ? "gjk-epa" : "gjk";
  object["origin"] = writer.vector(report.origin);
  object["radius_a"] = jsonNumber(report.radius_a);
  object["radius_b"] = jsonNumber(report.radius_b);
  object["stop"] = gjkStopName(report.stop);
  object["error"] = jsonNumber(report.answer.error);
  object["tolerances"] = Json{{"size", jsonNumber(report.tolerances.size)},
                              {"touching", jsonNumber(report.tolerances.touching)},
                              {"gap", jsonNumber(report.tolerances.gap)}};
  object["steps"] = Json::array();
  for (const GjkStep& step : report.steps) object["steps"].push(writer.step(step));
  if (report.tightened) {
    object["tightened"] = Json{{"direction", writer.vector(report.tightened->direction)},
                               {"separation", jsonNumber(report.tightened->gap())}};
  }
  object["epa"] = report.epa ? writer.epa(*report.epa) : Json(nullptr);
  return object;
}

Json axisNameOrNull(const SatReport& report, int index) {
  return index < 0 ? Json(nullptr) : Json(axisName(report.axes[static_cast<std::size_t>(index)].id));
}

Json axisJson(Space space, const SatReport& report, const SatAxis& axis) {
  Json object;
  object["name"] = axisName(axis.id);
  object["kind"] = axisKindName(axis.id.kind);
  object["state"] = axisStateName(axis.state);
  if (axis.state == AxisState::kDuplicate) object["duplicate_of"] = axisNameOrNull(report, axis.duplicate_of);
  if (axis.state == AxisState::kPruned) object["pruned_because"] = pruneReasonName(axis.pruned);
  const bool measured = axis.state != AxisState::kDegenerate;
  // A half-space has no end on one side.
  const auto number = [&](double value) {
    return measured && std::isfinite(value) ? jsonNumber(value) : Json(nullptr);
  };
  const auto interval = [&](const Interval& i) { return Json::array({number(i.lowest()), number(i.highest())}); };
  object["direction"] = measured ? vectorJson(axis.direction, space) : Json(nullptr);
  object["cross_length"] = jsonNumber(axis.cross_length);
  object["a"] = measured ? interval(axis.a) : Json(nullptr);
  object["b"] = measured ? interval(axis.b) : Json(nullptr);
  object["radius_a"] = number(axis.a.radius());
  object["radius_b"] = number(axis.b.radius());
  object["centre_distance"] = number(axis.centreDistance());
  object["separation"] = number(axis.separation);
  if (axis.isEndless()) object["unbounded"] = true;
  return object;
}

void addDecision(Json& object, const SatReport& report, bool decides) {
  object["deciding_axis"] = decides ? axisNameOrNull(report, report.deciding) : Json(nullptr);
  object["runner_up"] = axisNameOrNull(report, report.runner_up);
  object["runner_up_margin"] = report.runner_up < 0 ? Json(nullptr) : jsonNumber(report.runner_up_margin);
  object["tie"] = report.tie;
  object["first_separating_axis"] = axisNameOrNull(report, report.first_separating);
}

Json contactJson(Space space, const Contact& contact) {
  return Json{{"position", vectorJson(contact.position, space)},
              {"separation", jsonNumber(contact.separation)},
              {"feature", featuresOf(contact)},
              {"id", contact.id}};
}

Json manifoldJson(Space space, const Manifold& manifold) {
  const auto polygon = [&](const Kept<Vec3>& points) {
    Json out = Json::array();
    for (const Vec3& p : points) out.push(vectorJson(p, space));
    return out;
  };
  const char reference = manifold.referenceLetter(), incident = manifold.reference_is_a ? 'B' : 'A';
  Json object{{"reference", featureName(reference, manifold.reference)},
              {"incident", featureName(incident, manifold.incident)},
              {"reference_polygon", polygon(manifold.reference_polygon)},
              {"incident_polygon", polygon(manifold.incident_polygon)},
              {"steps", Json::array()},
              {"points", Json::array()}};
  for (const ClipStep& step : manifold.steps) {
    object["steps"].push(Json{{"side", featureName(reference, step.side)},
                              {"point", vectorJson(step.on_plane, space)},
                              {"inward", vectorJson(step.inward, space)},
                              {"polygon", polygon(step.polygon)}});
  }
  for (const ManifoldPoint& point : manifold.points) {
    Json row = contactJson(space, point.contact);
    row["state"] = manifoldStateName(point.state);
    object["points"].push(std::move(row));
  }
  return object;
}

Json tolerancesJson(const SatTolerances& tolerances) {
  return Json{{"size", jsonNumber(tolerances.size)},
              {"touching", jsonNumber(tolerances.touching)},
              {"tie", jsonNumber(tolerances.tie)},
              {"support", jsonNumber(tolerances.support)},
              {"parallel_edges", jsonNumber(tolerances.parallel_edges)}};
}

Json hullsJson(Space space, const SatReport& report) {
  Json object{{"verdict", verdictName(report.verdict)},
              {"separation", jsonNumber(decidingAxis(report).separation)},
              {"mtv", vectorJson(report.mtv, space)}};
  addDecision(object, report, true);
  return object;
}

Json piecesJson(Space space, const PieceReport& pieces) {
  Json object{{"a", pieces.a},
              {"b", pieces.b},
              {"pairs_tested", pieces.tested},
              {"pairs", pieces.pairs()},
              {"count", Json{{"a", pieces.count_a}, {"b", pieces.count_b}}},
              {"surface_only", Json{{"a", pieces.surface_a}, {"b", pieces.surface_b}}},
              {"contained", containmentName(pieces.contained)},
              {"mtv_from", mtvKindName(pieces.mtv_kind)}};
  if (pieces.behind > 0) object["contacts_behind"] = pieces.behind;
  if (!pieces.children_a.empty()) object["child_a"] = pieces.nameOfA(pieces.a);
  if (!pieces.children_b.empty()) object["child_b"] = pieces.nameOfB(pieces.b);
  if (pieces.crossings) {
    const SurfaceCrossings& crossings = *pieces.crossings;
    object["crossings"] =
        Json{{"count", crossings.count}, {"length", jsonNumber(crossings.length)}, {"complete", crossings.complete}};
  }
  if (pieces.touched) {
    const auto featureJson = [](const TouchedFeature& feature) {
      return Json{{"feature", feature.name}, {"bend", bendName(feature.bend)}, {"rise", jsonNumber(feature.rise)}};
    };
    Json list = Json::array();
    for (const TouchedPieces& pair : pieces.touched->pairs) {
      list.push(Json{{"a", pair.a},
                     {"b", pair.b},
                     {"separation", jsonNumber(pair.separation)},
                     {"normal", vectorJson(pair.normal, space)},
                     {"position", vectorJson(pair.position, space)},
                     {"on_a", featureJson(pair.on_a)},
                     {"on_b", featureJson(pair.on_b)},
                     {"ghost", pair.isGhost()}});
    }
    object["touched"] = Json{{"complete", pieces.touched->complete},
                             {"count", pieces.touched->count},
                             {"ghosts", pieces.touched->ghosts},
                             {"pairs", std::move(list)}};
  }
  object["nearest"] = Json::array();
  for (const ItemPair& pair : pieces.nearest)
    object["nearest"].push(Json{{"a", pair.a}, {"b", pair.b}, {"gap", jsonNumber(pair.value)}});
  object["hulls"] = pieces.hull_report ? hullsJson(space, *pieces.hull_report) : Json(nullptr);
  return object;
}

}  // namespace

Json pairReportJson(const PairReport& report, Space space, Axes axes) {
  const PairAnswer& answer = report.answer;
  const SatReport* const sat = std::get_if<SatReport>(&report.trace);
  Json object;
  object["a"] = report.a;
  object["b"] = report.b;
  object["algorithm"] = report.algorithm;
  object["verdict"] = verdictName(answer.verdict);
  const bool is_known = hasSeparation(report);
  object["separation"] = is_known ? jsonNumber(answer.separation) : Json(nullptr);
  const bool has_distance = answer.has_points || answer.verdict != Verdict::kSeparated;
  object["distance"] = has_distance ? jsonNumber(answer.distance) : Json(nullptr);
  if (std::holds_alternative<GjkReport>(report.trace) || answer.error > 0) object["error"] = jsonNumber(answer.error);
  object["normal"] = is_known || answer.endless ? vectorJson(answer.normal, space) : Json(nullptr);
  object["mtv"] = is_known ? vectorJson(answer.mtv, space) : Json(nullptr);
  if (answer.endless) object["endless"] = true;
  if (report.pieces && report.pieces->mtv_lower_bound)
    object["mtv_lower_bound"] = jsonNumber(*report.pieces->mtv_lower_bound);
  if (sat != nullptr) addDecision(object, *sat, axisOfAnswer(report) != nullptr);
  object["closest_points"] = Json{{"a", answer.has_points ? vectorJson(answer.closest_a, space) : Json(nullptr)},
                                  {"b", answer.has_points ? vectorJson(answer.closest_b, space) : Json(nullptr)}};
  object["contacts"] = Json::array();
  for (const Contact& contact : answer.contacts) object["contacts"].push(contactJson(space, contact));
  if (report.manifold) object["manifold"] = manifoldJson(space, *report.manifold);
  if (report.pieces) object["pieces"] = piecesJson(space, *report.pieces);
  if (axes == Axes::kListed) {
    object["axes"] = Json::array();
    if (const auto* gjk = std::get_if<GjkReport>(&report.trace)) object["trace"] = gjkTraceJson(*gjk, space);
  }
  if (sat == nullptr) return object;
  if (axes == Axes::kListed) {
    for (const SatAxis& axis : sat->axes) object["axes"].push(axisJson(space, *sat, axis));
  }
  object["pruned_edge_pairs"] = sat->pruned_edge_pairs;
  object["origin"] = vectorJson(sat->origin, space);
  object["tolerances"] = tolerancesJson(sat->tolerances);
  return object;
}

Json vectorJson(const Vec3& v, Space space, const std::function<Json(double)>& number) {
  Json out = Json::array();
  for (int c = 0; c < dimensionsOf(space); ++c) out.push(number(v[c]));
  return out;
}

std::string pairReportText(const PairReport& report, Space space) { return prettyJson(pairReportJson(report, space)); }

namespace {

const char* nameOf(const VolumeKindInfo& info, bool planar) { return planar ? info.planar_name : info.name; }

void addShape(Json& out, const MinMaxBox& box, Space space) {
  out["min"] = vectorJson(box.min, space);
  out["max"] = vectorJson(box.max, space);
  out["centre"] = vectorJson(centreOf(box), space);
  out["half_extents"] = vectorJson(halfExtentsOf(box), space);
}

void addShape(Json& out, const Ball& ball, Space space) {
  out["centre"] = vectorJson(ball.centre, space);
  out["radius"] = jsonNumber(ball.radius);
}

void addShape(Json& out, const FittedCapsule& capsule, Space space) {
  out["centre"] = vectorJson(capsule.pose.position, space);
  out["radius"] = jsonNumber(capsule.shape.radius);
  out["half_length"] = jsonNumber(capsule.shape.half_length);
  out["axis"] = vectorJson(capsule.pose.rotation[1], space);
}

void addShape(Json& out, const OrientedBox& box, Space space) {
  out["centre"] = vectorJson(box.centre, space);
  out["half_extents"] = vectorJson(box.half_extents, space);
  if (space == Space::k2d) {
    out["angle"] = jsonNumber(portable::atan2(box.axes[0].y, box.axes[0].x));
  } else {
    const Quat q = quaternionOf(box.axes);
    out["rotation"] = Json::array({jsonNumber(q.x), jsonNumber(q.y), jsonNumber(q.z), jsonNumber(q.w)});
  }
  out["axes"] = Json::array();
  for (int i = 0; i < dimensionsOf(space); ++i) out["axes"].push(vectorJson(box.axes[i], space));
}

void addShape(Json& out, const HalfSpaces& spaces, Space space) {
  out["centre"] = vectorJson(spaces.origin, space);
  out["planes"] = Json::array();
  for (const auto& plane : spaces.planes) {
    Json row;
    row["normal"] = vectorJson(plane.normal, space);
    row["offset"] = jsonNumber(plane.offset);
    out["planes"].push(std::move(row));
  }
}

void addShape(Json& out, const HullVolume& hull, Space space) {
  out["vertices"] = Json::array();
  for (const Vec3& v : hull.polytope.vertices) out["vertices"].push(vectorJson(v, space));
  out["faces"] = Json::array();
  for (const PolytopeFace& face : hull.polytope.faces) out["faces"].push(Json::list(face.loop));
  addShape(out, hull.outside, space);
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
  const Space space = volume.planar ? Space::k2d : Space::k3d;
  std::visit([&](const auto& shape) { addShape(out, shape, space); }, volume.shape);
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
