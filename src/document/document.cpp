#include "document/document.h"

#include "collide/pair_table.h"
#include "collide/sat/sat.h"
#include "core/assert.h"
#include "core/language.h"
#include "geom/compound_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sepax {

Mat3 matrixOf(const Rotation& rotation) {
  if (const Quat* quaternion = std::get_if<Quat>(&rotation)) return matrixOf(*quaternion);
  if (const Mat3* matrix = std::get_if<Mat3>(&rotation)) return nearestRotation(*matrix);
  return matrixOfAngle(std::get<double>(rotation));
}

namespace {

/// a − b and what rounding took away from it (Knuth 1969).
void subtract(const Vec3& a, const Vec3& b, Vec3& difference, Vec3& rest) {
  for (int c = 0; c < 3; ++c) {
    const double rounded = a[c] - b[c], taken = a[c] - rounded, left = rounded + taken;
    difference[c] = rounded;
    rest[c] = (a[c] - left) + (taken - b[c]);
  }
}

}  // namespace

Pose poseOf(const Body& body) {
  Pose pose{body.position, matrixOf(body.rotation)};
  if (body.pivot)
    subtract(body.position, pose.rotation * (body.scale.value_or(Vec3{1.0}) * *body.pivot), pose.position, pose.rest);
  return pose;
}

PosedShape posedShape(const Body& body) {
  PosedShape posed{body.shape, poseOf(body)};
  if (body.scale) {
    auto shape = scaled(body.shape, *body.scale);
    SEPAX_ASSERT(shape);  // bodies are validated when they enter a document
    posed.shape = std::move(*shape);
    if (isUnbounded(posed.shape)) posed.pose = scaledHalfSpace(posed.pose, *body.scale);
  }
  return posed;
}

const WrittenForm* writtenFormOf(const Body& body) {
  const WrittenForm* const written = body.written.get();
  if (written == nullptr || written->rotation != body.rotation || written->pivot != body.pivot) return nullptr;
  return written->shape == body.shape ? written : nullptr;
}

Pose placeInBody(const Body& body) {
  const WrittenForm* const written = writtenFormOf(body);
  if (written == nullptr || !written->between_ends) return {};
  // Such a shape takes even scales only, and is its own mirror image.
  return {body.scale.value_or(Vec3{1.0}) * written->between_ends->position, written->between_ends->rotation};
}

const Body* findBody(const Document& document, const std::string& id) {
  const auto found =
      std::find_if(document.bodies.begin(), document.bodies.end(), [&](const Body& body) { return body.id == id; });
  return found == document.bodies.end() ? nullptr : &*found;
}

Body* findBody(Document& document, const std::string& id) {
  return const_cast<Body*>(findBody(std::as_const(document), id));
}

std::optional<PairIds> firstPair(const Document& document) {
  if (document.pairs) return document.pairs->empty() ? std::nullopt : std::optional(document.pairs->front());
  if (document.bodies.size() < 2) return std::nullopt;
  return PairIds{document.bodies[0].id, document.bodies[1].id};
}

std::string freshId(const Document& document) {
  return freshId([&](const std::string& id) { return findBody(document, id) != nullptr; });
}

std::string freshId(const std::function<bool(const std::string&)>& is_taken) {
  for (int round = 1;; ++round) {
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
      std::string id = round == 1 ? std::string(1, letter) : fmt::format("{}{}", letter, round);
      if (!is_taken(id)) return id;
    }
  }
}

Result<PairReport> testPair(const Document& document, const PairIds& pair, const std::string& algorithm) {
  const Body* const a = findBody(document, pair.first);
  const Body* const b = findBody(document, pair.second);
  if (a == nullptr || b == nullptr) {
    const std::string& missing = a == nullptr ? pair.first : pair.second;
    return fail(ErrorCode::kNotFound, missing,
                trf("expected the id of a body, found \"{}\", which no body has", missing));
  }
  auto report = testPair(posedShape(*a), posedShape(*b), PairSettings{document.touching_tolerance}, algorithm);
  if (!report) {
    report.error().where = fmt::format("{}, {}", pair.first, pair.second);
    return report;
  }
  report->a = pair.first;
  report->b = pair.second;
  return report;
}

