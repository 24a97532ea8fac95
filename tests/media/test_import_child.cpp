#include "core/import_child.h"
#include "core/process.h"
#include "media/model_import.h"

#include <gtest/gtest.h>

#include <string>

namespace sepax {
namespace {

/// Little time is for those that never end: everyone else has more than a busy machine needs.
const ChildLimits kTight = {.memory_bytes = 256u << 20, .cpu_seconds = 1, .wall_seconds = 1, .output_bytes = 4u << 20};
const ChildLimits kPatient = {
    .memory_bytes = 256u << 20, .cpu_seconds = 300, .wall_seconds = 300, .output_bytes = 4u << 20};

/// What the window would say about a file whose import misbehaves so; "" when it was taken.
std::string said(const std::string& how, const ChildLimits& limits = kPatient) {
  const std::string input = how + "\n" + std::string(100'000, 'x');
  const auto reply = runImport("sepax-test-hostile-import", std::as_bytes(std::span(input)), "folder/bad.obj", limits);
  return reply ? "" : describe(reply.error());
}

TEST(ImportChild, IsStoppedWhenItHangsSpinsOrFloods) {
  EXPECT_EQ(said("hang", kTight), "folder/bad.obj: the importer was stopped: time limit");
  EXPECT_EQ(said("spin", kTight), "folder/bad.obj: the importer was stopped: time limit");
  EXPECT_EQ(said("deaf", kTight), "folder/bad.obj: the importer was stopped: time limit");
  EXPECT_EQ(said("flood"), "folder/bad.obj: the importer was stopped: output limit");
}

TEST(ImportChild, CannotTakeAllMemory) {
  const std::string reply = said("allocate");
  // Sanitizers take more address space than any limit leaves them, so their builds have none and may run out of time
  // instead.
  EXPECT_TRUE(reply == "folder/bad.obj: needs more memory than is allowed" || reply == "folder/bad.obj: no limit" ||
              reply == "folder/bad.obj: the importer was stopped: time limit")
      << reply;
}

TEST(ImportChild, CrashesAloneAndTheFileIsNamed) {
  EXPECT_EQ(said("crash"), "folder/bad.obj: the importer crashed (signal 6); the file is damaged or hostile");
  EXPECT_EQ(said("shout"), "folder/bad.obj: line 0 [2J") << "one line, nothing that a terminal obeys";
  EXPECT_EQ(said("well"), "") << "the next one is fine";
}

TEST(ImportChild, RefusesRealFilesThatClaimTooMuchOrNestTooDeep) {
  const auto refusal = [](const std::string& bytes, const std::string& name) {
    const auto mesh = importMesh(std::as_bytes(std::span(bytes)), name);
    return mesh ? "" : describe(mesh.error());
  };
  const std::string ply = refusal(
      "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty "
      "float z\nelement face "
      "1\n"
      "property list uchar int vertex_indices\nend_header\n1234",
      "huge.ply");
  EXPECT_TRUE(ply.starts_with("huge.ply: ")) << ply;
  EXPECT_EQ(ply.find("bad_alloc"), std::string::npos) << ply;
  const std::string nested =
      refusal(R"({"asset":{"version":"2.0"},"x":)" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}",
              "deep.gltf");
  EXPECT_TRUE(nested.starts_with("deep.gltf#/x/0/0/")) << nested;
  EXPECT_TRUE(nested.ends_with(": expected at most 64 levels of nesting, found more")) << nested;
}

}  // namespace
}  // namespace sepax
