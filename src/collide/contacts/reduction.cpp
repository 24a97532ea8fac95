#include "collide/contacts/reduction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace sepax {

namespace {

/// The points that contacts are chosen from.
struct Choice {
  Kept<ManifoldPoint*> points;
  Kept<Vec2> flat;  ///< seen along the normal, from the first
  double slack = 0, depth_slack = 0;
  double deepest = std::numeric_limits<double>::infinity();

  [[nodiscard]] const Contact& at(int i) const { return points[static_cast<std::size_t>(i)]->contact; }
  [[nodiscard]] bool isDeepest(int i) const { return at(i).separation <= deepest + depth_slack; }
  [[nodiscard]] int count() const { return static_cast<int>(points.size()); }
  [[nodiscard]] double distance(int i, int j) const { return length(at(i).position - at(j).position); }

  /// Twice the area of a triangle, positive when its corners run counter-clockwise.
  [[nodiscard]] double area(int i, int j, int k) const {
    const Vec2 &p = flat[static_cast<std::size_t>(i)], q = flat[static_cast<std::size_t>(j)] - p,
               r = flat[static_cast<std::size_t>(k)] - p;
    return q.x * r.y - q.y * r.x;
  }
};

/// How many slacks apart points are one: of a rim's side and its end, found on two ways, the rounding of each is one.
constexpr double kOnePoint = 8;

/// The manifold's kept points, marked as reduced until they are chosen; of those that are one the deepest.
Choice choiceOf(Manifold& manifold) {
  Choice choice;
  choice.points.reserve(manifold.points.size());
  choice.slack = manifold.slack;
  choice.depth_slack = manifold.depth_slack;
  for (ManifoldPoint& point : manifold.points) {
    if (point.state != ManifoldState::kKept) continue;
    point.state = ManifoldState::kReduced;
    choice.deepest = std::min(choice.deepest, point.contact.separation);
    const auto same = std::find_if(choice.points.begin(), choice.points.end(), [&](const ManifoldPoint* p) {
      const Vec3 apart = glm::abs(p->contact.position - point.contact.position);
      return std::max({apart.x, apart.y, apart.z}) <= kOnePoint * manifold.slack;
    });
    if (same == choice.points.end()) {
      choice.points.push_back(&point);
    } else if (point.contact.separation < (*same)->contact.separation - manifold.depth_slack) {
      *same = &point;
    }
  }
  return choice;
}

/// Fills in the flat points.
void flatten(Choice& choice, const Vec3& normal) {
  // Seen from one side, whichever shape is called A.
  const Vec3 seen = leadsAlongAxes(normal) ? normal : -normal, u = anyPerpendicular(seen), v = crossAccurate(seen, u);
  choice.flat.reserve(choice.points.size());
  for (const ManifoldPoint* p : choice.points) {
    const Vec3 from = p->contact.position - choice.at(0).position;
    choice.flat.emplace_back(dot(from, u), dot(from, v));
  }
}

/// The first of the points whose score no other exceeds by more than `slack`: rounding must not choose. −1 when none is
/// above `least`.
template <class Score>
int bestOf(int count, double least, double slack, Score&& score) {
  int best = -1;
  for (int i = 0; i < count; ++i) {
    if (const double s = score(i); s > least) {
      least = s + slack;
      best = i;
    }
  }
  return best;
}

/// Whether up to four points in order enclose an area: all of them matter then.
bool spansArea(const Choice& choice) {
  const Vec2 far = glm::abs(choice.flat[1]) + glm::abs(choice.flat[2]);
  const double area = choice.area(0, 1, 2) + (choice.count() > 3 ? choice.area(0, 2, 3) : 0);
  return std::abs(area) > choice.slack * (far.x + far.y);
}

/// Four points and the double area that they span.
struct Quadrilateral {
  std::array<int, 4> corners{};
  double area = 0;
};

/// A quadrilateral of largest area with the corner `p`, larger than `most`: for every opposite corner the farthest
/// point on either side of the diagonal. Its corners counter-clockwise, repeated where fewer span as much. `slack` in
/// square metres.
Quadrilateral largestAt(const Choice& choice, int p, double most, double slack) {
  Quadrilateral best{{p, p, p, p}};
  for (int q = 0; q < choice.count(); ++q) {
    const int left = bestOf(choice.count(), slack, slack, [&](int i) { return choice.area(p, q, i); });
    const int right = bestOf(choice.count(), slack, slack, [&](int i) { return choice.area(q, p, i); });
    const double area = (left < 0 ? 0 : choice.area(p, q, left)) + (right < 0 ? 0 : choice.area(q, p, right));
    if (area <= most) continue;
    most = area + slack;
    best = {{p, right < 0 ? p : right, q, left < 0 ? p : left}, area};
  }
  return best;
}

/// The largest that has one of the deepest points: each of few is tried, of many the one that is given.
Quadrilateral largestOf(const Choice& choice, int given, double slack) {
  constexpr int kFew = 16;
  Quadrilateral best = largestAt(choice, given, 0, slack);
  int deepest = 0;
  for (int p = 0; p < choice.count(); ++p) deepest += choice.isDeepest(p) ? 1 : 0;
  for (int p = 0; p < choice.count() && deepest <= kFew; ++p) {
    if (p == given || !choice.isDeepest(p)) continue;
    if (const Quadrilateral other = largestAt(choice, p, best.area + slack, slack); other.area > 0) best = other;
  }
  return best;
}

/// Moves one corner at a time where that adds area, while one of the deepest points stays chosen.
void improve(const Choice& choice, std::array<int, 4>& corners, double slack) {
  constexpr int kRounds = 16;
  bool moved = true;
  for (int round = 0; round < kRounds && moved; ++round) {
    moved = false;
    for (std::size_t c = 0; c < corners.size(); ++c) {
      const int before = corners[(c + 3) % 4], opposite = corners[(c + 2) % 4], after = corners[(c + 1) % 4];
      const bool free = choice.isDeepest(before) || choice.isDeepest(opposite) || choice.isDeepest(after);
      // The only deepest one may be a corner that points inwards: no other takes its place, though all would add area.
      const auto score = [&](int i) {
        return free || choice.isDeepest(i) ? choice.area(before, i, after) : -std::numeric_limits<double>::infinity();
      };
      const int better = bestOf(choice.count(), choice.area(before, corners[c], after) + slack, slack, score);
      if (better < 0) continue;
      corners[c] = better;
      moved = true;
    }
  }
}

/// Two points of the largest distance, one of them among the deepest; {first, first} when all are one.
std::array<int, 2> longestOf(const Choice& choice, int first) {
  std::array<int, 2> best{first, first};
  double most = choice.slack;
  for (int p = 0; p < choice.count(); ++p) {
    if (!choice.isDeepest(p)) continue;
    const int q = bestOf(choice.count(), most, choice.slack, [&](int i) { return choice.distance(i, p); });
    if (q < 0) continue;
    most = choice.distance(p, q) + choice.slack;
    best = {p, q};
  }
  return best;
}

}  // namespace

