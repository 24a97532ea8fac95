// Jolt Physics: CollideShape of two convex shapes by GJK and EPA, in single precision, with distances as far as it is asked to look.
'use strict';
const {Unsupported, shapeOf, isSurface, meshOf, reachOf, straightWay, turned, unit, versionOf, serve} = require('../sepax_juror.js');

const {runScene, addBodies, Claims, partsOf, poseOf} = require('../sepax_scene.js');

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
    cone: ({half_length: h, radius: r}) => made(new Jolt.TaperedCylinderShapeSettings(h, 0, r, 0).Create()),
    cylinder: ({half_length: h, radius: r}) => new Jolt.CylinderShape(h, r, Math.min(radius, h, r)),
    hull: (shape) => {
      if (shape.vertices.length > 256) throw new Unsupported('hull of more than 256 points');
      const hull = new Jolt.ConvexHullShapeSettings();
      for (const v of shape.vertices) hull.mPoints.push_back(new Jolt.Vec3(...v));
      hull.mMaxConvexRadius = radius;
      return made(hull.Create());
    },
  });

  const mesh = ({vertices, triangles}) => {
    if (triangles.length > 50000) throw new Unsupported('mesh of more than 50000 triangles');  // which take longer than an answer may
    const list = new Jolt.TriangleList();
    for (const corners of triangles) list.push_back(new Jolt.Triangle(...corners.map((k) => new Jolt.Vec3(...vertices[k]))));
    return made(new Jolt.MeshShapeSettings(list, new Jolt.PhysicsMaterialList()).Create());
  };
  const half_space = () => new Jolt.PlaneShape(new Jolt.Plane(new Jolt.Vec3(0, 1, 0), 0));
  const wholeShape = (body, table) => {
    if (body.shape.type !== 'compound') return shapeOf(body, table);
    const whole = new Jolt.StaticCompoundShapeSettings();
    for (const {shape, at} of partsOf(body, poseOf({position: [0, 0, 0]})))
      whole.AddShapeShape(new Jolt.Vec3(...at.position), new Jolt.Quat(...at.turn), shapeOf({shape}, table), 0);
    return made(whole.Create());
  };
  // Triangles are meshes, and heightfields, since Jolt's round their heights to 8 bits.
  const pairShape = (body, radius) => wholeShape(body, {...buildersWith(radius), mesh, heightfield: (shape) => mesh(meshOf(shape)),
    triangle: ({vertices}) => mesh({vertices, triangles: [[0, 1, 2]]}), half_space});

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
    cast_settings.mReturnDeepestPoint = true;
    target.CastShape(cast, cast_settings, base, collector, filter);
    const answer = {hit: collector.HadHit()};
    if (answer.hit) {
      const found = collector.mHit, axis = list(found.mPenetrationAxis);
      answer.time = found.mFraction * duration;
      // Its axis is the way in which the target would give: against the cast shape's.
      if (Math.hypot(...axis) > 0) answer.normal = unit(axis).map((x) => -x);
      if (found.mFraction === 0) answer.separation = -found.mPenetrationDepth;
      answer.point = list(found.mContactPointOn2).map((x, i) => x + a.position[i] + answer.time * way_a[i]);
    }
    for (const object of [collector, cast_settings, cast, way, target, turn_a, turn_b, base]) Jolt.destroy(object);
    for (const shape of shapes) shape.Release();
    return answer;
  };

  // A scene for runScene(). Its contacts are those of the poses at the start of a step; a pair that moved little keeps its old normal.
  const worldOf = (scene, start) => {
    const {options} = scene, count = scene.bodies.length, kResting = 0, kMoving = 1, layers = 2;
    const settings = new Jolt.JoltSettings(), pairs = new Jolt.ObjectLayerPairFilterTable(layers);
    pairs.EnableCollision(kResting, kMoving);
    pairs.EnableCollision(kMoving, kMoving);
    const broad = new Jolt.BroadPhaseLayerInterfaceTable(layers, layers);
    for (const layer of [kResting, kMoving]) broad.MapObjectToBroadPhaseLayer(layer, new Jolt.BroadPhaseLayer(layer));
    settings.mMaxBodies = count + 16;
    settings.mMaxBodyPairs = 20 * count + 1024;
    settings.mMaxContactConstraints = 8 * count + 1024;
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = broad;
    settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, layers, pairs, layers);
    const jolt = new Jolt.JoltInterface(settings), system = jolt.GetPhysicsSystem(), bodies = system.GetBodyInterface();
    system.SetGravity(new Jolt.Vec3(...scene.gravity));
    const physics = system.GetPhysicsSettings();
    physics.mPenetrationSlop = options.slop ?? physics.mPenetrationSlop;
    physics.mUseBodyPairContactCache = options.cache ?? true;
    system.SetPhysicsSettings(physics);

    const builders = buildersWith(options.convex_radius ?? options.margin ?? 0);
    const fixed = {...builders, mesh, half_space};
    const held = [], index_of = new Map();
    addBodies(scene, start, (body, index) => {
      const kinds = {static: Jolt.EMotionType_Static, kinematic: Jolt.EMotionType_Kinematic, dynamic: Jolt.EMotionType_Dynamic};
      const is_static = body.motion === 'static', {position, turn} = poseOf(body);
      const creation = new Jolt.BodyCreationSettings(wholeShape(body, is_static ? fixed : builders), new Jolt.RVec3(...position),
                                                     new Jolt.Quat(...turn), kinds[body.motion], is_static ? kResting : kMoving);
      creation.mFriction = body.friction;
      creation.mRestitution = body.restitution;
      creation.mLinearDamping = creation.mAngularDamping = 0;
      creation.mMaxLinearVelocity = creation.mMaxAngularVelocity = 1e30;
      creation.mAllowSleeping = false;
      creation.mApplyGyroscopicForce = Boolean(options.gyro);
      creation.mEnhancedInternalEdgeRemoval = Boolean(options.edges);
      if (body.ccd) creation.mMotionQuality = Jolt.EMotionQuality_LinearCast;
      if (body.motion === 'dynamic') {
        creation.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
        creation.mMassPropertiesOverride.mMass = body.mass;
      }
      if (body.linear_velocity) creation.mLinearVelocity = new Jolt.Vec3(...body.linear_velocity);
      if (body.angular_velocity) creation.mAngularVelocity = new Jolt.Vec3(...body.angular_velocity);
      held[index] = bodies.CreateBody(creation);
      Jolt.destroy(creation);
      index_of.set(held[index].GetID().GetIndexAndSequenceNumber(), index);
      bodies.AddBody(held[index].GetID(), Jolt.EActivation_Activate);
    });
    start.notes.push('A pair that moved little keeps its old normal; contacts are found 2 cm before bodies touch.',
                     'Bodies rest up to 2 cm deep in each other (option slop).',
                     'Friction of a pair is the root of both bodies\' product, restitution the greater.');

    let claims = new Claims();
    const numberOf = (pointer) => index_of.get(Jolt.wrapPointer(pointer, Jolt.Body).GetID().GetIndexAndSequenceNumber());
    const note = (one, two, pointer) => {
      const manifold = Jolt.wrapPointer(pointer, Jolt.ContactManifold), normal = list(manifold.mWorldSpaceNormal), contacts = [];
      for (let i = 0; i < manifold.mRelativeContactPointsOn1.size(); ++i) {
        const from = list(manifold.GetWorldSpaceContactPointOn1(i)), to = list(manifold.GetWorldSpaceContactPointOn2(i));
        contacts.push({position: to, separation: normal.reduce((sum, n, k) => sum + n * (to[k] - from[k]), 0)});
      }
      claims.add(numberOf(one), numberOf(two), normal, contacts);
    };
    const listener = new Jolt.ContactListenerJS();
    listener.OnContactValidate = () => Jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
    listener.OnContactAdded = listener.OnContactPersisted = note;
    listener.OnContactRemoved = () => {};
    system.SetContactListener(listener);
    return {
      step(seconds) {
        claims = new Claims();
        jolt.Step(seconds, 1);
        return claims.list();
      },
      stateOf(index) {
        const body = held[index], turn = body.GetRotation();
        return {position: list(body.GetPosition()), rotation: [turn.GetX(), turn.GetY(), turn.GetZ(), turn.GetW()],
                linear: list(body.GetLinearVelocity()), angular: list(body.GetAngularVelocity())};
      },
      free() {
        for (const object of [jolt, listener, settings]) Jolt.destroy(object);
      },
    };
  };

  const ray = (body, {origin, direction, length}, options) => {
    const shape = pairShape(body, options.convex_radius ?? options.margin ?? 0);
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

  serve({name: 'jolt', version, precision: 'float', tolerance: 1e-4,
         shapes: ['sphere', 'box', 'capsule', 'cylinder', 'cone', 'hull', 'triangle', 'half_space', 'mesh', 'heightfield', 'compound'],
         spaces: ['3d'], answers: ['verdict', 'separation', 'distance', 'normal', 'closest_points', 'sweep', 'ray', 'simulate'],
         options: [{name: 'convex_radius', type: 'number', default: 0, engine_default: 0.05, unit: 'm',
                    tip: 'Boxes, cylinders and hulls are shrunk by it and rounded again'},
                   {name: 'margin', type: 'number', default: 0, unit: 'm', tip: 'convex_radius, as other engines call it'},
                   {name: 'slop', type: 'number', default: 0.02, unit: 'm', tip: 'In scenes: how deep bodies may rest in each other'},
                   {name: 'cache', type: 'boolean', default: true, tip: 'In scenes: a pair that moved little keeps its contacts'},
                   {name: 'gyro', type: 'boolean', default: false, tip: 'In scenes: gyroscopic forces'},
                   {name: 'edges', type: 'boolean', default: false, tip: 'In scenes: ignore contacts at inner edges of meshes'}]},
        (a, b, options) => {
          const isOneSided = (body) => isSurface(body) || ['triangle', 'half_space'].includes(body.shape.type);
          if (isOneSided(a) && isOneSided(b)) throw new Unsupported('two surfaces');
          const radius = options.convex_radius ?? options.margin ?? 0, first = pairShape(a, radius), second = pairShape(b, radius);
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
          settings.mBackFaceMode = Jolt.EBackFaceMode_CollideWithBackFaces;
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
        {sweep, ray, simulate: (request, say) => runScene(request, worldOf, say)});
})();
