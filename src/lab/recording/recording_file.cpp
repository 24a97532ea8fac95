#include "lab/recording/recording_file.h"

#include "core/gzip.h"
#include "core/json_text.h"
#include "core/language.h"
#include "core/line_stream.h"
#include "core/text.h"
#include "core/worker.h"
#include "document/validate.h"
#include "format/case_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace sepax {

struct LogFile::State {
  FileHandle file;
  std::string path;
  std::uint64_t offset = 0;  ///< in the file
  std::array<std::byte, 1 << 16> piece{};
  LineBuffer lines;
  std::optional<Gunzip> gunzip;
  bool has_ended = false, was_line_ended = true;

  /// Appends what the next piece of the file holds.
  [[nodiscard]] Result<void> readOn() {
    const std::size_t count = std::min<std::uint64_t>(piece.size(), file.size() - offset);
    has_ended = count == 0;
    if (has_ended) return {};
    const std::span<std::byte> bytes(piece.data(), count);
    SEPAX_TRY(file.readAt(offset, bytes));
    offset += count;
    if (!gunzip) {
      lines.append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      return {};
    }
    std::string text;
    const Result<void> unpacked = gunzip->unpack(bytes, text);
    lines.append(text);
    return unpacked ? unpacked : fail(unpacked.error().code, path, unpacked.error().message);
  }
};

namespace {

/// All of standard input, kept in a file without a name: a pipe can be read once alone.
Result<FileHandle> spooledInput() {
  auto file = FileHandle::temporary();
  SEPAX_TRY(file);
  std::array<std::byte, 1 << 16> piece{};
  while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), stdin)) {
    SEPAX_TRY(file->append(std::span(piece.data(), count)));
  }
  return file;
}

}  // namespace

LogFile::LogFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
LogFile::LogFile(LogFile&& other) noexcept = default;
LogFile& LogFile::operator=(LogFile&& other) noexcept = default;
LogFile::~LogFile() = default;

Result<LogFile> LogFile::open(const std::string& path) {
  auto file = path == "-" ? spooledInput() : FileHandle::open(path);
  SEPAX_TRY(file);
  auto state = std::make_unique<State>();
  state->path = path;
  std::array<std::byte, 2> sign{};
  if (file->size() >= sign.size()) SEPAX_TRY(file->readAt(0, sign));
  state->file = std::move(*file);
  if (startsLikeGzip(sign)) state->gunzip.emplace();
  return LogFile(std::move(state));
}

Result<bool> LogFile::nextLine(std::string& line, std::size_t max_bytes) {
  State& at = *state_;
  while (!at.lines.takeLine(line)) {
    if (at.lines.size() > max_bytes)
      return fail(ErrorCode::kTooLarge, at.path,
                  trf("expected lines of at most {} bytes, found a longer one", max_bytes));
    SEPAX_TRY(at.readOn());
    if (!at.has_ended) continue;
    at.lines.takeRest(line);
    at.was_line_ended = false;
    return !line.empty();
  }
  return true;
}

bool LogFile::wasLineEnded() const { return state_->was_line_ended; }
bool LogFile::wasCut() const { return state_->gunzip && !state_->gunzip->isAtEnd(); }
std::uint64_t LogFile::bytesRead() const { return state_->offset; }
std::uint64_t LogFile::size() const { return state_->file.size(); }

namespace {

constexpr std::size_t kHeadBytes = 4096;
/// Lines of more bytes are parsed side by side, this many at a time at most: each holds some ten times its bytes then.
constexpr std::size_t kLongLine = 32 << 10;
constexpr unsigned kMaxSideBySide = 4;

}  // namespace

