// Matter.js: overlap of convex polygons, with depth, normal and supports. Its circles are polygons of up to 26 sides, and are not asked.
'use strict';
const Matter = require('matter-js');
const {shapeOf, boxCorners, convexVertices, worldPoints, serve} = require('../sepax_juror.js');

const bodyOf = (body, points) => {
  const vertices = worldPoints(body, points).map(([x, y]) => ({x, y}));
  return Matter.Body.create({position: Matter.Vertices.centre(vertices), vertices});
};
const builders = {
  box: (shape, body) => bodyOf(body, boxCorners(shape.half_extents)),
  polygon: (shape, body) => bodyOf(body, convexVertices(shape.vertices)),
};

serve({name: 'matter-js', version: Matter.version, precision: 'double', shapes: ['box', 'polygon'], spaces: ['2d'],
       answers: ['verdict', 'separation', 'normal', 'contacts']},
      (a, b) => {
        const found = Matter.Collision.collides(shapeOf(a, builders), shapeOf(b, builders));
        if (found === null) return {verdict: 'separated'};
        const contacts = found.supports.slice(0, found.supportCount).map((p) => ({position: [p.x, p.y], separation: -found.depth}));
        // Matter's normal points from B to A: the first was made first.
        return {verdict: 'overlapping', separation: -found.depth, normal: [-found.normal.x, -found.normal.y], contacts};
      });
