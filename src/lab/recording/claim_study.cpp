#include "lab/recording/claim_study.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/mesh.h"
#include "geom/rounded.h"
#include "lab/export.h"
#include "lab/jury/likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <span>
#include <string>

namespace sepax {

namespace {

/// Whether a shape, or a child of it, has a curved surface.
bool isRound(const Shape& shape) {
  if (const CompoundData* const compound = childrenOf(shape))
    return std::ranges::any_of(compound->children, [](const CompoundChild& child) { return isRound(child.shape); });
  static const std::set<std::string, std::less<>> kFlat{"box",      "hull",    "polygon",    "concave_polygon",
                                                        "triangle", "segment", "point",      "half_space",
                                                        "mesh",     "chain",   "heightfield"};
  return !kFlat.contains(exportKind(shape));
}

ShapeKinds kindsOf(const PosedShape& a, const PosedShape& b) {
  ShapeKinds kinds{typeName(a.shape), typeName(b.shape)};
  if (kinds.second < kinds.first) std::swap(kinds.first, kinds.second);
  return kinds;
}

std::string textOf(const ShapeKinds& kinds) { return trf("{} and {}", kinds.first, kinds.second); }

/// Every cause tests a pair again.
bool isQuicklyTested(const Shape& shape) {
  constexpr std::size_t kMaxTriangles = 500;
  const MeshData* const mesh = trianglesOf(shape);
  return mesh == nullptr || mesh->triangles.size() <= kMaxTriangles;
}

/// A claim about a pair, changed as causes say.
struct Trial {
  Claim claim;
  PosedShape a, b;
  bool is_float = false;
  std::optional<bool> is_right = {};  ///< whatever the reference says
};

void moveTo(Trial& trial, const ClaimStudy::Poses& poses) {
  trial.a.pose = poses.first;
  trial.b.pose = poses.second;
}

/// Changes both shapes, or the one that can be changed; false when neither can.
bool changeShapes(Trial& trial, const std::function<Result<Shape>(const Shape&)>& changed) {
  bool has_changed = false;
  for (Shape* const shape : {&trial.a.shape, &trial.b.shape}) {
    if (auto other = changed(*shape)) {
      *shape = std::move(*other);
      has_changed = true;
    }
  }
  return has_changed;
}

/// The gap between the shapes that an answer says, metres.
std::optional<double> saidGap(const JurorAnswer& answer) {
  return answer.separation ? answer.separation : answer.distance;
}

/// The reference's gap: apart the distance, which no axis shows where corners are nearest.
double rightGap(const CheckedClaim& claim) { return claim.separation > 0 ? claim.distance : claim.separation; }

/// Adds metres to the separation and the distance, or gives the separation and those of contacts the other sign.
bool changeSeparation(Trial& trial, double factor, double offset) {
  JurorAnswer& answer = trial.claim.answer;
  if (!answer.separation && !answer.distance) return false;
  if (answer.separation) {
    answer.separation = factor * *answer.separation + offset;
    answer.overlapping.reset();
  }
  if (answer.distance) answer.distance = *answer.distance + offset;
  for (JurorAnswer::Contact& contact : answer.contacts) contact.separation *= factor;
  if (offset != 0) answer.contacts.clear();  // they are on other surfaces
  answer.closest_points.reset();
  return true;
}

/// Tries causes on all samples, each on top of those that explained most so far.
class CauseTrials {
 public:
  using Sample = ClaimStudy::Sample;

  CauseTrials(const ClaimStudy::Reservoir& differing, const ClaimStudy::Reservoir& agreeing,
              const RecordingHead& head) {
    head_.precision = head.precision;
    head_.tolerance = head.tolerance;
    head_.allowed = head.allowed;
    head_.scene.space = head.scene.space;
    head_.scene.touching_tolerance = head.scene.touching_tolerance;
    for (const ClaimStudy::Reservoir* const reservoir : {&differing, &agreeing}) {
      const double weight = double(reservoir->offered) / double(std::max<std::size_t>(1, reservoir->samples.size()));
      for (const Sample& sample : reservoir->samples) {
        const Trial trial{sample.checked.claim, sample.a, sample.b};
        tried_.push_back({&sample, kindsOf(sample.a, sample.b), weight, trial, byOf(sample.checked)});
      }
    }
    differing_ = differing.samples.size();
    addReadings();
    addMargins();
    addOffsets();
    addDefects();
  }

