import * as THREE from 'three';

/** How far an object reaches along a direction, by the corners of its meshes: three.js draws and asks nothing. */
function reach(object, direction) {
  if (object instanceof THREE.Plane) return object.normal.dot(direction) > 0.999 ? -object.constant : Infinity;
  let farthest = -Infinity;
  object.updateMatrixWorld(true);
  object.traverse(({geometry, matrixWorld}) => {
    const corners = geometry?.getAttribute('position');
    for (let i = 0; i < (corners?.count ?? 0); ++i)
      farthest = Math.max(farthest, new THREE.Vector3().fromBufferAttribute(corners, i).applyMatrix4(matrixWorld).dot(direction));
  });
  return farthest;
}

export function asked(a, b, normal) {
  const n = new THREE.Vector3(...normal), distance = -reach(a, n) - reach(b, n.clone().negate());
  return {overlapping: distance < 0, distance};
}
