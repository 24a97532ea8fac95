// three.js: the oriented box of its examples (OBB), which answers yes or no.
'use strict';
const {shapeOf, serve} = require('../sepax_juror.js');

(async () => {
  const THREE = await import('three');
  const {OBB} = await import('three/addons/math/OBB.js');

  const vector = (v) => new THREE.Vector3(...v);
  const builders = {
    sphere: (shape, body) => new THREE.Sphere(vector(body.position), shape.radius),
    box: (shape, body) => {
      const turn = new THREE.Matrix4().makeRotationFromQuaternion(new THREE.Quaternion(...(body.rotation || [0, 0, 0, 1])));
      return new OBB(vector(body.position), vector(shape.half_extents), new THREE.Matrix3().setFromMatrix4(turn));
    },
  };

  serve({name: 'three-obb', version: THREE.REVISION, precision: 'double', shapes: ['sphere', 'box'], spaces: ['3d'], answers: ['verdict'],
         options: [{name: 'epsilon', type: 'number', default: Number.EPSILON, engine_default: Number.EPSILON, unit: 'm',
                    tip: 'What intersectsOBB adds to the absolute cosines against parallel edges'}]},
        (a, b, options) => {
          const [first, second] = [shapeOf(a, builders), shapeOf(b, builders)];
          const meets = first instanceof OBB && second instanceof OBB ? first.intersectsOBB(second, options.epsilon ?? Number.EPSILON)
                        : first instanceof OBB                        ? first.intersectsSphere(second)
                        : second instanceof OBB                       ? second.intersectsSphere(first)
                                                                      : first.intersectsSphere(second);
          return {verdict: meets ? 'overlapping' : 'separated'};
        });
})();
