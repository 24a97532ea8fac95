// Runs a scene in an engine for sepax simulate, and the scene of Rapier, in the plane or in space (template/sepax_simulation.h has the protocol).
'use strict';
const {once} = require('events');
const {Unsupported, shapeOf, turned} = require('./sepax_juror.js');

const isFinitePose = (pose) => pose.every(Number.isFinite);

/**
 * Answers a request: at each frame the poses, and the claims of the first substep, which saw these very poses. makeWorld(scene, start) gives
 * {step(seconds), stateOf(index)}: step moves everything and returns [{a, b, normal, contacts}] of the poses at its start, bodies by their
 * numbers; a state has position, rotation (x y z w) or angle, linear and angular velocity. A body that the engine cannot hold goes into
 * start.left_out; start.notes has sentences about its contacts and rules. free() gives the world's memory back: one process may run many scenes.
 */
async function runScene({id, simulate: scene}, makeWorld, say) {
  const start = {bodies: {}, left_out: [], notes: [], tolerance: 0};
  const world = makeWorld(scene, start);
  say({id, start});
  try {
    return await runFrames(id, scene, world, new Set(start.left_out.map(({body}) => body)), say);
  } finally {
    world.free?.();
  }
}

async function runFrames(id, scene, world, missing, say) {
  const substeps = scene.substeps || 1;
  for (let frame = 0; frame <= scene.frames; ++frame) {
    const line = {id, t: frame * scene.step, poses: {}, velocities: {}, claims: []};
    for (const [index, body] of scene.bodies.entries()) {
      if (body.motion === 'static' || missing.has(body.id)) continue;
      const {position, rotation, angle, linear, angular} = world.stateOf(index);
      line.poses[body.id] = [...position, ...(rotation || [angle])];
      line.velocities[body.id] = [...linear, ...[angular].flat()];
      if (!isFinitePose(line.poses[body.id])) return say({id, error: `${body.id} is not finite after frame ${frame}`});
    }
    for (let substep = 0; substep < substeps; ++substep) {
      const claims = world.step(scene.step / substeps);
      if (substep > 0) continue;
      line.claims = claims.map(({a, b, normal, contacts}) => {
        const separation = Math.min(...contacts.map((contact) => contact.separation));
        return {pair: [scene.bodies[a].id, scene.bodies[b].id], verdict: separation < 0 ? 'overlapping' : 'separated', separation, normal,
                contacts};
      });
    }
    if (!say(line)) await once(process.stdout, 'drain');  // what is not read yet would fill the memory
  }
  return say({id, done: true});
}

/** Adds each body of a scene by add(body, index); one that is refused is left out. */
function addBodies(scene, start, add) {
  for (const [index, body] of scene.bodies.entries()) {
    try {
      add(body, index);
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      start.left_out.push({body: body.id, unsupported: error.message});
    }
  }
}

/** The contacts of pairs of bodies, gathered from those of their parts: the normal is that of the least separation, from the first body. */
class Claims {
  constructor() { this.pairs = new Map(); }
  /** Bodies by their numbers; positions in the world. */
  add(a, b, normal, contacts) {
    if (contacts.length === 0) return;
    const key = Math.min(a, b) + ' ' + Math.max(a, b), least = Math.min(...contacts.map((contact) => contact.separation));
    const claim = this.pairs.get(key) || {a, b, normal, contacts: [], least: Infinity};
    if (least < claim.least) {
      claim.least = least;
      claim.normal = claim.a === a ? normal : normal.map((x) => -x);
    }
    claim.contacts.push(...contacts);
    this.pairs.set(key, claim);
  }
  list() { return [...this.pairs.values()].map(({a, b, normal, contacts}) => ({a, b, normal, contacts})); }
}

// Poses are {position, turn}: a turn is an angle in the plane, [x, y, z, w] in space.
const rotated = (turn, v) => Array.isArray(turn) ? turned(turn, v) : [Math.cos(turn) * v[0] - Math.sin(turn) * v[1], Math.sin(turn) * v[0] + Math.cos(turn) * v[1]];
const placed = (pose, v) => rotated(pose.turn, v).map((x, i) => x + pose.position[i]);
const product = ([a, b, c, d], [x, y, z, w]) =>
    [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z];
