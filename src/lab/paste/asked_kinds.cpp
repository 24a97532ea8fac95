#include "lab/paste/asked_kinds.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/frame.h"
#include "lab/paste/kind_names.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace sepax::paste {

namespace {

/// The kinds of both shapes that a function asks about: "line" and "circle" of lineCircle, twice "segment" of
/// segmentsIntersect and Line.crosses. Empty: its name says no two.
std::vector<const Kind*> kindsIn(std::string_view function) {
  std::vector<std::string> words = wordsOf(lastName(function));
  std::vector<const Kind*> out = kindsOf(words);
  if (out.empty() && function.size() > lastName(function).size()) {
    const std::string_view path = function.substr(0, function.size() - lastName(function).size() - 1);
    out = kindsOf(wordsOf(lastName(path)));
  }
  for (std::string& word : words) {
    if (out.empty() && word.size() > 3 && word.ends_with('s')) out = kindsOf({word.substr(0, word.size() - 1)});
  }
  const auto asks = [](const std::string& word) {
    return word.starts_with("intersect") || word.starts_with("overlap") || word.starts_with("colli") ||
           word.starts_with("cross") || word.starts_with("touch");
  };
  if (out.size() == 1 && std::ranges::any_of(words, asks)) out.push_back(out[0]);
  if (out.size() != 2) out.clear();
  return out;
}

/// Takes arguments one after the other.
class Arguments {
 public:
  Arguments(const std::vector<Reading>& all, std::size_t dimensions) : all_(all), dimensions_(dimensions) {}

  /// An argument that is no number, vector or shape, as a null or a place for the result, takes part in nothing.
  bool isAtEnd() {
    while (next_ < all_.size() && !all_[next_].shape && !all_[next_].vector && !all_[next_].number) ++next_;
    return next_ == all_.size();
  }
  const Reading* shape() { return isAtEnd() || !all_[next_].shape ? nullptr : &all_[next_++]; }
  std::optional<Number> number() { return isAtEnd() || !all_[next_].number ? std::nullopt : all_[next_++].number; }
  std::optional<Numbers> vector() {
    if (isAtEnd()) return std::nullopt;
    if (all_[next_].vector) {
      const bool fits = all_[next_].vector->size() == dimensions_;
      return fits ? all_[next_++].vector : std::nullopt;
    }
    Numbers out;
    for (std::size_t i = 0; i < dimensions_; ++i) {
      const std::optional<Number> component = number();
      if (!component) return std::nullopt;
      out.push_back(*component);
    }
    return out;
  }