  void explain(ClaimExplanation& out) {
    const auto least = std::size_t(std::ceil(kMinShare * double(differing_)));
    for (std::size_t before = unexplained();;) {
      Found best;
      const Cause* cause = nullptr;
      for (const Cause& each : causes_) {
        Found found = tried(each);
        if (found.gain > best.gain && found.explained >= least) {
          best = std::move(found);
          cause = &each;
        }
      }
      if (cause == nullptr) break;
      ClaimCause chosen{cause->key, cause->text, {}, 0};
      for (const auto& [kinds, gain] : best.kinds) chosen.kinds.push_back({kinds, detailOf(*cause, kinds)});
      apply(*cause, best);
      std::erase_if(causes_, [&](const Cause& each) { return each.text == chosen.text; });
      const std::size_t rest = unexplained();
      chosen.explained = before - std::min(before, rest);
      before = rest;
      out.causes.push_back(std::move(chosen));
    }
    out.tried = differing_;
    std::vector<double> by;
    for (std::size_t i = 0; i < differing_; ++i) {
      if (tried_[i].by > 0) by.push_back(tried_[i].by);
    }
    std::ranges::sort(by);
    out.unexplained = by.size();
    if (by.empty()) return;
    out.half_by = by[by.size() / 2];
    out.nine_tenths_by = by[by.size() * 9 / 10];
  }

 private:
  struct Cause {
    std::string key, text;
    /// Changes a claim as the cause says; false when the cause says nothing about it.
    std::function<bool(const Sample& sample, Trial& trial)> change;
    /// It concerns the recording as a whole: also kinds of which it alone makes no claim agree.
    bool is_convention = false;
    std::map<ShapeKinds, std::string> details = {};
  };
  struct Tried {
    const Sample* sample = nullptr;
    ShapeKinds kinds;
    double weight = 1;  ///< how many claims of the recording it stands for
    Trial trial;        ///< with the causes that were chosen
    double by = 0;      ///< by how much it differs with them, metres; 0: it agrees
  };
  struct Found {
    std::map<ShapeKinds, double> kinds;  ///< of which more claims come to agree than to differ, and how many more
    std::set<ShapeKinds> worse;          ///< of which more come to differ
    double gain = 0;                     ///< of all of them
    std::size_t explained = 0;           ///< samples that come to agree
  };

  [[nodiscard]] static std::string detailOf(const Cause& cause, const ShapeKinds& kinds) {
    const auto detail = cause.details.find(kinds);
    return detail == cause.details.end() ? "" : detail->second;
  }

  [[nodiscard]] std::size_t unexplained() const {
    return std::size_t(std::count_if(tried_.begin(), tried_.begin() + std::ptrdiff_t(differing_),
                                     [](const Tried& t) { return t.by > 0; }));
  }

  /// By how much a claim differs, metres; 0: it agrees. Some parts differ without a length, as a vector that is none.
  [[nodiscard]] static double byOf(const CheckedClaim& checked) {
    if (!checked.differs()) return 0;
    return checked.worst() > 0 ? checked.worst() : std::numeric_limits<double>::min();
  }

  /// That of a changed claim.
  [[nodiscard]] double differenceOf(const Trial& trial) const {
    if (trial.is_right) return *trial.is_right ? 0 : 1;
    RecordingHead head = head_;
    if (trial.is_float) head.precision = "float";
    return byOf(checkClaim(trial.claim, trial.a, trial.b, head));
  }

