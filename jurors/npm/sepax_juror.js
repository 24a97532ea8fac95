// What the jurors of npm's engines share: the protocol, and shapes as Sepax sends them (README, "Test your own collision function").
'use strict';

/** Thrown for a shape that the engine does not know. */
class Unsupported extends Error {}

/** Calls build(shape, body) by the shape's type; rounded shapes are no engine's. */
function shapeOf(body, builders) {
  const type = body.shape.type === 'aabb' ? 'box' : body.shape.type;
  if (body.shape.margin !== undefined) throw new Unsupported('rounded ' + type);
  const build = builders[type];
  if (build === undefined) throw new Unsupported(type);
  return build(body.shape, body);
}

/** Points of the plane turned by the body's angle and moved to its position. */
function worldPoints(body, points) {
  const angle = body.angle || 0, c = Math.cos(angle), s = Math.sin(angle), [x, y] = body.position;
  return points.map((p) => [x + c * p[0] - s * p[1], y + s * p[0] + c * p[1]]);
}

/** The corners of a box of the plane, counter-clockwise. */
const boxCorners = ([x, y]) => [[-x, -y], [x, -y], [x, y], [-x, y]];

/** A convex polygon's vertices, counter-clockwise; a concave one is refused. */
function convexVertices(vertices) {
  let low = 0, high = 0, area = 0;
  vertices.forEach((p, i) => {
    const q = vertices[(i + 1) % vertices.length], r = vertices[(i + 2) % vertices.length];
    const turn = (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]);
    low = Math.min(low, turn);
    high = Math.max(high, turn);
    area += p[0] * q[1] - p[1] * q[0];
  });
  if (low < 0 && high > 0) throw new Unsupported('concave polygon');
  return area < 0 ? [...vertices].reverse() : vertices;
}

/** The answer in a contact that parry found, in the plane or in space; `list` makes an array of one of its vectors. None: nothing within reach. */
function parryAnswer(found, list) {
  if (!found) return {};
  const answer = {verdict: found.distance < 0 ? 'overlapping' : 'separated', separation: found.distance, normal: list(found.normal1),
                  closest_points: {a: list(found.point1), b: list(found.point2)}};
  if (found.distance >= 0) answer.distance = found.distance;
  return answer;
}

/** Whether a shape is a surface, which engines have only to be met by others. */
const isSurface = ({shape}) => shape.type === 'mesh' || shape.type === 'heightfield';

/** Two of them meet in no engine's tables. */
function refuseTwoHalfSpaces(a, b) {
  if (a.shape.type === 'half_space' && b.shape.type === 'half_space') throw new Unsupported('two half-spaces');
}

/** The triangles of a heightfield as a mesh: each cell is cut along the diagonal from its corner of least x and z. */
function meshOf({heights, spacing: [dx, dz] = [1, 1]}) {
  const rows = heights.length, columns = heights[0].length, triangles = [];
  const vertices = heights.flatMap((row, r) => row.map((y, c) => [(c - (columns - 1) / 2) * dx, y, (r - (rows - 1) / 2) * dz]));
  for (let r = 0; r + 1 < rows; ++r) {
    for (let c = 0; c + 1 < columns; ++c) {
      const i = r * columns + c, next = i + columns;
      triangles.push([i, next, next + 1], [i, next + 1, i + 1]);
    }
  }
  return {vertices, triangles};
}

/** No point of a shape is farther from its origin. */
function radiusOf(shape) {
  if (shape.children) return Math.max(...shape.children.map((child) => Math.hypot(...child.position) + radiusOf(child.shape)));
  const {vertices} = shape.heights ? meshOf(shape) : shape;
  return Math.hypot(...(shape.half_extents || []), shape.radius || 0, shape.half_length || 0,
                    vertices ? vertices.reduce((most, v) => Math.max(most, Math.hypot(...v)), 0) : 0);
}

/** Twice as far as the bodies' surfaces can be apart: how far an engine has to look. */
function reachOf(a, b) {
  const size = ({shape}) => radiusOf(shape);
  return 2 * (Math.hypot(...b.position.map((q, i) => q - a.position[i])) + size(a) + size(b));
}

