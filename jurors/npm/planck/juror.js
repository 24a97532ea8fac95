// planck.js, Box2D in JavaScript: distances by GJK, depths by its manifolds. Polygons have a skin that answers leave out unless asked for.
'use strict';
const planck = require('planck');
const {Unsupported, shapeOf, convexVertices, versionOf, serve} = require('../sepax_juror.js');

const builders = {
  circle: (shape) => new planck.Circle(planck.Vec2(0, 0), shape.radius),
  box: (shape) => new planck.Box(...shape.half_extents),
  polygon: (shape) => {
    if (shape.vertices.length > planck.Settings.maxPolygonVertices)
      throw new Unsupported(`polygon of more than ${planck.Settings.maxPolygonVertices} vertices`);
    return new planck.Polygon(convexVertices(shape.vertices).map(([x, y]) => planck.Vec2(x, y)));
  },
};
const isCircle = (shape) => shape.m_type === 'circle';
const list = (v) => [v.x, v.y];

/** Depth and normal of two that overlap, by the manifold that its solver gets. */
function manifoldOf(first, pose_a, second, pose_b) {
  const manifold = new planck.Manifold();
  const is_swapped = isCircle(first) && !isCircle(second);
  const [p, pose_p, q, pose_q] = is_swapped ? [second, pose_b, first, pose_a] : [first, pose_a, second, pose_b];
  const collide = isCircle(p) ? planck.CollideCircles : isCircle(q) ? planck.CollidePolygonCircle : planck.CollidePolygons;
  collide(manifold, p, pose_p, q, pose_q);
  if (manifold.pointCount === 0) return null;
  const world = manifold.getWorldManifold(null, pose_p, p.m_radius, pose_q, q.m_radius);
  const sign = is_swapped ? -1 : 1;
  return {normal: [sign * world.normal.x, sign * world.normal.y], separations: world.separations.slice(0, manifold.pointCount),
          points: world.points.slice(0, manifold.pointCount).map(list)};
}

serve({name: 'planck', version: versionOf('planck'), precision: 'double', tolerance: 1e-9,
       shapes: ['circle', 'box', 'polygon'], spaces: ['2d'], answers: ['verdict', 'separation', 'distance', 'normal', 'closest_points', 'contacts'],
       options: [{name: 'skin', type: 'boolean', default: false, engine_default: true, unit: '',
                  tip: 'Polygons keep the skin of polygonRadius (0.01 m) that its solver sees'}]},
      (a, b, options) => {
        const first = shapeOf(a, builders), second = shapeOf(b, builders);
        const pose_a = planck.Transform(planck.Vec2(...a.position), a.angle || 0), pose_b = planck.Transform(planck.Vec2(...b.position), b.angle || 0);
        const skinOf = (shape) => (isCircle(shape) ? 0 : shape.m_radius);
        const skin = options.skin ? 0 : skinOf(first) + skinOf(second);
        const input = new planck.DistanceInput(), output = new planck.DistanceOutput();
        input.proxyA.set(first, 0);
        input.proxyB.set(second, 0);
        input.transformA.set(pose_a);
        input.transformB.set(pose_b);
        input.useRadii = false;
        planck.Distance(output, new planck.SimplexCache(), input);
        const gap = output.distance - (first.m_radius + second.m_radius - skin);
        if (gap >= 0 && output.distance > 0) {
          const way = [output.pointB.x - output.pointA.x, output.pointB.y - output.pointA.y].map((x) => x / output.distance);
          const grow = (shape) => (isCircle(shape) || options.skin ? shape.m_radius : 0);
          const moved = (p, by) => list(p).map((x, i) => x + by * way[i]);
          return {verdict: 'separated', separation: gap, distance: gap, normal: way,
                  closest_points: {a: moved(output.pointA, grow(first)), b: moved(output.pointB, -grow(second))}};
        }
        const found = manifoldOf(first, pose_a, second, pose_b);
        if (found === null) return {verdict: 'overlapping'};
        const separations = found.separations.map((s) => s + skin);
        return {verdict: 'overlapping', separation: Math.min(...separations), normal: found.normal,
                contacts: found.points.map((position, i) => ({position, separation: separations[i]}))};
      });
