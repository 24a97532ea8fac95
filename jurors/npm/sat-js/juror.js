// SAT.js: overlap of circles and convex polygons, with depth and normal; it measures no distances.
'use strict';
const SAT = require('sat');
const {shapeOf, worldPoints, boxCorners, convexVertices, versionOf, serve} = require('../sepax_juror.js');

const polygon = (body, points) => new SAT.Polygon(new SAT.Vector(), worldPoints(body, points).map((p) => new SAT.Vector(...p)));
const builders = {
  circle: (shape, body) => new SAT.Circle(new SAT.Vector(...body.position), shape.radius),
  box: (shape, body) => polygon(body, boxCorners(shape.half_extents)),
  polygon: (shape, body) => polygon(body, convexVertices(shape.vertices)),
};

serve({name: 'sat-js', version: versionOf('sat'), precision: 'double', shapes: ['circle', 'box', 'polygon'],
       spaces: ['2d'], answers: ['verdict', 'separation', 'normal']},
      (a, b) => {
        const [first, second] = [shapeOf(a, builders), shapeOf(b, builders)];
        const test = 'test' + (first instanceof SAT.Circle ? 'Circle' : 'Polygon') + (second instanceof SAT.Circle ? 'Circle' : 'Polygon');
        const response = new SAT.Response();
        if (!SAT[test](first, second, response)) return {verdict: 'separated'};
        return {verdict: 'overlapping', separation: -response.overlap, normal: [response.overlapN.x, response.overlapN.y]};
      });
