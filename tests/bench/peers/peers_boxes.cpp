#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <fcl/math/bv/OBB.h>
#include <ode/ode.h>

#include "bench/box_work.h"
#include "bench/peers/ccd_settings.h"
#include "bench/peers/peers.h"
#include "collide/pair_table.h"
#include "fast/box_pair.h"
#include "fast/quick_pair.h"

// Two oriented boxes: do they overlap, and where do they touch.

namespace sepax::bench {
namespace {

constexpr std::size_t kPairs = 16'384, kContactPairs = 2'048;

struct OdeBox {
  dVector3 centre{}, sides{};
  dMatrix3 rotation{};
};

OdeBox odeBox(const FloatBox& box) {
  const PosedShape posed = posedBox(box);
  const Vec3 h = std::get<Box>(posed.shape).half_extents;
  OdeBox out;
  for (int r = 0; r < 3; ++r) {
    out.centre[r] = posed.pose.position[r];
    out.sides[r] = 2 * h[r];
    for (int c = 0; c < 3; ++c) out.rotation[4 * r + c] = posed.pose.rotation[c][r];
  }
  return out;
}

fcl::OBB<double> fclBox(const FloatBox& box) {
  const PosedShape posed = posedBox(box);
  const Vec3 h = std::get<Box>(posed.shape).half_extents, p = posed.pose.position;
  fcl::OBB<double> out;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) out.axis(r, c) = posed.pose.rotation[c][r];
  }
  out.To = {p.x, p.y, p.z};
  out.extent = {h.x, h.y, h.z};
  return out;
}

void ccdSupport(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const auto& box = *static_cast<const PosedShape*>(object);
  const Vec3 h = std::get<Box>(box.shape).half_extents;
  const Vec3 d{direction->v[0], direction->v[1], direction->v[2]};
  Vec3 p = box.pose.position;
  for (int i = 0; i < 3; ++i) p += box.pose.rotation[i] * (dot(box.pose.rotation[i], d) < 0 ? -h[i] : h[i]);
  ccdVec3Set(out, p.x, p.y, p.z);
}

OrientedBox orientedBox(const FloatBox& box) {
  const PosedShape posed = posedBox(box);
  return orientedBoxOf(std::get<Box>(posed.shape).half_extents, posed.pose);
}

template <class Out, class Make>
std::vector<Out> made(const BoxWork& work, std::size_t pairs, Make&& make) {
  std::vector<Out> out;
  for (std::size_t i = 0; i < 2 * pairs; ++i) out.push_back(make(work.boxes[i]));
  return out;
}

void addOverlaps(Mix mix) {
  const std::string work_name = std::string("boxes overlap, ") + mixName(mix);
  addRow(work_name, "plain scalar, floats", [mix](benchmark::State& state) {
    const BoxWork& work = boxWork(mix, kPairs);
    const auto boxes = made<PlainBox>(work, kPairs, plainBox);
    overAll(state, work.gaps, kPairs, [&](std::size_t i) { return plainOverlap(boxes[2 * i], boxes[2 * i + 1]); });
  });
  for (const BoxKernel* kernel : boxKernels()) {
    addRow(work_name, std::string("Sepax batch, ") + kernel->name, [mix, kernel](benchmark::State& state) {
      const BoxWork& work = boxWork(mix, kPairs);
      BoxOverlaps batch;
      for (std::size_t i = 0; i < kPairs; ++i) batch.add(work.boxes[2 * i], work.boxes[2 * i + 1]);
      std::vector<std::uint8_t> found(kPairs);
      OverlapCounts counts;
      for (auto _ : state) {
        counts = batch.test(found, *kernel);
        benchmark::DoNotOptimize(found.data());
      }
      countAnswers(state, work.gaps, found);
      state.counters["share in double"] = static_cast<double>(counts.by_doubles) / kPairs;
    });
  }
  addRow(work_name, "Sepax batch, filled each time", [mix](benchmark::State& state) {
    const BoxWork& work = boxWork(mix, kPairs);
    BoxOverlaps batch;
    std::vector<std::uint8_t> found(kPairs);
    for (auto _ : state) {
      batch.clear();
      for (std::size_t i = 0; i < kPairs; ++i) batch.add(work.boxes[2 * i], work.boxes[2 * i + 1]);
      batch.test(found);
      benchmark::DoNotOptimize(found.data());
    }
    countAnswers(state, work.gaps, found);
  });
  addRow(work_name, "Sepax, one pair a call, in double", [mix](benchmark::State& state) {
    const BoxWork& work = boxWork(mix, kPairs);
    const auto boxes = made<OrientedBox>(work, kPairs, orientedBox);
    const BoxKernel& kernel = boxKernel();
    overAll(state, work.gaps, kPairs,
            [&](std::size_t i) { return boxesOverlap(boxes[2 * i], boxes[2 * i + 1], kernel); });
  });
  addRow(work_name, "Sepax, one pair a call with its depth", [mix](benchmark::State& state) {
    const BoxWork& work = boxWork(mix, kPairs);
    const auto boxes = made<QuickBody>(work, kPairs, [](const FloatBox& box) { return quickBody(posedBox(box)); });
    overAll(state, work.gaps, kPairs, [&](std::size_t i) {
      const auto answer = quickAnswer(boxes[2 * i], boxes[2 * i + 1], {});
      return answer ? answer->verdict == Verdict::kOverlapping : work.gaps[i] <= 0;
    });
  });
  addRow(work_name, "Sepax batch, all fifteen separations", [mix](benchmark::State& state) {
    const BoxWork& work = boxWork(mix, kPairs);
    BoxOverlaps batch;
    for (std::size_t i = 0; i < kPairs; ++i) batch.add(work.boxes[2 * i], work.boxes[2 * i + 1]);
    std::vector<BoxGaps> found((kPairs + BoxBlock::kPairs - 1) / BoxBlock::kPairs);
    for (auto _ : state) {
      batch.measure(found);
      benchmark::DoNotOptimize(found.data());
    }
    state.counters["items"] = kPairs;
  });
  addRow(work_name, "ODE dBoxTouchesBox", [mix](benchmark::State& state) {
    const BoxWork& work = boxWork(mix, kPairs);
    const auto boxes = made<OdeBox>(work, kPairs, odeBox);
    overAll(state, work.gaps, kPairs, [&](std::size_t i) {
      const OdeBox &a = boxes[2 * i], &b = boxes[2 * i + 1];
      return dBoxTouchesBox(a.centre, a.rotation, a.sides, b.centre, b.rotation, b.sides) != 0;
    });
  });
  addRow(work_name, "FCL OBB::overlap", [mix](benchmark::State& state) {
    const BoxWork& work = boxWork(mix, kPairs);
    const auto boxes = made<fcl::OBB<double>>(work, kPairs, fclBox);
    overAll(state, work.gaps, kPairs, [&](std::size_t i) { return boxes[2 * i].overlap(boxes[2 * i + 1]); });
  });
  addRow(work_name, "libccd GJK", [mix](benchmark::State& state) {
    const BoxWork& work = boxWork(mix, kPairs);
    const auto boxes = made<PosedShape>(work, kPairs, posedBox);
    const ccd_t ccd = ccdSettings(ccdSupport);
    overAll(state, work.gaps, kPairs,
            [&](std::size_t i) { return ccdGJKIntersect(&boxes[2 * i], &boxes[2 * i + 1], &ccd) != 0; });
  });
}

