#include "bundle/zip/zip_builder.h"
#include "geom/aabb.h"
#include "media/model_import.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

// One triangle of two by three units in each format that says how long a unit is.

namespace sepax {
namespace {

std::string threeMf(const std::string& attributes, const std::string& path = "3D/3dmodel.model") {
  const std::string relationships = R"(<?xml version="1.0"?><Relationships
    xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/)" +
                                    path + R"(" Id="r"
    Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>)";
  const std::string model = R"(<?xml version="1.0"?><!-- <model unit="foot"> --><model)" + attributes + R"(
    xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" type="model"><mesh>
    <vertices><vertex x="0" y="0" z="0"/><vertex x="2" y="0" z="0"/><vertex x="0" y="3" z="0"/></vertices>
    <triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object></resources><build><item objectid="1"/>
    </build></model>)";
  return test::Archive{.items = {{.name = "_rels/.rels", .data = relationships},
                                 {.name = "3D/other.model", .data = "<model unit=\"meter\"/>"},
                                 {.name = path, .data = model, .method = 8}}}
      .bytes();
}

/// With texture coordinates, so that there is a model to be seen.
std::string fbx(const std::string& settings) {
  return "; FBX 7.5.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 7500\n}\n" + settings + R"(
Objects:  {
	Geometry: 1, "Geometry::", "Mesh" {
		Vertices: *9 {
			a: 0,0,0,2,0,0,0,3,0
		}
		PolygonVertexIndex: *3 {
			a: 0,1,-3
		}
		LayerElementUV: 0 {
			MappingInformationType: "ByPolygonVertex"
			ReferenceInformationType: "Direct"
			UV: *6 {
				a: 0,0,1,0,0,1
			}
		}
		Layer: 0 {
			LayerElement:  {
				Type: "LayerElementUV"
				TypedIndex: 0
			}
		}
	}
	Model: 2, "Model::m", "Mesh" {
	}
}
Connections:  {
	C: "OO",1,2
	C: "OO",2,0
}
)";
}

std::string fbxOf(const std::string& factor) {
  return fbx("GlobalSettings:  {\n\tProperties70:  {\n\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\", " +
             factor + "\n\t}\n}");
}

/// An FBX of metres whose x, y and z are these axes of its own, counted from 1.
std::string fbxWithAxes(const std::array<int, 3>& axes) {
  std::string out = "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\", 100\n";
  for (std::size_t i = 0; i < 3; ++i) {
    const char* name = std::array{"CoordAxis", "UpAxis", "FrontAxis"}[i];
    out += fmt::format(
        "\t\tP: \"{0}\", \"int\", \"Integer\", \"\", {1}\n\t\tP: \"{0}Sign\", \"int\", \"Integer\", \"\", {2}\n", name,
        std::abs(axes[i]) - 1, axes[i] < 0 ? -1 : 1);
  }
  return fbx("GlobalSettings:  {\n\tProperties70:  {\n" + out + "\t}\n}");
}

std::string collada(const std::string& unit, const std::string& up = "Y_UP") {
  return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>)" +
         unit + "<up_axis>" + up + R"(</up_axis></asset><library_geometries><geometry id="g"><mesh><source id="p">
    <float_array id="a" count="9">0 0 0 2 0 0 0 3 0</float_array><technique_common><accessor source="#a" count="3"
    stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor>
    </technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1">
    <input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
    <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene>
    </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

