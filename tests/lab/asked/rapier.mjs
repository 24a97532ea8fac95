let begun;

/**
 * Rapier in the plane or in space: what the text imports as RAPIER; a compound is the colliders of a body. Its contact
 * of a half-space that comes second is rotated wrongly: the half-space is put first, and none is asked about beside a
 * mesh or a polyline, where its pieces are.
 */
export async function asked(RAPIER, descA, descB) {
  await (begun ??= RAPIER.init());
  const world = new RAPIER.World({x: 0, y: 0, z: 0}), isPlane = (desc) => desc.shape.type === RAPIER.ShapeType.HalfSpace;
  const placed = (desc) => {
    if (!desc.colliders) return [{desc, collider: world.createCollider(desc)}];
    const body = world.createRigidBody(desc.body);
    return desc.colliders.map((child) => ({desc: child, collider: world.createCollider(child, body)}));
  };
  const isMesh = (desc) => [RAPIER.ShapeType.TriMesh, RAPIER.ShapeType.Polyline].includes(desc.shape.type);
  let distance = Infinity;
  for (const a of placed(descA)) {
    for (const b of placed(descB)) {
      const [first, second] = isPlane(b.desc) ? [b, a] : [a, b];
      const contact = isPlane(first.desc) && isMesh(second.desc) ? null : first.collider.contactCollider(second.collider, 100);
      if (!contact) return {overlapping: '?'};
      distance = Math.min(distance, contact.distance);
    }
  }
  world.free();
  return {overlapping: distance < 0, distance};
}