  [[nodiscard]] Found tried(const Cause& cause) const {
    struct Count {
      double gain = 0;
      std::size_t explained = 0, wrong = 0;
    };
    std::map<ShapeKinds, Count> counts;
    for (const bool was_wrong : {true, false}) {
      for (const Tried& each : tried_) {
        if (was_wrong != (each.by > 0)) continue;
        Count& count = counts[each.kinds];
        count.wrong += was_wrong ? 1 : 0;
        if (!was_wrong && count.gain <= 0 && !cause.is_convention) continue;  // there is nothing that could be lost
        Trial trial = each.trial;
        if (!cause.change(*each.sample, trial) || was_wrong == (differenceOf(trial) > 0)) continue;
        count.gain += was_wrong ? each.weight : -each.weight;
        count.explained += was_wrong ? 1 : 0;
      }
    }
    Found found;
    for (const auto& [kinds, count] : counts) {
      if (count.gain < 0) found.worse.insert(kinds);
      if (count.gain <= 0 || double(count.explained) < kMinShareOfKinds * double(count.wrong)) continue;
      found.kinds.emplace(kinds, count.gain);
      found.gain += count.gain;
      found.explained += count.explained;
    }
    return found;
  }

  void apply(const Cause& cause, const Found& found) {
    for (Tried& each : tried_) {
      const bool is_concerned =
          cause.is_convention ? !found.worse.contains(each.kinds) : found.kinds.contains(each.kinds);
      if (!is_concerned || !cause.change(*each.sample, each.trial)) continue;
      each.by = differenceOf(each.trial);
    }
  }

  void addReading(const char* key, std::string text, std::function<bool(const Sample& sample, Trial& trial)> change) {
    causes_.push_back({key, std::move(text), std::move(change), true});
  }

  /// Metres: as far as engines let the two points of a contact drift apart before they drop it (Bullet's 0.02 m).
  static constexpr double kMaxDrift = 0.02;

  /// Radians.
  static constexpr double kDegree = M_PI / 180, kMaxTilt = 0.25 * kDegree;

  /// Leaves out contacts that have drifted. False where there is none, or one that is on neither shape.
  static bool leaveOutKept(const Sample&, Trial& trial) {
    const double slack = 1e-4 * std::min(sizeOf(trial.a.shape), sizeOf(trial.b.shape));
    auto& contacts = trial.claim.answer.contacts;
    const auto offBy = [](const PosedShape& shape, const JurorAnswer::Contact& contact) {
      return std::abs(containsPoint(shape.shape, shape.pose, contact.position).signed_distance);
    };
    const auto isKept = [&](const JurorAnswer::Contact& contact) {
      const auto [near, far] = std::minmax({offBy(trial.a, contact), offBy(trial.b, contact)});
      return near <= std::abs(contact.separation) + slack && far > slack &&
             far <= kMaxDrift + std::abs(contact.separation) + slack;
    };
    return std::erase_if(contacts, isKept) > 0;
  }