const joined = (outer, inner) => ({position: placed(outer, inner.position),
                                   turn: Array.isArray(outer.turn) ? product(outer.turn, inner.turn) : outer.turn + inner.turn});

/** A shape's parts, each with its pose in the body: the children of a compound, or the shape itself. */
function partsOf(body, at) {
  if (body.shape.type !== 'compound') return [{shape: body.shape, at}];
  return body.shape.children.flatMap((child) => partsOf(child, joined(at, poseOf(child))));
}
/** Answers a pair of which either may be a compound child by child: the deepest or nearest ones have its gap and normal. */
function byChildren(answer) {
  const gapOf = ({separation, distance}) => separation ?? distance ?? Infinity;
  const children = (body) => partsOf(body, poseOf(body)).map(({shape, at: {position, turn}}) =>
    ({shape, position, ...(Array.isArray(turn) ? {rotation: turn} : {angle: turn})}));
  return (a, b, options) => {
    const found = children(a).flatMap((one) => children(b).map((other) => answer(one, other, options)));
    if (found.length === 1) return found[0];
    const deepest = found.filter(({verdict}) => verdict === 'overlapping'), among = deepest.length > 0 ? deepest : found;
    const first = among.reduce((best, each) => (gapOf(each) < gapOf(best) ? each : best)), contacts = deepest.flatMap((each) => each.contacts || []);
    return contacts.length > 0 ? {...first, contacts} : first;
  };
}

/** Children of compounds have matrices, by rows. */
function turnOfMatrix(m) {
  const w = Math.sqrt(Math.max(0, 1 + m[0][0] + m[1][1] + m[2][2])) / 2, x = Math.sqrt(Math.max(0, 1 + m[0][0] - m[1][1] - m[2][2])) / 2,
        y = Math.sqrt(Math.max(0, 1 - m[0][0] + m[1][1] - m[2][2])) / 2, z = Math.sqrt(Math.max(0, 1 - m[0][0] - m[1][1] + m[2][2])) / 2;
  // The greatest part is certain; the others have its signs.
  const most = Math.max(w, x, y, z);
  if (most === w) return [(m[2][1] - m[1][2]) / (4 * w), (m[0][2] - m[2][0]) / (4 * w), (m[1][0] - m[0][1]) / (4 * w), w];
  if (most === x) return [x, (m[0][1] + m[1][0]) / (4 * x), (m[0][2] + m[2][0]) / (4 * x), (m[2][1] - m[1][2]) / (4 * x)];
  if (most === y) return [(m[0][1] + m[1][0]) / (4 * y), y, (m[1][2] + m[2][1]) / (4 * y), (m[0][2] - m[2][0]) / (4 * y)];
  return [(m[0][2] + m[2][0]) / (4 * z), (m[1][2] + m[2][1]) / (4 * z), z, (m[1][0] - m[0][1]) / (4 * z)];
}

function poseOf({position, rotation, rotation_matrix, angle}) {
  const turn = position.length === 2 ? angle || 0 : rotation || (rotation_matrix ? turnOfMatrix(rotation_matrix) : [0, 0, 0, 1]);
  return {position, turn};
}

/**
 * A world of Rapier as runScene() takes it. Its contacts keep points and normals of earlier steps; separations are those of both bodies' own
 * points at the poses of the frame, not the engine's, which are as old as the contact.
 */
