import * as CANNON from 'cannon-es';

/** cannon-es measures no distances, and has no function for some kinds beside others. */
export function asked(a, b) {
  const world = new CANNON.World();
  for (const body of [a, b]) {
    body.mass = 1;
    body.material = null;
    body.type = CANNON.Body.DYNAMIC;
    body.aabbNeedsUpdate = true;
    world.addBody(body);
  }
  const has = (p, q) => world.narrowphase[p.type | q.type] !== undefined;
  if (!a.shapes.every((p) => b.shapes.every((q) => has(p, q)))) return {overlapping: '?'};
  const contacts = [];
  world.narrowphase.getContacts([a], [b], world, contacts, [], [], []);
  return {overlapping: contacts.length > 0};
}