Result<RecordingFile> RecordingFile::open(const std::string& path) {
  auto file = LogFile::open(path);
  SEPAX_TRY(file);
  RecordingFile recording(std::move(*file), RecordingReader(path));
  std::string line;
  std::size_t number = 0;
  do {
    const auto more = recording.file_.nextLine(line, kMaxRecordedLine);
    SEPAX_TRY(more);
    if (!*more && number == 0) return fail(ErrorCode::kSyntax, path, tr("expected a recording, found an empty file"));
    if (!*more)
      return fail(ErrorCode::kSyntax, path,
                  tr("expected a recording, found no line that is a JSON object with \"sepax_log\""));
    ++number;
  } while (isLogLine(line));
  auto head = recording.reader_.readHead(line, number);
  SEPAX_TRY(head);
  recording.head_ = std::move(*head);
  return recording;
}

/// Reads some lines and parses them.
Result<void> RecordingFile::readOn() {
  const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1u, kMaxSideBySide);
  SEPAX_TRY(state_);
  do {
    Line line;
    const auto more = file_.nextLine(line.text, kMaxRecordedLine);
    if (!more) state_ = tl::unexpected(more.error());
    if (!more || !*more) break;
    if (!file_.wasLineEnded()) line.kind = RecordingReader::Line::kMaybeCut;
    lines_.push_back(std::move(line));
  } while (lines_.size() < count && lines_.back().text.size() > kLongLine);
  std::vector<Worker> workers;
  for (Line& line : lines_) {
    const auto parse = [&line] { line.json = RecordingReader::parsed(line.text); };
    if (&line == &lines_.back()) {
      parse();
    } else {
      workers.emplace_back(parse);
    }
  }
  return lines_.empty() ? state_ : Result<void>();
}

Result<std::optional<RecordedFrame>> RecordingFile::nextFrame() {
  while (true) {
    if (lines_.empty()) SEPAX_TRY(readOn());
    if (lines_.empty()) return std::nullopt;
    const Line line = std::move(lines_.front());
    lines_.pop_front();
    if (line.json && line.json->isObject() && line.json->contains("sepax_log")) {
      return fail(ErrorCode::kWrongValue, reader_.placeOfNextLine(),
                  tr("expected frames of one recording, found the first line of a second one: "
                     "each needs a file of its own"));
    }
    if (auto frame = reader_.readFrame(line.text, line.json, line.kind)) return frame;
  }
}

bool isRecording(const std::string& path) {
  if (hasExtension(path, {".sepaxlog"}) || path.ends_with(".sepaxlog.gz")) return true;
  auto file = LogFile::open(path);
  std::string line;
  return file && file->nextLine(line, kHeadBytes).value_or(false) && line.starts_with("{\"sepax_log\"");
}

namespace {

constexpr std::size_t kMaxProblems = 100;
constexpr JsonLimits kLineLimits{
    .bytes = kMaxRecordedLine, .nesting = kMaxCaseNesting, .values = 4'000'000, .keys = kMaxBodies};

bool isBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

/// A finite number, also as a hexadecimal float.
std::optional<double> recordedNumber(const Json& value) {
  if (value.isString()) return parseHexFloat(value.string());
  return value.isNumber() && std::isfinite(value.number()) ? std::optional(value.number()) : std::nullopt;
}

/// A list of so many numbers, of which the first `lengths` are lengths.
Result<std::vector<double>> readNumbers(const Json& value, std::size_t count, std::size_t lengths) {
  if (!value.isArray() || value.size() != count)
    return fail(ErrorCode::kWrongValue, "", trf("expected {} numbers, found {}", count, foundText(value)));
  std::vector<double> out;
  for (const Json& each : value) {
    const auto number = recordedNumber(each);
    if (!number || (out.size() < lengths && std::abs(*number) > kMaxLength))
      return fail(ErrorCode::kWrongValue, "",
                  trf("expected finite numbers of at most {:g}, found {}", kMaxLength, foundText(each)));
    out.push_back(*number);
  }
  return out;
}

/// [x, y, z, qx, qy, qz, qw], in 2D [x, y, angle].
Result<void> readPose(const Json& value, Space space, RecordedPose& pose) {
  const bool is_planar = space == Space::k2d;
  const std::size_t places = is_planar ? 2 : 3;
  const auto numbers = readNumbers(value, is_planar ? 3 : 7, places);
  SEPAX_TRY(numbers);
  for (std::size_t i = 0; i < numbers->size(); ++i)
    (i < places ? pose.position[static_cast<int>(i)] : pose.rotation[i - places]) = (*numbers)[i];
  if (is_planar) return {};
  const auto& q = pose.rotation;
  SEPAX_TRY(unitQuaternion({q[0], q[1], q[2], q[3]}));
  return {};
}

/// [vx, vy, vz, wx, wy, wz], in 2D [vx, vy, w].
Result<void> readVelocity(const Json& value, Space space, RecordedVelocity& velocity) {
  const auto numbers = readNumbers(value, space == Space::k2d ? 3 : 6, 0);
  SEPAX_TRY(numbers);
  const std::vector<double>& n = *numbers;
  velocity.linear = {n[0], n[1], space == Space::k2d ? 0 : n[2]};
  velocity.angular = space == Space::k2d ? Vec3{0, 0, n[2]} : Vec3{n[3], n[4], n[5]};
  return {};
}

/// The keys of a frame besides its time and its mark.
const std::vector<std::string> kFrameParts{"remove", "add", "poses", "claims", "velocities"};
/// In the mark of a frame of which a recorder left something out.
constexpr std::string_view kLossesInMarks[] = {"not finite", "there is no body "};

/// "line 1, column 13: …" without the line, which is another one in the recording.
std::string withoutLine(const std::string& message) {
  constexpr std::string_view kFirstLine = "line 1, ";
  return message.starts_with(kFirstLine) ? message.substr(kFirstLine.size()) : message;
}

}  // namespace

