#pragma once

#include "lab/search/failure.h"
#include "prove/workload.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// Random pairs of selfcheck's workloads against one member, until it answers wrongly.

namespace sepax {

/// A cause and the first pair that shows it. One cause are the pairs of a juror that an algorithm with a known defect
/// answers the same way; else those with the same kinds × what differs × what decides × decade of the error.
struct HuntFind {
  std::string cause;
  /// The defective algorithms whose answers all pairs of this cause have, as lab/jury/likeness.h finds them.
  std::vector<std::string> alike;
  Failure failure;
  Document document;
  std::string a, b, mix;                ///< kinds
  std::uint64_t stream = 0, index = 0;  ///< where it was drawn
  std::uint64_t count = 1;              ///< how many pairs show it
  bool is_small = false;                ///< the document was minimised
};

/// How far a hunt has come.
struct HuntProgress {
  std::uint64_t next = 0;       ///< how many streams of its shard are done
  std::uint64_t pairs = 0;      ///< drawn, that the member was asked about
  std::uint64_t answered = 0;   ///< of them, that it did not refuse
  std::vector<HuntFind> finds;  ///< in the order in which they were drawn
};

struct HuntOptions {
  std::vector<std::string> shapes;  ///< kinds as case files name them; empty: all
  std::vector<Mix> mixes;           ///< empty: all
  FailureFilter filter;
  /// Pairs near this one, not random shapes: its B is moved and rotated by anything from a billionth of the size up.
  struct Near {
    Document document;
    PairIds pair;
  };
  std::optional<Near> near = {};
  std::uint64_t seed = 0;
  /// That the member answers, at most, over all shards; kMaxDraws times as many are drawn. One that answers none is
  /// given up after these, or after some of all kinds.
  std::uint64_t pairs = 1'000'000;
  double seconds = 0;         ///< at most; 0: no limit. The finds then depend on the machine
  std::size_t finds = 1;      ///< of different causes; 0: as many as the pairs show
  int shard = 1, shards = 1;  ///< this one's part of the streams
  int threads = 0;         ///< 0: as many as there are cores; one where a juror is asked. The finds do not depend on it
  HuntProgress from = {};  ///< where an earlier run of the same hunt stopped; `finds` counts what is new
  bool keeps_all = false;  ///< also what the last pairs show beyond `finds`, which a run that goes on would miss
  std::function<void(const HuntProgress&)> progress = {};
  std::function<bool()> go_on = {};  ///< false: the hunt ends, and leaves out what is under way
};

inline constexpr std::uint64_t kMaxDraws = 16;  ///< pairs drawn for each that is to be answered

struct HuntResult {
  HuntProgress progress;
  double seconds = 0;    ///< of this run
  bool gave_up = false;  ///< it refused so many pairs that it answered fewer than it was to
  /// The pairs of kinds that there are to ask about, and how many of them came up, over all shards.
  std::uint64_t kinds = 0, kinds_asked = 0;
};

/// Errors: kinds that there are not, and a member that takes none of them.
[[nodiscard]] Result<HuntResult> hunt(JuryMember& member, const HuntOptions& options);

/// The finds of shards as one run has them: the pair drawn first for each cause, counts added.
[[nodiscard]] std::vector<HuntFind> mergedFinds(std::vector<HuntFind> finds);

/// A pair as a case of two bodies, A and B.
[[nodiscard]] Document documentOf(const WorkPair& pair);

}  // namespace sepax
