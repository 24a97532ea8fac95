#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <cmath>
#include <map>
#include <memory>

#include "bench/peers/fcl_pose.h"
#include "bench/peers/peers.h"
#include "collide/pieces/crossings.h"
#include "fast/mesh_overlap.h"
#include "geom/mesh.h"
#include "geom/random.h"
#include "geom/shape.h"

// A bumpy ball of triangles and itself, turned and moved in 200 ways of which three in four overlap: seed 70, 1.6 … 2.4
// apart.
//
// The distance goes by discs across the surface, of which few are nearer than the triangles are: boxes along the axes of
// the body, by which it went before, fit a slanted surface less than FCL's spheres swept over rectangles (of 79 000
// triangles 32 000 pairs of boxes were nearer). All crossings: most of the time is for the distance of boxes, where
// whether they meet would do.

namespace sepax::bench {
namespace {

constexpr std::size_t kPoses = 200;

/// Rings from pole to pole by twice as many sectors: 4 rings (rings − 1) triangles.
std::pair<std::vector<Vec3>, std::vector<TriangleIndices>> bumpyBall(std::uint32_t rings) {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  const std::uint32_t sectors = 2 * rings;
  const auto add = [&](double theta, double phi) {
    const double r = 1 + 0.2 * std::sin(5 * theta) * std::sin(4 * phi);
    vertices.push_back(r * Vec3{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)});
  };
  add(0, 0);
  for (std::uint32_t i = 1; i < rings; ++i) {
    for (std::uint32_t j = 0; j < sectors; ++j) add(M_PI * i / rings, 2 * M_PI * j / sectors);
  }
  add(M_PI, 0);
  const auto at = [&](std::uint32_t ring, std::uint32_t sector) { return 1 + (ring - 1) * sectors + sector % sectors; };
  const auto south = static_cast<std::uint32_t>(vertices.size() - 1);
  for (std::uint32_t j = 0; j < sectors; ++j) {
    triangles.push_back({0, at(1, j), at(1, j + 1)});
    for (std::uint32_t i = 1; i + 1 < rings; ++i) {
      triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
    triangles.push_back({at(rings - 1, j), south, at(rings - 1, j + 1)});
  }
  return {vertices, triangles};
}

using FclMesh = fcl::BVHModel<fcl::OBBRSS<double>>;

std::shared_ptr<FclMesh> fclMesh(const MeshData& mesh) {
  std::vector<fcl::Vector3<double>> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
  for (const TriangleIndices& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  auto model = std::make_shared<FclMesh>();
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

struct MeshWork {
  PosedShape mesh;
  std::shared_ptr<FclMesh> fcl;
  std::vector<Pose> poses;
  std::vector<fcl::Transform3<double>> fcl_poses;
  std::vector<double> gaps;  ///< distance; −1 where surfaces cross; by the reference

  [[nodiscard]] const MeshData& data() const { return *std::get<Mesh>(mesh.shape).data; }
  [[nodiscard]] PosedShape moved(std::size_t i) const { return {mesh.shape, poses[i]}; }
};

double distanceOf(const MeshWork& work, std::size_t i) {
  PieceSearch search(work.mesh, work.moved(i), {});
  std::int64_t tested = 0;
  return search.nearestByGap(1, tested).front().value;
}

const MeshWork& meshWork(std::uint32_t rings) {
  static std::map<std::uint32_t, MeshWork> all;
  MeshWork& work = all[rings];
  if (!work.gaps.empty()) return work;
  auto [vertices, triangles] = bumpyBall(rings);
  work.mesh = {*makeMesh(vertices, triangles), {}};
  work.fcl = fclMesh(work.data());
  SplitMix64 random{70};
  for (std::size_t i = 0; i < kPoses; ++i) {
    const Mat3 rotation = matrixOf(random.rotation());
    const double apart = random.in(1.6, 2.4);
    work.poses.push_back({apart * random.direction(), rotation});
    work.fcl_poses.push_back(fclPose(work.poses.back()));
    const bool cross = crossingsOf(PieceSearch(work.mesh, work.moved(i), {})).count > 0;
    work.gaps.push_back(cross ? -1 : distanceOf(work, i));
  }
  return work;
}

void addTrees(std::uint32_t rings) {
  const std::string work_name = "tree of " + std::to_string(4 * rings * (rings - 1)) + " triangles";
  addRow(work_name, "FCL BVHModel<OBBRSS>", [rings](benchmark::State& state) {
    const MeshWork& work = meshWork(rings);
    for (auto _ : state) benchmark::DoNotOptimize(fclMesh(work.data()));
  });
  addRow(work_name, "Sepax tree", [rings](benchmark::State& state) {
    const MeshWork& work = meshWork(rings);
    for (auto _ : state) {
      std::vector<MinMaxBox> boxes(work.data().triangles.size());
      for (std::size_t t = 0; t < boxes.size(); ++t) {
        for (const Vec3& corner : cornersOf(work.data(), static_cast<int>(t))) add(boxes[t], corner);
      }
      benchmark::DoNotOptimize(boxTree(boxes));
    }
  });
  addRow(work_name, "Sepax mesh: tree, hull, edges, parts", [rings](benchmark::State& state) {
    const MeshWork& work = meshWork(rings);
    for (auto _ : state) benchmark::DoNotOptimize(makeMesh(work.data().vertices, work.data().triangles));
  });
}

void addHits(std::uint32_t rings) {
  const std::string work_name = "meshes of " + std::to_string(4 * rings * (rings - 1)) + " triangles overlap";
  addRow(work_name, "FCL collide, one contact", [rings](benchmark::State& state) {
    const MeshWork& work = meshWork(rings);
    overAll(state, work.gaps, kPoses, [&](std::size_t i) {
      fcl::CollisionResult<double> result;
      return fcl::collide(work.fcl.get(), fcl::Transform3<double>::Identity(), work.fcl.get(), work.fcl_poses[i],
                          fcl::CollisionRequest<double>(1, false), result) > 0;
    });
  });
  addRow(work_name, "Sepax, a boolean", [rings](benchmark::State& state) {
    const MeshWork& work = meshWork(rings);
    overAll(state, work.gaps, kPoses, [&](std::size_t i) {
      return surfacesCross({work.data(), work.mesh.pose}, {work.data(), work.poses[i]});
    });
  });
}

void addCrossings(std::uint32_t rings) {
  const std::string work_name = "meshes of " + std::to_string(4 * rings * (rings - 1)) + " triangles, all crossings";
  addRow(work_name, "FCL collide, all contacts", [rings](benchmark::State& state) {
    const MeshWork& work = meshWork(rings);
    std::size_t pairs = 0;
    for (auto _ : state) {
      pairs = 0;
      for (const auto& pose : work.fcl_poses) {
        fcl::CollisionResult<double> result;
        pairs += fcl::collide(work.fcl.get(), fcl::Transform3<double>::Identity(), work.fcl.get(), pose,
                              fcl::CollisionRequest<double>(1'000'000, false), result);
      }
    }
    state.counters["items"] = kPoses;
    state.counters["pairs"] = static_cast<double>(pairs);
  });
  addRow(work_name, "Sepax: with their segments", [rings](benchmark::State& state) {
    const MeshWork& work = meshWork(rings);
    std::int64_t pairs = 0;
    for (auto _ : state) {
      pairs = 0;
      for (std::size_t i = 0; i < kPoses; ++i) pairs += crossingsOf(PieceSearch(work.mesh, work.moved(i), {})).count;
    }
    state.counters["items"] = kPoses;
    state.counters["pairs"] = static_cast<double>(pairs);
  });
}

/// Of the poses that are apart.
template <class Distance>
void overDistances(benchmark::State& state, const MeshWork& work, Distance&& distance) {
  double worst = 0;
  std::size_t apart = 0;
  for (auto _ : state) {
    apart = 0;
    for (std::size_t i = 0; i < kPoses; ++i) {
      if (work.gaps[i] < 0) continue;
      ++apart;
      worst = std::max(worst, std::abs(distance(i) - work.gaps[i]));
    }
  }
  state.counters["items"] = static_cast<double>(apart);
  state.counters["largest difference"] = worst;
}

void addDistances(std::uint32_t rings) {
  const std::string work_name = "distance of meshes of " + std::to_string(4 * rings * (rings - 1)) + " triangles";
  addRow(work_name, "FCL distance", [rings](benchmark::State& state) {
    const MeshWork& work = meshWork(rings);
    overDistances(state, work, [&](std::size_t i) {
      fcl::DistanceResult<double> result;
      return fcl::distance(work.fcl.get(), fcl::Transform3<double>::Identity(), work.fcl.get(), work.fcl_poses[i],
                           fcl::DistanceRequest<double>(false), result);
    });
  });
  addRow(work_name, "Sepax", [rings](benchmark::State& state) {
    const MeshWork& work = meshWork(rings);
    overDistances(state, work, [&](std::size_t i) { return distanceOf(work, i); });
  });
}

}  // namespace

void registerMeshes() {
  for (const std::uint32_t rings : {15u, 35u, 70u, 141u}) {
    addTrees(rings);
    addHits(rings);
    addCrossings(rings);
    addDistances(rings);
  }
}

}  // namespace sepax::bench