  /// How a recording may be read otherwise.
  void addReadings() {
    addReading("previous_poses", tr("the poses of the frame before: a claim belongs to the start of its step"),
               [](const Sample& sample, Trial& trial) {
                 if (sample.before) moveTo(trial, *sample.before);
                 return sample.before.has_value();
               });
    addReading("next_poses", tr("the poses of the frame after: a claim belongs to the end of its step"),
               [](const Sample& sample, Trial& trial) {
                 if (sample.after) moveTo(trial, *sample.after);
                 return sample.after.has_value();
               });
    addReading("reversed_normal", tr("reversed normals: they point from B to A"), [](const Sample&, Trial& trial) {
      auto& normal = trial.claim.answer.normal;
      if (normal) normal = -*normal;
      return normal.has_value();
    });
    addReading("reversed_sign", tr("the other sign of the separation: it is positive inside"),
               [](const Sample&, Trial& trial) { return changeSeparation(trial, -1, 0); });
    addReading("double_size", tr("twice the size: half sizes are written where whole ones are meant"),
               [](const Sample&, Trial& trial) {
                 return changeShapes(trial, [](const Shape& shape) { return scaled(shape, Vec3{2.0}); });
               });
    addReading("half_size", tr("half the size: whole sizes are written where half ones are meant"),
               [](const Sample&, Trial& trial) {
                 return changeShapes(trial, [](const Shape& shape) { return scaled(shape, Vec3{0.5}); });
               });
    addReading("inverse_rotation", tr("inverse rotations"), [](const Sample&, Trial& trial) {
      trial.a.pose.rotation = glm::transpose(trial.a.pose.rotation);
      trial.b.pose.rotation = glm::transpose(trial.b.pose.rotation);
      return true;
    });
    if (head_.precision != "float") {
      addReading("single_precision", tr("the tolerance of single precision"), [](const Sample&, Trial& trial) {
        trial.is_float = true;
        return true;
      });
    }
    causes_.push_back({"kept_normal", tr("normals kept from earlier frames, though the bodies have turned since"),
                       [](const Sample& sample, Trial& trial) {
                         if (sample.keeps_normal) trial.is_right = true;
                         return sample.keeps_normal;
                       }});
    causes_.push_back({"tilted_normal",
                       trf("normals tilted by at most {}°, as iterations in single precision end on round shapes",
                           humanNumber(kMaxTilt / kDegree, 2)),
                       [](const Sample& sample, Trial& trial) {
                         auto& normal = trial.claim.answer.normal;
                         const Vec3& right = sample.checked.normal;
                         constexpr double kUnit = 1e-3;
                         const bool is_tilted = normal && (isRound(trial.a.shape) || isRound(trial.b.shape)) &&
                                                std::abs(sepax::length(*normal) - 1) <= kUnit &&
                                                dot(*normal, right) > 0 &&
                                                sepax::length(crossAccurate(*normal, right)) <= kMaxTilt;
                         if (is_tilted) normal = right;
                         return is_tilted;
                       }});
    causes_.push_back(
        {"kept_contacts",
         trf("contact points kept from earlier steps: each is on one shape, and at most {} m off the other",
             humanNumber(kMaxDrift)),
         leaveOutKept});
  }

  /// Margins within the sides, as engines of games have them: 0.04 m is Bullet's, 0.05 m Jolt's.
  void addMargins() {
    for (const double margin : {0.01, 0.02, 0.04, 0.05}) {
      causes_.push_back({"margin_inside", trf("\"margin_inside\": {}", margin), [margin](const Sample&, Trial& trial) {
                           return changeShapes(trial, [margin](const Shape& shape) -> Result<Shape> {
                             auto core = shrunk(coreOf(shape), margin);
                             SEPAX_TRY(core);
                             return rounded(*core, margin);
                           });
                         }});
    }
  }

  /// One offset for each two kinds: the median of what the claims that differ are off by.
  void addOffsets() {
    std::map<ShapeKinds, std::vector<double>> off;
    for (std::size_t i = 0; i < differing_; ++i) {
      const CheckedClaim& checked = tried_[i].sample->checked;
      if (const auto said = saidGap(checked.claim.answer)) off[tried_[i].kinds].push_back(rightGap(checked) - *said);
    }
    Cause cause{"offset", tr("a constant added to separations, as for a margin or a skin"), nullptr};
    std::map<ShapeKinds, double> offsets;
    for (auto& [kinds, each] : off) {
      constexpr std::size_t kFewest = 3;  // the median of fewer is one of them, whatever they are
      if (each.size() < kFewest) continue;
      const auto middle = each.begin() + std::ptrdiff_t(each.size() / 2);
      std::ranges::nth_element(each, middle);
      offsets[kinds] = *middle;
      cause.details[kinds] = humanNumber(*middle, 3) + " m";
    }
    cause.change = [offsets](const Sample& sample, Trial& trial) {
      const auto offset = offsets.find(kindsOf(sample.a, sample.b));
      const bool is_seen = offset != offsets.end() && std::abs(offset->second) > sample.checked.tolerance;
      return is_seen && changeSeparation(trial, 1, offset->second);
    };
    causes_.push_back(std::move(cause));
  }

  void addDefects() {
    const auto& defects = defectiveAlgorithms();
    for (std::size_t i = 0; i < defects.size(); ++i) {
      causes_.push_back({"algorithm", trf("the answers of {}: {}", defects[i]->name, tr(defects[i]->summary)),
                         [this, i](const Sample& sample, Trial& trial) {
                           auto& rows = defective_answers_[&sample];
                           if (rows.empty())
                             rows = defectiveAnswers(sample.a, sample.b, {head_.scene.touching_tolerance});
                           if (!isWrong(rows[i], sample.checked.tolerance, sample.checked.claim.answer)) return false;
                           JuryRow row;
                           row.answer = sample.checked.claim.answer;
                           row.differences = sample.checked.differences;
                           row.tolerance = sample.checked.tolerance;
                           trial.is_right = isAlike(row, rows[i], sample.a, sample.b);
                           return true;
                         }});
    }
  }

