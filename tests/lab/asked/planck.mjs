import * as planck from 'planck';

/** A compound is a list of its fixtures' shapes. */
export function asked(shapeA, poseA, shapeB, poseB) {
  const all = [shapeA].flat().flatMap((a) => [shapeB].flat().map((b) => distanceOf(a, poseA, b, poseB)));
  const distance = Math.min(...all);
  return {overlapping: distance <= 0, distance};
}

function distanceOf(shapeA, poseA, shapeB, poseB) {
  let distance = Infinity;
  for (let i = 0; i < shapeA.getChildCount(); ++i) {
    for (let j = 0; j < shapeB.getChildCount(); ++j) {
      const input = new planck.DistanceInput(), output = new planck.DistanceOutput();
      input.proxyA.set(shapeA, i);
      input.proxyB.set(shapeB, j);
      input.transformA.set(poseA);
      input.transformB.set(poseB);
      input.useRadii = true;
      planck.Distance(output, new planck.SimplexCache(), input);
      distance = Math.min(distance, output.distance);
    }
  }
  return distance;
}