/// A 3DS that is divided by a scale for its editor.
std::string threeDs(float master_scale) {
  const auto chunk = [](std::uint64_t kind, const std::string& data) {
    return test::u16(kind) + test::u32(data.size() + 6) + data;
  };
  const auto bytesOf = [](const auto& numbers) {
    const auto bytes = std::as_bytes(std::span(numbers));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  const std::string vertices = test::u16(3) + bytesOf(std::array{0.f, 0.f, 0.f, 2.f, 0.f, 0.f, 0.f, 3.f, 0.f});
  const std::string faces = test::u16(1) + test::u16(0) + test::u16(1) + test::u16(2) + test::u16(7);
  const std::string object =
      chunk(0x4000, std::string("m\0", 2) + chunk(0x4100, chunk(0x4110, vertices) + chunk(0x4120, faces)));
  return chunk(0x4D4D, chunk(0x3D3D, chunk(0x0100, bytesOf(std::array{master_scale})) + object));
}

struct Unit {
  std::string bytes, name;
  double metres;
};

TEST(MeshUnits, AreMetresInTheMesh) {
  for (const auto& [bytes, name, metres] :
       {Unit{threeMf(" unit=\"micron\""), "a.3mf", 1e-6}, Unit{threeMf(" unit=\"millimeter\""), "a.3mf", 1e-3},
        Unit{threeMf(""), "a.3MF", 1e-3}, Unit{threeMf(" a='unit=' unit = 'centimeter'"), "a.3mf", 0.01},
        Unit{threeMf(" unit=\"inch\"", "parts/m.model"), "a.3mf", 0.0254},
        Unit{threeMf(" unit=\"foot\""), "a.3mf", 0.3048}, Unit{threeMf(" unit=\"meter\""), "a.3mf", 1},
        Unit{fbx(""), "a.fbx", 0.01}, Unit{fbxOf("1"), "a.fbx", 0.01}, Unit{fbxOf("100"), "A.FBX", 1},
        Unit{collada(""), "a.dae", 1}, Unit{collada("<unit name=\"inch\" meter=\"0.0254\"/>"), "a.dae", 0.0254},
        Unit{collada("<unit meter=\"+0.5\"/>"), "a.dae", 0.5}, Unit{collada("<unit meter=\" 0.5 \"/>"), "a.dae", 0.5},
        Unit{collada("<c><![CDATA[<unit meter=\"2\"/>]]></c><!--<unit meter=\"3\"/>-->"), "a.dae", 1}}) {
    const auto mesh = importMesh(std::as_bytes(std::span(bytes)), name);
    ASSERT_TRUE(mesh) << name << " " << metres << ": " << describe(mesh.error());
    EXPECT_NEAR(mesh->metres_per_unit, metres, 1e-7 * metres) << name;
    const Vec3 sizes = sizesOf(boundsOf(mesh->vertices));
    EXPECT_NEAR(sizes.x, 2 * metres, 1e-6 * metres) << name << " " << metres;
    EXPECT_NEAR(sizes.y, 3 * metres, 1e-6 * metres) << name << " " << metres;
  }
}

TEST(MeshUnits, AreNotOfPartsInOtherModels) {
  const auto refusal = [](std::string bytes) {
    const auto mesh = importMesh(std::as_bytes(std::span(bytes)), "a.3mf");
    return mesh ? "" : describe(mesh.error());
  };
  const auto with = [](const std::string& build) {
    return test::Archive{
        .items = {{.name = "_rels/.rels",
                   .data = R"(<Relationships><Relationship Target="/3D/m.model" Type="a/3dmodel"/></Relationships>)"},
                  {.name = "3D/m.model", .data = "<model><resources/><build>" + build + "</build></model>"}}}
        .bytes();
  };
  EXPECT_EQ(refusal(threeMf("")), "");
  for (const std::string build :
       {R"(<item objectid="1" p:path="/3D/o.model"/>)", R"(<component x:path = "/o" objectid="1"/>)"})
    EXPECT_EQ(refusal(with(build)),
              "a.3mf: 3D/m.model names parts in other models of the file (p:path), which are not read here");
}

TEST(MeshUnits, AreSaidWhereTheyAreNoMetres) {
  const auto said = [](const std::string& bytes, const std::string& name) {
    const auto mesh = importMesh(std::as_bytes(std::span(bytes)), name);
    return mesh ? unitText(*mesh) : describe(mesh.error());
  };
  EXPECT_EQ(said(fbxOf("2.54"), "a.fbx"), "1 unit of the file is 0.0254 m");
  EXPECT_EQ(said(threeMf(""), "a.3mf"), "1 unit of the file is 0.001 m");
  EXPECT_EQ(said(fbxOf("100"), "a.fbx"), "");
  EXPECT_EQ(said("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj"), "");
  EXPECT_EQ(said(collada("<unit meter=\"0\"/>"), "a.dae"),
            "a.dae: has a unit of \"0\" metres, expected a number above 0");
  EXPECT_EQ(
      said(threeMf(" unit=\"ell\""), "a.3mf"),
      "a.3mf: 3D/3dmodel.model has the unit \"ell\", expected micron, millimeter, centimeter, inch, foot or meter");
}

TEST(MeshUnits, AreThoseOfTheModelThatIsShown) {
  for (const std::string factor : {"1", "2.54", "100"}) {
    const std::string bytes = fbxOf(factor);
    const auto mesh = importMesh(std::as_bytes(std::span(bytes)), "a.fbx");
    const auto model = importModel(std::as_bytes(std::span(bytes)), "a.fbx", {}, [] { return false; });
    ASSERT_TRUE(mesh && model);
    ASSERT_EQ(model->parts.size(), 1u);
    const PosedModel posed = poseModel(*model, std::nullopt);
    ASSERT_EQ(posed.positions.size(), mesh->vertices.size());
    const double size = longestSide(boundsOf(mesh->vertices));
    for (std::size_t i = 0; i < posed.positions.size(); ++i)
      EXPECT_LT(length(Vec3(posed.positions[i]) - mesh->vertices[i]), 1e-6 * size) << factor;
  }
}

/// The corners of the triangle, or what is wrong.
std::string cornersOf(const std::string& bytes, const std::string& name) {
  const auto mesh = importMesh(std::as_bytes(std::span(bytes)), name);
  if (!mesh) return describe(mesh.error());
  std::string out;
  for (const std::uint32_t corner : mesh->triangles.at(0)) {
    const Vec3& p = mesh->vertices[corner];
    out += fmt::format("{:.3g} {:.3g} {:.3g}, ", p.x + 0, p.y + 0, p.z + 0);
  }
  return out;
}

TEST(MeshAxes, AreTurnedSoThatYIsUpWhereAFileSaysThem) {
  struct Row {
    std::array<int, 3> axes;
    std::string up, corners;
  };
  for (const Row& row :
       {Row{{1, 2, 3}, "Y_UP", "0 0 0, 2 0 0, 0 3 0, "}, Row{{1, 3, -2}, "Z_UP", "0 0 0, 2 0 0, 0 0 -3, "},
        Row{{-2, 1, 3}, "X_UP", "0 0 0, 0 2 0, -3 0 0, "}}) {
    for (const std::string& up : {row.up, " " + row.up, row.up + "\n", "\r\n\t" + row.up + " "})
      EXPECT_EQ(cornersOf(collada("", up), "a.dae"), row.corners) << up;
    const std::string bytes = fbxWithAxes(row.axes);
    EXPECT_EQ(cornersOf(bytes, "a.fbx"), row.corners) << row.up;
    const auto mesh = importMesh(std::as_bytes(std::span(bytes)), "a.fbx");
    const auto model = importModel(std::as_bytes(std::span(bytes)), "a.fbx", {}, [] { return false; });
    ASSERT_TRUE(mesh && model);
    const PosedModel posed = poseModel(*model, std::nullopt);
    ASSERT_EQ(posed.positions.size(), mesh->vertices.size());
    for (std::size_t i = 0; i < posed.positions.size(); ++i)
      EXPECT_LT(length(Vec3(posed.positions[i]) - mesh->vertices[i]), 1e-6) << row.up;
  }
  for (const std::string cut :
       {"<COLLADA><up_axis", "<COLLADA><up_axis ", "<COLLADA><up_axis>", "<COLLADA><unit ", "<"})
    EXPECT_NE(cornersOf(cut, "a.dae"), "") << cut;
  for (const float scale : {1.0f, 0.5f, 8.0f, 0.0f})
    EXPECT_EQ(cornersOf(threeDs(scale), "a.3ds"), "0 0 0, 2 0 0, 0 0 -3, ") << "up is z, whatever its editor shows";
  for (const auto& axes : {std::array{1, 1, 3}, std::array{1, 9, 3}})
    EXPECT_EQ(cornersOf(fbxWithAxes(axes), "a.fbx"), "0 0 0, 2 0 0, 0 3 0, ") << "no three axes";
}

}  // namespace
}  // namespace sepax
