#include <gtest/gtest.h>

#include "document/document.h"
#include "format/case_writer.h"
#include "geom/compound_data.h"

namespace sepax {
namespace {

Shape hullOfFile() { return makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, "meshes/rock.obj").value(); }

Document with(Shape shape) {
  Document document;
  document.space = Space::k3d;
  Body& body = document.bodies.emplace_back();
  body.id = "A";
  body.shape = std::move(shape);
  return document;
}

TEST(MeshNames, AreForgottenByShapesRoundedShapesAndChildrenOfCompounds) {
  const Hull hull = std::get<Hull>(hullOfFile());
  std::vector<CompoundChild> children(2);
  children[0] = {"plain", Box{}, {}};
  children[1] = {"rock", hull, {{3, 0, 0}, Mat3{1.0}}};
  const Document documents[] = {with(hull), with(Rounded<Hull>{hull, 0.1}),
                                with(makeCompound(children, false).value())};
  for (const Document& document : documents) {
    const std::string before = writeCase(document), after = writeCase(withoutMeshFiles(document));
    EXPECT_TRUE(namesMeshFiles(document));
    EXPECT_NE(before.find("rock.obj"), std::string::npos) << before;
    EXPECT_FALSE(namesMeshFiles(withoutMeshFiles(document)));
    EXPECT_EQ(after.find("rock.obj"), std::string::npos) << after;
    EXPECT_NE(after.find("vertices"), std::string::npos) << after;
    EXPECT_EQ(writeCase(document), before) << "a copy forgets, not what is shared";
  }
}

TEST(MeshNames, AreNotThereWhenPointsStandInTheCase) {
  EXPECT_FALSE(namesMeshFiles(with(Box{})));
  EXPECT_EQ(withoutMeshFiles(Shape{Box{}}), Shape{Box{}});
}

}  // namespace
}  // namespace sepax
