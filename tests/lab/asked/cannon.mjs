import * as CANNON from 'cannon-es';

/** cannon-es measures no distances, and has no function for a plane beside a plane. */
export function asked(a, b) {
  const world = new CANNON.World();
  for (const body of [a, b]) {
    body.mass = 1;
    body.material = null;
    body.type = CANNON.Body.DYNAMIC;
    body.aabbNeedsUpdate = true;
    world.addBody(body);
  }
  const contacts = [];
  world.narrowphase.getContacts([a], [b], world, contacts, [], [], []);
  return {overlapping: contacts.length > 0};
}