 private:
  const std::vector<Reading>& all_;
  std::size_t dimensions_, next_ = 0;
};

/// The body of a kind from its arguments, in the order of its roles. Nullopt: they are too few, or others.
std::optional<FoundBody> bodyOf(const Kind& kind, Arguments& rest, std::size_t dimensions, int line,
                                Findings& findings) {
  if (kind.roles.empty() || (kind.dimensions != 0 && kind.dimensions != dimensions)) return std::nullopt;
  FoundBody body;
  std::vector<std::pair<Role, Numbers>> sizes;
  Numbers corners, axes;
  for (const Role role : kind.roles) {
    std::optional<Numbers> found;
    if (role != Role::kRadius) {
      found = rest.vector();
    } else if (const std::optional<Number> radius = rest.number()) {
      found = Numbers{*radius};
    }
    if (!found) return std::nullopt;
    if (role == Role::kPosition) {
      body.pose.position = std::move(found);
    } else if (role == Role::kVertices) {
      corners.insert(corners.end(), found->begin(), found->end());
    } else if (role == Role::kMatrix) {
      axes.insert(axes.end(), found->begin(), found->end());
    } else {
      sizes.emplace_back(role, std::move(*found));
    }
  }
  const std::string_view type = kind.type;
  if (type == "triangle") {
    body.shape = shapeOfPoints(std::move(corners), dimensions, line, findings);
    body.shape->type = type;
  } else if (type == kRay) {
    body.shape = rayFrom(std::move(sizes[0].second), std::move(sizes[1].second), line);
  } else if (type == "point") {
    body.shape.emplace().type = type;
  } else {
    body.shape = shapeOfSizes(type, sizes, nullptr, findings);
  }
  if (!body.shape) return std::nullopt;
  if (!axes.empty()) takeMatrix(axes, findings, RotationKind::kColumns, body.pose);
  body.shape->is_planar = dimensions == 2;
  if (!body.pose.position) body.pose.position = Numbers(dimensions);  // its points are the world's
  body.shape->line = body.pose.line = line;
  return body;
}

/// A box of sizes alone, or behind its middle, which may be half or full: engines that take a vector mostly mean half.
std::optional<FoundBody> boxOfSizes(const Numbers& numbers, const std::vector<Reading>& arguments, int line,
                                    Findings& findings) {
  const bool has_vector = !arguments.empty() && arguments[0].vector.has_value();
  const std::size_t middle = has_vector && arguments.size() > 1 && numbers.size() == 2 * arguments[0].vector->size()
                                 ? arguments[0].vector->size()
                                 : 0;
  const std::size_t count = middle > 0 ? middle : std::min<std::size_t>(numbers.size(), 3);
  if (count < 2 || (middle == 0 && has_vector && count != arguments[0].vector->size())) return std::nullopt;
  Numbers sizes(numbers.begin() + static_cast<std::ptrdiff_t>(middle),
                numbers.begin() + static_cast<std::ptrdiff_t>(middle + count));
  if (std::ranges::any_of(sizes, [](const Number& n) { return !(n.value > 0); })) return std::nullopt;
  const std::string kind = findings.guess("extents", has_vector ? "half" : "full", tr("sizes without a word for them"));
  FoundBody body;
  body.shape =
      shapeOfSizes("box", {{kind == "half" ? Role::kHalfExtents : Role::kFullSizes, sizes}}, nullptr, findings);
  if (body.shape) body.shape->line = line;
  if (middle > 0) body.pose.position = *arguments[0].vector;
  return body.shape ? std::optional(std::move(body)) : std::nullopt;
}

/// A box by two corners, where the second may be no sizes; with a doubt where it may be.
std::optional<FoundBody> boxOfCorners(const std::vector<std::string>& words, const Numbers& numbers, bool are_vectors,
                                      int line, Findings& findings) {
  const bool is_planar = numbers.size() == 4;
  if (numbers.size() != 6 && !(is_planar && are_vectors)) return std::nullopt;
  auto [lower, upper] = halvesOf(numbers);
  bool are_corners = true, may_be_sizes = true;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    are_corners = are_corners && lower[i].value < upper[i].value;
    may_be_sizes = may_be_sizes && upper[i].value > 0;
  }
  const auto saysCorners = [](const std::string& word) {
    return holdsWord(" min max corners points minmax bbox ", word);
  };
  const auto saysSizes = [](const std::string& word) {
    return holdsWord(" half size sizes center centre extents ", word);
  };
  findings.has_box_of_sizes = findings.has_box_of_sizes || (are_vectors && may_be_sizes && !are_corners);
  if (!are_corners || std::ranges::any_of(words, saysSizes)) return std::nullopt;
  const bool may_be_either = may_be_sizes && std::ranges::none_of(words, saysCorners);
  findings.has_open_box = findings.has_open_box || (may_be_either && are_vectors);
  if (may_be_either && are_vectors && findings.all_boxes_are_of_sizes) return std::nullopt;
  if (may_be_either)
    findings.doubt(trf("line {}: the second three numbers of a box may be its sizes, here they are a corner", line));
  FoundBody body;
  body.shape = shapeOfSizes("box", {{Role::kLower, lower}, {Role::kUpper, upper}}, nullptr, findings);
  if (body.shape) body.shape->line = line;
  return body.shape ? std::optional(std::move(body)) : std::nullopt;
}

