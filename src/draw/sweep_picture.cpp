#include "draw/sweep_picture.h"

#include <fmt/format.h>

#include "core/text.h"
#include "draw/shape_picture.h"
#include "geom/convex.h"

namespace sepax {

namespace {

bool moves(const Motion& motion) { return motion.linear != Vec3{0.0} || motion.angular != Vec3{0.0}; }

/// One of the two shapes on its way.
struct Mover {
  const PosedShape& shape;
  const Motion& motion;
  Colour colour;
  [[nodiscard]] PosedShape at(double time) const { return movedTo(shape, motion, time); }
};

void addGhost(DrawList& list, const Mover& mover, double time, const Camera& camera) {
  const PosedShape shape = mover.at(time);
  addShape(list, shape, worldFeatures(shape), {.colour = withAlpha(mover.colour, 0.75), .fill = 0.16, .edge_px = 1.4f},
           camera);
}

/// The way of the shape's origin: straight, or in as many pieces as its rotation needs.
void addWay(DrawList& list, const Mover& mover, double duration) {
  const int pieces = mover.motion.angular == Vec3{0.0} ? 1 : 48;
  Vec3 from = mover.shape.pose.position;
  for (int i = 1; i <= pieces; ++i) {
    const Vec3 to = mover.at(duration * i / pieces).pose.position;
    addLine(list, from, to, withAlpha(mover.colour, 0.7), 1.4f, Layer::kOverlay, 5);
    from = to;
  }
  list.points.push_back({list.local(from), withAlpha(mover.colour, 0.7), 5, Layer::kOverlay});
}

struct Teller {
  DrawList& list;
  const Query& query;
  const Palette& palette;
  bool labels;

  void label(const Vec3& at, std::string text, Colour colour) const {
    if (labels) list.labels.push_back({list.local(at), std::move(text), colour, 8, -8, 0, 1, 6});
  }

  void operator()(const SweepReport&) const {}  // has its own picture
  void operator()(const FitReport&) const {}    // as have volumes (draw/volume_picture.h)

  void operator()(const RayReport& report) const {
    const auto* ray = std::get_if<RayQuery>(&query);
    if (ray == nullptr) return;
    const Vec3 ahead = normalizedOr(ray->direction, {1, 0, 0}), end = ray->origin + ahead * ray->length;
    const Colour colour = palette.highlight;
    list.points.push_back({list.local(ray->origin), colour, 7, Layer::kOverlay});
    const double free = report.hits.empty() ? ray->length : report.hits.front().hit.distance;
    addLine(list, ray->origin, ray->origin + ahead * free, colour, 1.8f, Layer::kOverlay);
    addLine(list, ray->origin + ahead * free, end, withAlpha(colour, 0.5), 1.2f, Layer::kOverlay, 5);
    for (const RayBodyHit& at : report.hits) {
      const bool first = &at == &report.hits.front();
      list.points.push_back({list.local(at.hit.point), palette.touching, first ? 9.f : 6.f, Layer::kOverlay});
      addLine(list, at.hit.point, at.hit.point + at.hit.normal * (ray->length * 0.06), palette.touching, 1.8f,
              Layer::kOverlay);
      label(at.hit.point, fmt::format("{} {}", at.body, humanNumber(at.hit.distance)), palette.touching);
    }
  }

  void operator()(const ContainsReport& report) const {
    const auto* asked = std::get_if<ContainsQuery>(&query);
    if (asked == nullptr) return;
    const Colour colour = report.inside ? palette.overlapping : palette.separated;
    addLine(list, asked->point, report.boundary_point, colour, 1.4f, Layer::kOverlay, 3);
    list.points.push_back({list.local(report.boundary_point), colour, 5, Layer::kOverlay});
    list.points.push_back({list.local(asked->point), colour, 9, Layer::kOverlay});
    label(asked->point, humanNumber(report.signed_distance), colour);
  }

  void operator()(const MassReport& report) const {
    list.points.push_back({list.local(report.properties.centre), palette.highlight, 9, Layer::kOverlay});
  }
};

}  // namespace

void addSweep(DrawList& list, const SweepView& sweep, Colour colour_a, Colour colour_b, const Palette& palette,
              const Camera& camera, bool labels) {
  const SweepReport& report = sweep.report;
  for (const Mover& mover : {Mover{sweep.a, sweep.motion_a, colour_a}, Mover{sweep.b, sweep.motion_b, colour_b}}) {
    if (!moves(mover.motion)) continue;
    addWay(list, mover, report.duration);
    addGhost(list, mover, sweep.time, camera);
    if (report.hit && !report.starts_in_contact) {
      const PosedShape there = mover.at(report.time);
      addDashedEdges(list, there, worldFeatures(there), withAlpha(palette.touching, 0.9), camera);
    }
    if (labels) {
      list.labels.push_back({list.local(mover.at(sweep.time).pose.position),
                             fmt::format("t = {} s", humanNumber(sweep.time)), mover.colour, 0, 16, 0.5f, 0, 5});
    }
  }
  if (!report.hit) return;
  list.points.push_back({list.local(report.point), palette.touching, 9, Layer::kOverlay});
  const double size = std::max(sizeOf(sweep.a.shape), sizeOf(sweep.b.shape));
  addLine(list, report.point, report.point + report.normal * (0.25 * size), palette.touching, 2.4f, Layer::kOverlay);
  if (labels)
    list.labels.push_back(
        {list.local(report.point), fmt::format("{} s", humanNumber(report.time)), palette.touching, 10, -8, 0, 1, 9});
}

std::vector<Vec3> sweepCorners(const SweepView& sweep) {
  std::vector<Vec3> out;
  for (const Mover& mover : {Mover{sweep.a, sweep.motion_a, {}}, Mover{sweep.b, sweep.motion_b, {}}}) {
    if (!moves(mover.motion)) continue;
    for (const Vec3& v : worldFeatures(mover.at(sweep.report.duration)).core.vertices) out.push_back(v);
  }
  return out;
}

void addQuery(DrawList& list, const QueryReport& query, const Palette& palette, bool labels) {
  std::visit(Teller{list, query.query, palette, labels}, query.answer);
}

}  // namespace sepax
