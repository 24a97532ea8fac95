// Runs `sepax relations` as a user or another program would.

#include "app/run_sepax.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace sepax {
namespace {

const std::string kCases = std::string(SEPAX_SOURCE_DIR) + "/assets/cases/";

TEST(RelationsCommand, HoldForTheSoundRowsAndSaysSo) {
  const ProgramAnswer text = runSepax({"relations", kCases + "default.json"});
  EXPECT_EQ(text.status, 0) << text.out << text.error;
  EXPECT_TRUE(text.says("0 broken")) << text.out;
  const Json json = runSepax({"relations", kCases + "default.json", "--json", "--algorithm", "sat"}).json();
  EXPECT_GE(json["held"].number(), 6);
  EXPECT_EQ(json["broken"].size(), 0u);
}

TEST(RelationsCommand, TellsRefusalsFromAnswersThatAreMissing) {
  const ProgramAnswer refused = runSepax({"relations", kCases + "ellipsoids.json", "--algorithm", "sat,exact"});
  EXPECT_EQ(refused.status, 0) << refused.out << refused.error;
  EXPECT_TRUE(refused.says("4 pairs refused")) << refused.out;
  EXPECT_FALSE(refused.says("had no answer")) << refused.out;
}

TEST(RelationsCommand, KeepsThePairOnWhichOneIsBroken) {
  const std::string folder = scratchFolder() + "/broken";
  std::filesystem::create_directories(folder);
  // This matrix scales the first half length whichever way it points: the pair turned as one has another gap.
  const ProgramAnswer broken = runSepax(
      {"relations", kCases + "edge-edge.json", "--algorithm", "historical/transform-scale-3d", "-o", folder, "--json"});
  EXPECT_EQ(broken.status, 1) << broken.out << broken.error;
  const Json json = broken.json();
  ASSERT_GE(json["broken"].size(), 1u) << broken.out;
  for (const Json& relation : json["broken"]) {
    EXPECT_NE(relation["expected"].number(), relation["found"].number());
    const ProgramAnswer again = runSepax({"check", relation["file"].string()});
    EXPECT_EQ(again.status, 0) << again.error;
  }
}

TEST(RelationsCommand, RefusesWhatCannotBe) {
  EXPECT_EQ(runSepax({"relations", kCases + "default.json", "--algorithm", "guess"}).status, 2);
  EXPECT_EQ(runSepax({"relations", kCases + "default.json", "--jurors", "nobody"}).status, 2);
  EXPECT_EQ(runSepax({"relations", kCases + "default.json", "--pair", "A,Z"}).status, 2);
  EXPECT_EQ(runSepax({"relations", "missing.json"}).status, 2);
}

}  // namespace
}  // namespace sepax
