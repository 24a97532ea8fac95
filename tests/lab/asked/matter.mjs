import Matter from 'matter-js';

/** Matter measures no distances. */
export function asked(a, b) {
  const pieces = ({parts}) => parts.slice(parts.length > 1 ? 1 : 0);
  return {overlapping: pieces(a).some((p) => pieces(b).some((q) => Matter.Collision.collides(p, q) !== null))};
}