/** A turn of [x, y, z, w] applied to a vector. */
function turned([x, y, z, w], [a, b, c]) {
  const u = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * u[0] + y * u[2] - z * u[1], b + w * u[1] + z * u[0] - x * u[2], c + w * u[2] + x * u[1] - y * u[0]];
}

/** The version of the package beside the juror, whatever it lets others require. */
function versionOf(name) {
  if (typeof SEPAX_ENGINE_VERSION === 'string') return SEPAX_ENGINE_VERSION;  // of a bundle for a page
  const fs = require('fs');
  const file = require.main.paths.map((folder) => `${folder}/${name}/package.json`).find((path) => fs.existsSync(path));
  return file === undefined ? '' : JSON.parse(fs.readFileSync(file, 'utf8')).version;
}

/** How a body goes in a sweep: m/s, nothing when it rests. Engines whose casts know no rotation refuse what rotates. */
function straightWay(body) {
  if ([body.angular_velocity || 0].flat().some((w) => w !== 0)) throw new Unsupported('rotation');
  return body.linear_velocity || body.position.map(() => 0);
}

const unit = (v) => v.map((x) => x / Math.hypot(...v));

/** The sweep and the ray of Rapier, in the plane or in space: its vectors are objects, and a hit lies in the shapes' own frames. */
function parryQueries(RAPIER, {builders, point, list, turnOf, turnedBy}) {
  const sweep = (a, b, {duration}) => {
    const [first, second] = [shapeOf(a, builders), shapeOf(b, builders)], way = straightWay(a);
    const found = first.castShape(point(a.position), turnOf(a), point(way), second, point(b.position), turnOf(b), point(straightWay(b)), 0,
                                  duration, true);
    if (!found) return {hit: false};
    const time = found.time_of_impact, at = turnedBy(a, list(found.witness1)).map((x, i) => x + a.position[i] + time * way[i]);
    const answer = {hit: true, time, point: at}, normal = turnedBy(a, list(found.normal1));
    if (Math.hypot(...normal) > 0) answer.normal = normal;
    return answer;
  };
  const ray = (body, {origin, direction, length}) => {
    const beam = new RAPIER.Ray(point(origin), point(unit(direction)));
    const found = shapeOf(body, builders).castRayAndGetNormal(beam, point(body.position), turnOf(body), length, true);
    if (!found) return {hit: false};
    const answer = {hit: true, distance: found.timeOfImpact}, normal = list(found.normal);
    if (Math.hypot(...normal) > 0) answer.normal = normal;
    return answer;
  };
  return {sweep, ray};
}

/**
 * Says hello and answers until standard input ends; answer(a, b, options) leaves out what is not known. `queries` may have sweep(a, b,
 * query, options), ray(body, query, options) and simulate(request, say), a promise for the end of its lines; a juror that has
 * them names them among its answers.
 */
function serve(hello, answer, queries = {}) {
  const say = (value) => process.stdout.write(JSON.stringify(value) + '\n');
  say({sepax_juror: 1, ...hello});
  require('readline').createInterface({input: process.stdin}).on('line', (line) => {
    const request = JSON.parse(line);
    const refuse = (error) => {
      say({id: request.id, [error instanceof Unsupported ? 'unsupported' : 'error']: String(error.message || error)});
    };
    try {
      const begin = process.hrtime.bigint();
      const options = request.options || {}, query = request.query, type = query && query.type;
      if (query && !queries[type]) throw new Unsupported(type);
      if (request.simulate) {
        if (!queries.simulate) throw new Unsupported('simulate');
        queries.simulate(request, say).catch(refuse);
        return;
      }
      const found = !query          ? answer(request.a, request.b, options)
                    : type === 'ray' ? queries.ray(request.a, query, options)
                                     : queries.sweep(request.a, request.b, query, options);
      say({id: request.id, time_ns: Number(process.hrtime.bigint() - begin), ...found});
    } catch (error) {
      refuse(error);
    }
  });
}

module.exports = {Unsupported, shapeOf, isSurface, refuseTwoHalfSpaces, meshOf, worldPoints, boxCorners, convexVertices, parryAnswer, parryQueries, straightWay, unit, reachOf, turned,
                  versionOf, serve};
