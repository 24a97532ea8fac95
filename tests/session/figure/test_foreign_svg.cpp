#include "session/figure/figure.h"
#include "session/figure/svg_image.h"

#include "scratch.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace sepax {
namespace {

std::string svgOf(const std::string& content, const std::string& head = "") {
  return head + R"(<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" )" +
         R"(width="64" height="48">)" + content + "</svg>";
}

Result<std::string> pngOf(const std::string& svg, double scale = 1) {
  return convertForeignSvg(svg, "given.svg", FigureFormat::kPng, scale);
}

constexpr const char* kDrawing =
    "<filter id='f'><feGaussianBlur stdDeviation='2'/></filter><rect width='40' height='20' fill='#a03' "
    "filter='url(#f)'/><text x='4' y='30' font-family='sans-serif'>A − B</text>"
    "<text x='4' y='44' font-family='serif' font-style='italic'>mtv ≥ 0</text>";

TEST(ForeignSvg, IsDrawnConfinedAsTheProgramDrawsItsOwn) {
  const std::string svg = svgOf(kDrawing);
  for (const double scale : {1.0, 2.5}) {
    const auto png = pngOf(svg, scale);
    ASSERT_TRUE(png) << describe(png.error());
    EXPECT_TRUE(*png == pngOfSvg(svg, scale)) << "other bytes at scale " << scale;
  }
  const auto pdf = convertForeignSvg(svg, "given.svg", FigureFormat::kPdf, 1);
  ASSERT_TRUE(pdf) << describe(pdf.error());
  EXPECT_TRUE(*pdf == pdfOfSvg(svg));
  const auto gif = convertForeignSvg(svg, "given.svg", FigureFormat::kGif, 1);
  ASSERT_TRUE(gif) << describe(gif.error());
  EXPECT_TRUE(gif->starts_with("GIF8"));
}

TEST(ForeignSvg, IsRefusedWhereItGrowsBeyondTheLimits) {
  std::string entities = "<!DOCTYPE svg [<!ENTITY a0 \"<path d='M0 0h9'/>\">";
  for (int i = 1; i <= 8; ++i) {
    entities += "<!ENTITY a" + std::to_string(i) + " \"";
    for (int k = 0; k < 10; ++k) entities += "&a" + std::to_string(i - 1) + ";";
    entities += "\">";
  }
  EXPECT_FALSE(pngOf(svgOf("&a8;", entities + "]>"))) << "10^8 paths";
  const int deep = 200'000;
  std::string groups;
  for (int i = 0; i < deep; ++i) groups += "<g>";
  for (int i = 0; i < deep; ++i) groups += "</g>";
  EXPECT_FALSE(pngOf(svgOf(groups)));
  const auto large = pngOf(R"(<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>)");
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().message.find("8192"), std::string::npos) << large.error().message;
  const auto long_text = pngOf(svgOf("<!--" + std::string(17u << 20, 'x') + "-->"));
  ASSERT_FALSE(long_text);
  EXPECT_EQ(long_text.error().code, ErrorCode::kTooLarge);
  EXPECT_FALSE(pngOf("not an SVG"));
}

TEST(ForeignSvg, ReadsNoOtherFile) {
  const std::string png = scratchFolder() + "/red.png";
  ASSERT_TRUE(writeFileAtomically(png, *pngOfSvg(svgOf("<rect width='64' height='48' fill='red'/>"), 1)));
  const auto blank = pngOf(svgOf(""));
  ASSERT_TRUE(blank) << describe(blank.error());
  for (const std::string& address : {png, "file://" + png, std::string("red.png")}) {
    const auto drawn = pngOf(svgOf("<image width='64' height='48' xlink:href='" + address + "'/>"));
    ASSERT_TRUE(drawn) << describe(drawn.error());
    EXPECT_TRUE(*drawn == *blank) << address;
  }
  const auto entity = pngOf(svgOf("<text>&e;</text>", "<!DOCTYPE svg [<!ENTITY e SYSTEM '/etc/hostname'>]>"));
  EXPECT_TRUE(!entity || *entity == *blank);
}

}  // namespace
}  // namespace sepax