Result<Expectation> expectationOf(const Document& document, const PairIds& pair) {
  const auto report = testPair(document, pair, referenceAlgorithm().name);
  SEPAX_TRY(report);
  Expectation out;
  out.pair = {report->a, report->b};
  out.verdict = report->answer.verdict;
  if (!report->answer.endless) out.separation = report->answer.separation;
  // Another axis that is as good may come out first elsewhere.
  if (const SatAxis* const axis = axisOfAnswer(*report)) {
    const auto* const sat = std::get_if<SatReport>(&report->trace);
    const bool is_tie = sat->runner_up >= 0 && std::abs(sat->axes[static_cast<std::size_t>(sat->runner_up)].separation -
                                                        axis->separation) <= sat->tolerances.touching;
    if (!is_tie) out.deciding_axis = axis->id;
  }
  constexpr double kPartOfSize = 1e-9;
  const Body *const a = findBody(document, pair.first), *const b = findBody(document, pair.second);
  out.tolerance = kPartOfSize * std::max(1.0, pairSize(posedShape(*a), posedShape(*b)));
  out.tolerance_given = true;
  return out;
}

Document defaultDocument() {
  // This is assets/cases/default.json, too: no face separates the two, only the cross product of an edge of A and an
  // edge of B.
  Document document;
  document.name = "two boxes";
  document.notes =
      "Two boxes, 5.6 cm apart. Drag B with the mouse and watch the table: as long as one axis shows a gap, "
      "the boxes do not "
      "meet.\n\nNo face of either box separates them. The axis that does is the cross product of an edge of A and an "
      "edge of B: look for "
      "the row marked as deciding.";
  document.source = "Sepax";
  Body a;
  a.id = "A";
  a.shape = Box{{1, 0.6, 0.8}};
  a.rotation = Quat{-0.5, -0.5, -0.1, 0.7};
  Body b;
  b.id = "B";
  b.shape = Box{{0.7, 0.7, 0.5}};
  b.position = {1.9, -0.2, -0.2};
  b.rotation = Quat{-0.3, -0.3, 0.1, 0.9};
  document.bodies = {a, b};
  Expectation apart;
  apart.pair = {"A", "B"};
  apart.verdict = Verdict::kSeparated;
  apart.deciding_axis = {AxisKind::kEdgePair, 0, 1};
  document.expect = {apart};
  return document;
}

namespace {

/// Calls `take` with the file name of every hull and mesh in the shape.
template <class Take>
void forEachMeshName(const Shape& shape, const Take& take) {
  std::visit(
      [&](const auto& held) {
        if constexpr (requires { held.mesh; }) take(held.mesh);
      },
      shape);
  const CompoundData* const compound = childrenOf(shape);
  if (compound == nullptr) return;
  for (const CompoundChild& child : compound->children) forEachMeshName(child.shape, take);
}

bool namesMeshFile(const Shape& shape) {
  bool names = false;
  forEachMeshName(shape, [&](const std::string& name) { names = names || !name.empty(); });
  return names;
}

}  // namespace

Shape withoutMeshFiles(Shape shape) {
  if (!namesMeshFile(shape)) return shape;
  std::visit(
      [](auto& held) {
        if constexpr (requires { held.mesh; }) held.mesh.clear();
        if constexpr (requires { held.data->children; }) {
          auto data = std::make_shared<CompoundData>(*held.data);
          for (CompoundChild& child : data->children) child.shape = withoutMeshFiles(std::move(child.shape));
          held.data = std::move(data);
        }
      },
      shape);
  return shape;
}

Document withoutMeshFiles(Document document) {
  for (Body& body : document.bodies) body.shape = withoutMeshFiles(std::move(body.shape));
  return document;
}

bool namesMeshFiles(const Document& document) {
  return std::ranges::any_of(document.bodies, [](const Body& body) { return namesMeshFile(body.shape); });
}

}  // namespace sepax
