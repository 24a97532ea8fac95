// Rapier 3D: the contact query of parry, in single precision: distance or depth, normal and witness points.
// Its GJK, which round shapes and hulls need, stops at the root of ten float epsilons, a thousandth.
'use strict';
const RAPIER = require('@dimforge/rapier3d-compat');
const {shapeOf, parryAnswer, parryQueries, reachOf, turned, serve} = require('../sepax_juror.js');

const {runScene, rapierWorld} = require('../sepax_scene.js');

const point = ([x, y, z]) => ({x, y, z});
const list = (v) => [v.x, v.y, v.z];
const builders = {
  sphere: (shape) => new RAPIER.Ball(shape.radius),
  box: (shape) => new RAPIER.Cuboid(...shape.half_extents),
  capsule: (shape) => new RAPIER.Capsule(shape.half_length, shape.radius),
  cylinder: (shape) => new RAPIER.Cylinder(shape.half_length, shape.radius),
  cone: (shape) => new RAPIER.Cone(shape.half_length, shape.radius),
  hull: (shape) => new RAPIER.ConvexPolyhedron(new Float32Array(shape.vertices.flat()), null),
};
const turnOf = (body) => {
  const [x, y, z, w] = body.rotation || [0, 0, 0, 1];
  return {x, y, z, w};
};

RAPIER.init().then(() => {
  const world = rapierWorld(RAPIER, {builders, point, list, standing: () => ({position: [0, 0, 0], turn: [0, 0, 0, 1]}),
                                     toTurn: ([x, y, z, w]) => ({x, y, z, w}), fromTurn: ({x, y, z, w}) => [x, y, z, w]});
  serve({name: 'rapier3d', version: RAPIER.version(), precision: 'float', tolerance: 1e-3,
         shapes: ['sphere', 'box', 'capsule', 'cylinder', 'cone', 'hull'],
         spaces: ['3d'],
         options: [{name: 'edges', type: 'boolean', default: false, tip: 'In scenes: ignore contacts at inner edges of meshes'}],
         answers: ['verdict', 'separation', 'distance', 'normal', 'closest_points', 'sweep', 'ray', 'simulate']},
        (a, b) => {
          const [first, second] = [shapeOf(a, builders), shapeOf(b, builders)];
          const found = first.contactShape(point(a.position), turnOf(a), second, point(b.position), turnOf(b), reachOf(a, b));
          return parryAnswer(found, list);
        },
        {...parryQueries(RAPIER, {builders, point, list, turnOf, turnedBy: (body, v) => turned(body.rotation || [0, 0, 0, 1], v)}),
         simulate: (request, say) => runScene(request, world, say)});
});
