#include "core/log.h"

#include <cstdio>
#include <mutex>
#include <utility>

namespace sepax {

namespace {

struct Sink {
  std::mutex mutex;
  LogSink function;
};

Sink& sharedSink() {
  static Sink sink;
  return sink;
}

}  // namespace

void setLogSink(LogSink sink) {
  const std::lock_guard lock(sharedSink().mutex);
  sharedSink().function = std::move(sink);
}

void log(LogLevel level, const std::string& message) {
  const std::lock_guard lock(sharedSink().mutex);
  if (sharedSink().function) {
    sharedSink().function(level, message);
    return;
  }
  static constexpr const char* kNames[] = {"", "warning: ", "error: "};
  std::fprintf(stderr, "sepax: %s%s\n", kNames[static_cast<int>(level)], message.c_str());
}

}  // namespace sepax
