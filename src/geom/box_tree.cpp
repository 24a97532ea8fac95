#include "geom/box_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <span>

namespace sepax {

namespace {

void add(MinMaxBox& box, const MinMaxBox& other) {
  box.min = glm::min(box.min, other.min);
  box.max = glm::max(box.max, other.max);
}

/// An item with what the tree is built by: as they are sorted, its numbers stay side by side.
struct BuiltItem {
  Vec3 centre;
  int item;
};

int build(BoxTree& tree, const std::vector<MinMaxBox>& boxes, std::span<BuiltItem> items) {
  const int at = static_cast<int>(tree.nodes.size());
  tree.nodes.emplace_back();
  if (items.size() == 1) {
    const int item = items.front().item;
    tree.nodes.back().box = boxes[static_cast<std::size_t>(item)];
    tree.nodes.back().item = item;
    return at;
  }
  MinMaxBox centres;
  for (const BuiltItem& item : items) add(centres, item.centre);
  const Vec3 sides = sizesOf(centres);
  const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
  const auto half = static_cast<std::ptrdiff_t>(items.size() / 2);
  const auto before = [axis](const BuiltItem& p, const BuiltItem& q) {
    return p.centre[axis] < q.centre[axis] ||
           (p.centre[axis] == q.centre[axis] && p.item < q.item);  // the same tree on every platform
  };
  std::nth_element(items.begin(), items.begin() + half, items.end(), before);
  const int left = build(tree, boxes, items.first(static_cast<std::size_t>(half)));
  const int right = build(tree, boxes, items.subspan(static_cast<std::size_t>(half)));
  BoxTree::Node& node = tree.nodes[static_cast<std::size_t>(at)];
  node.left = left;
  node.right = right;
  add(node.box, tree.nodes[static_cast<std::size_t>(left)].box);
  add(node.box, tree.nodes[static_cast<std::size_t>(right)].box);
  return at;
}

}  // namespace

bool dividesFirst(const BoxTree::Node& a, const BoxTree::Node& b) {
  return b.item >= 0 || (a.item < 0 && longestSide(a.box) >= longestSide(b.box));
}

BoxTree boxTree(const std::vector<MinMaxBox>& boxes) {
  BoxTree tree;
  if (boxes.empty()) return tree;
  std::vector<BuiltItem> items;
  items.reserve(boxes.size());
  for (const MinMaxBox& box : boxes) items.push_back({centreOf(box), static_cast<int>(items.size())});
  tree.nodes.reserve(2 * boxes.size() - 1);
  build(tree, boxes, items);
  return tree;
}

std::vector<ItemPair> smallestPairs(const SmallestPairs& wanted, std::int64_t& evaluated) {
  struct Waiting {
    double bound;
    int a, b;
    std::size_t begin, end;                   ///< of the leaves below, where not all are wanted
    bool operator<(const Waiting& o) const {  // the smallest bound on top
      return bound != o.bound ? bound > o.bound : a != o.a ? a > o.a : b > o.b;
    }
  };
  std::vector<ItemPair> found;  // ascending
  const auto limit = [&] {
    return found.size() < wanted.keep ? std::numeric_limits<double>::infinity() : found.back().value;
  };
  std::priority_queue<Waiting> queue;
  // Below the roots is all; else these are leaves, to which the search goes in the same order.
  std::vector<std::pair<int, int>> among = wanted.from;
  if (among == std::vector{std::pair{0, 0}}) among.clear();
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const auto boundOf = [&](int a, int b, std::size_t begin, std::size_t end) {
    if (begin == end && !among.empty()) return kNever;
    const BoxTree::Node &of_a = wanted.a.nodes[static_cast<std::size_t>(a)],
                        &of_b = wanted.b.nodes[static_cast<std::size_t>(b)];
    double bound = wanted.bound(of_a.box, of_b.box);
    if (bound < limit() && wanted.item_bound && of_a.item >= 0 && of_b.item >= 0)
      bound = std::max(bound, wanted.item_bound(of_a.item, of_b.item));
    return bound < limit() ? bound : kNever;
  };
  // Where the leaves below a node end that are in its left child, whose numbers come first.
  const auto dividedAt = [&](const Waiting& at, int right, int std::pair<int, int>::*node) {
    const auto begin = among.begin();
    const auto isLeft = [&](const std::pair<int, int>& leaves) { return leaves.*node < right; };
    const auto middle = std::partition(begin + static_cast<std::ptrdiff_t>(at.begin),
                                       begin + static_cast<std::ptrdiff_t>(at.end), isLeft);
    return static_cast<std::size_t>(middle - begin);
  };
  if (wanted.a.nodes.empty() || wanted.b.nodes.empty()) return found;
  // The next one is as near as any of the queue: most often it is a child of the last one, which then never waits.
  Waiting next{boundOf(0, 0, 0, among.size()), 0, 0, 0, among.size()};
  while (next.bound < limit()) {
    const BoxTree::Node &a = wanted.a.nodes[static_cast<std::size_t>(next.a)],
                        &b = wanted.b.nodes[static_cast<std::size_t>(next.b)];
    Waiting near{kNever, 0, 0, 0, 0}, far = near;
    if (a.item >= 0 && b.item >= 0) {
      ++evaluated;
      const ItemPair pair{a.item, b.item, wanted.value(a.item, b.item)};
      const auto place = std::upper_bound(found.begin(), found.end(), pair,
                                          [](const ItemPair& p, const ItemPair& q) { return p.value < q.value; });
      if (place != found.end() || found.size() < wanted.keep) {
        found.insert(place, pair);
        if (found.size() > wanted.keep) found.pop_back();
      }
    } else {
      if (dividesFirst(a, b)) {
        const std::size_t middle = dividedAt(next, a.right, &std::pair<int, int>::first);
        near = {boundOf(a.left, next.b, next.begin, middle), a.left, next.b, next.begin, middle};
        far = {boundOf(a.right, next.b, middle, next.end), a.right, next.b, middle, next.end};
      } else {
        const std::size_t middle = dividedAt(next, b.right, &std::pair<int, int>::second);
        near = {boundOf(next.a, b.left, next.begin, middle), next.a, b.left, next.begin, middle};
        far = {boundOf(next.a, b.right, middle, next.end), next.a, b.right, middle, next.end};
      }
      if (near < far) std::swap(near, far);
      if (far.bound < kNever) queue.push(far);
    }
    if (!queue.empty() && near < queue.top()) {
      if (near.bound < kNever) queue.push(near);
      near = queue.top();
      queue.pop();
    }
    next = near;
  }
  return found;
}

void visitItems(const BoxTree& tree, const std::function<bool(const MinMaxBox&)>& enters,
                const std::function<void(int)>& visit) {
  if (tree.nodes.empty()) return;
  std::vector<int> stack{0};
  while (!stack.empty()) {
    const BoxTree::Node& node = tree.nodes[static_cast<std::size_t>(stack.back())];
    stack.pop_back();
    if (!enters(node.box)) continue;
    if (node.item >= 0) {
      visit(node.item);
    } else {
      stack.push_back(node.right);
      stack.push_back(node.left);
    }
  }
}

double boxGap(const MinMaxBox& a, const MinMaxBox& b, int dimensions) {
  double most = -std::numeric_limits<double>::infinity(), squared = 0;
  for (int c = 0; c < dimensions; ++c) {
    const double gap = std::max(b.min[c] - a.max[c], a.min[c] - b.max[c]);
    most = std::max(most, gap);
    if (gap > 0) squared += gap * gap;
  }
  return most > 0 ? std::sqrt(squared) : most;
}

TimeSpan overlapTimes(const MinMaxBox& resting, const MinMaxBox& moving, const Vec3& velocity, double slack,
                      int dimensions) {
  TimeSpan span{-kInfinity, kInfinity};
  for (int c = 0; c < dimensions; ++c) {
    // The shifts of the moving box along this coordinate for which the two overlap.
    const double low = resting.min[c] - moving.max[c] - slack, high = resting.max[c] - moving.min[c] + slack;
    if (velocity[c] == 0) {
      if (low > 0 || high < 0) return {kInfinity, -kInfinity};
      continue;
    }
    const auto [first, last] = std::minmax({low / velocity[c], high / velocity[c]});
    span = {std::max(span.from, first), std::min(span.until, last)};
  }
  return span;
}

namespace {

/// By how much a disc is larger than it should be, of itself and of the whole mesh: floats are rounded.
constexpr double kGrown = 1e-6, kGrownOfAll = 2e-7;

Vec3 vecOf(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

std::array<float, 3> floatsOf(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// The disc around corners, across a direction of any length; its middle is `middle`, moved along the direction.
PatchDisc discAround(std::span<const Vec3> corners, const Vec3& direction, const Vec3& middle, double slack) {
  PatchDisc disc;
  disc.normal = floatsOf(normalizedOr(direction, {0, 0, 1}));
  const Vec3 normal = normalizedOr(vecOf(disc.normal), {0, 0, 1});
  double low = kInfinity, high = -kInfinity, squared = 0;
  for (const Vec3& corner : corners) {
    const Vec3 from = corner - middle;
    const double height = dot(from, normal);
    low = std::min(low, height);
    high = std::max(high, height);
    squared = std::max(squared, dot(from, from) - height * height);
  }
  disc.centre = floatsOf(middle + (low + high) / 2 * normal);
  disc.radius = static_cast<float>(std::sqrt(squared) * (1 + kGrown) + slack);
  disc.half_thickness = static_cast<float>((high - low) / 2 * (1 + kGrown) + slack);
  return disc;
}

}  // namespace

DiscTree discTree(const BoxTree& tree, std::span<const TriangleCorners> corners) {
  DiscTree out;
  const std::size_t count = tree.nodes.size();
  if (count == 0) return out;
  out.origin = centreOf(tree.nodes[0].box);
  out.reach = length(sizesOf(tree.nodes[0].box)) / 2;
  out.discs.resize(count);
  // In the order of their leaves the corners below a node are side by side.
  std::vector<Vec3> ordered;
  ordered.reserve(3 * corners.size());
  std::vector<std::size_t> first(count), last(count);
  for (std::size_t at = 0; at < count; ++at) {
    first[at] = ordered.size();
    if (tree.nodes[at].item < 0) continue;
    for (const Vec3& corner : corners[static_cast<std::size_t>(tree.nodes[at].item)])
      ordered.push_back(corner - out.origin);
  }
  std::vector<Vec3> normals(count);  // times twice the area; the surface has no sides
  for (std::size_t at = count; at-- > 0;) {
    const BoxTree::Node& node = tree.nodes[at];
    if (node.item >= 0) {
      const Vec3* const p = &ordered[first[at]];
      last[at] = first[at] + 3;
      normals[at] = glm::cross(p[1] - p[0], p[2] - p[0]);
    } else {
      const auto left = static_cast<std::size_t>(node.left), right = static_cast<std::size_t>(node.right);
      last[at] = last[right];
      normals[at] = normals[left] + (dot(normals[left], normals[right]) < 0 ? -normals[right] : normals[right]);
    }
    out.discs[at] = discAround(std::span(ordered).subspan(first[at], last[at] - first[at]), normals[at],
                               centreOf(node.box) - out.origin, kGrownOfAll * out.reach);
  }
  return out;
}

}  // namespace sepax
