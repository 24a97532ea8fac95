#include "media/obj_file.h"

#include "core/number.h"
#include "geom/aabb.h"
#include "media/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>

namespace sepax {

namespace {

constexpr std::size_t kMaxNumber = 1 << 24;  ///< floats hold all whole numbers up to it

bool isVertexLine(std::string_view line) { return line.starts_with("v ") || line.starts_with("v\t"); }

/// The vertex of such a line as floats can hold it, though they need not hold it exactly.
std::optional<Vec3> vertexOf(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  std::array<double, 6> numbers{};
  std::size_t count = 0;
  for (std::size_t at = line.find_first_not_of(kBlanks, 1); at != std::string_view::npos && line[at] != '#';
       at = line.find_first_not_of(kBlanks, at)) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    std::string_view word = line.substr(at, end - at);
    word.remove_prefix(word.starts_with('+') ? 1 : 0);
    const auto number = parseDouble(word);
    if (!number || count == numbers.size()) return std::nullopt;
    numbers[count++] = *number;
    at = end;
  }
  if (count != 3 && count != 4 && count != 6) return std::nullopt;
  const Vec3 vertex = Vec3(numbers[0], numbers[1], numbers[2]) / (count == 4 ? numbers[3] : 1.0) + Vec3(0);  // −0 is 0
  const double largest = std::max({std::abs(vertex.x), std::abs(vertex.y), std::abs(vertex.z)});
  return isFinite(vertex) && largest <= std::numeric_limits<float>::max() ? std::optional(vertex) : std::nullopt;
}

}  // namespace

std::optional<NumberedObj> numberedObj(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::vector<Vec3> all;
  bool is_read = true;
  forEachLine(text, [&](std::string_view line) {
    if (!is_read || !isVertexLine(line)) return;
    const auto vertex = vertexOf(line);
    is_read = vertex && all.size() < kMaxNumber;
    if (is_read) all.push_back(*vertex);
  });
  if (!is_read || all.empty()) return std::nullopt;

  NumberedObj out;
  std::vector<std::uint32_t> order(all.size()), number_of(all.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto coordinates = [&](std::uint32_t i) { return std::tie(all[i].x, all[i].y, all[i].z); };
  std::ranges::sort(order, {}, coordinates);
  for (const std::uint32_t i : order) {
    if (out.vertices.empty() || out.vertices.back() != all[i]) out.vertices.push_back(all[i]);
    number_of[i] = static_cast<std::uint32_t>(out.vertices.size());
  }
  const Vec3 centre = centreOf(boundsOf(all));
  std::string written;
  written.reserve(text.size());
  std::size_t next = 0;
  forEachLine(text, [&](std::string_view line) {
    if (isVertexLine(line)) {
      const Vec3 at = all[next] - centre;
      fmt::format_to(std::back_inserter(written), "v {} {} {} {} 0 0\n", static_cast<float>(at.x),
                     static_cast<float>(at.y), static_cast<float>(at.z), number_of[next]);
      ++next;
    } else {
      written.append(line) += '\n';
    }
  });
  const auto written_bytes = std::as_bytes(std::span(written));
  out.bytes.assign(written_bytes.begin(), written_bytes.end());
  return out;
}

}  // namespace sepax
