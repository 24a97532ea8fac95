// cannon-es: contacts of spheres, boxes, hulls, half-spaces and heightfields, and of meshes with balls; it measures no distances. Its cylinders
// are prisms and are left out.
'use strict';
const CANNON = require('cannon-es');
const {Unsupported, shapeOf, versionOf, serve} = require('../sepax_juror.js');
const {runScene, addBodies, Claims, partsOf, byChildren, poseOf, placed} = require('../sepax_scene.js');

const vec = ([x, y, z]) => new CANNON.Vec3(x, y, z);
const builders = {
  sphere: (shape) => new CANNON.Sphere(shape.radius),
  box: (shape) => new CANNON.Box(new CANNON.Vec3(...shape.half_extents)),
};
/** Planes and heightfields of cannon-es face along z, ours along y. */
const alongY = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** Its heightfields have square cells and a corner as origin; its y is our -z. */
function heightfield({heights, spacing: [dx, dz] = [1, 1]}) {
  if (dx !== dz) throw new Unsupported('heightfield of cells that are no squares');
  const data = heights[0].map((_, column) => heights.map((row) => row[column]).reverse());
  return new CANNON.Heightfield(data, {elementSize: dx});
}
const cornerOf = ({heights, spacing: [dx, dz] = [1, 1]}) => [-(heights[0].length - 1) / 2 * dx, 0, (heights.length - 1) / 2 * dz];

/** Of pairs: scenes have no faces. */
const pairBuilders = {
  ...builders,
  half_space: () => new CANNON.Plane(),
  heightfield,
  mesh: ({vertices, triangles}) => new CANNON.Trimesh(vertices.flat(), triangles.flat()),
  hull: ({vertices, faces = []}) => {
    if (faces.length <= 2) throw new Unsupported('flat hull');
    return new CANNON.ConvexPolyhedron({vertices: vertices.map(vec), faces});
  },
};
const world = new CANNON.World();

function bodyOf(body) {
  const {shape} = body, made = new CANNON.Body({mass: 1});
  const turn = shape.type === 'half_space' || shape.type === 'heightfield' ? alongY : [0, 0, 0, 1];
  made.addShape(shapeOf(body, pairBuilders), vec(shape.heights ? cornerOf(shape) : [0, 0, 0]), new CANNON.Quaternion(...turn));
  made.position.set(...body.position);
  made.quaternion.set(...(body.rotation || [0, 0, 0, 1]));
  made.material = null;
  made.aabbNeedsUpdate = true;
  return made;
}

const list = ({x, y, z}) => [x, y, z];
const still = {position: [0, 0, 0], turn: [0, 0, 0, 1]};

/** A scene in cannon's world. Contacts are of the poses at the start of a step, and their arms begin there. */
function sceneWorld(scene, start) {
  const world = new CANNON.World({gravity: vec(scene.gravity), allowSleep: false}), bodies = [];
  addBodies(scene, start, (body, index) => {
    const turn = body.shape.type === 'half_space' ? alongY : still.turn;
    const parts = partsOf(body, {position: still.position, turn}).map(({shape, at}) => ({at, built: shapeOf({shape}, {
      ...builders, half_space: () => new CANNON.Plane()})}));
    const type = {static: CANNON.Body.STATIC, kinematic: CANNON.Body.KINEMATIC, dynamic: CANNON.Body.DYNAMIC}[body.motion];
    const made = new CANNON.Body({type, mass: body.motion === 'dynamic' ? body.mass : 0, linearDamping: 0, angularDamping: 0,
      material: new CANNON.Material({friction: body.friction, restitution: body.restitution})});
    // The centre of mass is a body's origin there.
    const centre = body.motion === 'dynamic' ? body.centre || still.position : still.position, pose = poseOf(body);
    for (const {at, built} of parts) made.addShape(built, vec(at.position.map((x, i) => x - centre[i])), new CANNON.Quaternion(...at.turn));
    made.position.copy(vec(placed(pose, centre)));
    made.quaternion.set(...pose.turn);
    if (body.motion !== 'static') {
      made.velocity.copy(vec(body.linear_velocity || still.position));
      made.angularVelocity.copy(vec(body.angular_velocity || still.position));
    }
    made.updateMassProperties();
    world.addBody(made);
    bodies[index] = {made, centre};
  });
  start.notes.push('A ball at the edge of a box gets a wrong depth and normal; inertia is that of the bounding box.',
                   'Friction and restitution of a pair are the products of both bodies\'.');
  const numberOf = new Map();
  bodies.forEach(({made}, index) => numberOf.set(made, index));
  return {
    step(seconds) {
      const places = new Map([...numberOf.keys()].map((body) => [body, list(body.position)])), claims = new Claims();
      world.step(seconds);
      for (const {bi, bj, ni, ri, rj} of world.contacts) {
        const from = list(ri).map((x, i) => x + places.get(bi)[i]), to = list(rj).map((x, i) => x + places.get(bj)[i]), normal = list(ni);
        const separation = normal.reduce((sum, n, i) => sum + n * (to[i] - from[i]), 0);
        claims.add(numberOf.get(bi), numberOf.get(bj), normal, [{position: to, separation}]);
      }
      return claims.list();
    },
    stateOf(index) {
      const {made: {position, quaternion: {x, y, z, w}, velocity, angularVelocity}, centre} = bodies[index], rotation = [x, y, z, w];
      const origin = placed({position: list(position), turn: rotation}, centre.map((v) => -v));
      return {position: origin, rotation, linear: list(velocity), angular: list(angularVelocity)};
    },
  };
}

serve({name: 'cannon-es', version: versionOf('cannon-es'), precision: 'double', tolerance: 1e-12,
       shapes: ['sphere', 'box', 'hull', 'half_space', 'mesh', 'heightfield', 'compound'], spaces: ['3d'], answers: ['verdict', 'separation', 'normal', 'contacts', 'simulate']},
      byChildren((a, b) => {
        const [first, second] = [bodyOf(a), bodyOf(b)], equations = [];
        if (!world.narrowphase[first.shapes[0].type | second.shapes[0].type]) throw new Unsupported(`${a.shape.type} against ${b.shape.type}`);
        world.narrowphase.getContacts([first], [second], world, equations, [], [], []);
        const contacts = equations.map((equation) => {
          const is_swapped = equation.bi !== first;
          const sign = is_swapped ? -1 : 1, n = equation.ni;
          const p = equation.bi.position.vadd(equation.ri), q = equation.bj.position.vadd(equation.rj);
          const middle = p.vadd(q).scale(0.5);
          return {position: [middle.x, middle.y, middle.z], separation: q.vsub(p).dot(n), normal: [sign * n.x, sign * n.y, sign * n.z]};
        });
        const deepest = contacts.reduce((best, c) => (best === null || c.separation < best.separation ? c : best), null);
        if (deepest === null || deepest.separation > 0) return {verdict: 'separated'};
        return {verdict: 'overlapping', separation: deepest.separation, normal: deepest.normal,
                contacts: contacts.map(({position, separation}) => ({position, separation}))};
      }),
      {simulate: (request, say) => runScene(request, sceneWorld, say)});
