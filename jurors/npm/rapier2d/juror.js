// Rapier 2D: the contact query of parry, in single precision: distance or depth, normal and witness points.
// Its GJK, which round shapes and hulls need, stops at the root of ten float epsilons, a thousandth.
'use strict';
const RAPIER = require('@dimforge/rapier2d-compat');
const {shapeOf, convexVertices, refuseTwoHalfSpaces, parryAnswer, parryQueries, reachOf, serve} = require('../sepax_juror.js');

const {runScene, byChildren, rapierWorld} = require('../sepax_scene.js');

const point = ([x, y]) => ({x, y});
const list = (v) => [v.x, v.y];
const builders = {
  circle: (shape) => new RAPIER.Ball(shape.radius),
  box: (shape) => new RAPIER.Cuboid(...shape.half_extents),
  capsule: (shape) => new RAPIER.Capsule(shape.half_length, shape.radius),
  polygon: (shape) => new RAPIER.ConvexPolygon(new Float32Array(convexVertices(shape.vertices).flat()), false),
};
const pairBuilders = {...builders, half_space: () => new RAPIER.HalfSpace(point([0, 1]))};
// Its capsules stand along y, ours lie along x.
const turnOf = (body) => (body.angle || 0) - (body.shape.type === 'capsule' ? Math.PI / 2 : 0);
const turnedBy = (body, [x, y]) => {
  const c = Math.cos(turnOf(body)), s = Math.sin(turnOf(body));
  return [c * x - s * y, s * x + c * y];
};

// How a shape stands in its body.
const standing = ({type}) => ({position: [0, 0], turn: type === 'capsule' ? -Math.PI / 2 : 0});

RAPIER.init().then(() => {
  const world = rapierWorld(RAPIER, {builders, point, list, standing, toTurn: (angle) => angle, fromTurn: (angle) => angle});
  serve({name: 'rapier2d', version: RAPIER.version(), precision: 'float', tolerance: 1e-3, shapes: ['circle', 'box', 'capsule', 'polygon', 'half_space', 'compound'],
         spaces: ['2d'], answers: ['verdict', 'separation', 'distance', 'normal', 'closest_points', 'sweep', 'ray', 'simulate']},
        byChildren((a, b) => {
          refuseTwoHalfSpaces(a, b);
          const [first, second] = [shapeOf(a, pairBuilders), shapeOf(b, pairBuilders)];
          const found = first.contactShape(point(a.position), turnOf(a), second, point(b.position), turnOf(b), reachOf(a, b));
          return parryAnswer(found, list);
        }),
        {...parryQueries(RAPIER, {builders: pairBuilders, point, list, turnOf, turnedBy}), simulate: (request, say) => runScene(request, world, say)});
});
