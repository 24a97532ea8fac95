#include "lab/paste/doubts.h"
#include "lab/paste/readers.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/words.h"

#include "core/language.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace sepax::paste {

namespace {

/// Points that stand together: rows under a heading, tuples behind a name, one flat list.
struct Block {
  std::vector<NumberGroup> rows;
  std::size_t width = 0;
  std::string label;  ///< the word in front of the first, without digits
};

/// "p" of "p0", "tri" of "tri1"; what a bracket stands behind alone says nothing.
std::string labelOf(const NumberGroup& group) {
  return group.words.empty() || group.is_call ? std::string() : plainKey(group.words.front());
}

bool isFlat(const NumberGroup& group) { return group.numbers.size() >= 6 && group.numbers.size() % 2 == 0; }

/// Whether the group goes on with the points of the block.
bool goesOn(const Block& block, const NumberGroup& group) {
  const NumberGroup& last = block.rows.back();
  if (block.width != group.numbers.size() || last.around != group.around || isFlat(group)) return false;
  if (group.around != 0) return true;
  const bool is_near = group.line - last.line <= 1;
  const std::string label = labelOf(group);
  const bool is_labelled = !group.words.empty() && group.words != last.words;
  // "p0 = …, p1 = …", but not "T1: …, …, …" and then "T2".
  const bool has_own_labels = block.rows.size() < 2 || block.rows[block.rows.size() - 2].words != last.words;
  if (is_labelled && !has_own_labels) return false;
  return is_near && (!is_labelled || (label == block.label && !label.empty()));
}

std::vector<Block> blocksOf(const std::vector<NumberGroup>& groups) {
  std::vector<Block> blocks;
  for (const NumberGroup& group : groups) {
    const std::size_t count = group.numbers.size();
    if (isAnswer(group) || count < 2 || (count > 3 && !isFlat(group))) continue;
    if (!blocks.empty() && goesOn(blocks.back(), group)) {
      blocks.back().rows.push_back(group);
    } else {
      blocks.push_back({{group}, count, labelOf(group)});
    }
  }
  return blocks;
}

Numbers numbersOfBlock(const Block& block) {
  Numbers out;
  for (const NumberGroup& row : block.rows) {
    for (const PlacedNumber& n : row.numbers) out.push_back({n.value, n.offset});
  }
  return out;
}

/// Three rows of three that are a rotation's are no points.
bool isRotation(const Block& block) {
  if (block.width != 3 || block.rows.size() < 3) return false;
  constexpr double kOff = 0.02;
  return std::ranges::all_of(block.rows, [](const NumberGroup& row) {
    double square = 0;
    for (const PlacedNumber& n : row.numbers) square += n.value * n.value;
    return std::abs(square - 1) < kOff;
  });
}

bool isInPlane(const Block& block) {
  return block.width == 3 &&
         std::ranges::all_of(block.rows, [](const NumberGroup& row) { return row.numbers[2].value == 0; });
}

/// A call whose name says nothing may have other arguments than points.
void doubtCaller(const Block& block, const TextScopes& scopes, Findings& findings) {
  bool ignored = false;
  const NumberGroup& first = block.rows.front();
  const bool is_own_call = isFlat(first) && first.is_call && !first.words.empty();  // "zork(1, 2, 3, 4, 5, 6)"
  const std::string caller = is_own_call ? std::string(lastName(first.words.front())) : first.caller;
  const std::string_view kind = shapeWord(caller, ignored);
  const bool is_of_points = is_own_call ? holdsWord(" polygon hull chain segment ", kind) : !kind.empty();
  const bool is_known = caller.empty() || is_of_points || roleOf(caller) == Role::kVertices;
  if (!is_known)
    findings.doubt(trf("line {}: nothing says what \"{}\" makes of its points", block.rows.front().line, caller));
  const ApiShape* const row = caller.empty() ? nullptr : findApiShape(caller, scopes);
  if (row != nullptr && row->type == "triangle" && block.rows.size() != 3)
    findings.doubt(trf("line {}: a triangle of {} points", block.rows.front().line, block.rows.size()));
}

}  // namespace

