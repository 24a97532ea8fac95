#include "ui/bundle/material_view.h"

#include "core/language.h"
#include "ui/kit/table.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace sepax {

namespace {

constexpr std::size_t kMaxEdges = 60'000;  ///< of a UV layout; more are a grey mass

std::string textureText(const ModelTexture& texture) {
  std::string name = texture.name.empty() ? tr("in the file") : texture.name;
  if (texture.picture == nullptr) return name + " · " + trf("missing: {}", texture.error);
  return name + fmt::format(" · {} × {}", texture.width, texture.height);
}

/// Shows where there is no texture what the coordinates cover.
std::shared_ptr<const Picture> emptyPicture() {
  constexpr int kSide = 256;
  static const auto kEmpty =
      std::make_shared<const Picture>(Picture{kSide, kSide, std::vector<std::uint8_t>(kSide * kSide * 4, 60)});
  return kEmpty;
}

std::vector<std::pair<glm::vec2, glm::vec2>> edgesOf(const Model& model, std::size_t material) {
  std::vector<std::pair<glm::vec2, glm::vec2>> edges;
  for (const ModelPart& part : model.parts) {
    if (part.material != material || part.uv.empty()) continue;
    for (const TriangleIndices& triangle : part.triangles) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (edges.size() == kMaxEdges) return edges;
        edges.emplace_back(part.uv[triangle[i]], part.uv[triangle[(i + 1) % 3]]);
      }
    }
  }
  return edges;
}

void drawRows(MaterialView& materials, const Model& model, float height) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV;
  if (!ImGui::BeginTable("##materials", 3, kFlags, {0, height})) return;
  const float em = ImGui::GetFontSize();
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("##colour", ImGuiTableColumnFlags_WidthFixed, em * 1.2f);
  ImGui::TableSetupColumn(tr("Material"), ImGuiTableColumnFlags_WidthStretch, 1);
  ImGui::TableSetupColumn(tr("Texture"), ImGuiTableColumnFlags_WidthStretch, 2);
  ImGui::TableHeadersRow();
  drawRowsInSight(model.materials.size(), [&](int row) {
    const auto i = static_cast<std::size_t>(row);
    const ModelMaterial& material = model.materials[i];
    const IdScope id(row);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const auto [r, g, b, a] = material.base_colour;
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + em, at.y + em}, ImGui::ColorConvertFloat4ToU32({r, g, b, 1}));
    ImGui::Dummy({em, em});
    const auto percent = [](float x) { return static_cast<int>(std::lround(x * 100)); };
    tooltip(trf("base colour {} {} {} %, opacity {} %", percent(r), percent(g), percent(b), percent(a)));
    ImGui::TableNextColumn();
    const std::string name = material.name.empty() ? trf("material {}", i + 1) : material.name;
    if (listRow("##row", materials.chosen == i, ImGuiSelectableFlags_SpanAllColumns)) {
      materials.chosen = i;
      materials.edges = edgesOf(model, i);
    }
    ImGui::SameLine(0, 0);
    fittedText(name);
    ImGui::TableNextColumn();
    const bool has_texture = material.texture >= 0;
    const std::string text =
        has_texture ? textureText(model.textures[static_cast<std::size_t>(material.texture)]) : "–";
    fittedText(text, {}, text);
  });
  ImGui::EndTable();
}

}  // namespace

bool hasMaterials(const PreviewState& preview) {
  if (!preview.model_error.empty()) return true;
  return preview.model != nullptr && (!preview.model->materials.empty() || !preview.model->problems.empty());
}

void drawMaterials(MaterialView& materials, PictureCanvas& canvas, const PreviewState& preview) {
  if (!preview.model_error.empty()) return paragraph(preview.model_error);
  const Model& model = *preview.model;
  if (materials.of != preview.model) {
    materials.of = preview.model;
    materials.chosen = 0;
    materials.edges = edgesOf(model, 0);
  }
  for (const std::string& problem : model.problems) paragraph(problem);
  if (model.materials.empty()) return;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float rows = static_cast<float>(model.materials.size()) + 1.5f;
  drawRows(materials, model, std::min(rows * line, ImGui::GetContentRegionAvail().y * 0.4f));
  const int texture = model.materials[materials.chosen].texture;
  const auto& picture = texture >= 0 ? model.textures[static_cast<std::size_t>(texture)].picture : nullptr;
  if (picture == nullptr && materials.edges.empty()) return;
  const auto& shown = picture != nullptr ? picture : emptyPicture();
  const PicturePlace place = drawPictureCanvas(canvas, shown);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(place.clip_low, place.clip_high, true);
  const float width = static_cast<float>(shown->width) * place.zoom,
              height = static_cast<float>(shown->height) * place.zoom;
  const auto at = [&](const glm::vec2& uv) {
    return ImVec2(place.corner.x + uv.x * width, place.corner.y + uv.y * height);
  };
  for (const auto& [from, to] : materials.edges) list.AddLine(at(from), at(to), IM_COL32(255, 255, 255, 120));
  list.PopClipRect();
}

}  // namespace sepax
