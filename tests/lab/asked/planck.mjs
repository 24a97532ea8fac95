import * as planck from 'planck';

export function asked(shapeA, poseA, shapeB, poseB) {
  const input = new planck.DistanceInput(), output = new planck.DistanceOutput();
  input.proxyA.set(shapeA, 0);
  input.proxyB.set(shapeB, 0);
  input.transformA.set(poseA);
  input.transformB.set(poseB);
  input.useRadii = true;
  planck.Distance(output, new planck.SimplexCache(), input);
  return {overlapping: output.distance <= 0, distance: output.distance};
}