void readLists(const Source& source, Findings& findings) {
  const std::vector<NumberGroup> groups = groupsOf(source.tokens);
  std::map<std::size_t, int> within;  // groups in each bracket
  for (const NumberGroup& group : groups) ++within[group.around];
  std::vector<Block> blocks = blocksOf(groups);
  // "[xmin xmax ymin ymax zmin zmax]" are no points.
  const auto areBounds = [](const Block& block) {
    return block.rows.size() == 1 && block.label.find("bound") != std::string::npos;
  };
  if (std::ranges::any_of(blocks, areBounds) || holdsAny(source.small, {"xmin", "x_min", "minx", "min_x"})) return;
  std::erase_if(blocks, [&](const Block& block) {
    const NumberGroup& first = block.rows.front();
    const bool is_list = first.around != 0 && within[first.around] == 2;
    // "These are the lines: [1, 1], [4, 4]"
    const bool is_line = first.around == 0 && first.bracket != 0 && first.line == block.rows.back().line &&
                         holdsAny(source.small, {"segment", "line"});
    const bool are_corners = std::ranges::any_of(block.rows, [](const NumberGroup& row) {
      return std::ranges::any_of(row.words, [](const std::string& word) {
        const Role role = roleOf(word);
        return role == Role::kLower || role == Role::kUpper;
      });
    });
    const bool is_segment =
        !are_corners && block.rows.size() == 2 && block.width == 2 && first.caller.empty() && (is_list || is_line);
    return block.rows.size() < 3 && !is_segment && !isFlat(first);
  });
  // "The query point is", and below it one row
  std::optional<Numbers> point;
  if (blocks.size() == 1 && source.small.find("ray") == std::string::npos) {
    for (const NumberGroup& group : groups) {
      const bool is_row = group.numbers.size() == blocks[0].width && !isAnswer(group) &&
                          std::ranges::none_of(blocks[0].rows, [&](const NumberGroup& row) {
                            return row.numbers[0].offset == group.numbers[0].offset;
                          });
      const bool is_point = std::ranges::any_of(
          group.words, [](const std::string& word) { return lowered(word) == "point" || lowered(word) == "query"; });
      if (!is_row || !is_point || point) continue;
      point.emplace();
      for (const PlacedNumber& n : group.numbers) point->push_back({n.value, n.offset});
      blocks.push_back({{group}, group.numbers.size(), {}});
    }
  }
  constexpr std::size_t kMaxBlocks = 64;
  if (blocks.size() < 2 || blocks.size() > kMaxBlocks || std::ranges::any_of(blocks, isRotation)) return;
  const bool is_plane = std::ranges::all_of(blocks, isInPlane);
  for (Block& block : blocks) {
    if (is_plane) {
      for (NumberGroup& row : block.rows) {
        findings.use({{0, row.numbers[2].offset}});
        row.numbers.pop_back();
      }
    }
    const bool is_planar = block.width == 2 || is_plane || isFlat(block.rows.front());
    FoundBody body;
    if (point && block.rows.size() == 1) {
      body.shape.emplace().type = "point";
      body.shape->is_planar = point->size() == 2;
      body.shape->line = body.pose.line = block.rows[0].line;
      body.pose.position = point;
      findings.bodies.push_back(std::move(body));
      continue;
    }
    body.shape = shapeOfPoints(numbersOfBlock(block), is_planar ? 2 : 3, block.rows.front().line, findings);
    if (block.rows.size() == 2) {
      body.shape->type = "segment";
      if (holdsAny(source.small, {"aabb", "obb", "box", "rect", "bounds", "min", "size", "half", "extent"}))
        findings.doubt(trf("line {}: two points may be the corners of a box", block.rows.front().line));
      std::tie(body.shape->from, body.shape->to) = halvesOf(std::exchange(body.shape->points, {}));
    }
    doubtCaller(block, source.scopes, findings);
    findings.bodies.push_back(std::move(body));
  }
}

}  // namespace sepax::paste