/// jMonkeyEngine's "BoundingBox(centre, x, y, z)": three numbers behind a vector are no corner.
bool areSizesBehindVector(const std::vector<Reading>& arguments) {
  return arguments.size() == 4 && arguments[0].vector && arguments[0].vector->size() == 3 &&
         std::all_of(arguments.begin() + 1, arguments.end(), [](const Reading& r) { return r.number.has_value(); });
}

/// A polygon of all the points that it is given.
std::optional<FoundBody> polygonOf(const std::vector<Reading>& arguments, int line, Findings& findings) {
  Numbers points;
  std::size_t dimensions = 0;
  for (const Reading& argument : arguments) {
    if (!argument.vector) continue;
    if (dimensions == 0) dimensions = argument.vector->size();
    if (argument.vector->size() != dimensions) return std::nullopt;
    append(points, *argument.vector);
  }
  if (dimensions < 2 || dimensions > 3 || points.size() < 3 * dimensions) return std::nullopt;
  FoundBody body;
  body.shape = shapeOfPoints(std::move(points), dimensions, line, findings);
  return body;
}

}  // namespace

std::optional<FoundShape> planeOf(const Numbers& normal, const std::optional<Numbers>& point,
                                  const std::optional<Number>& offset, int line, Findings& findings) {
  const double square = dot(vectorOf(normal), vectorOf(normal));
  if (normal.size() != 3 || square == 0 || (point && point->size() != 3)) return std::nullopt;
  FoundShape plane;
  plane.type = kHalfSpace;
  plane.line = line;
  plane.sizes = normal;
  if (point) {
    plane.sizes.push_back({dot(vectorOf(normal), vectorOf(*point)), (*point)[0].offset});
    findings.use(*point);
  } else {
    const Number along = offset.value_or(Number{});
    const bool is_against =
        findings.guess("plane", "along", tr("the number of a plane may be counted along its normal or against it")) ==
        "against";
    plane.sizes.push_back({is_against ? -along.value : along.value, along.offset});
  }
  findings.assume(tr("a plane is the half-space below it"));
  return plane;
}

