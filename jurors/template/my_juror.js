// Your own collision function as a juror: replace answer(). Try it: sepax jury --juror my_javascript.juror.json case.json
'use strict';

// Two spheres. What is left out is not compared; normals point from A to B; throw an Unsupported for a shape that you do not know.
class Unsupported extends Error {}
function answer(a, b, options) {
  for (const body of [a, b]) {
    if (body.shape.type !== 'sphere') throw new Unsupported(body.shape.type);
  }
  const way = b.position.map((q, i) => q - a.position[i]);
  const length = Math.hypot(...way);
  const gap = length - a.shape.radius - b.shape.radius;
  const found = {verdict: gap < 0 ? 'overlapping' : 'separated', separation: gap, distance: Math.max(gap, 0)};
  if (length > 0) found.normal = way.map((w) => w / length);
  return found;
}

// A ray at a sphere. Without it, leave 'ray' out of the answers below; 'sweep' is asked for in the same way: both bodies have their
// velocities then, the query a duration, and {hit: true, time: seconds, normal: from A to B} is what is answered.
function rayHit(body, ray, options) {
  if (body.shape.type !== 'sphere') throw new Unsupported(body.shape.type);
  const size = Math.hypot(...ray.direction);
  const start = ray.origin.map((o, i) => o - body.position[i]);
  const along = start.reduce((sum, s, i) => sum + s * ray.direction[i] / size, 0);
  const outside = start.reduce((sum, s) => sum + s * s, 0) - body.shape.radius ** 2;
  if (along * along < outside) return {hit: false};
  const distance = outside < 0 ? 0 : -along - Math.sqrt(along * along - outside);
  return distance >= 0 && distance <= ray.length ? {hit: true, distance} : {hit: false};
}

const say = (value) => process.stdout.write(JSON.stringify(value) + '\n');
say({sepax_juror: 1, name: 'my-javascript-juror', version: '1', precision: 'double', shapes: ['sphere'], spaces: ['3d'],
     answers: ['verdict', 'separation', 'distance', 'normal', 'ray']});
require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const request = JSON.parse(line);
  try {
    for (const {shape} of [request.a, request.b || request.a]) {  // asked with "margins": true in the hello; without this it is answer() that takes them
      if (shape.margin !== undefined) throw new Unsupported('rounded ' + shape.type);
    }
    const options = request.options || {};
    const found = request.query ? rayHit(request.a, request.query, options) : answer(request.a, request.b, options);
    say({id: request.id, ...found});
  } catch (error) {
    say({id: request.id, [error instanceof Unsupported ? 'unsupported' : 'error']: error.message});
  }
});
