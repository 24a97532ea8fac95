import Matter from 'matter-js';

/** Matter measures no distances. */
export function asked(a, b) {
  return {overlapping: Matter.Collision.collides(a, b) !== null};
}
