#include "lab/search/hunt.h"

#include "collide/historical/row.h"
#include "core/text.h"
#include "geom/portable_math.h"
#include "lab/jury/likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

namespace sepax {

namespace {

using Clock = std::chrono::steady_clock;

const PairIds kPair{"A", "B"};
constexpr std::uint64_t kStreamPairs = 16;  ///< drawn from one stream of random numbers: the unit of work

/// The combination that a stream is drawn from.
struct Combo {
  const ShapeKind *a, *b;
  Mix mix;
};

bool isPlainBox(const ShapeKind& kind) { return std::string_view(kind.name) == "box"; }

std::string typeOf(const ShapeKind& kind) {
  SplitMix64 random;
  return std::string(typeName(kind.make(random, false)));
}

/// The mixes that are drawn, all of them where none is named.
std::vector<Mix> mixesOf(const HuntOptions& options) {
  if (!options.mixes.empty()) return options.mixes;
  std::vector<Mix> all;
  for (int mix = 0; mix < kAllMixes; ++mix) all.push_back(static_cast<Mix>(mix));
  return all;
}

/// The kinds that are asked about, each once before any is asked about in another mix.
Result<std::vector<Combo>> combosFor(JuryMember& member, const HuntOptions& options) {
  if (options.near) return std::vector<Combo>{{nullptr, nullptr, Mix::kNear}};
  std::vector<std::string> known;
  for (const ShapeKind& kind : shapeKinds()) known.push_back(typeOf(kind));
  for (const std::string& name : options.shapes) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    return fail(ErrorCode::kWrongValue, "--shapes",
                fmt::format("expected kinds among {}; found \"{}\"", fmt::join(known, ", "), printableLine(name)));
  }
  // An engine that does not list a kind or a space would refuse each pair of it.
  const JurorHello* const hello = member.juror ? member.juror->greeted() : nullptr;
  const auto isListed = [](const std::vector<std::string>& list, const std::string& name) {
    return list.empty() || std::ranges::find(list, name) != list.end();
  };
  const auto isWanted = [&](const ShapeKind& kind) {
    if (hello != nullptr &&
        !(isListed(hello->shapes, typeOf(kind)) && isListed(hello->spaces, kind.planar ? "2d" : "3d")))
      return false;
    return options.shapes.empty() ||
           std::find(options.shapes.begin(), options.shapes.end(), typeOf(kind)) != options.shapes.end();
  };
  const std::vector<Mix> mixes = mixesOf(options);
  std::vector<std::pair<const ShapeKind*, const ShapeKind*>> kinds;
  SplitMix64 random;
  for (const ShapeKind& a : shapeKinds()) {
    for (const ShapeKind& b : shapeKinds()) {
      if (!arePaired(a, b) || !isWanted(a) || !isWanted(b)) continue;
      // Rows say which kinds they take; jurors are asked.
      const bool is_taken =
          member.algorithm == nullptr || handles(*member.algorithm, a.make(random, false), b.make(random, false));
      if (is_taken) kinds.emplace_back(&a, &b);
    }
  }
  if (kinds.empty()) return fail(ErrorCode::kUnsupported, "", "it takes no pair of these kinds");
  // A short hunt asks about kinds from all over the list, each time in another mix: the golden section of the list
  // apart, a step that comes by each of them.
  constexpr double kGolden = 0.6180339887498949;
  auto step = std::max<std::size_t>(1, static_cast<std::size_t>(kGolden * static_cast<double>(kinds.size())));
  while (std::gcd(step, kinds.size()) != 1) ++step;
  std::vector<Combo> combos;
  for (std::size_t round = 0; round < mixes.size(); ++round) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const auto [a, b] = kinds[i * step % kinds.size()];
      combos.push_back({a, b, mixes[(i + round) % mixes.size()]});
    }
  }
  return combos;
}

/// A quick look at a row of our own: true when verdict and depth are right by the radius formula of boxes, so that most
/// pairs need no report. A normal alone can be wrong then only where it is another of the same depth.
bool isPlainlyRight(const PairAlgorithm& row, const WorkPair& pair, const FailureFilter& filter) {
  if (row.measure == nullptr || filter.what == "normal" || filter.of_relations) return false;
  const auto* const a = std::get_if<Box>(&pair.a.shape);
  const auto* const b = std::get_if<Box>(&pair.b.shape);
  if (a == nullptr || b == nullptr) return false;
  const historical::Measured measured = row.measure(pair.a, pair.b);
  const double gap = boxGap(pair.a, pair.b), allowed = 1e-9 * pairSize(pair.a, pair.b);
  if (!std::isfinite(measured.separation) || std::abs(gap) <= allowed) return false;
  const bool says_apart = measured.verdict ? *measured.verdict == Verdict::kSeparated : measured.separation > allowed;
  if (gap > 0) return says_apart;
  return !says_apart && std::abs(measured.separation - gap) <= allowed;
}

