#include "session/lab/recording_feed.h"

#include "core/language.h"
#include "core/process.h"
#include "core/text.h"
#include "core/worker.h"
#include "lab/recording/run_findings.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <utility>

namespace sepax {

namespace {

/// Events and poses that wait at most.
constexpr std::size_t kMaxWaiting = 256, kMaxWaitingPoses = 400'000;
constexpr double kListenSeconds = 0.1;

std::size_t weightOf(const RecordingFeed::Event& event) {
  const auto* const went = std::get_if<RecordingFeed::Went>(&event);
  return 1 + (went == nullptr ? 0 : went->frame.poses.size() + went->frame.velocities.size());
}

}  // namespace

struct RecordingFeed::State {
  std::function<void()> wake;
  std::atomic<bool> stopping = false, connected = false;
  std::atomic<std::size_t> queue = 0;
  std::atomic<double> fraction_read = 0;
  mutable std::mutex mutex;
  Signal taken;
  std::deque<Event> events;
  std::size_t waiting_poses = 0;
  std::vector<RecordingProblem> problems;
  std::size_t problem_count = 0;
  Worker worker;

  // Only the worker uses it: the recording under way.
  std::optional<RunWatch> watch;
  std::ptrdiff_t max_claims = std::numeric_limits<std::ptrdiff_t>::max();

  void push(Event event) {
    std::unique_lock lock(mutex);
    if (wake) {
      taken.wait(lock, [&] { return stopping || (events.size() < kMaxWaiting && waiting_poses < kMaxWaitingPoses); });
      if (stopping) return;
    }
    waiting_poses += weightOf(event);
    events.push_back(std::move(event));
    lock.unlock();
    if (wake) wake();
  }

  void begin(const RecordingHead& head, RunWatch::Passages passages = RunWatch::Passages::kIgnore) {
    watch.emplace(head, passages);
    push(Begun{head});
  }

  void go(RecordedFrame frame) {
    if (std::ssize(frame.claims) > max_claims)
      frame.claims.erase(frame.claims.begin() + max_claims, frame.claims.end());
    RunWatch::Seen seen = watch->add(frame, &stopping);
    frame.claims.clear();
    push(Went{std::move(frame), std::move(seen.claims), seen.measures});
  }

  /// The end of a recording that began, well or not.
  void end(std::optional<Error> error, Outcome said = {}) {
    Ended ended{std::move(error), std::move(said.text), said.is_wrong};
    if (watch && !stopping) {
      ended.explanation = watch->explanation();
      ended.crossings = crossingsIn(*watch);
    }
    push(std::move(ended));
  }

  void noteProblems(const RecordingReader& reader) {
    if (reader.problemCount() == problem_count) return;  // nothing else writes it
    const std::lock_guard lock(mutex);
    problems = reader.problems();
    problem_count = reader.problemCount();
  }

  void readFile(RecordingFile& file) {
    begin(file.head());
    while (!stopping) {
      giveWay();
      auto frame = file.nextFrame();
      const LogFile& log = file.file();
      fraction_read =
          static_cast<double>(log.bytesRead()) / static_cast<double>(std::max<std::uint64_t>(log.size(), 1));
      noteProblems(file.reader());
      if (!frame) return end(frame.error());
      if (!*frame) break;
      go(std::move(**frame));
    }
    end({});
  }

  void run(const Source& source, const std::string& name) {
    if (wake) setChildCancelFlag(&stopping);
    RecordingReader reader(name);
    std::optional<Error> unreadable;
    const auto take = [&](std::string_view line) {
      if (!watch) {
        const auto begun = reader.readHead(line);
        if (begun) begin(*begun, RunWatch::Passages::kFind);
        if (!begun) unreadable = begun.error();
      } else if (auto frame = reader.readFrame(line)) {
        go(std::move(*frame));
      }
      noteProblems(reader);
      return !stopping && watch.has_value();
    };
    auto said = source(take, watch, reader);
    if (!said && !unreadable) unreadable = said.error();
    if (unreadable) return end(std::move(unreadable));
    end({}, std::move(*said));
  }

