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

const say = (value) => process.stdout.write(JSON.stringify(value) + '\n');
say({sepax_juror: 1, name: 'my-javascript-juror', version: '1', precision: 'double', shapes: ['sphere'], spaces: ['3d']});
require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const request = JSON.parse(line);
  try {
    say({id: request.id, ...answer(request.a, request.b, request.options || {})});
  } catch (error) {
    say({id: request.id, [error instanceof Unsupported ? 'unsupported' : 'error']: error.message});
  }
});