std::optional<FoundBody> bodyMade(std::string_view maker, const std::vector<Reading>& arguments, int line,
                                  Findings& findings) {
  if (kindMade(maker).empty()) return std::nullopt;
  const std::vector<std::string> words = wordsOfMaker(maker);
  const std::vector<const Kind*> kinds = kindsOf(words);
  // A box's rotation, behind its other arguments
  if (!arguments.empty() && (kinds.empty() || std::string_view(kinds[0]->type) == "box")) {
    const Reading& last = arguments.back();
    const bool is_rotation = last.rotation && !last.position && !last.shape;
    const bool is_angle = last.number && arguments.size() == 3 && arguments[0].vector && arguments[1].vector &&
                          arguments[0].vector->size() == 2;
    const bool is_quaternion = last.vector && last.vector->size() == 4 && arguments.size() == 3;
    if (is_rotation || is_angle || is_quaternion) {
      auto body = bodyMade(maker, {arguments.begin(), arguments.end() - 1}, line, findings);
      if (body) body->pose.rotation = is_quaternion ? quaternionOf(*last.vector, findings) : last.rotation;
      if (body && is_angle) body->pose.rotation = FoundRotation{FoundRotation::Form::kAngle, {*last.number}};
      if (body && is_angle && kinds.empty())
        findings.doubt(trf("line {}: the number behind a box's place and sizes may be no angle", line));
      return body;
    }
  }
  const auto isOther = [](const Reading& argument) { return argument.shape || argument.isPose(); };
  if (std::ranges::any_of(arguments, isOther)) return std::nullopt;
  Numbers numbers;
  std::size_t vectors = 0;
  for (const Reading& argument : arguments) {
    if (argument.vector) append(numbers, *argument.vector);
    if (argument.number) numbers.push_back(*argument.number);
    vectors += argument.vector ? 1 : 0;
  }
  if (!kinds.empty() && std::string_view(kinds[0]->type) == "polygon") return polygonOf(arguments, line, findings);
  if (!kinds.empty() && kinds[0]->type == std::string_view(kHalfSpace)) {
    if (numbers.size() != 4 && !(numbers.size() == 6 && vectors == 2)) return std::nullopt;
    // A normal and a point, in either order: the normal is the one of unit length.
    const Numbers first(numbers.begin(), numbers.begin() + 3), second(numbers.begin() + 3, numbers.end());
    const auto isUnit = [](const Numbers& n) { return std::abs(dot(vectorOf(n), vectorOf(n)) - 1) < 1e-3; };
    const bool is_second = vectors == 2 && isUnit(second) && !isUnit(first);
    if (vectors == 2 && isUnit(second) == isUnit(first))
      findings.doubt(trf("line {}: which vector of a plane is its normal?", line));
    FoundBody body;
    body.shape = vectors == 2 ? planeOf(is_second ? second : first, is_second ? first : second, {}, line, findings)
                              : planeOf(first, {}, numbers[3], line, findings);
    return body.shape ? std::optional(std::move(body)) : std::nullopt;
  }
  const bool is_box = kinds.empty() || std::string_view(kinds[0]->words).find("aabb") != std::string_view::npos;
  const bool is_turned = !is_box && std::string_view(kinds[0]->words).find(" obb ") != std::string_view::npos;
  if (is_turned && vectors == 2) return boxOfSizes(numbers, arguments, line, findings);
  if (is_box) {
    auto box = areSizesBehindVector(arguments) ? boxOfSizes(numbers, arguments, line, findings)
                                               : boxOfCorners(words, numbers, vectors == 2, line, findings);
    const bool has_sizes = kinds.empty() && (vectors == 1 || vectors == 2 || (vectors == 0 && numbers.size() < 4));
    return !box && has_sizes ? boxOfSizes(numbers, arguments, line, findings) : box;
  }
  // A longer name says nothing about the order of numbers alone, but a ball's four are clear.
  const bool is_plain = std::ranges::count_if(words, [](const std::string& word) {
                          return !holdsWord(" new create make add collider collision shape bounding geom ", word);
                        }) == 1;
  if (vectors == 0 && !is_plain && numbers.size() != 4) return std::nullopt;
  // p5's circle(x, y, diameter)
  const bool may_be_drawn = maker.find('.') == std::string_view::npos && maker[0] >= 'a' && maker[0] <= 'z';
  if (vectors == 0 && may_be_drawn && !maker.starts_with("new")) return std::nullopt;
  std::optional<FoundBody> found;
  for (const std::size_t dimensions : {std::size_t{2}, std::size_t{3}}) {
    Arguments rest(arguments, dimensions);
    std::optional<FoundBody> body = bodyOf(*kinds[0], rest, dimensions, line, findings);
    if (!body || !rest.isAtEnd()) continue;
    if (found) return std::nullopt;
    found = std::move(body);
  }
  const bool is_rectangle = found && found->shape->type == "box" && vectors == 0;  // "add.rectangle(x, y, w, h)"
  if (is_rectangle && findings.rectangle_place == RectanglePlace::kOpen)
    findings.doubt(trf("line {}: the place of a rectangle may be its middle or a corner", line));
  if (is_rectangle && findings.rectangle_place == RectanglePlace::kMiddle) {
    found->pose.position = Numbers(numbers.begin(), numbers.begin() + 2);
    found->shape->centre.reset();
    return found;
  }
  if (is_rectangle && findings.rectangle_place == RectanglePlace::kCorner) return found;  // it has its place
  const bool has_place = found && (found->shape->type == "sphere" || found->shape->type == "circle");
  if (found && !has_place && found->pose.position) found->pose.position.reset();
  return found;
}

std::optional<FoundBody> bodyOfMethod(std::string_view method, const std::vector<Reading>& arguments, int line,
                                      Findings& findings) {
  const std::vector<const Kind*> kinds = kindsOf(wordsOf(lastName(method)));
  if (kinds.size() != 1) return std::nullopt;
  for (const std::size_t dimensions : {std::size_t{2}, std::size_t{3}}) {
    Arguments rest(arguments, dimensions);
    auto body = bodyOf(*kinds[0], rest, dimensions, line, findings);
    if (body && rest.isAtEnd()) return body;
  }
  return std::nullopt;
}

