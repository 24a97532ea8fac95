// Rapier 3D: the contact query of parry, in single precision: distance or depth, normal and witness points.
// Its GJK, which round shapes and hulls need, stops at the root of ten float epsilons, a thousandth.
'use strict';
const RAPIER = require('@dimforge/rapier3d-compat');
const {Unsupported, shapeOf, isSurface, refuseTwoHalfSpaces, parryAnswer, parryQueries, reachOf, turned, serve} = require('../sepax_juror.js');

const {runScene, byChildren, joined, poseOf, rapierWorld} = require('../sepax_scene.js');

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
const mesh = ({vertices, triangles}) => new RAPIER.TriMesh(new Float32Array(vertices.flat()), new Uint32Array(triangles.flat()));
/** Its cells are cut along the other diagonal: it lies turned by a quarter, its x along our -z and its z along our x. */
const heightfield = ({heights, spacing: [dx, dz] = [1, 1]}) => {
  const rows = heights.length, columns = heights[0].length, turnedHeights = [...heights].reverse().flat();
  return new RAPIER.Heightfield(columns - 1, rows - 1, new Float32Array(turnedHeights), point([(rows - 1) * dz, 1, (columns - 1) * dx]));
};
const pairBuilders = {...builders, half_space: () => new RAPIER.HalfSpace(point([0, 1, 0])), mesh, heightfield,
                      triangle: ({vertices}) => new RAPIER.Triangle(...vertices.map(point)),
                      segment: ({half_length: h}) => new RAPIER.Segment(point([0, -h, 0]), point([0, h, 0]))};
const quarter = {position: [0, 0, 0], turn: [0, Math.SQRT1_2, 0, Math.SQRT1_2]};
const standingTurn = (body) => (body.shape.type === 'heightfield' ? joined(poseOf(body), quarter) : poseOf(body)).turn;
const turnOf = (body) => {
  const [x, y, z, w] = standingTurn(body);
  return {x, y, z, w};
};

RAPIER.init().then(() => {
  const world = rapierWorld(RAPIER, {builders, point, list, standing: () => ({position: [0, 0, 0], turn: [0, 0, 0, 1]}),
                                     toTurn: ([x, y, z, w]) => ({x, y, z, w}), fromTurn: ({x, y, z, w}) => [x, y, z, w]});
  serve({name: 'rapier3d', version: RAPIER.version(), precision: 'float', tolerance: 1e-3,
         shapes: ['sphere', 'box', 'capsule', 'cylinder', 'cone', 'hull', 'triangle', 'segment', 'half_space', 'mesh', 'heightfield', 'compound'],
         spaces: ['3d'],
         options: [{name: 'edges', type: 'boolean', default: false, tip: 'In scenes: ignore contacts at inner edges of meshes'}],
         answers: ['verdict', 'separation', 'distance', 'normal', 'closest_points', 'sweep', 'ray', 'simulate']},
        byChildren((a, b) => {
          if (isSurface(a) && isSurface(b)) throw new Unsupported('two surfaces');
          refuseTwoHalfSpaces(a, b);
          const [first, second] = [shapeOf(a, pairBuilders), shapeOf(b, pairBuilders)];
          const found = first.contactShape(point(a.position), turnOf(a), second, point(b.position), turnOf(b), reachOf(a, b));
          return parryAnswer(found, list);
        }),
        {...parryQueries(RAPIER, {builders: pairBuilders, point, list, turnOf, turnedBy: (body, v) => turned(standingTurn(body), v)}),
         simulate: (request, say) => runScene(request, world, say)});
});
