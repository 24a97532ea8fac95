// An engine of balls over slabs that are not rotated, with a planted mistake that its argument names: "heavy" bounces
// balls of more than 10 kg twice as fast as they came, "deaf" says of balls that are rotated by more than 1 rad that
// they are 1 cm further away, "brittle" ends when a ball spins faster than 30 rad/s, "tired" slows their spins down.
// All look for the floor at the end of a step alone, so that fast balls pass through thin slabs; "none" takes as many
// small steps as that needs not to happen.
#include "sepax_simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace sepax_juror;

std::string bug;

class Balls final : public World {
 public:
  Balls(const Scene& scene, Start&) : scene_(scene) {
    for (const SceneBody& body : scene.bodies) {
      BodyState state;
      state.position = body.shape.position;
      state.quaternion = body.shape.quaternion;
      state.linear_velocity = body.shape.linear_velocity;
      state.angular_velocity = body.shape.angular_velocity;
      states_.push_back(state);
    }
  }

  std::vector<SceneClaim> step(double seconds) override {
    std::vector<SceneClaim> claims;
    forPairs([&](std::size_t slab, std::size_t ball) {
      const double gap = gapOf(slab, ball);
      constexpr double kNear = 0.02;
      if (!isOver(slab, ball) || std::abs(gap) > kNear) return;
      const bool is_deaf = bug == "deaf" && 2 * std::acos(std::min(1.0, std::abs(states_[ball].quaternion[3]))) > 1;
      Contact contact;
      contact.position = states_[ball].position;
      contact.position[1] -= scene_.bodies[ball].shape.radius;
      contact.separation = gap + (is_deaf ? 0.01 : 0);
      claims.push_back({slab, ball, {0, 1, 0}, {contact}});
    });
    const int parts = bug == "none" ? 1000 : 1;
    for (int part = 0; part < parts; ++part) move(seconds / parts);
    return claims;
  }

  BodyState stateOf(std::size_t body) override {
    const Vec3& w = states_[body].angular_velocity;
    if (bug == "brittle" && std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) > 30) std::abort();
    return states_[body];
  }

 private:
  template <class Visit>
  void forPairs(const Visit& visit) {
    for (std::size_t slab = 0; slab < states_.size(); ++slab) {
      if (scene_.bodies[slab].shape.type != "box") continue;
      for (std::size_t ball = 0; ball < states_.size(); ++ball) {
        if (scene_.bodies[ball].shape.type == "sphere") visit(slab, ball);
      }
    }
  }

  void move(double seconds) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (scene_.bodies[i].kind != BodyKind::kDynamic) continue;
      if (bug == "tired") {
        for (double& w : states_[i].angular_velocity) w *= 0.9;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        states_[i].linear_velocity[k] += scene_.gravity[k] * seconds;
        states_[i].position[k] += states_[i].linear_velocity[k] * seconds;
      }
    }
    forPairs([&](std::size_t slab, std::size_t ball) {
      const double gap = gapOf(slab, ball), size = scene_.bodies[ball].shape.radius;
      BodyState& state = states_[ball];
      if (!isOver(slab, ball) || gap > 0 || gap < -2 * size) return;
      state.position[1] -= gap;
      const bool is_heavy = bug == "heavy" && scene_.bodies[ball].mass > 10;
      state.linear_velocity[1] = is_heavy ? -2 * state.linear_velocity[1] : 0;
    });
  }

  /// The ball's lowest point above the slab's upper face.
  [[nodiscard]] double gapOf(std::size_t slab, std::size_t ball) const {
    const Body& box = scene_.bodies[slab].shape;
    return states_[ball].position[1] - scene_.bodies[ball].shape.radius - box.position[1] - box.half_extents[1];
  }
  [[nodiscard]] bool isOver(std::size_t slab, std::size_t ball) const {
    const Body& box = scene_.bodies[slab].shape;
    return std::abs(states_[ball].position[0] - box.position[0]) < box.half_extents[0] &&
           std::abs(states_[ball].position[2] - box.position[2]) < box.half_extents[2];
  }

  const Scene& scene_;
  std::vector<BodyState> states_;
};

}  // namespace

int main(int argc, char** argv) {
  bug = argc > 1 ? argv[1] : "none";
  Functions functions;
  functions.pair = [](const Body& a, const Body&, const json&) -> Answer { throw Unsupported(a.type); };
  functions.simulate = simulateIn<Balls>;
  return serve({{"name", "planted-" + bug},
                {"version", "1"},
                {"precision", "double"},
                {"shapes", {"box", "sphere"}},
                {"spaces", {"3d"}},
                {"answers", {"simulate"}}},
               functions);
}