struct CountContacts final : btDiscreteCollisionDetectorInterface::Result {
  int count = 0;
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override { count += depth <= 0 ? 1 : 0; }
};

void addContacts() {
  const std::string work_name = "boxes' contacts, hit50";
  static constexpr Mix kMix = Mix::kHit50;
  addRow(work_name, "Sepax report: every axis, mtv, contacts, in double", [](benchmark::State& state) {
    const BoxWork& work = boxWork(kMix, kContactPairs);
    const auto boxes = made<PosedShape>(work, kContactPairs, posedBox);
    overAll(state, work.gaps, kContactPairs, [&](std::size_t i) {
      return testPair(boxes[2 * i], boxes[2 * i + 1])->answer.verdict != Verdict::kSeparated;
    });
  });
  addRow(work_name, "Sepax manifold: normal, depth, up to 8 contacts, in double", [](benchmark::State& state) {
    const BoxWork& work = boxWork(kMix, kContactPairs);
    const auto boxes = made<OrientedBox>(work, kContactPairs, orientedBox);
    BoxManifold manifold;
    overAll(state, work.gaps, kContactPairs,
            [&](std::size_t i) { return boxManifold(boxes[2 * i], boxes[2 * i + 1], 0, manifold); });
  });
  addRow(work_name, "ODE dBoxBox, 8 contacts", [](benchmark::State& state) {
    const BoxWork& work = boxWork(kMix, kContactPairs);
    const auto boxes = made<OdeBox>(work, kContactPairs, odeBox);
    dContactGeom contacts[8];
    overAll(state, work.gaps, kContactPairs, [&](std::size_t i) {
      const OdeBox &a = boxes[2 * i], &b = boxes[2 * i + 1];
      dVector3 normal;
      dReal depth;
      int code;
      return dBoxBox(a.centre, a.rotation, a.sides, b.centre, b.rotation, b.sides, normal, &depth, &code, 8, contacts,
                     sizeof contacts[0]) > 0;
    });
  });
  addRow(work_name, "Bullet btBoxBoxDetector, floats", [](benchmark::State& state) {
    const BoxWork& work = boxWork(kMix, kContactPairs);
    std::vector<btBoxShape> shapes;
    std::vector<btTransform> poses;
    for (std::size_t i = 0; i < 2 * kContactPairs; ++i) {
      const FloatBox& box = work.boxes[i];
      shapes.emplace_back(btVector3(box.half_extents[0], box.half_extents[1], box.half_extents[2]));
      shapes.back().setMargin(0);
      poses.emplace_back(btQuaternion(box.rotation[0], box.rotation[1], box.rotation[2], box.rotation[3]).normalized(),
                         btVector3(box.centre[0], box.centre[1], box.centre[2]));
    }
    overAll(state, work.gaps, kContactPairs, [&](std::size_t i) {
      btBoxBoxDetector detector(&shapes[2 * i], &shapes[2 * i + 1]);
      btDiscreteCollisionDetectorInterface::ClosestPointInput input;
      input.m_transformA = poses[2 * i];
      input.m_transformB = poses[2 * i + 1];
      CountContacts contacts;
      detector.getClosestPoints(input, contacts, nullptr);
      return contacts.count > 0;
    });
  });
}

}  // namespace

void registerBoxes() {
  dInitODE2(0);
  for (const Mix mix : {Mix::kHit10, Mix::kHit50, Mix::kHit90, Mix::kNear, Mix::kPar, Mix::kFlat, Mix::kFar})
    addOverlaps(mix);
  addContacts();
}

}  // namespace sepax::bench
