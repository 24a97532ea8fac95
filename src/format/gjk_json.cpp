#include "format/gjk_json.h"

#include <algorithm>
#include <set>

namespace sepax {

namespace {

class TraceWriter {
 public:
  TraceWriter(const GjkReport& report, int dimensions) : report_(report), dimensions_(dimensions) {}

  [[nodiscard]] Json vector(const Vec3& v) const {
    Json out = Json::array();
    for (int c = 0; c < dimensions_; ++c) out.push(jsonNumber(v[c]));
    return out;
  }

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
  int dimensions_;
};

}  // namespace

Json gjkTraceJson(const GjkReport& report, int dimensions) {
  const TraceWriter writer(report, dimensions);
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

}  // namespace sepax
