// cannon-es: contacts of spheres and boxes; it measures no distances. Its cylinders are prisms and its hulls want faces: both are left out.
'use strict';
const CANNON = require('cannon-es');
const {shapeOf, versionOf, serve} = require('../sepax_juror.js');

const builders = {
  sphere: (shape) => new CANNON.Sphere(shape.radius),
  box: (shape) => new CANNON.Box(new CANNON.Vec3(...shape.half_extents)),
};
const world = new CANNON.World();

function bodyOf(body) {
  const made = new CANNON.Body({mass: 1, shape: shapeOf(body, builders)});
  made.position.set(...body.position);
  made.quaternion.set(...(body.rotation || [0, 0, 0, 1]));
  made.material = null;
  made.aabbNeedsUpdate = true;
  return made;
}

serve({name: 'cannon-es', version: versionOf('cannon-es'), precision: 'double', tolerance: 1e-12,
       shapes: ['sphere', 'box'], spaces: ['3d'], answers: ['verdict', 'separation', 'normal', 'contacts']},
      (a, b) => {
        const [first, second] = [bodyOf(a), bodyOf(b)], equations = [];
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
      });
