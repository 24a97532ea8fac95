// planck.js, Box2D in JavaScript: distances by GJK, depths by its manifolds. Polygons have a skin that answers leave out unless asked for.
'use strict';
const planck = require('planck');
const {Unsupported, shapeOf, boxCorners, convexVertices, unit, versionOf, serve} = require('../sepax_juror.js');
const {runScene, addBodies, Claims, partsOf, poseOf, placed} = require('../sepax_scene.js');

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

/** TimeOfImpact keeps polygons half a linearSlop apart and lets circles in by three, a quarter more or less. */
function sweep(a, b, {duration}) {
  const shapes = [shapeOf(a, builders), shapeOf(b, builders)], input = new planck.TOIInput(), output = new planck.TOIOutput();
  const ways = [a, b].map((body, i) => {
    const way = i === 0 ? input.sweepA : input.sweepB, [vx, vy] = body.linear_velocity || [0, 0];
    way.localCenter.set(0, 0);
    way.c0.set(...body.position);
    way.c.set(body.position[0] + duration * vx, body.position[1] + duration * vy);
    way.a0 = body.angle || 0;
    way.a = way.a0 + duration * (body.angular_velocity || 0);
    way.alpha0 = 0;
    return way;
  });
  input.proxyA.set(shapes[0], 0);
  input.proxyB.set(shapes[1], 0);
  input.tMax = 1;
  planck.TimeOfImpact(output, input);
  const State = planck.TOIOutputState, tolerance = 3.25 * planck.Settings.linearSlop;
  if (output.state === State.e_separated) return {hit: false, tolerance};
  if (output.state !== State.e_touching && output.state !== State.e_overlapped) throw new Error('TimeOfImpact failed');
  const found = {hit: true, time: output.t * duration, tolerance};
  const distance = new planck.DistanceInput(), closest = new planck.DistanceOutput();
  distance.proxyA.set(shapes[0], 0);
  distance.proxyB.set(shapes[1], 0);
  ways[0].getTransform(distance.transformA, output.t);
  ways[1].getTransform(distance.transformB, output.t);
  distance.useRadii = false;
  planck.Distance(closest, new planck.SimplexCache(), distance);
  if (closest.distance === 0) return found;
  found.normal = unit([closest.pointB.x - closest.pointA.x, closest.pointB.y - closest.pointA.y]);
  found.point = list(closest.pointA).map((x, i) => x + (isCircle(shapes[0]) ? shapes[0].m_radius : 0) * found.normal[i]);
  return found;
}

function ray(body, {origin, direction, length}) {
  const output = {}, way = unit(direction).map((d) => d * length);
  const input = {p1: planck.Vec2(...origin), p2: planck.Vec2(origin[0] + way[0], origin[1] + way[1]), maxFraction: 1};
  const hit = shapeOf(body, builders).rayCast(output, input, planck.Transform(planck.Vec2(...body.position), body.angle || 0), 0);
  return hit ? {hit, distance: output.fraction * length, normal: list(output.normal)} : {hit: false};
}

const kEdge = 1000;  // half as long as what a half-space is here, metres
const none = {position: [0, 0], turn: 0};
const vec = ([x, y]) => planck.Vec2(x, y);
/** The shapes of a body of a scene, in its own frame: those of a compound's children, too. */
const builtParts = (body) => partsOf(body, none).map(({shape, at}) => shapeOf({shape}, {
  circle: ({radius}) => new planck.Circle(vec(at.position), radius),
  box: ({half_extents}) => new planck.Polygon(boxCorners(half_extents).map((p) => vec(placed(at, p)))),
  polygon: ({vertices}) => builders.polygon({vertices: vertices.map((p) => placed(at, p))}),
  half_space: () => new planck.Edge(planck.Vec2(-kEdge, 0), planck.Vec2(kEdge, 0)),
}));
/** A shape as the solver sees it, with its skin. */
const withSkin = (shape) =>
    shape.type === 'compound' ? {...shape, children: shape.children.map((child) => ({...child, shape: withSkin(child.shape)}))}
    : shape.type === 'half_space' ? {type: 'capsule', radius: planck.Settings.polygonRadius, half_length: kEdge}
    : shape.type === 'circle' ? shape : {...shape, margin: planck.Settings.polygonRadius};

/** A scene in planck's world. Claims are made by a step of no time before each step: a listener's own would be of bodies that were moved. */
function sceneWorld(scene, start) {
  const world = new planck.World({gravity: vec(scene.gravity), allowSleep: false, continuousPhysics: scene.options.continuous ?? true});
  const bodies = [];
  addBodies(scene, start, (body, index) => {
    const parts = builtParts(body), {position, turn} = poseOf(body);
    const made = bodies[index] = world.createBody({type: body.motion, position: vec(position), angle: turn, bullet: Boolean(body.ccd),
      linearVelocity: vec(body.linear_velocity || [0, 0]), angularVelocity: body.angular_velocity || 0, userData: index});
    for (const shape of parts) made.createFixture({shape, density: 1, friction: body.friction, restitution: body.restitution});
    if (body.motion === 'dynamic') {
      const data = {mass: 0, center: planck.Vec2(), I: 0};
      made.getMassData(data);
      const scale = body.mass / data.mass;
      made.setMassData({mass: body.mass, center: data.center, I: data.I * scale});
    }
    if (body.shape.type !== 'circle') start.bodies[body.id] = {shape: withSkin(body.shape)};
  });
  start.notes.push('A skin of 1 cm surrounds everything but circles; of two nearly equal faces the first is kept.',
                   'Friction of a pair is the root of the product, restitution the greater one.');
  start.tolerance = 2e-4;
  return {
    step(seconds) {
      const claims = new Claims();
      world.step(0);
      for (let contact = world.getContactList(); contact; contact = contact.getNext()) {
        if (!contact.isTouching()) continue;
        const [a, b] = [contact.getFixtureA(), contact.getFixtureB()].map((fixture) => fixture.getBody().getUserData());
        const {normal, points, separations, pointCount} = contact.getWorldManifold(null);
        claims.add(a, b, list(normal), points.slice(0, pointCount).map((p, i) => ({position: list(p), separation: separations[i]})));
      }
      world.step(seconds);
      return claims.list();
    },
    stateOf(index) {
      const body = bodies[index];
      return {position: list(body.getPosition()), angle: body.getAngle(), linear: list(body.getLinearVelocity()), angular: body.getAngularVelocity()};
    },
  };
}

serve({name: 'planck', version: versionOf('planck'), precision: 'double', tolerance: 1e-9,
       shapes: ['circle', 'box', 'polygon'], spaces: ['2d'], answers: ['verdict', 'separation', 'distance', 'normal', 'closest_points', 'contacts', 'sweep', 'ray', 'simulate'],
       options: [{name: 'skin', type: 'boolean', default: false, engine_default: true, unit: '',
                  tip: 'Polygons keep the skin of polygonRadius (0.01 m) that its solver sees'},
                 {name: 'continuous', type: 'boolean', default: true, tip: 'Of scenes: bodies are stopped by static ones between steps'}]},
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
      },
      {sweep, ray, simulate: (request, say) => runScene(request, sceneWorld, say)});