  static constexpr double kMinShare = 0.1;          ///< of the claims that differ, so many a cause has to explain
  static constexpr double kMinShareOfKinds = 0.25;  ///< and of those of each kinds of shapes

  RecordingHead head_;        ///< without bodies
  std::vector<Tried> tried_;  ///< those that differ come first
  std::size_t differing_ = 0;
  std::vector<Cause> causes_;
  std::map<const Sample*, std::vector<JuryRow>> defective_answers_;
};

}  // namespace

ClaimFault faultOf(const CheckedClaim& claim) {
  using enum ClaimFault;
  const auto worst = std::ranges::find_if(claim.differences, [](const JuryDifference& d) { return !d.is_tie; });
  if (worst == claim.differences.end() || worst->what == "closest_points") return kOther;
  if (worst->what == "normal") return kNormal;
  if (worst->what == "contacts") return kContacts;
  const JurorAnswer& said = claim.claim.answer;
  if (worst->what == "verdict") {
    const bool denies_itself =
        said.overlapping && said.separation && *said.overlapping != (*said.separation < 0) && *said.separation != 0;
    if (denies_itself) return kOther;
    return claim.separation > 0 ? kSaysOverlapping : kSaysSeparated;  // "touching" is wrong of either
  }
  const double right = rightGap(claim);
  return saidGap(said).value_or(right) < right ? kTooDeep : kTooFar;
}

std::string ClaimGroup::text() const {
  std::string parts;
  for (std::size_t i = 0; i < kClaimFaultCount; ++i) {
    if (faults[i] > 0)
      parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", tr(kClaimFaultNames[i].name), faults[i]);
  }
  return trf("{}: {} of {} claims differ, at most by {} m: {}", textOf(kinds), differing, claims, humanNumber(worst, 4),
             parts);
}

bool ClaimStudy::keepsNormal(const CheckedClaim& claim, const PosedShape& a, const PosedShape& b) {
  if (!claim.claim.answer.normal) return false;
  constexpr double kSame[] = {1e-7, 1e-6, 1e-6}, kTurned = 1e-4;  // floats are rotated back with an error
  const Mat3 from_world[] = {Mat3(1.0), glm::transpose(a.pose.rotation), glm::transpose(b.pose.rotation)};
  const Numbers pair{claim.claim.a, claim.claim.b};
  const auto last = normals_before_.find(pair);
  LastNormals kept;
  bool is_old = false;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const LastNormal now{from_world[i] * *claim.claim.answer.normal, from_world[i] * claim.normal};
    // While a normal is kept, the right one is that of the frame in which it came.
    const bool is_same = last != normals_before_.end() && length(now.claimed - last->second[i].claimed) <= kSame[i];
    kept[i] = is_same ? last->second[i] : now;
    is_old = is_old || (is_same && length(now.reference - kept[i].reference) > kTurned);
  }
  normals_.insert_or_assign(pair, kept);
  return is_old;
}

void ClaimStudy::advance(const RecordedScene& scene) {
  const auto& bodies = scene.bodies();
  for (Reservoir* const reservoir : {&differing_, &agreeing_}) {
    for (Sample& sample : reservoir->samples) {
      if (sample.frame != frame_) continue;
      const auto a = bodies.find(sample.checked.claim.a), b = bodies.find(sample.checked.claim.b);
      if (a != bodies.end() && b != bodies.end()) sample.after.emplace(poseOf(a->second), poseOf(b->second));
    }
  }
  ++frame_;
  normals_before_ = std::exchange(normals_, {});
}

