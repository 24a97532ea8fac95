#pragma once

// A recorder for Sepax in one header: it writes what an engine's bodies do, and what the engine says of them, as lines
// that Sepax plays and checks. C++11, the standard library alone; sockets on POSIX. Metres, seconds, radians;
// right-handed; texts are UTF-8, and bytes that are none are taken for Latin-1. README.md beside it has the format in
// words.
//
//   sepax_record::Recorder log("run.sepaxlog", {"3d", "a falling box", "My engine 1.0"}, sepax_record::replace);
//   log.add("ground", sepax_record::box({5, 0.5, 5}), {0, -0.5, 0});
//   log.add("B", sepax_record::box({1, 1, 1}), {0, 3, 0});
//   // after each step:
//   log.frame(time);
//   log.pose("B", {x, y, z}, {qx, qy, qz, qw});
//
// A file that cannot be written or a lost connection is told by ok() and error(); everything after it is left out, and
// nothing throws.

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#if __cplusplus >= 201703L
#if __has_include(<charconv>)
#include <charconv>
#endif
#endif

#if defined(__unix__) || defined(__APPLE__)
#define SEPAX_RECORD_SOCKETS
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#endif

namespace sepax_record {

/// A number with as few digits as read back the same: of a float those of a float. Made of nothing, it is not given.
class Number {
 public:
  Number() = default;
  template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
  Number(T value) : value_(static_cast<double>(value)), digits_(std::is_same<T, float>::value ? 9 : 17) {}

  bool given() const { return digits_ != 0; }
  /// Bit by bit, as -ffast-math takes every NaN for a number.
  bool operator==(const Number& other) const { return bits() == other.bits(); }
  bool finite() const { return (bits() >> 52 & 0x7ff) != 0x7ff; }

  /// Empty when the number is not finite.
  std::string json() const {
    std::string out;
    if (finite()) appendTo(out);
    return out;
  }

  /// Appends a finite number.
  void appendTo(std::string& out) const {
    char text[40] = "";
#ifdef __cpp_lib_to_chars
    char* const end = digits_ == 9 ? std::to_chars(text, text + sizeof text, static_cast<float>(value_)).ptr
                                   : std::to_chars(text, text + sizeof text, value_).ptr;
    out.append(text, end);
#else
    for (int digits = digits_ - 2; digits <= digits_; digits += 2) {
      std::snprintf(text, sizeof text, "%.*g", digits, value_);
      const double back = std::strtod(text, nullptr);
      if (digits_ == 9 ? static_cast<float>(back) == static_cast<float>(value_) : back == value_) break;
    }
    for (const char* c = text; *c != '\0'; ++c) {
      if (std::strchr("+-.0123456789e", *c) != nullptr) {
        out += *c;
      } else if (out.back() != '.') {
        out += '.';  // the locale's decimal point, of one byte or more
      }
    }
#endif
    if (std::strcmp(text, "-0") == 0) out += ".0";  // readers take -0 for the integer 0
  }

