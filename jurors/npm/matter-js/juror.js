// Matter.js: overlap of convex polygons, with depth, normal and supports. Its circles are polygons of up to 26 sides, and are not asked.
'use strict';
const Matter = require('matter-js');
const {shapeOf, boxCorners, convexVertices, worldPoints, serve} = require('../sepax_juror.js');
const {runScene, addBodies, poseOf, placed} = require('../sepax_scene.js');

const bodyOf = (body, points) => {
  const vertices = worldPoints(body, points).map(([x, y]) => ({x, y}));
  return Matter.Body.create({position: Matter.Vertices.centre(vertices), vertices});
};
const builders = {
  box: (shape, body) => bodyOf(body, boxCorners(shape.half_extents)),
  polygon: (shape, body) => bodyOf(body, convexVertices(shape.vertices)),
};

const kPixels = 100;   // a metre: slop and resting are measured in pixels
const kBaseStep = 60;  // its velocities are those of a sixtieth of a second
const point = ([x, y]) => ({x: x * kPixels, y: y * kPixels});
const metres = ({x, y}) => [x / kPixels, y / kPixels];
/** Outlines of a scene's shapes as Matter has them: its circles are polygons, its ground ends. */
const outlines = {
  box: (shape) => boxCorners(shape.half_extents),
  polygon: (shape) => convexVertices(shape.vertices),
  circle: (shape) => Matter.Bodies.circle(0, 0, shape.radius * kPixels).vertices.map(metres),
  half_space: () => [[-1000, -10], [1000, -10], [1000, 0], [-1000, 0]],
};

/**
 * A scene in Matter's engine, which moves bodies first, then looks for contacts, and then moves them apart: the poses and claims of a frame
 * are those that it looked at in the step before.
 */
function sceneWorld(scene, start) {
  const engine = Matter.Engine.create(), bodies = [], numberOf = new Map();
  engine.gravity = {x: scene.gravity[0], y: scene.gravity[1], scale: kPixels / 1e6};
  addBodies(scene, start, (body, index) => {
    const outline = shapeOf(body, outlines), pose = poseOf(body);
    const vertices = outline.map((p) => point(placed(pose, p))), centre = Matter.Vertices.centre(vertices);
    const made = Matter.Body.create({position: {...centre}, vertices, friction: body.friction, restitution: body.restitution,
      frictionAir: 0, isStatic: body.motion !== 'dynamic'});
    if (body.motion === 'dynamic') {
      Matter.Body.setMass(made, body.mass);
      Matter.Body.setVelocity(made, point((body.linear_velocity || [0, 0]).map((v) => v / kBaseStep)));
      Matter.Body.setAngularVelocity(made, (body.angular_velocity || 0) / kBaseStep);
    }
    // Matter's position is the centroid, its angle 0 at the start.
    const back = placed({position: [0, 0], turn: -pose.turn}, metres(centre).map((x, i) => pose.position[i] - x));
    bodies[index] = {made, back, turn: pose.turn, body};
    numberOf.set(made, index);
    Matter.Composite.add(engine.world, made);
    if (body.shape.type === 'circle' || body.shape.type === 'half_space') start.bodies[body.id] = {shape: {type: 'polygon', vertices: outline}};
  });
  start.notes.push('Circles are polygons; both points of a contact have one depth.', 'Friction of a pair is the lesser one, and not Coulomb\'s.');
  const stateNow = ({made, back, turn, body}) => {
    const angle = made.angle + turn, still = body.motion === 'static', moves = body.motion === 'dynamic';
    const given = still ? {linear: [0, 0], angular: 0} : {linear: body.linear_velocity || [0, 0], angular: body.angular_velocity || 0};
    return {position: placed({position: metres(made.position), turn: angle}, back), angle,
            linear: moves ? metres(Matter.Body.getVelocity(made)).map((v) => v * kBaseStep) : given.linear,
            angular: moves ? Matter.Body.getAngularVelocity(made) * kBaseStep : given.angular};
  };
  let states = [], corners = [], claims = [];
  const look = () => {
    states = bodies.map((body) => body && stateNow(body));
    corners = bodies.map((body) => body && body.made.vertices.map(metres));
  };
  const seen = ({collision: {parentA, parentB, normal, depth, supports, supportCount}}) => ({
    a: numberOf.get(parentA), b: numberOf.get(parentB), normal: [-normal.x, -normal.y],
    contacts: supports.slice(0, supportCount).map(({body, index}) => ({position: corners[numberOf.get(body)][index], separation: -depth / kPixels})),
  });
  look();
  Matter.Events.on(engine, 'beforeSolve', look);
  return {
    step(seconds) {
      const before = claims;
      for (const {made, body} of bodies.filter(Boolean)) {
        if (body.motion !== 'kinematic') continue;
        const {x: vx, y: vy} = point(body.linear_velocity || [0, 0]);
        Matter.Body.setPosition(made, {x: made.position.x + vx * seconds, y: made.position.y + vy * seconds}, true);
        Matter.Body.setAngle(made, made.angle + (body.angular_velocity || 0) * seconds, true);
      }
      Matter.Engine.update(engine, seconds * 1000);
      claims = engine.pairs.list.filter((pair) => pair.isActive).map(seen).filter(({contacts}) => contacts.length > 0);
      return before;
    },
    stateOf: (index) => states[index],
  };
}

serve({name: 'matter-js', version: Matter.version, precision: 'double', shapes: ['box', 'polygon'], spaces: ['2d'],
       answers: ['verdict', 'separation', 'normal', 'contacts', 'simulate']},
      (a, b) => {
        const found = Matter.Collision.collides(shapeOf(a, builders), shapeOf(b, builders));
        if (found === null) return {verdict: 'separated'};
        const contacts = found.supports.slice(0, found.supportCount).map((p) => ({position: [p.x, p.y], separation: -found.depth}));
        // Matter's normal points from B to A: the first was made first.
        return {verdict: 'overlapping', separation: -found.depth, normal: [-found.normal.x, -found.normal.y], contacts};
      },
      {simulate: (request, say) => runScene(request, sceneWorld, say)});
