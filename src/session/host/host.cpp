#include "session/host/host.h"

#include "core/language.h"
#include "core/process.h"
#include "core/text.h"

#include <algorithm>
#include <cstddef>
#include <exception>

namespace sepax {

// Not inline: GCC 12 warns of uninitialised members when it inlines the move of a variant's temporary.
void Commands::send(Command command, MergeKey merge_key) { commands.emplace_back(std::move(command), merge_key); }

namespace {

constexpr std::size_t kMaxConsoleLines = 5000;
constexpr std::size_t kMaxToasts = 4;

void showToast(Host& host, LogLevel level, const std::string& shown) {
  std::erase_if(host.toasts, [&](const Toast& toast) { return toast.text == shown; });
  host.toasts.push_back({level, shown, 0});
  if (host.toasts.size() > kMaxToasts) host.toasts.erase(host.toasts.begin());
}

}  // namespace

void notify(Host& host, LogLevel level, const std::string& text) {
  const std::string shown = toValidUtf8(text);
  // A drag against a limit says the same in every frame: once is enough.
  const bool repeated = !host.console.empty() && host.console.back().text == shown;
  if (!repeated) host.console.push_back({level, shown});
  if (host.console.size() > kMaxConsoleLines) {
    host.console.erase(host.console.begin(), host.console.begin() + kMaxConsoleLines / 2);
  }
  if (level != LogLevel::kInfo) showToast(host, level, shown);
}

void announce(Host& host, const std::string& text) {
  notify(host, LogLevel::kInfo, text);
  showToast(host, LogLevel::kInfo, toValidUtf8(text));
}

namespace {

constexpr int kWorkers = 2;

}  // namespace

void JobControl::progressBytes(std::uint64_t done, std::uint64_t total) {
  done_ = done;
  total_ = total;
  is_bytes_ = true;
  giveWay();
}

void JobControl::progressItems(std::uint64_t done, std::uint64_t total) {
  done_ = done;
  total_ = total;
  is_bytes_ = false;
  giveWay();
}

ProgressSink JobControl::byteSink() {
  return [this](const Progress& part) {
    progressBytes(part.done, part.total);
    return !isCancelled();
  };
}

ShareSink JobControl::shareSink() {
  return [this](double share) {
    constexpr std::uint64_t kWhole = 1000;
    progressItems(static_cast<std::uint64_t>(share * kWhole), kWhole);
    return !isCancelled();
  };
}

Jobs::~Jobs() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& entry : entries_) entry->control.cancelled_ = true;
  }
  changed_.notifyAll();
  for (Worker& worker : workers_) worker.join();
}

void Jobs::runInBackground(std::function<void()> wake) {
  wake_ = std::move(wake);
  while (workers_.size() < kWorkers) workers_.emplace_back([this] { workLoop(); });
}

int Jobs::start(Job job) {
  auto entry = std::make_shared<Entry>();
  entry->job = std::move(job);
  entry->started = Clock::now();
  std::unique_lock lock(mutex_);
  entry->id = next_id_++;
  if (!entry->job.slot.empty()) {
    for (const auto* queue : {&entries_, &finished_}) {
      for (const auto& other : *queue) {
        if (other->job.slot == entry->job.slot) other->control.cancelled_ = other->is_replaced = true;
      }
    }
  }
  if (workers_.empty()) {
    lock.unlock();
    execute(*entry);
    lock.lock();
    finished_.push_back(entry);
  } else {
    entries_.push_back(entry);
    changed_.notifyAll();
  }
  return entry->id;
}

void Jobs::startQuick(const char* slot, JobWork work) {
  start({.label = slot, .quick = true, .slot = slot, .work = std::move(work)});
}

void Jobs::cancel(int id) {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_) {
    if (entry->id == id) entry->control.cancelled_ = true;
  }
}

void Jobs::execute(Entry& entry) {
  if (entry.control.cancelled_ && !entry.job.is_kept) return;
  setChildCancelFlag(&entry.control.cancelled_);
  // Ours throws nothing, libraries that it calls may: a job must not take the window along.
  try {
    entry.result = entry.job.work(entry.control);
  } catch (const std::exception& error) {
    entry.result = fail(ErrorCode::kInternal, entry.job.label, error.what());
  }
  setChildCancelFlag(nullptr);
}

std::shared_ptr<Jobs::Entry> Jobs::nextWaiting() {
  const auto found = std::ranges::find_if(entries_, [&](const auto& entry) {
    return !entry->working && (entry->job.quick || entry->control.cancelled_ || !long_job_works_);
  });
  return found == entries_.end() ? nullptr : *found;
}

void Jobs::workLoop() {
  std::unique_lock lock(mutex_);
  while (true) {
    std::shared_ptr<Entry> entry;
    changed_.wait(lock, [&] { return stopping_ || (entry = nextWaiting()) != nullptr; });
    if (stopping_) return;
    const bool is_long = !entry->job.quick && !entry->control.cancelled_;
    entry->working = true;
    long_job_works_ = long_job_works_ || is_long;
    lock.unlock();
    execute(*entry);
    lock.lock();
    if (is_long) long_job_works_ = false;
    std::erase(entries_, entry);
    finished_.push_back(std::move(entry));
    changed_.notifyAll();
    const std::function<void()> wake = wake_;
    lock.unlock();
    if (wake) wake();
    lock.lock();
  }
}

void Jobs::deliver(const std::function<Result<void>(const Delivery&)>& put,
                   const std::function<void(LogLevel, const std::string&)>& tell) {
  while (true) {
    std::shared_ptr<Entry> entry;
    {
      const std::lock_guard lock(mutex_);
      if (finished_.empty()) return;
      entry = std::move(finished_.front());
      finished_.pop_front();
    }
    if (entry->is_replaced) continue;
    if (entry->control.cancelled_) {
      if (!entry->job.quick) tell(LogLevel::kInfo, trf("{}: cancelled", entry->job.label));
      if (!entry->job.is_kept || !entry->result) continue;
    }
    if (!entry->result) {
      tell(LogLevel::kError, describe(entry->result.error()));
    } else if (const Result<void> done = put(*entry->result); !done) {
      tell(LogLevel::kError, describe(done.error()));
    }
  }
}

std::vector<JobStatus> Jobs::running() const {
  const std::lock_guard lock(mutex_);
  std::vector<JobStatus> out;
  for (const auto& entry : entries_) {
    JobStatus status{entry->id, entry->job.label, entry->job.quick, entry->job.slot};
    status.seconds = std::chrono::duration<double>(Clock::now() - entry->started).count();
    const std::uint64_t done = entry->control.done_, total = entry->control.total_;
    if (total > 0) status.share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    if (entry->control.is_bytes_ && status.seconds > 0)
      status.bytes_per_second = static_cast<double>(done) / status.seconds;
    out.push_back(std::move(status));
  }
  return out;
}

std::optional<JobStatus> Jobs::newestOf(std::string_view slot) const {
  std::vector<JobStatus> jobs = running();
  const auto found = std::find_if(jobs.rbegin(), jobs.rend(), [&](const JobStatus& job) { return job.slot == slot; });
  return found == jobs.rend() ? std::nullopt : std::optional(std::move(*found));
}

bool Jobs::isIdle() const {
  const std::lock_guard lock(mutex_);
  return entries_.empty() && finished_.empty();
}

}  // namespace sepax
