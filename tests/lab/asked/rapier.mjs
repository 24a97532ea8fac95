let begun;

/**
 * Rapier in the plane or in space: what the text imports as RAPIER. Its contact of a half-space that comes second is rotated wrongly: the
 * half-space is put first, and none is asked about beside a mesh, where its triangles are.
 */
export async function asked(RAPIER, descA, descB) {
  await (begun ??= RAPIER.init());
  const world = new RAPIER.World({x: 0, y: 0, z: 0}), isPlane = (desc) => desc.shape.type === RAPIER.ShapeType.HalfSpace;
  const [first, second] = (isPlane(descB) ? [descB, descA] : [descA, descB]).map((desc) => world.createCollider(desc));
  const isMesh = (desc) => desc.shape.type === RAPIER.ShapeType.TriMesh;
  if ((isPlane(descA) && isMesh(descB)) || (isMesh(descA) && isPlane(descB))) return {overlapping: '?'};
  const contact = first.contactCollider(second, 100), distance = contact?.distance;
  world.free();
  return contact ? {overlapping: distance < 0, distance} : {overlapping: '?'};
}