  void listen(LineStream& stream, const std::string& name, double idle_seconds) {
    stream.limitIdle(idle_seconds);
    std::optional<RecordingReader> reader;
    std::string line;
    std::size_t log_lines = 0;
    while (!stopping) {
      const LineStream::Heard heard = stream.next(line, kListenSeconds, kMaxRecordedLine);
      const bool was_connected = connected.exchange(stream.isConnected());
      const std::size_t waiting = stream.waiting();
      if (queue.exchange(waiting) != waiting || was_connected != connected) wake();
      switch (heard) {
        case LineStream::Heard::kTimeout:
          break;
        case LineStream::Heard::kLine:
          if (!reader && stream.port() == 0 && isLogLine(line)) {
            ++log_lines;
          } else if (!reader) {
            reader.emplace(name);
            const auto begun = reader->readHead(line, log_lines + 1);
            if (begun) {
              begin(*begun);
              break;
            }
            push(Ended{begun.error()});
            reader.reset();
            stream.drop();
          } else if (auto frame = reader->readFrame(line)) {
            go(std::move(*frame));
          }
          if (reader) noteProblems(*reader);
          break;
        case LineStream::Heard::kTooLong:
          push(Ended{Error{ErrorCode::kTooLarge,
                           trf("expected lines of at most {} bytes, found a longer one", kMaxRecordedLine), name}});
          reader.reset();
          break;
        case LineStream::Heard::kIdle:
          end(Error{ErrorCode::kUnreadable,
                    trf("the program has sent nothing for {} s and was disconnected", humanNumber(idle_seconds)),
                    name});
          reader.reset();
          break;
        case LineStream::Heard::kClosed:
          if (reader) end({});
          reader.reset();
          if (stream.port() == 0) return;
          break;
      }
    }
  }
};

RecordingFeed::RecordingFeed(RecordingFile file, std::function<void()> wake) : state_(std::make_unique<State>()) {
  state_->wake = std::move(wake);
  if (!state_->wake) {
    state_->readFile(file);
    return;
  }
  auto shared = std::make_shared<RecordingFile>(std::move(file));
  state_->worker = Worker([state = state_.get(), shared] { state->readFile(*shared); });
}

RecordingFeed::RecordingFeed(LineStream stream, std::string name, std::function<void()> wake, double idle_seconds)
    : state_(std::make_unique<State>()) {
  state_->wake = std::move(wake);
  state_->max_claims = kMaxLiveClaims;
  auto shared = std::make_shared<LineStream>(std::move(stream));
  state_->worker = Worker([state = state_.get(), shared, name = std::move(name), idle_seconds] {
    state->listen(*shared, name, idle_seconds);
  });
}

RecordingFeed::RecordingFeed(Source source, std::string name, std::function<void()> wake)
    : state_(std::make_unique<State>()) {
  state_->wake = std::move(wake);
  if (!state_->wake) {
    state_->run(source, name);
    return;
  }
  state_->worker =
      Worker([state = state_.get(), source = std::move(source), name = std::move(name)] { state->run(source, name); });
}

RecordingFeed::~RecordingFeed() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->taken.notifyAll();
  state_->worker.join();
}

std::vector<RecordingFeed::Event> RecordingFeed::take(std::size_t max_poses) {
  std::vector<Event> out;
  {
    const std::lock_guard lock(state_->mutex);
    for (std::size_t poses = 0; !state_->events.empty() && poses < max_poses;) {
      const std::size_t weight = weightOf(state_->events.front());
      poses += weight;
      state_->waiting_poses -= weight;
      out.push_back(std::move(state_->events.front()));
      state_->events.pop_front();
    }
  }
  if (!out.empty()) state_->taken.notifyAll();
  return out;
}

bool RecordingFeed::isConnected() const { return state_->connected; }
std::size_t RecordingFeed::waiting() const { return state_->queue; }

double RecordingFeed::fractionRead() const { return state_->fraction_read; }

std::vector<RecordingProblem> RecordingFeed::problems() const {
  const std::lock_guard lock(state_->mutex);
  return state_->problems;
}

std::size_t RecordingFeed::problemCount() const {
  const std::lock_guard lock(state_->mutex);
  return state_->problem_count;
}

}  // namespace sepax