function rapierWorld(RAPIER, {builders, point, list, standing, toTurn, fromTurn}) {
  return (scene, start) => {
    const world = new RAPIER.World(point(scene.gravity)), bodies = [], parts = [];
    const moving = {...builders};
    const fixed = {...builders, half_space: () => new RAPIER.HalfSpace(point(scene.space === '2d' ? [0, 1] : [0, 1, 0]))};
    if (scene.space !== '2d')
      fixed.mesh = ({vertices, triangles}) => new RAPIER.TriMesh(new Float32Array(vertices.flat()), new Uint32Array(triangles.flat()),
                                                                 scene.options.edges ? RAPIER.TriMeshFlags.FIX_INTERNAL_EDGES : undefined);
    world.integrationParameters.maxCcdSubsteps = scene.bodies.some(({ccd}) => ccd) ? 1 : 0;
    addBodies(scene, start, (body, index) => {
      const none = poseOf({position: scene.space === '2d' ? [0, 0] : [0, 0, 0]});
      const shapes = partsOf(body, none).map(({shape, at}) => ({at: joined(at, standing(shape)), own: at,
        built: shapeOf({shape}, body.motion === 'static' ? fixed : moving)}));
      const kinds = {static: 'fixed', kinematic: 'kinematicVelocityBased', dynamic: 'dynamic'}, {position, turn} = poseOf(body);
      const desc = RAPIER.RigidBodyDesc[kinds[body.motion]]().setTranslation(...position).setRotation(toTurn(turn)).setCanSleep(false);
      if (body.motion !== 'static') {
        if (body.linear_velocity) desc.setLinvel(...body.linear_velocity);
        if (body.angular_velocity) desc.setAngvel(scene.space === '2d' ? body.angular_velocity : point(body.angular_velocity));
      }
      const held = bodies[index] = world.createRigidBody(desc.setCcdEnabled(Boolean(body.ccd)));
      const colliders = shapes.map(({at, built}) => {
        const collider = new RAPIER.ColliderDesc(built).setTranslation(...at.position).setRotation(toTurn(at.turn)).setDensity(1);
        collider.setFriction(body.friction).setRestitution(body.restitution);
        collider.setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Max);
        const made = world.createCollider(collider, held);
        parts[made.handle] = {index, at, pose: null};
        return made;
      });
      const volume = colliders.reduce((sum, collider) => sum + collider.volume(), 0);
      if (body.motion === 'dynamic') for (const collider of colliders) collider.setDensity(body.mass / volume);
    });
    const kMaxSpeed = 400;
    if (scene.bodies.some(({linear_velocity: v}) => v && Math.hypot(...v) > kMaxSpeed))
      start.notes.push(`Bodies move at most ${kMaxSpeed} m/s: faster ones are slowed down in their first step.`);
    start.notes.push('Contact points and normals are kept from earlier steps while bodies move little.',
                     'Friction of a pair is the mean of both bodies\', restitution the greater.');
    const now = (index) => ({position: list(bodies[index].translation()), turn: fromTurn(bodies[index].rotation())});
    const contactsOf = (first, second, claims) => world.contactPair(first, second, (manifold, flipped) => {
      const [one, two] = flipped ? [parts[second.handle], parts[first.handle]] : [parts[first.handle], parts[second.handle]];
      const normal = rotated(one.pose.turn, list(manifold.localNormal1())), contacts = [];
      for (let i = 0; i < manifold.numContacts(); ++i) {
        const from = placed(one.pose, list(manifold.localContactPoint1(i))), to = placed(two.pose, list(manifold.localContactPoint2(i)));
        contacts.push({position: to, separation: normal.reduce((sum, n, k) => sum + n * (to[k] - from[k]), 0)});
      }
      claims.add(one.index, two.index, normal, contacts);
    });
    return {
      step(seconds) {
        world.forEachCollider((collider) => {
          const part = parts[collider.handle];
          part.pose = joined(now(part.index), part.at);
        });
        world.timestep = seconds;
        world.step();
        const claims = new Claims();
        world.forEachCollider((first) => world.contactPairsWith(first, (second) => {
          if (first.handle < second.handle) contactsOf(first, second, claims);
        }));
        return claims.list();
      },
      stateOf(index) {
        const {position, turn} = now(index), angular = bodies[index].angvel();
        return {position, rotation: Array.isArray(turn) ? turn : undefined, angle: turn, linear: list(bodies[index].linvel()),
                angular: Array.isArray(turn) ? list(angular) : angular};
      },
      free() { world.free(); },
    };
  };
}

module.exports = {runScene, addBodies, Claims, partsOf, byChildren, poseOf, joined, placed, rotated, rapierWorld};