 private:
  std::uint64_t bits() const {
    std::uint64_t out = 0;
    std::memcpy(&out, &value_, sizeof out);
    return out;
  }
  double value_ = 0;
  int digits_ = 0;
};

/// A point or direction: three numbers, in 2d two. A rotation: the quaternion {x, y, z, w} of length 1, in 2d {angle},
/// counter-clockwise.
using Vector = std::vector<Number>;

/// How many bytes the character of UTF-8 has that begins here; 0: none does.
inline std::size_t utf8Length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(at), next = byte(at + 1);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  }
  // Longer than it needs to be, half of a pair of UTF-16, or above the last character.
  const bool is_none = (first == 0xe0 && next < 0xa0) || (first == 0xed && next > 0x9f) ||
                       (first == 0xf0 && next < 0x90) || (first == 0xf4 && next > 0x8f);
  return is_none ? 0 : length;
}
inline bool isUtf8(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8Length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

/// A byte that is no UTF-8 becomes the character that it is in Latin-1: other bytes stay other texts.
inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const unsigned byte = static_cast<unsigned char>(c);
    const std::size_t length = byte < 0x80 ? 1 : utf8Length(text, at);
    if (c == '"' || c == '\\') out += '\\';
    if (byte < 0x20 || length == 0) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      out += escape;
    } else {
      out.append(text, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return out + '"';
}

/// Empty when an element's text is.
template <class List, class Function>
std::string jsonList(const List& list, Function&& textOf) {
  std::string out = "[";
  for (const auto& element : list) {
    const std::string text = textOf(element);
    if (text.empty()) return {};
    if (out.size() > 1) out += ',';
    out += text;
  }
  return out + ']';
}
inline bool isFinite(const Vector& vector) {
  for (const Number& number : vector) {
    if (!number.finite()) return false;
  }
  return true;
}
inline void appendTo(std::string& out, const Vector& finite) {
  out += '[';
  for (const Number& number : finite) {
    if (&number != finite.data()) out += ',';
    number.appendTo(out);
  }
  out += ']';
}
inline std::string jsonOf(const Vector& vector) {
  std::string out;
  if (isFinite(vector)) appendTo(out, vector);
  return out;
}
inline std::string jsonOf(const std::vector<std::string>& texts) {
  return jsonList(texts, [](const std::string& text) { return text; });
}

/// A JSON object that grows. What is empty or not given is left out; so is what is not finite, and lost() tells its
/// keys.
class Object {
 public:
  Object& json(const std::string& key, const std::string& json) {
    if (json.empty()) {
      lost_ += (lost_.empty() ? "" : ", ") + key;
    } else {
      open(key) += json;
    }
    return *this;
  }
  Object& text(const std::string& key, const std::string& value) {
    return value.empty() ? *this : json(key, quoted(value));
  }
  Object& number(const std::string& key, const Number& value) {
    return value.given() ? json(key, value.json()) : *this;
  }
  Object& numbers(const std::string& key, const Vector& value) {
    return value.empty() ? *this : json(key, jsonOf(value));
  }

  bool empty() const { return fields_.size() == 1; }
  const std::string& lost() const { return lost_; }
  std::string json() const { return fields_ + '}'; }
  /// The text to which a value is appended.
  std::string& open(const std::string& key) {
    if (!empty()) fields_ += ',';
    return (fields_ += quoted(key)) += ':';
  }
  const std::string& closedLine() { return fields_ += "}\n"; }  ///< the last, until clear()
  void clear() {
    fields_ = '{';
    lost_.clear();
  }
  std::string whole() const { return lost_.empty() ? json() : std::string(); }  ///< empty when something was lost

 private:
  std::string fields_ = "{", lost_;
};

/// {"type": ...} and its fields in body space, as in a case file: other fields can be added,
/// hull(points).number("margin", 0.04).
using Shape = Object;

inline Shape box(const Vector& half_extents) {
  return Shape().text("type", "box").numbers("half_extents", half_extents);
}
inline Shape sphere(Number radius) { return Shape().text("type", "sphere").number("radius", radius); }
inline Shape circle(Number radius) { return Shape().text("type", "circle").number("radius", radius); }  ///< 2d

/// Along y, in 2d along x. The half length is that of the core segment, without the caps; 0 makes a ball.
inline Shape capsule(Number radius, Number half_length) {
  return Shape().text("type", "capsule").number("radius", radius).number("half_length", half_length);
}

/// Along y; from the middle to the discs at the ends.
inline Shape cylinder(Number radius, Number half_length) {
  return Shape().text("type", "cylinder").number("radius", radius).number("half_length", half_length);
}

/// Along y: the apex at +half_length, the base at -half_length.
inline Shape cone(Number radius, Number half_length) {
  return Shape().text("type", "cone").number("radius", radius).number("half_length", half_length);
}

inline Shape withVertices(const std::string& type, const std::vector<Vector>& vertices) {
  const auto textOf = [](const Vector& vertex) { return jsonOf(vertex); };
  return Shape().text("type", type).json("vertices", jsonList(vertices, textOf));
}

/// The convex hull of points; of points in one plane a flat sheet.
inline Shape hull(const std::vector<Vector>& vertices) { return withVertices("hull", vertices); }

/// 2d: the corners in order around it, either way; it may be concave.
inline Shape polygon(const std::vector<Vector>& vertices) { return withVertices("polygon", vertices); }

/// Everything below the plane (in 2d the line) through the body's origin; its y axis points out.
inline Shape half_space() { return Shape().text("type", "half_space"); }

/// The first line but its bodies; everything after the space may be left out.
struct Header {
  Header(std::string space_, std::string name_ = {}, std::string engine_ = {}, std::string precision_ = {},
         Number tolerance_ = {}, std::string notes_ = {})
      : space(std::move(space_)),
        name(std::move(name_)),
        engine(std::move(engine_)),
        precision(std::move(precision_)),
        tolerance(tolerance_),
        notes(std::move(notes_)) {}
  std::string space;         ///< "3d" or "2d"
  std::string name, engine;  ///< of the recording; "Bullet 3.24"
  std::string precision;     ///< "float" or "double", what the engine computes with
  Number tolerance;          ///< metres: by how much a claim may be off
  std::string notes;
};

enum class Verdict { none, separated, touching, overlapping };

struct Contact {
  Vector position;
  Number separation;  ///< negative: they overlap
};

/// What the engine says of two bodies where they are in this frame; leave out what it does not say.
struct Claim {
  Claim(std::string a_, std::string b_) : a(std::move(a_)), b(std::move(b_)) {}
  std::string a, b;
  Verdict verdict = Verdict::none;
  Number separation;            ///< positive apart; minus the depth when they overlap
  Number distance;              ///< Euclidean, from 0 up
  Vector normal;                ///< unit, from a to b
  Vector closest_a, closest_b;  ///< in the world
  std::vector<Contact> contacts;
};

enum Lock { movable, locked };

#ifdef SEPAX_RECORD_SOCKETS
/// A connection to a port of this computer. When nothing can be sent for two seconds it breaks.
class PortStream : private std::streambuf, public std::ostream {
 public:
  explicit PortStream(int port)
      : std::ostream(static_cast<std::streambuf*>(this)), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience = {2, 0};
    const int yes = 1;
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
#ifdef SO_NOSIGPIPE
    ::setsockopt(socket_, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<unsigned short>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    errno = 0;
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) setstate(badbit);
  }
  PortStream(const PortStream&) = delete;
  PortStream& operator=(const PortStream&) = delete;
  ~PortStream() override {
    if (socket_ >= 0) ::close(socket_);
  }

 private:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
#ifdef MSG_NOSIGNAL
    const int flags = MSG_NOSIGNAL;
#else
    const int flags = 0;
#endif
    std::streamsize sent = 0;
    while (sent < size) {
      const auto now = ::send(socket_, text + sent, static_cast<std::size_t>(size - sent), flags);
      if (now < 0 && errno == EINTR) continue;
      if (now < 0 && errno == EAGAIN) errno = ETIMEDOUT;
      if (now <= 0) break;
      sent += now;
    }
    return sent;
  }
  int socket_;
};
#endif

