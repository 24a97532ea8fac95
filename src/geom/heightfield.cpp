#include "geom/heightfield.h"

#include "core/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

Result<void> check(const std::vector<std::vector<double>>& heights, const Vec2& spacing) {
  if (heights.size() < 2)
    return fail(ErrorCode::kDegenerate, "heights", trf("expected at least two rows, found {}", heights.size()));
  const std::size_t columns = heights[0].size();
  if (columns < 2)
    return fail(ErrorCode::kDegenerate, "heights/0", trf("expected at least two heights a row, found {}", columns));
  if (heights.size() * columns > kMaxHeights) {
    return fail(ErrorCode::kTooLarge, "heights",
                trf("expected at most {} heights, found {}", kMaxHeights, heights.size() * columns));
  }
  for (std::size_t row = 0; row < heights.size(); ++row) {
    if (heights[row].size() != columns) {
      return fail(ErrorCode::kWrongValue, fmt::format("heights/{}", row),
                  trf("expected {} heights as in the first row, found {}", columns, heights[row].size()));
    }
    for (std::size_t column = 0; column < columns; ++column) {
      if (std::abs(heights[row][column]) <= kMaxLength) continue;
      return fail(ErrorCode::kWrongValue, fmt::format("heights/{}/{}", row, column),
                  trf("expected a finite number of at most ±{:g}, found {:g}", kMaxLength, heights[row][column]));
    }
  }
  for (int c = 0; c < 2; ++c) {
    if (spacing[c] > 0 && spacing[c] * static_cast<double>(std::max(heights.size(), columns)) <= kMaxLength) continue;
    return fail(ErrorCode::kWrongValue, fmt::format("spacing/{}", c),
                trf("expected a finite positive length, found {:g}", spacing[c]));
  }
  return {};
}

}  // namespace

Result<Heightfield> makeHeightfield(std::vector<std::vector<double>> heights, const Vec2& spacing) {
  SEPAX_TRY(check(heights, spacing));
  const std::size_t rows = heights.size(), columns = heights[0].size();
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const double x = (static_cast<double>(column) - static_cast<double>(columns - 1) / 2) * spacing.x;
      const double z = (static_cast<double>(row) - static_cast<double>(rows - 1) / 2) * spacing.y;
      vertices.emplace_back(x, heights[row][column], z);
      if (row + 1 == rows || column + 1 == columns) continue;
      const auto corner = static_cast<std::uint32_t>(row * columns + column),
                 below = corner + static_cast<std::uint32_t>(columns);
      triangles.push_back({corner, below, below + 1});  // counter-clockwise seen from above
      triangles.push_back({corner, below + 1, corner + 1});
    }
  }
  auto mesh = makeMesh(std::move(vertices), std::move(triangles));
  SEPAX_TRY(mesh);
  return Heightfield{std::make_shared<const HeightfieldData>(HeightfieldData{std::move(heights), spacing, mesh->data})};
}

Result<Heightfield> scaled(const Heightfield& field, const Vec3& factors) {
  if ((factors.x < 0) != (factors.z < 0)) {
    return fail(ErrorCode::kWrongValue, "scale",
                tr("expected x and z of one sign: a mirrored heightfield has its cells cut the other way"));
  }
  std::vector<std::vector<double>> heights = field.data->heights;
  for (std::vector<double>& row : heights) {
    for (double& height : row) height *= factors.y;
    if (factors.x < 0) std::reverse(row.begin(), row.end());
  }
  if (factors.z < 0) std::reverse(heights.begin(), heights.end());
  return makeHeightfield(std::move(heights),
                         {field.data->spacing.x * std::abs(factors.x), field.data->spacing.y * std::abs(factors.z)});
}

}  // namespace sepax