namespace {

/// GameMaker's rectangle_in_circle and its like have two corners (manual.gamemaker.io, Movement and Collisions).
/// Another's point_in_rectangle may have sizes.
const Kind& kindFor(const Kind& named, std::string_view function, bool is_of_gamemaker) {
  static const Kind kBetweenCorners{"", "box", {Role::kLower, Role::kUpper}, 2};
  const bool is_box = named.roles.size() == 2 && named.roles[1] == Role::kFullSizes,
             is_its_own =
                 function.starts_with("rectangle_in_") || (is_of_gamemaker && function == "point_in_rectangle");
  return is_box && is_its_own ? kBetweenCorners : named;
}

/// Whether the sizes of a rectangle, given by numbers alone behind its corner, may be the opposite corner.
bool mayEndInCorner(const FoundBody& body) {
  const FoundShape& shape = *body.shape;
  if (shape.type != "box" || shape.sizes.size() != 2 || !shape.centre || shape.centre->size() != 2) return false;
  return std::ranges::all_of(std::array<std::size_t, 2>{0, 1}, [&](std::size_t c) {
    const double half = shape.sizes[c].value, lower = (*shape.centre)[c].value - half;
    return 2 * half > lower;
  });
}

}  // namespace

bool saysTwoKinds(std::string_view function) { return !kindsIn(function).empty(); }

std::optional<std::vector<FoundBody>> bodiesAsked(std::string_view function, const std::vector<Reading>& arguments,
                                                  int line, bool are_squares, Findings& findings) {
  const std::vector<const Kind*> kinds = kindsIn(function);
  if (kinds.empty()) return std::nullopt;
  std::optional<std::vector<FoundBody>> found;
  bool may_be_corners = false;
  for (const std::size_t dimensions : {std::size_t{2}, std::size_t{3}}) {
    Arguments rest(arguments, dimensions);
    std::vector<FoundBody> bodies;
    bool fits = true, has_numbers = false, ends_in_corner = false;
    for (const Kind* const kind : kinds) {
      if (const Reading* const whole = rest.shape()) {
        bodies.push_back({"", whole->shape, *whole});
        continue;
      }
      const Kind& read = kindFor(*kind, function, findings.is_of_gamemaker);
      std::optional<FoundBody> body = bodyOf(read, rest, dimensions, line, findings);
      fits = fits && body;
      if (!fits) break;
      ends_in_corner = ends_in_corner || (read.roles == kind->roles && mayEndInCorner(*body));
      has_numbers = true;
      bodies.push_back(std::move(*body));
    }
    if (!fits || !has_numbers || !rest.isAtEnd()) continue;
    if (found) return std::nullopt;  // twelve numbers may be of the plane or of space
    found = std::move(bodies);
    may_be_corners = ends_in_corner;
  }
  if (!found) return std::nullopt;
  // p5.collide2D's collideLineCircle and its like take diameters (github.com/bmoren/p5.collide2D, README).
  const std::string_view last = lastName(function);
  const bool are_diameters = last.starts_with("collide") && last.size() > 7 && last[7] >= 'A' && last[7] <= 'Z';
  if (may_be_corners && !are_diameters)
    findings.doubt(trf("line {}: the last two numbers may be a corner or sizes", line));
  for (FoundBody& body : *found) {
    if (body.shape->type == "segment" && last.find("egment") == std::string_view::npos)
      findings.assume(tr("a line is the segment between its two points"));
    if (body.shape->type != "circle" && body.shape->type != "sphere") continue;
    double& radius = body.shape->sizes[0].value;
    if (are_diameters) radius /= 2;
    if (are_squares) radius = std::sqrt(radius);
  }
  return found;
}

}  // namespace sepax::paste