/// The pair with B elsewhere: a step and a turn of random direction, each of a random decade of the size.
Document nearby(const HuntOptions::Near& near, SplitMix64& random) {
  Document out;
  out.space = near.document.space;
  out.touching_tolerance = near.document.touching_tolerance;
  out.bodies = {*findBody(near.document, near.pair.first), *findBody(near.document, near.pair.second)};
  out.bodies[0].id = "A";
  out.bodies[1].id = "B";
  const bool planar = out.space == Space::k2d;
  Body& b = out.bodies[1];
  constexpr double kDecades = 9;
  const auto amount = [&] { return std::pow(10.0, -kDecades * random.unit()); };
  const auto direction = [&] {
    const double angle = random.in(0, 2 * M_PI);
    return planar ? Vec3{portable::cos(angle), portable::sin(angle), 0} : random.direction();
  };
  const double step = amount() * pairSize(posedShape(out.bodies[0]), posedShape(b));
  b.position += direction() * step;
  const double size = amount(), turn = random.unit() < 0.5 ? -size : size;
  if (double* const angle = std::get_if<double>(&b.rotation)) {
    *angle += turn;
  } else if (!planar) {
    b.rotation = Rotation(matrixOf(quaternionAbout(direction(), turn)) * matrixOf(b.rotation));
  }
  return out;
}

std::vector<std::string> namesInBoth(const std::vector<std::string>& x, const std::vector<std::string>& y) {
  std::vector<std::string> out;
  std::ranges::copy_if(x, std::back_inserter(out),
                       [&](const std::string& name) { return std::ranges::count(y, name); });
  return out;
}

/// Adds a find, or its count to the one with the same cause.
void add(std::vector<HuntFind>& finds, HuntFind find) {
  for (HuntFind& known : finds) {
    std::vector<std::string> both = namesInBoth(known.alike, find.alike);
    const bool is_same = find.alike.empty() ? known.alike.empty() && known.cause == find.cause : !both.empty();
    if (!is_same) continue;
    known.count += find.count;
    known.alike = std::move(both);
    return;
  }
  finds.push_back(std::move(find));
}

class Hunter {
 public:
  Hunter(const std::vector<Combo>& combos, const HuntOptions& options) : combos_(combos), options_(options) {}

  struct Counts {
    std::uint64_t asked = 0, answered = 0;
  };

