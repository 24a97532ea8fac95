// Jolt Physics: CollideShape of two convex shapes by GJK and EPA, in single precision, with distances as far as it is asked to look.
'use strict';
const {Unsupported, shapeOf, reachOf, straightWay, turned, unit, versionOf, serve} = require('../sepax_juror.js');

/** Its collision functions are there when an interface has been made. */
function registerTypes(Jolt) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxBodies = settings.mMaxBodyPairs = settings.mMaxContactConstraints = 1;
  settings.mObjectLayerPairFilter = new Jolt.ObjectLayerPairFilterTable(1);
  settings.mBroadPhaseLayerInterface = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(
      settings.mBroadPhaseLayerInterface, 1, settings.mObjectLayerPairFilter, 1);
  return new Jolt.JoltInterface(settings);
}

(async () => {
  const Jolt = await (await import('jolt-physics')).default();
  const version = versionOf('jolt-physics');
  registerTypes(Jolt);
  const settings = new Jolt.CollideShapeSettings(), filter = new Jolt.ShapeFilter(), one = new Jolt.Vec3(1, 1, 1);

  const made = (result) => {
    if (result.HasError()) throw new Error(result.GetError().c_str());
    return result.Get();
  };
  const buildersWith = (radius) => ({
    sphere: (shape) => new Jolt.SphereShape(shape.radius),
    box: ({half_extents: h}) => new Jolt.BoxShape(new Jolt.Vec3(...h), Math.min(radius, ...h)),
    capsule: (shape) => new Jolt.CapsuleShape(shape.half_length, shape.radius),
    cylinder: ({half_length: h, radius: r}) => new Jolt.CylinderShape(h, r, Math.min(radius, h, r)),
    hull: (shape) => {
      if (shape.vertices.length > 256) throw new Unsupported('hull of more than 256 points');
      const hull = new Jolt.ConvexHullShapeSettings();
      for (const v of shape.vertices) hull.mPoints.push_back(new Jolt.Vec3(...v));
      hull.mMaxConvexRadius = radius;
      return made(hull.Create());
    },
  });

  const turnOf = (body) => body.rotation || [0, 0, 0, 1];
  // Jolt places shapes by their centre of mass.
  const centreOf = (body, shape) => {
    const c = shape.GetCenterOfMass(), way = turned(turnOf(body), [c.GetX(), c.GetY(), c.GetZ()]);
    return new Jolt.RVec3(...body.position.map((x, i) => x + way[i]));
  };
  const list = (v) => [v.GetX(), v.GetY(), v.GetZ()];
  const placed = (body, shape, turn) => {
    const out = new Jolt.TransformedShape();
    out.mShape = shape;
    out.mShapePositionCOM = centreOf(body, shape);
    out.mShapeRotation = turn;
    out.SetShapeScale(one);
    return out;
  };

  // B is cast at A, which rests: relative to A, whose own way is added to the point again.
  const sweep = (a, b, {duration}, options) => {
    const builders = buildersWith(options.convex_radius ?? options.margin ?? 0), way_a = straightWay(a), way_b = straightWay(b);
    const shapes = [shapeOf(a, builders), shapeOf(b, builders)];
    for (const shape of shapes) shape.AddRef();
    const turn_a = new Jolt.Quat(...turnOf(a)), turn_b = new Jolt.Quat(...turnOf(b)), base = new Jolt.RVec3(...a.position);
    const target = placed(a, shapes[0], turn_a), way = new Jolt.Vec3(...way_b.map((v, i) => (v - way_a[i]) * duration));
    const cast = new Jolt.RShapeCast(shapes[1], one, Jolt.RMat44.prototype.sRotationTranslation(turn_b, centreOf(b, shapes[1])), way);
    const cast_settings = new Jolt.ShapeCastSettings(), collector = new Jolt.CastShapeClosestHitCollisionCollector();
    target.CastShape(cast, cast_settings, base, collector, filter);
    const answer = {hit: collector.HadHit()};
    if (answer.hit) {
      const found = collector.mHit, axis = list(found.mPenetrationAxis);
      answer.time = found.mFraction * duration;
      // Its axis is the way in which the target would give: against the cast shape's.
      if (Math.hypot(...axis) > 0) answer.normal = unit(axis).map((x) => -x);
      answer.point = list(found.mContactPointOn2).map((x, i) => x + a.position[i] + answer.time * way_a[i]);
    }
    for (const object of [collector, cast_settings, cast, way, target, turn_a, turn_b, base]) Jolt.destroy(object);
    for (const shape of shapes) shape.Release();
    return answer;
  };

  const ray = (body, {origin, direction, length}, options) => {
    const shape = shapeOf(body, buildersWith(options.convex_radius ?? options.margin ?? 0));
    shape.AddRef();
    const turn = new Jolt.Quat(...turnOf(body)), target = placed(body, shape, turn);
    const from = new Jolt.RVec3(...origin), way = new Jolt.Vec3(...unit(direction).map((x) => x * length));
    const beam = new Jolt.RRayCast(from, way), ray_settings = new Jolt.RayCastSettings();
    const collector = new Jolt.CastRayClosestHitCollisionCollector();
    target.CastRay(beam, ray_settings, collector, filter);
    const answer = {hit: collector.HadHit()};
    if (answer.hit) {
      const found = collector.mHit, at = beam.GetPointOnRay(found.mFraction);
      answer.distance = found.mFraction * length;
      answer.point = list(at);
      if (answer.distance > 0) answer.normal = list(target.GetWorldSpaceSurfaceNormal(found.mSubShapeID2, at));
    }
    for (const object of [collector, ray_settings, beam, way, from, target, turn]) Jolt.destroy(object);
    shape.Release();
    return answer;
  };

  serve({name: 'jolt', version, precision: 'float', tolerance: 1e-4, shapes: ['sphere', 'box', 'capsule', 'cylinder', 'hull'],
         spaces: ['3d'], answers: ['verdict', 'separation', 'distance', 'normal', 'closest_points', 'sweep', 'ray'],
         options: [{name: 'convex_radius', type: 'number', default: 0, engine_default: 0.05, unit: 'm',
                    tip: 'Boxes, cylinders and hulls are shrunk by it and rounded again'},
                   {name: 'margin', type: 'number', default: 0, unit: 'm', tip: 'convex_radius, as other engines call it'}]},
        (a, b, options) => {
          const builders = buildersWith(options.convex_radius ?? options.margin ?? 0);
          const first = shapeOf(a, builders), second = shapeOf(b, builders);
          first.AddRef();
          second.AddRef();
          // Relative to A, as Jolt does it itself far from the origin.
          const base = new Jolt.RVec3(...a.position);
          const turn = new Jolt.Quat(...turnOf(a)), turn_b = new Jolt.Quat(...turnOf(b));
          const pose = Jolt.RMat44.prototype.sRotationTranslation(turn, centreOf(a, first));
          const other = new Jolt.TransformedShape();
          other.mShape = second;
          other.mShapePositionCOM = centreOf(b, second);
          other.mShapeRotation = turn_b;
          other.SetShapeScale(one);
          settings.mMaxSeparationDistance = reachOf(a, b);
          const collector = new Jolt.CollideShapeClosestHitCollisionCollector();
          other.CollideShape(first, one, pose, settings, base, collector, filter);
          const answer = {};
          if (collector.HadHit()) {
            const hit = collector.mHit, depth = hit.mPenetrationDepth, axis = list(hit.mPenetrationAxis), length = Math.hypot(...axis);
            answer.verdict = depth > 0 ? 'overlapping' : 'separated';
            answer.separation = -depth;
            if (depth <= 0) answer.distance = -depth;
            if (length > 0) answer.normal = axis.map((x) => x / length);
            const moved = (v) => list(v).map((x, i) => x + a.position[i]);
            answer.closest_points = {a: moved(hit.mContactPointOn1), b: moved(hit.mContactPointOn2)};
          }
          for (const object of [collector, other, turn, turn_b, base]) Jolt.destroy(object);
          first.Release();
          second.Release();
          return answer;
        },
        {sweep, ray});
})();