void RecordingReader::problem(std::string text) {
  ++problem_count_;
  if (problems_.size() < kMaxProblems) problems_.push_back({line_, toValidUtf8(text)});
}

void RecordingReader::lose(std::string text) {
  if (lost_count_++ == 0) first_lost_ = {line_, toValidUtf8(text)};
  problem(std::move(text));
}

std::string RecordingReader::placeOfNextLine() const { return fmt::format("{}:{}", name_, line_ + 1); }

void RecordingReader::tellWarnings(JsonReader& reader) {
  static constexpr std::string_view kOnlyShown[] = {"colour", "name", "notes", "source", "engine"};
  const std::vector<std::string> meant = reader.meantKeys(), warnings = reader.takeWarnings();
  for (std::size_t i = 0; i < warnings.size(); ++i) {
    const bool is_lost =
        i < meant.size() && !meant[i].empty() && std::ranges::find(kOnlyShown, meant[i]) == std::end(kOnlyShown);
    is_lost ? lose(warnings[i]) : problem(warnings[i]);
  }
}

std::optional<std::uint32_t> RecordingReader::numberOf(const std::string& id) const {
  const auto found = numbers_.find(id);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

bool isLogLine(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r\xEF\xBB\xBF");
  return begin == std::string_view::npos || line[begin] != '{';
}

Result<RecordingHead> RecordingReader::readHead(std::string_view line, std::size_t number) {
  line_ = number;
  const auto json = parseJson(line, name_, kLineLimits);
  if (!json) {
    return fail(
        json.error().code, json.error().where,
        trf("expected a recording, whose first line is a JSON object with \"sepax_log\"; {}", json.error().message));
  }
  JsonReader reader(name_);
  const JsonPlace root{&*json};
  ObjectReader object(reader, root, tr("a recording's first line"));
  RecordingHead head;
  const JsonPlace version = object.at("sepax_log");
  if (!version) reader.expected(version, tr("version 1 (\"sepax_log\": 1), the sign of a recording"));
  if (!reader.failed() && reader.integer(version, 1'000'000) != 1 && !reader.failed())
    reader.refuse(version, ErrorCode::kUnsupported, trf("expected version 1, found {}", foundText(*version.value)));
  const auto text = [&](const char* key, std::string& out) {
    if (const JsonPlace at = object.at(key)) out = reader.text(at);
  };
  text("name", head.scene.name);
  text("notes", head.scene.notes);
  text("source", head.scene.source);
  text("engine", head.engine);
  if (const JsonPlace at = object.at("precision")) {
    head.precision = reader.text(at);
    if (head.precision != "float" && head.precision != "double") reader.expected(at, tr("\"float\" or \"double\""));
  }
  if (const JsonPlace at = object.at("tolerance")) head.tolerance = reader.number(at, 0, kMaxLength);
  if (const JsonPlace at = object.at("touching_tolerance"))
    head.scene.touching_tolerance = reader.number(at, 0, kMaxLength);
  const JsonPlace space = object.at("space"), gravity = object.at("gravity");
  if (!space || (*space.value != "2d" && *space.value != "3d")) reader.expected(space, tr("\"2d\" or \"3d\""));
  if (!reader.failed()) head.scene.space = space_ = *space.value == "2d" ? Space::k2d : Space::k3d;
  if (gravity && !reader.failed()) head.gravity = reader.vector(gravity, dimensionsOf(space_));
  if (const JsonPlace at = object.at("bodies"); at && !reader.failed())
    head.scene.bodies = readBodies(reader, at, space_);
  for (const Body& body : head.scene.bodies) {
    if (!numbers_.emplace(body.id, next_number_++).second)
      reader.refuse(root, ErrorCode::kWrongValue, trf("expected each id once, found \"{}\" twice", body.id), "bodies");
  }
  if (reader.failed())
    return fail(reader.error()->code, toValidUtf8(reader.error()->where), toValidUtf8(reader.error()->message));
  static_cast<void>(object.takeUnknown());
  tellWarnings(reader);
  return head;
}

template <class Value, class Read>
void RecordingReader::readById(const Json& values, Read&& read, std::vector<Value>& out) {
  if (values.isNull()) return;
  if (!values.isObject()) return lose(trf("expected poses by the ids of their bodies, found {}", foundText(values)));
  out.reserve(values.size());
  for (const auto& [id, value] : values.members()) {
    const auto number = numberOf(id);
    if (!number) {
      lose(trf("moves \"{}\", which is not there", id));
      continue;
    }
    out.emplace_back().body = *number;
    if (const Result<void> done = read(value, space_, out.back()); !done) {
      out.pop_back();
      lose(fmt::format("{}: {}", id, done.error().message));
    }
  }
}

Result<Json> RecordingReader::parsed(std::string_view line) {
  return isBlank(line) ? Json() : parseJson(line, {}, kLineLimits);
}

std::optional<RecordedFrame> RecordingReader::readFrame(std::string_view line, const Result<Json>& json, Line kind) {
  ++line_;
  if (isBlank(line)) return std::nullopt;
  if (!json && kind == Line::kMaybeCut) {
    is_cut_ = true;
    return std::nullopt;
  }
  if (!json || !json->isObject()) {
    const std::string why =
        json ? trf("expected a frame, found {}", foundText(*json)) : withoutLine(json.error().message);
    isLogLine(line) ? problem(why) : lose(why);
    return std::nullopt;
  }
  RecordedFrame frame;
  frame.line = line_;
  frame.time = has_times_ ? time_ : time_ + kRecordedStep;
  for (const auto& [key, value] : json->members()) {
    if (key == "t") {
      const auto time = recordedNumber(value);
      if (!time) lose(trf("expected a time in seconds, found {}", foundText(value)));
      if (time && has_frames_ && *time < time_)
        problem(trf("its time {} s is before that of the line above, which it gets: {} s", shortestDecimal(*time),
                    shortestDecimal(time_)));
      frame.time = has_frames_ ? std::max(time.value_or(frame.time), time_) : time.value_or(frame.time);
      has_times_ = true;
    } else if (key == "mark") {
      if (value.isString()) frame.mark = value.string();
      // Recorders leave out what no line can hold, and say so here.
      const auto tells = [&](std::string_view loss) { return frame.mark.find(loss) != std::string::npos; };
      if (std::ranges::any_of(kLossesInMarks, tells)) lose(frame.mark);
    } else if (std::ranges::find(kFrameParts, key) == kFrameParts.end()) {
      const auto meant = nearestWord(key, kFrameParts);
      const std::string why = trf("unknown key \"{}\"", key) + (meant ? trf(", did you mean \"{}\"?", *meant) : "");
      // Nothing would be compared, and the run green.
      if (meant == "claims" && frame.unchecked++ == 0) frame.first_unchecked = why;
      meant ? lose(why) : problem(why);
    }
  }
  time_ = frame.time;
  has_frames_ = true;
  readRemoved((*json)["remove"], frame);
  readAdded((*json)["add"], frame);
  readById((*json)["poses"], readPose, frame.poses);
  readById((*json)["velocities"], readVelocity, frame.velocities);
  readClaims((*json)["claims"], frame);
  return frame;
}

void RecordingReader::readRemoved(const Json& ids, RecordedFrame& frame) {
  if (!ids.isNull() && !ids.isArray()) return lose(trf("removes {}, which is not a list", foundText(ids)));
  for (const Json& id : ids) {
    const auto found = id.isString() ? numbers_.find(id.string()) : numbers_.end();
    if (found == numbers_.end()) {
      lose(trf("removes {}, which is not there", foundText(id)));
      continue;
    }
    frame.removed.push_back(found->second);
    numbers_.erase(found);
  }
}

void RecordingReader::readAdded(const Json& bodies, RecordedFrame& frame) {
  if (bodies.isNull()) return;
  const Json line{{"add", bodies}};
  JsonReader reader(fmt::format("{}:{}", name_, line_));
  const JsonPlace root{&line};
  std::vector<Body> added = readBodies(reader, JsonPlace{line.find("add"), &root, "add"}, space_);
  if (reader.failed()) return lose(describe(*reader.error()));
  tellWarnings(reader);
  const std::uint32_t first_new = next_number_;
  for (Body& body : added) {
    const auto there = numberOf(body.id);
    if (there && *there >= first_new) {
      lose(trf("adds \"{}\" twice: the first one stays", body.id));
      continue;
    }
    if (there) {
      problem(trf("adds \"{}\", which is there already: the new one takes its place", body.id));
      frame.removed.push_back(*there);
    } else if (numbers_.size() >= kMaxBodies) {
      return lose(trf("adds more than {} bodies at a time", kMaxBodies));
    }
    numbers_[body.id] = next_number_++;
    frame.added.push_back(std::move(body));
  }
}

void RecordingReader::readClaims(const Json& claims, RecordedFrame& frame) {
  if (!claims.isNull() && !claims.isArray()) return lose(trf("claims {}, which is not a list", foundText(claims)));
  for (const Json& claim : claims) {
    const Json& pair = claim["pair"];
    const bool is_pair = pair.isArray() && pair.size() == 2 && pair[0].isString() && pair[1].isString();
    const auto a = is_pair ? numberOf(pair[0].string()) : std::nullopt,
               b = is_pair ? numberOf(pair[1].string()) : std::nullopt;
    const auto unchecked = [&](std::string why) {
      if (frame.unchecked++ == 0) frame.first_unchecked = why;
      problem(std::move(why));
    };
    if (is_pair && (!a || !b)) {
      unchecked(trf("a claim about {}: no body \"{}\" is there", compactJson(pair), pair[a ? 1 : 0].string()));
      continue;
    }
    if (!is_pair || a == b) {
      unchecked(trf("a claim about {}: expected the ids of two bodies", is_pair ? compactJson(pair) : foundText(pair)));
      continue;
    }
    JurorAnswer answer = answerTo(QuestionKind::kPair, parseJurorAnswer(claim, space_));
    answer.json = {};
    if (!answer.unknown_key.empty()) {
      unchecked(trf("a claim about {}: unknown key \"{}\"", compactJson(pair), answer.unknown_key));
    } else if (answer.status == JurorAnswer::Status::kOk) {
      frame.claims.push_back({*a, *b, std::move(answer)});
    } else {
      unchecked(trf("a claim about {}: {}", compactJson(pair), answer.message));
    }
  }
}

}  // namespace sepax