  /// The finds of all pairs of one stream, one a cause.
  [[nodiscard]] std::vector<HuntFind> run(std::uint64_t stream, JuryMember& member, Counts& counts) const {
    Drawn drawn = draw(stream, member);
    counts.asked += kStreamPairs;
    counts.answered += kStreamPairs - drawn.documents.size();  // quickly found to be right
    const std::vector<JudgedPair> asked = findFailures(member, drawn.documents, kPair, options_.filter);
    counts.answered += static_cast<std::uint64_t>(std::ranges::count_if(asked, &JudgedPair::is_answered));
    std::vector<std::vector<std::string>> alike = likenesses(member, drawn.documents, asked);
    std::vector<HuntFind> finds;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (!asked[i].failure) continue;
      Document& document = drawn.documents[i];
      const std::string a(typeName(document.bodies[0].shape)), b(typeName(document.bodies[1].shape));
      add(finds, {.cause = causeOf(document, *asked[i].failure),
                  .alike = std::move(alike[i]),
                  .failure = *asked[i].failure,
                  .document = std::move(document),
                  .a = a,
                  .b = b,
                  .mix = mixName(combos_[stream % combos_.size()].mix),
                  .stream = stream,
                  .index = drawn.numbers[i],
                  .count = 1,
                  .is_small = false});
    }
    return finds;
  }

 private:
  struct Drawn {
    std::vector<Document> documents;
    std::vector<std::uint64_t> numbers;  ///< of their pairs in the stream
  };

  /// The pairs of a stream, but for those that a quick look finds to be right.
  [[nodiscard]] Drawn draw(std::uint64_t stream, const JuryMember& member) const {
    const Combo& combo = combos_[stream % combos_.size()];
    const std::uint64_t own = stream / combos_.size();
    Drawn out;
    const auto from = [&](auto pairs) {
      for (std::uint64_t i = 0; i < kStreamPairs; ++i) {
        const WorkPair pair = pairs.next();
        if (member.algorithm != nullptr && member.choice.empty() &&
            isPlainlyRight(*member.algorithm, pair, options_.filter))
          continue;
        out.documents.push_back(documentOf(pair));
        out.numbers.push_back(i);
      }
    };
    if (options_.near) {
      constexpr std::uint64_t kStart = 5000;
      SplitMix64 random{streamState(kStart, options_.seed, stream)};
      for (std::uint64_t i = 0; i < kStreamPairs; ++i) {
        out.documents.push_back(nearby(*options_.near, random));
        out.numbers.push_back(i);
      }
    } else if (isPlainBox(*combo.a) && isPlainBox(*combo.b) && static_cast<int>(combo.mix) < kMixes) {
      from(BoxPairs(combo.mix, options_.seed, own));
    } else {
      from(KindPairs(*combo.a, *combo.b, combo.mix, options_.seed, own));
    }
    return out;
  }

  /// For each pair that a juror answered wrongly, the defective algorithms that it answers like.
  [[nodiscard]] std::vector<std::vector<std::string>> likenesses(JuryMember& member,
                                                                 const std::vector<Document>& documents,
                                                                 const std::vector<JudgedPair>& asked) const {
    std::vector<std::vector<std::string>> out(asked.size());
    if (!member.juror || options_.filter.of_relations) return out;
    std::optional<std::vector<std::string>> possible;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (!asked[i].failure) continue;
      const auto moved = nearOrigin(documents[i], kPair);
      const auto again = moved ? std::optional(findFailures(member, {&*moved, 1}, kPair, options_.filter).front())
                               : std::optional<JudgedPair>();
      if (again && again->is_answered && !again->failure) {
        out[i] = {kWorldCoordinates};
        continue;
      }
      if (!possible) possible = namesRightAbout(documents, asked, *member.juror, asked[i].failure->row.answer);
      out[i] = namesInBoth(*possible, namesOf(asked[i].failure->row, documents[i]));
      // Far away rounding may hide what it computes.
      if (out[i].empty() && again && again->failure)
        out[i] = namesInBoth(*possible, namesOf(again->failure->row, *moved));
    }
    return out;
  }

  /// The defective algorithms that gave the answer of a row about a document's pair.
  static std::vector<std::string> namesOf(const JuryRow& row, const Document& document) {
    return namesAlike(row, posedShape(document.bodies[0]), posedShape(document.bodies[1]),
                      {document.touching_tolerance});
  }

  /// The defective algorithms that are right where the juror was, in the parts that it answers, as in `example`: the
  /// others are not what it computes.
  static std::vector<std::string> namesRightAbout(const std::vector<Document>& documents,
                                                  const std::vector<JudgedPair>& asked, const Juror& juror,
                                                  const JurorAnswer& example) {
    constexpr int kPairs = 8;
    std::vector<std::string> names;
    for (const PairAlgorithm* const algorithm : defectiveAlgorithms()) names.emplace_back(algorithm->name);
    int tried = 0;
    for (std::size_t i = 0; i < asked.size() && tried < kPairs; ++i) {
      if (asked[i].failure || !asked[i].is_answered) continue;
      const PosedShape a = posedShape(documents[i].bodies[0]), b = posedShape(documents[i].bodies[1]);
      ++tried;
      const double tolerance = answeredRow(juror, {}, a, b).tolerance;
      std::vector<std::string> right;
      for (const JuryRow& row : defectiveAnswers(a, b, {documents[i].touching_tolerance})) {
        if (row.answer.status == JurorAnswer::Status::kOk && !isWrong(row, tolerance, example))
          right.push_back(row.name);
      }
      names = namesInBoth(names, right);
    }
    return names;
  }

  static std::string causeOf(const Document& document, const Failure& failure) {
    const std::string decade = failure.relative > 0 && std::isfinite(failure.relative)
                                   ? fmt::format(" about 1e{:.0f} of size", std::floor(std::log10(failure.relative)))
                                   : "";
    return fmt::format("{} × {}: {}{}, decided by {}", typeName(document.bodies[0].shape),
                       typeName(document.bodies[1].shape), failure.what, decade, failure.decided_by);
  }

  const std::vector<Combo>& combos_;
  const HuntOptions& options_;
};

}  // namespace

