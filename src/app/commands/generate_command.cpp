#include "app/commands/commands.h"

#include "app/commands/command_line.h"
#include "document/document.h"
#include "document/validate.h"
#include "format/case_writer.h"
#include "geom/portable_math.h"
#include "geom/random.h"
#include "geom/support.h"
#include "prove/workload.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

/// A crowd of random bodies.
struct CrowdOptions {
  int bodies = 1000;
  std::string space = "3d";         ///< or "2d"
  std::vector<std::string> shapes;  ///< kinds by their names in case files; empty: boxes
  double density = 0.1;  ///< volume (area) of all bounds over that of the cube (square) that the bodies are in
  std::uint64_t seed = 0;
  double speed = 0;            ///< of every body, m/s, in a random direction
  double spin = 0;             ///< rad/s about a random axis, of those that rotate
  std::string walls = "none";  ///< or "bounce", "pass": what moving bodies do at the sides of that cube
};

/// The kinds of these names in a space; the names are those of case files.
Result<std::vector<const ShapeKind*>> kindsNamed(const std::vector<std::string>& names, bool is_planar) {
  std::vector<const ShapeKind*> kinds;
  for (const std::string& name : names) {
    std::vector<std::string> known;
    const std::size_t before = kinds.size();
    for (const ShapeKind& kind : shapeKinds()) {
      if (kind.planar != is_planar) continue;
      SplitMix64 random;
      const Shape shape = kind.make(random, false);
      // Rounded kinds bear the names of those with corners, flat hulls that of solid ones.
      if (std::visit([]<class S>(const S&) { return kIsRounded<S>; }, shape)) continue;
      if (kind.name == std::string_view("flat_hull")) continue;
      known.emplace_back(typeName(shape));
      if (known.back() == name) kinds.push_back(&kind);
    }
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    if (kinds.size() == before)
      return fail(ErrorCode::kWrongValue, "--shapes",
                  fmt::format("expected kinds among {}; found \"{}\"", fmt::join(known, ", "), name));
  }
  return kinds;
}

Body randomBody(const std::vector<const ShapeKind*>& kinds, bool is_planar, const CrowdOptions& options,
                SplitMix64& random) {
  Body body;
  body.shape = kinds[random.next() % kinds.size()]->make(random, false);
  const Quat rotation = random.rotation();
  const double angle = random.in(0, 2 * std::numbers::pi);
  if (is_planar) body.rotation = neverRotates(body.shape) ? 0.0 : angle;
  if (!is_planar && !neverRotates(body.shape)) body.rotation = rotation;
  Vec3 direction = random.direction();
  if (is_planar) direction = {portable::cos(angle), portable::sin(angle), 0};
  body.linear_velocity = options.speed * direction;
  const Vec3 axis = random.direction();
  if (options.spin > 0 && !neverRotates(body.shape))
    body.angular_velocity = options.spin * (is_planar ? Vec3{0, 0, axis.z < 0 ? -1 : 1} : axis);
  return body;
}

/// The command that makes the crowd again.
std::string commandOf(const CrowdOptions& options) {
  std::string out = fmt::format("sepax generate --bodies {} --space {} --density {} --seed {}", options.bodies,
                                options.space, options.density, options.seed);
  if (!options.shapes.empty()) out += fmt::format(" --shapes {}", fmt::join(options.shapes, ","));
  if (options.speed != 0) out += fmt::format(" --speed {}", options.speed);
  if (options.spin != 0) out += fmt::format(" --spin {}", options.spin);
  if (options.walls != "none") out += " --walls " + options.walls;
  return out;
}

/// The crowd of these options: the same seed gives the same bodies, sizes about a metre, around the origin. Errors: a
/// kind that the space does not have.
Result<Document> makeCrowd(const CrowdOptions& options) {
  const bool is_planar = options.space == "2d";
  const auto kinds = kindsNamed(options.shapes.empty() ? std::vector<std::string>{"box"} : options.shapes, is_planar);
  SEPAX_TRY(kinds);
  SplitMix64 random{options.seed};
  Document document;
  document.name = fmt::format("{} bodies", options.bodies);
  document.notes = commandOf(options);
  document.space = is_planar ? Space::k2d : Space::k3d;
  double filled = 0;
  for (int i = 0; i < options.bodies; ++i) {
    Body body = randomBody(*kinds, is_planar, options, random);
    body.id = fmt::format("b{}", i);
    const PosedShape posed = posedShape(body);
    if (!isUnbounded(body.shape)) {
      const Vec3 sides = sizesOf(boundsOf(posed.shape, posed.pose));
      filled += sides.x * sides.y * (is_planar ? 1 : sides.z);
    }
    document.bodies.push_back(std::move(body));
  }
  if (filled == 0) filled = options.bodies;  // none of them has a volume
  const double side = is_planar ? std::sqrt(filled / options.density) : std::cbrt(filled / options.density);
  for (Body& body : document.bodies) {
    body.position = random.point(side / 2);
    if (is_planar) body.position.z = 0;
    // A half-space is a wall around the others, not what swallows half of them.
    if (isUnbounded(body.shape)) body.position = halfSpaceNormal(posedShape(body).pose) * (-side / 2);
  }
  if (options.walls != "none") {
    const Vec3 half{side / 2, side / 2, is_planar ? 0 : side / 2};
    document.room = Room{-half, half, options.walls == "pass" ? AtWalls::kPass : AtWalls::kBounce, {}};
  }
  SEPAX_TRY(validate(document));
  return document;
}

}  // namespace

void addGenerateCommand(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<CrowdOptions>();
  auto output = std::make_shared<std::string>();
  CLI::App* const command = app.add_subcommand("generate", "Make a case of many random bodies, for trying out crowds");
  command->add_option("--bodies", options->bodies, "How many")
      ->check(CLI::Range(1, static_cast<int>(kMaxBodies)))
      ->capture_default_str();
  command->add_option("--space", options->space, "2d or 3d")->check(CLI::IsMember({"2d", "3d"}))->capture_default_str();
  command->add_option("--shapes", options->shapes, "Kinds of shapes, separated by commas; without it boxes")
      ->delimiter(',');
  command
      ->add_option("--density", options->density,
                   "Volume of all bounds over that of the space they are in: how close they are")
      ->check(CLI::Range(1e-9, 1e9))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Other bodies")->capture_default_str();
  command->add_option("--speed", options->speed, "Speed of every body, m/s, in a random direction")
      ->check(CLI::Range(0.0, 1e6));
  command->add_option("--spin", options->spin, "Angular velocity of every body, rad/s, about a random axis")
      ->check(CLI::Range(0.0, 1e6));
  command->add_option("--walls", options->walls, "A room around them: what bodies do at its walls while they move")
      ->check(CLI::IsMember({"none", "bounce", "pass"}))
      ->capture_default_str();
  command->add_option("-o,--output", *output, "The case file to write; without it the case goes to standard output");
  command->footer(
      "sepax generate --bodies 10000 --shapes box,sphere --speed 1 --walls bounce -o crowd.json && sepax "
      "crowd.json\n\nExit status: 0 "
      "fine, 2 unusable input.");
  command->callback([options, output, &exit_status] {
    const auto document = makeCrowd(*options);
    exit_status = document ? printOrSave(writeCase(*document), *output) : complain(document.error());
  });
}

}  // namespace sepax
