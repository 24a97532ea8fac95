// A juror of boxes with a planted mistake, named by its argument: "six-axes" leaves the edge axes out,
// "six-axes-verdict" says nothing but the verdict, "six-axes-normal" its best axis of separated boxes, too,
// "float-world" computes in floats with the corners in the world, "none" is right. Projects all corners: no code of
// Sepax.
#include "sepax_juror.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace sepax_juror;

template <class T>
using Vector = std::array<T, 3>;

template <class T>
T dot(const Vector<T>& a, const Vector<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class T>
Vector<T> column(const Body& body, std::size_t axis) {
  return {T(body.rotation[0][axis]), T(body.rotation[1][axis]), T(body.rotation[2][axis])};
}

template <class T>
std::vector<Vector<T>> corners(const Body& body) {
  std::vector<Vector<T>> out;
  for (int corner = 0; corner < 8; ++corner) {
    Vector<T> at{T(body.position[0]), T(body.position[1]), T(body.position[2])};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const T sign = (corner >> axis & 1) != 0 ? T(1) : T(-1);
      const Vector<T> side = column<T>(body, axis);
      for (std::size_t k = 0; k < 3; ++k) at[k] += sign * T(body.half_extents[axis]) * side[k];
    }
    out.push_back(at);
  }
  return out;
}

template <class T>
Answer answerIn(const Body& a, const Body& b, bool has_edges) {
  std::vector<Vector<T>> axes;
  for (std::size_t i = 0; i < 3; ++i) {
    axes.push_back(column<T>(a, i));
    axes.push_back(column<T>(b, i));
  }
  for (std::size_t i = 0; i < 3 && has_edges; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const Vector<T> x = column<T>(a, i), y = column<T>(b, j);
      Vector<T> cross{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
      const T length = std::sqrt(dot(cross, cross));
      if (length < T(1e-4)) continue;
      for (T& part : cross) part /= length;
      axes.push_back(cross);
    }
  }
  const std::vector<Vector<T>> from = corners<T>(a), to = corners<T>(b);
  T widest = -std::numeric_limits<T>::infinity();
  Vector<T> normal{};
  for (const Vector<T>& axis : axes) {
    T a_low = std::numeric_limits<T>::infinity(), a_high = -a_low, b_low = a_low, b_high = -a_low;
    for (const Vector<T>& corner : from) {
      a_low = std::min(a_low, dot(corner, axis));
      a_high = std::max(a_high, dot(corner, axis));
    }
    for (const Vector<T>& corner : to) {
      b_low = std::min(b_low, dot(corner, axis));
      b_high = std::max(b_high, dot(corner, axis));
    }
    for (const bool is_forward : {true, false}) {
      const T gap = is_forward ? b_low - a_high : a_low - b_high;
      if (gap <= widest) continue;
      widest = gap;
      for (std::size_t k = 0; k < 3; ++k) normal[k] = is_forward ? axis[k] : -axis[k];
    }
  }
  Answer out;
  out.overlapping = widest < 0;
  out.separation = widest;
  out.normal = Vec3{normal[0], normal[1], normal[2]};
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string bug = argc > 1 ? argv[1] : "none";
  Functions functions;
  functions.pair = [bug](const Body& a, const Body& b, const json&) {
    for (const Body* body : {&a, &b}) {
      if (body->type != "box") throw Unsupported(body->type);
    }
    if (bug == "float-world") return answerIn<float>(a, b, true);
    Answer out = answerIn<double>(a, b, bug.rfind("six-axes", 0) != 0);
    if (bug != "six-axes-normal" && !*out.overlapping) out.normal.reset();
    if (bug == "six-axes-verdict") {
      out.normal.reset();
      out.separation.reset();
    }
    return out;
  };
  return serve({{"name", "planted-" + bug},
                {"version", "1"},
                {"precision", bug == "float-world" ? "float" : "double"},
                {"tolerance", bug == "float-world" ? 0 : 1e-12},
                {"shapes", {"box"}},
                {"spaces", {"3d"}},
                {"answers", {"verdict", "separation", "normal"}}},
               functions);
}