Document documentOf(const WorkPair& pair) {
  Document document;
  const bool planar = isPlanar(pair.a.shape);
  document.space = planar ? Space::k2d : Space::k3d;
  for (const auto& [id, posed] : {std::pair{"A", &pair.a}, std::pair{"B", &pair.b}}) {
    Body body;
    body.id = id;
    body.shape = posed->shape;
    body.position = posed->pose.position;
    const Mat3& m = posed->pose.rotation;
    body.rotation = planar ? Rotation(portable::atan2(m[0].y, m[0].x)) : Rotation(m);
    if (!planar && m == Mat3{1.0}) body.rotation = Quat{};
    document.bodies.push_back(std::move(body));
  }
  return document;
}

std::vector<HuntFind> mergedFinds(std::vector<HuntFind> finds) {
  std::stable_sort(finds.begin(), finds.end(), [](const HuntFind& x, const HuntFind& y) {
    return std::pair(x.stream, x.index) < std::pair(y.stream, y.index);
  });
  std::vector<HuntFind> out;
  for (HuntFind& find : finds) add(out, std::move(find));
  return out;
}

Result<HuntResult> hunt(JuryMember& member, const HuntOptions& options) {
  const auto begin = Clock::now();
  const auto combos = combosFor(member, options);
  SEPAX_TRY(combos);
  const Hunter hunter(*combos, options);
  const std::uint64_t shards = static_cast<std::uint64_t>(std::max(1, options.shards)),
                      shard = static_cast<std::uint64_t>(options.shard - 1);
  // The streams of this shard where each pair is answered: one that refuses pairs gets more of them.
  const std::uint64_t whole = (options.pairs + kStreamPairs - 1) / kStreamPairs;
  const std::uint64_t share = whole > shard ? (whole - shard - 1) / shards + 1 : 0;
  const int cores =
      options.threads > 0 ? options.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int threads = member.juror ? 1 : cores;
  HuntResult out{.progress = options.from, .seconds = 0};
  HuntProgress& progress = out.progress;
  const std::size_t known = progress.finds.size();
  // In rounds of streams, each taken over in order: what is found does not depend on who was quicker.
  const std::uint64_t most = member.juror ? 1 : 16ull * static_cast<std::uint64_t>(threads);
  const auto isTime = [&] {
    return options.seconds > 0 && std::chrono::duration<double>(Clock::now() - begin).count() > options.seconds;
  };
  const auto isAnswered = [&] { return progress.answered >= share * kStreamPairs; };
  // One that has refused each pair of kinds once answers none.
  const std::uint64_t kinds = combos->size() / (options.near ? 1 : mixesOf(options).size());
  const auto isGivenUp = [&] {
    return progress.next >= (progress.answered > 0 ? share * kMaxDraws : std::min(share, kinds));
  };
  const auto isStopped = [&] { return options.go_on && !options.go_on(); };
  bool is_done = false;
  while (!is_done && !isAnswered() && !isGivenUp() && !isTime() && !isStopped()) {
    const std::uint64_t begun = progress.next;
    // No member answers more than what is drawn, so as many streams are needed at least.
    const std::uint64_t round = std::min(most, (share * kStreamPairs - progress.answered - 1) / kStreamPairs + 1);
    std::vector<std::vector<HuntFind>> found(round);
    std::vector<Hunter::Counts> counts(round);
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&](JuryMember& own) {
      for (std::uint64_t i = next++; i < round; i = next++)
        found[i] = hunter.run(shard + (begun + i) * shards, own, counts[i]);
    };
    std::vector<std::thread> others;
    for (int t = 1; t < threads; ++t) {
      others.emplace_back([&] {
        JuryMember own{.juror = nullptr, .algorithm = member.algorithm, .choice = member.choice};
        work(own);
      });
    }
    work(member);
    for (std::thread& thread : others) thread.join();
    if (isStopped()) break;
    for (std::uint64_t i = 0; i < round && !is_done && !isGivenUp(); ++i) {
      ++progress.next;
      progress.pairs += counts[i].asked;
      progress.answered += counts[i].answered;
      std::move(found[i].begin(), found[i].end(), std::back_inserter(progress.finds));
      progress.finds = mergedFinds(std::move(progress.finds));
      is_done = options.finds > 0 && progress.finds.size() >= known + options.finds;
    }
    if (is_done && !options.keeps_all) progress.finds.resize(known + options.finds);
    if (options.progress) options.progress(progress);
  }
  out.gave_up = !isAnswered() && isGivenUp();
  out.kinds = kinds;
  out.kinds_asked = std::min(kinds, progress.next * shards);
  out.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return out;
}

}  // namespace sepax
