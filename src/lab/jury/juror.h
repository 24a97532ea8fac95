#pragma once

#include "core/error.h"
#include "core/json.h"
#include "core/process.h"
#include "document/document.h"
#include "format/query.h"

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Jurors: other programs that answer pairs, one JSON object a line. Whatever they do is an answer ("crashed, signal
// 11"), never ours. Only manifests name programs, and only in folders that are the user's or Sepax's: no case, bundle
// or text does.

namespace sepax {

struct JurorManifest {
  std::string file;
  std::string folder;  ///< that the program works in: the manifest's
  std::string name, title, needs;
  std::string notes;                 ///< how it has what its engine does not: "heightfields are meshes"
  std::vector<std::string> command;  ///< the first is a path
  std::string license;               ///< of the engine, as SPDX names it

  /// A package of npm that the program needs: of engines in JavaScript.
  struct Package {
    std::string name, version;
    double megabytes = 0;  ///< unpacked, about
  };
  std::optional<Package> npm;
};

/// Reads NAME.juror.json. A first word with a slash is relative to the manifest's folder; another is looked for in
/// PATH; so are further words that begin with "./".
[[nodiscard]] Result<JurorManifest> readJurorManifest(const std::string& file);

/// The manifests in the folders where jurors are: beside Sepax, those that were installed on demand, the user's own,
/// those of $SEPAX_JURORS, in this order; of one name the first. `problems` receives what is wrong with the others.
[[nodiscard]] std::vector<JurorManifest> findJurors(std::vector<std::string>& problems);

/// Where installed jurors are: $XDG_DATA_HOME/sepax/jurors or ~/.local/share/sepax/jurors; empty when neither variable
/// says.
[[nodiscard]] std::string installedJurorFolder();
/// Where a program is in $PATH; empty when it is not there.
[[nodiscard]] std::string programInPath(std::string_view name);

struct JurorLimits {
  double start_seconds = 10;
  double answer_seconds = 2;
  std::uint64_t memory_bytes = 2ull << 30;
  std::size_t line_bytes = 16u << 20;
  int restarts = 3;  ///< in a minute
};

/// A juror's description of itself, its first line.
struct JurorHello {
  std::string name, version, precision = "double";
  double tolerance = 0;  ///< of size, where it iterates
  std::vector<std::string> shapes, spaces, answers;
  bool margins = false;  ///< whether it takes rounded shapes: they have the type of what is rounded
  Json options;

  /// Whether it answers queries of a type, "sweep" or "ray": only what it says so of is asked.
  [[nodiscard]] bool answersQuery(std::string_view type) const;
  /// Whether it answers in a space, "2d" or "3d": one that names none answers in both.
  [[nodiscard]] bool knowsSpace(std::string_view space) const;
  [[nodiscard]] std::vector<std::string> optionNames() const;
  /// The options that the engine takes by default, where jurors take another value, such as margins: {"margin": 0.04}.
  [[nodiscard]] Json engineDefaults() const;
};

struct JurorAnswer {
  enum class Status { kOk, kUnsupported, kError, kCrashed, kTimeout };
  Status status = Status::kOk;
  std::string message;
  std::optional<bool> overlapping;
  bool says_touching = false;  ///< which counts as overlapping
  std::optional<double> separation, distance, time_ns;
  bool is_along_axis = false;  ///< of an own algorithm: its gap is that along an axis, though it names none
  std::optional<Vec3> normal;
  std::optional<std::pair<Vec3, Vec3>> closest_points;
  struct Contact {
    Vec3 position{0.0};
    double separation = 0;
  };
  std::vector<Contact> contacts;
  bool has_contacts = false;  ///< it has a list of them, which may be empty
  std::optional<int> ghosts;  ///< of the reference in a scan: pairs of pieces with a ghost contact (touched_pieces.h)
  // The answer to a sweep or a ray. A sweep's normal points from A to B, a ray's out of the surface; a ray's `distance`
  // is along it.
  std::optional<bool> hit;
  std::optional<double> time;       ///< of a sweep, seconds from the start
  std::optional<Vec3> point;        ///< where they touch
  std::optional<double> tolerance;  ///< metres that the engine keeps away from contact, or goes into it
  Json json;                        ///< as it came
  std::string unknown_key = {};     ///< the first key that an answer does not have; empty: there is none
};
[[nodiscard]] const char* statusName(JurorAnswer::Status status);

/// A point or direction as jurors get it: two numbers in the plane.
[[nodiscard]] Json vectorIn(Space space, const Vec3& v);
/// The texts of a list, each as one line; items that are none are left out.
[[nodiscard]] std::vector<std::string> textsOf(const Json& list);

/// A body as jurors get it: as a case has it, without its id, scale and pivot worked in, meshes inlined.
enum class Velocities { kWritten, kLeftOut };
[[nodiscard]] Json jurorBody(const Document& document, const Body& body, Velocities velocities);

/// The question to a juror, without the id: the pair as posed shapes, scale and pivot worked in, meshes inlined.
[[nodiscard]] Json jurorRequest(const Document& document, const PairIds& pair);
/// The question for a sweep, the bodies with their velocities, or for a ray at one body, which is "a" alone: the query
/// as a case has it. Errors: another query, a body that is missing or rotates about a pivot away from its shape's
/// origin.
[[nodiscard]] Result<Json> jurorRequest(const Document& document, const Query& query);

/// Reads a juror's answer about shapes of a space; what has the wrong type or is not finite is an error of its own.
[[nodiscard]] JurorAnswer parseJurorAnswer(const Json& json, Space space);
/// The answer to a question of a kind: an error where it says nothing that could be compared, or anything that only
/// another kind of question has. A time or a distance says that there is a hit.
enum class QuestionKind { kPair, kSweep, kRay };
[[nodiscard]] JurorAnswer answerTo(QuestionKind asked, JurorAnswer answer);

/// A juror at work: started when it is first asked, and again when it has crashed or hung, but not for ever.
class Juror {
 public:
  Juror(JurorManifest manifest, JurorLimits limits) : manifest_(std::move(manifest)), limits_(limits) {}
  [[nodiscard]] JurorAnswer ask(Json request);
  /// Asks many at once and gives as many answers: the juror is written to and read from while it thinks. Each has the
  /// time of one.
  [[nodiscard]] std::vector<JurorAnswer> askAll(std::vector<Json> requests);
  /// Asks for what is answered by many lines, each an object with the request's id: `visit` gets them until it returns
  /// false. Each line has the time of an answer, the first that of a start. Nullopt, or how the juror ended before.
  [[nodiscard]] std::optional<JurorAnswer> askForLines(Json request, const std::function<bool(Json line)>& visit);
  [[nodiscard]] const JurorManifest& manifest() const { return manifest_; }
  /// Its description; started for it if need be. Null where it cannot be started: lastEnd() says why.
  [[nodiscard]] const JurorHello* greeted();
  [[nodiscard]] const JurorAnswer& lastEnd() const { return last_end_; }
  /// Empty until it has started.
  [[nodiscard]] const std::optional<JurorHello>& hello() const { return hello_; }

 private:
  [[nodiscard]] std::optional<JurorAnswer> start();
  /// Sends a text, which may be empty, and waits for the object with that id; else how the juror ended.
  [[nodiscard]] tl::expected<Json, JurorAnswer> hear(std::string_view text, int id, double seconds);
  /// The child's end as an answer.
  [[nodiscard]] JurorAnswer buried(JurorAnswer::Status status, const std::string& why);

  JurorManifest manifest_;
  JurorLimits limits_;
  std::optional<ChildTalk> child_;
  std::optional<JurorHello> hello_;
  std::deque<std::chrono::steady_clock::time_point> starts_;
  JurorAnswer last_end_;  ///< that of its last start, once it has ended
  int next_id_ = 1;
};

}  // namespace sepax