/// What becomes of a file that is there already.
enum Existing { keep, replace };

/// Writes the recording, a line when the next frame begins. Each line is handed to the system at once: a crash costs
/// one frame.
class Recorder {
 public:
  /// A file that holds something is not written to: ok() is false then. With `replace` it is written anew.
  Recorder(const std::string& file, const Header& header, Existing existing = keep)
      : Recorder(std::make_shared<std::ofstream>(
                     file, std::ios::binary | (existing == keep ? std::ios::app : std::ios::trunc)),
                 file, header) {
    if (!ok() || existing == replace || std::streamoff(out_->rdbuf()->pubseekoff(0, std::ios::end)) <= 0) return;
    errno = EEXIST;
    fail();
  }

  /// The stream must outlive the recorder.
  Recorder(std::ostream& out, const Header& header)
      : Recorder(std::shared_ptr<std::ostream>(&out, [](std::ostream*) {}), "the stream", header) {}

#ifdef SEPAX_RECORD_SOCKETS
  /// To a Sepax that listens on this computer, `sepax attach --port 7470`.
  static Recorder toPort(int port, const Header& header) {
    return Recorder(std::make_shared<PortStream>(port), "port " + std::to_string(port), header);
  }
#endif

  Recorder(Recorder&&) = default;
  ~Recorder() {
    if (out_ == nullptr) return;  // moved from
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    try {
      flush();
    } catch (...) {  // a stream that was told to throw
    }
#else
    flush();
#endif
  }

  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }  ///< empty when all is well

  /// Begins a frame at t seconds, no earlier than the one before.
  void frame(Number t) {
    endLine();
    t_ = t;
    if (t.json().empty()) {
      t_ = Number();
      note("time left out: not finite");
    }
  }

  /// Before anything else these are the bodies of the recording's start, later they appear in this frame.
  void add(const std::string& id, const Shape& shape, const Vector& position, const Vector& rotation = {},
           Lock lock = movable) {
    if (bodies_.count(id) != 0) return note("body " + id + " left out: there is one already");
    const Vector turn = !rotation.empty() ? rotation : planar_ ? Vector{0} : Vector{0, 0, 0, 1};
    Object body;
    body.text("id", id).json("shape", shape.whole()).numbers("position", position);
    planar_ ? body.number("angle", turn[0]) : body.numbers("rotation", turn);
    if (lock == locked) body.json("locked", "true");
    if (!body.lost().empty()) return note("body " + id + " left out: " + body.lost() + " not finite");
    if (!isUtf8(id)) note("the id " + id + " is no UTF-8: taken for Latin-1");
    added_.push_back(body.json());
    join(position, turn);
    bodies_[id].pose.swap(joined_);
  }

  /// What this frame has had before, it had with the body: the removal is a line of its own at the same time.
  void remove(const std::string& id) {
    endHeader();
    if (!known(id)) return;
    if (!added_.empty() || !moved_.empty() || !claims_.empty()) endLine();
    removed_.push_back(quoted(id));
    bodies_.erase(id);
  }

  /// Where a body is in this frame. Left out when it has not moved.
  void pose(const std::string& id, const Vector& position, const Vector& rotation) {
    endHeader();
    const auto body = bodies_.find(id);
    if (body == bodies_.end()) return note("there is no body " + id);
    join(position, rotation);
    if (joined_ == body->second.pose) return;
    if (!isFinite(joined_)) return note("pose of " + id + " left out: not finite");
    body->second.pose.swap(joined_);
    if (!body->second.has_moved) moved_.push_back(&*body);
    body->second.has_moved = true;
  }

  void claim(const Claim& claim) {
    static const char* const verdicts[] = {"", "separated", "touching", "overlapping"};
    endHeader();
    if (!known(claim.a) || !known(claim.b)) return;
    Object out;
    out.json("pair", jsonOf(std::vector<std::string>{quoted(claim.a), quoted(claim.b)}));
    out.text("verdict", verdicts[static_cast<int>(claim.verdict)]).number("separation", claim.separation);
    out.number("distance", claim.distance).numbers("normal", claim.normal);
    const Object closest = Object().numbers("a", claim.closest_a).numbers("b", claim.closest_b);
    if (!closest.empty() || !closest.lost().empty()) out.json("closest_points", closest.whole());
    const auto textOf = [](const Contact& contact) {
      return Object().numbers("position", contact.position).number("separation", contact.separation).whole();
    };
    if (!claim.contacts.empty()) out.json("contacts", jsonList(claim.contacts, textOf));
    if (!out.lost().empty())
      note("claim of " + claim.a + " and " + claim.b + " without " + out.lost() + ": not finite");
    claims_.push_back(out.json());
  }

  /// A text to find this frame by.
  void mark(const std::string& text) {
    endHeader();
    note(text);
  }

  /// Ends the frame.
  void flush() {
    endLine();
    t_ = Number();
  }

 private:
  Recorder(std::shared_ptr<std::ostream> out, std::string where, const Header& header)
      : out_(std::move(out)), where_(std::move(where)), planar_(header.space == "2d") {
    header_.number("sepax_log", 1).text("space", header.space).text("name", header.name).text("engine", header.engine);
    header_.text("precision", header.precision).number("tolerance", header.tolerance).text("notes", header.notes);
    for (const std::string* text : {&header.name, &header.engine, &header.notes}) {
      if (!isUtf8(*text)) note("the text " + *text + " is no UTF-8: taken for Latin-1");
    }
    if (!*out_) fail();
  }

  void join(const Vector& position, const Vector& rotation) {
    joined_.assign(position.begin(), position.end());
    joined_.insert(joined_.end(), rotation.begin(), rotation.end());
  }

  bool known(const std::string& id) {
    if (bodies_.count(id) != 0) return true;
    note("there is no body " + id);
    return false;
  }

  void note(const std::string& text) { mark_ += mark_.empty() ? text : "; " + text; }

  void endHeader() {
    if (!in_header_) return;
    in_header_ = false;
    write(header_.json("bodies", jsonOf(added_)));
    added_.clear();
  }

  void endLine() {
    endHeader();
    line_.clear();
    line_.number("t", t_);
    if (!removed_.empty()) line_.json("remove", jsonOf(removed_));
    if (!added_.empty()) line_.json("add", jsonOf(added_));
    if (!moved_.empty()) {
      std::string& poses = line_.open("poses");
      for (auto* const body : moved_) {
        poses += body == moved_.front() ? '{' : ',';
        poses += quoted(body->first);
        poses += ':';
        appendTo(poses, body->second.pose);
        body->second.has_moved = false;
      }
      poses += '}';
    }
    if (!claims_.empty()) line_.json("claims", jsonOf(claims_));
    line_.text("mark", mark_);
    if (!line_.empty()) write(line_);
    removed_.clear();
    added_.clear();
    moved_.clear();
    claims_.clear();
    mark_.clear();
  }

  void write(Object& line) {
    if (!ok()) return;
    const std::string& text = line.closedLine();
    errno = 0;
    out_->write(text.data(), static_cast<std::streamsize>(text.size())).flush();
    if (!*out_) fail();
  }

  void fail() {
    error_ = "cannot write to " + where_;
    if (errno != 0) error_ += std::string(": ") + std::strerror(errno);
  }

  std::shared_ptr<std::ostream> out_;
  std::string where_, error_;
  bool planar_, in_header_ = true;
  Object header_;

  struct Body {
    Vector pose;
    bool has_moved = false;  // in this frame
  };
  std::unordered_map<std::string, Body> bodies_;  // those that are there

  // the line that grows
  Number t_;
  std::vector<std::string> removed_, added_, claims_;
  std::vector<std::pair<const std::string, Body>*> moved_;
  std::string mark_;

  // kept for their memory
  Vector joined_;
  Object line_;
};

}  // namespace sepax_record