void ClaimStudy::add(const CheckedClaim& claim, const RecordedScene& scene, const std::optional<Poses>& before) {
  PosedShape a = posedShape(scene.body(claim.claim.a)), b = posedShape(scene.body(claim.claim.b));
  const ShapeKinds kinds = kindsOf(a, b);
  ClaimGroup& group = groups_[kinds];
  group.kinds = kinds;
  ++group.claims;
  const bool differs = claim.differs();
  if (differs) {
    ++group.differing;
    ++group.faults[static_cast<std::size_t>(faultOf(claim))];
    group.worst = std::max(group.worst, claim.worst());
  }
  const bool keeps_normal = keepsNormal(claim, a, b);
  if (!isQuicklyTested(a.shape) || !isQuicklyTested(b.shape)) return;
  // Vitter 1985, algorithm R.
  Reservoir& reservoir = differs ? differing_ : agreeing_;
  const std::size_t at = reservoir.offered < kMaxTried ? reservoir.offered : random_() % (reservoir.offered + 1);
  ++reservoir.offered;
  if (at >= kMaxTried) return;
  if (at == reservoir.samples.size()) reservoir.samples.emplace_back();
  reservoir.samples[at] = Sample{claim, std::move(a), std::move(b), before, std::nullopt, keeps_normal, frame_};
}

ClaimExplanation ClaimStudy::explain(const RecordingHead& head) const {
  ClaimExplanation out;
  for (const auto& [kinds, group] : groups_) {
    if (group.differing > 0) out.groups.push_back(group);
  }
  if (out.groups.empty()) return out;
  std::ranges::stable_sort(out.groups, std::greater(), &ClaimGroup::differing);
  CauseTrials(differing_, agreeing_, head).explain(out);
  return out;
}

std::vector<std::string> ClaimExplanation::lines() const {
  std::vector<std::string> out;
  for (const ClaimGroup& group : groups) out.push_back(group.text());
  std::ranges::move(causeLines(), std::back_inserter(out));
  return out;
}

std::vector<std::string> ClaimExplanation::causeLines() const {
  std::vector<std::string> out;
  for (const ClaimCause& cause : causes) {
    constexpr std::size_t kMaxListed = 4;
    const std::size_t listed = std::min(cause.kinds.size(), kMaxListed);
    std::string where;
    for (const auto& [kinds, detail] : std::span(cause.kinds).first(listed))
      where += (where.empty() ? "" : ", ") + textOf(kinds) + (detail.empty() ? "" : " " + detail);
    if (listed < cause.kinds.size()) where += trf(" and {} more", cause.kinds.size() - listed);
    out.push_back(trf("{} of {} claims that differ agree with {} ({})", cause.explained, tried, cause.text, where));
  }
  if (unexplained > 0)
    out.push_back(
        trf("No cause explains {} of {} claims that differ: half of them by at most {} m, nine of ten by at most {} m",
            unexplained, tried, humanNumber(half_by, 2), humanNumber(nine_tenths_by, 2)));
  return out;
}

Json ClaimExplanation::json() const {
  const auto kindsJson = [](const ShapeKinds& kinds) {
    return Json::list(std::vector<std::string>{kinds.first, kinds.second});
  };
  Json group_list = Json::array(), cause_list = Json::array();
  for (const ClaimGroup& group : groups) {
    Json faults = Json::object();
    for (std::size_t i = 0; i < kClaimFaultCount; ++i) {
      if (group.faults[i] > 0) faults.add(kClaimFaultNames[i].key, group.faults[i]);
    }
    group_list.push(Json{{"shapes", kindsJson(group.kinds)},
                         {"claims", group.claims},
                         {"differing", group.differing},
                         {"worst", group.worst},
                         {"faults", std::move(faults)}});
  }
  for (const ClaimCause& cause : causes) {
    Json shapes = Json::array();
    for (const auto& [kinds, detail] : cause.kinds) shapes.push(kindsJson(kinds));
    cause_list.push(Json{
        {"cause", cause.key}, {"explained", cause.explained}, {"shapes", std::move(shapes)}, {"text", cause.text}});
  }
  return Json{{"groups", std::move(group_list)}, {"tried", tried},     {"causes", std::move(cause_list)},
              {"unexplained", unexplained},      {"half_by", half_by}, {"nine_tenths_by", nine_tenths_by}};
}

}  // namespace sepax