bool leadsAlongAxes(const Vec3& d) { return (std::abs(d.x) > 0.5 ? d.x : std::abs(d.y) > 0.5 ? d.y : d.z) > 0; }

void reduceContacts(Manifold& manifold, const Vec3& normal, std::size_t most) {
  Choice choice = choiceOf(manifold);
  if (choice.points.empty()) return;
  Kept<int> chosen(choice.points.size());
  std::iota(chosen.begin(), chosen.end(), 0);
  const bool spatial = most > 2 && choice.count() > 2;
  if (spatial) flatten(choice, normal);
  if (chosen.size() > most || (spatial && !spansArea(choice))) {
    const int deepest = bestOf(choice.count(), -std::numeric_limits<double>::infinity(), choice.depth_slack,
                               [&](int i) { return -choice.at(i).separation; });
    const std::array<int, 2> longest = longestOf(choice, deepest);
    chosen.assign(longest.begin(), longest.end());
    if (spatial) {
      const double slack = choice.slack * choice.distance(longest[0], longest[1]);
      std::array<int, 4> corners = largestOf(choice, longest[0], slack).corners;
      if (corners[2] != corners[0]) {
        improve(choice, corners, slack);
        chosen.assign(corners.begin(), corners.end());
      }
    }
  }
  std::sort(chosen.begin(), chosen.end());
  std::rotate(chosen.begin(), std::find_if(chosen.begin(), chosen.end(), [&](int i) { return choice.isDeepest(i); }),
              chosen.end());
  manifold.contacts.reserve(chosen.size());
  for (const int i : chosen) {
    ManifoldPoint& point = *choice.points[static_cast<std::size_t>(i)];
    if (point.state == ManifoldState::kKept) continue;  // chosen twice: fewer span as much
    point.state = ManifoldState::kKept;
    manifold.contacts.push_back(point.contact);
  }
}

void deepestPoints(const Manifold& manifold, const Vec3& normal, Vec3& on_a, Vec3& on_b) {
  const double deepest = manifold.contacts.front().separation;
  Vec3 sum{0.0};
  int count = 0;
  for (const Contact& contact : manifold.contacts) {
    if (contact.separation > deepest + manifold.depth_slack) continue;
    sum += contact.position - manifold.contacts.front().position;
    ++count;
  }
  const Vec3 middle = manifold.contacts.front().position + sum / static_cast<double>(count);
  on_a = middle - normal * (deepest / 2);
  on_b = middle + normal * (deepest / 2);
}

}  // namespace sepax
