#include "lab/paste/join_parts.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sepax::paste {

namespace {

/// The name of a variable without the words for shapes and poses: "box" of "boxShape" and "T_box", "" of "shape1".
std::string subjectOf(std::string_view name) {
  std::string out, word;
  const auto take = [&] {
    const Role role = roleOf(word);
    if (word.size() > 1 && (role == Role::kNone || role == Role::kVertices)) out += lowered(word);
    word.clear();
  };
  for (const char c : name.substr(std::min(name.find_last_of('.') + 1, name.size()))) {
    const bool is_capital = c >= 'A' && c <= 'Z',
               follows_small = !word.empty() && word.back() >= 'a' && word.back() <= 'z';
    if ((is_capital && follows_small) || c == '_') take();
    if (c != '_') word += c;
  }
  take();
  return out;
}

/// Which body a pose's name speaks of: the one whose subject is the longest that it begins with.
std::optional<std::size_t> bodyNamedBy(std::string_view pose_name, const std::vector<std::string>& subjects) {
  const std::string pose = subjectOf(pose_name);
  std::optional<std::size_t> best;
  for (std::size_t b = 0; b < subjects.size(); ++b) {
    const std::string& subject = subjects[b];
    if (subject.empty() || !pose.starts_with(subject)) continue;
    const bool has_other_number =
        pose.size() > subject.size() && pose[subject.size()] >= '0' && pose[subject.size()] <= '9';
    if (!has_other_number && (!best || subject.size() > subjects[*best].size())) best = b;
  }
  return best;
}

/// A place and a rotation that are named alike, or follow each other, are one pose.
std::vector<FoundBody> posesOf(std::vector<FoundBody> parts) {
  std::vector<FoundBody> poses;
  for (FoundBody& part : parts) {
    const int label = bodyLabel(part.name);
    const auto fits = [&](const FoundBody& pose) {
      const bool has_room = !(pose.pose.position && part.pose.position) && !(pose.pose.rotation && part.pose.rotation);
      return has_room && bodyLabel(pose.name) == label;
    };
    // The nearest pose with a label before it, so that pos, rot, pos, rot makes two; else the last one, unless the
    // names are of two bodies, as "cube_iso" and "ball_rot" are.
    auto found = poses.rbegin();
    if (label > 0) found = std::find_if(poses.rbegin(), poses.rend(), fits);
    bool joins = found != poses.rend() && fits(*found);
    if (joins && label == 0) {
      const std::string subject = subjectOf(part.name), other = subjectOf(found->name);
      joins = subject.empty() || other.empty() || subject == other;
    }
    if (!joins) {
      poses.push_back(std::move(part));
      continue;
    }
    if (part.pose.position) found->pose.position = std::move(part.pose.position);
    if (part.pose.rotation) found->pose.rotation = std::move(part.pose.rotation);
    found->pose.also.insert(found->pose.also.end(), part.pose.also.begin(), part.pose.also.end());
  }
  return poses;
}

/// "objs[0]" of "objs[0].primitive_poses[0]".
std::string_view ownerOfPath(std::string_view path) { return path.substr(0, std::min(path.rfind('.'), path.size())); }

/// Which of several bodies a part without a shape belongs to: the only one of its owner.
std::optional<std::size_t> bodyOfOwner(const std::string& name, const std::vector<FoundBody>& bodies) {
  const std::string_view owner = ownerOfPath(name);
  if (owner.size() == name.size()) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const std::string_view other = ownerOfPath(bodies[b].name);
    if (other != owner || other.size() == bodies[b].name.size()) continue;
    if (found) return std::nullopt;
    found = b;
  }
  return found;
}

/// Velocities go to the bodies that they are named after.
void joinVelocities(std::vector<FoundBody>& parts, std::vector<FoundBody>& bodies) {
  for (FoundBody& part : parts) {
    if (part.shape || !part.velocity) continue;
    const int label = bodyLabel(part.name);
    std::optional<std::size_t> to = bodyOfOwner(part.name, bodies);
    for (std::size_t b = 0; b < bodies.size() && !to; ++b) {
      if (label > 0 && bodyLabel(bodies[b].name) == label) to = b;
    }
    if (to && !bodies[*to].velocity) bodies[*to].velocity = part.velocity;
    if (to && part.spin) bodies[*to].spin = part.spin;
  }
}

bool lacksPose(const FoundBody& body) { return body.pose.isEmpty(); }

void givePose(FoundBody& body, const FoundBody& pose) {
  const std::optional<Numbers> scale = std::exchange(body.pose.scale, std::nullopt);
  body.pose = pose.pose;
  if (!body.pose.scale) body.pose.scale = scale;
}

/// Gives the poses that are left in order; a shape takes the pose that follows it where poses are fewer.
void joinInOrder(std::vector<FoundBody>& bodies, const std::vector<FoundBody>& poses, std::vector<bool>& taken,
                 Findings& findings) {
  const auto left = static_cast<std::size_t>(std::count(taken.begin(), taken.end(), false));
  const auto lacking = static_cast<std::size_t>(std::count_if(bodies.begin(), bodies.end(), lacksPose));
  std::size_t next = 0;
  for (std::size_t b = 0; b < bodies.size() && left > 0; ++b) {
    FoundBody& body = bodies[b];
    if (!lacksPose(body)) continue;
    while (next < poses.size() && taken[next]) ++next;
    if (next >= poses.size()) break;
    const int following = b + 1 < bodies.size() ? bodies[b + 1].shape->line : 0;
    const bool is_later = left < lacking && following > 0 && poses[next].pose.line >= following;
    if (is_later) continue;
    givePose(body, poses[next]);
    taken[next] = true;
    if (left < lacking) {
      findings.doubt(trf("line {}: a place is taken for the shape of line {}, which it only stands near",
                         poses[next].pose.line, body.shape->line));
    }
    if (left >= lacking && lacking > 1) findings.remark(tr("shapes and poses are joined in the order of the text"));
  }
}

}  // namespace

void joinParts(std::vector<FoundBody> parts, Findings& findings) {
  std::vector<FoundBody> poses;
  std::vector<FoundBody> bodies;
  for (FoundBody& part : parts) {
    if (part.shape && part.shape->type == kRay)
      findings.bodies.push_back(std::move(part));
    else if (part.shape)
      bodies.push_back(std::move(part));
    else
      poses.push_back(std::move(part));
  }
  joinVelocities(poses, bodies);
  std::erase_if(poses, [](const FoundBody& part) { return part.pose.isEmpty(); });
  // A pose that comes several times counts once.
  poses = posesOf(std::move(poses));
  std::vector<bool> taken(poses.size(), false);
  const auto give = [&](FoundBody& body, std::size_t i) {
    givePose(body, poses[i]);
    taken[i] = true;
  };
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto owned = bodyOfOwner(poses[i].name, bodies);
    if (owned && lacksPose(bodies[*owned])) give(bodies[*owned], i);
  }
  for (FoundBody& body : bodies) {
    const int label = bodyLabel(body.name);
    if (!lacksPose(body) || label == 0) continue;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      if (taken[i] || bodyLabel(poses[i].name) != label) continue;
      give(body, i);
      break;
    }
  }
  std::vector<std::string> subjects;
  for (const FoundBody& body : bodies) subjects.push_back(subjectOf(body.name));
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto named = taken[i] ? std::nullopt : bodyNamedBy(poses[i].name, subjects);
    if (named && lacksPose(bodies[*named])) give(bodies[*named], i);
  }
  joinInOrder(bodies, poses, taken, findings);
  for (FoundBody& body : bodies) {
    body.name.clear();  // a variable's or a heading's: it has served to join them
    findings.bodies.push_back(std::move(body));
  }
}

}  // namespace sepax::paste
